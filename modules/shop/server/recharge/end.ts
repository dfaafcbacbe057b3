import { sql } from 'kysely'
import { type CommandContext, rowOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { UserRow } from '../../../../server/core/rows.generated.ts'
import { postMoney, takeScoreBack } from '../../../../server/modules/user/ledger.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { lockReceipt } from '../coupon/row.ts'
import { revokeReceipt } from '../coupon/steps.ts'
import { retryFailedBacks } from '../money/payout.ts'
import { ShopCouponReceiveStatus, ShopRechargeOrderStatus } from '../options.generated.ts'
import { startRechargeBack } from './back.ts'
import { countPlan } from './pay.ts'
import { giftsOf, lockRecharge, type RechargeRow, rechargeMachine } from './row.ts'

/** Seconds after which an order that was not paid is cancelled (E6). */
export const unpaidSeconds = 30 * 60

/** E6 cancel: 1 → 3, by the member whose order it is (`userId`) or by the shop. */
export async function cancelRecharge(
  trx: Writer,
  input: { orderNo: string; userId?: number },
  env: CommandContext,
): Promise<void> {
  const order = await lockRecharge(trx, input.orderNo)
  if (input.userId !== undefined && order.user_id !== input.userId) throw new Refused('recharge.noOrder')
  await rechargeMachine.move(trx, order, { action: 'cancel' }, env)
}

/** E6 time-out: 1 → 3, by the clock. */
export async function timeOutRecharge(trx: Writer, id: number, env: CommandContext): Promise<void> {
  const order = await rowOf(
    trx,
    sql<RechargeRow>`select * from shop_recharge_order where id = ${id} and status = ${ShopRechargeOrderStatus.toPay}
      and create_time <= ${env.now - unpaidSeconds} for no key update`,
  )
  if (order) await rechargeMachine.move(trx, order, { action: 'time_out' }, env)
}

/**
 * E6 refund: 2 → 4. The balance pays the amount and gives back the whole gift; points go as far as there are any, gift coupons that are
 * unused are revoked, and the money goes back the way it came. Refuses more than was paid, and a balance below amount and gift together.
 */
export async function refundRecharge(
  trx: Writer,
  input: { orderNo: string; amount: number; reason: string },
  env: CommandContext,
): Promise<void> {
  const order = await lockRecharge(trx, input.orderNo)
  rechargeMachine.require(order, 'refund')
  const { amount, reason } = input
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new Refused('shop.wrongAmount', {}, { field: 'amount' })
  if (amount > order.amount) throw new Refused('recharge.moreThanPaid', { max: formatFen(order.amount) }, { field: 'amount' })
  // Receipts before the member: orders that use coupons lock them in this order.
  for (const { receive_id } of giftsOf(order)) if (receive_id) await revokeUnused(trx, receive_id, reason, env)
  const { user_id: userId, order_no: refNo } = order
  const needed = amount + order.gift_money
  const member = await rowOf(trx, sql<Pick<UserRow, 'money'>>`select money from "user" where id = ${userId} for no key update`)
  const money = member?.money ?? 0
  if (money < needed) throw new Refused('recharge.balanceTooLow', { money: formatFen(money), needed: formatFen(needed) })
  await postMoney(trx, { userId, refNo, memo: refNo, source: 'recharge_refund', fen: -needed }, env)
  await takeScoreBack(trx, { userId, refNo: `${refNo}R`, memo: refNo, source: 'recharge', score: order.gift_score }, env)
  await rechargeMachine.move(trx, order, { action: 'refund', set: { refund_amount: amount }, note: reason }, env)
  await countPlan(trx, order.plan_id, { sold: -1, income: -amount }, env.now)
  const back = { amount, channel: order.pay_type ?? 'offline', backNo: `R${refNo}`, tradeNo: order.trade_no, total: order.amount }
  await startRechargeBack(trx, order.id, back, env)
}

/** A failed refund of a recharge is sent again; the state stays. */
export async function retryRechargeMoney(trx: Writer, input: { orderNo: string }, env: CommandContext): Promise<void> {
  const order = await lockRecharge(trx, input.orderNo)
  const numbers = await retryFailedBacks(trx, { column: 'recharge_id', id: order.id }, env)
  await rechargeMachine.move(trx, order, { action: 'retry', note: numbers.join(', ') }, env)
}

async function revokeUnused(trx: Writer, receiptId: number, reason: string, env: CommandContext): Promise<void> {
  const receipt = await lockReceipt(trx, receiptId)
  if (receipt.status === ShopCouponReceiveStatus.unused) await revokeReceipt(trx, { receiptId, reason }, env)
}
