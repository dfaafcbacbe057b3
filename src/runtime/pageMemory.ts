import type { PageHashes } from '../schemas/api/pages.ts'
import { isObject } from '../schemas/isObject.ts'
import type { Locale } from '../schemas/language/words.ts'

/** Name under which the browser keeps which pages the administrator had, so that their files are asked for before the server says so again. */
export const pagesKey = 'kontor_pages'

/** What is kept, as text. */
export function writePageMemory(lang: Locale, pages: PageHashes): string {
  return JSON.stringify({ lang, pages })
}

/** What was kept for a language; nothing of another one, and of a text that cannot be read. */
export function readPageMemory(text: string | null, lang: Locale): PageHashes {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    if (!isObject(kept) || kept.lang !== lang || !isObject(kept.pages)) return {}
    return Object.fromEntries(Object.entries(kept.pages).filter((each): each is [string, string] => typeof each[1] === 'string'))
  } catch {
    return {}
  }
}

/** The screen at an address below an area: its id is the address as a rule, and the page of a record has its key behind it. */
export function screenAt(address: string, has: (id: string) => boolean): string | undefined {
  const parent = address.slice(0, Math.max(0, address.lastIndexOf('/')))
  return [address, parent].find(has)
}
