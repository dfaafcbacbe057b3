import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { NeededWord } from '../../src/schemas/language/fieldWords.ts'
import { type Issue, issueAt, suggest } from '../../src/schemas/language/issue.ts'
import { neededWords, resolveWords } from '../../src/schemas/language/neededWords.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { defaultLocale, interpolate, type Locale, locales, type WordMap } from '../../src/schemas/language/words.ts'
import { isOfModule } from '../overlay/ledger.ts'
import { makePauses } from '../schema/pauses.ts'
import { type JsonFile, readJsonFile } from '../schema/readJson.ts'
import type { Words } from '../schema/schema.ts'
import { type Folder, readIfThere } from './folders.ts'
import { checkGlossary, readGlossaries } from './glossary.ts'
import { messagesOf } from './messages.ts'
import { type Gap, meantWords, missingWords } from './missingWords.ts'
import { checkNames } from './wordNames.ts'

type PageOverlayWords = Readonly<Record<Locale, readonly JsonFile[]>>

/** What the words of pages depend on besides their files: where the pages are, and what overlays (codegen/overlay/overlays.ts) do to them. */
interface Overlaid {
  /** The schema folder of a page. */
  folderOf(pageId: string): Folder | undefined
  words: ReadonlyMap<string, PageOverlayWords>
  /** Pages as they are without: words of what an overlay has taken out are not left over. */
  base: ReadonlyMap<string, Page>
  /** Files of pages, which know where each part was written. */
  files: ReadonlyMap<string, JsonFile>
  /** Files of tables without a page of their own, in the same way. */
  tables: ReadonlyMap<string, JsonFile>
}

const needed = new WeakMap<Page, NeededWord[]>()

/** The words a page needs, which several checks of one reading ask for. */
function neededOf(page: Page): readonly NeededWord[] {
  const found = needed.get(page) ?? neededWords(page)
  needed.set(page, found)
  return found
}

/** Reads words/<locale>/*.json of all folders and the words of every page; missing and left-over words go to `issues`. */
export async function loadWords(
  folders: readonly Folder[],
  pages: ReadonlyMap<string, Page>,
  issues: Issue[],
  overlaid: Overlaid,
): Promise<Words> {
  const shared = {} as Record<Locale, Record<string, string>>
  const written = new Map<string, Record<Locale, WordMap>>()
  const misspelt = new Set<string>()
  const files = new Map<string, JsonFile>()
  const places = new Map<string, JsonFile>()
  const spoken = new Map<JsonFile, Locale>()
  for (const locale of locales) shared[locale] = await sharedWords(folders, locale, issues, places)
  issues.push(...(await strayWords(folders)))
  const pause = makePauses()
  for (const { page, byLocale: read } of await pageWordFiles(pages, overlaid)) {
    await pause()
    const byLocale = {} as Record<Locale, WordMap>
    for (const locale of locales) {
      const file = pageWordFile(read[locale], issues)
      if (file) files.set(file.name, file)
      for (const each of [...(file ? [file] : []), ...(overlaid.words.get(page.id)?.[locale] ?? [])]) spoken.set(each, locale)
      const before = issues.length
      const own = file ? ownWords(page, file, overlaid, issues) : {}
      for (const key of meantWords(issues.slice(before))) misspelt.add(placeOf(page, locale, key))
      byLocale[locale] = overlayWords(page, own, overlaid.words.get(page.id)?.[locale] ?? [], issues)
      for (const [key, text] of Object.entries(byLocale[locale])) {
        if (key.startsWith('fields.')) shared[locale][`table.${page.entity.table}.${key}`] ??= text
      }
    }
    written.set(page.id, byLocale)
  }
  for (const [place, file] of places) spoken.set(file, locales.find((each) => place.startsWith(`${each} `)) ?? defaultLocale)
  issues.push(...(await checkGlossary(await readGlossaries(folders, issues), spoken)))
  checkShared(shared, pages, places, issues)
  const resolved = new Map<string, Record<Locale, WordMap>>()
  for (const page of pages.values()) {
    await pause()
    const byLocale = {} as Record<Locale, WordMap>
    const gaps: Gap[] = []
    const own = (locale: Locale) => {
      const name = `${overlaid.folderOf(page.id)?.prefix ?? ''}pages/${page.id}/${locale}.json`
      return { name, file: files.get(name) }
    }
    for (const locale of locales) {
      const { words, missing } = resolveWords(neededOf(page), written.get(page.id)?.[locale] ?? {}, shared[locale])
      byLocale[locale] = words
      // Of a file that cannot be read everything is missing; a misspelt word is not missing as well.
      for (const word of own(locale).file?.issues.length ? [] : missing)
        if (!misspelt.has(placeOf(page, locale, word.key))) gaps.push({ locale, word })
    }
    const overlays = (locale: Locale) => overlaid.words.get(page.id)?.[locale] ?? []
    issues.push(...missingWords(gaps, { own, neededBy: (path) => neededBy(page, path, overlaid), overlays }))
    resolved.set(page.id, byLocale)
  }
  return { shared, page: resolved, text: textOf(shared, resolved) }
}

