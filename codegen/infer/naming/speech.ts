import type { Locale } from '../../../src/schemas/language/words.ts'

/** Finds a wording that the words of a language may not have, and what to say in its place. */
export type Speech = Readonly<Record<Locale, (text: string) => { wording: string; instead: string } | undefined>>

type Words = Readonly<Record<Locale, Record<string, unknown>>>

/** The words with what the glossaries say in the place of what they refuse; names of tables know no glossary. */
export function sayAllowed<W extends Words>(words: W, speech: Speech | undefined): W {
  if (!speech) return words
  const locales = Object.keys(words) as Locale[]
  return Object.fromEntries(locales.map((locale) => [locale, said(words[locale], speech[locale])])) as W
}

function said(value: unknown, find: Speech[Locale]): unknown {
  if (typeof value === 'string') return replaced(value, find)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, said(each, find)]))
}

function replaced(text: string, find: Speech[Locale]): string {
  let out = text
  for (let i = 0; i < 5; i++) {
    const wrong = find(out)
    if (!wrong) return out
    const instead = nearest(wrong.instead.split(/[,，、(（{]/), wrong.wording)
    const at = out.toLowerCase().indexOf(wrong.wording.toLowerCase())
    if (at < 0 || instead.trim() === '') return out
    const word = at === 0 ? instead.trim() : instead.trim().toLowerCase()
    out = `${out.slice(0, at)}${at === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word}${out.slice(at + wrong.wording.length)}`
  }
  return out
}

/** Of several wordings the one that ends like the refused one: `Sign in, sign out` in the place of Logout. */
function nearest(wordings: readonly string[], refused: string): string {
  const end = refused.toLowerCase().slice(-3)
  return wordings.find((each) => each.trim().toLowerCase().endsWith(end)) ?? wordings[0] ?? ''
}
