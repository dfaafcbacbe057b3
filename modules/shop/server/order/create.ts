import { sql } from 'kysely'
import { type CommandContext, rowOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { regionOf } from '../../../../server/core/regions.ts'
import type { UserRow } from '../../../../server/core/rows.generated.ts'
import { mostMoney, postScore } from '../../../../server/modules/user/ledger.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { allocate, type Counted, changed, numberOf, settingsOf } from '../command.ts'
import type { Judgement } from '../coupon/judge.ts'
import { couponOf } from '../coupon/order.ts'
import { putIntoOrder } from '../coupon/steps.ts'
import { orderFreight } from '../delivery/orderFreight.ts'
import { readSaleFacts, whyNotSold } from '../goods/why.ts'
import { noteOrder } from '../member/growth.ts'
import { type LevelOff, levelOff } from '../member/level.ts'
import { requireNotBlocked } from '../member/row.ts'
import { ShopOrderStatus } from '../options.generated.ts'
import { orderPoints } from '../points/earn.ts'
import type { ShopOrderLogRow, ShopOrderRow } from '../rows.generated.ts'
import type { ShopSettings } from '../settings/settings.ts'
import { lockSkus, moveStock, requireStock, type SkuRow, titleOf } from '../stock.ts'
import { payOrder } from './pay.ts'
import { orderMachine } from './row.ts'

/** What a member orders. Prices are the shop's, never the caller's. */
export interface NewOrder {
  userId: number
  lines: readonly { skuId: number; quantity: number }[]
  /** `city`: province, city and district by name; what delivery costs hangs on it. */
  receiver: { name: string; mobile: string; city: string; address: string }
  source: ShopOrderRow['source']
  /** Points the member pays with. */
  score?: number
  /** The member's coupon receipt that takes something off; an order takes at most one. */
  receiptId?: number
  remark?: string
}

interface Amounts {
  goods: number
  /** Off the goods, by the member's level; the coupon is taken off what is left. */
  level: number
  /** Off the goods; what a coupon takes off the delivery fee is left out of `delivery`. */
  coupon: number
  delivery: number
  score: number
  pay: number
  shares: number[]
}

/**
 * E1 create: – → 1, or → 2 when points cover everything. Takes points, and stock where the settings do not leave that to the payment,
 * freezes the amounts, sets the time at which the order closes by itself. What delivery costs the templates of the goods say. Refuses goods that cannot be bought (goods/why.ts), too few units,
 * limits per member, regions nothing is delivered to, and members who are disabled or owe too many payments. Gives id and number.
 */
export async function createOrder(
  trx: Writer,
  input: NewOrder,
  env: CommandContext,
): Promise<{ id: number; orderNo: string; payAmount: number }> {
  const settings = await settingsOf(trx, env)
  requireOpenShop(settings)
  // Goods before members, as everywhere: two steps that need the same of both never wait for each other in a ring.
  const skus = await lockSkus(trx, [...new Set(input.lines.map((line) => line.skuId))])
  await requireMember(trx, input.userId, settings.maxUnpaid)
  await requireNotBlocked(trx, input.userId)
  await requireGoods(trx, input, skus, env)
  const level = await levelOff(trx, input.userId, pricedLines(input, skus))
  const delivery = level.freeDelivery ? 0 : await orderFreight(trx, input.lines, input.receiver.city)
  const coupon = await couponFor(trx, { input, skus, level, delivery }, env)
  const amounts = amountsOf(input, skus, settings, { level, delivery, off: coupon?.judgement })
  const earned = await orderPoints(trx, amounts.goods - amounts.level - amounts.coupon - amounts.score)
  const orderNo = `${settings.orderPrefix}${numberOf(env)}`
  const changes = input.lines.map((line) => ({ skuId: line.skuId, stock: -line.quantity, sales: 0 }))
  if (settings.stockMode === 'create') await moveStock(trx, skus, { changes, reason: 'order', refNo: orderNo }, env)
  else requireStock(skus, changes)
  const id = await insertOrder(trx, input, { orderNo, amounts, earned, receiptId: coupon?.receipt.id ?? null, settings }, env)
  await insertLines(trx, id, { input, skus, amounts }, env.now)
  if (coupon) await putIntoOrder(trx, coupon.receipt, { orderNo, amount: coupon.judgement.discount }, env)
  const spent = { userId: input.userId, score: -(input.score ?? 0), source: 'deduct' as const, refNo: orderNo, memo: orderNo }
  await postScore(trx, spent, env)
  await noteOrder(trx, input.userId, env.now)
  if (amounts.pay === 0) await payOrder(trx, { orderId: id, amount: 0, payType: 'balance', tradeNo: '' }, env)
  return { id, orderNo, payAmount: amounts.pay }
}

/** Refuses while the shop is closed, with what its owner wrote. */
function requireOpenShop({ closed, closedText }: Pick<ShopSettings, 'closed' | 'closedText'>): void {
  if (!closed) return
  throw closedText === '' ? new Refused('shop.closed') : new Refused('shop.closedBecause', { text: closedText })
}

/** An order and what it costs before its coupon. */
interface Priced {
  input: NewOrder
  skus: ReadonlyMap<number, SkuRow>
  level: LevelOff
  delivery: number
}

/** The coupon the member puts in, if any, judged by the shop's own prices. */
async function couponFor(trx: Writer, { input, skus, level, delivery }: Priced, env: CommandContext) {
  if (!input.receiptId) return undefined
  const lines = pricedLines(input, skus).map((line, i) => ({ ...line, amount: line.amount - (level.lines[i] ?? 0) }))
  const { receiptId, userId, score } = input
  const wish = { receiptId, userId, lines, delivery, withScore: (score ?? 0) > 0, withLevel: level.total > 0 }
  return couponOf(trx, wish, env)
}

/** Lines at the shop's prices, before anything is taken off. */
function pricedLines(input: NewOrder, skus: ReadonlyMap<number, SkuRow>): { goodsId: number; amount: number }[] {
  return input.lines.map(({ skuId, quantity }) => {
    const sku = skus.get(skuId)
    return { goodsId: sku?.goods_id ?? 0, amount: (sku?.price ?? 0) * quantity }
  })
}

async function requireMember(trx: Writer, userId: number, maxUnpaid: number): Promise<void> {
  const member = await rowOf(
    trx,
    sql<Pick<UserRow, 'status'> & { unpaid: number }>`select u.status,
        (select count(*)::int from shop_order o where o.user_id = u.id and o.status = ${ShopOrderStatus.toPay}) as unpaid
      from "user" u where u.id = ${userId} and u.delete_time is null for no key update of u`,
  )
  if (!member) throw new Refused('shop.noMember')
  if (member.status !== 'enable') throw new Refused('shop.memberDisabled')
  if (member.unpaid >= maxUnpaid) throw new Refused('shop.tooManyUnpaid', { max: maxUnpaid })
}

async function requireGoods(trx: Writer, input: NewOrder, skus: ReadonlyMap<number, SkuRow>, env: CommandContext): Promise<void> {
  if (input.lines.length === 0) throw new Refused('shop.noLines')
  await requireSold(trx, [...skus.values()], env)
  const wanted = new Map<number, number>()
  for (const line of input.lines) {
    const sku = skus.get(line.skuId)
    if (!Number.isSafeInteger(line.quantity) || line.quantity < 1) throw new Refused('shop.badQuantity')
    if (!sku || sku.deleted || sku.sku_status !== 1) throw new Refused('shop.notOnSale', { name: sku ? titleOf(sku) : '' })
    wanted.set(sku.goods_id, (wanted.get(sku.goods_id) ?? 0) + line.quantity)
  }
  const total = pricedLines(input, skus).reduce((sum, { amount }) => sum + amount, 0)
  if (total > mostMoney) throw new Refused('shop.totalTooHigh', { max: formatFen(mostMoney) })
  for (const [goodsId, quantity] of wanted) {
    const sku = [...skus.values()].find((s) => s.goods_id === goodsId)
    if (sku && quantity < sku.min_buy) throw new Refused('shop.minBuy', { name: sku.goods_name, min: sku.min_buy })
    if (sku && sku.per_limit > 0) await requireLimit(trx, input.userId, sku, quantity)
  }
}

/** Refuses goods with the first reason for which they cannot be bought, the same that the goods' screen tells. */
async function requireSold(trx: Writer, skus: readonly SkuRow[], env: CommandContext): Promise<void> {
  const goods = skus.map((sku) => sku.goods_id)
  const wanted = skus.filter((sku) => sku.sku_status === 1).map((sku) => sku.id)
  for (const facts of await readSaleFacts(trx, goods, wanted)) {
    const [reason] = whyNotSold(facts, env.now)
    if (reason) throw new Refused(`shop.why.${reason}`, { name: facts.name })
  }
}

async function requireLimit(trx: Writer, userId: number, sku: SkuRow, quantity: number): Promise<void> {
  const bought = await rowOf(
    trx,
    sql<Counted>`select coalesce(sum(l.quantity), 0)::int as n from shop_order_goods l join shop_order o on o.id = l.order_id
      where o.user_id = ${userId} and l.goods_id = ${sku.goods_id} and o.status <> ${ShopOrderStatus.cancelled}`,
  )
  if ((bought?.n ?? 0) + quantity > sku.per_limit)
    throw new Refused('shop.perLimit', { name: sku.goods_name, max: sku.per_limit })
}

function amountsOf(
  input: NewOrder,
  skus: ReadonlyMap<number, SkuRow>,
  settings: Pick<ShopSettings, 'scoreRate' | 'scoreMaxPercent' | 'scoreMinOrder'>,
  { level, delivery: fee, off }: { level: LevelOff; delivery: number; off: Judgement | undefined },
): Amounts {
  const full = pricedLines(input, skus).map((line) => line.amount)
  const lines = full.map((amount, i) => amount - (level.lines[i] ?? 0) - (off?.lines[i] ?? 0))
  const deductible = input.lines.reduce(
    (sum, line, i) => sum + (skus.get(line.skuId)?.score_deduct === 1 ? (lines[i] ?? 0) : 0),
    0,
  )
  const goods = full.reduce((sum, amount) => sum + amount, 0)
  const left = lines.reduce((sum, amount) => sum + amount, 0)
  const delivery = fee - (off?.delivery ?? 0)
  if (input.score && left < settings.scoreMinOrder)
    throw new Refused('shop.scoreMinOrder', { amount: formatFen(settings.scoreMinOrder) })
  const score = Math.floor(((input.score ?? 0) * 100) / settings.scoreRate)
  if (score > Math.floor((deductible * settings.scoreMaxPercent) / 100))
    throw new Refused('shop.tooMuchScore', { percent: settings.scoreMaxPercent })
  const coupon = goods - level.total - left
  return {
    goods,
    level: level.total,
    coupon,
    delivery,
    score,
    pay: left - score + delivery,
    shares: allocate(left - score, lines),
  }
}

/** What an order has besides what its member asked for. */
interface OrderColumns {
  orderNo: string
  amounts: Amounts
  /** Points for its completion. */
  earned: number
  receiptId: number | null
  settings: Pick<ShopSettings, 'stockMode' | 'autoCloseMinutes'>
}

async function insertOrder(
  trx: Writer,
  input: NewOrder,
  { orderNo, amounts, earned, receiptId, settings }: OrderColumns,
  env: CommandContext,
): Promise<number> {
  const closeTime = env.now + settings.autoCloseMinutes * 60
  const { receiver } = input
  const row = await rowOf(
    trx,
    sql<
      Pick<ShopOrderLogRow, 'order_id'>
    >`with made as (insert into shop_order (order_no, user_id, source, status, pay_status, ship_status, goods_amount, delivery_amount,
          level_amount, coupon_amount, score_amount, pay_amount, score, give_score, receive_id, receiver_name, receiver_mobile, receiver_city, receiver_region, receiver_address, user_remark,
          stock_mode, auto_close_time, create_time, update_time)
        values (${orderNo}, ${input.userId}, ${input.source}, ${ShopOrderStatus.toPay}, 0, 0, ${amounts.goods}, ${amounts.delivery}, ${amounts.level},
          ${amounts.coupon}, ${amounts.score},
          ${amounts.pay}, ${input.score ?? 0}, ${earned}, ${receiptId}, ${receiver.name}, ${receiver.mobile},
          ${receiver.city}, ${regionOf(receiver.city)}::int[], ${receiver.address}, ${input.remark ?? ''}, ${settings.stockMode}, ${closeTime}, ${env.now}, ${env.now}) returning id)
      ${orderMachine.started(sql.ref('made'), { action: 'create', to: ShopOrderStatus.toPay }, env)} returning order_id`,
  )
  if (!row) throw changed()
  return row.order_id
}

async function insertLines(
  trx: Writer,
  orderId: number,
  { input, skus, amounts }: { input: NewOrder; skus: ReadonlyMap<number, SkuRow>; amounts: Amounts },
  now: number,
): Promise<void> {
  const rows = input.lines.flatMap((line, i) => {
    const sku = skus.get(line.skuId)
    if (!sku) return []
    return [
      sql`(${orderId}, ${sku.goods_id}, ${sku.id}, ${sku.goods_name}, ${sku.goods_name_en}, ${sku.image}, ${sku.spec_text}, ${sku.sku_code}, ${sku.price}, ${line.quantity},
        ${sku.price * line.quantity}, ${amounts.shares[i] ?? 0}, ${now}, ${now})`,
    ]
  })
  await sql`insert into shop_order_goods (order_id, goods_id, sku_id, name, name_en, image, spec_text, sku_code, price, quantity, amount,
      pay_share, create_time, update_time) values ${sql.join(rows)}`.execute(trx)
}
