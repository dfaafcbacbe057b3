import { sql } from 'kysely'
import { Refused } from '../../../app/refuse.ts'
import type { FieldMessage, ScreenHooks } from '../../../crud/domain.ts'
import type { Reader } from '../../../db/connect.ts'
import type { ShopDeliveryCompanyRow } from '../../../rows.generated.ts'

export const companyHooks: ScreenHooks = {
  validate: async ({ ctx, values }) => {
    const found: Record<string, FieldMessage> = {}
    const { no_pattern, tracking_url } = values
    if (typeof no_pattern === 'string' && no_pattern !== '' && !(await compiles(ctx.services.database.read, no_pattern))) {
      found.no_pattern = { code: 'shop.pattern' }
    }
    if (typeof tracking_url === 'string' && tracking_url !== '' && !tracking_url.includes('{no}')) {
      found.tracking_url = { code: 'shop.trackingUrl', params: { no: '{no}' } }
    }
    return found
  },
  beforeDelete: async ({ trx, rows }) => {
    const used = await sql<
      Pick<ShopDeliveryCompanyRow, 'name'>
    >`select c.name from shop_delivery_company c where c.id = any(${rows.map((row) => Number(row.id))}::int[])
      and (exists (select 1 from shop_order_delivery d where d.company_id = c.id) or exists (select 1 from shop_refund r where r.company_id = c.id))
      order by c.id limit 1`.execute(trx)
    const company = used.rows[0]
    if (company) throw new Refused('shop.companyInUse', { name: company.name })
  },
}

/** Does PostgreSQL, which will test tracking numbers, take it as a regular expression? Asked outside the transaction: a fault would end it. */
async function compiles(db: Reader, pattern: string): Promise<boolean> {
  try {
    await sql`select '' ~ ${pattern}::text`.execute(db)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '2201B') return false // invalid_regular_expression
    throw error
  }
}
