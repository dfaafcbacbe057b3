import { sql } from 'kysely'
import { type CommandContext, rowOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { UserScoreLogRow } from '../../../../server/core/rows.generated.ts'
import { takeScoreBack } from '../../../../server/modules/user/ledger.ts'
import { returnReceipt } from '../coupon/steps.ts'
import { countRefund, takeGrowthBack } from '../member/growth.ts'
import { ShopOrderPayStatus, ShopOrderShipStatus, ShopOrderStatus } from '../options.generated.ts'
import { shippedSet } from '../order/deliver.ts'
import { linesOf, type OrderRow, openUnits, orderMachine } from '../order/row.ts'
import { lockSkus, moveStock } from '../stock.ts'
import { endOpenRefunds } from './end.ts'
import type { RefundLine } from './row.ts'

export interface RefundedMoney {
  amount: number
  lines: readonly RefundLine[]
  refundNo: string
}

/**
 * What arrived money does to its order (E1, rows "refund covers …"): everything ends an order that is not complete (→ 6, units not shipped
 * go back, requests nobody has judged end) and takes the points of a complete one back; a part leaves the state, but an order with nothing left to ship and a parcel on its
 * way waits for receipt.
 */
export async function applyToOrder(trx: Writer, order: OrderRow, refunded: RefundedMoney, env: CommandContext): Promise<void> {
  await sql`update shop_order_goods l set refunded_amount = l.refunded_amount + d.amount, update_time = ${env.now}
    from unnest(${refunded.lines.map((l) => l.order_goods_id)}::int[], ${refunded.lines.map((l) => l.amount)}::bigint[]) as d(id, amount)
    where l.id = d.id`.execute(trx)
  const lines = await linesOf(trx, order.id)
  const total = order.refund_amount + refunded.amount
  const all = total === order.pay_amount || lines.every((line) => line.returned + line.refunded_quantity === line.quantity)
  const set = {
    refund_amount: total,
    pay_status: total === order.pay_amount ? ShopOrderPayStatus.refunded : ShopOrderPayStatus.partlyRefunded,
  }
  const data = { refund_no: refunded.refundNo, amount: refunded.amount }
  if (all && order.status === ShopOrderStatus.complete) {
    await orderMachine.move(trx, order, { action: 'refund_all', set, data }, env)
    await takeOrderScoreBack(trx, order, env)
    await takeGrowthBack(trx, order, env)
  } else if (all) {
    const skus = await lockSkus(
      trx,
      lines.map((line) => line.sku_id),
    )
    const open = lines.map((line) => ({ skuId: line.sku_id, stock: openUnits(line), sales: -openUnits(line) }))
    await moveStock(trx, skus, { changes: open, reason: 'refund', refNo: refunded.refundNo }, env)
    await endOpenRefunds(trx, order, env) // nobody could agree to them any more
    const ended = { ...set, cancel_time: env.now, auto_receive_time: null, auto_finish_time: null }
    await orderMachine.move(trx, order, { action: 'refund_all', set: ended, data }, env)
  } else if (
    order.status === ShopOrderStatus.toShip &&
    order.ship_status !== ShopOrderShipStatus.none &&
    lines.every((line) => openUnits(line) === 0)
  ) {
    const shipped = { ...set, ...(await shippedSet(trx, env)) }
    await orderMachine.move(trx, order, { action: 'refund', to: ShopOrderStatus.toReceive, set: shipped, data }, env)
  } else {
    await orderMachine.move(trx, order, { action: 'refund', to: order.status, set, data }, env)
  }
  await countRefund(trx, order.user_id, refunded.amount, env)
  if (all) await returnReceipt(trx, order.order_no, env) // coupons are locked after goods and members, as everywhere
}

/** Takes back the points that a completed order gave. */
async function takeOrderScoreBack(trx: Writer, order: { user_id: number; order_no: string }, env: CommandContext): Promise<void> {
  const { user_id: userId, order_no: refNo } = order
  const given = await rowOf(
    trx,
    sql<Pick<UserScoreLogRow, 'score'>>`select coalesce(sum(score), 0)::float8 as score from user_score_log
      where user_id = ${userId} and source = 'order' and ref_no = ${refNo}`,
  )
  await takeScoreBack(trx, { userId, score: given?.score ?? 0, source: 'refund', refNo, memo: refNo }, env)
}
