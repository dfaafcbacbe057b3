import { proxy } from 'valtio/vanilla'
import type { PageHashes } from '../schemas/api/pages.ts'
import type { Field } from '../schemas/field.ts'
import type { Area } from '../schemas/language/area/area.ts'
import type { FormItem, ItemGroup } from '../schemas/language/items/items.ts'
import type { Page } from '../schemas/language/page.ts'
import { flattenMessages, interpolate, type Locale, type WordMap } from '../schemas/language/words.ts'
import type { HttpClient } from './http/client.ts'
import type { Params, Words } from './i18n/words.ts'
import type { Row } from './rows.ts'

/** A screen as it was parsed and checked, with its words in one language (flat keys; shared words resolved). */
export interface PageFiles {
  page: Page
  words: unknown
  /** Which version it is, where the server delivers it. */
  hash?: string
}

export type FetchPage = (id: string, lang: Locale) => Promise<PageFiles>

/** Where screens come from: from Kontor's server, or for other servers from the build. */
export interface PageSource {
  fetch: FetchPage
  /** Is there this screen, for this person as far as that is known? */
  has(id: string): boolean
  /** Is this version of a screen the one that the server would deliver now? */
  isCurrent(page: Pick<Page, 'id' | 'area'>, hash: string): boolean
  /** Takes which screens the person of an area has, as an init answer says it. */
  take(area: Area, hashes: PageHashes): void
  /** Nobody is signed in to the area any more. */
  forget(area: Area): void
}

/** The pages of the build, which never change. Without `ids` every id counts as one of them. */
export function builtPages(fetch: FetchPage, ids: readonly string[] | undefined): PageSource {
  const known = ids && new Set(ids)
  return { fetch, has: (id) => known?.has(id) ?? true, isCurrent: () => true, take: () => {}, forget: () => {} }
}

/** A screen with its words in the language of the person. */
export interface LoadedPage {
  page: Page
  /**
   * Text of a place in the page (`fields.status.label`, `actions.deliver.confirm`): the page's own word, else the shared one.
   * A word that is nowhere is shown as its key and warned about once.
   */
  t(key: string, params?: Params): string
  /** The same, or undefined where a word may be missing (help, placeholder, unit …). */
  find(key: string, params?: Params): string | undefined
  /** How the screen works with a server that is not Kontor's own; absent: with Kontor's. */
  wire?: ScreenWire
  /** Which version it is, where the server delivers it. */
  hash?: string
}

/** The current parts of a form page: its fields, the custom ones added by users, and their words. */
export interface FormParts {
  page: Page
  loaded: LoadedPage
  items: readonly FormItem[]
  groups: readonly ItemGroup[]
}

/** How one screen works with a server other than Kontor's own. */
export interface ScreenWire {
  /** The page without what that server does not have. */
  page: Page
  /** A client that takes the screen's calls and makes them in that server's words; its answers come back in ours. */
  http(http: HttpClient, t: LoadedPage['t']): HttpClient
  /** May lists show this field, or with `search`, filter and sort by it? Absent: what the first row of a list has. */
  knows?(field: string, use?: 'search'): boolean
  /** Where that server has no node for a call of this screen: may the person who has the screen make it? */
  allows?(node: string): boolean
  /** Other keys under which the words of a key may be found. */
  words?(key: string): readonly string[]
  /** The form and its record, of an answer that describes both. */
  form?(loaded: LoadedPage, answer: Row): { parts: FormParts; row: Row }
  /** A form with tabs saves the tab in front alone. */
  savesTab?: true
  /** It answers what a dashboard shows. */
  hasFigures?: true
  /** It answers the row that a field of a form names. */
  hasLookup?: true
}

/** Makes the wire of a screen; null for a screen that works with that server as it is. */
export type LoadScreenWire = (page: Page) => Promise<ScreenWire>

