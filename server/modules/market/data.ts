import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import { actorOf, type Context, can } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import { readColumn } from '../../core/db/scalar.ts'
import { officeCall } from '../../core/http/address.ts'
import { RawAnswer } from '../../core/http/envelope.ts'
import { adminLog } from '../../core/log/adminLog.ts'
import { HttpRefused } from '../../core/refuse.ts'
import { loadRights } from '../../core/session/access.ts'
import { byteOrderMark, sheetLines } from '../dataio/csv.ts'
import { readUid } from './requests.ts'
import { tablesThere } from './tables.ts'

/** Rows that are read at once. */
const atOnce = 1000

const use = 'module.data'
/** Seconds for which an address of data is valid. */
const validFor = 60

/** POST data { uid }: an address of the data of a package, valid for a minute, because a browser link carries no token. */
export async function giveAddress(ctx: Context): Promise<{ url: string }> {
  const uid = readUid(ctx.body.uid)
  const { secretBox, site } = ctx.services
  await ctx.write((trx) => adminLog(trx, ctx, 'module.log.data', uid))
  const ticket = await secretBox.close(use, '', JSON.stringify({ uid, admin: actorOf(ctx).id, until: ctx.now + validFor }))
  return { url: officeCall(`/admin/module/file?ticket=${encodeURIComponent(ticket)}`, await site.entrance()) }
}

/** GET file?ticket: every row of a package's tables as a zip of CSV files, one for each table, for who may uninstall it. */
export async function fileOf(ctx: Context): Promise<RawAnswer> {
  const text = await ctx.services.secretBox.open(use, '', String(ctx.query.ticket ?? ''))
  const { uid, admin, until } = JSON.parse(text ?? '{}') as { uid?: string; admin?: number; until?: number }
  if (uid === undefined || admin === undefined || !until || until < ctx.now) throw new HttpRefused(404)
  const rights = await loadRights(ctx.read, 'admin', admin)
  if (!rights || !can({ ...rights, sessionId: '' }, 'moduleStore/uninstall')) throw new HttpRefused(404)
  const zip = new ZipFile()
  for (const table of await tablesThere(ctx.read, uid)) {
    const lines = Readable.from(linesOf(ctx.read, table))
    lines.on('error', (error) => zip.outputStream.emit('error', error))
    zip.addReadStream(lines, `${table}.csv`)
  }
  zip.end()
  const headers = { 'content-disposition': `attachment; filename="${uid}.zip"`, 'cache-control': 'no-store' }
  return new RawAnswer('application/zip', zip.outputStream as Readable, headers)
}

/** The lines of a table in the order of its key, a page of rows at a time. */
async function* linesOf(db: Reader, table: string): AsyncGenerator<string> {
  const columns = await columnsOf(db, table)
  yield byteOrderMark + sheetLines([columns])
  // Columns are read as text, and in ORDER BY a bare name would mean that text.
  const [key, type] = columns.includes('id') ? [sql`source.id`, sql`bigint`] : [sql`source.ctid`, sql`tid`]
  const cells = sql.join(columns.map((name) => sql`source.${sql.ref(name)}::text as ${sql.ref(name)}`))
  let last: string | undefined
  do {
    const after = last === undefined ? sql`` : sql`where ${key} > ${last}::${type}`
    const { rows }: { rows: Record<string, string | null>[] } = await sql<Record<string, string | null>>`
      select ${key}::text as kontor_key, ${cells} from ${sql.table(table)} as source ${after}
      order by ${key} limit ${sql.lit(atOnce)}`.execute(db)
    yield sheetLines(rows.map((row) => columns.map((name) => cellOf(row[name] ?? ''))))
    last = rows.length < atOnce ? undefined : (rows.at(-1)?.kontor_key ?? undefined)
  } while (last !== undefined)
}

const cellOf = (text: string) => (/^-?\d+(?:\.\d+)?$/.test(text) ? { number: text } : text)

async function columnsOf(db: Reader, table: string): Promise<string[]> {
  const names = sql`select attname from pg_attribute where attrelid = quote_ident(${table}::text)::regclass
    and attnum > 0 and not attisdropped order by attnum`
  return (await readColumn(db, names)).map(String)
}
