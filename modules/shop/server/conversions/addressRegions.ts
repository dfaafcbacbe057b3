import { sql } from 'kysely'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { areaCodes } from '../../../../server/core/regions.ts'
import type { ShopDeliveryAddressRow } from '../rows.generated.ts'

/**
 * The region of a shop address was a text once and is a list of codes now. In a database of that time the texts stay, as `city_text`, a
 * column that no field names: nothing is lost. Whatever is exactly province, city and district becomes its codes; the other addresses have no
 * region until somebody chooses one. Does nothing where that is done, or where there is no such table. Gives a line for the log, or none.
 */
export async function codeAddressRegions(trx: Writer): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('kontor.addressRegions'))`.execute(trx)
  const { rows: found } = await sql`select from information_schema.columns where table_schema = current_schema()
    and table_name = 'shop_delivery_address' and column_name = 'city' and data_type in ('character varying', 'text')`.execute(trx)
  if (found.length === 0) return undefined
  await sql`alter table shop_delivery_address rename column city to city_text`.execute(trx)
  await sql`alter table shop_delivery_address add column city integer[] not null default '{}'`.execute(trx)
  await sql`alter table shop_delivery_address alter column city drop default`.execute(trx)
  const { rows } = await sql<
    Pick<ShopDeliveryAddressRow, 'id'> & { text: string }
  >`select id, city_text as text from shop_delivery_address`.execute(trx)
  const known = rows.flatMap(({ id, text }) => {
    const codes = areaCodes(text)
    return codes ? [{ id, codes }] : []
  })
  for (const { id, codes } of known)
    await sql`update shop_delivery_address set city = ${codes}::int[] where id = ${id}`.execute(trx)
  const left = rows.length - known.length
  return `shop addresses: ${known.length} regions became codes${left > 0 ? `, ${left} have to be chosen anew` : ''}; their texts stay in city_text`
}
