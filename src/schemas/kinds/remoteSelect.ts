import type { JsonSchema } from '../jsonSchema.ts'
import { defineKind, integerOf } from './define.ts'
import { exactNumber, isWide, wideSchema } from './exact.ts'
import { CodecError, type KindField } from './kind.ts'

/** Where the choices come from; exactly one of `page` and `table` is given. */
export const remoteOptions = {
  page: 'text',
  table: 'text',
  show: 'text',
  tree: 'flag',
  where: 'scalars',
  depends: 'texts',
} as const

/** The key of a row of another page or table. 0 and empty mean none; keys of text stay text. */
export const remoteSelect = defineKind({
  help: 'One row of another page or table.',
  options: { ...remoteOptions, guessFrom: 'text', guessBy: 'text' },
  store: () => ({ type: 'integer' }),
  empty: null,
  schema: schemaOf,
  fromWire: keyOf,
  toWire: (value) => value ?? null,
  words: ['off'],
  message: 'remote',
  cell: 'text',
  operator: 'eq',
  input: 'remote',
  comparable: 'number',
  sample: () => 1,
})

function schemaOf(field: KindField): JsonSchema {
  if (holdsText(field))
    return { type: field.required ? 'string' : ['string', 'null'], ...(field.required ? { minLength: 1 } : {}) }
  const schema: JsonSchema = {
    type: field.required ? 'integer' : ['integer', 'null'],
    ...(field.required ? { minimum: 1 } : {}),
  }
  return isWide(field) ? wideSchema(schema, '^-?\\d{16,19}$') : schema
}

/** Is the key kept in a column of text? */
export function holdsText(field: KindField): boolean {
  return ['varchar', 'char', 'text', 'uuid', 'text[]'].includes(field.store?.type ?? '')
}

/** A key from the wire: positive whole number (or its text), text for text columns; null, '' and 0 become the field's empty value. */
export function keyOf(value: unknown, field: KindField): string | number | null {
  if (value === null || value === undefined || value === '') return field.default === 0 ? 0 : null
  if (holdsText(field) && typeof value === 'string') return value
  if (isWide(field) && typeof value === 'string' && /^-?[1-9]\d{15,18}$/.test(value)) return exactNumber(value)
  const number = integerOf(value)
  if (number === undefined) throw new CodecError('remote')
  if (holdsText(field)) return String(number)
  return number === 0 && field.default !== 0 ? null : number
}
