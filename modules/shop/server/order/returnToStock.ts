import { sql } from 'kysely'
import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { postScore } from '../../../../server/modules/user/ledger.ts'
import { returnReceipt } from '../coupon/steps.ts'
import { paidWith, startMoneyBack } from '../money/payout.ts'
import { ShopOrderPayStatus } from '../options.generated.ts'
import { endOpenRefunds } from '../refund/end.ts'
import type { ShopOrderRow } from '../rows.generated.ts'
import { lockSkus, moveStock } from '../stock.ts'
import { holdsStock, type LineRow, linesOf, type OrderRow, openUnits } from './row.ts'

/** What goes back when an order ends now: fen, points, and the units of each line that were taken and not shipped. */
export interface PlannedBack {
  amount: number
  score: number
  units: readonly { line: LineRow; units: number }[]
}

/** The plan of `giveBack`, from the order and its lines alone. */
export function plannedBack(order: OrderRow, lines: readonly LineRow[]): PlannedBack {
  const paid = order.pay_status !== ShopOrderPayStatus.unpaid
  const taken = holdsStock(order)
  return {
    amount: paid ? order.pay_amount - order.refund_amount : 0,
    score: order.score,
    units: lines.map((line) => ({ line, units: taken ? openUnits(line) : 0 })),
  }
}

/**
 * Everything that goes back when an order is cancelled or closed: units that were not shipped, points, the coupon, and of a paid order the whole of its
 * money that was not refunded before; refund requests end. Gives the columns of the order that follow from it; the caller moves its state.
 */
export async function returnToStock(
  trx: Writer,
  order: OrderRow,
  kind: 'cancel' | 'close',
  env: CommandContext,
): Promise<Partial<ShopOrderRow>> {
  const paid = order.pay_status !== ShopOrderPayStatus.unpaid
  const lines = await linesOf(trx, order.id)
  const skus = await lockSkus(
    trx,
    lines.map((line) => line.sku_id),
  )
  const planned = plannedBack(order, lines)
  const back = planned.units.map(({ line, units }) => ({ skuId: line.sku_id, stock: units, sales: paid ? -units : 0 }))
  await moveStock(trx, skus, { changes: back, reason: kind, refNo: order.order_no }, env)
  await postScore(
    trx,
    { userId: order.user_id, score: planned.score, source: 'back', refNo: order.order_no, memo: order.order_no },
    env,
  )
  if (!paid) {
    await returnReceipt(trx, order.order_no, env)
    return {}
  }
  await endOpenRefunds(trx, order, env)
  const { amount } = planned
  if (amount > 0) await startMoneyBack(trx, paidWith(order), { kind, amount, backNo: `C${order.order_no}` }, env)
  await sql`update shop_order_goods set refunded_amount = pay_share, update_time = ${env.now} where order_id = ${order.id}`.execute(
    trx,
  )
  await returnReceipt(trx, order.order_no, env) // coupons are locked after goods and members, as everywhere
  return {
    pay_status: order.pay_amount > 0 ? ShopOrderPayStatus.refunded : ShopOrderPayStatus.unpaid,
    refund_amount: order.pay_amount,
  }
}
