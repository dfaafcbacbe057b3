import type { Field } from '../../field.ts'

type Values = Readonly<Record<string, unknown>>

/** Names that a field depends on, those that the fields in its rows depend on among them. */
export function dependsIn(field: Field): string[] {
  return [...(field.depends ?? []), ...Object.values(field.fields ?? {}).flatMap(dependsIn)]
}

/**
 * What the `depends` of a field sees that stands in the row at a path of subtables and places in them (`['lines', 0]`): the values of the
 * row, and those around it under the names that the row has no field for.
 */
export function valuesAround(fields: readonly Field[], values: Values, path: readonly (string | number)[]): Values {
  const [name, place, ...rest] = path
  if (name === undefined) return values
  const inner = Object.values(fields.find((field) => field.name === name)?.fields ?? {})
  const rows = values[String(name)]
  const row = ((Array.isArray(rows) ? rows[Number(place)] : undefined) ?? {}) as Values
  return { ...values, ...valuesAround(inner, Object.fromEntries(inner.map((each) => [each.name, row[each.name]])), rest) }
}
