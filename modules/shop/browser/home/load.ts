import { addPublicWords } from '../../../../src/renderers/home/load.ts'
import { addWords, type WordsOf } from '../../../../src/renderers/loadedWords.ts'
import type { Runtime } from '../../../../src/runtime/app/runtime.ts'

const words: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/home'),
  en: () => import('virtual:kontor/words/en/home'),
}

/** The shop window with its words. */
export async function loadShopHome(runtime: Runtime) {
  const [{ ShopHome }] = await Promise.all([import('./ShopHome.tsx'), addPublicWords(runtime), addWords(runtime, words)])
  return ShopHome
}
