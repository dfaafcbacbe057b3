import { sql } from 'kysely'
import type { Reader } from '../../../../server/core/db/connect.ts'
import type { FirstStep } from '../../../../server/modules/firstSteps/module.ts'

/** The ways to pay were chosen, or somebody has paid. */
const paying = sql`shop_setting where name = 'pay_types' union all select 1 from shop_order where pay_time is not null`

/** What a new owner of a shop does first. */
export const shopFirstSteps: readonly FirstStep[] = [
  { name: 'payment', page: 'shop/settings', done: (db) => hasRows(db, paying) },
  { name: 'delivery', page: 'shop/delivery/template', done: (db) => hasRows(db, sql`shop_delivery_template`) },
  { name: 'returns', page: 'shop/delivery/address', done: (db) => hasRows(db, sql`shop_delivery_address`) },
  {
    name: 'product',
    page: 'shop/goods/goods',
    done: (db) => hasRows(db, sql`shop_goods where delete_time is null and status = 1`),
  },
]

async function hasRows(db: Reader, from: ReturnType<typeof sql>): Promise<boolean> {
  return (await sql`select 1 from ${from} limit 1`.execute(db)).rows.length > 0
}
