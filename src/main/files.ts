import type { PageFiles } from '../runtime/page.ts'
import { type PackedPage, unpackPage } from '../schemas/language/packed.ts'
import type { Locale } from '../schemas/language/words.ts'

interface PageFile {
  page: PackedPage
  words: unknown
}

/** Screens with their words as the build makes them (codegen/vitePlugin.ts): one chunk for each in a language, loaded when it is first wanted. */
const pages: Readonly<Record<Locale, Record<string, () => Promise<PageFile>>>> = {
  'zh-cn': import.meta.glob<PageFile>('../schemas/pages/**/zh-cn.json', { import: 'default' }),
  en: import.meta.glob<PageFile>('../schemas/pages/**/en.json', { import: 'default' }),
}
const sharedWords: Readonly<Record<Locale, () => Promise<{ default: Record<string, string> }>>> = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn'),
  en: () => import('virtual:kontor/words/en'),
}

const folder = '../schemas/pages/'

/** Ids of the screens of this front end. */
export const pageIds = Object.keys(pages.en).map((path) => path.slice(folder.length, -'/en.json'.length))

/** A screen and its words in a language. Rejects when there is no such screen or its file cannot be loaded. */
export async function fetchPage(id: string, lang: Locale): Promise<PageFiles> {
  const page = pages[lang][`${folder}${id}/${lang}.json`]
  if (!page) throw new Error(`there is no screen "${id}" in this front end`)
  const file = await page()
  return { page: unpackPage(file.page), words: file.words }
}

/** The words every screen may need. */
export async function fetchWords(lang: Locale): Promise<readonly unknown[]> {
  return [(await sharedWords[lang]()).default]
}
