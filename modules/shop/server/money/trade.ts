import { sql } from 'kysely'
import { rowOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'

/**
 * Refuses to confirm by hand, with the number of a payment that a provider has told of: that one paid for something already, or went back. One
 * that it has not told of yet is matched when it does.
 */
export async function requireNewTrade(trx: Writer, tradeNo: string): Promise<void> {
  if (tradeNo === '') return
  const known = await rowOf(trx, sql`select 1 from shop_payment where lower(trade_no) = lower(${tradeNo})`)
  if (known) throw new Refused('recharge.tradeUsed', {}, { field: 'trade_no' })
}
