import { sql } from 'kysely'
import { rowOf } from '../../../../server/core/command.ts'
import type { Lang } from '../../../../server/core/context.ts'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import { type Inbox, type InboxNotice, readChannel } from '../../../../server/core/inbox.ts'
import { formatDateTime } from '../../../../src/schemas/kinds/clock.ts'
import type { Counted } from '../command.ts'
import type { ShopNotifyRow } from '../rows.generated.ts'
import { isQuiet, type NoticeRule, readNoticeRules } from './settings.ts'
import { type MessageType, messageFacts } from './texts.ts'

/** A message as the feed sends it (specification, section 3: notification message). */
export interface FeedMessage {
  id: number
  message_type: string
  message_type_map: Record<string, string>
  message: string
  message_data: unknown
  /** '' for no sound. */
  audio_path: string
  /** From 0 to 1. */
  volume: number
  popup: boolean
}

/** What a sample of the settings screen is about. */
export const sampleKey = 'sample'

/** Notices sent again to a client that was away; older ones are only counted. */
const sentAgain = 20

/** The inboxes of administrators as source of the live feed. */
export function shopInbox(db: Reader): Inbox {
  return {
    node: 'shop/notify/notify/index',
    notices: (ids) => feedNotices(db, ids),
    inbox: (adminId) => inboxOf(db, adminId),
    missed: (adminId, since) => missedNotices(db, adminId, since),
    since: async (last) => {
      const { rows } = await sql<
        Pick<ShopNotifyRow, 'id'>
      >`select id from shop_notify where id > ${last} order by id limit 500`.execute(db)
      return rows.map(({ id }) => id)
    },
    newest: async () => {
      const { rows } = await sql<Pick<ShopNotifyRow, 'id'>>`select id from shop_notify order by id desc limit 1`.execute(db)
      return rows[0]?.id ?? 0
    },
  }
}

/** What the feed needs of inbox rows that are there and unread, in the order of their ids, by the settings as they are now. */
export async function feedNotices(db: Reader, ids: readonly number[]): Promise<InboxNotice[]> {
  if (ids.length === 0) return []
  type Found = Pick<
    ShopNotifyRow,
    'id' | 'message_type' | 'message' | 'message_en' | 'message_data' | 'object_key' | 'audio_path'
  >
  const { rows } = await sql<Found & { adminId: number; unread: number }>`with unread as (
      select admin_id, count(*)::int as n from shop_notify
      where status = 0 and admin_id in (select admin_id from shop_notify where id = any(${ids}::int[])) group by admin_id)
    select n.id, n.admin_id as "adminId", u.n as unread, n.message_type, n.message, n.message_en, n.message_data, n.object_key, n.audio_path
    from shop_notify n join unread u on u.admin_id = n.admin_id where n.id = any(${ids}::int[]) and n.status = 0 order by n.id`.execute(
    db,
  )
  const rules = await readNoticeRules(db)
  const time = formatDateTime(Math.floor(Date.now() / 1000)).slice(11)
  return rows.map((row) => ({
    id: row.id,
    adminId: row.adminId,
    unread: row.unread,
    // A sample contains no shop data: anyone allowed to send it may receive it.
    node: row.object_key === sampleKey ? undefined : nodeOf(row),
    message: (lang) => messageOf(row, rules, time, lang),
  }))
}

/** The node a recipient must hold. */
function nodeOf({ message_type, message_data }: Pick<ShopNotifyRow, 'message_type' | 'message_data'>): string | undefined {
  const { node } = (message_data ?? {}) as { node?: unknown }
  return messageFacts[message_type]?.node || (typeof node === 'string' ? node : undefined)
}

function messageOf(
  row: Pick<ShopNotifyRow, 'id' | 'message_type' | 'message' | 'message_en' | 'message_data' | 'audio_path'>,
  rules: Readonly<Record<MessageType, NoticeRule>>,
  time: string,
  lang: Lang,
): FeedMessage {
  const rule = rules[row.message_type]
  const quiet = isQuiet(rule, time)
  return {
    id: row.id,
    message_type: row.message_type,
    message_type_map: Object.fromEntries(Object.entries(rules).map(([type, { title }]) => [type, title[lang]])),
    message: lang === 'en' ? row.message_en : row.message,
    message_data: row.message_data,
    audio_path: quiet || rule.audio === '' ? '' : row.audio_path,
    volume: rule.volume,
    popup: rule.popup && !quiet,
  }
}

/** How many messages an administrator has not read, and the newest they have (0: none). */
export async function inboxOf(db: Reader, adminId: number): Promise<{ unread: number; last: number }> {
  const { rows } = await sql<{ unread: number; last: number }>`select count(*) filter (where status = 0)::int as unread,
    coalesce(max(id), 0) as last from shop_notify where admin_id = ${adminId}`.execute(db)
  return rows[0] ?? { unread: 0, last: 0 }
}

/** Ids of the newest unread messages of an administrator that came after the one with id `since`, in order. */
export async function missedNotices(db: Reader, adminId: number, since: number): Promise<number[]> {
  const { rows } = await sql<
    Pick<ShopNotifyRow, 'id'>
  >`select id from shop_notify where admin_id = ${adminId} and status = 0 and id > ${since}
    order by id desc limit ${sentAgain}`.execute(db)
  return rows.map(({ id }) => id).reverse()
}

/** Says to the feeds, when the transaction commits, that what this administrator has not read must be counted again. */
export async function recountLater(trx: Writer, adminId: number): Promise<void> {
  await sql`select pg_notify(${readChannel}, ${String(adminId)})`.execute(trx)
}

/** Which messages of an inbox: these, or those of a type (of every type without one) up to `last`; all of them where nothing is said. */
interface Which {
  ids?: readonly number[]
  type?: MessageType
  last?: number
}

/** Marks messages of the administrator's own inbox as read; those of others and read ones are ignored. Returns the number left unread. */
export async function markRead(trx: Writer, adminId: number, { ids, type, last }: Which, now: number): Promise<number> {
  const chosen = [
    sql`admin_id = ${adminId} and status = 0`,
    ...(ids ? [sql`id = any(${ids}::int[])`] : []),
    ...(type ? [sql`message_type = ${type}`] : []),
    ...(last === undefined ? [] : [sql`id <= ${last}::bigint`]),
  ]
  await sql`update shop_notify set status = 1, read_time = ${now}, update_time = ${now}
    where ${sql.join(chosen, sql` and `)}`.execute(trx)
  await recountLater(trx, adminId)
  return (await inboxOf(trx, adminId)).unread
}

/** Deletes messages past their retention. Returns how many. */
export async function purgeOldNotices(trx: Writer, before: number): Promise<number> {
  const gone = await rowOf(
    trx,
    sql<Counted>`with gone as (delete from shop_notify where create_time < ${before} returning 1) select count(*)::int as n from gone`,
  )
  return gone?.n ?? 0
}
