import { sql } from 'kysely'
import { bulkOutcome, bulkStatus, isBulkOpen } from '../../../../src/schemas/api/bulk.ts'
import { actorOf, type Context } from '../../../core/context.ts'
import type { Reader, Writer } from '../../../core/db/connect.ts'
import { readNumber } from '../../../core/db/scalar.ts'
import { enqueue } from '../../../core/jobs/queue.ts'
import { Refused } from '../../../core/refuse.ts'
import type { DataioBulkRow } from '../../../core/rows.generated.ts'
import { mayDo } from './action.ts'
import { type BulkRecord, bulkJob, insertBulk, requirePlace } from './record.ts'

/** Can this person take back what it did, now? */
export async function canUndo(ctx: Context, db: Reader, record: BulkRecord): Promise<boolean> {
  const page = ctx.schema.pages.get(record.target)
  if (!page || record.inverse === '' || isBulkOpen(record) || record.succeeded <= record.undone) return false
  return mayDo(actorOf(ctx), page, record.inverse) && (await undoingOf(db, record.id)) === undefined
}

/** The bulk change that takes this one back at the moment. */
async function undoingOf(db: Reader, id: number): Promise<Pick<DataioBulkRow, 'id' | 'name'> | undefined> {
  const { rows } = await sql<Pick<DataioBulkRow, 'id' | 'name'>>`select id, name from dataio_bulk
    where undo_of = ${id} and status in (${bulkStatus.waiting}, ${bulkStatus.running}) limit 1`.execute(db)
  return rows[0]
}

/**
 * Takes back what a bulk change did, by another one over the records that were done and not taken back yet; the record of the first is
 * locked. One that is under way already is the answer.
 */
export async function startUndo(ctx: Context, trx: Writer, record: BulkRecord): Promise<{ id: number; name: string }> {
  const under = await undoingOf(trx, record.id)
  if (under) return under
  const page = ctx.schema.pages.get(record.target)
  if (!page || record.inverse === '' || isBulkOpen(record)) throw new Refused('bulk.noUndo')
  if (!mayDo(actorOf(ctx), page, record.inverse)) throw new Refused('bulk.noRight')
  await requirePlace(trx, record.admin_id)
  const left = sql`from dataio_bulk_row where bulk_id = ${record.id} and outcome = ${bulkOutcome.done}`
  const total = await readNumber(trx, sql`select count(*) ${left}`)
  if (total === 0) throw new Refused('bulk.noUndo')
  const name = ctx.text('ui.bulk.undoOf', { name: record.name })
  const own = { target: record.target, action: record.inverse, entered: {}, filters: null, sort: '', inverse: '', lang: ctx.lang }
  const id = await insertBulk(trx, {
    ...own,
    name,
    total,
    status: bulkStatus.waiting,
    undo_of: record.id,
    admin_id: record.admin_id,
  })
  // The last is taken back first.
  await sql`insert into dataio_bulk_row (bulk_id, row_key, name, outcome, reason, create_time, update_time)
    select ${id}::bigint, row_key, name, 0, '', 0, 0 ${left} order by id desc`.execute(trx)
  await enqueue(trx, bulkJob, id)
  return { id, name }
}
