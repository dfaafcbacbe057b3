import type { NeededWord } from '../../src/schemas/language/fieldWords.ts'
import { type Issue, issueAt } from '../../src/schemas/language/issue.ts'
import { type Locale, locales } from '../../src/schemas/language/words.ts'
import type { JsonFile } from '../schema/readJson.ts'

/** A word that a page needs and a language lacks. */
export interface Gap {
  locale: Locale
  word: NeededWord
}

/** Where the words of a page are written. */
interface WordPlaces {
  /** The file of the page, or of the overlay, in which the part stands that needs the word. */
  neededBy(path: NeededWord['path']): string
  /** The words of the page in a language, as findings name the file; undefined where it is not there. */
  own(locale: Locale): { name: string; file: JsonFile | undefined }
  /** The same of an overlay. */
  overlays(locale: Locale): readonly JsonFile[]
}

/** A file of an overlay, as findings name it. */
const inOverlay = /^(?:modules\/[^/]+\/)?overlays\//

/** One finding for each missing word. A word that no language has was forgotten once: it is reported in the first of them. */
export function missingWords(gaps: readonly Gap[], places: WordPlaces): Issue[] {
  const byKey = new Map<string, Gap[]>()
  for (const gap of gaps) byKey.set(gap.word.key, [...(byKey.get(gap.word.key) ?? []), gap])
  return [...byKey.values()].flatMap((same) => {
    const isEverywhere = same.length === locales.length
    return (isEverywhere ? same.slice(0, 1) : same).map((gap) => missingWord(gap, isEverywhere, places))
  })
}

function missingWord({ locale, word: { key, path } }: Gap, isEverywhere: boolean, places: WordPlaces): Issue {
  const needed = places.neededBy(path)
  const isOfOverlay = inOverlay.test(needed)
  const nameIn = (each: Locale) => (isOfOverlay ? needed.replace(/\.json$/, `.${each}.json`) : places.own(each).name)
  const name = nameIn(locale)
  const file = isOfOverlay ? places.overlays(locale).find((each) => each.name === name) : places.own(locale).file
  const files = (isEverywhere ? locales : [locale]).map(nameIn)
  const fix = isEverywhere || (isOfOverlay && !file) ? `write ${files.join(' and ')}` : ''
  const reason = `needed by ${isOfOverlay ? needed : 'page.json'} ${path.join('.')}`
  const issue = issueAt(key.split('.'), `missing word "${key}"`, fix, reason)
  return { ...issue, line: 1, column: 1, ...file?.locate(issue), file: name }
}

/** The words that misspelt ones were meant to be, among findings about the words of a page. */
export function meantWords(found: readonly Issue[]): string[] {
  return found.flatMap(({ what, fix }) => {
    const [, meant] = /^did you mean "(.+)"/.exec(fix) ?? []
    return meant !== undefined && what.startsWith('nothing in the page uses the word') ? [meant] : []
  })
}
