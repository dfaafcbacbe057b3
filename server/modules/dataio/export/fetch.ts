import { createReadStream } from 'node:fs'
import { sql } from 'kysely'
import { exportStatus } from '../../../../src/schemas/api/exporting.ts'
import { dbNow } from '../../../core/clock.ts'
import { actorOf, type Context } from '../../../core/context.ts'
import type { Writer } from '../../../core/db/connect.ts'
import { officeCall } from '../../../core/http/address.ts'
import { RawAnswer } from '../../../core/http/envelope.ts'
import { callOff, enqueue } from '../../../core/jobs/queue.ts'
import { HttpRefused, Refused } from '../../../core/refuse.ts'
import type { DataioExportRow } from '../../../core/rows.generated.ts'
import { loadRights } from '../../../core/session/access.ts'
import { attachment, newTicket, readTicket, sameHash, ticketSeconds } from '../ticket.ts'
import { formats, isFormat } from './formats.ts'
import { exportJob } from './record.ts'
import { requirePlace } from './request.ts'
import { mayExport } from './rights.ts'

/** Address of the file, once. */
const address = '/admin/dataio.Export/file?ticket='

/**
 * A one-time address of an export's file, valid for a minute, because a browser link carries no token. Only its hash is stored. Refused
 * to someone who may no longer export the list.
 */
export async function giveTicket(ctx: Context, trx: Writer, id: number): Promise<{ url: string }> {
  const { rows } = await sql<Pick<DataioExportRow, 'target' | 'file'>>`
    select target, file from dataio_export where id = ${id} and status = ${exportStatus.done}
      and (expire_time is null or expire_time > ${dbNow}) for update`.execute(trx)
  const [row] = rows
  if (!row || row.file === '') throw new Refused('dataio.gone')
  if (!mayExport(actorOf(ctx), row.target)) throw new Refused('dataio.noRight')
  const { ticket, hash } = newTicket(id)
  await sql`update dataio_export set ticket = ${hash}, ticket_time = ${dbNow} where id = ${id}`.execute(trx)
  return { url: officeCall(`${address}${ticket}`, await ctx.services.site.entrance()) }
}

/**
 * GET file?ticket=…: the file. The ticket is used up here, outside of the request's own reading: it is no data of anybody, and a second use
 * has to be refused.
 */
export async function fileOf(ctx: Context): Promise<RawAnswer> {
  const ticket = readTicket(ctx.query.ticket)
  if (!ticket) throw new HttpRefused(404)
  const { database, privateFiles } = ctx.services
  const { id, hash } = ticket
  const { rows } = await sql<Pick<DataioExportRow, 'admin_id' | 'target' | 'name' | 'file' | 'format' | 'ticket'>>`
    with used as (
      select id, ticket from dataio_export where id = ${id} and ticket = ${hash} and status = ${exportStatus.done}
        and ticket_time > ${dbNow} - ${ticketSeconds}::bigint and expire_time > ${dbNow} for update)
    update dataio_export e set ticket = '' from used where e.id = used.id
    returning e.admin_id, e.target, e.name, e.file, e.format, used.ticket`.execute(database.write)
  const [row] = rows
  if (!row || !isFormat(row.format) || !sameHash(row.ticket, hash)) throw new HttpRefused(404)
  const rights = await loadRights(ctx.read, 'admin', row.admin_id)
  if (!rights || !mayExport({ ...rights, sessionId: '' }, row.target)) throw new HttpRefused(404)
  const size = await privateFiles.size(row.file)
  if (size === undefined) throw new HttpRefused(404)
  return new RawAnswer(formats[row.format].type, createReadStream(privateFiles.path(row.file)), {
    'content-length': String(size),
    'content-disposition': attachment(row.name, row.format, 'export'),
    'cache-control': 'no-store',
  })
}

/** Calls an export off; who writes it stops with the next batch. */
export async function cancelExport(trx: Writer, id: number): Promise<void> {
  await callOff(trx, exportJob, id)
  await sql`update dataio_export set status = ${exportStatus.cancelled}, finish_time = ${dbNow}, update_time = ${dbNow}
    where id = ${id} and status in (${exportStatus.waiting}, ${exportStatus.running})`.execute(trx)
}

/** Generates the file again from the current rows. */
export async function repeatExport(ctx: Context, trx: Writer, id: number): Promise<void> {
  await requirePlace(trx, actorOf(ctx).id)
  await sql`update dataio_export set status = ${exportStatus.waiting}, progress = 0, done = 0, total = 0, size = 0, file = '', ticket = '',
    error = '', finish_time = null, expire_time = null, lang = ${ctx.lang}, update_time = ${dbNow} where id = ${id}`.execute(trx)
  await enqueue(trx, exportJob, id)
}
