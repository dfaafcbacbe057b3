import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Schema } from '../../../codegen/schema/schema.ts'
import type { Reader, Writer } from '../../../server/core/db/connect.ts'
import { continueAfter } from '../../../server/core/db/identity.ts'
import { createSecretBox, type SecretBox } from '../../../server/core/secretBox.ts'
import { openText, sealText } from '../../../server/crud/rows/sealed.ts'
import { entityOf } from '../../../server/crud/tables.ts'
import { type SnapshotClock, snapshotClock } from './snapshotClock.ts'

/** The rows of the finished demo shop, so that a first start need not live through its ninety days. `npm run demo:snapshot` writes it. */
export interface Snapshot {
  /** Unix seconds that the shop had reached. */
  now: number
  tables: Record<string, SnapshotTable>
}

export interface SnapshotTable {
  columns: string[]
  /** The columns that tell rows apart; a row that is there already gets these values. */
  key: string[]
  /** Columns with unix seconds, and those with dates near the snapshot's time. */
  times: string[]
  days: string[]
  /** The values of `columns`, a row a list. */
  rows: unknown[][]
}

type JsonRow = Record<string, unknown>

const path = join(import.meta.dirname, 'snapshot.json.gz')
/** What people's secrets in the snapshot are encrypted with. Everybody may know it: the people are invented. */
const snapshotSeal = createSecretBox('', 'the people of the demo shop are invented')
/** Times that people set by the calendar: they keep their hour. */
const byCalendar = new Set(
  ['join_start', 'join_end', 'start_time', 'end_time', 'refund_until'].map((name) => `shop_competition.${name}`),
)
const span = { before: 500 * 86_400, after: 800 * 86_400 }

/** The snapshot in the repository. Throws when it is missing or broken. */
export async function readSnapshot(): Promise<Snapshot> {
  return JSON.parse(String(await promisify(gunzip)(await readFile(path)))) as Snapshot
}

/** Writes the snapshot into the repository. The same rows are the same bytes. */
export async function writeSnapshot(snapshot: Snapshot): Promise<void> {
  await writeFile(path, await promisify(gzip)(JSON.stringify(snapshot), { level: constants.Z_BEST_COMPRESSION }))
}

/** The seal to fill a shop with of which a snapshot is to be taken. */
export const sealOfSnapshots: SecretBox = snapshotSeal

/** Runs `fill` and takes a snapshot of the rows that it added or changed, in the caller's transaction. Throws when it removed any. */
export async function takeSnapshot(trx: Writer, now: number, fill: () => Promise<void>): Promise<Snapshot> {
  const before = await allRows(trx)
  await fill()
  const tables: Snapshot['tables'] = {}
  for (const [name, after] of await allRows(trx)) {
    const known = new Map(before.get(name)?.map((row) => [JSON.stringify(row), row]))
    const rows = after.filter((row) => !known.delete(JSON.stringify(row)))
    if (rows.length === 0 && known.size === 0) continue
    const columns = await columnsOf(trx, name)
    const key = columns.filter((column) => column.key).map((column) => column.name)
    const keyOf = (row: JsonRow) => JSON.stringify(key.map((each) => row[each]))
    const changed = new Set(rows.map(keyOf))
    if ([...known.values()].some((row) => !changed.has(keyOf(row)))) throw new Error(`${name}: the demo shop took rows away`)
    const within = (type: string, test: (value: unknown) => boolean) =>
      columns.flatMap((column) => {
        const values = rows.map((row) => row[column.name]).filter((value) => value !== null && value !== 0)
        return column.type === type && values.length > 0 && values.every(test) ? [column.name] : []
      })
    const near = (time: unknown) => Number(time) > now - span.before && Number(time) < now + span.after
    tables[name] = {
      columns: columns.map((column) => column.name),
      key,
      times: within('bigint', near),
      days: within('date', (date) => near(Date.parse(String(date)) / 1000)),
      rows: rows.map((row) => columns.map((column) => row[column.name] ?? null)),
    }
  }
  return { now, tables }
}

async function allRows(db: Reader): Promise<Map<string, JsonRow[]>> {
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(db)
  const found = new Map<string, JsonRow[]>()
  for (const { name } of tables) {
    const { rows } = await sql<{
      row: JsonRow
    }>`select to_json(t) as row from ${sql.table(name)} as t order by to_json(t)::text`.execute(db)
    found.set(
      name,
      rows.map(({ row }) => row).sort((a, b) => Number(a.id ?? 0) - Number(b.id ?? 0)),
    )
  }
  return found
}

interface Column {
  name: string
  type: string
  /** Part of the primary key. */
  key: boolean
  /** Every row has to say it. */
  required: boolean
}

