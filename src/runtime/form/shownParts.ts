import type { Field } from '../../schemas/field.ts'
import { asValues, rowsIn } from '../../schemas/language/condition/predicate.ts'
import type { RowState } from './fieldRules.ts'

/** Rows inside without the values that their conditions hide: those are not sent. */
export function shownParts(field: Field, value: unknown, rows: readonly RowState[] | undefined): unknown {
  const { fields } = field
  if (!fields || !rows) return value
  return rowsIn(value).map((row, i) => {
    const state = rows[i]
    const parts = Object.entries(asValues(row)).filter(([name]) => state?.fields[name]?.visible ?? true)
    return Object.fromEntries(
      parts.map(([name, part]) => [name, fields[name] ? shownParts(fields[name], part, state?.rows[name]) : part]),
    )
  })
}
