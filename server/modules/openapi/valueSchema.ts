import type { Field } from '../../../src/schemas/field.ts'
import type { JsonSchema } from '../../../src/schemas/jsonSchema.ts'
import { kindOf } from '../../../src/schemas/kinds/index.ts'
import { fieldSchema } from '../../../src/schemas/language/form/formSchema.ts'

/** A schema of the document: JSON Schema 2020-12. */
export interface Schema extends Omit<JsonSchema, 'items' | 'properties'> {
  $ref?: string
  description?: string
  readOnly?: boolean
  items?: Schema
  properties?: Record<string, Schema>
  allOf?: readonly Schema[]
  anyOf?: readonly Schema[]
}

/** Kinds whose values are another type on the wire than in the model, as the wire has them. */
const texts: Readonly<Record<string, Schema>> = {
  money: { type: ['string', 'null'], pattern: '^-?(?:0|[1-9][0-9]*)\\.[0-9]{2}$' },
  duration: { type: ['string', 'null'] },
  year: { type: ['string', 'null'], pattern: '^[0-9]{1,4}$' },
}

/** What the wire carries for a field of this kind: its type and limits. `title` is what people call it. */
export function valueSchema(field: Field, title: string): Schema {
  const about = { ...(title === '' ? {} : { title }), ...(noteOf(field) === '' ? {} : { description: noteOf(field) }) }
  const access = field.readOnly || field.virtual ? { readOnly: true } : {}
  return { ...wireSchema(field), ...about, ...access }
}

function wireSchema(field: Field): Schema {
  const list = field.virtual?.list
  if (list) return { type: 'array', items: list === 'names' ? { type: 'string' } : elementOf(field) }
  if (field.virtual) return isStructured(field) ? {} : elementOf(field)
  if (field.fields) return rowsSchema(field)
  return elementOf(field)
}

/** Is the value a list or an object whose shape the server's own function decides? */
function isStructured({ kind }: Field): boolean {
  return ['array', 'json', 'subtable', 'files', 'images'].includes(kind)
}

function elementOf(field: Field): Schema {
  const text = Object.hasOwn(texts, field.kind) ? texts[field.kind] : undefined
  if (text) return field.required ? { ...text, type: 'string' } : text
  const choices = field.options?.map(({ value }) => encoded(field, value))
  if (choices && ['select', 'radio'].includes(field.kind)) return { enum: field.required ? choices : [...choices, null] }
  if (field.kind === 'switch') return { enum: [encoded(field, field.on ?? 1), encoded(field, field.off ?? 0)] }
  const schema: JsonSchema = { ...fieldSchema(field, field.required) }
  if (field.wire === 'string' && schema.type === 'array') return { type: 'string' }
  if (choices && schema.items) return { ...schema, items: { enum: choices.flat() } }
  if (field.kind === 'datetime' && field.wire === 'datetime') return { type: field.required ? 'string' : ['string', 'null'] }
  return schema
}

/** One option as the wire has it; lists wrap it. */
function encoded(field: Field, value: unknown): unknown {
  const isList = Array.isArray(kindOf(field).empty)
  const wire = kindOf(field).toWire(isList ? [value] : value, field)
  return Array.isArray(wire) ? wire[0] : wire
}

function rowsSchema(field: Field): Schema {
  const inner = Object.values(field.fields ?? {})
  const required = inner.filter((each) => each.required && !each.when.visible && !each.readOnly).map(({ name }) => name)
  const { properties: _, items: __, ...counts } = fieldSchema(field, field.required)
  return {
    ...counts,
    items: {
      type: 'object',
      properties: Object.fromEntries(inner.filter(({ secret }) => !secret).map((each) => [each.name, valueSchema(each, '')])),
      ...(required.length > 0 ? { required } : {}),
    },
  }
}

/** Limits that a schema of the wire cannot say, and what is hidden. */
function noteOf(field: Field): string {
  const limit = (name: string, value: unknown) =>
    typeof value === 'number' ? [`${name} ${String(kindOf(field).toWire(value, field))}.`] : []
  const bounds = Object.hasOwn(texts, field.kind) ? [...limit('At least', field.min), ...limit('At most', field.max)] : []
  const moments = Object.entries(field.limits ?? {}).map(
    ([end, value]) => `${end === 'min' ? 'Not before' : 'Not after'} ${value}.`,
  )
  const source = field.page ?? field.table
  return [
    ...bounds,
    ...moments,
    ...(field.mask ? ['Masked: the middle, or all of it, is hidden.'] : []),
    ...(source === undefined ? [] : [`Key of a row of ${source}.`]),
    ...(field.writeOnce ? ['Set when the row is added and not changed later.'] : []),
  ].join(' ')
}
