import { sql } from 'kysely'
import { type BulkReason, bulkOutcome, bulkStatus } from '../../../../src/schemas/api/bulk.ts'
import { dbClock, dbNow } from '../../../core/clock.ts'
import type { Lang } from '../../../core/context.ts'
import type { Reader, Writer } from '../../../core/db/connect.ts'
import { readNumber } from '../../../core/db/scalar.ts'
import { Refused } from '../../../core/refuse.ts'
import type { DataioBulkRow, DataioBulkRowRow } from '../../../core/rows.generated.ts'
import type { Row } from '../../../crud/domain.ts'
import type { Asked } from '../export/record.ts'
import { notifyWork } from '../news.ts'
import { bulkLimits } from './limits.ts'

/** Kind of its job. */
export const bulkJob = 'bulk'

/** A row of `dataio_bulk`, as the job and its addresses read it. */
export type BulkRecord = Pick<
  DataioBulkRow,
  | 'id'
  | 'name'
  | 'target'
  | 'action'
  | 'sort'
  | 'status'
  | 'progress'
  | 'total'
  | 'done'
  | 'succeeded'
  | 'skipped'
  | 'failed'
  | 'undone'
  | 'inverse'
  | 'undo_of'
  | 'error'
  | 'admin_id'
> & {
  lang: Lang
  /** What the list was narrowed to; null: the records are those of another bulk change. */
  filters: Asked | null
  /** What was entered in the action's form, as the wire has it. */
  entered: Row
}

/** The row; undefined when it is gone. Locked until the end of the transaction where that is wanted. */
export async function bulkOf(db: Reader, id: number, lock = false): Promise<BulkRecord | undefined> {
  const { rows } = await sql<BulkRecord>`select * from dataio_bulk where id = ${id} ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

/** What a bulk change begins with. */
export type BulkDraft = Pick<
  BulkRecord,
  'name' | 'target' | 'action' | 'sort' | 'status' | 'total' | 'inverse' | 'undo_of' | 'admin_id' | 'lang' | 'filters' | 'entered'
>

/** Adds it; returns its key. */
export async function insertBulk(trx: Writer, draft: BulkDraft): Promise<number> {
  const { filters, entered } = draft
  const { rows } = await sql<Pick<DataioBulkRow, 'id'>>`
    insert into dataio_bulk (name, target, action, entered, filters, sort, lang, status, progress, total, done, succeeded, skipped, failed,
      undone, inverse, undo_of, error, ticket, admin_id, expire_time, create_time, update_time)
    values (${draft.name.slice(0, 200)}, ${draft.target}, ${draft.action}, ${JSON.stringify(entered)}::jsonb,
      ${filters && JSON.stringify(filters)}::jsonb, ${draft.sort}, ${draft.lang}, ${draft.status}, 0, ${draft.total}, 0, 0, 0, 0, 0,
      ${draft.inverse}, ${draft.undo_of}, '', '', ${draft.admin_id}, ${dbNow} + ${bulkLimits.keep}::bigint, ${dbNow}, ${dbNow})
    returning id`.execute(trx)
  return rows[0]?.id ?? 0
}

/** Refuses when as many bulk changes of the person wait or run as may. Requests that come at once wait for each other here. */
export async function requirePlace(trx: Writer, adminId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('dataio.bulk'), ${adminId}::int)`.execute(trx)
  const open = sql`select count(*) from dataio_bulk
    where admin_id = ${adminId} and status in (${bulkStatus.waiting}, ${bulkStatus.running})`
  if ((await readNumber(trx, open)) >= bulkLimits.atOnce) throw new Refused('bulk.tooMany', { max: bulkLimits.atOnce })
}

/** What of a bulk change under way has changed. */
export interface BulkStep {
  status?: number
  error?: string
  /** What became of one record more. */
  outcome?: keyof typeof counted
  /** Is the person told now? The last step always tells. */
  tells?: boolean
}

const counted = { done: 'succeeded', skipped: 'skipped', failed: 'failed' } as const

/** Writes progress of a waiting or running bulk change. False when it is neither: it was cancelled. */
export async function takeStep(trx: Writer, id: number, step: BulkStep): Promise<boolean> {
  const { status = bulkStatus.running, error, outcome, tells } = step
  const isOver = status > bulkStatus.running
  const set = [sql`status = ${status}`, sql`update_time = ${dbClock}`]
  if (outcome) set.push(sql`done = done + 1`, sql`${sql.ref(counted[outcome])} = ${sql.ref(counted[outcome])} + 1`)
  if (error !== undefined) set.push(sql`error = ${error.slice(0, 255)}`)
  if (isOver) set.push(sql`finish_time = ${dbClock}`)
  const { rows } = await sql<Pick<DataioBulkRow, 'admin_id' | 'done' | 'total'>>`
    update dataio_bulk set ${sql.join(set)},
      progress = ${status === bulkStatus.done ? sql`100` : sql`least(99, (done + ${outcome ? 1 : 0}) * 100 / greatest(total, 1))`}
    where id = ${id} and status in (${bulkStatus.waiting}, ${bulkStatus.running})
    returning admin_id, done, total`.execute(trx)
  const [row] = rows
  if (!row) return false
  if (tells || isOver) {
    const progress = status === bulkStatus.done ? 100 : Math.min(99, Math.floor((row.done * 100) / Math.max(row.total, 1)))
    await notifyWork(trx, row.admin_id, { kind: 'bulk', id, status, progress, done: row.done, total: row.total })
  }
  return true
}

/** Why records were left out, the most frequent first. */
export async function reasonsOf(db: Reader, id: number): Promise<BulkReason[]> {
  const { skipped, failed } = bulkOutcome
  const { rows } = await sql<BulkReason>`select reason as text, count(*)::int as n from dataio_bulk_row
    where bulk_id = ${id} and outcome in (${skipped}, ${failed}) group by reason order by 2 desc, 1 limit ${bulkLimits.reasons}`.execute(
    db,
  )
  return rows
}

/** A record of a bulk change. */
export type BulkItem = Pick<DataioBulkRowRow, 'id' | 'row_key' | 'name' | 'outcome' | 'reason'>
