import { sql } from 'kysely'
import { dbClock, readClock } from '../../../../server/core/clock.ts'
import type { Database } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { inTransaction } from '../../../../server/core/transaction/transaction.ts'
import { type PaymentProvider, ProviderError } from '../../../../server/modules/payments/provider.ts'
import { ShopPaymentStatus } from '../options.generated.ts'
import type { ShopPaymentRow } from '../rows.generated.ts'
import { askAfter, takePayment } from './intent.ts'

/** Seconds between two questions, at most; how long after its time a payment is still asked for. */
const pauseAtMost = 600
const askUntil = 86_400

/**
 * Asks the provider for payments that it has not told of: its call may have been lost while no server listened. With pauses doubled from
 * 10 s to ten minutes, until a day after the payment's time. Several servers may do it on one database.
 */
export async function askPayments(database: Database, provider: PaymentProvider): Promise<void> {
  const { rows } = await sql<Pick<ShopPaymentRow, 'pay_no' | 'channel'>>`update shop_payment set asked = asked + 1,
      ask_time = ${dbClock} + least(${askAfter} * 2 ^ least(asked + 1, 10), ${pauseAtMost})::bigint where id in (
      select id from shop_payment where status = ${ShopPaymentStatus.waiting} and ask_time <= ${dbClock} and expire_time > ${dbClock} - ${askUntil}::bigint
      order by id limit 20 for no key update skip locked)
    returning pay_no, channel`.execute(database.write)
  let refused: Refused | undefined
  for (const { pay_no: payNo, channel } of rows) {
    const found = await provider.find(payNo).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      return { state: 'open' as const } // it is asked again
    })
    if (found.state === 'open') continue
    const paid = { payNo, channel, tradeNo: found.tradeNo, amount: found.amount }
    const taking = inTransaction(database, async (trx) =>
      takePayment(trx, paid, { now: await readClock(trx), actor: { type: 'system' } }),
    )
    await taking.catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error
      refused = error // the others are asked for all the same
    })
  }
  if (refused) throw refused
}
