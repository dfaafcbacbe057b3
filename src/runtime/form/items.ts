import { type FormItem, type ItemGroup, itemWords, withItems } from '../../schemas/language/items/items.ts'
import type { Page } from '../../schemas/language/page.ts'
import { interpolate, type WordMap } from '../../schemas/language/words.ts'
import type { FormParts, LoadedPage } from '../page.ts'
import type { Row } from '../rows.ts'

/** The page with the items and groups of the server's answer. */
export function ownParts(base: LoadedPage, data: Row): FormParts {
  const items = Array.isArray(data.items) ? (data.items as readonly FormItem[]) : []
  const groups = Array.isArray(data.groups) ? (data.groups as readonly ItemGroup[]) : []
  const page = withItems(base.page, items, groups)
  return { page, loaded: withWords(base, page, itemWords(items, groups)), items, groups }
}

/** The page's words with further ones before them. */
export function withWords(base: LoadedPage, page: Page, words: WordMap): LoadedPage {
  const find: LoadedPage['find'] = (key, params) => {
    const own = words[key]
    return own === undefined ? base.find(key, params) : interpolate(own, params)
  }
  return {
    ...base,
    page,
    find,
    t: (key, params) => (words[key] === undefined ? base.t(key, params) : interpolate(words[key], params)),
  }
}
