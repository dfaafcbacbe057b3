import { sql } from 'kysely'
import { type CommandContext, rowOf, rowsOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { notifyMember } from '../notices/members.ts'
import { ShopCouponReceiveStatus } from '../options.generated.ts'
import type { ShopCouponReceiveRow } from '../rows.generated.ts'

/** Seconds before its end at which a member is notified of a coupon (screen catalogue, E5). */
const before = 3 * 86_400

/** SQL: receipts that end soon and of which nobody was notified. Who got one for less than that time knows when it ends. */
const ending = (
  now: number,
) => sql`status = ${ShopCouponReceiveStatus.unused} and remind_time is null and valid_end > ${now}::bigint
  and valid_end <= ${now + before}::bigint and valid_end - create_time > ${before}::bigint`

/** Receipts whose members are to be notified, at most `limit`, locked. */
export function dueReminders(trx: Writer, env: CommandContext, limit: number): Promise<{ id: number }[]> {
  return rowsOf(
    trx,
    sql<
      Pick<ShopCouponReceiveRow, 'id'>
    >`select id from shop_coupon_receive where ${ending(env.now)} order by valid_end, id limit ${limit}
      for no key update skip locked`,
  )
}

/** Tells the member of a receipt that it ends soon, and of all others of theirs that do, in one short message. */
export async function remindOfCoupons(trx: Writer, receiptId: number, env: CommandContext): Promise<void> {
  const notified = await rowsOf(
    trx,
    sql<Pick<ShopCouponReceiveRow, 'id' | 'coupon_id' | 'user_id'>>`update shop_coupon_receive set remind_time = ${env.now}
      where user_id = (select user_id from shop_coupon_receive where id = ${receiptId}) and ${ending(env.now)}
      returning id, coupon_id, user_id`,
  )
  const [first] = notified.sort((a, b) => a.id - b.id)
  if (!first || env.silent) return
  if (!(await rowOf(trx, sql`select 1 from "user" where id = ${first.user_id} and status = 'enable'`))) return
  const about = { shop_coupon: first.coupon_id, shop_coupon_receive: first.id }
  const news = { event: 'coupon_expiring' as const, userId: first.user_id, data: { quantity: notified.length }, about }
  await notifyMember(trx, news, env)
}
