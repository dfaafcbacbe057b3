export const locales = ['zh-cn', 'en'] as const
export type Locale = (typeof locales)[number]
/** Is it a language that Kontor has? */
export function isLocale(text: unknown): text is Locale {
  return locales.some((locale) => locale === text)
}

export const defaultLocale: Locale = 'zh-cn'

/** Words by key: `fields.status.options.2` → `To ship`. */
export type WordMap = Readonly<Record<string, string>>

/** Flattens a words file: nested objects become dotted keys. Values that are not texts are reported to `wrong`. */
export function flattenMessages(json: unknown, wrong: (path: string[]) => void = () => {}): Record<string, string> {
  const out: Record<string, string> = {}
  const walk = (value: unknown, path: string[]): void => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const prefix = path.map((name) => `${name}.`).join('')
      for (const [key, part] of Object.entries(value)) {
        if (typeof part === 'string') out[prefix + key] = part
        else walk(part, [...path, key])
      }
    } else wrong(path)
  }
  walk(json, [])
  delete out.$schema // a file may name its JSON Schema
  return out
}

/** The text with `{name}` replaced by parameters; unknown names stay as they are. */
export function interpolate(text: string, params?: Readonly<Record<string, unknown>>): string {
  if (params === undefined) return text
  return text.replace(/\{([\w.]+)\}/g, (whole, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : whole))
}
