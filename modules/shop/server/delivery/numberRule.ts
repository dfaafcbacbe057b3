import { sql } from 'kysely'
import { rowOf } from '../../../../server/core/command.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import type { ShopDeliveryCompanyRow } from '../rows.generated.ts'

/** A part of a pattern: what is written so, or digits by number. */
const part = /([A-Za-z0-9-]+)|(?:\[0-9\]|\\d)(?:\{(\d{1,2})(?:,\d{1,2})?\})?/y
const digits = '1234567890'

/** A tracking number that fits a carrier's pattern, to show what its numbers look like; undefined for patterns that say more than letters and digits. */
export function exampleOf(pattern: string): string | undefined {
  const [, inner] = /^\^(.+)\$$/.exec(pattern) ?? []
  if (inner === undefined) return undefined
  let example = ''
  part.lastIndex = 0
  while (part.lastIndex < inner.length) {
    const found = part.exec(inner)
    if (!found) return undefined
    const [, literal, count = '1'] = found
    example += literal ?? digits.repeat(10).slice(0, Number(count))
  }
  return example
}

/** The delivery company of the parcel that an administrator sent last, while it is in use. */
export async function lastCompany(db: Reader, adminId: number): Promise<number | null> {
  const row = await rowOf(
    db,
    sql<Pick<ShopDeliveryCompanyRow, 'id'>>`select c.id from shop_order_delivery d
      join shop_delivery_company c on c.id = d.company_id and c.status = 1
      where d.admin_id = ${adminId} order by d.id desc limit 1`,
  )
  return row?.id ?? null
}
