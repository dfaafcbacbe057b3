import { kindOf } from '../../../schemas/kinds/index.ts'
import type { Page } from '../../../schemas/language/page.ts'

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#039;': "'",
  '&#39;': "'",
}

/** The text a person typed: BuildAdmin keeps texts with their HTML characters written as entities, and writes them so again when saved. */
export function plainText(text: string): string {
  return text.includes('&') ? text.replace(/&(?:amp|lt|gt|quot|#0?39);/g, (found) => entities[found] ?? found) : text
}

/** Every text in a value, members of these names left as they are (rich text, JSON). */
export function withPlainTexts(value: unknown, except: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return plainText(value)
  if (Array.isArray(value)) return value.map((part) => withPlainTexts(part, except))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, except.has(name) ? part : withPlainTexts(part, except)]),
  )
}

/** Fields whose text is HTML or JSON. */
export function rawFields(page: Page): string[] {
  return Object.values(page.fields).flatMap((field) => (kindOf(field).markup || field.kind === 'json' ? [field.name] : []))
}
