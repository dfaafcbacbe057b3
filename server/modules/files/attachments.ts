import { type SqlBool, sql } from 'kysely'
import { type Actor, actorOf, type Context } from '../../core/context.ts'
import type { Database, Reader, Writer } from '../../core/db/connect.ts'
import { Refused } from '../../core/refuse.ts'
import type { AttachmentRow } from '../../core/rows.generated.ts'
import { addressOf, sha1Of } from '../../core/saveName.ts'
import { inTransaction } from '../../core/transaction/transaction.ts'
import type { Sql } from '../../crud/screen/screen.ts'
import type { ReceivedFile } from './receive.ts'
import type { Storage } from './storage.ts'

/** The one driver there is. */
const local = 'local'

/** An attachment as clients know it (protocol, appendix A). */
export interface AttachmentAnswer {
  id: number
  topic: string
  admin_id: number
  user_id: number
  url: string
  width: number
  height: number
  name: string
  size: number
  mimetype: string
  storage: string
  sha1: string
  last_upload_time: number
  suffix: string
  full_url: string
}

interface Keep {
  topic: string
  /** Bytes one person's uploads may take. */
  quota: number
  cdnUrl: string
  /** The pattern of its address, `upload_save_name`. */
  saveName: string
}

/**
 * Assigns a received file its place and its row. The same content under the same topic shares one row, counted in `quote`. Row and file
 * are created and deleted together: a lock by topic and content serialises uploads and deletions of a file, and a file whose row was not
 * written is removed.
 */
export async function keep(
  ctx: Context,
  file: ReceivedFile,
  { topic, quota, cdnUrl, saveName }: Keep,
): Promise<AttachmentAnswer> {
  const { storage, database } = ctx.services
  const url = addressOf(saveName, { ...file, topic, now: ctx.now })
  try {
    const row = await ctx.write(async (trx) => {
      await lockFile(trx, file.sha1)
      return (await again(ctx, trx, file, { topic, url })) ?? (await first(ctx, trx, file, { topic, quota, url }))
    })
    return answerOf(row, cdnUrl)
  } catch (error) {
    const tidy = removeUnused(database, storage, url)
    await tidy.catch((cause: unknown) => ctx.log.warn({ err: cause }, 'a file without a row is left for the sweep'))
    throw isFull(error) ? new Refused('upload.full') : error
  }
}

/** The row of the same content, counted once more; a file that got lost is put back. One that was moved to another topic kept its address. */
async function again(
  ctx: Context,
  trx: Writer,
  file: ReceivedFile,
  { topic, url }: { topic: string; url: string },
): Promise<Row | undefined> {
  const known = sql<number>`(select id from attachment where sha1 = ${file.sha1} and storage = ${local} and (topic = ${topic} or url = ${url})
    order by topic = ${topic} desc limit 1)`
  const row = await trx
    .updateTable('attachment')
    .set({ quote: sql`quote + 1`, last_upload_time: ctx.now })
    .where('id', '=', known)
    .returning(columns)
    .executeTakeFirst()
  const place = String(row?.url ?? '')
  if (row) await noteOwner(ctx, trx, row)
  if (row && !(await ctx.services.storage.has(place))) await ctx.services.storage.place(file.path, place)
  return row
}

/** Uploading a file that somebody else uploaded before makes you an owner too. */
async function noteOwner(ctx: Context, trx: Writer, row: Row): Promise<void> {
  const { id, area } = actorOf(ctx)
  if (row[ownerColumn[area]] === id) return
  await sql`insert into attachment_owner (attachment_id, ${sql.ref(ownerColumn[area])}, create_time, update_time)
    values (${Number(row.id)}, ${id}, ${ctx.now}, ${ctx.now}) on conflict do nothing`.execute(trx)
}

const ownerColumn = { admin: 'admin_id', user: 'user_id' } as const

/** Whether an actor has uploaded the attachment `a`, as the first or after somebody else. */
export function isOwned({ id, area }: Pick<Actor, 'id' | 'area'>): Sql<SqlBool> {
  const column = ownerColumn[area]
  return sql<SqlBool>`(${sql.ref(`a.${column}`)} = ${id} or exists (
    select 1 from attachment_owner o where o.attachment_id = a.id and ${sql.ref(`o.${column}`)} = ${id}))`
}

