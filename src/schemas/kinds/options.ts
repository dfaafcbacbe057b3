import type { JsonSchema } from '../jsonSchema.ts'
import { textStore } from './define.ts'
import { CodecError, type KindField, type OptionsOf, type Store } from './kind.ts'
import { type OptionSource, optionSources } from './optionSources.ts'

/** Longest value of a choice that the server makes. */
const sourcedLength = 100

/** Key `options` of select, radio, checkbox, multiselect: order is the order shown. */
export const optionsShape = { options: 'choices' } as const

type ChoiceField = KindField & OptionsOf<typeof optionsShape>

/** Are all values of the field's options integers? Then the value type is a number everywhere but on the wire. */
export function isNumeric(field: ChoiceField): boolean {
  return field.source === undefined && (field.options ?? []).every((o) => Number.isInteger(o.value))
}

/** Column of one option value. */
export function optionStore(field: ChoiceField): Store {
  if (field.source) return textStore(field, sourcedLength)
  if (isNumeric(field))
    return { type: (field.options ?? []).every((o) => Math.abs(Number(o.value)) < 32768) ? 'smallint' : 'integer' }
  return { type: 'varchar', length: Math.max(20, ...(field.options ?? []).map((o) => String(o.value).length)) }
}

/** The option of a wire value (numbers and texts alike); null for an empty one; anything else is refused. */
export function optionOf(value: unknown, field: ChoiceField): string | number | null {
  if (value === null || value === undefined || value === '') return null
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  const found =
    field.source && typeof value === 'string' && value.length <= sourcedLength
      ? { value } // whether it is one of them only the server can tell
      : (field.options ?? []).find((o) => String(o.value) === text)
  if (!found) throw new CodecError('option', { value: (text ?? JSON.stringify(value) ?? '').slice(0, 50) })
  return found.value
}

/** On the wire option values are texts unless the field says `wire: "number"` (decision 8). */
export function optionToWire(value: unknown, field: ChoiceField): unknown {
  if (value === null || value === undefined) return null
  return field.wire === 'number' ? Number(value) : String(value)
}

/** JSON Schema of one option value; null where it may be left empty. */
export function optionSchema(field: ChoiceField): JsonSchema {
  if (field.source) return { type: field.required ? 'string' : ['string', 'null'], minLength: 1, maxLength: sourcedLength }
  const values = (field.options ?? []).map((o) => o.value)
  return { enum: field.required ? values : [...values, null] }
}

/** JSON Schema of one value of a list of options. */
export function optionItem(field: ChoiceField): JsonSchema {
  return optionSchema({ ...field, required: true })
}

/** Values for samples. */
export function sampleOptions(field: ChoiceField): readonly (string | number)[] {
  return field.source ? [sampleOf(field.source)] : (field.options ?? []).map((o) => o.value)
}

const samples: Readonly<Record<string, OptionSource>> = optionSources

const sampleOf = (source: string) => samples[source]?.sample ?? 'sample'
