import { sql } from 'kysely'
import { type CommandContext, rowOf, rowsOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { postMoney } from '../../../../server/modules/user/ledger.ts'
import { changed, settingsOf } from '../command.ts'
import { notifyMember } from '../notices/members.ts'
import { ShopMoneyBackStatus } from '../options.generated.ts'
import type { OrderRow } from '../order/row.ts'
import type { ShopMoneyBackRow } from '../rows.generated.ts'

export interface MoneyBack {
  kind: ShopMoneyBackRow['kind']
  /** Fen, above zero. */
  amount: number
  /** Business key: the same number never sends money twice. */
  backNo: string
  refundId?: number
}

export type SettledBack = Pick<ShopMoneyBackRow, 'id' | 'refund_id' | 'order_id' | 'status'>
export type StartedBack = Pick<ShopMoneyBackRow, 'id' | 'status'>

/** What became of money that was under way; without an error it has arrived. */
export interface BackOutcome {
  backNo: string
  error?: string
  /** Which try it is about, from 1, where the provider says so. */
  attempt?: number | undefined
}

/** The payment that money goes back to: of the order, or one that came for it. `total` is what it was of, in fen. */
export type PaidWith = Pick<OrderRow, 'id' | 'user_id' | 'order_no' | 'pay_type' | 'trade_no'> & { total: number }

/** What the order was paid with. */
export const paidWith = (order: OrderRow): PaidWith => ({ ...order, total: order.pay_amount })

/**
 * Sends money of an order back, once for each `backNo`. To the balance (and for payments taken by hand) it has arrived at once; through a
 * gateway it is under way, from here to payment/sender.ts, until `settleMoneyBack` hears the outcome. Gives undefined when this number was
 * sent before.
 */
export async function startMoneyBack(
  trx: Writer,
  paid: PaidWith,
  back: MoneyBack,
  env: CommandContext,
): Promise<StartedBack | undefined> {
  if (!Number.isSafeInteger(back.amount) || back.amount <= 0) throw new Refused('shop.wrongAmount')
  const channel = (await settingsOf(trx, env)).refundTarget === 'balance' ? 'balance' : (paid.pay_type ?? 'offline')
  const status = channel === 'balance' || channel === 'offline' ? ShopMoneyBackStatus.sent : ShopMoneyBackStatus.sending
  const row = await rowOf(
    trx,
    sql<StartedBack>`insert into shop_money_back (back_no, order_id, refund_id, kind, amount, channel, trade_no, total, status, tries, create_time, update_time)
      values (${back.backNo}, ${paid.id}, ${back.refundId ?? null}, ${back.kind}, ${back.amount}, ${channel}, ${paid.trade_no}, ${paid.total}, ${status}, 1,
        ${env.now}, ${env.now})
      on conflict do nothing returning id, status`,
  )
  if (!row) return sentBefore(trx, paid.id, back)
  if (channel === 'balance') {
    const source = back.kind === 'close' || back.kind === 'cancel' ? 'cancel' : 'refund'
    await postMoney(trx, { userId: paid.user_id, fen: back.amount, source, refNo: back.backNo, memo: paid.order_no }, env)
  }
  if (status === ShopMoneyBackStatus.sent) await notifyOfMoney(trx, paid, back.amount, env)
  return row
}

/** The member is told that money of an order has arrived; of recharges there is no such message. */
async function notifyOfMoney(
  trx: Writer,
  order: Pick<OrderRow, 'id' | 'user_id'>,
  amount: number,
  env: CommandContext,
): Promise<void> {
  await notifyMember(trx, { event: 'refund_done', userId: order.user_id, data: { amount }, about: { shop_order: order.id } }, env)
}

/** A number that was used is the same money told again; of another order or amount it is not, and nothing of the step may stand. */
async function sentBefore(trx: Writer, orderId: number, back: MoneyBack): Promise<undefined> {
  const row = await rowOf(
    trx,
    sql<
      Pick<ShopMoneyBackRow, 'order_id' | 'amount' | 'kind'>
    >`select order_id, amount, kind from shop_money_back where back_no = ${back.backNo}`,
  )
  if (row?.order_id !== orderId || row.amount !== back.amount || row.kind !== back.kind) throw changed()
  return undefined
}

/**
 * The gateway's result for a running refund. Returns the row that changed, or undefined when there was nothing to settle (a repeat, or an
 * unknown number). Callbacks come in any order and more than once: a success is final even after a failure was reported; a failure counts
 * for the attempt it names. One that names none is of the previous attempt, as long as no further one was started.
 */
export async function settlePayout(trx: Writer, outcome: BackOutcome, env: CommandContext): Promise<SettledBack | undefined> {
  const status = outcome.error === undefined ? ShopMoneyBackStatus.sent : ShopMoneyBackStatus.failed
  const waits =
    status === ShopMoneyBackStatus.sent
      ? sql`status in (${ShopMoneyBackStatus.sending}, ${ShopMoneyBackStatus.failed})`
      : sql`status = ${ShopMoneyBackStatus.sending} and ${outcome.attempt === undefined ? sql`(tries = 1 or asked > 0)` : sql`tries = ${outcome.attempt}`}`
  const settled = await rowOf(
    trx,
    sql<SettledBack & Pick<ShopMoneyBackRow, 'amount'>>`update shop_money_back
      set status = ${status}, error = ${(outcome.error ?? '').slice(0, 255)}, update_time = ${env.now}
      where back_no = ${outcome.backNo} and ${waits} returning id, refund_id, order_id, status, amount`,
  )
  if (settled?.order_id && status === ShopMoneyBackStatus.sent) {
    const order = await rowOf(
      trx,
      sql<Pick<OrderRow, 'id' | 'user_id'>>`select id, user_id from shop_order where id = ${settled.order_id}`,
    )
    if (order) await notifyOfMoney(trx, order, settled.amount, env)
  }
  return settled
}

/**
 * E1, E6: money of an order or a recharge that went back for no refund (cancelled, closed, paid too late or twice) and failed is tried again,
 * each under its own number. The order or recharge is locked. Gives the numbers; refuses when none has failed.
 */
export async function retryFailedBacks(
  trx: Writer,
  { column, id }: { column: 'order_id' | 'recharge_id'; id: number },
  env: CommandContext,
): Promise<string[]> {
  const failed = await rowsOf(
    trx,
    sql<Pick<ShopMoneyBackRow, 'back_no'>>`select back_no from shop_money_back
      where ${sql.ref(column)} = ${id} and refund_id is null and status = ${ShopMoneyBackStatus.failed} order by id for no key update`,
  )
  if (failed.length === 0) throw new Refused('shop.notFailed', {}, { type: 'conflict' })
  for (const { back_no: backNo } of failed) await retryMoneyBack(trx, backNo, env)
  return failed.map((row) => row.back_no)
}

/** A failed transfer is tried again under the same number. Refuses when it has not failed. */
export async function retryMoneyBack(trx: Writer, backNo: string, env: CommandContext): Promise<void> {
  const row = await rowOf(
    trx,
    sql<
      Pick<ShopMoneyBackRow, 'id'>
    >`update shop_money_back set status = ${ShopMoneyBackStatus.sending}, error = '', tries = tries + 1, asked = 0, send_time = null, update_time = ${env.now}
      where back_no = ${backNo} and status = ${ShopMoneyBackStatus.failed} returning id`,
  )
  if (!row) throw new Refused('shop.notFailed', {}, { type: 'conflict' })
}
