import { sql } from 'kysely'
import { rowsOf } from '../../../../server/core/command.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { DeleteInput, FieldMessage, ScreenHooks } from '../../../../server/crud/domain.ts'
import { codeOf } from '../../../../src/schemas/errors.ts'
import { defineActions } from '../actions.ts'
import { computesOf } from '../computes.ts'

export const companyHooks: ScreenHooks = {
  judgesAlone: true,
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
  computes: computesOf('shop/delivery/company', { parcelCount: { sql: parcelsOf('t') } }),
  beforeDelete: requireUnused,
}

/** SQL text: parcels that the company of this alias carried: of orders, of the points mall, and those that members sent back. */
function parcelsOf(alias: string): string {
  const tables = ['shop_order_delivery', 'points_order', 'shop_refund']
  return `(${tables.map((table) => `(select count(*) from ${table} where company_id = ${alias}.id)`).join(' + ')})::int`
}

/** What carried a parcel is named by it for ever; what a delivery template offers is taken out there first. */
async function requireUnused({ trx, rows }: DeleteInput): Promise<void> {
  const ids = rows.map((row) => Number(row.id))
  const [used] = await rowsOf(
    trx,
    sql<{ name: string; carried: boolean; template: string | null }>`select * from (select c.id, c.name,
        ${sql.raw(parcelsOf('c'))} > 0 as carried, (select d.name from shop_delivery_template d
          where d.company_ids @> array[c.id] and d.delete_time is null order by d.id limit 1) as template
      from shop_delivery_company c where c.id = any(${ids}::int[])) u where carried or template is not null order by id limit 1`,
  )
  if (!used) return
  if (used.carried) throw new Refused('shop.companyInUse', { name: used.name })
  throw new Refused('shop.companyInTemplate', { name: used.name, template: used.template ?? '' })
}

/** Tries a tracking number with the pattern and the address that stand in the form, saved or not. */
export const companyActions = defineActions({
  'shop/delivery/company.tryNumber': {
    answer: async ({ db, row, values, entered }) => {
      const number = values.tracking_no.trim()
      const { no_pattern, tracking_url } = { no_pattern: '', tracking_url: '', ...row, ...entered }
      const fits = await fitOf(db, String(no_pattern ?? ''), number)
      const link = fits === 'yes' ? trackingUrl(String(tracking_url ?? ''), number) : ''
      return { fits, link }
    },
  },
})

/** Where a parcel of this number can be followed: the carrier's page of the web with the number in its place; '' where there is none. */
export function trackingUrl(page: string, number: string): string {
  if (number === '' || !/^https?:\/\/[^\s/?#]/i.test(page)) return ''
  return page.replaceAll('{no}', encodeURIComponent(number))
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
    if (codeOf(error) === '2201B') return false // invalid_regular_expression
    throw error
  }
}
