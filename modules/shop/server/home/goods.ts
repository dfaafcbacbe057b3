import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Lang } from '../../../../server/core/context.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import type { WindowGoods } from '../../contract/shopWindow.ts'
import { textIn } from '../goods/names.ts'
import { inShownClass } from '../goods/shownClasses.ts'
import type { ShopGoodsRow } from '../rows.generated.ts'

const now = 'floor(extract(epoch from now()))::bigint'

/** SQL text: is the thing of this alias of shop_goods on sale, in a class that is shown, at this moment, by the database's clock? */
export function onSale(alias: string): string {
  return `(${alias}.status = 1 and ${alias}.delete_time is null and coalesce(${alias}.on_sale_time, 0) <= ${now}
    and (${alias}.off_sale_time is null or ${alias}.off_sale_time > ${now}) and ${inShownClass(alias)})`
}

/** SQL text: is the advert of this alias switched on and within its time, by the database's clock? */
export function inForce(alias: string): string {
  return `(${alias}.status = 1 and ${period(alias)} = 'running')`
}

/** SQL text: whether the current time is within an advert's period; both ends may be open. */
export function period(alias: string): string {
  return `case when ${alias}.end_time <= ${now} then 'ended' when ${alias}.start_time > ${now} then 'scheduled' else 'running' end`
}

/** Orders for `readGoods`. */
export const goodsOrders = {
  newest: sql`coalesce(g.on_sale_time, g.create_time) desc nulls last, g.id desc`,
  sales: sql`g.sales + g.virtual_sales desc, g.id desc`,
  score: sql`g.score desc nulls last, g.evaluate_count desc, g.id desc`,
  sales_30: sql`(select coalesce(sum(l.quantity), 0) from shop_order_goods l join shop_order o on o.id = l.order_id
    where l.goods_id = g.id and o.pay_time > ${sql.raw(now)} - 2592000) desc, g.id desc`,
} as const

/** Which things on sale to read, and in which language: those that fulfil `where` (a condition on `g`), in an order, from `offset` on. */
export interface GoodsQuery {
  lang: Lang
  where?: RawBuilder<SqlBool>
  order: RawBuilder<unknown>
  limit: number
  offset?: number
}

/** Things that are on sale, as everybody may see them. */
export async function readGoods(db: Reader, { lang, where, order, limit, offset = 0 }: GoodsQuery): Promise<WindowGoods[]> {
  type Found = Pick<ShopGoodsRow, 'id' | 'name' | 'subtitle' | 'images' | 'price' | 'price_max'>
  const { rows } =
    await sql<Found>`select g.id, ${textIn(lang, 'g.name')} as name, ${textIn(lang, 'g.subtitle')} as subtitle, g.images, g.price, g.price_max from shop_goods g
    where ${sql.raw(onSale('g'))} and ${where ?? sql`true`} order by ${order} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ images, price, price_max, ...row }) => ({
    ...row,
    image: images[0] ?? '',
    price: formatFen(price),
    price_max: formatFen(price_max),
  }))
}
