import { createInstance, type i18n as I18n } from 'i18next'
import { defaultLocale, flattenMessages, interpolate, type Locale } from '../../schemas/language/words.ts'
import type { Log } from '../platform.ts'
import type { WordKey } from './keys.ts'

/** The shared words files of one language (parsed JSON), however they are kept; with `part` those that are loaded when they are first needed. */
export type FetchWords = (lang: Locale, part?: WordsPart) => Promise<readonly unknown[]>

/** Shared words that no list needs: `validate`, what forms say of a value. */
export type WordsPart = 'validate'

/** Where i18next keeps words of which nothing else is said. */
const translations = 'translation'

export type Params = Readonly<Record<string, string | number>>

/** The words every page shares, in the language of the person. */
export interface Words {
  /** For react-i18next's provider. */
  i18n: I18n
  lang(): Locale
  /** Loads the shared words of the language. Every word exists in every language (the checker sees to it), so no other is loaded. */
  load(): Promise<void>
  /** Loads words that not everybody needs, once. Words that do not come are logged, and asked for again the next time. */
  loadPart(part: WordsPart): Promise<void>
  /** Text of a shared word; the key itself (and one warning) when there is none. */
  t(key: string, params?: Params): string
  /** The same for the runtime's own words, whose keys the compiler knows. */
  say(key: WordKey, params?: Params): string
  /** Text of a shared word, or undefined. */
  find(key: string): string | undefined
  /** Warns once about a word that is nowhere. */
  missing(key: string): void
}

/** Makes the dictionary for one language. It is empty until `load` has been awaited. */
export function createWords(lang: Locale, fetchWords: FetchWords, log: Log): Words {
  const missing = warnOnce((key) => log.warn(`no word "${key}" in ${lang}`))
  const i18n = createI18n(lang, missing)
  const find = createFind(i18n, lang)

  function t(key: string, params?: Params): string {
    const text = find(key)
    if (text === undefined) {
      missing(key)
      return key
    }
    return interpolate(text, params)
  }

  async function add(part?: WordsPart) {
    i18n.addResources(lang, translations, mergeWords(await fetchWords(lang, part)))
  }

  const parts = new Map<WordsPart, Promise<void>>()
  function loadPart(part: WordsPart): Promise<void> {
    const loading =
      parts.get(part) ??
      add(part).catch((error: unknown) => {
        parts.delete(part)
        log.warn(`the words "${part}" did not come`, error)
      })
    parts.set(part, loading)
    return loading
  }

  return {
    i18n,
    lang: () => lang,
    load: () => add(),
    loadPart,
    t,
    say: t,
    find,
    missing,
  }
}

function createI18n(lang: Locale, missing: (key: string) => void): I18n {
  const i18n = createInstance()
  // Placeholders are {name}; keys are dotted but flat, so that an option value may hold a dot.
  void i18n.init({
    lng: lang,
    fallbackLng: defaultLocale,
    resources: {},
    initAsync: false,
    // else i18next looks up zh-cn as zh-CN and finds nothing
    lowerCaseLng: true,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    returnNull: false,
    // React asks i18next itself (react-i18next): a word that is nowhere is logged here too
    parseMissingKeyHandler: (key) => {
      missing(key)
      return key
    },
  })
  return i18n
}

/**
 * Looks words up as they are written. Each is looked up once, found or not: lists ask for the same few in every row. They are taken from the
 * dictionary itself: in the first screen's hundreds, plurals and parameters that none of them has would be looked for as well.
 */
function createFind(i18n: I18n, lang: Locale): (key: string) => string | undefined {
  const plain = new Map<string, string | undefined>()
  // Words that came later are found although they were missing before.
  i18n.store.on('added', () => plain.clear())
  return (key) => {
    if (!plain.has(key)) {
      const text: unknown = i18n.getResource(lang, translations, key)
      plain.set(key, typeof text === 'string' ? text : undefined)
    }
    return plain.get(key)
  }
}

function warnOnce(warn: (key: string) => void): (key: string) => void {
  const warned = new Set<string>()
  return (key) => {
    if (warned.has(key)) return
    warned.add(key)
    warn(key)
  }
}

/** All words files of a language as one flat map. The same key in two files is an error: one of them would never be seen. */
export function mergeWords(files: readonly unknown[]): Record<string, string> {
  const all: Record<string, string> = {}
  for (const file of files) {
    for (const [key, text] of Object.entries(flattenMessages(file))) {
      if (Object.hasOwn(all, key)) throw new Error(`"${key}" is in two words files`)
      all[key] = text
    }
  }
  return all
}
