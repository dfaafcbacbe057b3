import type { Pool } from 'pg'
import type { Schema } from '../../codegen/schema/schema.ts'
import { columnsOf, deleteColumn, quote } from '../../server/core/db/columns.ts'
import type { ColumnDefinition, Entity } from '../../src/schemas/language/entity/entity.ts'

/** Unix seconds of the last row; each one before it is a minute older. */
const last = 1_770_000_000

/** Codes of provinces. */
const provinces = '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65'.split(' ')

/** What selects that the server fills (`"source"`) hold: ids of screens. */
const screens = ['shop/order/order', 'shop/goods/goods', 'shop/order/refund', 'user/user', 'user/moneyLog']

/** A column's values over the row number `n`, spread as those of a shop: most differ, options repeat, one of ten is empty where it may be. */
function valueText(column: ColumnDefinition, entity: Entity, rows: number): string {
  const { name } = column
  const field = entity.fields[name]
  const isUnique = field?.unique || entity.unique.some((set) => set.includes(name))
  const isKey = name === entity.key
  if (name === deleteColumn) return 'case when n % 50 = 0 then 1 end'
  const value = spread(column, entity, rows, isKey || Boolean(isUnique))
  return column.nullable && !isUnique ? `case when n % 10 > 0 then ${value} end` : value
}

function spread({ name, store }: ColumnDefinition, entity: Entity, rows: number, isUnique: boolean): string {
  const field = entity.fields[name]
  const options = field?.source === undefined ? (field?.options?.map(({ value }) => value) ?? []) : screens
  const type = store.type
  if (field?.kind === 'city') {
    const at = `1 + n % ${provinces.length}`
    return `(array[${provinces.map((code) => `${code}0000`).join(', ')}])[${at}:${at}]::${type}`
  }
  if (type.endsWith('[]'))
    return options.length > 0 ? `(array[${listText(options)}])[1:1 + n % 2]::${type}` : `array[n % 5000]::${type}`
  if (type === 'json' || type === 'jsonb') return `'[]'::${type}`
  if (options.length > 0) {
    return `(array[${listText(options)}])[1 + (n * 31) % ${options.length}]`
  }
  if (type === 'varchar' || type === 'text' || type === 'char') return textOf(store.length ?? 200, isUnique)
  if (type === 'boolean') return 'n % 2 = 0'
  if (type === 'smallint') return 'n % 100'
  const isTime = field?.kind === 'datetime' || /_time$|_at$|deadline|valid_end/.test(name)
  if (type === 'bigint' || type === 'integer') {
    if (isUnique) return 'n'
    const isJoined = Object.values(entity.relations).some((relation) => relation.type === 'one' && relation.key === name)
    if (isTime) return `${last} - (${rows} - n) * 60 + n % 50`
    return isJoined || name.endsWith('_id') ? `1 + (n * 7919::bigint) % ${rows}` : '(n * 7919::bigint) % 1000000'
  }
  if (type === 'numeric' || type === 'real' || type === 'double precision') return '(n * 7919::bigint) % 100'
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'time') return "'12:00'"
  if (type === 'bytea') return "''"
  return "timestamp '2026-01-01' + n * interval '1 minute'"
}

function listText(options: readonly (string | number)[]): string {
  return options.map((value) => (typeof value === 'number' ? value : `'${value}'`)).join(', ')
}

/** Chinese and digits; of nine digits, each once, where the text is the only one. */
function textOf(length: number, isUnique: boolean): string {
  const digits = "lpad(((n * 7919::bigint) % 1000000007)::text, 9, '0')"
  if (isUnique || length < 12) return `right(${digits}, ${Math.min(length, 9)})`
  return `chr(19968 + (n * 31) % 5000) || chr(19968 + (n * 17) % 4999) || chr(19968 + (n * 13) % 4993) || ${digits}`
}

/**
 * Fills an empty table with rows by one statement and counts them for the planner. Rules of the table are taken away before, its
 * triggers rest (a history of the rows would take most of the time), and its indexes are made again afterwards (that is faster).
 */
export async function fillTable(pool: Pool, entity: Entity, rows: number): Promise<void> {
  const table = quote(entity.table)
  const client = await pool.connect()
  try {
    await client.query("set statement_timeout = 0; set maintenance_work_mem = '512MB'")
    await client.query(`truncate ${table} cascade`)
    const checks = await client.query<{ name: string }>(
      `select conname as name from pg_constraint where conrelid = '${table}'::regclass and contype = 'c'`,
    )
    for (const { name } of checks.rows) await client.query(`alter table ${table} drop constraint ${quote(name)}`)
    const indexes = await client.query<{ name: string; text: string }>(
      `select i.relname as name, pg_get_indexdef(x.indexrelid) as text from pg_index x join pg_class i on i.oid = x.indexrelid
       where x.indrelid = '${table}'::regclass and not x.indisprimary`,
    )
    for (const { name } of indexes.rows) await client.query(`drop index ${quote(name)}`)
    const columns = columnsOf(entity)
    const names = columns.map(({ name }) => quote(name)).join(', ')
    const values = columns.map((column) => valueText(column, entity, rows)).join(', ')
    await client.query(`alter table ${table} disable trigger user`)
    await client.query(`insert into ${table} (${names}) select ${values} from generate_series(1, ${rows}) n`)
    await client.query(`alter table ${table} enable trigger user`)
    for (const { text } of indexes.rows) await client.query(text)
    await client.query(`vacuum analyze ${table}`)
  } finally {
    client.release(true)
  }
}

/** The tables whose rows a page's list shows, and those it looks into. */
export function tablesOf(schema: Schema, pageId: string): Entity[] {
  const page = schema.pages.get(pageId)
  if (!page) throw new Error(`there is no page ${pageId}`)
  const related = Object.keys(page.related).flatMap((name) => page.entity.relations[name]?.table ?? [])
  const tables = new Map([page.entity, ...related.flatMap((table) => schema.entities.get(table) ?? [])].map((e) => [e.table, e]))
  // Who may sign in stays, and so do the few rows of small tables.
  return [...tables.values()].filter((entity) => !entity.external && !entity.unindexedBecause)
}

/** Pages of administrators over tables that grow: their lists are asked of tables of a million rows. */
export function growingPages(schema: Schema): string[] {
  return [...schema.pages.values()]
    .filter(
      ({ area, kind, entity }) => area === 'admin' && kind === 'crud' && entity.key && !entity.unindexedBecause && !entity.tree,
    )
    .filter(({ entity }) => !entity.external && entity.table !== 'admin_session')
    .map(({ id }) => id)
}
