import { isObject } from '../schemas/isObject.ts'
import type { Page } from '../schemas/language/page.ts'
import { decodeRow } from '../schemas/language/wire/codec.ts'

export type Key = string | number

/** A record: model values by field name, relations nested, children of trees under `children`. */
export type Row = Readonly<Record<string, unknown>>

/**
 * Decodes a wire record to model values: fields of the page, nested fields of its relations, children of trees. Unknown members and
 * values of the wrong kind stay as they are (the latter are reported in `faults`).
 */
export function decodeRecord(page: Page, wire: Row, faults: (field: string) => void = () => undefined): Row {
  const { values, errors } = decodeRow(page.fields, wire)
  for (const field of Object.keys(errors)) faults(field)
  const row: Record<string, unknown> = { ...wire, ...values }
  for (const { name, fields } of Object.values(page.fields)) if (fields) row[name] = withBeside(row[name], wire[name])
  for (const [relation, fields] of Object.entries(page.related)) {
    const nested = wire[relation]
    if (Array.isArray(nested)) row[relation] = nested.map((part) => decodeNested(fields, part))
    else if (nested !== undefined) row[relation] = decodeNested(fields, nested)
  }
  if (Array.isArray(wire.children)) row.children = wire.children.map((child) => decodeRecord(page, asRow(child), faults))
  return row
}

/** Rows of a subtable with the extra members the server sends (`regions_text`). */
function withBeside(rows: unknown, wire: unknown): unknown {
  return Array.isArray(rows) && Array.isArray(wire) ? rows.map((row, i) => ({ ...asRow(wire[i]), ...row })) : rows
}

function decodeNested(fields: Parameters<typeof decodeRow>[0], wire: unknown): unknown {
  if (wire === null || typeof wire !== 'object') return wire
  return { ...wire, ...decodeRow(fields, asRow(wire)).values }
}

/** An object of the wire, or an empty one for anything else. */
export function asRow(value: unknown): Row {
  return isObject(value) ? value : {}
}

/** The key of a row; '' for a table without one. */
export function keyOfRow(page: Page, row: Row): Key {
  const key = page.entity.key === null ? '' : row[page.entity.key]
  return typeof key === 'number' || typeof key === 'string' ? key : ''
}

/** Every row of a list or tree, each before its children. */
export function* flatRows(rows: readonly Row[]): Generator<Row> {
  for (const row of rows) {
    yield row
    if (Array.isArray(row.children)) yield* flatRows(row.children)
  }
}

/** The rows with the one of this key replaced; every other row is the same object as before. */
export function replaceRow(page: Page, rows: readonly Row[], key: Key, change: (row: Row) => Row): readonly Row[] {
  let found = false
  const next = rows.map((row) => {
    if (found) return row
    if (keyOfRow(page, row) === key) {
      found = true
      return change(row)
    }
    if (!Array.isArray(row.children)) return row
    const children = replaceRow(page, row.children, key, change)
    if (children === row.children) return row
    found = true
    return { ...row, children }
  })
  return found ? next : rows
}
