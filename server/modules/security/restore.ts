import { type RawBuilder, sql } from 'kysely'
import { isObject } from '../../../src/schemas/isObject.ts'
import type { Context } from '../../core/context.ts'
import { isStored } from '../../core/db/columns.ts'
import type { Writer } from '../../core/db/connect.ts'
import type { Key } from '../../core/db/rowKey.ts'
import { readColumn } from '../../core/db/scalar.ts'
import { rowFromDb } from '../../core/db/values.ts'
import { Refused } from '../../core/refuse.ts'
import type { Row } from '../../crud/domain.ts'
import { sourceOf } from '../../crud/rows/foreign.ts'
import type { Screen } from '../../crud/screen/screen.ts'
import { validateUnique } from '../../crud/validate/unique.ts'
import { labelOf, valueText } from '../../crud/words.ts'

/** A row of the recycle bin, as far as restoring reads it. */
export interface BinRow {
  id: number
  data_table: string
  row_key: string
  data: string
  children: string
}

interface Part {
  table: string
  row: Row
}

/**
 * Puts a deleted record back, with what was deleted with it. Throws `Refused` with the reason where its key or a value that must be the only
 * one is taken, or where the record that it belongs to is gone.
 */
export async function restoreRecord(screen: Screen, ctx: Context, trx: Writer, bin: BinRow): Promise<void> {
  const raw = objectOf(bin.data)
  const record = rowFromDb(raw, screen.entity)
  await refuseTakenKey(screen, trx, bin)
  await refuseTaken(screen, ctx, trx, record)
  await refuseOrphan(screen, ctx, trx, record)
  await insertRaw(trx, bin.data_table, raw)
  for (const { table, row } of partsOf(bin.children)) await insertRaw(trx, table, row)
  await screen.hooks.afterRestore?.({ ctx, trx, page: screen.page, rows: [record] })
}

/** The last deleted first; in a tree those above before those below, for one statement deletes in no order. */
export function inOrderOfRestoring<Bin extends BinRow>(
  rows: readonly Bin[],
  treeParent: (table: string) => string | undefined,
): Bin[] {
  const left = [...rows].sort((a, b) => b.id - a.id)
  const sorted: Bin[] = []
  while (left.length > 0) {
    const isAbove = (row: Bin) => {
      const column = treeParent(row.data_table)
      const parent = column === undefined ? undefined : objectOf(row.data)[column]
      return !left.some((other) => other !== row && other.data_table === row.data_table && other.row_key === String(parent))
    }
    const at = Math.max(0, left.findIndex(isAbove))
    sorted.push(...left.splice(at, 1))
  }
  return sorted
}

function objectOf(text: string): Row {
  const value: unknown = JSON.parse(text)
  return isObject(value) ? value : {}
}

function partsOf(text: string): Part[] {
  const list: unknown = JSON.parse(text || '[]')
  if (!Array.isArray(list)) return []
  return list.flatMap((part: unknown) =>
    isObject(part) && typeof part.table === 'string' && isObject(part.row) ? [{ table: part.table, row: part.row }] : [],
  )
}

/** Writes a row as it was. Columns that the table no longer has are left out, new and secret ones take what an empty row has. */
async function insertRaw(trx: Writer, table: string, row: Row): Promise<void> {
  const columnsOf = (more: RawBuilder<unknown>) =>
    readColumn(
      trx,
      sql`select attname from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped ${more}`,
    )
  const there = (await columnsOf(sql``)).map(String)
  // A secret was not kept: a text that has to be there is empty now.
  const needed = (await columnsOf(sql`and attnotnull and not atthasdef and attidentity = ''`)).map(String)
  const values = { ...Object.fromEntries(needed.map((name) => [name, ''])), ...row }
  const known = there.filter((name) => Object.hasOwn(values, name))
  const columns = sql.join(known.map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(values)}::jsonb)`.execute(trx)
}

async function refuseTakenKey({ entity }: Screen, trx: Writer, { row_key }: BinRow): Promise<void> {
  const key = sql.ref(entity.key ?? 'id')
  const { rows } = await sql`select 1 from ${sql.table(entity.table)} where ${key}::text = ${row_key}`.execute(trx)
  if (rows.length > 0) throw new Refused('security.keyTaken', { key: row_key }, { type: 'conflict' })
}

async function refuseTaken(screen: Screen, ctx: Context, trx: Writer, record: Row): Promise<void> {
  const found = await validateUnique(trx, screen, null, { values: record, record, masked: true })
  const [name] = Object.keys(found)
  const field = name === undefined ? undefined : screen.page.fields[name]
  if (!field) return
  const label = labelOf(ctx, { page: screen.page, prefix: 'fields' }, field.name)
  const value = valueText(ctx, screen.page, field, record[field.name])
  throw new Refused('crud.restoreTaken', { label, value }, { type: 'conflict' })
}

/** The record above it in its tree, or one that it cannot be without, was deleted as well. */
async function refuseOrphan(screen: Screen, ctx: Context, trx: Writer, record: Row): Promise<void> {
  for (const { name, table } of parentsOf(screen)) {
    const value = record[name] as Key | null | undefined
    const parent = ctx.schema.entities.get(table)
    if (!value || !parent?.key) continue
    const living = parent.softDelete ? sql` and delete_time is null` : sql``
    const { rows } = await sql`select 1 from ${sql.table(table)}
      where ${sql.ref(parent.key)}::text = ${String(value)}${living}`.execute(trx)
    if (rows.length > 0) continue
    const label = labelOf(ctx, { page: screen.page, prefix: 'fields' }, name)
    throw new Refused('security.parentGone', { label, value: String(value) }, { type: 'conflict' })
  }
}

/** Fields with the key of a row that the record cannot be without, and the table of that row. */
function parentsOf(screen: Screen): { name: string; table: string }[] {
  const { entity } = screen
  const tree = entity.tree ? [{ name: entity.tree.parent, table: entity.table }] : []
  const required = Object.values(entity.fields).flatMap((field) => {
    if (!field.required || !isStored(field) || field.kind !== 'remoteSelect') return []
    const table = sourceOf(screen, field)?.entity.table
    return table === undefined ? [] : [{ name: field.name, table }]
  })
  return [...tree, ...required.filter(({ name }) => name !== entity.tree?.parent)]
}
