import { sql } from 'kysely'
import type { Context } from '../../../../server/core/context.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import type { OrderCoupon } from '../../contract/storefront.ts'
import { orderFreight } from '../delivery/orderFreight.ts'
import { levelOff } from '../member/level.ts'
import { ShopCouponReceiveStatus } from '../options.generated.ts'
import type { NewOrder } from '../order/create.ts'
import type { ShopCouponReceiveRow, ShopCouponRow } from '../rows.generated.ts'
import { lockSkus } from '../stock.ts'
import { classesOf } from './cart.ts'
import { valueText } from './hooks.ts'
import { type Cart, judgeCoupons } from './judge.ts'
import { judged, whyNot } from './row.ts'

/** A member's coupons, checked against an order. */
const most = 50

type Held = Pick<ShopCouponReceiveRow, 'id' | 'valid_start' | 'valid_end'> & { coupon: ShopCouponRow }

/** The member's unused coupons: what each would take off an order, by the judgement that the order itself makes, or why it would not. The best first. */
export async function couponsFor(ctx: Context, trx: Writer, order: NewOrder): Promise<OrderCoupon[]> {
  const { rows } = await sql<Held>`select r.id, r.valid_start, r.valid_end, to_jsonb(c) as coupon
    from shop_coupon_receive r join shop_coupon c on c.id = r.coupon_id
    where r.user_id = ${order.userId} and r.status = ${ShopCouponReceiveStatus.unused} and (r.valid_end is null or r.valid_end > ${ctx.now})
    order by r.valid_end nulls last, r.id limit ${most}`.execute(trx)
  if (rows.length === 0) return []
  const cart = await cartOf(ctx, trx, order)
  const judgements = judgeCoupons(
    cart,
    rows.map((row) => judged(row.coupon, row)),
  )
  const offers = rows.map(({ id, valid_end, coupon }, i) => ({
    fen: judgements[i]?.discount ?? 0,
    offer: { id, title: coupon.title, value: valueText(ctx, { ...coupon }), valid_end },
    why: whyNot(ctx, judgements[i]?.reasons ?? [])[0] ?? '',
  }))
  return offers.sort((a, b) => b.fen - a.fen).map(({ fen, offer, why }) => ({ ...offer, discount: formatFen(fen), why }))
}

/** The order as coupons meet it: after the discount of the member's level, before anything else is taken off. */
async function cartOf(ctx: Context, trx: Writer, order: NewOrder): Promise<Cart> {
  const skus = await lockSkus(trx, [...new Set(order.lines.map(({ skuId }) => skuId))])
  const lines = order.lines.map(({ skuId, quantity }) => {
    const sku = skus.get(skuId)
    return { goodsId: sku?.goods_id ?? 0, amount: (sku?.price ?? 0) * quantity }
  })
  const level = await levelOff(trx, order.userId, lines)
  const classes = await classesOf(
    trx,
    lines.map(({ goodsId }) => goodsId),
  )
  return {
    lines: lines.map(({ goodsId, amount }, i) => ({
      goodsId,
      amount: amount - (level.lines[i] ?? 0),
      classIds: classes.get(goodsId) ?? [],
    })),
    delivery: level.freeDelivery ? 0 : await orderFreight(trx, order.lines, order.receiver.city),
    withLevel: level.total > 0,
    withScore: (order.score ?? 0) > 0,
    now: ctx.now,
  }
}
