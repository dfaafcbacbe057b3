import type { Field } from '../../field.ts'
import { type ConditionEnvironment, holds, isEmpty } from '../condition/predicate.ts'

/** State of a field of a row by its conditions. */
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
