import type { PackedPage } from '../language/packed.ts'
import { isLocale, type Locale } from '../language/words.ts'

/** By id, the hash of the file of each page that a person may open, in the language that was asked for. */
export type PageHashes = Readonly<Record<string, string>>

/** What `GET /pages/<hash>/<id>.<locale>.json` answers as `data`: a page with its words in one language. */
export interface PageFile {
  /** The hash of the rest; the one that was asked for, unless the page has changed since. */
  hash: string
  page: PackedPage
  words: Readonly<Record<string, string>>
}

/** `data` of the live feed's message `revision`: the server serves other pages, menus or rights from now on. */
export interface RevisionNews {
  /** Hash of the revision. */
  hash: string
}

/** Where the server answers who is signed in to the back office, with their menu and `PageHashes`. */
export const bootAddress = '/admin/Index/index'

/** In the place of a hash that is not known: the file as it is now, which no cache keeps. */
export const latest = 'latest'

/** The address of the file of a page. */
export function pageAddress(id: string, locale: Locale, hash: string = latest): string {
  return `/pages/${hash}/${id}.${locale}.json`
}

/** What an address of a page's file asks for; undefined when it is none. */
export function readPageAddress(path: string): { hash: string; id: string; locale: Locale } | undefined {
  const [, hash = '', id = '', locale] =
    /^\/pages\/([\w-]{1,64})\/([A-Za-z][\w/-]{0,199})\.([a-z-]{2,10})\.json$/.exec(path) ?? []
  return isLocale(locale) ? { hash, id, locale } : undefined
}
