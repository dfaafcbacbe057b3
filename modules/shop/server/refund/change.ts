import { sql } from 'kysely'
import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { ShopOrderStatus } from '../options.generated.ts'
import { linesOf, requireStatus } from '../order/row.ts'
import { deliveryRefunded, givesUpAll, type RefundRequest, requireLines } from './apply.ts'
import { freeLines } from './end.ts'
import { lockRefund, refundMachine } from './row.ts'

/** What a member may ask for otherwise than before; whether goods come back stays as it was asked for, which is what the shop looks at. */
export type ChangedRequest = Omit<RefundRequest, 'orderId' | 'type'> & { refundId: number }

/**
 * E2 change request, 1/1/0 → 1/1/0: the member asks for something else before it is judged. The lines are written anew, with ids of their
 * own, so that whoever judges by what they saw before is told that it changed (`requireSeen`).
 */
export async function changeRefund(trx: Writer, input: ChangedRequest, env: CommandContext): Promise<void> {
  const { refund, order } = await lockRefund(trx, input.refundId)
  refundMachine.require(refund, 'change')
  requireStatus(order, ShopOrderStatus.toShip, ShopOrderStatus.toReceive, ShopOrderStatus.toEvaluate, ShopOrderStatus.complete)
  await freeLines(trx, refund.id, env)
  const lines = await linesOf(trx, order.id)
  const request = { ...input, orderId: order.id, type: refund.type }
  requireLines(request, lines)
  const wanted = input.includeDelivery || givesUpAll(order, request, lines)
  const delivery = wanted && !(await deliveryRefunded(trx, order.id, refund.id))
  const amount = input.lines.reduce((sum, line) => sum + line.amount, 0) + (delivery ? order.delivery_amount : 0)
  if (amount <= 0 || order.refund_amount + amount > order.pay_amount) throw new Refused('shop.refundTooMuch')
  await writeLines(trx, refund.id, input, env)
  const { reason, description } = input
  const images = [...input.images]
  const set = { reason, description, images, amount, include_delivery: delivery ? 1 : 0 } as const
  const data = { from: refund.amount, to: amount }
  await refundMachine.move(trx, refund, { action: 'change', set, note: description, data }, env)
}

async function writeLines(
  trx: Writer,
  refundId: number,
  { lines }: Pick<RefundRequest, 'lines'>,
  env: CommandContext,
): Promise<void> {
  const [ids, quantities, amounts] = [lines.map((l) => l.id), lines.map((l) => l.quantity), lines.map((l) => l.amount)]
  await sql`delete from shop_refund_goods where refund_id = ${refundId}`.execute(trx)
  await sql`with made as (insert into shop_refund_goods (refund_id, order_goods_id, quantity, amount, restock, create_time, update_time)
      select ${refundId}, d.line, d.quantity, d.amount, 0, ${env.now}::bigint, ${env.now}::bigint
      from unnest(${ids}::int[], ${quantities}::int[], ${amounts}::bigint[]) with ordinality as d(line, quantity, amount, n) order by d.n)
    update shop_order_goods set refund_id = ${refundId}, update_time = ${env.now} where id = any(${ids}::int[])`.execute(trx)
}
