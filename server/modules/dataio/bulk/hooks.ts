import { sql } from 'kysely'
import { bulkOutcome, bulkStatus } from '../../../../src/schemas/api/bulk.ts'
import { dbNow } from '../../../core/clock.ts'
import { actorOf } from '../../../core/context.ts'
import type { Database, Writer } from '../../../core/db/connect.ts'
import { Refused } from '../../../core/refuse.ts'
import type { DataioBulkRow } from '../../../core/rows.generated.ts'
import { computesOf } from '../../../crud/computes.ts'
import { defineActions } from '../../../crud/defineActions.ts'
import type { ActionInput, ScreenHooks } from '../../../crud/domain.ts'
import { cancelBulk } from './handlers.ts'
import { bulkLimits } from './limits.ts'
import { type BulkItem, type BulkRecord, bulkOf } from './record.ts'
import { giveResult, outcomeText } from './result.ts'
import { startUndo } from './undo.ts'

/** What a bulk change does, it does with the rights of who started it: nobody else fetches its results, cancels it or takes it back. */
const refuse = {
  notOwner: async ({ ctx, row }: Pick<ActionInput, 'ctx'> & { row: Pick<DataioBulkRow, 'admin_id'> }) =>
    row.admin_id !== actorOf(ctx).id,
}

/** Actions of the screen dataio/bulk. */
export const bulkActions = defineActions({
  'dataio/bulk.result': { refuse, run: async ({ ctx, trx, row }) => giveResult(ctx, trx, await recordOf(trx, row.id)) },
  'dataio/bulk.cancel': { refuse, run: ({ trx, row }) => cancelBulk(trx, row.id) },
  'dataio/bulk.undo': {
    refuse,
    run: async ({ ctx, trx, row }) => {
      await startUndo(ctx, trx, await recordOf(trx, row.id))
    },
  },
})

async function recordOf(trx: Writer, id: number): Promise<BulkRecord> {
  const record = await bulkOf(trx, id, true)
  if (!record) throw new Refused('crud.notFound')
  return record
}

/** Hooks of the screen dataio/bulk: it shows what was started, and the records that were not changed. */
export const bulkHooks: ScreenHooks = {
  narrowList: true,
  rowScope(_ctx, _purpose, _db, own) {
    const started = sql<boolean>`t.status <> ${bulkStatus.reviewed}`
    return own ? sql<boolean>`(${started} and ${own})` : started
  },
  computes: computesOf('dataio/bulk', {
    leftRows: async ({ ctx, db, rows }) => {
      const { done, undone } = bulkOutcome
      const lists = rows.map(async ({ id }) => {
        const found = await sql<BulkItem>`select id, row_key, name, outcome, reason from dataio_bulk_row
          where bulk_id = ${id} and outcome not in (${done}, ${undone}) order by id limit ${bulkLimits.left}`.execute(db)
        return found.rows.map((row) => ({ ...row, outcome: outcomeText((key) => ctx.text(key), row.outcome) }))
      })
      return Promise.all(lists)
    },
  }),
  afterDelete: async ({ trx, rows }) => {
    const ids = rows.map(({ id }) => Number(id))
    await sql`delete from dataio_bulk_row where bulk_id = any(${ids}::bigint[])`.execute(trx)
  },
}

/** Deletes reviews that nobody started, and the records of bulk changes whose time has run out. */
export async function purgeBulk({ write }: Pick<Database, 'write'>): Promise<void> {
  const old = sql`select id from dataio_bulk where status = ${bulkStatus.reviewed} and create_time < ${dbNow} - ${bulkLimits.reviewed}::bigint`
  await sql`delete from dataio_bulk_row where bulk_id in (${old})`.execute(write)
  await sql`delete from dataio_bulk where status = ${bulkStatus.reviewed} and create_time < ${dbNow} - ${bulkLimits.reviewed}::bigint`.execute(
    write,
  )
  await sql`delete from dataio_bulk_row where bulk_id in (select id from dataio_bulk
    where expire_time < ${dbNow} and status > ${bulkStatus.running})`.execute(write)
}
