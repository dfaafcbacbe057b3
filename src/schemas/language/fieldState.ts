import type { Field } from './field.ts'
import { asValues, type ConditionEnvironment, holds, isEmpty, rowsIn } from './predicate.ts'

/** How a field of a row stands by its conditions. */
export interface FieldState {
  visible: boolean
  required: boolean
  disabled: boolean
  /** Values of the options that are offered now; absent where all always are. */
  options?: readonly (string | number)[]
}

/** The state of a field in the row of `env`. A field that is hidden is not required. */
export function fieldState(field: Field, env: ConditionEnvironment): FieldState {
  const { when } = field
  const visible = when.visible ? holds(when.visible, env) : true
  return {
    visible,
    required: visible && (field.required || (when.required ? holds(when.required, env) : false)),
    disabled: when.disabled ? holds(when.disabled, env) : false,
    ...(when.options ? { options: offered(field, when.options, env) } : {}),
  }
}

function offered(field: Field, when: NonNullable<Field['when']['options']>, env: ConditionEnvironment) {
  return (field.options ?? []).flatMap(({ value }) => {
    const condition = Object.hasOwn(when, String(value)) ? when[String(value)] : undefined
    return condition && !holds(condition, env) ? [] : [value]
  })
}

/** Is there an option among the chosen that is not offered? What was chosen before may stay. */
export function isWithheld({ options }: FieldState, value: unknown, before?: unknown): boolean {
  if (!options || isEmpty(value)) return false
  const had = Array.isArray(before) ? before : [before]
  return (Array.isArray(value) ? value : [value]).some((each) => !options.includes(each) && !had.includes(each))
}

/** Something the conditions of the fields of rows say against a value inside: row, field, and so on inwards. */
export interface RowFault {
  path: readonly (string | number)[]
  code: 'required' | 'option'
}

/**
 * What the conditions of the fields inside a subtable say against its rows; `env` is the row the subtable stands in. What their schemas say
 * is not repeated.
 */
export function rowFaults(field: Field, value: unknown, env: ConditionEnvironment): RowFault[] {
  const inner = Object.values(field.fields ?? {}).filter((each) => !each.readOnly)
  const around = [...(env.around ?? []), env.values]
  return rowsIn(value).flatMap((row, i) => {
    const values = asValues(row)
    const here = { ...env, values, around }
    return inner.flatMap((each): RowFault[] => {
      const state = fieldState(each, here)
      const own = values[each.name]
      if (!state.visible) return []
      if (isEmpty(own)) return state.required && !each.required ? [{ path: [i, each.name], code: 'required' }] : []
      if (isWithheld(state, own)) return [{ path: [i, each.name], code: 'option' }]
      return rowFaults(each, own, here).map(({ path, code }) => ({ path: [i, each.name, ...path], code }))
    })
  })
}
