import { sql } from 'kysely'
import { adminIdOf, type CommandContext, rowOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { keysOf } from '../../../../src/schemas/keysOf.ts'
import type { SpecSku, SpecValue } from '../../../../src/schemas/kinds/specRules.ts'
import { type Counted, changed } from '../command.ts'
import { ShopOrderStatus } from '../options.generated.ts'
import type { ShopGoodsSkuRow } from '../rows.generated.ts'
import { lockSkus, moveStock, type StockChange, type StockReason } from '../stock.ts'
import { readSkus, type SkuColumns, type StoredSku, shownVolume, skuColumns } from './specRows.ts'

/** A SKU that is there, and what is to become of it. */
interface Kept {
  stored: StoredSku
  columns: SkuColumns
  /** How many units come or go: what was entered against what the editor had been shown, whatever moved meanwhile. */
  delta: number
}

interface Plan {
  kept: Kept[]
  added: { columns: SkuColumns; stock: number }[]
  removed: StoredSku[]
}

/**
 * Keeps the specs of a product whose row is locked: SKUs keep their keys, only rows that differ are written, units change by what was entered
 * against what had been shown. A SKU that is left out goes, unless an open order holds it. Prices, stock and state of the goods follow; specs
 * that are as they were write nothing.
 */
export async function storeSpec(
  trx: Writer,
  { goodsId, spec, reason = 'manual' }: { goodsId: number; spec: SpecValue; reason?: StockReason },
  env: CommandContext,
): Promise<void> {
  const ids = (await readSkus(trx, [goodsId])).map((sku) => sku.id)
  await lockSkus(trx, ids)
  const plan = planOf(spec, await readSkus(trx, [goodsId]))
  await requireFree(trx, plan.removed)
  const changes: StockChange[] = [
    ...plan.kept.map(({ stored, delta }) => ({ skuId: stored.id, stock: delta, sales: 0 })),
    ...plan.removed.map(({ id, stock }) => ({ skuId: id, stock: -stock, sales: 0 })),
  ]
  await removeSkus(trx, plan.removed, env)
  const written = await writeSkus(trx, plan.kept, env)
  // Read again: whether few units are told of hangs on what is there from now on, and on the thresholds of now.
  await moveStock(trx, await lockSkus(trx, ids), { changes, reason, refNo: '' }, env)
  await addSkus(trx, goodsId, plan.added, env)
  const described = await writeAttributes(trx, goodsId, spec, env)
  const moved = changes.some(({ stock }) => stock !== 0)
  if (written || described || moved || plan.added.length + plan.removed.length > 0) await followSkus(trx, [goodsId], env)
}

/** Which stored SKU each of the value is: by its key, or as the combination that is there already. */
function planOf(spec: SpecValue, stored: readonly StoredSku[]): Plan {
  const byId = new Map(stored.map((sku) => [sku.id, sku]))
  const byKey = new Map(stored.map((sku) => [sku.spec_key.toLowerCase(), sku]))
  const named = new Set(spec.skus.flatMap((sku) => sku.id ?? []))
  const plan: Plan = { kept: [], added: [], removed: [] }
  for (const sku of spec.skus) {
    const columns = skuColumns(spec, sku)
    const same = byKey.get(columns.spec_key.toLowerCase())
    const own = sku.id === undefined ? (same && !named.has(same.id) ? same : undefined) : byId.get(sku.id)
    // Somebody else took it out meanwhile.
    if (sku.id !== undefined && !own) throw changed()
    const stock = Number(sku.stock ?? 0)
    if (own) plan.kept.push({ stored: own, columns: unrounded(columns, own), delta: stock - shownStock(sku, own) })
    else plan.added.push({ columns, stock })
  }
  const kept = new Set(plan.kept.map((each) => each.stored.id))
  plan.removed = stored.filter((sku) => !kept.has(sku.id))
  return plan
}

/** A volume that was stored finer than the editor shows it stays as it is while nobody changes it. */
function unrounded(columns: SkuColumns, own: StoredSku): SkuColumns {
  const isSame = shownVolume(columns.volume_cm3) === shownVolume(own.volume_cm3)
  return isSame ? { ...columns, volume_cm3: own.volume_cm3 } : columns
}

/** What the editor had been shown; a combination that was entered anew is taken for what it is now. */
function shownStock(sku: SpecSku, own: StoredSku): number {
  return (sku.id === undefined ? undefined : sku.loaded) ?? own.stock
}

/** What an open order holds stays: its units may come back, and somebody may have to ship it. */
async function requireFree(trx: Writer, removed: readonly StoredSku[]): Promise<void> {
  if (removed.length === 0) return
  const held = await rowOf(
    trx,
    sql<Pick<ShopGoodsSkuRow, 'spec_text'> & Counted>`select s.spec_text, count(distinct o.id)::int as n from shop_order_goods l
      join shop_order o on o.id = l.order_id join shop_goods_sku s on s.id = l.sku_id
      where l.sku_id = any(${removed.map((sku) => sku.id)}::int[]) and o.status not in (${ShopOrderStatus.complete}, ${ShopOrderStatus.cancelled})
      group by s.id, s.spec_text order by s.id limit 1`,
  )
  if (held) throw new Refused('shop.skuInOrders', { name: held.spec_text, orders: held.n }, { field: 'spec' })
}

async function removeSkus(trx: Writer, removed: readonly StoredSku[], env: CommandContext): Promise<void> {
  if (removed.length === 0) return
  await sql`update shop_goods_sku set delete_time = ${env.now}, update_time = ${env.now}
    where id = any(${removed.map((sku) => sku.id)}::int[])`.execute(trx)
}

/** Writes the rows that differ, and says whether any does. Keys and codes may change places: those are cleared first, so that none stands in another's way. */
async function writeSkus(trx: Writer, kept: readonly Kept[], env: CommandContext): Promise<boolean> {
  const differs = ({ stored, columns }: Kept, names = keysOf(columns)) => names.some((name) => stored[name] !== columns[name])
  const written = kept.filter((each) => differs(each))
  if (written.length === 0) return false
  const moved = written.filter((each) => differs(each, ['spec_key', 'sku_code'])).map(({ stored }) => stored.id)
  if (moved.length > 0)
    await sql`update shop_goods_sku set spec_key = '#' || id, sku_code = '' where id = any(${moved}::int[])`.execute(trx)
  const rows = JSON.stringify(written.map(({ stored, columns }) => ({ id: stored.id, ...columns })))
  await sql`update shop_goods_sku s set spec_key = d.spec_key, spec_text = d.spec_text, image = d.image, price = d.price,
      origin_price = d.origin_price, cost_price = d.cost_price, weight_g = d.weight_g, volume_cm3 = d.volume_cm3, sku_code = d.sku_code,
      low_stock = d.low_stock, status = d.status, update_time = ${env.now}
    from jsonb_to_recordset(${rows}::jsonb) as d(id int, spec_key text, spec_text text, image text, price bigint, origin_price bigint,
      cost_price bigint, weight_g int, volume_cm3 int, sku_code text, low_stock int, status smallint) where s.id = d.id`.execute(
    trx,
  )
  return true
}

/** New SKUs begin with their first stock in the log. */
async function addSkus(trx: Writer, goodsId: number, added: Plan['added'], env: CommandContext): Promise<void> {
  if (added.length === 0) return
  const rows = JSON.stringify(added.map(({ columns, stock }, n) => ({ n, stock, ...columns })))
  await sql`with made as (insert into shop_goods_sku (goods_id, spec_key, spec_text, image, price, origin_price, cost_price, stock, weight_g,
        volume_cm3, sku_code, low_stock, sales, status, create_time, update_time)
      select ${goodsId}::int, d.spec_key, d.spec_text, d.image, d.price, d.origin_price, d.cost_price, d.stock, d.weight_g, d.volume_cm3,
        d.sku_code, d.low_stock, 0, d.status, ${env.now}::bigint, ${env.now}::bigint
      from jsonb_to_recordset(${rows}::jsonb) as d(n int, spec_key text, spec_text text, image text, price bigint, origin_price bigint,
        cost_price bigint, stock int, weight_g int, volume_cm3 int, sku_code text, low_stock int, status smallint) order by d.n
      returning id, stock)
    insert into shop_goods_stock_log (sku_id, delta, before, after, reason, ref_no, admin_id, create_time, update_time)
    select id, stock, 0, stock, 'initial', '', ${adminIdOf(env.actor)}::int, ${env.now}::bigint, ${env.now}::bigint
    from made order by id`.execute(trx)
}

/** Specs and their values in order; untouched ones are left alone. Says whether any was touched. */
async function writeAttributes(trx: Writer, goodsId: number, { attributes }: SpecValue, env: CommandContext): Promise<boolean> {
  const wanted = attributes
    .flatMap(({ name, values }) => values.map(({ value, image }) => ({ name, value, image })))
    .map((row, sort) => ({ ...row, sort }))
  const { rows: stored } =
    await sql`select name, value, image, sort from shop_goods_attr where goods_id = ${goodsId} order by sort, id`.execute(trx)
  if (JSON.stringify(stored) === JSON.stringify(wanted)) return false
  await sql`delete from shop_goods_attr where goods_id = ${goodsId}`.execute(trx)
  if (wanted.length === 0) return true
  await sql`insert into shop_goods_attr (goods_id, name, value, image, sort, create_time, update_time)
    select ${goodsId}::int, d.name, d.value, d.image, d.sort, ${env.now}::bigint, ${env.now}::bigint
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as d(name text, value text, image text, sort int) order by d.sort`.execute(
    trx,
  )
  return true
}

/** Prices, stock and state of goods as their SKUs have them: what is on sale without a unit is sold out, and comes back with one. */
export async function followSkus(trx: Writer, goodsIds: readonly number[], env: CommandContext): Promise<void> {
  await sql`update shop_goods g set price = f.low, price_max = f.high, stock = f.stock, update_time = ${env.now},
      status = case when g.status = 1 and f.stock <= 0 then 2 when g.status = 2 and f.stock > 0 then 1 else g.status end
    from (select goods_id, coalesce(min(price) filter (where status = 1), min(price)) as low,
        coalesce(max(price) filter (where status = 1), max(price)) as high, sum(stock)::int as stock
      from shop_goods_sku where goods_id = any(${[...goodsIds]}::int[]) and delete_time is null group by goods_id) f
    where g.id = f.goods_id`.execute(trx)
}
