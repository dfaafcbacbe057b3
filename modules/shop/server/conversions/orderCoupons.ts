import { sql } from 'kysely'
import type { Writer } from '../../../../server/core/db/connect.ts'

/**
 * Orders once did not say which coupon they were placed with. In a database of that time every order gets the receipt that was put into it,
 * also where it went back to the member since: the coupon's own log tells. Does nothing where that is done, or where there is no such table.
 * Gives a line for the log, or none.
 */
export async function nameOrderCoupons(trx: Writer): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('kontor.orderCoupons'))`.execute(trx)
  const { rows } = await sql<{ name: string }>`select concat(table_name, '.', column_name) as name from information_schema.columns
    where table_schema = current_schema() and (table_name, column_name) in
      (('shop_order', 'order_no'), ('shop_order', 'receive_id'), ('shop_coupon_log', 'note'))`.execute(trx)
  const names = rows.map(({ name }) => name)
  if (names.length !== 2 || names.includes('shop_order.receive_id')) return undefined
  await sql`alter table shop_order add column receive_id integer`.execute(trx)
  const done = await sql`update shop_order o set receive_id = l.receive_id from shop_coupon_log l
    where l.action = 'put_in' and l.note = o.order_no`.execute(trx)
  return `orders: ${done.numAffectedRows ?? 0n} name the coupon they were placed with`
}
