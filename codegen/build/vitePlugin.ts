import { join, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { Field } from '../../src/schemas/field.ts'
import { formatIssue } from '../../src/schemas/language/issue.ts'
import { type PackedPage, packPage } from '../../src/schemas/language/packed.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { isLocale, type Locale } from '../../src/schemas/language/words.ts'
import { type Loaded, loadSchema } from '../load/pages.ts'
import { type SchemaDirs, schemaSources } from '../load/schemaSources.ts'
import type { Schema } from '../schema/schema.ts'

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
      const value = own !== undefined ? sharedWords(all.schema, own.slice(sharedPrefix.length)) : pageFile(all.schema, name ?? '')
      return value === undefined ? undefined : { code: `export default ${JSON.stringify(value)}`, moduleType: 'js' }
    },
    // Also where a file was added, removed, or put in the place of another.
    hotUpdate({ file }) {
      if (nameIn(dirs, file) === undefined) return undefined
      loaded = undefined
      this.environment.moduleGraph.invalidateAll()
      this.environment.hot.send({ type: 'full-reload' })
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

function pageFile(schema: Schema, name: string): { page: PackedPage; words: unknown } | undefined {
  const match = /^pages\/(.+)\/([a-z-]+)\.json$/.exec(name)
  const [, id = '', file = ''] = match ?? []
  const page = schema.pages.get(id)
  if (!page || !isLocale(file)) return undefined
  const own = schema.words.page.get(id)?.[file]
  const plugins = [...(page.plugin === null ? [] : [page.plugin]), ...page.form.plugins].map((plugin) => `${plugin}.`)
  const kinds = new Set(kindsOf([page.fields, ...Object.values(page.actions).map((action) => action.fields)]))
  const travelling = travellers.filter(({ with: isWanted }) => isWanted(page, kinds)).map(({ words }) => words)
  const parts = [...plugins, ...[...kinds].map((kind) => `kinds.${kind}.`), ...travelling]
  const words = Object.assign({}, ...parts.map((part) => wordsBelow(schema, file, part)), own)
  return { page: packPage(page), words }
}

/** Shared words that only some pages want, and which those are. */
const travellers: readonly { words: string; with(page: Page, kinds: ReadonlySet<string>): boolean }[] = [
  { words: 'ui.import.', with: (page) => page.actions.import !== undefined },
  { words: 'ui.detailPage.', with: (page) => page.kind === 'detail' },
  { words: 'ui.finder.', with: (page) => page.kind === 'form' },
  { words: 'ui.board.', with: (page) => page.kind === 'dashboard' },
  { words: 'ui.listUpload.', with: (page) => page.actions.upload !== undefined },
  { words: 'ui.regions.', with: (_, kinds) => kinds.has('regions') },
  { words: 'validate.spec', with: (_, kinds) => kinds.has('specEditor') },
]

/** Shared words that come with the code of a dialog or a field (`useLoadedWords`), each a part of its own. */
const withCode = [
  'ui.bulk.',
  'ui.columns.',
  'ui.export.',
  'ui.captcha.',
  'ui.help.',
  'ui.history.',
  'ui.login.second.',
  'ui.rich.',
]

/** What forms say of a value, of what others changed and of drafts, and what is said of what was done. Uploads are judged on lists too, and what the server alone says (`validate.<area>.…`) comes with its answer. */
const ofForms = /^(?:validate\.(?!upload)[^.]+|ui\.(?:meanwhile|draft|said)\..+)$/

const travels = (key: string) =>
  ofForms.test(key) || [...travellers.map(({ words }) => words), ...withCode].some((words) => key.startsWith(words))

/** Kinds of the fields, and of those in rows inside them. */
function kindsOf(records: readonly Readonly<Record<string, Field>>[]): string[] {
  return records.flatMap((fields) => Object.values(fields).flatMap((each) => [each.kind, ...kindsOf([each.fields ?? {}])]))
}

/** Shared words of a plugin, of a kind and of `travellers` go with the pages that it draws or that have it: nobody else needs them. */
function wordsBelow(schema: Schema, locale: Locale, prefix: string): Record<string, string> {
  return Object.fromEntries(Object.entries(schema.words.shared[locale] ?? {}).filter(([key]) => key.startsWith(prefix)))
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
