import { sql } from 'kysely'
import { Refused } from '../../../app/refuse.ts'
import type { FieldMessage, RowAction, ScreenHooks } from '../../../crud/domain.ts'
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

/** Tries a tracking number with the pattern and the address that stand in the form, saved or not. */
export const companyActions: Readonly<Record<string, RowAction>> = {
  'shop/delivery/company.tryNumber': {
    answer: async ({ db, row, values, entered }) => {
      const number = String(values.tracking_no).trim()
      const { no_pattern, tracking_url } = { no_pattern: '', tracking_url: '', ...row, ...entered }
      const fits = await fitOf(db, String(no_pattern ?? ''), number)
      const link = fits === 'yes' ? String(tracking_url ?? '').replaceAll('{no}', encodeURIComponent(number)) : ''
      return { fits, link }
    },
  },
}

async function fitOf(db: Reader, pattern: string, number: string): Promise<'yes' | 'no' | 'broken'> {
  if (!(await compiles(db, pattern))) return 'broken'
  const { rows } = await sql<{ fits: boolean }>`select ${pattern} = '' or ${number} ~ ${pattern} as fits`.execute(db)
  return rows[0]?.fits ? 'yes' : 'no'
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
