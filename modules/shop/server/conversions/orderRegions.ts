import { sql } from 'kysely'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { regionOf } from '../../../../server/core/regions.ts'
import type { ShopOrderRow } from '../rows.generated.ts'

/**
 * Orders once had the region of their receiver as a text only, which cannot be searched by region. In a database of that time every order
 * gets the codes of it, as far as the text names any. Does nothing where that is done, or where there is no such table. Gives a line for the
 * log, or none.
 */
export async function codeOrderRegions(trx: Writer): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('kontor.orderRegions'))`.execute(trx)
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'shop_order' and column_name in ('receiver_city', 'receiver_region')`.execute(
    trx,
  )
  if (rows.length !== 1 || rows[0]?.name !== 'receiver_city') return undefined
  await sql`alter table shop_order add column receiver_region integer[] not null default '{}'`.execute(trx)
  await sql`alter table shop_order alter column receiver_region drop default`.execute(trx)
  const { rows: found } = await sql<Pick<ShopOrderRow, 'receiver_city'>>`select distinct receiver_city from shop_order`.execute(
    trx,
  )
  const known = found.map(({ receiver_city: text }) => ({ text, codes: regionOf(text) })).filter(({ codes }) => codes.length > 0)
  for (const { text, codes } of known)
    await sql`update shop_order set receiver_region = ${codes}::int[] where receiver_city = ${text}`.execute(trx)
  return `orders: ${known.length} of ${found.length} regions can be searched by`
}
