import { sql } from 'kysely'
import { type CommandContext, rowOf, rowsOf } from '../../../../server/core/command.ts'
import type { Lang } from '../../../../server/core/context.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { UserRow } from '../../../../server/core/rows.generated.ts'
import { holdersSql } from '../../../../server/core/session/holders.ts'
import { formatDateTime } from '../../../../src/schemas/kinds/clock.ts'
import type { ShopNotifyRow } from '../rows.generated.ts'
import { sampleKey } from './inbox.ts'
import { queueSends } from './sends.ts'
import { isQuiet, noticeTexts, readNoticeRules } from './settings.ts'
import { type MessageType, messageFacts } from './texts.ts'

/** An event that administrators are notified of. */
export interface Message {
  type: MessageType
  /** The text's placeholders; money as a decimal text. */
  data: Readonly<Record<string, string | number>>
  /** The member it is about: `{user}` in a template. */
  userId?: number
  /** What a page says itself: `{text}` in a template. */
  texts?: Readonly<Record<Lang, string>>
  /** Recipients of a page's notification: holders of a node, limited to the groups with these names if any. */
  to?: { node: string; groups: readonly string[] }
  /** Its subject: the same type about the same subject is sent once within the time of the settings. */
  key: string
  /** Only these administrators; absent: everybody whose groups hold the node of the type, of the groups that the settings name. */
  admins?: readonly number[]
}

/**
 * Writes the message into the inbox of each recipient, in the transaction of the step that caused it, and wakes the feeds when that
 * commits (channel `kontor_notify`, one id per inbox row). Nothing is written when nobody is to hear it. Text, audience and pauses are
 * those of the screen shop/notify/setting.
 */
export async function notify(trx: Writer, message: Message, env: CommandContext): Promise<void> {
  if (env.silent) return
  const { [message.type]: rule } = await readNoticeRules(trx)
  if (!rule.on) return
  const facts = messageFacts[message.type]
  const key = `${message.type} ${message.key}`
  const user = message.userId === undefined ? '' : await nameOf(trx, message.userId)
  const texts = noticeTexts(rule, { ...message.data, user }, message.texts)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`kontor_notify ${key}`}, 0))`.execute(trx)
  const put = await rowsOf(
    trx,
    sql<Pick<ShopNotifyRow, 'id'>>`with heard as (
        select 1 from shop_notify where lower(object_key) = lower(${key}) and create_time > ${env.now - rule.merge}::bigint limit 1),
      audience as (${message.admins ? named(message.admins) : holdersSql({ node: message.to?.node ?? facts.node, names: message.to?.groups ?? [], groups: rule.groups })}),
      put as (insert into shop_notify (admin_id, message_type, message, message_en, message_data, object_key, audio_path, status, create_time, update_time)
        select id, ${message.type}, ${cut(texts['zh-cn'])}, ${cut(texts.en)},
          ${JSON.stringify(Object.fromEntries(facts.sent.map((name) => [name, message.data[name] ?? ''])))}::jsonb, ${key}, ${rule.audio}, 0,
          ${env.now}::bigint, ${env.now}::bigint
        from audience where not exists (select 1 from heard) order by id returning id)
    select id, pg_notify('kontor_notify', id::text) from put`,
  )
  if (!isQuiet(rule, formatDateTime(env.now).slice(11))) await queueSends(trx, idsOf(put), rule, env.now)
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)

/** Sends an administrator a sample of a type by every channel of it, as the settings would send it; who asks for it hears it in quiet hours too. */
export async function notifySample(trx: Writer, type: MessageType, adminId: number, env: CommandContext): Promise<void> {
  const { [type]: rule } = await readNoticeRules(trx)
  const data = { order_no: '202601010000000001', name: 'Kontor', amount: '0.00', stock: 1, user: 'Kontor', text: 'Kontor' }
  const texts = noticeTexts(rule, data)
  const put = await rowsOf(
    trx,
    sql<
      Pick<ShopNotifyRow, 'id'>
    >`with put as (insert into shop_notify (admin_id, message_type, message, message_en, message_data, object_key, audio_path, status, create_time, update_time)
      values (${adminId}, ${type}, ${cut(texts['zh-cn'])}, ${cut(texts.en)}, '{}'::jsonb, ${sampleKey}, ${rule.audio}, 0, ${env.now}::bigint, ${env.now}::bigint)
      returning id)
    select id, pg_notify('kontor_notify', id::text) from put`,
  )
  await queueSends(trx, idsOf(put), rule, env.now)
}

/** A text as long as its column takes: names of members and goods can be long. */
function cut(text: string): string {
  const letters = [...text]
  return letters.length <= 255 ? text : `${letters.slice(0, 254).join('')}…`
}

async function nameOf(trx: Writer, userId: number): Promise<string> {
  const user = await rowOf(
    trx,
    sql<Pick<UserRow, 'nickname' | 'username'>>`select nickname, username from "user" where id = ${userId}`,
  )
  return user ? user.nickname || user.username : ''
}

function named(ids: readonly number[]) {
  return sql`select id from admin where status = 1 and id = any(${ids}::int[])`
}
