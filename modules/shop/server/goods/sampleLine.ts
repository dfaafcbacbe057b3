import { sql } from 'kysely'
import type { Reader } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { FreightLine } from '../delivery/freight.ts'

/** A line of the sample cart. */
export interface AskedLine {
  goods_id: number
  sku_code?: string
  quantity: number
}

export interface GoodsLine extends FreightLine {
  goodsId: number
  name: string
  spec: string
}

/** What a line of the cart costs, weighs and takes up: of the SKU with that code, or the first of the goods. */
export async function goodsOf(db: Reader, line: AskedLine, place: number): Promise<GoodsLine> {
  const code = (line.sku_code ?? '').trim()
  const { rows } = await sql<
    Omit<GoodsLine, 'quantity' | 'price'> & { price: string; found: boolean }
  >`select g.id as "goodsId", g.name,
      coalesce(s.spec_text, '') as spec, coalesce(s.price, 0) as price, coalesce(s.weight_g, 0) as weight,
      coalesce(s.volume_cm3, 0) as volume, s.id is not null as found
    from shop_goods g left join shop_goods_sku s on s.goods_id = g.id and (${code} = '' or s.sku_code = ${code})
    where g.id = ${line.goods_id} and g.delete_time is null order by s.status desc nulls last, s.id limit 1`.execute(db)
  const [goods] = rows
  if (!goods) throw new Refused('shop.noGoods', {}, { field: `lines.${place}.goods_id` })
  const { found, price, ...facts } = goods
  if (!found && code !== '') throw new Refused('shop.noSuchSku', { name: goods.name }, { field: `lines.${place}.sku_code` })
  if (!found) throw new Refused('shop.noSku', { name: goods.name }, { field: `lines.${place}.goods_id` })
  return { ...facts, price: Number(price), quantity: line.quantity }
}
