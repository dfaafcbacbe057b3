import { join, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { formatIssue } from '../../src/schemas/language/issue.ts'
import { isLocale, type Locale } from '../../src/schemas/language/words.ts'
import { type Loaded, loadSchema } from '../load/pages.ts'
import { type SchemaDirs, schemaSources } from '../load/schemaSources.ts'
import type { Schema } from '../schema/schema.ts'
import { ofForms, type PageContent, pageFile, travels } from './pageFile.ts'

const sharedPrefix = 'virtual:kontor/words/'
const pagesPrefix = 'virtual:kontor/pages/'

/**
 * Gives the browser parsed pages: importing `pages/<id>/<locale>.json` yields `page`, the model of language/page.ts with the fields of
 * other tables filled in, packed (language/packed.ts), and `words`, the page's words with the shared ones they fall back to (flat keys): one
 * file to load, and `virtual:kontor/words/<locale>` the words every screen may need (ui, validate, actions, switch), `…/<locale>/<part>`
 * those that begin with a part of their own (member); `validate` what forms say of values; `kinds` has all that else travel with pages.
 * `virtual:kontor/pages/<locale>/<area>` is, by id, a function that imports the page: those of the area in the modules
 * that are on, no others. So no parser is shipped, and no word that only the server says.
 * A fault in any schema fails the build, and shows in the overlay of the dev server.
 */
export function kontorPages(schemas: SchemaDirs = schemaSources()): Plugin {
  let loaded: Promise<Loaded> | undefined
  const dirs = (typeof schemas === 'string' ? [schemas] : schemas).map((dir) => resolve(dir))
  const load = (): Promise<Loaded> => {
    loaded ??= loadSchema(dirs).then((all) => {
      if (all.issues.length > 0) throw new Error(`faults in the schemas:\n${all.issues.map(formatIssue).join('\n')}`)
      return all
    })
    return loaded
  }
  return {
    name: 'kontor-pages',
    enforce: 'pre',
    buildStart() {
      loaded = undefined
    },
    resolveId: (id) => (id.startsWith(sharedPrefix) || id.startsWith(pagesPrefix) ? `\0${id}.js` : undefined),
    async load(id) {
      const [path = ''] = id.split('?')
      const own = id.startsWith('\0virtual:kontor/') ? id.slice(1, -'.js'.length) : undefined
      const name = own === undefined ? nameIn(dirs, path) : undefined
      if (own === undefined && name === undefined) return undefined
      const all = await load()
      if (own?.startsWith(pagesPrefix)) return { code: pageImports(all, own.slice(pagesPrefix.length)), moduleType: 'js' }
      const value = own !== undefined ? sharedWords(all.schema, own.slice(sharedPrefix.length)) : fileAt(all.schema, name ?? '')
      return value === undefined ? undefined : { code: `export default ${JSON.stringify(value)}`, moduleType: 'js' }
    },
    // Also where a file was added, removed, or put in the place of another.
    hotUpdate({ file }) {
      const name = nameIn(dirs, file)
      if (name === undefined) return undefined
      loaded = undefined
      this.environment.moduleGraph.invalidateAll()
      // Pages come from the server, and open browsers hear from it that they have changed: what is typed stays. Words of all screens do not.
      if (name.startsWith('words/')) this.environment.hot.send({ type: 'full-reload' })
      return []
    },
  }
}

/** What of a module is not code. */
const dataOfModule = /^(?:module\.json$|(?:pages|entities|words|menus|overlays)\/)/

/** The path of a file of schemas in its folder; undefined of all other files. */
function nameIn(dirs: readonly string[], path: string): string | undefined {
  const names = dirs.map((dir) => relative(dir, path).replaceAll('\\', '/'))
  const module = names.slice(1).find((name) => dataOfModule.test(name))
  return module ?? names.slice(0, 1).find((name) => !name.startsWith('../'))
}

/** Code whose default is, by page id, a function that imports the page in the language of `<locale>/<area>`. */
function pageImports({ schema, places }: Loaded, what: string): string {
  const [locale = '', area = ''] = what.split('/')
  const own = [...schema.pages.values()].filter((page) => page.area === area).map(({ id }) => id)
  const lines = own.sort().map((id) => {
    const path = join(places.pages.get(id) ?? '', 'pages', id, `${locale}.json`).replaceAll('\\', '/')
    return `${JSON.stringify(id)}: () => import(${JSON.stringify(path)})`
  })
  return `export default {\n${lines.join(',\n')}\n}`
}

/** The page and language that the path of a file of words names; undefined where it names none. */
function fileAt(schema: Schema, name: string): PageContent | undefined {
  const [, id = '', locale = ''] = /^pages\/(.+)\/([a-z-]+)\.json$/.exec(name) ?? []
  return isLocale(locale) ? pageFile(schema, id, locale) : undefined
}

function sharedWords(schema: Schema, name: string): Record<string, string> {
  const [locale, part] = name.split('/')
  if (!isLocale(locale)) return {}
  if (part === undefined) return commonWords(schema, locale)
  const words = Object.entries(schema.words.shared[locale])
  const isPart = (key: string) =>
    part === 'validate' ? ofForms.test(key) : key.startsWith(`${part}.`) || (part === 'kinds' && travels(key))
  return Object.fromEntries(words.filter(([key]) => isPart(key)))
}

/**
 * Words that belong to no page; labels of fields travel with the pages that show them. What the server refuses (`errors.…`, and
 * `validate.<area>.…` of its own checks) comes with its answer, in the language of the person.
 */
function commonWords(schema: Schema, locale: Locale): Record<string, string> {
  const wanted = /^(ui\.|validate\.[^.]+$|actions\.|switch\.|readOnly\.)/
  return Object.fromEntries(
    Object.entries(schema.words.shared[locale] ?? {}).filter(([key]) => wanted.test(key) && !travels(key)),
  )
}
