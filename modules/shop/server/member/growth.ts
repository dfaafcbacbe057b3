import { sql } from 'kysely'
import { type CommandContext, rowOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { OrderRow } from '../order/row.ts'
import type { ShopUserRow } from '../rows.generated.ts'
import { checkLevel } from './level.ts'

/** Growth of a completed order: one for each whole yuan that stayed with the shop. */
export function growthOf(order: Pick<OrderRow, 'pay_amount' | 'refund_amount'>): number {
  return Math.floor((order.pay_amount - order.refund_amount) / 100)
}

/** A member has ordered. */
export async function noteOrder(trx: Writer, userId: number, now: number): Promise<void> {
  await sql`update shop_user set last_order_time = ${now}, update_time = ${now} where id = ${userId}`.execute(trx)
}

/** E1, entering 5: the order counts for its member, whose growth and level follow. Accounts are locked before the shop's rows of them. */
export async function countOrder(trx: Writer, order: OrderRow, env: CommandContext): Promise<void> {
  await sql`update shop_user set growth = growth + ${growthOf(order)}::int, order_count = order_count + 1,
      pay_total = pay_total + ${order.pay_amount}::bigint, update_time = ${env.now} where id = ${order.user_id}`.execute(trx)
  await checkLevel(trx, order.user_id, env)
}

/** Money of a refund has arrived. */
export async function countRefund(trx: Writer, userId: number, fen: number, env: CommandContext): Promise<void> {
  await sql`update shop_user set refund_total = refund_total + ${fen}::bigint, update_time = ${env.now} where id = ${userId}`.execute(
    trx,
  )
}

/** A fully refunded order returns the growth it gave, as recorded in its timeline; never below zero. */
export async function takeGrowthBack(trx: Writer, order: OrderRow, env: CommandContext): Promise<void> {
  const given = await rowOf(
    trx,
    sql<Pick<ShopUserRow, 'growth'>>`select coalesce((data->>'growth')::int, 0) as growth from shop_order_log
      where order_id = ${order.id} and "from" = 4 and "to" = 5 order by id desc limit 1`,
  )
  if (!given || given.growth === 0) return
  await sql`update shop_user set growth = greatest(0, growth - ${given.growth}::int), update_time = ${env.now}
    where id = ${order.user_id}`.execute(trx)
  await checkLevel(trx, order.user_id, env)
}
