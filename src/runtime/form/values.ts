import type { Field } from '../../schemas/field.ts'
import { kindOf } from '../../schemas/kinds/index.ts'

export type Values = Readonly<Record<string, unknown>>

/** First values of fields nobody has filled: the field's default, else what an untouched field of its kind holds. */
export function defaults(fields: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => [field.name, field.default !== undefined ? field.default : kindOf(field).empty]),
  )
}

/** Equality of model values; nothing, null and '' are the same to a person. */
export function equal(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (isBlank(a) || isBlank(b)) return isBlank(a) && isBlank(b)
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return Array.isArray(a) === Array.isArray(b) && [...keys].every((key) => equal(Reflect.get(a, key), Reflect.get(b, key)))
}

/** Nothing, null, an empty text and an empty list: to a person, no value. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
