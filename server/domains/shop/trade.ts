import { sql } from 'kysely'
import { Refused } from '../../app/refuse.ts'
import type { Writer } from '../../db/connect.ts'
import { rowOf } from './step.ts'

/**
 * Refuses to confirm by hand, with the number of a payment that a provider has told of: that one paid for something already, or went back. One
 * that it has not told of yet is matched when it does.
 */
export async function requireNewTrade(trx: Writer, tradeNo: string): Promise<void> {
  if (tradeNo === '') return
  const known = await rowOf(trx, sql`select 1 from shop_payment where lower(trade_no) = lower(${tradeNo})`)
  if (known) throw new Refused('recharge.tradeUsed', {}, { field: 'trade_no' })
}
