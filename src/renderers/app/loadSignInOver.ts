import type { Runtime } from '../../runtime/app/runtime.ts'
import { type WordsOf, withWords } from '../loadedWords.ts'

const again: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/again'),
  en: () => import('virtual:kontor/words/en/again'),
}

/** The dialog in which an administrator signs in again over the page. */
export async function loadSignInOver(runtime: Runtime) {
  return (await withWords(runtime, again, () => import('../shell/login/SignInOver.tsx'))).SignInOver
}

/** The dialog in which a member signs in again over the page. */
export async function loadMemberSignInOver(runtime: Runtime) {
  return (await withWords(runtime, again, () => import('../member/MemberSignInOver.tsx'))).MemberSignInOver
}
