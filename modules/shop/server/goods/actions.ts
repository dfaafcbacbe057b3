import { sql } from 'kysely'
import { type CommandContext, stepEnv } from '../../../../server/core/command.ts'
import type { Context } from '../../../../server/core/context.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { FieldMessage, Row } from '../../../../server/crud/domain.ts'
import { refuseInvalid } from '../../../../server/crud/validate/refusal.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { type ActionInput, type ActionValues, type AnswerInput, defineActions } from '../actions.ts'
import { changed } from '../command.ts'
import { grouped } from '../grouped.ts'
import type { ShopGoodsRow, ShopGoodsServiceRow } from '../rows.generated.ts'
import { lockSkus, moveStock } from '../stock.ts'
import { type Raise, raisedPrices, writePrices } from './prices.ts'
import { readSkus, readSpecs } from './specRows.ts'
import { readSaleFacts, whyNotSold } from './why.ts'

/** What the buttons of the goods list do. */
export const goodsActions = defineActions({
  'shop/goods/goods.onSale': { run: (input) => putOnSale(input, stepEnv(input.ctx)) },
  'shop/goods/goods.stock': { prepare: async ({ db, row }) => ({ skus: await skuLines(db, row), memo: '' }), run: adjustStock },
  'shop/goods/goods.price': { prepare: async ({ db, row }) => ({ skus: await skuLines(db, row) }), run: changePrices },
  'shop/goods/goods.reprice': { run: reprice },
  'shop/goods/goods.newPrices': { answer: newPrices },
  'shop/goods/goods.setTags': { run: setTags },
  'shop/goods/goods.preview': { answer: preview },
  'shop/goods/goods.destroy': { refuse: { ordered: ({ trx, row }) => hasOrders(trx, row) } },
})

/** On sale, or sold out where no unit is left. */
async function putOnSale({ trx, row }: ActionInput<'shop/goods/goods.onSale'>, env: CommandContext): Promise<void> {
  await sql`update shop_goods set status = case when stock > 0 then 1 else 2 end, update_time = ${env.now}
    where id = ${row.id}`.execute(trx)
}

type Named = Pick<ShopGoodsRow, 'id' | 'name'>

/** A line for each SKU, with what it costs and how many there are. */
async function skuLines(db: Reader, row: Named): Promise<Row[]> {
  const skus = await readSkus(db, [row.id])
  return skus.map(({ id, spec_text, stock, price, origin_price }) => ({
    id,
    spec_text: spec_text || row.name,
    stock,
    delta: 0,
    price,
    origin_price,
  }))
}

/** Units come and go, each with a row of the log; never below none. */
async function adjustStock({ ctx, trx, row, values }: ActionInput<'shop/goods/goods.stock'>): Promise<void> {
  const lines = values.skus.map(({ id, delta }) => ({ id: id ?? 0, delta }))
  const wanted = lines.filter((line) => line.delta !== 0)
  if (wanted.length === 0) throw new Refused('shop.noChange', {}, { field: 'skus' })
  await requireOwnSkus(trx, row.id, lines)
  const locked = await lockSkus(
    trx,
    wanted.map((line) => line.id),
  )
  for (const [i, { id, delta }] of lines.entries()) {
    const stock = locked.get(id)?.stock ?? 0
    if (stock + delta < 0) throw new Refused('shop.stockBelow', { stock }, { field: `skus.${i}.delta` })
  }
  const changes = wanted.map((line) => ({ skuId: line.id, stock: line.delta, sales: 0 }))
  await moveStock(trx, locked, { changes, reason: 'manual', refNo: '', memo: values.memo.trim() }, stepEnv(ctx))
}

/** The SKUs are the goods' own, each named once. */
async function requireOwnSkus(trx: Reader, goodsId: number, lines: readonly { id: number }[]): Promise<void> {
  const ids = lines.map(({ id }) => id)
  const own = new Set((await readSkus(trx, [goodsId])).map((sku) => sku.id))
  if (new Set(ids).size < ids.length || ids.some((each) => !own.has(each))) throw changed()
}