/** The screens that have been asked for. */
export interface Pages {
  /** Loads and keeps a screen. Rejects with the loader's error (no such screen, no network). */
  load(id: string): Promise<LoadedPage>
  /** Starts loading so that it is there when it is wanted. Failures are kept for `load`. */
  prefetch(id: string): void
  /** The screen, when it has been loaded already. */
  peek(id: string): LoadedPage | undefined
  /** The words of a screen in any language, by key. Rejects as `load` does. */
  words(id: string, lang: Locale): Promise<WordMap>
  /** Is there this screen, for this person as far as that is known? */
  has(id: string): boolean
  /** Counts how often the server has delivered a menu, and with it, where it does, which screens there are. */
  state: { taken: number }
  /** Does the server have another version of this screen by now, or none? */
  isOutdated(loaded: LoadedPage): boolean
  /** Takes which screens the person of an area has. Other versions of them are forgotten; who draws one keeps it. */
  take(area: Area, hashes: PageHashes | undefined): void
  /** Forgets all screens of an area: nobody is signed in to it any more. */
  forget(area: Area): void
}

/** Creates the cache of screens. A failed load is retried at the next call. */
export function createPages(source: PageSource, words: Words, screen: LoadScreenWire | null = null): Pages {
  const loading = new Map<string, Promise<LoadedPage>>()
  const loaded = new Map<string, LoadedPage>()
  const state = proxy<Pages['state']>({ taken: 0 })

  function load(id: string): Promise<LoadedPage> {
    const known = loading.get(id)
    if (known) return known
    const answer = source
      .fetch(id, words.lang())
      .then(async (files) => {
        const wire = screen ? await screen(files.page) : undefined
        const page = translate(files, words, wire)
        if (loading.get(id) === answer) loaded.set(id, page)
        return page
      })
      .catch((error: unknown) => {
        if (loading.get(id) === answer) loading.delete(id)
        throw error
      })
    loading.set(id, answer)
    return answer
  }

  function isOutdated({ page, hash }: LoadedPage): boolean {
    return hash !== undefined && !source.isCurrent(page, hash)
  }

  function drop(isGone: (loaded: LoadedPage) => boolean): void {
    for (const [id, page] of loaded)
      if (isGone(page)) {
        loading.delete(id)
        loaded.delete(id)
      }
  }

  return {
    load,
    prefetch: (id) => void load(id).catch(() => undefined),
    peek: (id) => loaded.get(id),
    words: async (id, lang) => flattenMessages((await source.fetch(id, lang)).words),
    has: source.has,
    state,
    isOutdated,
    take(area, hashes) {
      if (hashes !== undefined) {
        source.take(area, hashes)
        drop(isOutdated)
      }
      state.taken++
    },
    forget(area) {
      source.forget(area)
      drop(({ page }) => page.area === area)
    },
  }
}

function translate(files: PageFiles, words: Words, wire: ScreenWire | undefined): LoadedPage {
  const own: WordMap = flattenMessages(files.words)
  const page = wire?.page ?? files.page
  const word = (key: string) => own[key] ?? words.find(key)

  function find(key: string, params?: Params): string | undefined {
    const text = [key, ...(wire?.words?.(key) ?? [])].map(word).find((found) => found !== undefined)
    return text === undefined ? undefined : interpolate(text, params)
  }

  function t(key: string, params?: Params): string {
    const text = find(key, params)
    if (text === undefined) words.missing(`${page.id}: ${key}`)
    return text ?? key
  }

  return { page, t, find, ...(wire ? { wire } : {}), ...(files.hash === undefined ? {} : { hash: files.hash }) }
}

/** Path of a field's words: `fields.status`, or `related.user.nickname` for a field of a relation. */
export function fieldPlace(name: string): string {
  return name.includes('.') ? `related.${name}` : `fields.${name}`
}

/** The field with this name, also one hop away (`user.nickname`); undefined when the page has none. */
export function fieldOf(page: Page, name: string): Field | undefined {
  const [relation = '', field] = name.split('.')
  return field === undefined ? page.fields[name] : page.related[relation]?.[field]
}
