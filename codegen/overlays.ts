import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Issue, issueAt, suggest } from '../src/schemas/language/issue.ts'
import { type Locale, locales } from '../src/schemas/language/words.ts'
import { applyOverlays } from './overlay/apply.ts'
import { locateIn, type Part, toJson, toTree } from './overlay/tree.ts'
import { type JsonFile, readJsonFile } from './readJson.ts'

/**
 * What extends the pages: `overlays/<name>/<page id>.json` changes parts of a page by their names, `overlays/<name>/<page id>.<locale>.json`
 * adds its words or says others. They apply in the order of their names, before the page is parsed.
 */
export interface Overlays {
  /** By page id, in order. */
  pages: ReadonlyMap<string, readonly JsonFile[]>
  /** By page id and language, in order. */
  words: ReadonlyMap<string, Readonly<Record<Locale, readonly JsonFile[]>>>
}

/** A page with its overlays: the file as parsers and rules take it, whose findings point to where each part was written. */
export interface LaidPage {
  file: JsonFile
  tree: Part
}

/** Reads all overlays below `dir`; none when there is no folder. Files of no page, and those that are no JSON, are told and left out. */
export async function readOverlays(dir: string, pageIds: readonly string[], issues: Issue[]): Promise<Overlays> {
  const pages = new Map<string, JsonFile[]>()
  const words = new Map<string, Record<Locale, JsonFile[]>>()
  for (const path of await jsonBelow(join(dir, 'overlays'))) {
    const name = relative(dir, path).replaceAll('\\', '/')
    const file = await readJsonFile(path, name)
    const [, id = '', locale] = /^overlays\/[^/]+\/(.+?)(?:\.([a-z-]+))?\.json$/.exec(name) ?? []
    issues.push(...file.issues)
    if (!pageIds.includes(id)) issues.push(file.locate(issueAt([], `no such page "${id}"`, suggest(id, pageIds))))
    else if (locale !== undefined && !locales.includes(locale as Locale))
      issues.push(file.locate(issueAt([], `no such language "${locale}"`, suggest(locale, locales))))
    else if (file.issues.length === 0 && locale === undefined) pages.set(id, [...(pages.get(id) ?? []), file])
    else if (file.issues.length === 0) {
      const known = words.get(id) ?? { 'zh-cn': [], en: [] }
      known[locale as Locale].push(file)
      words.set(id, known)
    }
  }
  return { pages, words }
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

/** The page with what its overlays do to it; a page that is no object is left as it is, for its parser to say so. */
export function layOver(page: JsonFile, overlays: readonly JsonFile[], issues: Issue[]): LaidPage {
  const tree = toTree(page.value, { file: page, path: [] })
  if (page.issues.length > 0 || tree.is !== 'object' || overlays.length === 0) return { file: page, tree }
  applyOverlays(tree, overlays, issues)
  const file = { name: page.name, value: toJson(tree), issues: [], locate: (issue: Issue) => locateIn(tree, issue) }
  return { file, tree }
}
