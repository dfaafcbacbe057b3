import type { Field } from '../../field.ts'
import type { JsonSchema } from '../../jsonSchema.ts'
import { kindOf } from '../../kinds/index.ts'
import type { ValueError } from '../wire/codec.ts'

/**
 * JSON Schema (draft-07, no `format`) of a form over model values: limits.ts checks it.
 * `required` may override a field's own setting, for fields whose `when.required` holds now.
 */
export function formSchema(
  fields: readonly Field[],
  required: (field: Field) => boolean = (field) => field.required,
): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  const names: string[] = []
  for (const field of fields) {
    const needed = required(field)
    if (needed) names.push(field.name)
    properties[field.name] = fieldSchema(field, needed)
  }
  return { type: 'object', properties, ...(names.length ? { required: names } : {}) }
}

/** JSON Schema of one field; rows of subtables have the schema of their fields. */
export function fieldSchema(field: Field, required: boolean): JsonSchema {
  const schema = kindOf(field).schema(field.required === required ? field : { ...field, required })
  if (!field.fields) return schema
  // What a row must have depends on the row where conditions say so: language/valueRules.ts.
  const rows = formSchema(
    Object.values(field.fields).filter((f) => !f.readOnly),
    (f) => f.required && !f.when.visible,
  )
  return { ...schema, items: rows }
}

/** The message for a value that fails its schema at `keyword`. */
export function messageOf(field: Field, keyword: string, value: unknown): ValueError {
  const empty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  if (empty || keyword === 'required') return missing(field)
  switch (keyword) {
    case 'minLength':
      return { code: 'minLength', params: { min: field.minLength ?? 1 } }
    case 'maxLength':
      return { code: 'maxLength', params: { max: field.maxLength ?? field.store?.length ?? ofItems(field) ?? 255 } }
    case 'minimum':
      return { code: 'min', params: { min: shown(field, kindOf(field).schema(field).minimum) } }
    case 'maximum':
      return { code: 'max', params: { max: shown(field, kindOf(field).schema(field).maximum) } }
    case 'minItems':
      return { code: 'minItems', params: { min: field.min ?? 1 } }
    case 'maxItems':
      return { code: 'maxItems', params: { max: kindOf(field).schema(field).maxItems ?? 0 } }
    default:
      return wrong(field)
  }
}

/** The most characters that each text of a list may have. */
function ofItems(field: Field): number | undefined {
  return kindOf(field).schema(field).items?.maxLength
}

/** The message for a value that is not there. */
export function missing(field: Field): ValueError {
  return { code: kindOf(field).requiredMessage ?? 'required', params: {} }
}

/** The message for a value that is none of its kind. */
export function wrong(field: Field): ValueError {
  const { message = 'wrong' } = kindOf(field)
  return { code: typeof message === 'string' ? message : message(field), params: {} }
}

/** A limit as a person reads it: money in yuan. */
export function shown(field: Field, limit: number | undefined): string {
  return limit === undefined ? '' : String(kindOf(field).toWire(limit, field) ?? limit)
}