/** Pages of one table share the labels of its fields. */
function placeOf({ id, entity: { table } }: Page, locale: Locale, key: string): string {
  return `${locale} ${table === '' ? id : table} ${key}`
}

/** The file in which the part stands that needs a word: fields may be those of a table that pages share. */
function neededBy(page: Page, path: readonly (string | number)[], { files, tables }: Overlaid): string {
  const table = path[0] === 'fields' ? tables.get(page.entity.table) : undefined
  const file = (table ?? files.get(page.id))?.locate(issueAt(path, '')).file ?? ''
  return file.replace(/^((?:modules\/[^/]+\/)?overlays\/[^/]+)\/entities\/.+$/, `$1/${page.id}.json`)
}

/** The words of a page with those of its overlays, which may say others; two overlays may not say different ones. */
function overlayWords(page: Page, own: WordMap, files: readonly JsonFile[], issues: Issue[]): WordMap {
  if (files.length === 0) return own
  const out: Record<string, string> = { ...own }
  const said = new Map<string, JsonFile>()
  const known = new Set(neededOf(page).map((word) => word.key))
  for (const file of files) {
    const report = (key: string, what: string, fix = '') => issues.push(file.locate(issueAt(key.split('.'), what, fix)))
    const words = messagesOf(file, issues)
    checkOwnWords(words, page, known, report)
    for (const [key, text] of Object.entries(words)) {
      const other = said.get(key)
      const isEqual = other && isOfModule(other.name) === isOfModule(file.name)
      if (isEqual && out[key] !== text) report(key, `another overlay says otherwise of "${key}"`, `see ${other.name}`)
      out[key] = text
      said.set(key, file)
    }
  }
  return out
}

/** Looks words up: those of the page before shared ones, then the same in the default language; the key where there is none. */
function textOf(shared: Words['shared'], pages: Words['page']): Words['text'] {
  return (lang, pageId, key, params) => {
    for (const locale of [lang, defaultLocale]) {
      const found = (pageId ? pages.get(pageId)?.[locale]?.[key] : undefined) ?? shared[locale][key]
      if (found !== undefined) return interpolate(found, params)
    }
    return key
  }
}

/** Every shared word exists in each language, and shared labels of fields serve a page. */
function checkShared(
  shared: Record<Locale, WordMap>,
  pages: ReadonlyMap<string, Page>,
  places: ReadonlyMap<string, JsonFile>,
  issues: Issue[],
): void {
  const used = new Set([...pages.values()].flatMap((page) => neededOf(page).flatMap((word) => word.shared ?? [])))
  for (const [place, file] of places) {
    const [locale, key = ''] = place.split(' ')
    const report = (what: string, fix: string) => issues.push(file.locate(issueAt(key.split('.'), what, fix)))
    const other = locales.find((each) => each !== locale && shared[each][key] === undefined)
    if (other) report(`the word "${key}" is missing in ${other}`, `add it beside this file`)
    else if (shared[locale as Locale][key]?.trim() === '') report(`the word "${key}" is empty`, 'write it')
    else if (key.startsWith('fields.') && !used.has(key)) report(`no page uses the shared word "${key}"`, 'remove it')
  }
}

