import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { Refused } from '../../../app/refuse.ts'
import type { Writer } from '../../../db/connect.ts'
import { spendReceipt } from '../coupon/steps.ts'
import { postMoney } from '../ledger.ts'
import { startMoneyBack } from '../moneyBack.ts'
import { notify } from '../notify.ts'
import { asSystem, type StepEnv } from '../step.ts'
import { lockSkus, moveStock } from '../stock.ts'
import { requireNewTrade } from '../trade.ts'
import { linesOf, lockOrder, moveOrder, type OrderRow, orderStatus, payStatus, requireStatus } from './row.ts'

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

/**
 * E1 pay and confirm payment: 1 → 2. Takes a balance payment from the member, counts the sales, tells the order desk. The same payment
 * told twice (same trade number) changes nothing. A payment that comes after the order was cancelled goes straight back.
 */
export async function payOrder(trx: Writer, payment: Payment, env: StepEnv): Promise<void> {
  const order = await lockOrder(trx, payment.orderId)
  if (payment.tradeNo !== '' && order.trade_no === payment.tradeNo && order.status !== orderStatus.toPay) return
  if (order.status === orderStatus.cancelled && env.actor.type === 'system') return returnPayment(trx, order, payment, env)
  requireStatus(order, orderStatus.toPay)
  if (payment.amount !== order.pay_amount) throw new Refused('shop.wrongAmount')
  if (env.actor.type === 'admin') await requireNewTrade(trx, payment.tradeNo)
  const lines = await linesOf(trx, order.id)
  const skus = await lockSkus(
    trx,
    lines.map((line) => line.sku_id),
  )
  const sold = lines.map((line) => ({ skuId: line.sku_id, stock: 0, sales: line.quantity }))
  await moveStock(trx, skus, sold, { reason: 'order', refNo: order.order_no }, env)
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
    pay_status: payStatus.paid,
    pay_type: payment.payType,
    trade_no: payment.tradeNo,
    pay_time: env.now,
    auto_close_time: null,
  }
  const action = env.actor.type === 'admin' ? 'confirm_pay' : 'pay'
  await moveOrder(trx, order, orderStatus.toShip, set, { action, ...(payment.note ? { note: payment.note } : {}) }, env)
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
}

/**
 * E1 late pay, and a payment for an order that was paid otherwise or costs something else by now: the order stays as it is, the money goes
 * back the way it came, once for each payment.
 */
export async function returnPayment(trx: Writer, order: OrderRow, payment: Payment, env: StepEnv): Promise<void> {
  if (payment.amount <= 0 || payment.tradeNo === '' || payment.payType === 'balance') throw new Refused('shop.wrongAmount')
  const paid = { ...order, pay_type: payment.payType, trade_no: payment.tradeNo, total: payment.amount }
  const back = {
    kind: 'late' as const,
    amount: payment.amount,
    backNo: `L${payment.payNo ?? payment.tradeNo.slice(-31)}`,
  }
  const started = await startMoneyBack(trx, paid, back, asSystem(env))
  if (!started) return
  const data = { amount: payment.amount, trade_no: payment.tradeNo }
  await moveOrder(trx, order, order.status, {}, { action: 'late_pay', data }, env)
}

/** Was the order confirmed by hand as paid by just this payment, before the channel told of it? */
export function isConfirmedBy(order: OrderRow, payment: Pick<Payment, 'amount' | 'tradeNo'>): boolean {
  const known = order.trade_no !== '' && order.trade_no === payment.tradeNo && order.pay_type === 'offline'
  return known && order.status !== orderStatus.toPay && order.pay_amount === payment.amount
}

/**
 * The channel tells of the payment by which the order was confirmed by hand: it is the order's, so nothing goes back, and what goes back from
 * now on goes through its channel. The state stays.
 */
export async function matchPayment(trx: Writer, order: OrderRow, payment: Payment, env: StepEnv): Promise<void> {
  await moveOrder(
    trx,
    order,
    order.status,
    { pay_type: payment.payType },
    { action: 'pay_match', note: payment.tradeNo },
    asSystem(env),
  )
}
