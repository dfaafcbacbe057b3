import type { WordsOf } from '../../../loadedWords.ts'

/** Words of chips and of what they open. */
export const filterWords: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/ui.filters'),
  en: () => import('virtual:kontor/words/en/ui.filters'),
}
