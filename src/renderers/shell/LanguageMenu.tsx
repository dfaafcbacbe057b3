import { type Locale, locales } from '../../schemas/language/words.ts'
import { useRuntime, useT } from '../context.tsx'
import { Menu } from '../ui/overlays/Menu.tsx'

/** Each language in its own language, so that its speakers can read it. */
const names: Record<Locale, string> = { 'zh-cn': '简体中文', en: 'English' }

/** Chooses the language: stores it and reloads the page. */
export function LanguageMenu() {
  const runtime = useRuntime()
  const t = useT()
  const now = runtime.words.lang()
  return (
    <Menu
      label={t('ui.shell.language')}
      icon="language"
      items={locales.map((lang) => ({
        id: lang,
        label: names[lang],
        checked: lang === now,
        onSelect: () => {
          if (lang !== now) runtime.setLanguage(lang)
        },
      }))}
    />
  )
}
