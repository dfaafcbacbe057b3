import { sql } from 'kysely'
import type { CommandContext } from '../../../../server/core/command.ts'
import { actorOf, type Context } from '../../../../server/core/context.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { Handler } from '../../../../server/core/handler.ts'
import { guessing } from '../../../../server/modules/auth/passwords/guessing.ts'
import { ShopCouponReceiveStatus } from '../options.generated.ts'
import type { ShopCouponCenterRow, ShopCouponReceiveRow, ShopCouponRow } from '../rows.generated.ts'
import { keyOf, memberStep } from '../store/call.ts'
import { collectCoupon, exchangeCode } from './grant.ts'
import { validText, valueText } from './hooks.ts'

const base = { app: 'api', controller: 'shop.Coupon', access: { type: 'login' } } as const

/** What members do with coupons: see what is offered, collect, exchange codes, see their own. */
export const couponHandlers: readonly Handler[] = [
  { ...base, action: 'index', method: 'GET', access: { type: 'public' }, run: async (ctx) => ({ list: await offers(ctx) }) },
  { ...base, action: 'mine', method: 'GET', run: async (ctx) => ({ list: await mine(ctx) }) },
  {
    ...base,
    action: 'receive',
    method: 'POST',
    run: taking((trx, { body }, userId, env) => collectCoupon(trx, { centerId: keyOf(body.id), userId }, env)),
  },
  {
    ...base,
    action: 'exchange',
    method: 'POST',
    run: (ctx) => guessing(ctx, 'coupon.code', ['coupon.noCode', 'coupon.codeUsed'], async () => exchange(ctx)),
  },
]

const exchange = taking((trx, { body }, userId, env) =>
  exchangeCode(trx, { code: typeof body.code === 'string' ? body.code.slice(0, 64) : '', userId }, env),
)

type Take = (trx: Writer, ctx: Context, userId: number, env: CommandContext) => Promise<number>

/** The member takes a coupon; returns the grant's key. */
function taking(take: Take): Handler['run'] {
  return memberStep(async (trx, userId, env, ctx) => ({ id: await take(trx, ctx, userId, env) }))
}

type Offer = ShopCouponRow &
  Pick<ShopCouponCenterRow, 'label' | 'color' | 'end_time' | 'position'> & { offer: number; has: number }

/** Offers of this moment, with how many of each coupon the member has had; guests see the same and have had none. */
async function offers(ctx: Context): Promise<unknown[]> {
  const userId = ctx.actor?.area === 'user' ? ctx.actor.id : 0
  const { rows } = await sql<Offer>`select c.*, o.id as offer, o.label, o.color, o.end_time, o.position,
      (select count(*)::int from shop_coupon_receive r where r.coupon_id = c.id and r.user_id = ${userId}) as has
    from shop_coupon_center o join shop_coupon c on c.id = o.coupon_id and c.delete_time is null and c.status = 1
    where o.status = 1 and o.start_time <= ${ctx.now} and o.end_time > ${ctx.now} and o.position && array['center', 'home', 'goods']::text[]
    order by o.weigh desc, o.id desc limit 100`.execute(ctx.read)
  return rows.map((row) => ({
    id: row.offer,
    title: row.title,
    description: row.description,
    label: row.label,
    color: row.color,
    position: row.position,
    value: valueText(ctx, { ...row }),
    valid: validText(ctx, { ...row }),
    end_time: row.end_time,
    left: row.remaining,
    has: row.has,
    per_limit: row.per_limit,
  }))
}

type Mine = Pick<ShopCouponReceiveRow, 'id' | 'code' | 'status' | 'valid_start' | 'valid_end' | 'order_no'> & {
  coupon: ShopCouponRow
}

/** The member's receipts, what can be used first. */
async function mine(ctx: Context): Promise<unknown[]> {
  const { rows } = await sql<Mine>`select r.id, r.code, r.status, r.valid_start, r.valid_end, r.order_no, to_jsonb(c) as coupon
    from shop_coupon_receive r join shop_coupon c on c.id = r.coupon_id where r.user_id = ${actorOf(ctx).id}
    order by r.status = ${ShopCouponReceiveStatus.unused} desc, r.id desc limit 200`.execute(ctx.read)
  return rows.map(({ coupon, ...receipt }) => ({
    ...receipt,
    title: coupon.title,
    description: coupon.description,
    value: valueText(ctx, { ...coupon }),
  }))
}
