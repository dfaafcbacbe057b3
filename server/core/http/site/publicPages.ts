/** Public pages of the front end by pattern of their path (`/goods/:id`). Search engines may list those that show everybody the same. */
export type PublicPages = Readonly<Record<string, 'listed' | 'unlisted'>>

/** What is at a path; undefined where no public page is. */
export type FindPublicPage = (path: string) => PublicPages[string] | undefined

/** Finds the public pages of the modules that are on, and the home page, which is always there. */
export function findPublicPages(modules: readonly { publicPages?: PublicPages }[]): FindPublicPage {
  const pages = modules
    .flatMap(({ publicPages }) => Object.entries(publicPages ?? {}))
    .map(([path, kind]) => ({ kind, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`) }))
  return (path) => (path === '/' ? 'listed' : pages.find(({ pattern }) => pattern.test(path))?.kind)
}
