import { sql } from 'kysely'
import { adminIdOf, type CommandContext, rowsOf } from '../../../server/core/command.ts'
import type { Writer } from '../../../server/core/db/connect.ts'
import { Refused } from '../../../server/core/refuse.ts'
import { changed } from './command.ts'
import { notify } from './notices/notify.ts'
import type { ShopGoodsRow, ShopGoodsSkuRow, ShopGoodsStockLogRow } from './rows.generated.ts'

/** How many units of a SKU come (+) or go (-), and how its count of units sold changes. */
export interface StockChange {
  skuId: number
  stock: number
  sales: number
}

export type StockReason = ShopGoodsStockLogRow['reason']

/** A SKU with its goods, both locked until the end of the transaction. */
export interface SkuRow
  extends Pick<ShopGoodsSkuRow, 'id' | 'goods_id' | 'price' | 'stock' | 'spec_text' | 'sku_code' | 'image'>,
    Pick<ShopGoodsRow, 'per_limit' | 'min_buy' | 'score_deduct'> {
  low_stock: number
  sku_status: ShopGoodsSkuRow['status']
  goods_name: ShopGoodsRow['name']
  goods_name_en: ShopGoodsRow['name_en']
  goods_status: ShopGoodsRow['status']
  goods_stock: ShopGoodsRow['stock']
  deleted: boolean
}

/** Changes of stock that have one reason. */
export interface StockMove {
  changes: readonly StockChange[]
  reason: StockReason
  refNo: string
  memo?: string
}

/**
 * Locks SKUs and their goods in the order of goods and SKU ids, whatever order they are given in, so that two steps that meet on the
 * same goods wait for each other and never deadlock.
 */
export async function lockSkus(trx: Writer, ids: readonly number[]): Promise<Map<number, SkuRow>> {
  const rows = await rowsOf(
    trx,
    sql<SkuRow>`select s.id, s.goods_id, s.price, s.stock, coalesce(s.low_stock, g.low_stock, 0) as low_stock, s.status as sku_status,
        s.spec_text, s.sku_code, coalesce(nullif(s.image, ''), g.images[1], '') as image, g.name as goods_name, g.name_en as goods_name_en, g.status as goods_status,
        g.stock as goods_stock, g.delete_time is not null or s.delete_time is not null as deleted, g.per_limit, g.min_buy, g.score_deduct
      from shop_goods_sku s join shop_goods g on g.id = s.goods_id
      where s.id = any(${ids}::int[]) order by g.id, s.id for no key update of g, s`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The first SKU of which `changes` would take more units than there are. */
export function shortOf(skus: ReadonlyMap<number, SkuRow>, changes: readonly StockChange[]): SkuRow | undefined {
  return merge(changes)
    .map((change) => ({ sku: skus.get(change.skuId), left: (skus.get(change.skuId)?.stock ?? 0) + change.stock }))
    .find(({ sku, left }) => sku && left < 0)?.sku
}

/** Refuses units that are not there, with the goods' name and what is left. */
export function requireStock(skus: ReadonlyMap<number, SkuRow>, changes: readonly StockChange[]): void {
  const short = shortOf(skus, changes)
  if (short) throw new Refused('shop.outOfStock', { name: titleOf(short), stock: short.stock })
}

/**
 * Moves stock and sales of SKUs that `lockSkus` has locked; several changes of one SKU are one. Writes a stock log row for every SKU
 * whose stock changes, keeps the sums of the goods and their state on sale / sold out, and tells when a SKU falls to its threshold.
 * Refuses with the goods' name when there are not enough units.
 */
export async function moveStock(
  trx: Writer,
  skus: ReadonlyMap<number, SkuRow>,
  { changes, reason, refNo, memo = '' }: StockMove,
  env: CommandContext,
): Promise<void> {
  const merged = merge(changes)
  if (merged.some((change) => !skus.has(change.skuId))) throw changed()
  requireStock(skus, merged)
  if (merged.length === 0) return
  const ids = merged.map((c) => c.skuId)
  const moved = await rowsOf(
    trx,
    sql<
      Pick<ShopGoodsSkuRow, 'id'>
    >`with d as (select * from unnest(${ids}::int[], ${merged.map((c) => c.stock)}::int[], ${merged.map((c) => c.sales)}::int[])
          as d(id, stock, sales)),
      moved as (update shop_goods_sku s set stock = s.stock + d.stock, sales = s.sales + d.sales, update_time = ${env.now} from d
          where s.id = d.id and s.stock + d.stock >= 0 returning s.id, s.goods_id, s.stock as after, d.stock as delta, d.sales, s.delete_time is null as living),
      logged as (insert into shop_goods_stock_log (sku_id, delta, before, after, reason, ref_no, memo, admin_id, create_time, update_time)
          select id, delta, after - delta, after, ${reason}, ${refNo}, ${memo}, ${adminIdOf(env.actor)}::int, ${env.now}::bigint, ${env.now}::bigint
          from moved where delta <> 0 order by id),
      summed as (select goods_id, coalesce(sum(delta) filter (where living), 0)::int as stock, sum(sales)::int as sales from moved group by goods_id),
      goods as (update shop_goods g set stock = g.stock + m.stock, sales = g.sales + m.sales, update_time = ${env.now},
          status = case when g.status = 1 and g.stock + m.stock <= 0 then 2 when g.status = 2 and g.stock + m.stock > 0 then 1 else g.status end
          from summed m where g.id = m.goods_id)
      select id from moved`,
  )
  if (moved.length !== merged.length) throw changed()
  for (const change of merged) {
    const sku = skus.get(change.skuId)
    if (sku) await warn(trx, sku, sku.stock + change.stock, env)
  }
}

/**
 * Tells once when a SKU falls to its threshold or below; filled up and falling again, it tells again. Nobody need fill up what was taken
 * out or is disabled.
 */
async function warn(trx: Writer, sku: SkuRow, after: number, env: CommandContext): Promise<void> {
  if (sku.deleted || sku.sku_status !== 1) return
  if (sku.stock <= sku.low_stock || after > sku.low_stock) return
  await notify(trx, { type: 'low_stock', data: { name: sku.goods_name, stock: after }, key: `sku ${sku.id}` }, env)
}

function merge(changes: readonly StockChange[]): StockChange[] {
  const bySku = new Map<number, StockChange>()
  for (const c of changes) {
    const sum = bySku.get(c.skuId) ?? { skuId: c.skuId, stock: 0, sales: 0 }
    bySku.set(c.skuId, { skuId: c.skuId, stock: sum.stock + c.stock, sales: sum.sales + c.sales })
  }
  return [...bySku.values()].filter((c) => c.stock !== 0 || c.sales !== 0).sort((a, b) => a.skuId - b.skuId)
}

/** Name of a SKU as people know it: goods and specification. */
export function titleOf(sku: Pick<SkuRow, 'goods_name' | 'spec_text'>): string {
  return [sku.goods_name, sku.spec_text].filter(Boolean).join(' ')
}
