import { sql } from 'kysely'
import * as z from 'zod/mini'
import { memberEnv } from '../../../../server/core/command.ts'
import { actorOf, type Context } from '../../../../server/core/context.ts'
import type { Handler } from '../../../../server/core/handler.ts'
import { withIdempotency } from '../../../../server/core/http/idempotency.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { ShopRechargeOrderStatus } from '../options.generated.ts'
import { startRechargePayment } from '../payment/intent.ts'
import { payThrough } from '../payment/open.ts'
import type { ShopRechargeOrderRow, ShopRechargePlanRow } from '../rows.generated.ts'
import { keyOf, readInput } from '../store/call.ts'
import { requireWay } from '../store/payRules.ts'
import { createRecharge } from './create.ts'
import { cancelRecharge, unpaidSeconds } from './end.ts'
import { giftsOf } from './row.ts'

const base = { app: 'api', controller: 'shop.Recharge', access: { type: 'login' } } as const

const payInput = z.object({ order_no: z.string().check(z.maxLength(32)), type: z.enum(['wechat', 'alipay']) })

/** What members do to recharge their balance: see the plans, make an order, see and cancel their own. Payments come by `payRecharge`. */
export const rechargeHandlers: readonly Handler[] = [
  { ...base, action: 'index', method: 'GET', run: async (ctx) => ({ list: await plans(ctx) }) },
  { ...base, action: 'mine', method: 'GET', run: async (ctx) => ({ list: await mine(ctx) }) },
  {
    ...base,
    action: 'create',
    method: 'POST',
    run: (ctx) =>
      withIdempotency(ctx, 'shop.Recharge/create', async (trx) => {
        const input = { planId: keyOf(ctx.body.plan_id), userId: actorOf(ctx).id }
        const { id, orderNo, amount } = await createRecharge(trx, input, memberEnv(ctx))
        return { id, order_no: orderNo, amount: formatFen(amount), pay_until: ctx.now + unpaidSeconds }
      }),
  },
  {
    ...base,
    action: 'pay',
    method: 'POST',
    run: async (ctx) => {
      const { order_no: orderNo, type: channel } = readInput(payInput, ctx.body)
      await requireWay(ctx, channel)
      const userId = actorOf(ctx).id
      return payThrough(ctx, channel, (trx) => startRechargePayment(trx, { orderNo, userId, channel }, memberEnv(ctx)))
    },
  },
  {
    ...base,
    action: 'cancel',
    method: 'POST',
    run: (ctx) =>
      withIdempotency(ctx, 'shop.Recharge/cancel', async (trx) => {
        const orderNo = typeof ctx.body.order_no === 'string' ? ctx.body.order_no.slice(0, 32) : ''
        await cancelRecharge(trx, { orderNo, userId: actorOf(ctx).id }, memberEnv(ctx))
        return { order_no: orderNo, status: ShopRechargeOrderStatus.cancelled }
      }),
  },
]

type Offered = ShopRechargePlanRow & { has: number; coupons: string[] }

/** The plans of this moment that are for the member's level, in the shop's order, with what they give and how often the member has taken each. */
async function plans(ctx: Context): Promise<unknown[]> {
  const { rows } = await sql<Offered>`select p.*,
      (select count(*)::int from shop_recharge_order o where o.plan_id = p.id and o.user_id = ${actorOf(ctx).id}
        and o.status <> ${ShopRechargeOrderStatus.cancelled}) as has,
      (select coalesce(array_agg(c.title order by c.id), '{}') from shop_coupon c where c.id = any(p.gift_coupon_ids)
        and c.delete_time is null) as coupons
    from shop_recharge_plan p where p.status = 1 and p.delete_time is null
      and (p.level_ids = '{}' or exists (select 1 from shop_user s where s.id = ${actorOf(ctx).id} and s.level_id = any(p.level_ids)))
      and coalesce(p.start_time, ${ctx.now}::bigint) <= ${ctx.now}::bigint and coalesce(p.end_time, ${ctx.now}::bigint + 1) > ${ctx.now}::bigint
    order by p.weigh desc, p.id desc limit 100`.execute(ctx.read)
  return rows.map((plan) => ({
    id: plan.id,
    title: plan.title,
    amount: formatFen(plan.amount),
    gift_money: formatFen(plan.gift_money),
    gift_score: plan.gift_score,
    gift_coupons: plan.coupons,
    label: plan.label,
    color: plan.color,
    end_time: plan.end_time,
    new_only: plan.new_only,
    per_limit: plan.per_limit,
    has: plan.has,
  }))
}

/** The member's own orders, the newest first. */
async function mine(ctx: Context): Promise<unknown[]> {
  const { rows } = await sql<ShopRechargeOrderRow>`select * from shop_recharge_order where user_id = ${actorOf(ctx).id}
    order by id desc limit 200`.execute(ctx.read)
  return rows.map((order) => ({
    order_no: order.order_no,
    amount: formatFen(order.amount),
    gift_money: formatFen(order.gift_money),
    gift_score: order.gift_score,
    gift_coupons: giftsOf(order).map((gift) => gift.title),
    status: order.status,
    pay_type: order.pay_type,
    pay_time: order.pay_time,
    refund_amount: formatFen(order.refund_amount),
    create_time: order.create_time,
    pay_until: Number(order.create_time) + unpaidSeconds,
  }))
}