async function changePrices({ ctx, trx, page, row, values }: ActionInput<'shop/goods/goods.price'>): Promise<void> {
  const lines = values.skus.map(({ id, price, origin_price }) => ({ id: id ?? 0, price, origin_price: origin_price ?? null }))
  const found: Record<string, FieldMessage> = {}
  for (const [i, { price, origin_price }] of lines.entries())
    if (origin_price !== null && origin_price < price) found[`skus.${i}.origin_price`] = { code: 'shop.originBelow' }
  refuseInvalid(ctx, { page, prefix: 'actions.price.fields' }, found)
  await requireOwnSkus(trx, row.id, lines)
  await writePrices(trx, row.id, lines, stepEnv(ctx))
}

/** By how much prices go up or down, as the form says it. */
function raiseOf({ how, percent, amount }: ActionValues<'shop/goods/goods.reprice'>): Raise {
  return how === 'percent' ? { by: 'percent', hundredths: Math.round((percent ?? 0) * 100) } : { by: 'amount', fen: amount ?? 0 }
}

async function reprice({ ctx, trx, row, values }: ActionInput<'shop/goods/goods.reprice'>): Promise<void> {
  const prices = raisedPrices(row.name, await readSkus(trx, [row.id]), raiseOf(values))
  await writePrices(trx, row.id, prices, stepEnv(ctx))
}

/** SKUs whose new prices are listed; beyond that only their number is shown. */
const previewed = 200

/** What chosen goods would cost. */
async function newPrices({ db, rows, values }: AnswerInput<'shop/goods/goods.newPrices'>): Promise<Row> {
  const raise = raiseOf(values)
  const skus = grouped(
    await readSkus(
      db,
      rows.map((row) => row.id),
    ),
    (sku) => sku.goods_id,
  )
  const prices = rows.flatMap((row) => {
    const own = skus.get(row.id) ?? []
    return raisedPrices(row.name, own, raise).map(({ price, origin_price }, i) => ({
      goods: row.name,
      spec: own[i]?.spec_text,
      before: own[i]?.price,
      price,
      origin_price,
    }))
  })
  const more = prices.length - previewed
  return { prices: prices.slice(0, previewed), more: more > 0 ? more : null }
}

async function setTags({ ctx, trx, row, values }: ActionInput<'shop/goods/goods.setTags'>): Promise<void> {
  const { chosen, how } = values
  const had = row.tags ?? []
  const tags = {
    add: () => [...new Set([...had, ...chosen])],
    remove: () => had.filter((tag) => !chosen.includes(tag)),
    replace: () => chosen,
  }[how]()
  await sql`update shop_goods set tags = ${tags}::text[], update_time = ${ctx.now} where id = ${row.id}`.execute(trx)
}

async function hasOrders(db: Reader, row: Pick<ShopGoodsRow, 'id'>): Promise<boolean> {
  const { rows } = await sql`select 1 from shop_order_goods where goods_id = ${row.id} limit 1`.execute(db)
  return rows.length > 0
}

/** What a buyer would see of it, and why they could not buy it. */
async function preview({ ctx, db, row: goods }: AnswerInput<'shop/goods/goods.preview'>): Promise<Row> {
  const [spec] = await readSpecs(db, [goods.id])
  const [facts] = await readSaleFacts(db, [goods.id])
  const { rows: services } = await sql<Pick<ShopGoodsServiceRow, 'name'>>`select name from shop_goods_service
    where id = any(${[...goods.service_ids]}::int[]) and status = 1 order by weigh desc, id`.execute(db)
  const origin = Math.max(0, ...(spec?.skus ?? []).map((sku) => Number(sku.origin_price ?? 0)))
  return {
    images: goods.images,
    name: goods.name,
    subtitle: goods.subtitle,
    price: rangeText(goods.price, goods.price_max),
    origin_price: origin > goods.price_max ? `¥${formatFen(origin)}` : '',
    attributes: (spec?.attributes ?? []).map(({ name, values }) => ({
      name,
      values: values.map(({ value }) => value).join(' / '),
    })),
    services: services.map(({ name }) => name).join(' · '),
    params: goods.params,
    content: goods.content,
    why: facts ? whyTexts(ctx, whyNotSold(facts, ctx.now), goods.name).join('\n') : '',
  }
}

function rangeText(low: number, high: number): string {
  return low === high ? `¥${formatFen(low)}` : `¥${formatFen(low)} – ¥${formatFen(high)}`
}

/** Reasons in words, as an order would be refused with. */
export function whyTexts(ctx: Pick<Context, 'text'>, reasons: readonly string[], name: string): string[] {
  return reasons.map((code) => ctx.text(`errors.shop.why.${code}`, { name }))
}
