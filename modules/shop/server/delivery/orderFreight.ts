import { sql } from 'kysely'
import type { Reader } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { areaOf } from '../../../../server/core/regions.ts'
import type { Row } from '../../../../server/crud/domain.ts'
import { grouped } from '../grouped.ts'
import { type FreightLine, freight } from './freight.ts'
import { freightTemplate } from './template.ts'

/** A line as it is delivered: what one unit costs (fen), weighs (g) and takes up (cm³), and by which template. */
interface DeliveredLine extends FreightLine {
  name: string
  template_id: number
}

/**
 * What delivering the lines of an order to a region costs, in fen: lines that share a template are counted together, and templates are added
 * (screens.md, delivery templates). `region` is the text of the address. What is picked up costs nothing. Refuses a region that is not known
 * and goods that are not delivered there; every line has a template, which the rules of selling see to.
 */
export async function orderFreight(
  db: Reader,
  wanted: readonly { skuId: number; quantity: number }[],
  region: string,
): Promise<number> {
  const lines = await deliveredLines(db, wanted)
  if (lines.length === 0) return 0
  const code = areaOf(region)
  if (code === undefined) throw new Refused('shop.badRegion')
  const byTemplate = grouped(lines, (line) => line.template_id)
  const { rows } = await sql<Row & { id: number }>`select id, billing, areas, free, refuse_regions from shop_delivery_template
    where id = any(${[...byTemplate.keys()]}::int[]) order by id`.execute(db)
  return rows.reduce((sum, row) => {
    const own = byTemplate.get(row.id) ?? []
    const { fee } = freight(freightTemplate(row), own, code)
    if (fee === null) throw new Refused('shop.notDelivered', { name: own[0]?.name ?? '' })
    return sum + fee
  }, 0)
}

async function deliveredLines(db: Reader, wanted: readonly { skuId: number; quantity: number }[]): Promise<DeliveredLine[]> {
  const { rows } = await sql<
    Omit<DeliveredLine, 'quantity'> & { id: number }
  >`select s.id, g.name, g.template_id, s.price, s.weight_g as weight,
      s.volume_cm3 as volume from shop_goods_sku s join shop_goods g on g.id = s.goods_id
    where s.id = any(${wanted.map((line) => line.skuId)}::int[]) and g.ship_type = 'express' and g.template_id is not null`.execute(
    db,
  )
  const skus = new Map(rows.map(({ id, ...sku }) => [id, sku]))
  return wanted.flatMap(({ skuId, quantity }) => {
    const sku = skus.get(skuId)
    return sku ? [{ ...sku, quantity }] : []
  })
}
