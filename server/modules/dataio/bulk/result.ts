import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { bulkOutcome, isBulkOpen } from '../../../../src/schemas/api/bulk.ts'
import { dbNow } from '../../../core/clock.ts'
import { actorOf, type Context } from '../../../core/context.ts'
import type { Reader, Writer } from '../../../core/db/connect.ts'
import { officeCall } from '../../../core/http/address.ts'
import { RawAnswer } from '../../../core/http/envelope.ts'
import { HttpRefused, Refused } from '../../../core/refuse.ts'
import type { DataioBulkRow } from '../../../core/rows.generated.ts'
import { loadRights } from '../../../core/session/access.ts'
import { byteOrderMark, sheetLines } from '../csv.ts'
import { attachment, newTicket, readTicket, sameHash, ticketSeconds } from '../ticket.ts'
import { mayDo } from './action.ts'
import { type BulkItem, type BulkRecord, bulkOf } from './record.ts'

/** Records that are read at a time. */
const batch = 1000

/** A one-time address of what became of each record, valid for a minute. Refused to who may no longer do the action. */
export async function giveResult(ctx: Context, trx: Writer, record: BulkRecord): Promise<{ url: string }> {
  const page = ctx.schema.pages.get(record.target)
  if (isBulkOpen(record) || !(await hasRows(trx, record.id))) throw new Refused('bulk.noResult')
  if (!page || !mayDo(actorOf(ctx), page, record.action)) throw new Refused('bulk.noRight')
  const { ticket, hash } = newTicket(record.id)
  await sql`update dataio_bulk set ticket = ${hash}, ticket_time = ${dbNow} where id = ${record.id}`.execute(trx)
  return { url: officeCall(`/admin/dataio.Bulk/file?ticket=${ticket}`, await ctx.services.site.entrance()) }
}

async function hasRows(db: Reader, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 as one from dataio_bulk_row where bulk_id = ${id} limit 1`.execute(db)
  return rows.length > 0
}

/** GET file?ticket=…: the records with their outcome, as CSV; the ticket is used up, outside of the request's own reading. */
export async function resultFile(ctx: Context): Promise<RawAnswer> {
  const ticket = readTicket(ctx.query.ticket)
  if (!ticket) throw new HttpRefused(404)
  const { database } = ctx.services
  const { rows } = await sql<Pick<DataioBulkRow, 'ticket'>>`
    with used as (
      select id, ticket from dataio_bulk where id = ${ticket.id} and ticket = ${ticket.hash}
        and ticket_time > ${dbNow} - ${ticketSeconds}::bigint for update)
    update dataio_bulk b set ticket = '' from used where b.id = used.id returning used.ticket`.execute(database.write)
  const [row] = rows
  const record = row && sameHash(row.ticket, ticket.hash) ? await bulkOf(database.write, ticket.id) : undefined
  const page = record && ctx.schema.pages.get(record.target)
  if (!record || !page) throw new HttpRefused(404)
  const rights = await loadRights(ctx.read, 'admin', record.admin_id)
  if (!rights || !mayDo({ ...rights, sessionId: '' }, page, record.action)) throw new HttpRefused(404)
  const text = (key: string) => ctx.schema.words.text(record.lang, null, key)
  return new RawAnswer('text/csv; charset=utf-8', Readable.from(linesOf(database.read, record, text)), {
    'content-disposition': attachment(`${record.name} - ${text('ui.bulk.results')}`, 'csv', 'results'),
    'cache-control': 'no-store',
  })
}

type Text = (key: string) => string

async function* linesOf(db: Reader, { id }: BulkRecord, text: Text): AsyncGenerator<string> {
  yield byteOrderMark + sheetLines([['key', 'name', 'outcome', 'reason'].map((name) => text(`ui.bulk.columns.${name}`))])
  for (let last = 0; ; ) {
    const { rows } = await sql<BulkItem>`select id, row_key, name, outcome, reason from dataio_bulk_row
      where bulk_id = ${id} and id > ${last} order by id limit ${batch}`.execute(db)
    const end = rows.at(-1)
    if (!end) return
    last = end.id
    yield sheetLines(rows.map((row) => [row.row_key, row.name, outcomeText(text, row.outcome), row.reason]))
  }
}

/** An outcome in words. */
export function outcomeText(text: Text, outcome: number): string {
  const [name = 'pending'] = Object.entries(bulkOutcome).find(([, value]) => value === outcome) ?? []
  return text(`ui.bulk.outcomes.${name}`)
}
