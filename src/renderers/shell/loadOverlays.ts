import type { Runtime } from '../../runtime/app/runtime.ts'
import { type WordsOf, withWords } from '../loadedWords.ts'

const settings: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/settings'),
  en: () => import('virtual:kontor/words/en/settings'),
}
const notices: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/ui.notices'),
  en: () => import('virtual:kontor/words/en/ui.notices'),
}
const terminal: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/terminalDialog'),
  en: () => import('virtual:kontor/words/en/terminalDialog'),
}

/** The drawer of settings. */
export async function loadSettings(runtime: Runtime) {
  return (await withWords(runtime, settings, () => import('./settings/SettingsDrawer.tsx'))).SettingsDrawer
}

/** The terminal. */
export async function loadTerminal(runtime: Runtime) {
  return (await withWords(runtime, terminal, () => import('./terminal/Terminal.tsx'))).Terminal
}

/** What is unread, beside the bell. */
export async function loadNotices(runtime: Runtime) {
  return (await withWords(runtime, notices, () => import('./notices/NoticePanel.tsx'))).NoticePanel
}
