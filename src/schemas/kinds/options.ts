import { CodecError, type Field, type JsonSchema, type Store } from '../language/field.ts'

/** Key `options` of select, radio, checkbox, multiselect: order is the order shown. */
export const optionsShape = { options: 'choices' } as const

/** Are all values of the field's options integers? Then the value type is a number everywhere but on the wire. */
export function isNumeric(field: Field): boolean {
  return (field.options ?? []).every((o) => Number.isInteger(o.value))
}

/** Column of one option value. */
export function optionStore(field: Field): Store {
  if (isNumeric(field))
    return { type: (field.options ?? []).every((o) => Math.abs(Number(o.value)) < 32768) ? 'smallint' : 'integer' }
  return { type: 'varchar', length: Math.max(20, ...(field.options ?? []).map((o) => String(o.value).length)) }
}

/** The option a wire value names (numbers and texts alike); empty gives null; anything else is refused. */
export function optionOf(value: unknown, field: Field): string | number | null {
  if (value === null || value === undefined || value === '') return null
  const text = typeof value === 'boolean' ? (value ? '1' : '0') : String(value)
  const found = (field.options ?? []).find((o) => String(o.value) === text)
  if (!found) throw new CodecError('option', { value: text.slice(0, 50) })
  return found.value
}

/** On the wire option values are texts unless the field says `wire: "number"` (decision 8). */
export function optionToWire(value: unknown, field: Field): unknown {
  if (value === null || value === undefined) return null
  return field.wire === 'number' ? Number(value) : String(value)
}

/** JSON Schema of one option value; null where it may be left empty. */
export function optionSchema(field: Field): JsonSchema {
  const values = (field.options ?? []).map((o) => o.value)
  return { enum: field.required ? values : [...values, null] }
}
