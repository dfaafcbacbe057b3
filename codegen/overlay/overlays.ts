import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Issue, issueAt, suggest } from '../../src/schemas/language/issue.ts'
import { isLocale, type Locale, locales } from '../../src/schemas/language/words.ts'
import { type JsonFile, readJsonFile } from '../schema/readJson.ts'
import { applyOverlays, type Laid } from './apply.ts'
import { locateIn, type Part, toJson, toTree } from './tree.ts'

/**
 * What extends the pages: `overlays/<name>/<page id>.json` changes parts of a page by their names, `overlays/<name>/<page id>.<locale>.json`
 * adds its words or says others, and `overlays/<name>/entities/<table>.json` changes a table that has no page of its own. They apply in the
 * order of their names, before the page or table is parsed.
 */
export interface Overlays {
  /** By page id, in order. */
  pages: ReadonlyMap<string, readonly JsonFile[]>
  /** By table, in order. */
  tables: ReadonlyMap<string, readonly JsonFile[]>
  /** By page id and language, in order. */
  words: ReadonlyMap<string, Readonly<Record<Locale, readonly JsonFile[]>>>
}

/** A page or table with its overlays: the file as parsers and rules take it, whose findings point to where each part was written. */
export interface LaidFile {
  file: JsonFile
  tree: Part
}

/** A folder of schemas, and how findings name its files. */
export interface OverlayFolder {
  dir: string
  prefix: string
}

/** What there is to lay over. */
export interface Laying {
  pages: readonly string[]
  tables: readonly string[]
}

/**
 * Reads all overlays of the folders: those of modules first, in module order, the project's own last. Overlays of nothing and invalid
 * JSON are reported and skipped.
 */
export async function readOverlays(folders: readonly OverlayFolder[], there: Laying, issues: Issue[]): Promise<Overlays> {
  const pages = new Map<string, JsonFile[]>()
  const tables = new Map<string, JsonFile[]>()
  const words = new Map<string, Record<Locale, JsonFile[]>>()
  for (const { path, name, prefix } of await overlayFiles(folders)) {
    const file = await readJsonFile(path, prefix + name)
    const report = (what: string, fix: string) => issues.push(file.locate(issueAt([], what, fix)))
    const [, id = '', locale] = /^overlays\/[^/]+\/(.+?)(?:\.([a-z-]+))?\.json$/.exec(name) ?? []
    const table = /^entities\/(.+)$/.exec(id)?.[1]
    issues.push(...file.issues)
    if (table !== undefined && !there.tables.includes(table))
      report(`no table "${table}" has a file of its own`, suggest(table, there.tables) || 'lay over the page that owns it')
    else if (table !== undefined && locale !== undefined)
      report(
        'the words of a table stand with the pages that use it',
        `write ${file.name.replace(/entities\/.+$/, `<page id>.${locale}.json`)}`,
      )
    else if (table === undefined && !there.pages.includes(id)) report(`no such page "${id}"`, suggest(id, there.pages))
    else if (locale !== undefined && !isLocale(locale)) report(`no such language "${locale}"`, suggest(locale, locales))
    else if (file.issues.length > 0) continue
    else if (table !== undefined) tables.set(table, [...(tables.get(table) ?? []), file])
    else if (locale === undefined) pages.set(id, [...(pages.get(id) ?? []), file])
    else {
      const known = words.get(id) ?? { 'zh-cn': [], en: [] }
      known[locale].push(file)
      words.set(id, known)
    }
  }
  return { pages, tables, words }
}

async function overlayFiles(folders: readonly OverlayFolder[]): Promise<(OverlayFolder & { path: string; name: string })[]> {
  const modules = folders.filter(({ prefix }) => prefix !== '')
  const inOrder = [...modules, ...folders.filter(({ prefix }) => prefix === '')]
  const found = inOrder.map(async (folder) => {
    const paths = await jsonBelow(join(folder.dir, 'overlays'))
    return paths.map((path) => ({ ...folder, path, name: relative(folder.dir, path).replaceAll('\\', '/') }))
  })
  return (await Promise.all(found)).flat()
}

/** By the names of overlays first, whatever lies below them. */
async function jsonBelow(dir: string): Promise<string[]> {
  const names = await readdir(dir, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const sorted = names.map((name) => name.split(/[\\/]/)).filter((parts) => parts.at(-1)?.endsWith('.json'))
  sorted.sort((a, b) => compare(a[0], b[0]) || compare(a.join('/'), b.join('/')))
  return sorted.map((parts) => join(dir, ...parts))
}

function compare(a = '', b = ''): number {
  return a < b ? -1 : Number(a > b)
}

const laidBefore = new WeakMap<JsonFile, { laid: LaidFile; overlays: readonly JsonFile[]; issues: readonly Issue[] }>()

/** The page or table with what its overlays do to it; what is no object is left as it is, for its parser to say so. The same one while no file changes. */
export function layOver(own: JsonFile, of: Laid, overlays: readonly JsonFile[], issues: Issue[]): LaidFile {
  if (overlays.length === 0) return layOverNow(own, of, overlays, issues)
  const before = laidBefore.get(own)
  const isSame = before?.overlays.length === overlays.length && before.overlays.every((each, i) => each === overlays[i])
  const found: Issue[] = []
  const next = isSame ? before : { laid: layOverNow(own, of, overlays, found), overlays, issues: found }
  laidBefore.set(own, next)
  issues.push(...next.issues)
  return next.laid
}

function layOverNow(own: JsonFile, of: Laid, overlays: readonly JsonFile[], issues: Issue[]): LaidFile {
  const tree = toTree(own.value, { file: own, path: [] })
  if (own.issues.length > 0 || tree.is !== 'object' || overlays.length === 0) return { file: own, tree }
  applyOverlays(tree, of, overlays, issues)
  const file = { name: own.name, value: toJson(tree), issues: [], locate: (issue: Issue) => locateIn(tree, issue) }
  return { file, tree }
}
