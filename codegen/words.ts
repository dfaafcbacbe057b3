import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Issue, issueAt, suggest } from '../src/schemas/language/issue.ts'
import type { Page } from '../src/schemas/language/page.ts'
import {
  defaultLocale,
  fillWords,
  flattenWords,
  type Locale,
  locales,
  neededWords,
  resolveWords,
  type WordMap,
} from '../src/schemas/language/words.ts'
import { readJsonFile } from './readJson.ts'

/** All words of the product, by language. */
export interface Words {
  /** Shared words and, under `table.<table>.`, those of the page that owns a table. */
  shared: Readonly<Record<Locale, WordMap>>
  /** Words of a page with the shared ones it falls back to, under the page's own keys. */
  page: ReadonlyMap<string, Readonly<Record<Locale, WordMap>>>
  /** A text for a person: of the page when one is named, else shared; falls back to the default language, then to the key. */
  text(lang: Locale, pageId: string | null, key: string, params?: Readonly<Record<string, unknown>>): string
}

/** Reads words/*.json and the words of every page; missing and left-over words go to `issues`. */
export async function loadWords(dir: string, pages: ReadonlyMap<string, Page>, issues: Issue[]): Promise<Words> {
  const shared = {} as Record<Locale, Record<string, string>>
  const own = new Map<string, Record<Locale, WordMap>>()
  for (const locale of locales) shared[locale] = await sharedWords(dir, locale, issues)
  for (const page of pages.values()) {
    const byLocale = {} as Record<Locale, WordMap>
    for (const locale of locales) {
      byLocale[locale] = await pageWords(dir, page, locale, issues)
      for (const [key, text] of Object.entries(byLocale[locale])) {
        if (key.startsWith('fields.')) shared[locale][`table.${page.entity.table}.${key}`] ??= text
      }
    }
    own.set(page.id, byLocale)
  }
  const resolved = new Map<string, Record<Locale, WordMap>>()
  for (const page of pages.values()) {
    const byLocale = {} as Record<Locale, WordMap>
    const needed = neededWords(page)
    for (const locale of locales) {
      const file = `pages/${page.id}/${locale}.json`
      const { words, missing } = resolveWords(needed, own.get(page.id)?.[locale] ?? {}, shared[locale])
      byLocale[locale] = words
      for (const word of missing)
        issues.push({
          ...issueAt([], `missing word "${word.key}"`, `needed by page.json ${word.path.join('.')}`),
          file,
          line: 1,
          column: 1,
        })
    }
    resolved.set(page.id, byLocale)
  }
  return { shared, page: resolved, text: (lang, pageId, key, params) => text(shared, resolved, lang, pageId, key, params) }
}

function text(
  shared: Record<Locale, WordMap>,
  pages: ReadonlyMap<string, Record<Locale, WordMap>>,
  lang: Locale,
  pageId: string | null,
  key: string,
  params?: Readonly<Record<string, unknown>>,
): string {
  for (const locale of [lang, defaultLocale]) {
    const found = (pageId ? pages.get(pageId)?.[locale]?.[key] : undefined) ?? shared[locale][key]
    if (found !== undefined) return fillWords(found, params)
  }
  return key
}

/** The shared words of a language: words/<locale>.json and words/<area>.<locale>.json; a key in two files is an error. */
export async function sharedWords(dir: string, locale: Locale, issues: Issue[]): Promise<Record<string, string>> {
  const folder = join(dir, 'words')
  const out: Record<string, string> = {}
  const names = (await readdir(folder)).filter((n) => n === `${locale}.json` || n.endsWith(`.${locale}.json`)).sort()
  for (const name of names) {
    const file = await readJsonFile(join(folder, name), `words/${name}`)
    issues.push(...file.issues)
    const words = flattenWords(file.value ?? {}, (path) => issues.push(file.locate(issueAt(path, 'a word must be a text'))))
    for (const [key, value] of Object.entries(words)) {
      if (out[key] !== undefined) issues.push(file.locate(issueAt(key.split('.'), 'another file of words has this key already')))
      out[key] = value
    }
  }
  return out
}

async function pageWords(dir: string, page: Page, locale: Locale, issues: Issue[]): Promise<WordMap> {
  const path = join(dir, 'pages', page.id, `${locale}.json`)
  const name = relative(dir, path).replaceAll('\\', '/')
  let file: Awaited<ReturnType<typeof readJsonFile>>
  try {
    file = await readJsonFile(path, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    issues.push({ ...issueAt([], `the page has no words in ${locale}`, `write ${name}`), file: name })
    return {}
  }
  issues.push(...file.issues)
  const words = flattenWords(file.value ?? {}, (path) => issues.push(file.locate(issueAt(path, 'a word must be a text'))))
  const known = neededWords(page).map((w) => w.key)
  for (const key of Object.keys(words)) {
    if (!known.includes(key))
      issues.push(file.locate(issueAt(key.split('.'), `nothing in the page uses the word "${key}"`, suggest(key, known))))
  }
  return words
}
