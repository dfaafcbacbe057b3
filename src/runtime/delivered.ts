import { type PageFile, type PageHashes, pageAddress } from '../schemas/api/pages.ts'
import type { Area } from '../schemas/language/area/area.ts'
import { unpackPage } from '../schemas/language/packed.ts'
import type { Locale } from '../schemas/language/words.ts'
import { lensScreen } from './account/lens.ts'
import type { HttpClient } from './http/client.ts'
import type { PageSource } from './page.ts'
import { pagesKey, readPageMemory, writePageMemory } from './pageMemory.ts'
import type { Early, KeyValue } from './platform.ts'

export interface DeliveredOptions {
  http: () => HttpClient
  storage: KeyValue
  /** Language of the person, in which the hashes are. */
  lang: () => Locale
  /** Is somebody else's menu shown? Then nothing is remembered. */
  isLens: () => boolean
  early: Early | undefined
  /** A file came in another version than the server had said: something has changed there. */
  changed: (area: Area) => void
}

/** Pages as Kontor's server delivers them: the init answers say which there are, and one request brings each. */
export function createDelivered(options: DeliveredOptions): PageSource {
  const { storage, lang, isLens } = options
  /** What the server said last. */
  const said: Record<Area, PageHashes | undefined> = { admin: undefined, user: undefined }
  const remembered = isLens() ? {} : readPageMemory(storage.get(pagesKey), lang())
  const hashOf = (id: string): string | undefined => (said.admin ?? remembered)[id] ?? said.user?.[id]
  const areaOf = (id: string): Area => (hashOf(id) !== undefined && said.user?.[id] !== undefined ? 'user' : 'admin')

  async function get(id: string, locale: Locale, hash: string | undefined): Promise<PageFile> {
    const address = pageAddress(id, locale, hash)
    const early = await options.early?.<PageFile>(address)
    if (early) return early
    const quiet = {
      cancelDuplicate: false,
      showError: false,
      showCodeMessage: false,
      area: areaOf(id),
      asSelf: id === lensScreen,
    }
    return (await options.http().get<PageFile>(address, undefined, quiet)).data
  }

  /** In the language of the person: under the hash the server says, which may have come while the file was under way. */
  async function getOwn(id: string, locale: Locale): Promise<PageFile> {
    const asked = hashOf(id)
    const file = await get(id, locale, asked)
    const now = hashOf(id)
    if (now === undefined || now === file.hash) return file
    if (now !== asked) return get(id, locale, now)
    const area = areaOf(id)
    if (said[area]) {
      said[area] = { ...said[area], [id]: file.hash }
      options.changed(area)
    }
    return file
  }

  return {
    async fetch(id, locale) {
      const file = await (locale === lang() ? getOwn(id, locale) : get(id, locale, undefined))
      return { page: unpackPage(file.page), words: file.words, hash: file.hash }
    },
    has: (id) => hashOf(id) !== undefined,
    isCurrent: ({ area, id }, hash) => said[area] === undefined || said[area][id] === hash,
    take(area, hashes) {
      said[area] = hashes
      if (area === 'admin' && !isLens()) storage.set(pagesKey, writePageMemory(lang(), hashes))
    },
    forget(area) {
      said[area] = {}
      if (area === 'admin' && !isLens()) storage.remove(pagesKey)
    },
  }
}
