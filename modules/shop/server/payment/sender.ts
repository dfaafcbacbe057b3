import { sql } from 'kysely'
import { dbClock, readClock } from '../../../../server/core/clock.ts'
import type { Database } from '../../../../server/core/db/connect.ts'
import { inTransaction } from '../../../../server/core/transaction/transaction.ts'
import { type BackState, type PaymentProvider, ProviderError, payChannels } from '../../../../server/modules/payments/provider.ts'
import { ShopMoneyBackStatus } from '../options.generated.ts'
import { refundMoneyResult } from '../refund/money.ts'
import type { ShopMoneyBackRow } from '../rows.generated.ts'

type Due = Pick<ShopMoneyBackRow, 'back_no' | 'amount' | 'total' | 'channel' | 'trade_no' | 'tries' | 'asked'>

/** Seconds within which a server that took a row must have asked; then another one asks. */
const lease = 60
/** Seconds until the provider is asked again, the first time and at most. */
const pauses = { first: 4, most: 3600 } as const
/** After so many questions without an answer (about six hours) a person must look at it. */
const questionsAtMost = 16

/** Takes rows that are to be asked for and counts the question, so that no other server asks at the same time. */
async function takeDue({ write }: Database): Promise<Due[]> {
  const { rows } =
    await sql<Due>`update shop_money_back set asked = asked + 1, send_time = ${dbClock} + ${lease}::bigint where id in (
      select id from shop_money_back where status = ${ShopMoneyBackStatus.sending} and channel = any(${payChannels}::text[])
        and (send_time is null or send_time <= ${dbClock}) order by id limit 20 for no key update skip locked)
    returning back_no, amount, total, channel, trade_no, tries, asked`.execute(write)
  return rows
}

/**
 * Sends the money that goes back through the provider: rows of shop_money_back that are `sending` are asked for until the provider says
 * what became of them, here or in a call of its own, with pauses doubled from 4 s to an hour. Several servers may do it on one database, and
 * one that dies is followed by another: each row is asked for under its own number, which the provider serves once.
 */
export async function sendMoney(database: Database, provider: PaymentProvider, notifyUrl: string): Promise<void> {
  for (const due of await takeDue(database)) await send(database, provider, due, notifyUrl)
}

async function send(database: Database, provider: PaymentProvider, due: Due, notifyUrl: string): Promise<void> {
  const channel = payChannels.find((each) => each === due.channel)
  if (!channel) return
  const { back_no: backNo, tries: attempt, amount, total } = due
  const request = { backNo, attempt, tradeNo: due.trade_no ?? '', channel, amount, total, notifyUrl }
  const answer = await provider.sendBack(request).catch((error: unknown): BackState => {
    if (!(error instanceof ProviderError)) throw error
    return due.asked < questionsAtMost ? { state: 'processing' } : { state: 'failed', error: error.message }
  })
  if (answer.state === 'processing') {
    const pause = Math.min(pauses.first * 2 ** (due.asked - 1), pauses.most)
    await sql`update shop_money_back set send_time = ${dbClock} + ${pause}::bigint where back_no = ${backNo} and status = ${ShopMoneyBackStatus.sending}`.execute(
      database.write,
    )
    return
  }
  const outcome = answer.state === 'done' ? { backNo } : { backNo, attempt, error: answer.error }
  await inTransaction(database, async (trx) =>
    refundMoneyResult(trx, outcome, { now: await readClock(trx), actor: { type: 'system' } }),
  )
}
