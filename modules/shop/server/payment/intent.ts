import { sql } from 'kysely'
import { type CommandContext, rowOf, systemContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { PayChannel } from '../../../../server/modules/payments/provider.ts'
import { changed, numberOf } from '../command.ts'
import { ShopOrderStatus, ShopPaymentStatus, ShopRechargeOrderStatus, ShopTeamJoinStatus } from '../options.generated.ts'
import { isConfirmedBy, matchPayment, payOrder, returnPayment } from '../order/pay.ts'
import { lockOrder, orderMachine } from '../order/row.ts'
import { unpaidSeconds } from '../recharge/end.ts'
import { isRechargedBy, payRecharge } from '../recharge/pay.ts'
import { lockRecharge, rechargeMachine } from '../recharge/row.ts'
import type { ShopPaymentRow } from '../rows.generated.ts'
import { creditLateFee, payJoin } from '../team/pay.ts'
import { lockJoin, registrationMachine } from '../team/row.ts'

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
  env: CommandContext,
): Promise<OpenPayment> {
  const order = await lockOrder(trx, orderId)
  orderMachine.require(order, 'pay')
  const of = { column: 'order_id', id: orderId, amount: order.pay_amount, expires: order.auto_close_time ?? env.now } as const
  return openPayment(trx, of, channel, env)
}

/** The same for a recharge of the member's own. */
export async function startRechargePayment(
  trx: Writer,
  { orderNo, userId, channel }: { orderNo: string; userId: number; channel: PayChannel },
  env: CommandContext,
): Promise<OpenPayment> {
  const order = await lockRecharge(trx, orderNo)
  if (order.user_id !== userId) throw new Refused('recharge.noOrder')
  rechargeMachine.require(order, 'pay')
  const of = {
    column: 'recharge_id',
    id: order.id,
    amount: order.amount,
    expires: (order.create_time ?? 0) + unpaidSeconds,
  } as const
  return openPayment(trx, of, channel, env)
}

/** The same for the fee of a registration of the member's own, as long as its places are held. */
export async function startJoinPayment(
  trx: Writer,
  { joinId, userId, channel }: { joinId: number; userId: number; channel: PayChannel },
  env: CommandContext,
): Promise<OpenPayment> {
  const join = await lockJoin(trx, joinId)
  if (join.user_id !== userId) throw new Refused('team.noJoin')
  registrationMachine.require(join, 'pay')
  return openPayment(
    trx,
    { column: 'join_id', id: join.id, amount: join.fee, expires: join.expire_time ?? env.now },
    channel,
    env,
  )
}

/** What a payment is for: a row that is locked, its price in fen, and when it closes by itself. */
interface Payable {
  column: 'order_id' | 'recharge_id' | 'join_id'
  id: number
  amount: number
  expires: number
}

