import { sql } from 'kysely'
import { type CommandContext, rowOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { UserRow } from '../../../../server/core/rows.generated.ts'
import type { AboutRows } from '../../../../server/modules/sms/places.ts'
import { queueSms } from '../../../../server/modules/sms/queue.ts'
import { templateOf } from '../../../../server/modules/sms/send.ts'
import type { SmsTemplateRow } from '../rows.generated.ts'
import { shopMessageValues } from './messageValues.ts'

/** Events of which the shop notifies members. */
type NotifiedEvent = Exclude<
  SmsTemplateRow['event'],
  'user_register' | 'user_login' | 'user_retrieve_pwd' | 'user_change_mobile' | 'user_mobile_verify' | 'admin_notice' | 'custom'
>

/** A message to a member. */
export interface MemberNews {
  event: NotifiedEvent
  userId: number
  /** What the text speaks of, by the variable's name; amounts are fen. */
  data?: Readonly<Record<string, string | number>>
  /** Keys of the records it is about, by their tables; the member is among them. */
  about?: AboutRows
  /** The number that stands for that of a member who has none. */
  otherwise?: string
}

/** Does the event have any recipients? */
export async function isTold(trx: Writer, event: NotifiedEvent): Promise<boolean> {
  return (await templateOf(trx, event)) !== undefined
}

/** Notifies the member of an order about what the shop did with it. */
export function notifyOfOrder(
  trx: Writer,
  order: { id: number; user_id: number },
  news: Pick<MemberNews, 'event' | 'data'>,
  env: Pick<CommandContext, 'now' | 'silent'>,
): Promise<void> {
  return notifyMember(trx, { ...news, userId: order.user_id, about: { shop_order: order.id } }, env)
}

/**
 * Tells a member of what happened to them, by a short message that goes when the step's transaction has committed. Whether it goes, and
 * what it says, is the template of the event: while none is in use nobody is told. Nothing here refuses or waits.
 */
export async function notifyMember(
  trx: Writer,
  { event, userId, data = {}, about = {}, otherwise = '' }: MemberNews,
  env: Pick<CommandContext, 'now' | 'silent'>,
): Promise<void> {
  if (env.silent) return
  const member = await rowOf(
    trx,
    sql<Pick<UserRow, 'mobile'>>`select mobile from "user" where id = ${userId} and delete_time is null`,
  )
  const mobile = member?.mobile || otherwise
  await queueSms(trx, { event, mobile, now: env.now, caller: data, about: { user: userId, ...about }, values: shopMessageValues })
}
