import type { Runtime } from '../../runtime/app.ts'
import { addWords, type WordsOf } from '../loadedWords.ts'

const settings: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/settings'),
  en: () => import('virtual:kontor/words/en/settings'),
}
const terminal: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/terminalDialog'),
  en: () => import('virtual:kontor/words/en/terminalDialog'),
}

const again: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/again'),
  en: () => import('virtual:kontor/words/en/again'),
}

/** Code together with its words, which nobody needs before the first list. */
async function withWords<Code>(runtime: Runtime, words: WordsOf, load: () => Promise<Code>): Promise<Code> {
  const [code] = await Promise.all([load(), addWords(runtime, words)])
  return code
}

/** The drawer of settings. */
export async function loadSettings(runtime: Runtime) {
  return (await withWords(runtime, settings, () => import('./settings/SettingsDrawer.tsx'))).SettingsDrawer
}

/** The terminal. */
export async function loadTerminal(runtime: Runtime) {
  return (await withWords(runtime, terminal, () => import('./terminal/Terminal.tsx'))).Terminal
}

/** The sign-in of an administrator over the page. */
export async function loadSignInOver(runtime: Runtime) {
  return (await withWords(runtime, again, () => import('./login/SignInOver.tsx'))).SignInOver
}

/** The same of a member. */
export async function loadMemberSignInOver(runtime: Runtime) {
  return (await withWords(runtime, again, () => import('../member/MemberSignInOver.tsx'))).MemberSignInOver
}