async function openPayment(
  trx: Writer,
  { column, id, amount, expires }: Payable,
  channel: PayChannel,
  env: CommandContext,
): Promise<OpenPayment> {
  if (expires <= env.now) throw new Refused('payment.tooLate', {}, { type: 'conflict' })
  const open = await rowOf(
    trx,
    sql<Pick<ShopPaymentRow, 'pay_no'>>`select pay_no from shop_payment where ${sql.ref(column)} = ${id} and channel = ${channel}
      and status = ${ShopPaymentStatus.waiting} and amount = ${amount} and expire_time = ${expires} order by id desc limit 1`,
  )
  const payNo = open?.pay_no ?? `P${numberOf(env)}`
  if (!open)
    await sql`insert into shop_payment (pay_no, ${sql.ref(column)}, channel, amount, status, expire_time, ask_time, create_time, update_time)
      values (${payNo}, ${id}, ${channel}, ${amount}, ${ShopPaymentStatus.waiting}, ${expires}, ${env.now + askAfter}, ${env.now},
        ${env.now})`.execute(trx)
  return { payNo, amount, expires }
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
 * A payment was made: its order, recharge or registration is paid (E1 pay, E6 pay, E7 pay), or, where it no longer waits for just this, the money goes straight
 * back, of a registration to the balance. One that somebody confirmed by hand before, by its number, is the order's and stays. Told again it changes nothing. Refuses what was never begun, and what says another amount or channel than was asked for.
 */
export async function takePayment(trx: Writer, paid: PaidNotice, env: CommandContext): Promise<void> {
  const found = await rowOf(
    trx,
    sql<
      Pick<ShopPaymentRow, 'order_id' | 'join_id'> & { recharge_no: string | null }
    >`select p.order_id, p.join_id, r.order_no as recharge_no
      from shop_payment p left join shop_recharge_order r on r.id = p.recharge_id where lower(p.pay_no) = lower(${paid.payNo})`,
  )
  if (found?.order_id) return takeForOrder(trx, found.order_id, paid, env)
  if (found?.recharge_no) return takeForRecharge(trx, found.recharge_no, paid, env)
  if (found?.join_id) return takeForJoin(trx, found.join_id, paid, env)
  throw new Refused('payment.unknown')
}

async function takeForOrder(trx: Writer, orderId: number, paid: PaidNotice, env: CommandContext): Promise<void> {
  const order = await lockOrder(trx, orderId)
  const payment = await lockWaiting(trx, paid)
  if (!payment) return
  const wanted = order.status === ShopOrderStatus.toPay && order.pay_amount === payment.amount
  const matches = isConfirmedBy(order, paid)
  const { amount, channel: payType, tradeNo, payNo } = paid
  const step = { orderId: order.id, amount, payType, tradeNo, payNo }
  const told = matches ? matchPayment : returnPayment
  const outcome = wanted ? await payOrder(trx, step, systemContext(env)) : await told(trx, order, step, systemContext(env))
  await settle(trx, payment, { status: outcome === 'paid' ? ShopPaymentStatus.paid : ShopPaymentStatus.returned, tradeNo }, env)
}

async function takeForRecharge(trx: Writer, orderNo: string, paid: PaidNotice, env: CommandContext): Promise<void> {
  const order = await lockRecharge(trx, orderNo)
  const payment = await lockWaiting(trx, paid)
  if (!payment) return
  const waits = order.status === ShopRechargeOrderStatus.toPay || order.status === ShopRechargeOrderStatus.cancelled
  const wanted = waits || isRechargedBy(order, paid)
  await settle(trx, payment, { status: wanted ? ShopPaymentStatus.paid : ShopPaymentStatus.returned, tradeNo: paid.tradeNo }, env)
  await payRecharge(trx, { orderNo, amount: paid.amount, payType: paid.channel, tradeNo: paid.tradeNo }, systemContext(env))
}

/** A fee that comes too late goes to the balance, as every fee that is given back. */
async function takeForJoin(trx: Writer, joinId: number, paid: PaidNotice, env: CommandContext): Promise<void> {
  const join = await lockJoin(trx, joinId)
  const payment = await lockWaiting(trx, paid)
  if (!payment) return
  const isConfirmed = join.trade_no !== '' && join.trade_no === paid.tradeNo
  const wanted = isConfirmed || (join.status === ShopTeamJoinStatus.toPay && join.fee === payment.amount)
  const { amount, channel: payType, tradeNo, payNo } = paid
  await settle(trx, payment, { status: wanted ? ShopPaymentStatus.paid : ShopPaymentStatus.returned, tradeNo }, env)
  if (wanted) await payJoin(trx, { joinId, amount, payType, tradeNo }, systemContext(env))
  else await creditLateFee(trx, join, { fen: amount, payNo }, systemContext(env))
}

type Waiting = Pick<ShopPaymentRow, 'id' | 'channel' | 'amount' | 'status' | 'trade_no'>

/** The payment, locked, if it is still waited for; undefined where it was told of before, by the same number of the provider. */
async function lockWaiting(trx: Writer, paid: PaidNotice): Promise<Waiting | undefined> {
  const payment = await rowOf(
    trx,
    sql<Waiting>`select id, channel, amount, status, trade_no from shop_payment
      where lower(pay_no) = lower(${paid.payNo}) for no key update`,
  )
  if (!payment) throw changed()
  if (payment.amount !== paid.amount || payment.channel !== paid.channel) throw new Refused('payment.wrongAmount')
  if (payment.status !== ShopPaymentStatus.waiting) {
    if (payment.trade_no !== paid.tradeNo) throw new Refused('payment.otherTrade')
    return undefined
  }
  await requireOwnTrade(trx, payment.id, paid.tradeNo)
  return payment
}

/** Refuses the number of another payment. Those who come with one number are judged one after another. */
async function requireOwnTrade(trx: Writer, paymentId: number, tradeNo: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`kontor_trade ${tradeNo.toLowerCase()}`}, 0))`.execute(trx)
  const other = await rowOf(trx, sql`select 1 from shop_payment where lower(trade_no) = lower(${tradeNo}) and id <> ${paymentId}`)
  if (other) throw new Refused('payment.tradeUsed')
}

async function settle(
  trx: Writer,
  payment: Waiting,
  { status, tradeNo }: { status: number; tradeNo: string },
  env: CommandContext,
): Promise<void> {
  await sql`update shop_payment set status = ${status}, trade_no = ${tradeNo}, pay_time = ${env.now}, update_time = ${env.now}
    where id = ${payment.id}`.execute(trx)
}
