import { kindOf } from '../kinds/index.ts'
import type { ValueError } from './codec.ts'
import type { Field } from './field.ts'
import { missing, wrong } from './formSchema.ts'

type Row = Readonly<Record<string, unknown>>

/** What is wrong at a place below a value: [] is the value itself, [0, 'quantity'] a field of its first row. */
export interface RuleFinding {
  path: readonly (string | number)[]
  error: ValueError
}

export interface RuleEnv {
  /** Unix seconds. */
  now: number
  /** Do the codes of a named value stand in its list? Only the server has the lists. */
  known?(value: unknown, field: Field): boolean
  /** How the fields of one row of a subtable stand, by their conditions. */
  rowStates(field: Field, row: Row): Readonly<Record<string, { visible: boolean; required: boolean }>>
}

/**
 * What a schema cannot say of a value that fulfils it: the rule of its kind (a checksum, a date that must not be over), and the same for
 * every row inside it, with what its conditions require. The browser and the server ask this one function.
 */
export function ruleFindings(field: Field, value: unknown, env: RuleEnv): RuleFinding[] {
  if (field.fields && Array.isArray(value)) {
    return value.flatMap((row, i) => rowFindings(field, asRow(row), env).map((found) => ({ ...found, path: [i, ...found.path] })))
  }
  const found = kindOf(field).check?.(value, field, env.now)
  if (!found) return env.known?.(value, field) === false ? [{ path: [], error: wrong(field) }] : []
  return [{ path: [], error: typeof found === 'string' ? { code: found, params: {} } : found }]
}

function rowFindings(field: Field, row: Row, env: RuleEnv): RuleFinding[] {
  const states = env.rowStates(field, row)
  return Object.values(field.fields ?? {}).flatMap((inner): RuleFinding[] => {
    const state = states[inner.name]
    if (inner.readOnly || state?.visible === false) return []
    const value = row[inner.name]
    if (isBlank(value)) return state?.required ? [{ path: [inner.name], error: missing(inner) }] : []
    return ruleFindings(inner, value, env).map((found) => ({ ...found, path: [inner.name, ...found.path] }))
  })
}

/** Nothing was entered. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function asRow(value: unknown): Row {
  return value !== null && typeof value === 'object' ? (value as Row) : {}
}
