import type { WordsOf } from '../../../loadedWords.ts'

/** Words of saved views. */
export const viewWords: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/ui.views'),
  en: () => import('virtual:kontor/words/en/ui.views'),
}