/** The shared words of a language: words/<locale>/<area>.json of every folder; a key in two files is an error. */
export async function sharedWords(
  folders: readonly Folder[],
  locale: Locale,
  issues: Issue[],
  places: Map<string, JsonFile> = new Map(),
): Promise<Record<string, string>> {
  const out: Record<string, string> = {}
  for (const file of await wordFiles(folders, locale)) {
    issues.push(...file.issues)
    const words = messagesOf(file, issues)
    for (const [key, value] of Object.entries(words)) {
      const other = places.get(`${locale} ${key}`)
      if (other)
        issues.push(file.locate(issueAt(key.split('.'), 'another file of words has this key already', `see ${other.name}`)))
      out[key] = value
      places.set(`${locale} ${key}`, file)
    }
  }
  return out
}

/** Files beside the folders of the languages: nobody would read them. */
async function strayWords(folders: readonly Folder[]): Promise<Issue[]> {
  const found = folders.map(async ({ dir, prefix }) => {
    const names = await namesIn(join(dir, 'words'))
    const stray = names.filter((name) => name.endsWith('.json')).sort()
    return stray.map((name) => ({
      ...issueAt([], 'words lie in a folder for each language', `move it to ${prefix}words/<locale>/`),
      file: `${prefix}words/${name}`,
      line: 1,
      column: 1,
    }))
  })
  return (await Promise.all(found)).flat()
}

/** Names in a folder; none when it is not there. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

async function wordFiles(folders: readonly Folder[], locale: Locale): Promise<JsonFile[]> {
  const files = folders.map(async ({ dir, prefix }) => {
    const names = await namesIn(join(dir, 'words', locale))
    const meant = names.filter((name) => name.endsWith('.json')).sort()
    return Promise.all(meant.map((name) => readJsonFile(join(dir, 'words', locale, name), `${prefix}words/${locale}/${name}`)))
  })
  return (await Promise.all(files)).flat()
}

/** A file with the words of a page in a language, if it is there. */
interface WordFile {
  name: string
  locale: Locale
  file: JsonFile | undefined
}

/** Reads the words of all pages, many files at a time. */
function pageWordFiles(
  pages: ReadonlyMap<string, Page>,
  { folderOf }: Overlaid,
): Promise<{ page: Page; byLocale: Record<Locale, WordFile> }[]> {
  const read = async (page: Page, locale: Locale): Promise<[Locale, WordFile]> => {
    const folder = folderOf(page.id)
    const name = `${folder?.prefix ?? ''}pages/${page.id}/${locale}.json`
    const file = await readIfThere(join(folder?.dir ?? '', 'pages', page.id, `${locale}.json`), name)
    return [locale, { name, locale, file }]
  }
  return Promise.all(
    [...pages.values()].map(async (page) => {
      const files = await Promise.all(locales.map((locale) => read(page, locale)))
      return { page, byLocale: Object.fromEntries(files) as Record<Locale, WordFile> }
    }),
  )
}

/** A missing file is an issue. */
function pageWordFile({ name, locale, file }: WordFile, issues: Issue[]): JsonFile | undefined {
  if (!file) issues.push({ ...issueAt([], `the page has no words in ${locale}`, `write ${name}`), file: name })
  return file
}

/** The words of that file, each needed by the page, with overlays or without. */
function ownWords(page: Page, file: JsonFile, { base }: Overlaid, issues: Issue[]): WordMap {
  issues.push(...file.issues)
  const words = messagesOf(file, issues)
  const without = base.get(page.id)
  const known = new Set([page, ...(without ? [without] : [])].flatMap((each) => neededOf(each).map((word) => word.key)))
  checkOwnWords(words, page, known, (key, what, fix) => issues.push(file.locate(issueAt(key.split('.'), what, fix))))
  return words
}

/** Every word is needed, and names fields of the page where it names any. */
function checkOwnWords(
  words: WordMap,
  page: Page,
  known: ReadonlySet<string>,
  report: (key: string, what: string, fix: string) => void,
): void {
  for (const [key, text] of Object.entries(words)) {
    if (!known.has(key)) report(key, `nothing in the page uses the word "${key}"`, suggest(key, [...known]))
    else if (text.trim() === '') report(key, `the word "${key}" is empty`, 'write it')
    else checkNames(key, text, page, report)
  }
}
