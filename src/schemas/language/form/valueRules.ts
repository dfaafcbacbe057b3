import type { Field } from '../../field.ts'
import { kindOf } from '../../kinds/index.ts'
import { asValues, type ConditionEnvironment, valueNamed } from '../condition/predicate.ts'
import type { ValueError } from '../wire/codec.ts'
import { fieldState, isWithheld } from './fieldState.ts'
import { missing, shown, wrong } from './formSchema.ts'

/** What is wrong at a place below a value: [] is the value itself, [0, 'quantity'] a field of its first row. */
export interface RuleFinding {
  path: readonly (string | number)[]
  error: ValueError
}

export interface RuleEnv {
  /** What conditions can read: the row of the value, the actor, and the time. */
  sight: ConditionEnvironment
  /** Are the codes of a named value in its list? Only the server has the lists. */
  known?(value: unknown, field: Field): boolean
}

/**
 * What a schema cannot say of a value that fulfils it: the rule of its kind (a checksum, a date that must not be over), and the same for
 * every row inside it, with what the conditions of its fields say. The browser and the server ask this one function.
 */
export function ruleFindings(field: Field, value: unknown, env: RuleEnv): RuleFinding[] {
  if (field.fields && Array.isArray(value)) {
    const around = [...(env.sight.around ?? []), env.sight.values]
    return value.flatMap((row, i) =>
      rowFindings(field, { ...env, sight: { ...env.sight, values: asValues(row), around } }).map((found) => ({
        ...found,
        path: [i, ...found.path],
      })),
    )
  }
  const over = beyondMost(field, value, env)
  if (over) return [over]
  const found = [kindOf(field).check?.(value, field, env.sight.now, env.sight.values) ?? []].flat()
  if (found.length === 0) return env.known?.(value, field) === false ? [{ path: [], error: wrong(field) }] : []
  return found.map((each) => {
    if (typeof each === 'string') return { path: [], error: { code: each, params: {} } }
    const { path = [], ...error } = each
    return { path, error }
  })
}

/** More than the other field allows that the page names as the limit; one that holds nothing limits nothing. */
function beyondMost(field: Field, value: unknown, { sight }: RuleEnv): RuleFinding | undefined {
  const limit = field.most === undefined ? undefined : valueNamed(field.most, sight)
  if (typeof limit !== 'number' || typeof value !== 'number' || value <= limit) return undefined
  return { path: [], error: { code: 'max', params: { max: shown(field, limit) } } }
}

function rowFindings(field: Field, env: RuleEnv): RuleFinding[] {
  return Object.values(field.fields ?? {}).flatMap((inner): RuleFinding[] => {
    const state = fieldState(inner, env.sight)
    if (inner.readOnly || !state.visible) return []
    const value = env.sight.values[inner.name]
    if (isBlank(value)) return state.required ? [{ path: [inner.name], error: missing(inner) }] : []
    if (isWithheld(state, value)) return [{ path: [inner.name], error: { code: 'option', params: {} } }]
    return ruleFindings(inner, value, env).map((found) => ({ ...found, path: [inner.name, ...found.path] }))
  })
}

/** Nothing was entered. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
