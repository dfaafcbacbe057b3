import { sql } from 'kysely'
import { Refused } from '../../../app/refuse.ts'
import type { Writer } from '../../../db/connect.ts'
import type { PayChannel } from '../../../payments/provider.ts'
import type { ShopPaymentRow } from '../../../rows.generated.ts'
import { payOrder, returnPayment } from '../order/pay.ts'
import { lockOrder, orderStatus, requireStatus } from '../order/row.ts'
import { asSystem, changed, numberOf, rowOf, type StepEnv } from '../step.ts'

/** States of a payment through a provider; a returned one was paid when nobody wanted it any more. */
export const paymentStatus = { waiting: 1, paid: 2, returned: 3 } as const

/** Seconds after which the provider is asked what became of a payment that it has not told of. */
export const askAfter = 10

/** A payment that the member may make now. */
export interface OpenPayment {
  payNo: string
  /** Fen. */
  amount: number
  /** Unix seconds: then the order closes by itself. */
  expires: number
}

/** A member begins to pay an order: the payment that is open already for the same amount through the same channel, or a new one. */
export async function startPayment(
  trx: Writer,
  { orderId, channel }: { orderId: number; channel: PayChannel },
  env: StepEnv,
): Promise<OpenPayment> {
  const order = await lockOrder(trx, orderId)
  requireStatus(order, orderStatus.toPay)
  const expires = order.auto_close_time ?? env.now
  if (expires <= env.now) throw new Refused('payment.tooLate', {}, { type: 'conflict' })
  const open = await rowOf(
    trx,
    sql<Pick<ShopPaymentRow, 'pay_no'>>`select pay_no from shop_payment where order_id = ${orderId} and channel = ${channel}
      and status = ${paymentStatus.waiting} and amount = ${order.pay_amount} and expire_time = ${expires} order by id desc limit 1`,
  )
  const payNo = open?.pay_no ?? `P${numberOf(env)}`
  if (!open)
    await sql`insert into shop_payment (pay_no, order_id, channel, amount, status, expire_time, ask_time, create_time, update_time)
      values (${payNo}, ${orderId}, ${channel}, ${order.pay_amount}, ${paymentStatus.waiting}, ${expires}, ${env.now + askAfter}, ${env.now},
        ${env.now})`.execute(trx)
  return { payNo, amount: order.pay_amount, expires }
}

/** What a provider says of a payment that was made. */
export interface PaidNotice {
  payNo: string
  channel: PayChannel
  tradeNo: string
  /** Fen. */
  amount: number
}

/**
 * A payment was made: its order is paid (E1 pay), or, where it no longer waits for just this, the money goes straight back. Told again it
 * changes nothing. Refuses what was never begun, and what says another amount or channel than was asked for.
 */
export async function takePayment(trx: Writer, paid: PaidNotice, env: StepEnv): Promise<void> {
  const found = await rowOf(
    trx,
    sql<Pick<ShopPaymentRow, 'order_id'>>`select order_id from shop_payment where lower(pay_no) = lower(${paid.payNo})`,
  )
  if (!found) throw new Refused('payment.unknown')
  const order = await lockOrder(trx, found.order_id)
  const payment = await rowOf(
    trx,
    sql<
      Pick<ShopPaymentRow, 'id' | 'channel' | 'amount' | 'status' | 'trade_no'>
    >`select id, channel, amount, status, trade_no from shop_payment where lower(pay_no) = lower(${paid.payNo}) for no key update`,
  )
  if (!payment) throw changed()
  if (payment.amount !== paid.amount || payment.channel !== paid.channel) throw new Refused('payment.wrongAmount')
  if (payment.status !== paymentStatus.waiting) {
    if (payment.trade_no !== paid.tradeNo) throw new Refused('payment.otherTrade')
    return
  }
  const wanted = order.status === orderStatus.toPay && order.pay_amount === payment.amount
  const status = wanted ? paymentStatus.paid : paymentStatus.returned
  await sql`update shop_payment set status = ${status}, trade_no = ${paid.tradeNo}, pay_time = ${env.now}, update_time = ${env.now}
    where id = ${payment.id}`.execute(trx)
  const step = { orderId: order.id, amount: paid.amount, payType: paid.channel, tradeNo: paid.tradeNo }
  if (wanted) await payOrder(trx, step, asSystem(env))
  else await returnPayment(trx, order, step, asSystem(env))
}
