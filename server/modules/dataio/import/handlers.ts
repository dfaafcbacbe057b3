import { createReadStream } from 'node:fs'
import { sql } from 'kysely'
import type { ImportKept, ImportNews } from '../../../../src/schemas/api/importing.ts'
import { idOf } from '../../../../src/schemas/kinds/define.ts'
import { dbNow } from '../../../core/clock.ts'
import { actorOf, type Context } from '../../../core/context.ts'
import type { Writer } from '../../../core/db/connect.ts'
import type { Handler } from '../../../core/handler.ts'
import { officeCall } from '../../../core/http/address.ts'
import { RawAnswer } from '../../../core/http/envelope.ts'
import { HttpRefused, Refused } from '../../../core/refuse.ts'
import { loadRights } from '../../../core/session/access.ts'
import { attachment, newTicket, readTicket, sameHash, ticketSeconds } from '../ticket.ts'
import { keptImport } from './again.ts'
import { type ImportRecord, importOf } from './record.ts'
import { checkImport, startImport, stopImport } from './request.ts'
import { mayImport } from './rights.ts'

const at = { app: 'admin', controller: 'dataio.Import' } as const
/** As with exports: about what one has sent oneself. The list's own rights are asked for by each. */
const own = { type: 'login' } as const

/** Addresses of imports beside those of their screen and of the lists. */
export const importHandlers: readonly Handler[] = [
  { ...at, action: 'mine', method: 'GET', access: own, run: mine },
  { ...at, action: 'draft', method: 'GET', access: own, run: draft },
  {
    ...at,
    action: 'check',
    method: 'POST',
    access: own,
    run: (ctx) => ofMine(ctx, (trx, record) => checkImport(ctx, trx, record)),
  },
  { ...at, action: 'start', method: 'POST', access: own, run: (ctx) => ofMine(ctx, (trx, { id }) => startImport(ctx, trx, id)) },
  {
    ...at,
    action: 'stop',
    method: 'POST',
    access: own,
    run: (ctx) => ofMine(ctx, (trx, record) => stopImport(ctx, trx, record)),
  },
  { ...at, action: 'fetch', method: 'POST', access: own, run: (ctx) => ofMine(ctx, (trx, { id }) => giveReport(ctx, trx, id)) },
  // The ticket is the right: a link carries no token.
  { ...at, action: 'file', method: 'GET', access: { type: 'public' }, run: reportFile },
]

/** GET mine?id=: state of one's own import. */
async function mine(ctx: Context): Promise<ImportNews> {
  const record = await importOf(ctx.read, requestId(ctx.query.id))
  if (record?.admin_id !== actorOf(ctx).id) throw new Refused('crud.notFound')
  const { id, status, progress, done, total, inserted, updated, skipped, failed, name, error, faults, error_file } = record
  const counts = { inserted, updated, skipped, failed }
  return { id, status, progress, done, total, ...counts, name, error, faults, report: error_file !== '' }
}

/** GET draft?id=: a file of one's own that is not run yet. */
async function draft(ctx: Context): Promise<ImportKept> {
  const record = await importOf(ctx.read, requestId(ctx.query.id))
  if (record?.admin_id !== actorOf(ctx).id) throw new Refused('crud.notFound')
  return keptImport(ctx, record)
}

/** Does something to an import of one's own. */
function ofMine<T>(ctx: Context, work: (trx: Writer, record: ImportRecord) => Promise<T>): Promise<T> {
  const id = requestId(ctx.body.id)
  return ctx.write(async (trx) => {
    const record = await importOf(trx, id, true)
    if (record?.admin_id !== actorOf(ctx).id) throw new Refused('crud.notFound')
    return work(trx, record)
  })
}

function requestId(value: unknown): number {
  const id = idOf(value)
  if (id === undefined) throw new Refused('crud.parameter', { name: 'id' })
  return id
}

/** A one-time address of the file of faulty lines, valid for a minute. */
export async function giveReport(ctx: Context, trx: Writer, id: number): Promise<{ url: string }> {
  const record = await importOf(trx, id, true)
  if (!record || record.error_file === '') throw new Refused('import.gone')
  if (!mayImport(actorOf(ctx), record.target, record.mode)) throw new Refused('import.noRight')
  const { ticket, hash } = newTicket(id)
  await sql`update dataio_import set ticket = ${hash}, ticket_time = ${dbNow} where id = ${id}`.execute(trx)
  return { url: officeCall(`/admin/dataio.Import/file?ticket=${ticket}`, await ctx.services.site.entrance()) }
}

/** GET file?ticket=…: the file of the faulty lines; the ticket is used up, outside of the request's own reading. */
async function reportFile(ctx: Context): Promise<RawAnswer> {
  const ticket = readTicket(ctx.query.ticket)
  if (!ticket) throw new HttpRefused(404)
  const { database, privateFiles } = ctx.services
  const { rows } = await sql<Pick<ImportRecord, 'admin_id' | 'target' | 'mode' | 'name' | 'error_file' | 'ticket'>>`
    with used as (
      select id, ticket from dataio_import where id = ${ticket.id} and ticket = ${ticket.hash}
        and ticket_time > ${dbNow} - ${ticketSeconds}::bigint for update)
    update dataio_import i set ticket = '' from used where i.id = used.id
    returning i.admin_id, i.target, i.mode, i.name, i.error_file, used.ticket`.execute(database.write)
  const [row] = rows
  if (!row || !sameHash(row.ticket, ticket.hash) || row.error_file === '') throw new HttpRefused(404)
  const rights = await loadRights(ctx.read, 'admin', row.admin_id)
  if (!rights || !mayImport({ ...rights, sessionId: '' }, row.target, row.mode)) throw new HttpRefused(404)
  const size = await privateFiles.size(row.error_file)
  if (size === undefined) throw new HttpRefused(404)
  return new RawAnswer('text/csv; charset=utf-8', createReadStream(privateFiles.path(row.error_file)), {
    'content-length': String(size),
    'content-disposition': attachment(
      `${row.name.replace(/\.\w+$/, '')} - ${ctx.text('ui.import.faultyLines')}`,
      'csv',
      'faults',
    ),
    'cache-control': 'no-store',
  })
}
