import type { WordsOf } from '../../../loadedWords.ts'

/** Words of what is done with columns. */
export const columnWords: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/ui.columns'),
  en: () => import('virtual:kontor/words/en/ui.columns'),
}
