import { sql } from 'kysely'
import { type CommandContext, rowOf, systemContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { Notice } from '../../../../server/modules/payments/provider.ts'
import { refundMoneyResult } from '../refund/money.ts'
import type { ShopMoneyBackRow, ShopPaymentNoticeRow } from '../rows.generated.ts'
import { takePayment } from './intent.ts'

/**
 * What follows from a call of the provider whose signature was right, in one transaction with the note that it came. The same call again
 * (same nonce) is refused; another call that says the same changes nothing, in whatever order they come.
 */
export async function takeNotice(trx: Writer, notice: Notice, env: CommandContext): Promise<void> {
  const { event, number, state, amount, channel, tradeNo } = notice
  const noted = await rowOf(
    trx,
    sql<Pick<ShopPaymentNoticeRow, 'id'>>`insert into shop_payment_notice (nonce, event, number, state, create_time, update_time)
      values (${notice.nonce}, ${event}, ${number}, ${state}, ${env.now}, ${env.now}) on conflict do nothing returning id`,
  )
  if (!noted) throw new Refused('payment.replayed')
  if (event === 'refund') return takeBack(trx, notice, env)
  if (state === 'done') await takePayment(trx, { payNo: number, channel, tradeNo, amount }, env)
}

/** How money that goes back went. What is only under way says nothing new. */
async function takeBack(
  trx: Writer,
  { number, attempt, amount, channel, tradeNo, state, error }: Notice,
  env: CommandContext,
): Promise<void> {
  const back = await rowOf(
    trx,
    sql<
      Pick<ShopMoneyBackRow, 'back_no' | 'amount' | 'channel' | 'trade_no'>
    >`select back_no, amount, channel, trade_no from shop_money_back where lower(back_no) = lower(${number})`,
  )
  if (!back) throw new Refused('payment.unknown')
  if (back.amount !== amount || back.channel !== channel || back.trade_no !== tradeNo) throw new Refused('payment.wrongAmount')
  if (state === 'processing') return
  const { back_no: backNo } = back
  const outcome = state === 'done' ? { backNo } : { backNo, attempt, error: error || state }
  await refundMoneyResult(trx, outcome, systemContext(env))
}

/** Forgets calls from before `keepFrom` (unix seconds), which is long after one could be played again. */
export async function purgeNotices(trx: Writer, keepFrom: number): Promise<void> {
  await sql`delete from shop_payment_notice where create_time < ${keepFrom}`.execute(trx)
}
