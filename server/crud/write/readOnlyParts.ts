import { isDeepStrictEqual } from 'node:util'
import type { Field } from '../../../src/schemas/field.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import { hasFixedRows } from '../../../src/schemas/language/form/rowsOf.ts'
import { columnDefault } from '../../core/db/columns.ts'
import type { Row } from '../domain.ts'

type Fields = Readonly<Record<string, Field>>

/** Rows that a subtable had, by the path of the subtable. Each may be found again once, wherever it was moved. */
type Had = Map<string, Row[]>

/**
 * What is read-only inside the rows of subtables is never taken from a body: a row that carries what a row of the record had keeps it, any
 * other has the defaults. A row that says nothing of it is the one that was at its place. Changes `values`.
 * @param before the record as it is; null where there is none, as in a form to add one or that of an action.
 */
export function keepReadOnlyParts(fields: Fields, values: Row, before: Row | null): void {
  for (const field of Object.values(fields)) {
    const rows = values[field.name]
    // Rows of records that exist are looked up by their keys, and what is computed is kept by the screen's hooks.
    if (!field.fields || !Array.isArray(rows) || field.virtual || hasFixedRows(field)) continue
    const old = rowsOf(before?.[field.name])
    const had: Had = new Map()
    collect(field.fields, old, '', had)
    values[field.name] = keptRows(field.fields, rows.filter(isObject), { had, path: '', atPlace: old })
  }
}

function collect(fields: Fields, rows: readonly Row[], path: string, had: Had): void {
  had.set(path, [...(had.get(path) ?? []), ...rows])
  for (const inner of Object.values(fields))
    if (inner.fields) for (const row of rows) collect(inner.fields, rowsOf(row[inner.name]), `${path}.${inner.name}`, had)
}

/** The rows that a subtable had: those of its path, and those that were at the same places (none inside a row that may have moved). */
interface Before {
  had: Had
  path: string
  atPlace: readonly Row[]
}

function keptRows(fields: Fields, rows: readonly Row[], { had, path, atPlace }: Before): Row[] {
  const only = Object.values(fields).filter((field) => field.readOnly)
  const saysNothing = (row: Row) => only.every(({ name }) => !Object.hasOwn(row, name))
  const carried = rows.map((row) => {
    if (only.length === 0 || saysNothing(row)) return undefined
    return take(had, path, (old) => only.every(({ name }) => isDeepStrictEqual(old[name] ?? null, row[name] ?? null)))
  })
  return rows.map((row, i) => {
    const old = carried[i] ?? (saysNothing(row) ? take(had, path, (each) => each === atPlace[i]) : undefined)
    const kept: Row = { ...row }
    for (const field of only) {
      const value = old && Object.hasOwn(old, field.name) ? old[field.name] : columnDefault(field)
      if (field.virtual || value === undefined) delete kept[field.name]
      else kept[field.name] = value
    }
    for (const { name, fields: inner, readOnly } of Object.values(fields))
      if (inner && !readOnly && Array.isArray(row[name]))
        kept[name] = keptRows(inner, rowsOf(row[name]), { had, path: `${path}.${name}`, atPlace: [] })
    return kept
  })
}

/** Takes the first row that fits out of those that there were. */
function take(had: Had, path: string, fits: (row: Row) => boolean): Row | undefined {
  const rows = had.get(path) ?? []
  const at = rows.findIndex(fits)
  return at < 0 ? undefined : rows.splice(at, 1)[0]
}

function rowsOf(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter((row): row is Row => row !== null && typeof row === 'object') : []
}
