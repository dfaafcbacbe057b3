import { type Issue, issueAt } from '../../src/schemas/language/issue.ts'
import { flattenMessages, type WordMap } from '../../src/schemas/language/words.ts'
import type { JsonFile } from '../schema/readJson.ts'

const read = new WeakMap<JsonFile, { words: WordMap; wrong: readonly string[][] }>()

/** The words of a file by their dotted keys, flattened once. What is no text goes to `issues`. */
export function messagesOf(file: JsonFile, issues: Issue[] = []): WordMap {
  const { words, wrong } = read.get(file) ?? flattened(file)
  issues.push(...wrong.map((path) => file.locate(issueAt(path, 'a word must be a text'))))
  return words
}

function flattened(file: JsonFile) {
  const wrong: string[][] = []
  const found = { words: flattenMessages(file.value ?? {}, (path) => wrong.push(path)), wrong }
  read.set(file, found)
  return found
}
