import type { FieldState } from '../../runtime/form/fieldRules.ts'
import type { Values } from '../../runtime/form/form.ts'
import type { Field } from '../../schemas/field.ts'
import { isWithheld } from '../../schemas/language/form/fieldState.ts'
import { missing } from '../../schemas/language/form/formSchema.ts'
import { valueFindings } from '../../schemas/language/form/valueFindings.ts'
import { isBlank, type RuleEnv } from '../../schemas/language/form/valueRules.ts'
import type { ValueError } from '../../schemas/language/wire/codec.ts'
import { isMasked } from '../../schemas/language/wire/mask.ts'

/** One thing wrong with a form: `path` is the field, or row and field of a subtable (`lines`, 0, `quantity`). */
export interface FormError {
  path: readonly (string | number)[]
  error: ValueError
}

/**
 * What is wrong with the values of a form, field by field: those that are visible now, by their schema and the rules of their kinds. What
 * the server keeps behind a mask only the server checks.
 */
export function checkForm(
  fields: readonly Field[],
  values: Values,
  states: Readonly<Record<string, FieldState>>,
  env: RuleEnv,
): FormError[] {
  return fields.flatMap((field) => {
    const state = states[field.name]
    const value = values[field.name]
    if (field.readOnly || !state?.visible || isMasked(field, value)) return []
    return firstOfEach(errorsOf(field, value, state, env))
  })
}

function errorsOf(field: Field, value: unknown, state: FieldState, env: RuleEnv): FormError[] {
  const { name } = field
  if (isBlank(value)) return state.required ? [{ path: [name], error: missing(field) }] : []
  const found = valueFindings(field, value, state.required, env).map(({ path, error }) => ({ path: [name, ...path], error }))
  return isWithheld(state, value) ? [...found, { path: [name], error: { code: 'option', params: {} } }] : found
}

/** One message a place: the first. */
function firstOfEach(errors: readonly FormError[]): FormError[] {
  const seen = new Set<string>()
  return errors.filter(({ path }) => {
    const key = path.join('.')
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
