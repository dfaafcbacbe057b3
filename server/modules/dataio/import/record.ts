import { sql, type Transaction } from 'kysely'
import { type ImportFault, type ImportMode, importLimits, importStatus } from '../../../../src/schemas/api/importing.ts'
import { dbClock, dbNow } from '../../../core/clock.ts'
import type { Lang } from '../../../core/context.ts'
import type { Db, Reader, Writer } from '../../../core/db/connect.ts'
import { readNumber } from '../../../core/db/scalar.ts'
import { Refused } from '../../../core/refuse.ts'
import type { DataioImportRow } from '../../../core/rows.generated.ts'
import { notifyWork } from '../news.ts'
import { deleteFaults, keepFaults, shownFaults } from './faults.ts'

/** Kind of its job. */
export const importJob = 'import'

/** A row of `dataio_import`, as its job and its handlers read it. */
export type ImportRecord = Omit<DataioImportRow, 'mapping' | 'faults' | 'lang' | 'mode'> & {
  mapping: string[]
  faults: ImportFault[]
  lang: Lang
  mode: ImportMode
}

/** The row; undefined when it is gone. */
export async function importOf(db: Reader, id: number, lock = false): Promise<ImportRecord | undefined> {
  const { rows } =
    await sql<ImportRecord>`select * from dataio_import where id = ${id}${lock ? sql` for update` : sql``}`.execute(db)
  return rows[0]
}

/** What lines came to so far. */
export interface Counts {
  inserted: number
  updated: number
  /** Right in themselves, and left out with faulty lines about the same row. */
  skipped: number
  failed: number
}

/** What of an import under way has changed. */
export interface ImportStep extends Partial<Counts> {
  status?: number
  done?: number
  total?: number
  error?: string
  error_file?: string
  file?: string
  /** Those that were found since the step before. */
  faults?: readonly ImportFault[]
  /** The step is taken only from here: another node that went on meanwhile has moved it. */
  from?: number
}

/**
 * Writes progress of an import being checked or run, and notifies the person's screens. False when it is neither, or beyond `from`: it
 * was cancelled, or another node has it.
 */
export async function takeStep(trx: Transaction<Db>, id: number, step: ImportStep): Promise<boolean> {
  const { from, faults, ...columns } = step
  const set = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  if (faults?.length) {
    const first = JSON.stringify(faults.slice(0, shownFaults))
    const path = `$[0 to ${shownFaults - 1}]`
    set.push(sql`faults = jsonb_path_query_array(faults || ${first}::jsonb, ${path}::jsonpath)`)
  }
  const ended = columns.status !== undefined && columns.status >= importStatus.done
  if (ended) set.push(sql`finished_time = ${dbClock}`)
  const { rows } = await sql<Pick<DataioImportRow, 'admin_id' | 'status' | 'done' | 'total'>>`
    update dataio_import set ${sql.join([...set, sql`update_time = ${dbClock}`])}
    where id = ${id} and status in (${importStatus.checking}, ${importStatus.running})
      and done = coalesce(${from ?? null}::bigint, done)
    returning admin_id, status, done, total`.execute(trx)
  const [row] = rows
  if (!row) return false
  if (isUnderWay(row.status)) await keepFaults(trx, id, faults ?? [])
  else await deleteFaults(trx, id)
  const progress = isUnderWay(row.status) ? (row.total > 0 ? Math.min(99, Math.floor((row.done / row.total) * 100)) : 0) : 100
  await sql`update dataio_import set progress = ${progress} where id = ${id}`.execute(trx)
  await notifyWork(trx, row.admin_id, { kind: 'import', id, status: row.status, progress, done: row.done, total: row.total })
  return true
}

/** Is it checked or run, or about to be? */
export function isUnderWay(status: number): boolean {
  return status === importStatus.checking || status === importStatus.running
}

/** Refuses when as many imports of the person are under way, or as many files wait, as may. */
export async function requirePlace(trx: Writer, adminId: number, what: 'atOnce' | 'drafts'): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('dataio.import'), ${adminId}::int)`.execute(trx)
  const states = what === 'atOnce' ? [importStatus.checking, importStatus.running] : [importStatus.draft, importStatus.ready]
  const counted = sql`select count(*) from dataio_import
    where admin_id = ${adminId} and status = any(${states}::int[]) and (expire_time is null or expire_time > ${dbNow})`
  const max = importLimits[what]
  if ((await readNumber(trx, counted)) >= max) throw new Refused(`import.${what}`, { max })
}

/**
 * Refuses while another file is being saved to the same list, by anyone: otherwise the last write to a row would be random. Two that
 * start at once are serialised here.
 */
export async function requireUnlocked(trx: Writer, target: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('dataio.import.target'), hashtext(${target}))`.execute(trx)
  const { rows } = await sql<Pick<DataioImportRow, 'name'> & { who: string }>`
    select i.name, coalesce(nullif(a.nickname, ''), a.username, '') as who from dataio_import i left join admin a on a.id = i.admin_id
    where i.target = ${target} and i.status = ${importStatus.running} order by i.id limit 1`.execute(trx)
  const [row] = rows
  if (row) throw new Refused('import.busy', { name: row.name, who: row.who }, { type: 'conflict' })
}
