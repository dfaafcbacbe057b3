import type { Runtime } from '../../runtime/app.ts'
import type { Locale } from '../../schemas/language/words.ts'

const words: Readonly<Record<Locale, () => Promise<{ default: Record<string, string> }>>> = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/settings'),
  en: () => import('virtual:kontor/words/en/settings'),
}

/** The drawer of settings and its words, which nobody needs before the first list. */
export async function loadSettings({ words: { i18n, lang } }: Runtime) {
  const [{ SettingsDrawer }, file] = await Promise.all([import('./SettingsDrawer.tsx'), words[lang()]()])
  i18n.addResources(lang(), 'translation', file.default)
  return SettingsDrawer
}
