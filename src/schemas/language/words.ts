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

/**
 * The text with `{name}` replaced by parameters; unknown names stay as they are. Of a text with two forms (`{n} row|{n} rows`) the one for the
 * number that it names first. A space separates Latin words from Chinese where a parameter meets
 * its neighbour: `编辑{noun}` becomes 编辑订单 or 编辑 student.
 */
export function interpolate(text: string, params?: Readonly<Record<string, unknown>>): string {
  if (params === undefined) return text
  // Text is at even places, the name of a parameter at odd ones.
  const parts = formFor(text, params)
    .split(/\{([\w.]+)\}/)
    .map((part, i) => (i % 2 === 0 ? part : Object.hasOwn(params, part) ? String(params[part] ?? '') : `{${part}}`))
  return parts.reduce((before, part) => (needsSpace(before, part) ? `${before} ${part}` : before + part))
}

function formFor(text: string, params: Readonly<Record<string, unknown>>): string {
  const [one = '', many] = text.split('|')
  if (many === undefined) return text
  const named = [...one.matchAll(/\{([\w.]+)\}/g)].flatMap(([, name = '']) => (Object.hasOwn(params, name) ? [params[name]] : []))
  const number = named.find((value) => /^[\d,]+$/.test(String(value)))
  if (number === undefined) return named.length > 0 ? many : text
  return Number(number) === 1 ? one : many
}

function needsSpace(before: string, after: string): boolean {
  if (/\p{Script=Han}$/u.test(before)) return /^\d*\p{Script=Latin}/u.test(after)
  return /^\p{Script=Han}/u.test(after) && /\p{Script=Latin}(?:[\d ]*\d)?$/u.test(before)
}
