import { sql } from 'kysely'
import type { Entity } from '../../../src/schemas/language/entity/entity.ts'
import { isStored, storedFields } from './columns.ts'
import type { Reader, Writer } from './connect.ts'
import { isRow, type Key, keyColumn } from './rowKey.ts'
import { readColumn } from './scalar.ts'
import { rowFromDb, rowToDb } from './values.ts'

type Row = Record<string, unknown>

/** Names of an entity's columns that may leave the server. */
export function readableColumns(entity: Entity): string[] {
  return storedFields(entity)
    .filter((field) => !field.secret)
    .map((field) => field.name)
}

export interface FindOptions {
  /** Locks the row until the end of the transaction. */
  lock?: boolean
  /** Also reads secret columns (to compare or change them, never to send them). */
  secret?: boolean
}

/** The row with this key as model values; undefined when there is none, or it is soft-deleted. */
export async function findRow(db: Reader, entity: Entity, key: Key, options: FindOptions = {}): Promise<Row | undefined> {
  if (!entity.key) return undefined
  const columns = options.secret ? storedFields(entity).map((field) => field.name) : readableColumns(entity)
  let query = db
    .selectFrom(`${entity.table} as t`)
    .select(columns.map((name) => `t.${name}`))
    .where(isRow(entity, key))
  if (entity.keyParts) query = query.select(keyColumn(entity).as(entity.key))
  if (entity.softDelete) query = query.where('t.delete_time', 'is', null)
  if (options.lock) query = query.forUpdate('t')
  const row = await query.executeTakeFirst()
  return row ? rowFromDb(row, entity) : undefined
}

/**
 * Adds a row of model values; times default to `now`, the weight to a new one. Omitted columns take the database's defaults. Returns the
 * new key (null for tables without one).
 */
export async function insertRow(trx: Writer, entity: Entity, values: Readonly<Row>, now: number): Promise<Key | null> {
  const row = rowToDb({ ...times(entity, ['create_time', 'update_time'], now), ...values }, entity)
  const weigh = entity.weigh
  const given = Object.values(row).some((value) => value !== undefined)
  const insert = trx.insertInto(entity.table)
  const filled = given ? insert.values(row) : insert.defaultValues()
  if (!entity.key) {
    await filled.execute()
    return null
  }
  const made = await filled
    .returning(entity.keyParts ? keyColumn(entity, '').as(entity.key) : entity.key)
    .executeTakeFirstOrThrow()
  const key = rowFromDb(made, entity)[entity.key] as Key
  if (weigh && !row[weigh] && typeof key === 'number') {
    await trx
      .updateTable(entity.table)
      .set({ [weigh]: key })
      .where(entity.key, '=', key)
      .execute()
  }
  return key
}

/**
 * Adds rows of model values in one statement, as `insertRow` does one, to a table whose keys are counted. Returns their keys in order; null
 * for those left out because a row has already what no two may have.
 */
export async function insertRows(
  trx: Writer,
  entity: Entity,
  rows: readonly Readonly<Row>[],
  now: number,
): Promise<(Key | null)[]> {
  const { table, key: name, weigh } = entity
  if (!name || entity.keyGiven) throw new Error(`the keys of ${table} are not counted`)
  const sequence = sql`pg_get_serial_sequence(quote_ident(${table}::text), ${name}::text)::regclass`
  const keys = await readColumn(trx, sql`select nextval(${sequence}) from generate_series(1, ${rows.length}::int)`)
  const columns = rows.map((values, i) => {
    const row = rowToDb({ ...times(entity, ['create_time', 'update_time'], now), ...values }, entity)
    return { ...row, [name]: keys[i], ...(weigh && !row[weigh] ? { [weigh]: keys[i] } : {}) }
  })
  const insert = trx
    .insertInto(table)
    .values(columns)
    .onConflict((conflict) => conflict.doNothing())
  const made = await insert.returning(name).execute()
  const there = new Set(made.map((row) => row[name]))
  return keys.map((key) => (there.has(key) ? (key as Key) : null))
}

/** One row of a table. */
export interface RowPlace {
  entity: Entity
  key: Key
}

/** Changes columns of a row to model values, and its update time. Returns whether there was such a row. */
export async function updateRow(trx: Writer, { entity, key }: RowPlace, values: Readonly<Row>, now: number): Promise<boolean> {
  if (!entity.key) throw new Error(`table ${entity.table} has no key`)
  const row = rowToDb({ ...times(entity, ['update_time'], now), ...values }, entity)
  if (Object.keys(row).length === 0) return (await findRow(trx, entity, key)) !== undefined
  const done = await trx
    .updateTable(entity.table)
    .set(row)
    .where(isRow(entity, key, ''))
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

function times(entity: Entity, names: readonly string[], now: number): Row {
  const row: Row = {}
  for (const name of names) {
    const field = entity.fields[name]
    if (field && isStored(field) && !entity.external) row[name] = now
  }
  return row
}

/** After rows were added with keys of their own (seeds): makes the table count on from its largest key. */
export async function countOn(trx: Writer, entity: Entity): Promise<void> {
  if (!entity.key || entity.keyGiven) return
  const table = sql.table(entity.table)
  await sql`select setval(s, greatest((select coalesce(max(${sql.ref(entity.key)}), 0) from ${table}), 0) + 1, false)
    from pg_get_serial_sequence(${`"${entity.table}"`}, ${entity.key}) s where s is not null`.execute(trx)
}
