import { useContext } from 'react'
import type { Runtime } from '../runtime/app/runtime.ts'
import type { Locale } from '../schemas/language/words.ts'
import { RuntimeContext } from './context.tsx'
import { useLoad } from './useLoad.ts'

/** Words that are loaded with the code that says them, by language: `virtual:kontor/words/<locale>/<part>`. */
export type WordsOf = Readonly<Record<Locale, () => Promise<{ default: Record<string, string> }>>>

/** Loads words in the language of the person and adds them to the shared ones. Rejects when they cannot be loaded. */
export async function addWords({ words: { i18n, lang } }: Runtime, words: WordsOf): Promise<void> {
  i18n.addResources(lang(), 'translation', (await words[lang()]()).default)
}

/** Loads code together with its words. */
export async function withWords<Code>(runtime: Runtime, words: WordsOf, load: () => Promise<Code>): Promise<Code> {
  const [code] = await Promise.all([load(), addWords(runtime, words)])
  return code
}

/** Loads the words of a dialog or a field; true once they are there. Words that cannot be loaded throw to the boundary around it. */
export function useLoadedWords(words: WordsOf): boolean {
  // Fields that are drawn by themselves, without a runtime, have all words.
  const runtime = useContext(RuntimeContext)
  const { value, error } = useLoad(async () => {
    if (runtime) await addWords(runtime, words)
    return true
  }, [runtime, words])
  if (error !== undefined) throw error
  return value === true
}
