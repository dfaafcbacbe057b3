import { join } from 'node:path'
import { type Glossary, parseGlossary, type Wrong, wordingsOf } from '../../src/schemas/language/glossary.ts'
import { type Issue, issueAt } from '../../src/schemas/language/issue.ts'
import type { Locale } from '../../src/schemas/language/words.ts'
import { makePauses } from '../schema/pauses.ts'
import type { JsonFile } from '../schema/readJson.ts'
import { type Folder, readIfThere } from './folders.ts'
import { messagesOf } from './messages.ts'

/** glossary.json of each folder that has one, with its file. Faults go to `issues`. */
export async function readGlossaries(folders: readonly Folder[], issues: Issue[]): Promise<[JsonFile, Glossary][]> {
  const read = folders.map(async ({ dir, prefix }): Promise<[JsonFile, Glossary][]> => {
    const file = await readIfThere(join(dir, 'glossary.json'), `${prefix}glossary.json`)
    if (!file) return []
    issues.push(...file.issues)
    const found: Issue[] = []
    const glossary = file.issues.length > 0 ? undefined : parseGlossary(file.value, found)
    issues.push(...found.map(file.locate))
    return glossary ? [[file, glossary]] : []
  })
  return (await Promise.all(read)).flat()
}

/** What a file of words says wrongly. */
type Said = readonly { key: string; wrong: Wrong }[]

const saidBefore = new WeakMap<JsonFile, { glossaries: readonly JsonFile[]; said: Said }>()

/** Finds forbidden wordings in a file of words: once, while neither it nor a glossary changes. */
function wrongFinder(read: readonly (readonly [JsonFile, Glossary])[]): (file: JsonFile, locale: Locale) => Said {
  const glossaries = read.map(([file]) => file)
  const terms = read.flatMap(([, { terms: own }]) => own)
  const wordings = { 'zh-cn': wordingsOf(terms, 'zh-cn'), en: wordingsOf(terms, 'en') } satisfies Record<Locale, unknown>
  return (file, locale) => {
    const before = saidBefore.get(file)
    if (before?.glossaries.length === glossaries.length && glossaries.every((each, i) => before.glossaries[i] === each))
      return before.said
    const said = Object.entries(messagesOf(file)).flatMap(([key, text]) => {
      const wrong = wordings[locale](text)
      return wrong ? [{ key, wrong }] : []
    })
    saidBefore.set(file, { glossaries, said })
    return said
  }
}

/**
 * Finds wordings that the glossaries forbid, in all files of words. An exception that no text needs any more is a finding too.
 */
export async function checkGlossary(
  glossaries: readonly (readonly [JsonFile, Glossary])[],
  files: ReadonlyMap<JsonFile, Locale>,
): Promise<Issue[]> {
  const issues: Issue[] = []
  const used = new Set<string>()
  const wrongOf = wrongFinder(glossaries)
  const pause = makePauses()
  for (const [file, locale] of files) {
    await pause()
    for (const { key, wrong } of wrongOf(file, locale)) {
      if (glossaries.some(([, { except }]) => except[file.name]?.[key] !== undefined)) used.add(`${file.name} ${key}`)
      else issues.push(file.locate(issueAt(key.split('.'), `the glossary has no "${wrong.wording}"`, `say "${wrong.instead}"`)))
    }
  }
  for (const [glossary, { except }] of glossaries)
    for (const [name, keys] of Object.entries(except))
      for (const key of Object.keys(keys))
        if (!used.has(`${name} ${key}`))
          issues.push(
            glossary.locate(issueAt(['except', name, key], 'the text has no forbidden wording', 'remove the exception')),
          )
  return issues
}
