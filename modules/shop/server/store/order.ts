import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type CommandContext, memberEnv, rowOf } from '../../../../server/core/command.ts'
import { actorOf, type Context, type Lang } from '../../../../server/core/context.ts'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { areaText } from '../../../../server/core/regions.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { couponsFor } from '../coupon/usable.ts'
import { textIn } from '../goods/names.ts'
import { createOrder, type NewOrder } from '../order/create.ts'
import type { ShopOrderGoodsRow, ShopOrderRow } from '../rows.generated.ts'
import { isRegion, ownAddress, receiverShape } from './address.ts'
import { rowId, units } from './call.ts'
import { takeFromCart } from './cart.ts'

const text = (most: number) => z.string().check(z.trim(), z.maxLength(most))

/** What a member posts to order: lines, or lines of the cart, and where they go. Prices and fees are the shop's. */
export const orderInput = z.object({
  lines: z.optional(z.array(z.object({ sku_id: rowId, quantity: units })).check(z.maxLength(100))),
  cart_ids: z.optional(z.array(rowId).check(z.maxLength(100))),
  /** Where it goes: one of the member's addresses, or another. */
  address_id: z.optional(z.nullable(rowId)),
  receiver: z.optional(z.nullable(z.object(receiverShape))),
  receipt_id: z.optional(z.nullable(rowId)),
  score: z._default(z.int().check(z.gte(0), z.lte(2_147_483_647)), 0),
  remark: z._default(text(500), ''),
  source: z._default(z.enum(['web', 'h5', 'mini']), 'web'),
})

export type OrderInput = z.infer<typeof orderInput>

/** Makes an order of the member from what was posted; lines that came from the cart leave it. Gives id, number and what is to pay (fen). */
export async function placeOrder(
  trx: Writer,
  userId: number,
  input: OrderInput,
  env: CommandContext,
): Promise<{ id: number; orderNo: string; payAmount: number }> {
  return createOrder(trx, await orderOf(trx, userId, input), env)
}

async function orderOf(trx: Writer, userId: number, input: OrderInput): Promise<NewOrder> {
  const { city, ...receiver } = await receiverOf(trx, userId, input)
  const named = (input.lines ?? []).map(({ sku_id, quantity }) => ({ skuId: sku_id, quantity }))
  const lines = [...named, ...(await takeFromCart(trx, userId, input.cart_ids ?? []))]
  return {
    userId,
    lines,
    receiver: { ...receiver, city: areaText(city).replaceAll(',', ' ') },
    source: input.source,
    score: input.score,
    remark: input.remark,
    ...(input.receipt_id ? { receiptId: input.receipt_id } : {}),
  }
}

/** What is written on the parcel: the order keeps it, whatever becomes of the address. */
async function receiverOf(trx: Writer, userId: number, { address_id, receiver }: OrderInput) {
  const bad = (field: string) => new Refused('store.badInput', { field }, { field })
  if (address_id && receiver) throw bad('address_id')
  const found = address_id ? await ownAddress(trx, userId, address_id) : receiver
  if (!found) throw bad('receiver')
  if (!isRegion(found.city)) throw bad(address_id ? 'address_id' : 'receiver.city')
  const { name, mobile, city, address } = found
  return { name, mobile, city, address }
}

/** Ends the transaction of a preview: nothing of it stays. */
class Preview extends Error {
  readonly made: Record<string, unknown>
  constructor(made: Record<string, unknown>) {
    super('preview')
    this.made = made
  }
}

/**
 * What the order would cost, and which of the member's coupons would take how much off it: it is made and taken back, so that every rule
 * that would refuse it refuses it here, and no amount can differ.
 */
export async function previewOrder(ctx: Context, input: OrderInput): Promise<Record<string, unknown>> {
  try {
    return await ctx.write<never>(async (trx) => {
      const order = await orderOf(trx, actorOf(ctx).id, input)
      const coupons = await couponsFor(ctx, trx, order)
      const { id } = await createOrder(trx, order, memberEnv(ctx))
      throw new Preview({ ...(await previewOf(trx, id, ctx.lang)), coupons })
    })
  } catch (error) {
    if (error instanceof Preview) return error.made
    throw error
  }
}

type Amounts = Pick<
  ShopOrderRow,
  'goods_amount' | 'delivery_amount' | 'level_amount' | 'coupon_amount' | 'score_amount' | 'pay_amount' | 'score' | 'give_score'
>

async function previewOf(trx: Writer, orderId: number, lang: Lang): Promise<Record<string, unknown>> {
  const order = await rowOf(
    trx,
    sql<Amounts>`select goods_amount, delivery_amount, level_amount, coupon_amount, score_amount, pay_amount, score, give_score
      from shop_order where id = ${orderId}`,
  )
  const { rows: lines } = await sql<
    Pick<ShopOrderGoodsRow, 'sku_id' | 'name' | 'spec_text' | 'image' | 'price' | 'quantity' | 'amount' | 'pay_share'>
  >`select sku_id, ${textIn(lang, 'l.name')} as name, spec_text, image, price, quantity, amount, pay_share from shop_order_goods l where order_id = ${orderId} order by id`.execute(
    trx,
  )
  return { ...moneyTexts({ ...order }), lines: lines.map((line) => moneyTexts({ ...line })) }
}

const moneyNames = /(^|_)(amount|price|pay_share|total)$/

/** The row with its amounts as decimal texts, as they travel. */
export function moneyTexts(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, moneyNames.test(name) && value !== null ? formatFen(value) : value]),
  )
}

/** Refuses an order that is not the member's, as if it did not exist. */
export async function requireOwnOrder(db: Reader, userId: number, orderId: number): Promise<number> {
  const { rows } = await sql`select 1 from shop_order where id = ${orderId} and user_id = ${userId}`.execute(db)
  if (rows.length === 0) throw new Refused('shop.noOrder')
  return orderId
}
