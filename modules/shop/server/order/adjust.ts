import { sql } from 'kysely'
import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { allocate } from '../command.ts'
import { notifyOfOrder } from '../notices/members.ts'
import { orderPoints } from '../points/earn.ts'
import { linesOf, lockOrder, orderMachine } from './row.ts'

/** E1 adjust price: other amounts for an unpaid order; what is left to pay stays above zero and is split over the lines anew. */
export async function adjustOrder(
  trx: Writer,
  input: { orderId: number; adjustAmount: number; deliveryAmount: number; reason: string },
  env: CommandContext,
): Promise<{ payAmount: number }> {
  const order = await lockOrder(trx, input.orderId)
  orderMachine.require(order, 'adjust')
  const goods = order.goods_amount - order.level_amount - order.coupon_amount - order.score_amount + input.adjustAmount
  const pay = goods + input.deliveryAmount
  if (goods < 0 || pay <= 0 || input.deliveryAmount < 0) throw new Refused('shop.adjustTooLow', {}, { field: 'adjust_amount' })
  const lines = await linesOf(trx, order.id)
  const parts = allocate(
    goods,
    lines.map((line) => line.amount),
  )
  await sql`update shop_order_goods l set pay_share = d.share, update_time = ${env.now}
    from unnest(${lines.map((line) => line.id)}::int[], ${parts}::bigint[]) as d(id, share) where l.id = d.id`.execute(trx)
  const set = {
    adjust_amount: input.adjustAmount,
    delivery_amount: input.deliveryAmount,
    pay_amount: pay,
    give_score: await orderPoints(trx, goods),
  }
  const data = { from: order.pay_amount, to: pay }
  await orderMachine.move(trx, order, { action: 'adjust', set, note: input.reason, data }, env)
  await notifyOfOrder(trx, order, { event: 'order_adjusted', data: { amount: pay, reason: input.reason } }, env)
  return { payAmount: pay }
}
