import { sql } from 'kysely'
import type { Schema } from '../../../codegen/schema/schema.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import { rowsOf } from '../../core/command.ts'
import type { Lang } from '../../core/context.ts'
import type { Reader, Writer } from '../../core/db/connect.ts'
import { type Inbox, type InboxNotice, readChannel } from '../../core/inbox.ts'
import type { NotificationRow } from '../../core/rows.generated.ts'

/** Notifications sent again to a client that was away; older ones are only counted. */
const sentAgain = 20

/** The inboxes of administrators as source of the live feed. */
export function platformInbox(db: Reader): Inbox {
  return {
    node: undefined,
    notices: (ids) => feedNotices(db, ids),
    inbox: (adminId) => inboxOf(db, adminId),
    missed: async (adminId, since) => {
      const rows = await idsOf(
        db,
        sql`admin_id = ${adminId} and status = 0 and id > ${since} order by id desc limit ${sentAgain}`,
      )
      return rows.reverse()
    },
    since: (last) => idsOf(db, sql`id > ${last} order by id limit 500`),
    newest: async () => (await idsOf(db, sql`true order by id desc limit 1`))[0] ?? 0,
  }
}

async function idsOf(db: Reader, where: ReturnType<typeof sql>): Promise<number[]> {
  const rows = await rowsOf(db, sql<Pick<NotificationRow, 'id'>>`select id from notification where ${where}`)
  return rows.map(({ id }) => id)
}

async function feedNotices(db: Reader, ids: readonly number[]): Promise<InboxNotice[]> {
  if (ids.length === 0) return []
  type Found = Pick<NotificationRow, 'id' | 'message_type' | 'texts' | 'message_data'> & { adminId: number; unread: number }
  const rows = await rowsOf(
    db,
    sql<Found>`select n.id, n.admin_id as "adminId", n.message_type, n.texts, n.message_data,
        (select count(*)::int from notification u where u.admin_id = n.admin_id and u.status = 0) as unread
      from notification n where n.id = any(${ids}::int[]) and n.status = 0 order by n.id`,
  )
  return rows.map(({ id, adminId, unread, message_type, texts, message_data }) => ({
    id,
    adminId,
    unread,
    node: nodeOf(message_data),
    message: (lang) => ({
      id,
      message_type,
      message_type_map: {},
      message: textIn(texts, lang),
      message_data,
      audio_path: '',
      volume: 1,
      popup: true,
    }),
  }))
}

/** The node that a recipient must still hold. */
function nodeOf(data: unknown): string | undefined {
  return isObject(data) && typeof data.node === 'string' ? data.node : undefined
}

/** What a notification says in a language. */
export function textIn(texts: unknown, lang: Lang): string {
  const text = isObject(texts) ? texts[lang] : undefined
  return typeof text === 'string' ? text : ''
}

/** The record that a notification is about; null where its page is gone. */
export function recordOf(schema: Schema, data: unknown): { page: string; key: string } | null {
  if (!isObject(data) || typeof data.page !== 'string') return null
  const { page, key, value } = data
  if (schema.pages.get(page)?.entity.key !== key || value === undefined || value === null) return null
  return { page, key: String(value) }
}

/** How many notifications an administrator has not read, and the newest they have (0: none). */
export async function inboxOf(db: Reader, adminId: number): Promise<{ unread: number; last: number }> {
  const found = await db
    .selectFrom('notification')
    .where('admin_id', '=', adminId)
    .select(({ fn }) => [fn.countAll().filterWhere('status', '=', 0).as('unread'), fn.max('id').as('last')])
    .executeTakeFirst()
  return { unread: Number(found?.unread ?? 0), last: Number(found?.last ?? 0) }
}

/** Which of one's own: one, or those up to `last`, of one type if it is given. */
export type Which = { id: number } | { last: number; type?: NotificationRow['message_type'] }

/** Marks notifications of the administrator's own inbox as read, and has the feeds count again. Returns the number left unread. */
export async function markRead(trx: Writer, adminId: number, which: Which, now: number): Promise<number> {
  const chosen =
    'id' in which
      ? sql`id = ${which.id}::bigint`
      : sql`id <= ${which.last}::bigint ${which.type ? sql`and message_type = ${which.type}` : sql``}`
  await sql`update notification set status = 1, read_time = ${now}::bigint, update_time = ${now}::bigint
    where admin_id = ${adminId} and status = 0 and ${chosen}`.execute(trx)
  await sql`select pg_notify(${readChannel}, ${String(adminId)})`.execute(trx)
  return (await inboxOf(trx, adminId)).unread
}
