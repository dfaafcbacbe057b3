import * as z from 'zod/mini'
import type { Issue } from './issue.ts'
import { readShape } from './shape.ts'
import type { Locale } from './words.ts'

/** One idea of the screens: what it is called in each language, and what it is not called. */
export interface Term {
  en: string
  'zh-cn': string
  /** What it is, for authors; in English. */
  about?: string | undefined
  /** Wordings that the texts of a language must not have. */
  not: Readonly<Record<Locale, readonly string[]>>
}

/** glossary.json of a folder of schemas. */
export interface Glossary {
  terms: readonly Term[]
  /** Texts that keep a forbidden wording, by file and key, with the reason. */
  except: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const text = z.string().check(z.minLength(1), z.maxLength(200))
const wordings = z.array(text).check(z.minLength(1))

const glossaryShape = z.strictObject({
  terms: z.array(
    z.strictObject({
      en: text,
      'zh-cn': text,
      about: z.optional(text),
      not: z.optional(z.strictObject({ en: z.optional(wordings), 'zh-cn': z.optional(wordings) })),
    }),
  ),
  except: z.optional(z.record(text, z.record(text, text))),
})

/** Parses glossary.json. Returns undefined when it cannot be read; faults are added to `issues`. */
export function parseGlossary(json: unknown, issues: Issue[]): Glossary | undefined {
  const read = readShape(glossaryShape, json, [], issues)
  if (!read) return undefined
  const terms = read.terms.map(({ not = {}, ...term }) => ({ ...term, not: { en: not.en ?? [], 'zh-cn': not['zh-cn'] ?? [] } }))
  return { terms, except: read.except ?? {} }
}

/** A wording that a text must not have, and what to write instead. */
export interface Wrong {
  wording: string
  instead: string
}

/** Finds forbidden wordings in texts of a language. English ones are whole words in any case; Chinese has no spaces between words. */
export function wordingsOf(terms: readonly Term[], locale: Locale): (text: string) => Wrong | undefined {
  const rules = terms.flatMap((term) =>
    term.not[locale].map((wording) => ({ wording, instead: term[locale], pattern: patternOf(wording, locale) })),
  )
  return (shown) => {
    const said = shown.replace(/\{[\w.]+\}/g, '{}') // names of parameters are not shown
    return rules.find(({ pattern }) => pattern.test(said))
  }
}

function patternOf(wording: string, locale: Locale): RegExp {
  const escaped = wording.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return locale === 'zh-cn' ? new RegExp(escaped) : new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, 'i')
}
