import { sql } from 'kysely'
import { type CommandContext, rowOf, systemContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { postMoney, postScore } from '../../../../server/modules/user/ledger.ts'
import { grantGiftCoupons } from '../coupon/grant.ts'
import { requireNewTrade } from '../money/trade.ts'
import { ShopRechargeOrderStatus } from '../options.generated.ts'
import type { ShopRechargeOrderRow } from '../rows.generated.ts'
import { startRechargeBack } from './back.ts'
import { giftsOf, lockRecharge, type RechargeRow, rechargeMachine } from './row.ts'

export interface RechargePayment {
  orderNo: string
  /** Fen; must be what the order costs. */
  amount: number
  payType: NonNullable<RechargeRow['pay_type']>
  /** The payment's number at its channel; never empty. */
  tradeNo: string
  note?: string
}

/**
 * E6 pay, confirm payment and late pay: 1 → 2, and 3 → 2 where a channel says so (the actor is the shop itself). Amount and gift go to the
 * balance, then points and coupons. The same payment told again (same trade number) changes nothing, and one that was confirmed by hand
 * only gets its channel; a second payment of a channel for an order that is paid goes straight back. Meant to be called by the channels' callbacks, which have checked the signature.
 */
export async function payRecharge(trx: Writer, payment: RechargePayment, env: CommandContext): Promise<void> {
  const { payType, tradeNo } = payment
  const order = await lockRecharge(trx, payment.orderNo)
  if (tradeNo === '') throw new Refused('shop.wrongAmount')
  if (order.trade_no === tradeNo && order.pay_type === payType) return
  const byChannel = env.actor.type === 'system'
  if (byChannel && isRechargedBy(order, payment))
    return rechargeMachine.move(trx, order, { action: 'pay_match', set: { pay_type: payType }, note: tradeNo }, env)
  if (byChannel && (order.status === ShopRechargeOrderStatus.paid || order.status === ShopRechargeOrderStatus.refunded))
    return payTwice(trx, order, payment, env)
  const isLate = byChannel && order.status === ShopRechargeOrderStatus.cancelled
  const action = isLate ? 'late_pay' : env.actor.type === 'admin' ? 'confirm_pay' : 'pay'
  rechargeMachine.require(order, action)
  if (payment.amount !== order.amount) throw new Refused('shop.wrongAmount')
  if (!byChannel) await requireNewTrade(trx, tradeNo)
  await requireFreeTrade(trx, payment)
  await credit(trx, order, env)
  const gift_coupons = JSON.stringify(await grantGiftCoupons(trx, giftsOf(order), order, env))
  const paid = {
    pay_type: payType,
    trade_no: tradeNo,
    pay_time: env.now,
    gift_coupons,
    ...(payment.note ? { remark: payment.note } : {}),
  }
  await rechargeMachine.move(trx, order, { action, set: paid, note: tradeNo }, env)
  await countPlan(trx, order.plan_id, { sold: 1, income: order.amount }, env.now)
}

/** Was the order confirmed by hand as paid by just this payment, before the channel told of it? Then it is not paid twice. */
export function isRechargedBy(order: RechargeRow, payment: Pick<RechargePayment, 'amount' | 'tradeNo'>): boolean {
  return order.pay_type === 'offline' && order.trade_no === payment.tradeNo && order.amount === payment.amount
}

/** A payment pays for one order. Those who come with one number are judged one after another; the unique index has the last word. */
async function requireFreeTrade(trx: Writer, { payType, tradeNo, orderNo }: RechargePayment): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`kontor_recharge ${payType} ${tradeNo.toLowerCase()}`}, 0))`.execute(
    trx,
  )
  const other = await rowOf(
    trx,
    sql<
      Pick<ShopRechargeOrderRow, 'id'>
    >`select id from shop_recharge_order where pay_type = ${payType} and lower(trade_no) = lower(${tradeNo})
      and order_no <> ${orderNo}`,
  )
  if (other) throw new Refused('recharge.tradeUsed', {}, { field: 'trade_no' })
}

async function credit(trx: Writer, order: RechargeRow, env: CommandContext): Promise<void> {
  const { user_id: userId, order_no: refNo } = order
  const posting = { userId, refNo, memo: refNo }
  await postMoney(trx, { ...posting, source: 'recharge', fen: order.amount }, env)
  await postMoney(trx, { ...posting, source: 'gift', fen: order.gift_money }, env)
  await postScore(trx, { ...posting, source: 'recharge', score: order.gift_score }, env)
}

/** Money for an order that was paid already goes back the way it came, once for each trade number. */
async function payTwice(trx: Writer, order: RechargeRow, payment: RechargePayment, env: CommandContext): Promise<void> {
  if (!Number.isSafeInteger(payment.amount) || payment.amount <= 0) throw new Refused('shop.wrongAmount')
  const { amount, payType: channel, tradeNo } = payment
  const back = { amount, channel, backNo: `RL${tradeNo.slice(-62)}`, tradeNo, total: amount }
  if (!(await startRechargeBack(trx, order.id, back, env))) return
  await rechargeMachine.move(trx, order, { action: 'pay_twice', note: payment.tradeNo }, systemContext(env))
}

/** The plan counts what was sold of it and what came in. */
export async function countPlan(
  trx: Writer,
  planId: number,
  { sold, income }: { sold: 1 | -1; income: number },
  now: number,
): Promise<void> {
  await sql`update shop_recharge_plan set sold = sold + ${sold}::int, income = income + ${income}::bigint, update_time = ${now}
    where id = ${planId}`.execute(trx)
}
