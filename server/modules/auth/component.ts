/** Where BuildAdmin's client keeps its views: those of the back office, and those of the member centre. */
const folders = { admin: '/src/views/backend/', user: '/src/views/frontend/user/' } as const

/** How menu rules name a screen: by its page, or by the path of a view. */
export type ComponentForm = 'page' | 'buildadmin'

/** Views of BuildAdmin's back office that are no `<page>/index.vue`, by page. */
const oddViews: Readonly<Record<string, string>> = {
  dashboard: 'dashboard.vue',
  'routine/adminInfo': 'routine/adminInfo.vue',
  moduleStore: 'module/index.vue',
}
const oddPages = Object.fromEntries(Object.entries(oddViews).map(([page, view]) => [view, page]))

/** The screen id that a rule's component names, whichever way it is written: `auth/admin`, `/src/views/backend/auth/admin/index.vue`. */
export function pageOfComponent(component: string): string {
  const path = component.replaceAll('\\', '/')
  if (path.startsWith(folders.user)) return path.slice(folders.user.length).replace(/\/index\.vue$|\.vue$/, '')
  if (!path.startsWith(folders.admin)) return path
  const view = path.slice(folders.admin.length)
  return oddPages[view] ?? view.replace(/\/index\.vue$|\.vue$/, '')
}

/** A rule's component as it is delivered: the screen id, or the path of the view that BuildAdmin's client looks for. */
export function deliveredComponent(component: string, form: ComponentForm, area: 'admin' | 'user' = 'admin'): string {
  if (component === '') return ''
  const page = pageOfComponent(component)
  if (form === 'page') return page
  // A view that is no screen of ours keeps the path it was saved with.
  if (component.startsWith('/')) return component
  return folders[area] + (area === 'user' ? `${page}.vue` : (oddViews[page] ?? `${page}/index.vue`))
}

/**
 * A rule's component as it is stored: the screen id, also where the path of a view was posted. A path that would not come back from the
 * screen id as it was (a view that BuildAdmin's client has and Kontor has not) stays.
 */
export function ownComponent(component: string, area: 'admin' | 'user', isPage: (id: string) => boolean): string {
  const path = component.trim().replaceAll('\\', '/')
  const page = pageOfComponent(path)
  return isPage(page) || deliveredComponent(page, 'buildadmin', area) === path ? page : path
}
