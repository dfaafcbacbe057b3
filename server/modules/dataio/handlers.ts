import { sql } from 'kysely'
import { exportStatus } from '../../../src/schemas/api/exporting.ts'
import type { WorkNews } from '../../../src/schemas/api/works.ts'
import { idOf } from '../../../src/schemas/kinds/define.ts'
import { actorOf, type Context } from '../../core/context.ts'
import type { Writer } from '../../core/db/connect.ts'
import type { Handler } from '../../core/handler.ts'
import { Refused } from '../../core/refuse.ts'
import type { DataioExportRow } from '../../core/rows.generated.ts'
import { cancelExport, fileOf, giveTicket } from './export/fetch.ts'
import { notNow } from './notNow.ts'

const at = { app: 'admin', controller: 'dataio.Export' } as const
/** Who may export a list need not have the screen of all exports: these are about what one has asked for oneself. */
const own = { type: 'login' } as const

/** Addresses of exports beside those of their screen. */
export const dataioHandlers: readonly Handler[] = [
  { ...at, action: 'mine', method: 'GET', access: own, run: mine },
  { ...at, action: 'fetch', method: 'POST', access: own, run: (ctx) => ofMine(ctx, (trx, id) => giveTicket(ctx, trx, id)) },
  {
    ...at,
    action: 'stop',
    method: 'POST',
    access: own,
    run: (ctx) => ofMine(ctx, (trx, id, status) => stop(ctx, trx, id, status)),
  },
  // The ticket is the right: a link carries no token.
  { ...at, action: 'file', method: 'GET', access: { type: 'public' }, run: fileOf },
]

/** GET mine?id=: state of one's own export. */
async function mine(ctx: Context): Promise<WorkNews & { name: string; error: string; size: number }> {
  const { rows } = await sql<WorkNews & { name: string; error: string; size: number }>`
    select 'export' as kind, id, status, progress, done, total, name, error, size from dataio_export
    where id = ${requestId(ctx.query.id)} and admin_id = ${actorOf(ctx).id}`.execute(ctx.read)
  if (!rows[0]) throw new Refused('crud.notFound')
  return rows[0]
}

/** E3 cancel: 0, 1 → 4. */
async function stop(ctx: Context, trx: Writer, id: number, status: number): Promise<void> {
  const { waiting, running } = exportStatus
  if (status !== waiting && status !== running) throw notNow(ctx, 'dataio/export', status)
  await cancelExport(trx, id)
}

/** Does something to an export of one's own, which is locked. */
function ofMine<T>(ctx: Context, work: (trx: Writer, id: number, status: number) => Promise<T>): Promise<T> {
  const id = requestId(ctx.body.id)
  return ctx.write(async (trx) => {
    const { rows } = await sql<
      Pick<DataioExportRow, 'status'>
    >`select status from dataio_export where id = ${id} and admin_id = ${actorOf(ctx).id} for update`.execute(trx)
    if (!rows[0]) throw new Refused('crud.notFound')
    return work(trx, id, rows[0].status)
  })
}

function requestId(value: unknown): number {
  const id = idOf(value)
  if (id === undefined) throw new Refused('crud.parameter', { name: 'id' })
  return id
}
