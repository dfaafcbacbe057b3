import type { FieldState } from '../../runtime/form/fieldRules.ts'
import type { Values } from '../../runtime/form/form.ts'
import type { Field } from '../../schemas/field.ts'
import type { JsonSchema } from '../../schemas/jsonSchema.ts'
import { isWithheld } from '../../schemas/language/form/fieldState.ts'
import { formSchema, messageOf } from '../../schemas/language/form/formSchema.ts'
import { isBlank, type RuleEnv, ruleFindings } from '../../schemas/language/form/valueRules.ts'
import type { ValueError } from '../../schemas/language/wire/codec.ts'
import { isMasked } from '../../schemas/language/wire/mask.ts'
import { violationsOf } from './violations.ts'

/** One thing wrong with a form: `path` is the field, or row and field of a subtable (`lines`, 0, `quantity`). */
export interface FormError {
  path: readonly (string | number)[]
  error: ValueError
}

/**
 * What is wrong with the values of a form, field by field: the schema of the fields that are visible now, and the rules of their kinds
 * that a schema cannot say. What the server keeps behind a mask is its own to judge. The server checks again with ajv; one suite holds both to the same verdicts.
 */
export function checkForm(
  fields: readonly Field[],
  values: Values,
  states: Readonly<Record<string, FieldState>>,
  env: RuleEnv,
): FormError[] {
  const active = fields.filter((field) => !field.readOnly && states[field.name]?.visible && !isMasked(field, values[field.name]))
  const required = (field: Field) => states[field.name]?.required ?? field.required
  const schema = schemaFor(active, required)
  // What was never touched is absent to a schema, so that "required" finds it; an empty optional field is no mistake.
  const present = active.filter((f) => !isBlank(values[f.name]))
  const subject = Object.fromEntries(present.map((f) => [f.name, values[f.name]]))
  const errors = violationsOf(schema, subject).flatMap(({ path, keyword }): FormError[] => {
    const outer = active.find((f) => f.name === path[0])
    if (!outer) return []
    const inner = path.length >= 3 ? outer.fields?.[String(path[2])] : undefined
    const field = inner ?? { ...outer, required: required(outer) }
    return [{ path: path.slice(0, inner ? 3 : outer.fields ? 1 : 2), error: messageOf(field, keyword, at(subject, path)) }]
  })
  const wrong = new Set(errors.filter((e) => e.path.length < 3).map((e) => String(e.path[0])))
  const fine = present.filter((field) => !wrong.has(field.name))
  return first([...errors, ...deniedFields(fine, subject, states), ...rules(fine, subject, env)])
}

/** Options that are not offered now. */
function deniedFields(fields: readonly Field[], values: Values, states: Readonly<Record<string, FieldState>>): FormError[] {
  return fields.flatMap(({ name }) => {
    const state = states[name]
    return state && isWithheld(state, values[name]) ? [{ path: [name], error: { code: 'option', params: {} } }] : []
  })
}

/** Rules of kinds on values whose schema is fulfilled: the checksum of an identity number, for one. */
function rules(fields: readonly Field[], values: Values, env: RuleEnv): FormError[] {
  return fields.flatMap((field) =>
    ruleFindings(field, values[field.name], env).map(({ path, error }) => ({ path: [field.name, ...path], error })),
  )
}

/** One message a place: the first. */
function first(errors: readonly FormError[]): FormError[] {
  const seen = new Set<string>()
  return errors.filter(({ path }) => {
    const key = path.join('.')
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

function at(value: unknown, path: readonly (string | number)[]): unknown {
  let here = value
  for (const key of path)
    here = here !== null && typeof here === 'object' ? (here as Record<string | number, unknown>)[key] : undefined
  return here
}

const schemas = new Map<string, { fields: readonly Field[]; schema: JsonSchema }>()

/** The schema for this choice of visible and required fields; the same object again for the same choice of the same form. */
function schemaFor(fields: readonly Field[], required: (field: Field) => boolean): JsonSchema {
  const key = fields.map((f) => `${f.name}${required(f) ? '!' : ''}`).join(' ')
  const known = schemas.get(key)
  if (known && known.fields.length === fields.length && known.fields.every((f, i) => f === fields[i])) return known.schema
  const schema = formSchema(fields, required)
  if (schemas.size > 200) schemas.clear()
  schemas.set(key, { fields, schema })
  return schema
}
