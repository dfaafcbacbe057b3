import type { Runtime } from '../../runtime/app/runtime.ts'
import { addWords, type WordsOf } from '../loadedWords.ts'

const words: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/public'),
  en: () => import('virtual:kontor/words/en/public'),
}

/** Words of the public page's frame, which nothing else uses. */
export const addPublicWords = (runtime: Runtime) => addWords(runtime, words)

/** The platform's own public page with its words. */
export async function loadHome(runtime: Runtime) {
  const [{ Home }] = await Promise.all([import('./Home.tsx'), addPublicWords(runtime)])
  return Home
}
