import type { Runtime } from '../../runtime/app/runtime.ts'
import { addWords, type WordsOf } from '../loadedWords.ts'

const words: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/member'),
  en: () => import('virtual:kontor/words/en/member'),
}

/** The member area's code and words, which the back office never loads. */
export async function loadMember(runtime: Runtime) {
  const validate = runtime.words.loadPart('validate')
  const [{ area }] = await Promise.all([import('./area.ts'), addWords(runtime, words), validate])
  return area
}
