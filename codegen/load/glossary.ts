import { join } from 'node:path'
import { type Glossary, parseGlossary, wordingsOf } from '../../src/schemas/language/glossary.ts'
import { type Issue, issueAt } from '../../src/schemas/language/issue.ts'
import { flattenMessages, type Locale } from '../../src/schemas/language/words.ts'
import type { JsonFile } from '../schema/readJson.ts'
import { type Folder, readIfThere } from './folders.ts'

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

/**
 * Finds wordings that the glossaries forbid, in all files of words. An exception that no text needs any more is a finding too.
 */
export function checkGlossary(
  glossaries: readonly (readonly [JsonFile, Glossary])[],
  files: ReadonlyMap<JsonFile, Locale>,
): Issue[] {
  const issues: Issue[] = []
  const terms = glossaries.flatMap(([, { terms: own }]) => own)
  const used = new Set<string>()
  for (const [file, locale] of files) {
    const wrongIn = wordingsOf(terms, locale)
    for (const [key, text] of Object.entries(flattenMessages(file.value ?? {}))) {
      const wrong = wrongIn(text)
      if (!wrong) continue
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
