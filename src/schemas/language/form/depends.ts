import type { Field } from '../../field.ts'
import { conditionFields } from '../condition/condition.ts'

type Values = Readonly<Record<string, unknown>>

/** Names that a field depends on, those that the fields in its rows depend on among them. */
export function dependsIn(field: Field): string[] {
  return [...(field.depends ?? []), ...Object.values(field.fields ?? {}).flatMap(dependsIn)]
}

/** Names whose change can make what a field holds wrong: those it depends on, and those that say whether it is required. */
export function judgedWith(field: Field): string[] {
  const { required } = field.when
  return [...dependsIn(field), ...(required ? conditionFields(required) : [])]
}

/**
 * The values that a field's `depends` can see in the row at a path of subtables and indexes (`['lines', 0]`): those of the row, and
 * enclosing ones under names that the row does not have.
 */
export function valuesAround(fields: readonly Field[], values: Values, path: readonly (string | number)[]): Values {
  const [name, place, ...rest] = path
  if (name === undefined) return values
  const inner = Object.values(fields.find((field) => field.name === name)?.fields ?? {})
  const rows = values[String(name)]
  const row = ((Array.isArray(rows) ? rows[Number(place)] : undefined) ?? {}) as Values
  return { ...values, ...valuesAround(inner, Object.fromEntries(inner.map((each) => [each.name, row[each.name]])), rest) }
}
