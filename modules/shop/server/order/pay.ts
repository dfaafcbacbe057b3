import { type CommandContext, systemContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { postMoney } from '../../../../server/modules/user/ledger.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { spendReceipt } from '../coupon/steps.ts'
import { startMoneyBack } from '../money/payout.ts'
import { requireNewTrade } from '../money/trade.ts'
import { notifyOfOrder } from '../notices/members.ts'
import { notify } from '../notices/notify.ts'
import { ShopOrderPayStatus, ShopOrderStatus } from '../options.generated.ts'
import { lockSkus, moveStock, shortOf, titleOf } from '../stock.ts'
import { returnToStock } from './returnToStock.ts'
import { linesOf, lockOrder, type OrderRow, orderMachine } from './row.ts'

/** Letters of the note of a closed order. */
const noteRoom = 500

export type PayType = 'balance' | 'wechat' | 'alipay' | 'offline'

export interface Payment {
  orderId: number
  /** Fen; must be what the order costs. */
  amount: number
  payType: PayType
  /** The payment's number at its channel. */
  tradeNo: string
  /** The payment's number here, where it was begun here. */
  payNo?: string
  note?: string
}

/** Outcome of a payment: accepted, or being refunded. */
export type PaymentOutcome = 'paid' | 'returned'

/**
 * E1 pay and confirm payment: 1 → 2. Takes a balance payment from the member, and the units that the order did not take before; counts the
 * sales, tells the order desk. The same payment told twice (same trade number) changes nothing. A payment that comes after the order was
 * cancelled goes straight back; so does one of a channel for which no units are left, and its order closes. Who pays from the balance then,
 * or confirms by hand, is refused.
 */
export async function payOrder(trx: Writer, payment: Payment, env: CommandContext): Promise<PaymentOutcome> {
  const order = await lockOrder(trx, payment.orderId)
  const byChannel = env.actor.type === 'system' && payment.tradeNo !== ''
  if (payment.tradeNo !== '' && order.trade_no === payment.tradeNo && order.status !== ShopOrderStatus.toPay) return 'paid'
  if (order.status === ShopOrderStatus.cancelled && env.actor.type === 'system') return returnPayment(trx, order, payment, env)
  orderMachine.require(order, 'pay')
  if (payment.amount !== order.pay_amount) throw new Refused('shop.wrongAmount')
  if (env.actor.type === 'admin') await requireNewTrade(trx, payment.tradeNo)
  const lines = await linesOf(trx, order.id)
  const skus = await lockSkus(
    trx,
    lines.map((line) => line.sku_id),
  )
  const units = (quantity: number) => (order.stock_mode === 'pay' ? -quantity : 0)
  const sold = lines.map((line) => ({ skuId: line.sku_id, stock: units(line.quantity), sales: line.quantity }))
  const short = byChannel && shortOf(skus, sold)
  if (short) return closeUnstocked(trx, order, { payment, what: titleOf(short) }, env)
  await moveStock(trx, skus, { changes: sold, reason: 'order', refNo: order.order_no }, env)
  if (payment.payType === 'balance') {
    const posting = {
      userId: order.user_id,
      fen: -order.pay_amount,
      source: 'order' as const,
      refNo: order.order_no,
      memo: order.order_no,
    }
    await postMoney(trx, posting, env)
  }
  const set = {
    pay_status: ShopOrderPayStatus.paid,
    pay_type: payment.payType,
    trade_no: payment.tradeNo,
    pay_time: env.now,
    auto_close_time: null,
  }
  const action = env.actor.type === 'admin' ? 'confirm_pay' : 'pay'
  await orderMachine.move(trx, order, { action, set, ...(payment.note ? { note: payment.note } : {}) }, env)
  await spendReceipt(trx, order.order_no, env)
  await notify(
    trx,
    {
      type: 'order',
      data: { order_no: order.order_no, amount: formatFen(order.pay_amount) },
      userId: order.user_id,
      key: order.order_no,
    },
    env,
  )
  return 'paid'
}

/** E1 pay that finds no units left: 1 → 6. The money goes straight back, points and the coupon as well; what ran out is the note. */
async function closeUnstocked(
  trx: Writer,
  order: OrderRow,
  { payment, what }: { payment: Payment; what: string },
  env: CommandContext,
): Promise<PaymentOutcome> {
  await sendStraightBack(trx, order, payment, env) // members are locked before coupons, as everywhere
  const set = await returnToStock(trx, order, 'close', env)
  const columns = {
    ...set,
    close_reason: 'out_of_stock' as const,
    close_note: what.slice(0, noteRoom),
    cancel_time: env.now,
    auto_close_time: null,
  }
  const data = { amount: payment.amount, trade_no: payment.tradeNo }
  await orderMachine.move(trx, order, { action: 'pay_no_stock', set: columns, note: what, data }, env)
  await notifyOfOrder(trx, order, { event: 'order_closed', data: { reason: what } }, env)
  return 'returned'
}

/**
 * E1 late pay, and a payment for an order that was paid otherwise or costs something else by now: the order stays as it is, the money goes
 * back the way it came, once for each payment.
 */
export async function returnPayment(
  trx: Writer,
  order: OrderRow,
  payment: Payment,
  env: CommandContext,
): Promise<PaymentOutcome> {
  if (!(await sendStraightBack(trx, order, payment, env))) return 'returned'
  const data = { amount: payment.amount, trade_no: payment.tradeNo }
  await orderMachine.move(trx, order, { action: 'late_pay', data }, env)
  return 'returned'
}

/** Sends a payment that the order cannot take back the way it came. False when that was done before. */
async function sendStraightBack(trx: Writer, order: OrderRow, payment: Payment, env: CommandContext): Promise<boolean> {
  if (payment.amount <= 0 || payment.tradeNo === '' || payment.payType === 'balance') throw new Refused('shop.wrongAmount')
  const paid = { ...order, pay_type: payment.payType, trade_no: payment.tradeNo, total: payment.amount }
  const back = {
    kind: 'late' as const,
    amount: payment.amount,
    backNo: `L${payment.payNo ?? payment.tradeNo.slice(-31)}`,
  }
  return (await startMoneyBack(trx, paid, back, systemContext(env))) !== undefined
}

/** Was the order confirmed by hand as paid by just this payment, before the channel told of it? */
export function isConfirmedBy(order: OrderRow, payment: Pick<Payment, 'amount' | 'tradeNo'>): boolean {
  const known = order.trade_no !== '' && order.trade_no === payment.tradeNo && order.pay_type === 'offline'
  return known && order.status !== ShopOrderStatus.toPay && order.pay_amount === payment.amount
}

/**
 * The channel tells of the payment by which the order was confirmed by hand: it is the order's, so nothing goes back, and what goes back from
 * now on goes through its channel. The state stays.
 */
export async function matchPayment(trx: Writer, order: OrderRow, payment: Payment, env: CommandContext): Promise<PaymentOutcome> {
  const set = { pay_type: payment.payType }
  await orderMachine.move(trx, order, { action: 'pay_match', set, note: payment.tradeNo }, systemContext(env))
  return 'paid'
}
