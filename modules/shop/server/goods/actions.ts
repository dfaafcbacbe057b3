import { sql } from 'kysely'
import { type CommandContext, stepEnv } from '../../../../server/core/command.ts'
import type { Context } from '../../../../server/core/context.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { ActionInput, AnswerInput, FieldMessage, Row, RowAction } from '../../../../server/crud/domain.ts'
import { refuseInvalid } from '../../../../server/crud/validate/refusal.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { changed } from '../command.ts'
import { grouped } from '../grouped.ts'
import type { ShopGoodsRow, ShopGoodsServiceRow } from '../rows.generated.ts'
import { lockSkus, moveStock } from '../stock.ts'
import { type NewPrice, type Raise, raisedPrices, writePrices } from './prices.ts'
import { readSkus, readSpecs } from './specRows.ts'
import { readSaleFacts, whyNotSold } from './why.ts'

const id = (input: { row: Row }) => Number(input.row.id)

/** What the buttons of the goods list do. */
export const goodsActions: Readonly<Record<string, RowAction>> = {
  'shop/goods/goods.onSale': { run: (input) => putOnSale(input, stepEnv(input.ctx)) },
  'shop/goods/goods.stock': { prepare: async ({ db, row }) => ({ skus: await skuLines(db, row), memo: '' }), run: adjustStock },
  'shop/goods/goods.price': { prepare: async ({ db, row }) => ({ skus: await skuLines(db, row) }), run: changePrices },
  'shop/goods/goods.reprice': { run: reprice },
  'shop/goods/goods.newPrices': { answer: newPrices },
  'shop/goods/goods.setTags': { run: setTags },
  'shop/goods/goods.preview': { answer: preview },
  'shop/goods/goods.destroy': { refuse: { ordered: ({ trx, row }) => hasOrders(trx, row) } },
}

/** On sale, or sold out where no unit is left. */
async function putOnSale({ trx, row }: ActionInput, env: CommandContext): Promise<void> {
  await sql`update shop_goods set status = case when stock > 0 then 1 else 2 end, update_time = ${env.now}
    where id = ${Number(row.id)}`.execute(trx)
}

/** A line for each SKU, with what it costs and how many there are. */
async function skuLines(db: Reader, row: Row): Promise<Row[]> {
  const skus = await readSkus(db, [Number(row.id)])
  return skus.map(({ id, spec_text, stock, price, origin_price }) => ({
    id,
    spec_text: spec_text || String(row.name),
    stock,
    delta: 0,
    price,
    origin_price,
  }))
}

/** Units come and go, each with a row of the log; never below none. */
async function adjustStock(input: ActionInput): Promise<void> {
  const { ctx, trx, values } = input
  const lines = values.skus as readonly { id: number; delta: number }[]
  const wanted = lines.filter((line) => line.delta !== 0)
  if (wanted.length === 0) throw new Refused('shop.noChange', {}, { field: 'skus' })
  await ownSkus(
    input,
    lines.map((line) => line.id),
  )
  const locked = await lockSkus(
    trx,
    wanted.map((line) => line.id),
  )
  for (const [i, { id, delta }] of lines.entries()) {
    const stock = locked.get(id)?.stock ?? 0
    if (stock + delta < 0) throw new Refused('shop.stockBelow', { stock }, { field: `skus.${i}.delta` })
  }
  const changes = wanted.map((line) => ({ skuId: line.id, stock: line.delta, sales: 0 }))
  await moveStock(trx, locked, { changes, reason: 'manual', refNo: '', memo: String(values.memo).trim() }, stepEnv(ctx))
}

/** The SKUs are the goods' own, each named once. */
async function ownSkus({ trx, row }: ActionInput, ids: readonly number[]): Promise<void> {
  const own = new Set((await readSkus(trx, [Number(row.id)])).map((sku) => sku.id))
  if (new Set(ids).size < ids.length || ids.some((each) => !own.has(each))) throw changed()
}

async function changePrices(input: ActionInput): Promise<void> {
  const { ctx, trx, page, values } = input
  const lines = values.skus as readonly NewPrice[]
  const found: Record<string, FieldMessage> = {}
  for (const [i, { price, origin_price }] of lines.entries())
    if (origin_price !== null && origin_price !== undefined && origin_price < price)
      found[`skus.${i}.origin_price`] = { code: 'shop.originBelow' }
  refuseInvalid(ctx, { page, prefix: 'actions.price.fields' }, found)
  await ownSkus(
    input,
    lines.map((line) => line.id),
  )
  const prices = lines.map(({ id, price, origin_price }) => ({ id, price, origin_price: origin_price ?? null }))
  await writePrices(trx, id(input), prices, stepEnv(ctx))
}

/** By how much prices go up or down, as the form says it. */
function raiseOf({ how, percent, amount }: Row): Raise {
  return how === 'percent'
    ? { by: 'percent', hundredths: Math.round(Number(percent) * 100) }
    : { by: 'amount', fen: Number(amount) }
}

async function reprice(input: ActionInput): Promise<void> {
  const { ctx, trx, row, values } = input
  const prices = raisedPrices(String(row.name), await readSkus(trx, [id(input)]), raiseOf(values))
  await writePrices(trx, id(input), prices, stepEnv(ctx))
}

/** SKUs whose new prices are shown; of more the number is told. */
const previewed = 200

/** What chosen goods would cost. */
async function newPrices({ db, rows, values }: AnswerInput): Promise<Row> {
  const raise = raiseOf(values)
  const skus = grouped(
    await readSkus(
      db,
      rows.map((row) => Number(row.id)),
    ),
    (sku) => sku.goods_id,
  )
  const prices = rows.flatMap((row) => {
    const own = skus.get(Number(row.id)) ?? []
    return raisedPrices(String(row.name), own, raise).map(({ price, origin_price }, i) => ({
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

async function setTags({ ctx, trx, row, values }: ActionInput): Promise<void> {
  const chosen = (values.chosen ?? []) as string[]
  const had = (row.tags ?? []) as string[]
  const tags = {
    add: () => [...new Set([...had, ...chosen])],
    remove: () => had.filter((tag) => !chosen.includes(tag)),
    replace: () => chosen,
  }[values.how as 'add' | 'remove' | 'replace']()
  await sql`update shop_goods set tags = ${tags}::text[], update_time = ${ctx.now} where id = ${Number(row.id)}`.execute(trx)
}

async function hasOrders(db: Reader, row: Row): Promise<boolean> {
  const { rows } = await sql`select 1 from shop_order_goods where goods_id = ${Number(row.id)} limit 1`.execute(db)
  return rows.length > 0
}

/** What a buyer would see of it, and why they could not buy it. */
async function preview({ ctx, db, row }: AnswerInput): Promise<Row> {
  const goods = row as unknown as ShopGoodsRow // a row of the page's own table, all of it
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
