import type { Runtime } from '../../runtime/app.ts'
import type { Locale } from '../../schemas/language/words.ts'

const words: Readonly<Record<Locale, () => Promise<{ default: Record<string, string> }>>> = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/home'),
  en: () => import('virtual:kontor/words/en/home'),
}

/** The public page's code and words, which nothing else loads. */
export async function loadHome(runtime: Runtime) {
  const lang = runtime.words.lang()
  const [{ Home }, file] = await Promise.all([import('./Home.tsx'), words[lang]()])
  runtime.words.i18n.addResources(lang, 'translation', file.default)
  return Home
}
