import type { Field } from '../../field.ts'

/** Name of the field that carries the key of the record that a row of a subtable is about. */
export const rowKeyOf = (field: Field): string => field.rowKey ?? 'id'

/**
 * Are the rows of a subtable those of records that exist? Then they stay as many and in the order as they are, and each carries the key
 * of its record, read-only. The rows of all others may be added, moved and removed, whatever else of them is only read.
 */
export function hasFixedRows(field: Field): boolean {
  return field.from !== undefined || field.fields?.[rowKeyOf(field)]?.readOnly === true
}
