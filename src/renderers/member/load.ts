import type { Runtime } from '../../runtime/app.ts'
import type { Locale } from '../../schemas/language/words.ts'

const words: Readonly<Record<Locale, () => Promise<{ default: Record<string, string> }>>> = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/member'),
  en: () => import('virtual:kontor/words/en/member'),
}

/** The member area's code and words, which the back office never loads. */
export async function loadMember(runtime: Runtime) {
  const lang = runtime.words.lang()
  const [{ area }, file] = await Promise.all([import('./area.ts'), words[lang]()])
  runtime.words.i18n.addResources(lang, 'translation', file.default)
  return area
}
