import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { ShopOrderPayStatus, ShopOrderStatus, ShopRefundType } from '../options.generated.ts'
import { linesOf, lockOrder, requireStatus } from '../order/row.ts'
import { refundableLines } from '../order/rules.ts'
import { openRefund, type RefundRequest, requireLines } from './apply.ts'
import { sendRefundMoney } from './money.ts'
import { releaseUnits } from './release.ts'

/**
 * E2 refund by the shop: money back that nobody asked for, – → 2/2/0. Units of the lines that were not shipped are given up and go back into
 * stock; 0 units is a compensation. Unlike a member the shop is bound to no time after receipt. Gives id and number.
 */
export async function refundByShop(
  trx: Writer,
  input: Omit<RefundRequest, 'type' | 'images'>,
  env: CommandContext,
): Promise<{ id: number; refundNo: string }> {
  const order = await lockOrder(trx, input.orderId)
  requireStatus(order, ShopOrderStatus.toShip, ShopOrderStatus.toReceive, ShopOrderStatus.toEvaluate, ShopOrderStatus.complete)
  if (order.pay_status !== ShopOrderPayStatus.paid && order.pay_status !== ShopOrderPayStatus.partlyRefunded)
    throw new Refused('shop.notPaid')
  const request = { ...input, type: ShopRefundType.money, images: [] }
  const lines = await linesOf(trx, order.id)
  if (refundableLines(lines).length === 0) throw new Refused('shop.nothingLeft')
  requireLines(request, lines)
  const { id, refundNo } = await openRefund(trx, { order, lines, request, agreed: true }, env)
  await releaseUnits(trx, { refund: { id, refund_no: refundNo }, order, noRestock: new Set() }, env)
  await sendRefundMoney(trx, id, env)
  return { id, refundNo }
}
