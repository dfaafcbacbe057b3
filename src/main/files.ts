import type { WordsPart } from '../runtime/i18n/words.ts'
import type { PageFiles } from '../runtime/page.ts'
import { type Area, areas } from '../schemas/language/area/area.ts'
import { type PackedPage, unpackPage } from '../schemas/language/packed.ts'
import type { Locale } from '../schemas/language/words.ts'

/** A screen with its words, as the build makes it (codegen/build/vitePlugin.ts). */
export interface PageFile {
  page: PackedPage
  words: unknown
}

type PageList = () => Promise<{ default: Record<string, () => Promise<{ default: unknown }>> }>

/**
 * Where the chunks of the screens are, of one language and one area only: the list is long, nobody changes the language before the first
 * screen, and administrators see none of the members' screens.
 */
const pages: Readonly<Record<Area, Readonly<Record<Locale, PageList>>>> = {
  admin: {
    'zh-cn': () => import('virtual:kontor/pages/zh-cn/admin'),
    en: () => import('virtual:kontor/pages/en/admin'),
  },
  user: {
    'zh-cn': () => import('virtual:kontor/pages/zh-cn/user'),
    en: () => import('virtual:kontor/pages/en/user'),
  },
}
const sharedWords: Readonly<Record<Locale, () => Promise<{ default: Record<string, string> }>>> = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn'),
  en: () => import('virtual:kontor/words/en'),
}
const validateWords: typeof sharedWords = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/validate'),
  en: () => import('virtual:kontor/words/en/validate'),
}

/** Ids of the screens of the back office, and of the members' where the address is theirs; the same in each language. Rejects when a list cannot be loaded. */
export async function fetchPageIds(lang: Locale): Promise<readonly string[]> {
  const isMembers = /(?:^|#)\/user(?:\/|$)/m.test(`${location.pathname}\n${location.hash}`)
  const lists = await Promise.all((isMembers ? areas : (['admin'] as const)).map((area) => pages[area][lang]()))
  return lists.flatMap((list) => Object.keys(list.default))
}

/** A screen and its words in a language. Rejects when there is no such screen or its file cannot be loaded. */
export async function fetchPage(id: string, lang: Locale): Promise<PageFiles> {
  const page = (await pages.admin[lang]()).default[id] ?? (await pages.user[lang]()).default[id]
  if (!page) throw new Error(`there is no screen "${id}" in this front end`)
  const file = (await page()).default as PageFile
  return { page: unpackPage(file.page), words: file.words }
}

/** The words every screen may need, or those that forms need besides. */
export async function fetchWords(lang: Locale, part?: WordsPart): Promise<readonly unknown[]> {
  return [(await (part === undefined ? sharedWords : validateWords)[lang]()).default]
}
