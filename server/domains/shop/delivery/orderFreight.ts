import { sql } from 'kysely'
import { Refused } from '../../../app/refuse.ts'
import { regionsText } from '../../../area/areas.ts'
import type { Reader } from '../../../db/connect.ts'
import type { ShopDeliveryTemplateRow, ShopGoodsRow, ShopGoodsSkuRow } from '../../../rows.generated.ts'
import { freight } from './freight.ts'
import { freightTemplate } from './template.ts'

type Weighed = Pick<ShopGoodsSkuRow, 'id' | 'price' | 'weight_g' | 'volume_cm3'> & Pick<ShopGoodsRow, 'name' | 'template_id'>

/**
 * The delivery fee of an order in fen, to the district with this code: each template prices the lines that use it together, and the fees
 * add up; goods without a template cost nothing to deliver. Refuses a region that a template does not deliver to.
 */
export async function orderFreight(
  db: Reader,
  lines: readonly { skuId: number; quantity: number }[],
  region: number,
): Promise<number> {
  const ids = lines.map((line) => line.skuId)
  const { rows: skus } = await sql<Weighed>`select s.id, s.price, s.weight_g, s.volume_cm3, g.name, g.template_id
    from shop_goods_sku s join shop_goods g on g.id = s.goods_id where s.id = any(${ids}::int[])`.execute(db)
  const { rows: templates } = await sql<ShopDeliveryTemplateRow>`select * from shop_delivery_template
    where id = any(${skus.map((sku) => sku.template_id)}::int[]) and delete_time is null order by id`.execute(db)
  let fee = 0
  for (const template of templates) {
    const own = new Map(skus.flatMap((sku) => (sku.template_id === template.id ? [[sku.id, sku] as const] : [])))
    const weighed = lines.flatMap(({ skuId, quantity }) => {
      const sku = own.get(skuId)
      return sku ? [{ quantity, price: sku.price, weight: sku.weight_g ?? 0, volume: sku.volume_cm3 ?? 0 }] : []
    })
    const found = freight(freightTemplate({ ...template }), weighed, region)
    if (found.fee === null)
      throw new Refused('store.notDelivered', { name: [...own.values()][0]?.name ?? '', region: regionsText([region]) })
    fee += found.fee
  }
  return fee
}
