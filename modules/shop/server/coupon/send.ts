import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type CommandContext, rowOf, rowsOf } from '../../../../server/core/command.ts'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import { enqueue } from '../../../../server/core/jobs/queue.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { UserRow } from '../../../../server/core/rows.generated.ts'
import type { ShopCouponSendRow } from '../rows.generated.ts'
import { grantCoupons, requireGivable } from './grant.ts'
import { lockCoupon } from './row.ts'

/** Name of the work in the table `job`; it is about a row of shop_coupon_send. */
export const sendJob = 'couponSend'

/** States of a send; one that stopped or was cancelled can go on. */
export const sendStatus = { waiting: 0, running: 1, done: 2, stopped: 3, cancelled: 4 } as const

/** Coupons of one transaction: as many are sent at once, more by a job in steps of this many. */
export const sendBatch = 500

/** Who gets how many of which coupon. */
export interface SendWish {
  couponId: number
  target: ShopCouponSendRow['target']
  /** Of the target `users`. */
  userIds?: readonly number[]
  /** Of the target `level`. */
  levelIds?: readonly number[]
  /** For each, 1 to 5; the limit per member does not hold. */
  quantity: number
}

type Recipients = Pick<ShopCouponSendRow, 'target' | 'user_ids' | 'level_ids'>

/** SQL: `u` is a member whom such a send reaches. Whoever is disabled gets nothing. */
function reaches({ target, user_ids, level_ids }: Recipients): RawBuilder<SqlBool> {
  const enabled = sql<SqlBool>`u.status = 'enable' and u.delete_time is null`
  if (target === 'all') return enabled
  if (target === 'users') return sql<SqlBool>`${enabled} and u.id = any(${[...user_ids]}::int[])`
  return sql<SqlBool>`${enabled} and exists (select 1 from shop_user s where s.id = u.id and s.level_id = any(${[...level_ids]}::int[]))`
}

function recipientsOf({ target, userIds = [], levelIds = [] }: SendWish): Recipients {
  return {
    target,
    user_ids: target === 'users' ? [...new Set(userIds)] : [],
    level_ids: target === 'level' ? [...new Set(levelIds)] : [],
  }
}

/** Whom a send reaches now: how many, the last key among them, and how many of them have as many as they may collect. */
async function countRecipients(
  db: Reader,
  wish: SendWish,
  perLimit: number,
): Promise<{ members: number; last: number; over: number }> {
  const { rows } = await sql<{ members: number; last: number; over: number }>`select count(*)::int as members,
      coalesce(max(u.id), 0) as last, count(*) filter (where h.n >= ${perLimit})::int as over
    from "user" u left join (select user_id, count(*) as n from shop_coupon_receive where coupon_id = ${wish.couponId} group by user_id) h
      on h.user_id = u.id where ${reaches(recipientsOf(wish))}`.execute(db)
  return rows[0] ?? { members: 0, last: 0, over: 0 }
}

/** What a send would come to: how it would be done, whom it reaches, and how many coupons that takes. */
export interface SendCount {
  result: 'now' | 'job' | 'few' | 'nobody'
  members: number
  coupons: number
  remaining: number
  over: number
}

/** Whom a send of this coupon would reach, and how it would be done. */
export async function countSend(
  db: Reader,
  wish: SendWish,
  { per_limit, remaining }: { per_limit: number; remaining: number },
): Promise<SendCount & Record<string, unknown>> {
  const { members, over } = await countRecipients(db, wish, per_limit)
  const coupons = members * wish.quantity
  const way = coupons <= sendBatch ? 'now' : 'job'
  return { result: members === 0 ? 'nobody' : coupons > remaining ? 'few' : way, members, coupons, remaining, over }
}

export interface Sending {
  id: number
  /** Whom it reaches. */
  members: number
  /** Coupons that were sent at once; 0 when a job sends them. */
  sent: number
}

/**
 * E5 send: up to 500 coupons at once, all or none; more are sent by a job, which can be cancelled and go on again. Members who sign up
 * meanwhile get none. Refuses what cannot be sent in whole now.
 */
export async function startSend(trx: Writer, wish: SendWish, env: CommandContext): Promise<Sending> {
  const coupon = await lockCoupon(trx, wish.couponId)
  const { members, last } = await countRecipients(trx, wish, coupon.per_limit)
  if (members === 0) throw new Refused('coupon.noMembers')
  requireGivable(coupon, members * wish.quantity, env.now)
  const id = await insertSend(trx, wish, { members, last }, env)
  if (members * wish.quantity > sendBatch) {
    await enqueue(trx, sendJob, id)
    return { id, members, sent: 0 }
  }
  let step = await sendSome(trx, id, env)
  while (step && step.status === sendStatus.running) step = await sendSome(trx, id, env)
  return { id, members, sent: step?.sent ?? 0 }
}

async function insertSend(
  trx: Writer,
  wish: SendWish,
  { members, last }: { members: number; last: number },
  { actor, now }: CommandContext,
): Promise<number> {
  const { target, user_ids, level_ids } = recipientsOf(wish)
  const admin = actor.type === 'admin' ? actor : undefined
  const row = await rowOf(
    trx,
    sql<
      Pick<ShopCouponSendRow, 'id'>
    >`insert into shop_coupon_send (coupon_id, target, user_ids, level_ids, quantity, status, total, done, sent, last_id,
        until_id, error_code, admin_id, admin_name, create_time, update_time)
      values (${wish.couponId}, ${target}, ${user_ids}::int[], ${level_ids}::int[], ${wish.quantity}, ${sendStatus.waiting}, ${members}, 0, 0, 0,
        ${last}, '', ${admin?.id ?? null}, ${admin?.name ?? ''}, ${now}, ${now}) returning id`,
  )
  return row?.id ?? 0
}

/**
 * Sends to the next members of a send, in the transaction that notes how far it is, so that nobody is passed over and nobody gets it twice
 * whoever does the next step. Gives the send as it is then; undefined when it neither waits nor runs.
 */
export async function sendSome(trx: Writer, sendId: number, env: CommandContext): Promise<ShopCouponSendRow | undefined> {
  const { waiting, running, done } = sendStatus
  const send = await rowOf(
    trx,
    sql<ShopCouponSendRow>`select * from shop_coupon_send where id = ${sendId} and status in (${waiting}, ${running}) for update`,
  )
  if (!send) return undefined
  const coupon = await lockCoupon(trx, send.coupon_id)
  const limit = Math.floor(sendBatch / send.quantity)
  const members = await rowsOf(
    trx,
    sql<
      Pick<UserRow, 'id'>
    >`select u.id from "user" u where u.id > ${send.last_id} and u.id <= ${send.until_id} and ${reaches(send)}
      order by u.id limit ${limit}`,
  )
  const users = members.flatMap(({ id }) => Array.from({ length: send.quantity }, () => id))
  if (users.length > 0) await grantCoupons(trx, coupon, { users, source: 'send', action: 'send' }, env)
  const isOver = members.length < limit
  return rowOf(
    trx,
    sql<ShopCouponSendRow>`update shop_coupon_send set status = ${isOver ? done : running}, done = done + ${members.length}::int,
        sent = sent + ${users.length}::int, last_id = ${members.at(-1)?.id ?? send.last_id}, update_time = ${env.now},
        total = case when ${isOver} then done + ${members.length}::int else total end,
        finish_time = case when ${isOver} then ${env.now}::bigint end
      where id = ${send.id} returning *`,
  )
}
