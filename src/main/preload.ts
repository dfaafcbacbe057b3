import { firstLang } from '../runtime/i18n/firstLang.ts'
import { entranceOf, langOf, routeAt } from '../runtime/navigation/routes.ts'
import { adminInfoKey, layoutKey } from '../runtime/stores/keys.ts'
import type { Locale } from '../schemas/language/words.ts'
import { requestOffice } from './early.ts'
import { fetchPage, fetchPageIds, fetchWords } from './files.ts'

/** The shipped languages; this file must not wait for the parsers of the stores. */
const languages = ['zh-cn', 'en'] as const satisfies readonly Locale[]

/**
 * Starts loading what the address will need while the rest of the product is still on its way: words, and for a person who is signed in
 * the office's code and the screen. What fails here is asked for again, and told, where it is needed.
 * Returns the language of this browser.
 */
export function preload(): Locale {
  // The dark theme from the first paint on; src/renderers/app/useTokens.ts keeps it in step.
  const follows = (stored(layoutKey, 'followSystem') || String(stored(layoutKey, 'isDark') === '')) === 'true'
  const isDark = follows ? matchMedia('(prefers-color-scheme: dark)').matches : stored(layoutKey, 'isDark') === 'true'
  document.documentElement.classList.toggle('dark', isDark)
  const kept = languages.find((lang) => lang === stored(layoutKey, 'lang'))
  const lang = kept ?? (firstLang(languages, navigator.languages, langOf(document)) || 'zh-cn')
  attempt(fetchWords(lang))
  const dialect = document.querySelector<HTMLMetaElement>('meta[name="kontor-dialect"]')?.content
  const delivers = dialect === undefined || dialect === '' || dialect === 'kontor'
  if (!delivers) attempt(fetchPageIds(lang))
  const entrance = entranceOf(document)
  const path = routeAt(location, entrance)
  const id = screenIn(path)
  if (id === undefined || stored(adminInfoKey, 'token') === '') {
    if (path.startsWith('/admin')) attempt(import('../renderers/shell/login/Login.tsx'))
    return lang
  }
  attempt(import('../renderers/shell/admin.ts'))
  if (delivers) requestOffice(id, lang, stored(adminInfoKey, 'token'), entrance)
  else attempt(fetchPage(id, lang))
  return lang
}

/** `auth/group` of `/admin/auth/group`; '' for the office itself, undefined outside of it and where one signs in. */
function screenIn(path: string): string | undefined {
  const inside = /^\/admin(?:\/([^?]*))?(?:\?|$)/.exec(path)
  return inside && inside[1] !== 'login' ? (inside[1] ?? '') : undefined
}

function attempt(loading: Promise<unknown>): void {
  loading.catch(() => undefined)
}

/** A text, or a yes or no as one, out of what the browser keeps under a key; '' when there is none or it cannot be read. */
function stored(key: string, member: string): string {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')[member]
    return typeof value === 'string' || typeof value === 'boolean' ? String(value) : ''
  } catch {
    return ''
  }
}