async function first(
  ctx: Context,
  trx: Writer,
  file: ReceivedFile,
  { topic, quota, url }: { topic: string; quota: number; url: string },
): Promise<Row> {
  const { id, area } = actorOf(ctx)
  const owner = ownerColumn[area]
  await sql`select pg_advisory_xact_lock(hashtextextended(${`kontor.quota:${owner}:${id}`}, 0))`.execute(trx)
  const taken = await sql<Pick<AttachmentRow, 'size'>>`
    select coalesce(sum(size), 0) as size from attachment where ${sql.ref(owner)} = ${id}`.execute(trx)
  if (Number(taken.rows[0]?.size ?? 0) + file.size > quota)
    throw new Refused('upload.quota', { max: Math.floor(quota / 1048576) })
  await ctx.services.storage.place(file.path, url)
  const { path: _path, ...facts } = file
  return trx
    .insertInto('attachment')
    .values({
      ...facts,
      topic,
      url,
      storage: local,
      admin_id: 0,
      user_id: 0,
      [owner]: id,
      quote: 1,
      create_time: ctx.now,
      update_time: ctx.now,
      last_upload_time: ctx.now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Uploads and deletions of one content happen one after the other, on all nodes. */
async function lockFile(trx: Writer, sha1: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`kontor.file:${sha1}`}, 0))`.execute(trx)
}

/** Takes a file away unless a row has its address. True when a file went. */
export function removeUnused(database: Database, storage: Storage, url: string): Promise<boolean> {
  const sha1 = sha1Of(url)
  if (sha1 === undefined) return Promise.resolve(false)
  return inTransaction(database, async (trx) => {
    await lockFile(trx, sha1)
    const row = await trx.selectFrom('attachment').select('id').where('url', '=', url).executeTakeFirst()
    return row ? false : storage.remove(url)
  })
}

type Row = Record<string, unknown>

const columns = [
  'id',
  'topic',
  'admin_id',
  'user_id',
  'url',
  'width',
  'height',
  'name',
  'size',
  'mimetype',
  'storage',
  'sha1',
  'last_upload_time',
  'suffix',
] as const

function answerOf(row: Row, cdnUrl: string): AttachmentAnswer {
  const numbers = ['id', 'admin_id', 'user_id', 'width', 'height', 'size', 'last_upload_time']
  const plain = Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, numbers.includes(name) ? Number(value) : value]),
  )
  // The columns of the table are those of the answer.
  return { ...plain, full_url: fullUrl(String(row.url), cdnUrl) } as AttachmentAnswer
}

/** Address below the CDN when there is one; else the path, for the name a request came under is never repeated (decision 15). */
export function fullUrl(url: string, cdnUrl: string): string {
  return /^https?:\/\//i.test(cdnUrl) && url.startsWith('/') ? cdnUrl.replace(/\/$/, '') + url : url
}

export interface ChoiceQuery {
  page: number
  limit: number
  search: string
  /** Beginnings of MIME types (`image/`), whole ones, and suffixes (`.pdf`); empty: all. */
  accept: readonly string[]
  /** Only uploads of this administrator; null: all. */
  owner: Actor | null
}

/** One page of attachments to choose from, newest first. */
export async function choices(
  db: Reader,
  query: ChoiceQuery,
  cdnUrl: string,
): Promise<{ list: AttachmentAnswer[]; total: number }> {
  let found = db.selectFrom('attachment as a')
  if (query.owner !== null) found = found.where(isOwned(query.owner))
  if (query.search !== '') found = found.where('name', 'ilike', `%${escaped(query.search)}%`)
  if (query.accept.length > 0) {
    found = found.where((eb) =>
      eb.or(
        query.accept.map((each) =>
          each.startsWith('.')
            ? eb('suffix', '=', each.slice(1))
            : each.endsWith('/')
              ? eb('mimetype', 'like', `${escaped(each)}%`)
              : eb('mimetype', '=', each),
        ),
      ),
    )
  }
  const [rows, count] = await Promise.all([
    found
      .select([...columns])
      .orderBy('last_upload_time', 'desc')
      .orderBy('id', 'desc')
      .limit(query.limit)
      .offset((query.page - 1) * query.limit)
      .execute(),
    found.select(sql<string>`count(*)`.as('total')).executeTakeFirst(),
  ])
  return { list: rows.map((row) => answerOf(row, cdnUrl)), total: Number(count?.total ?? 0) }
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))
}
