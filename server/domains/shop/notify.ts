import { sql } from 'kysely'
import { fillWords } from '../../../src/schemas/language/words.ts'
import type { Lang } from '../../app/context.ts'
import type { Reader, Writer } from '../../db/connect.ts'
import type { ShopNotifyRow } from '../../rows.generated.ts'
import { type MessageType, messageFacts, messageTitles } from './notifyTexts.ts'
import { rowOf, type StepEnv } from './step.ts'

/** Something administrators should hear of. */
export interface Message {
  type: MessageType
  /** What stands in the text's placeholders; money as a decimal text. */
  data: Readonly<Record<string, string | number>>
  /** What it is about: the same type about the same thing is told at most once a minute. */
  key: string
  /** Only these administrators; absent: everybody whose groups hold the node of the type. */
  admins?: readonly number[]
}

/** Seconds within which the same is not said twice. */
const quiet = 60

/**
 * Writes the message into the inbox of each recipient, in the transaction of the step that caused it, and wakes the feeds when that
 * commits (channel `kontor_notify`, one id per inbox row). Nothing is written when nobody is to hear it.
 */
export async function notify(trx: Writer, message: Message, env: StepEnv): Promise<void> {
  if (env.silent) return
  const facts = messageFacts[message.type]
  const key = `${message.type} ${message.key}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${`kontor_notify ${key}`}, 0))`.execute(trx)
  await sql`with heard as (
        select 1 from shop_notify where lower(object_key) = lower(${key}) and create_time > ${env.now - quiet}::bigint limit 1),
      audience as (${message.admins ? named(message.admins) : holders(facts.node)}),
      put as (insert into shop_notify (admin_id, message_type, message, message_en, message_data, object_key, audio_path, status, create_time, update_time)
        select id, ${message.type}, ${fillWords(facts.text['zh-cn'], message.data)}, ${fillWords(facts.text.en, message.data)},
          ${JSON.stringify(Object.fromEntries(facts.sent.map((name) => [name, message.data[name] ?? ''])))}::jsonb, ${key}, ${facts.audio}, 0,
          ${env.now}::bigint, ${env.now}::bigint
        from audience where not exists (select 1 from heard) order by id returning id)
    select pg_notify('kontor_notify', id::text) from put`.execute(trx)
}

function named(ids: readonly number[]) {
  return sql`select id from admin where status = 1 and id = any(${ids}::int[])`
}

/** Enabled administrators whose enabled groups hold the node (or everything). */
function holders(node: string) {
  return sql`select distinct a.id from admin a join admin_group_access x on x.uid = a.id join admin_group g on g.id = x.group_id
    where a.status = 1 and g.status = 1 and ('*' = any(g.rules) or g.rules && (
      select coalesce(array_agg(r.id::text), '{}') from admin_rule r where lower(r.name) = lower(${node})))`
}

/** Who is to be told of an inbox row over the feed, and how many unread ones they have. Empty when it is gone or read meanwhile. */
export async function recipients(db: Reader, notifyId: number): Promise<{ adminId: number; unread: number }[]> {
  const { rows } = await sql<{ adminId: number; unread: number }>`select n.admin_id as "adminId",
      (select count(*)::int from shop_notify u where u.admin_id = n.admin_id and u.status = 0) as unread
    from shop_notify n where n.id = ${notifyId} and n.status = 0`.execute(db)
  return rows
}

/** How many messages an administrator has not read. */
export async function unreadCount(db: Reader, adminId: number): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from shop_notify where admin_id = ${adminId} and status = 0`.execute(db)
  return rows[0]?.n ?? 0
}

/** A message as the feed sends it (specification, section 3: notification message). */
export interface FeedMessage {
  id: number
  message_type: string
  message_type_map: Record<string, string>
  message: string
  message_data: unknown
  audio_path: string
}

/** The message of an inbox row in the language of its reader; undefined when the row is gone. */
export async function feedMessage(db: Reader, notifyId: number, lang: Lang): Promise<FeedMessage | undefined> {
  const { rows } = await sql<
    Pick<ShopNotifyRow, 'id' | 'message_type' | 'message' | 'message_en' | 'message_data' | 'audio_path'>
  >`
    select id, message_type, message, message_en, message_data, audio_path from shop_notify where id = ${notifyId}`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const { message_en, ...sent } = row
  return { ...sent, message: lang === 'en' ? message_en : row.message, message_type_map: messageTitles(lang) }
}

/** Marks messages of the administrator's own inbox as read; ids of others and read ones change nothing. Gives the number left unread. */
export async function markRead(trx: Writer, adminId: number, ids: readonly number[], now: number): Promise<number> {
  await sql`update shop_notify set status = 1, read_time = ${now}, update_time = ${now}
    where admin_id = ${adminId} and status = 0 and id = any(${ids}::int[])`.execute(trx)
  return unreadCount(trx, adminId)
}

/** Throws away messages older than the time they are kept for. Gives how many. */
export async function forgetOld(trx: Writer, before: number): Promise<number> {
  const gone = await rowOf(
    trx,
    sql<{
      n: number
    }>`with gone as (delete from shop_notify where create_time < ${before} returning 1) select count(*)::int as n from gone`,
  )
  return gone?.n ?? 0
}
