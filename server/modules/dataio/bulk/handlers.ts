import { sql } from 'kysely'
import { type BulkNews, bulkStatus, isBulkOpen } from '../../../../src/schemas/api/bulk.ts'
import { idOf } from '../../../../src/schemas/kinds/define.ts'
import { dbNow } from '../../../core/clock.ts'
import { actorOf, type Context } from '../../../core/context.ts'
import type { Writer } from '../../../core/db/connect.ts'
import type { Handler } from '../../../core/handler.ts'
import { callOff, enqueue } from '../../../core/jobs/queue.ts'
import { auditOf, writeAudit } from '../../../core/log/audit.ts'
import { Refused } from '../../../core/refuse.ts'
import { mayDo } from './action.ts'
import { type BulkRecord, bulkJob, bulkOf, reasonsOf, requirePlace } from './record.ts'
import { giveResult, resultFile } from './result.ts'
import { canUndo, startUndo } from './undo.ts'

const at = { app: 'admin', controller: 'dataio.Bulk' } as const
/** About what one has started oneself; the rights of the list and of its action are asked for by each. */
const own = { type: 'login' } as const

type Work = (ctx: Context, trx: Writer, record: BulkRecord) => Promise<unknown>
const post = (action: string, work: Work): Handler => ({
  ...at,
  action,
  method: 'POST',
  access: own,
  run: (ctx) => ofMine(ctx, (trx, record) => work(ctx, trx, record)),
})

/** Addresses of bulk changes beside those of their screen and of the lists. */
export const bulkHandlers: readonly Handler[] = [
  { ...at, action: 'mine', method: 'GET', access: own, run: mine },
  post('start', startBulk),
  post('stop', stopBulk),
  post('takeBack', startUndo),
  post('fetch', giveResult),
  // The ticket is the right: a link carries no token.
  { ...at, action: 'file', method: 'GET', access: { type: 'public' }, run: resultFile },
]

/** GET mine?id=: how one's own bulk change stands. */
async function mine(ctx: Context): Promise<BulkNews> {
  const record = await bulkOf(ctx.read, requestId(ctx.query.id))
  if (record?.admin_id !== actorOf(ctx).id) throw new Refused('crud.notFound')
  const { id, status, progress, done, total, name, target, action, succeeded, skipped, failed, undone, error } = record
  const counts = { succeeded, skipped, failed, undone }
  const [undo, reasons] = [await canUndo(ctx, ctx.read, record), await reasonsOf(ctx.read, id)]
  return { kind: 'bulk', id, status, progress, done, total, name, target, action, ...counts, error, undo, reasons }
}

/** POST start {id}: does what was reviewed. Started twice it runs once. */
async function startBulk(ctx: Context, trx: Writer, record: BulkRecord): Promise<{ id: number; name: string }> {
  const { id, name, status, target, action, total } = record
  if (status !== bulkStatus.reviewed) return { id, name }
  const page = ctx.schema.pages.get(target)
  if (!page) throw new Refused('bulk.gone')
  if (!mayDo(actorOf(ctx), page, action)) throw new Refused('bulk.noRight')
  await requirePlace(trx, record.admin_id)
  await sql`update dataio_bulk set status = ${bulkStatus.waiting}, update_time = ${dbNow} where id = ${id}`.execute(trx)
  await enqueue(trx, bulkJob, id)
  await writeAudit(trx, auditOf(ctx, { action: 'dataio/bulk/start', table: target, key: id, detail: { action, total } }))
  return { id, name }
}

/** POST stop {id}: the record under way is finished or left, and no other is begun. */
async function stopBulk(ctx: Context, trx: Writer, record: BulkRecord): Promise<void> {
  if (!isBulkOpen(record)) {
    const state = ctx.schema.words.text(ctx.lang, 'dataio/bulk', `fields.status.options.${record.status}`)
    throw new Refused('crud.notInState', { state }, { type: 'conflict' })
  }
  await cancelBulk(trx, record.id)
}

/** Calls it off where it waits or runs. */
export async function cancelBulk(trx: Writer, id: number): Promise<void> {
  await sql`update dataio_bulk set status = ${bulkStatus.cancelled}, finish_time = ${dbNow}, update_time = ${dbNow}
    where id = ${id} and status in (${bulkStatus.waiting}, ${bulkStatus.running})`.execute(trx)
  await callOff(trx, bulkJob, id)
}

/** Does something to a bulk change of one's own, which is locked. */
function ofMine<T>(ctx: Context, work: (trx: Writer, record: BulkRecord) => Promise<T>): Promise<T> {
  const id = requestId(ctx.body.id)
  return ctx.write(async (trx) => {
    const record = await bulkOf(trx, id, true)
    if (record?.admin_id !== actorOf(ctx).id) throw new Refused('crud.notFound')
    return work(trx, record)
  })
}

function requestId(value: unknown): number {
  const id = idOf(value)
  if (id === undefined) throw new Refused('crud.parameter', { name: 'id' })
  return id
}