async function columnsOf(db: Reader, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select a.attname as name, format_type(a.atttypid, null) as type, coalesce(a.attnum = any(i.indkey), false) as key,
      a.attnotnull and not a.atthasdef and a.attidentity = '' as required
    from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
    where a.attrelid = to_regclass(quote_ident(${table})) and a.attnum > 0 and not a.attisdropped order by a.attnum`.execute(db)
  return rows
}

/** What keeps a snapshot from being restored, one line a table with its columns; empty when nothing does. New columns take their defaults. */
export async function snapshotFaults(db: Reader, snapshot: Snapshot): Promise<string[]> {
  const faults: string[] = []
  for (const [table, { columns }] of Object.entries(snapshot.tables)) {
    const there = await columnsOf(db, table)
    const missing = columns.filter((name) => !there.some((column) => column.name === name))
    const unfilled = there.filter((column) => column.required && !columns.includes(column.name)).map(({ name }) => name)
    const odd = [...missing, ...unfilled]
    if (odd.length > 0) faults.push(`${table}: ${odd.join(', ')}`)
  }
  return faults
}

export interface RestoreOptions {
  schema: Schema
  /** Unix seconds: the time that the restored shop has reached. */
  now: number
  /** Encrypts what the shop knows of people. */
  seal: SecretBox
}

/** Writes the rows of a snapshot into the tables, moved to `now`, in the caller's transaction. Gives how many. */
export async function restoreSnapshot(trx: Writer, snapshot: Snapshot, { schema, now, seal }: RestoreOptions): Promise<number> {
  const clock = snapshotClock(snapshot.now, now)
  let count = 0
  let renames: readonly [string, string][] = []
  // Competitions first: their titles name the year, and others quote them.
  const tables = Object.entries(snapshot.tables).sort(
    ([a], [b]) => Number(b === 'shop_competition') - Number(a === 'shop_competition'),
  )
  for (const [name, table] of tables) {
    const rows = movedRows(name, table, clock)
    await resealRows(name, rows, { schema, seal })
    if (name === 'shop_competition') renames = newTitles(table, rows)
    const text = renames.reduce((made, [old, title]) => made.replaceAll(old, title), clock.text(JSON.stringify(rows)))
    await writeRows(trx, name, table, text)
    count += rows.length
  }
  return count
}

function movedRows(name: string, { columns, times, days, rows }: SnapshotTable, clock: SnapshotClock): JsonRow[] {
  const moves = columns.map((column): ((value: unknown) => unknown) => {
    if (times.includes(column)) {
      const move = byCalendar.has(`${name}.${column}`) ? clock.onDay : clock.moved
      return (value) => (typeof value === 'number' && value !== 0 ? move(value) : value)
    }
    if (days.includes(column)) return (value) => (typeof value === 'string' ? dateAfter(value, clock.days) : value)
    return (value) => value
  })
  return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, moves[i]?.(row[i])])))
}

function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Old and new titles of the competitions whose year is another one now. */
function newTitles({ columns, rows: old }: SnapshotTable, rows: readonly JsonRow[]): [string, string][] {
  const title = columns.indexOf('title')
  const start = columns.indexOf('start_time')
  const year = (time: unknown) => String(new Date((Number(time) + 8 * 3600) * 1000).getUTCFullYear())
  return rows.flatMap((row, i): [string, string][] => {
    const text = String(old[i]?.[title])
    const [from, to] = [year(old[i]?.[start]), year(row.start_time)]
    return from !== to && text.includes(from) ? [[text, text.replace(from, to)]] : []
  })
}

/** Encrypts what is kept encrypted for the server that is going to run. */
async function resealRows(
  table: string,
  rows: readonly JsonRow[],
  { schema, seal }: Pick<RestoreOptions, 'schema' | 'seal'>,
): Promise<void> {
  const fields = schema.entities.has(table) ? Object.values(entityOf(schema, table).fields) : []
  for (const { name, sealed } of fields) {
    if (sealed === undefined) continue
    for (const row of rows) {
      if (typeof row[sealed] !== 'string' || row[sealed] === '') continue
      const text = await openText(snapshotSeal, table, name, row[sealed])
      if (text === undefined) throw new Error(`the demo snapshot holds a ${table}.${name} that cannot be opened`)
      row[sealed] = await sealText(seal, table, name, text)
    }
  }
}

async function writeRows(trx: Writer, name: string, { columns, key }: SnapshotTable, rows: string): Promise<void> {
  const table = sql.table(name)
  const list = sql.join(columns.map((column) => sql.ref(column)))
  const again = columns
    .filter((column) => !key.includes(column))
    .map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`)
  const conflict =
    key.length === 0
      ? sql``
      : sql` on conflict (${sql.join(key.map((each) => sql.ref(each)))}) do ${again.length > 0 ? sql`update set ${sql.join(again)}` : sql`nothing`}`
  await sql`insert into ${table} (${list}) select ${list} from json_populate_recordset(null::${table}, ${rows}::json)${conflict}`.execute(
    trx,
  )
  if (columns.includes('id')) await continueAfter(trx, name, 1)
}
