import type { WordsOf } from '../../../loadedWords.ts'

/** Words of changes of all rows, which come with their code. */
export const bulkWords: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/ui.bulk'),
  en: () => import('virtual:kontor/words/en/ui.bulk'),
}
