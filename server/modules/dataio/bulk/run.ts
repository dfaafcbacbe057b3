import { sql } from 'kysely'
import { bulkOutcome, bulkStatus } from '../../../../src/schemas/api/bulk.ts'
import type { Context } from '../../../core/context.ts'
import type { Writer } from '../../../core/db/connect.ts'
import { authorOf } from '../../../core/history/author.ts'
import type { Core } from '../../../core/http/makeContext.ts'
import { jobContext } from '../../../core/jobs/context.ts'
import { type Job, type JobKind, JobLost } from '../../../core/jobs/runner.ts'
import { writeAudit } from '../../../core/log/audit.ts'
import { Refused } from '../../../core/refuse.ts'
import { loadRights } from '../../../core/session/access.ts'
import { inTransaction } from '../../../core/transaction/transaction.ts'
import { within } from '../../../crud/action/within.ts'
import type { Domains } from '../../../crud/engine/domains.ts'
import { decodeKey } from '../../../crud/rows/key.ts'
import { makeScreen, type Screen } from '../../../crud/screen/screen.ts'
import { type Bulk, doToRow, mayDo, reasonOf, screenFor } from './action.ts'
import { type BulkItem, type BulkRecord, type BulkStep, bulkOf, takeStep } from './record.ts'

/** What a bulk change is made with. */
export interface BulkWork {
  core: Core
  domains: Domains
  log: Context['log']
}

/** Milliseconds between two words on how far it is. */
const tellEvery = 1000

/** The job that does an action to one record after the other, with the rights that the person has at each. */
export function bulkKind(work: BulkWork): JobKind {
  return {
    run: (job) => run(work, job),
    async fail(trx, ref, error) {
      const { words } = work.core.schema
      const lang = (await bulkOf(trx, ref))?.lang ?? 'zh-cn'
      const known = error instanceof Refused ? { code: error.code, params: error.params } : { code: 'dataio.broken', params: {} }
      await takeStep(trx, ref, { status: bulkStatus.failed, error: words.text(lang, null, `errors.${known.code}`, known.params) })
    },
  }
}

/** A bulk change under way. */
interface Running {
  work: BulkWork
  job: Job
  record: BulkRecord
  screen: Screen
}

async function run(work: BulkWork, job: Job): Promise<void> {
  const record = await bulkOf(job.database.read, job.ref)
  if (!record) throw new JobLost()
  const page = work.core.schema.pages.get(record.target)
  if (!page) throw new Refused('bulk.gone')
  const running: Running = {
    work,
    job,
    record,
    screen: screenFor(makeScreen(page, work.core.schema, work.domains), record.action),
  }
  await inTransaction(job.database, async (trx) => {
    await mustStep(trx, record.id, { tells: true })
    await job.hold(trx) // it may have been cancelled meanwhile
  })
  let told = performance.now()
  for (;;) {
    job.signal.throwIfAborted()
    const tells = performance.now() - told >= tellEvery
    if (!(await takeNext(running, tells))) break
    if (tells) told = performance.now()
  }
  await inTransaction(job.database, async (trx) => {
    await mustStep(trx, record.id, { status: bulkStatus.done }) // in the order in which it is cancelled
    await job.finish(trx)
    await auditRun(trx, record)
  })
}

async function auditRun(trx: Writer, { id, admin_id, target, action }: BulkRecord): Promise<void> {
  const { total = 0, succeeded = 0, skipped = 0, failed = 0 } = (await bulkOf(trx, id)) ?? {}
  const detail = { action, total, succeeded, skipped, failed }
  await writeAudit(trx, { adminId: admin_id, username: '', action: 'dataio/bulk/run', table: target, key: id, detail })
}

async function mustStep(trx: Writer, id: number, step: BulkStep): Promise<void> {
  if (!(await takeStep(trx, id, step))) throw new JobLost()
}

/**
 * Takes the next record: the action, what became of it and the count of it commit together, so that after a crash no record is done twice
 * or forgotten. False when none is left. An error that nobody foresaw is that record's alone.
 */
async function takeNext(running: Running, tells: boolean): Promise<boolean> {
  const ctx = await contextOf(running)
  try {
    return await oneRow(running, ctx, tells)
  } catch (error) {
    const { job, work, record } = running
    if (error instanceof JobLost || job.signal.aborted) throw error
    work.log.error({ err: error, bulk: record.id }, 'a record of a bulk change failed')
    return oneRow(running, ctx, tells, ctx.text('errors.dataio.broken'))
  }
}

/** `fault`: it has failed already, and is only noted. */
function oneRow({ job, record, screen }: Running, ctx: Context, tells: boolean, fault?: string): Promise<boolean> {
  return inTransaction(
    job.database,
    async (trx) => {
      const item = await nextItem(trx, record.id)
      if (!item) return false
      const key = decodeKey(screen.entity, item.row_key) ?? item.row_key
      const bulk: Bulk = { screen, ctx, action: record.action, entered: record.entered }
      const refused = fault === undefined ? await within({ ctx, screen }, trx, () => doToRow(bulk, trx, key, record)) : undefined
      const outcome = fault !== undefined ? 'failed' : refused ? 'skipped' : 'done'
      const reason = fault ?? (refused ? reasonOf(ctx, refused) : '')
      await sql`update dataio_bulk_row set outcome = ${bulkOutcome[outcome]}, reason = ${reason}, update_time = ${ctx.now}
        where id = ${item.id}`.execute(trx)
      if (outcome === 'done' && record.undo_of !== null) await noteUndone(trx, record.undo_of, item.row_key)
      await mustStep(trx, record.id, { outcome, tells })
      await job.hold(trx)
      return true
    },
    { author: authorOf(ctx) },
  )
}

async function nextItem(trx: Writer, id: number): Promise<Pick<BulkItem, 'id' | 'row_key'> | undefined> {
  const { rows } = await sql<Pick<BulkItem, 'id' | 'row_key'>>`select id, row_key from dataio_bulk_row
    where bulk_id = ${id} and outcome = ${bulkOutcome.pending} order by id limit 1 for update`.execute(trx)
  return rows[0]
}

/** A record that was taken back is not taken back once more; after the last one there is nothing to undo. */
async function noteUndone(trx: Writer, id: number, key: string): Promise<void> {
  await sql`update dataio_bulk_row set outcome = ${bulkOutcome.undone} where bulk_id = ${id} and row_key = ${key}`.execute(trx)
  await sql`update dataio_bulk set undone = undone + 1, inverse = case when undone + 1 < succeeded then inverse else '' end
    where id = ${id}`.execute(trx)
}

/** The person as of now: who lost the right stops it. */
async function contextOf({ work: { core, log }, job, record, screen }: Running): Promise<Context> {
  const rights = await loadRights(job.database.read, 'admin', record.admin_id)
  const actor = rights && { ...rights, sessionId: '' }
  if (!actor || !mayDo(actor, screen.page, record.action)) throw new Refused('bulk.noRight')
  const { database } = job
  const at = { controller: 'dataio.Bulk', action: 'run' }
  return jobContext({ core, actor, lang: record.lang, ...at, database, read: database.read, log })
}
