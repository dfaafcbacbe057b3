import type { Page } from '../schemas/language/page.ts'
import type { Locale } from '../schemas/language/words.ts'

/** Pages and words as the build makes them (codegen/vitePlugin.ts): parsed, one chunk each, loaded when they are first wanted. */
const pages = import.meta.glob<Page>('../schemas/pages/**/page.json', { import: 'default' })
const pageWords = import.meta.glob<unknown>(['../schemas/pages/**/zh-cn.json', '../schemas/pages/**/en.json'], {
  import: 'default',
})
const sharedWords: Readonly<Record<Locale, () => Promise<{ default: Record<string, string> }>>> = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn'),
  en: () => import('virtual:kontor/words/en'),
}

/** Ids of the screens of this front end. */
export const pageIds = Object.keys(pages).map((path) => path.slice('../schemas/pages/'.length, -'/page.json'.length))

/** A screen and its words in a language. Rejects when there is no such screen or its files cannot be loaded. */
export async function fetchPage(id: string, lang: Locale): Promise<{ page: Page; words: unknown }> {
  const page = pages[`../schemas/pages/${id}/page.json`]
  const words = pageWords[`../schemas/pages/${id}/${lang}.json`]
  if (!page || !words) throw new Error(`there is no screen "${id}" in this front end`)
  const [pageFile, wordsFile] = await Promise.all([page(), words()])
  return { page: pageFile, words: wordsFile }
}

/** The words every screen may need. */
export async function fetchWords(lang: Locale): Promise<readonly unknown[]> {
  return [(await sharedWords[lang]()).default]
}
