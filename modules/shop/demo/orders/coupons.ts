import { sql } from 'kysely'
import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { Counted } from '../../server/command.ts'
import { makeCodes } from '../../server/coupon/codes.ts'
import { collectCoupon, exchangeCode, grantSignUpCoupons } from '../../server/coupon/grant.ts'
import { startSend } from '../../server/coupon/send.ts'
import { expireReceipt, revokeReceipt } from '../../server/coupon/steps.ts'
import type { ShopCouponCodeRow, ShopCouponReceiveRow } from '../../server/rows.generated.ts'
import { day, hour } from '../clock.ts'
import { insert } from '../goods/goods.ts'
import type { DemoMember } from '../members/members.ts'
import { couponsForPoints } from '../members/points.ts'
import { type Random, randomFrom } from '../random.ts'
import type { World } from '../world.ts'
import type { OrderPlan, Outcome } from './orders.ts'

/** How many receipts end up how: 520 in all (screen catalogue, chapter H). */
const counts = { unused: 210, locked: 6, used: 190, expired: 106, revoked: 8 }
/** A seed of their own: the rest of the demo shop is the same with and without coupons' chance. */
const seed = 0x434f5550

interface DemoCoupon {
  title: string
  type: 1 | 2 | 3 | 4
  threshold?: number
  amount?: number
  discount?: string
  max?: number
  classes?: number[]
  perLimit?: number
  /** Days before the demo's time at which collecting and use end. */
  ended?: number
  codes?: true
  newOnly?: true
  stopped?: true
}

const coupons: readonly DemoCoupon[] = [
  { title: '满 199 减 30', type: 1, threshold: 19_900, amount: 3000, perLimit: 3 },
  { title: '满 99 减 10', type: 1, threshold: 9900, amount: 1000, perLimit: 5 },
  { title: '大额满 599 减 80', type: 1, threshold: 59_900, amount: 8000, perLimit: 2 },
  { title: '春节满 299 减 50', type: 1, threshold: 29_900, amount: 5000, ended: 15 },
  { title: '全场 9 折', type: 2, discount: '9.0', max: 5000, perLimit: 3 },
  { title: '会员日 8.8 折兑换券', type: 2, discount: '8.8', max: 10_000, codes: true },
  { title: '图书 8 折', type: 2, discount: '8.0', max: 3000, classes: [7], stopped: true },
  { title: '新人立减 10 元', type: 3, threshold: 3000, amount: 1000, newOnly: true },
  { title: '立减 5 元', type: 3, amount: 500, perLimit: 3 },
  { title: '包邮券', type: 4, perLimit: 3 },
]
/** Keys of coupons, in the order above; the used up one is made as many as are collected. */
const [cut199, cut99, cut599, cutEnded, ninety, byCode, newcomer, usedUp, freeDelivery] = [1, 2, 3, 4, 5, 6, 8, 9, 10] as const
const usual: readonly number[] = [cut199, cut99, ninety, usedUp, freeDelivery]
/** Which coupons the coupon centre offers, one offer after another. */
const offered: readonly number[] = [cut199, cut99, cut599, cutEnded, ninety, newcomer, usedUp, freeDelivery]
const paidOutcomes: readonly Outcome[] = ['toShip', 'partlyShipped', 'toReceive', 'toEvaluate', 'complete']

/** Makes the coupons and offers of the demo shop and plans their receipts: collected, sent, put into orders, expired, revoked. */
export async function seedCoupons(trx: Writer, world: World, plans: readonly OrderPlan[]): Promise<void> {
  const plan = new Planner(world)
  planForOrders(plan, plans, paidOutcomes, counts.used)
  planForOrders(plan, plans, ['toPay'], counts.locked)
  for (let n = 0; n < counts.expired; n++) {
    const coupon = n % 8 === 0 ? Number(cutEnded) : plan.random.pick(usual)
    const time = world.now - plan.random.between(coupon === cutEnded ? 20 * day : 31 * day, 85 * day)
    const held = plan.take(coupon, time, plan.memberOf(time))
    const end = coupon === cutEnded ? world.now - (coupons[coupon - 1]?.ended ?? 0) * day : time + 30 * day
    world.at(end, (t) => expireReceipt(t, held.id, world.asShop(end)))
  }
  for (let n = 0; n < counts.revoked; n++) {
    const time = world.now - plan.random.between(2 * day, 20 * day)
    const held = plan.take(plan.random.pick(usual), time, plan.memberOf(time))
    const reason = plan.random.pick(['会员要求作废', '重复发放', '违规领取'])
    world.at(time + hour, (t) => revokeReceipt(t, { receiptId: held.id, reason }, world.asStaff(time + hour, 'manager')))
  }
  planUnused(plan)
  await insert(
    trx,
    'shop_coupon',
    coupons.map((coupon, i) => row(coupon, plan.count(i + 1), i + 1 === usedUp, world.now)),
  )
  await insert(
    trx,
    'shop_coupon_center',
    offered.map((coupon, i) => offer(coupon, i, world.now)),
  )
  const stopped = coupons.findIndex((coupon) => coupon.stopped) + 1
  world.press({ page: 'shop/coupon/coupon', action: 'stop', keys: () => [stopped], now: world.now })
}

/** What is still in members' hands: sign-up gifts of the last weeks, exchanged codes, and coupons collected or sent. */
function planUnused(plan: Planner): void {
  const { world, random } = plan
  const newcomers = world.members.filter((member) => member.joined > world.now - 28 * day)
  for (const member of newcomers) {
    world.at(member.joined, (t) => grantSignUpCoupons(t, member.id, plan.env(world.asShop(member.joined))))
    plan.counted(Number(newcomer))
  }
  const made = world.now - 10 * day
  const codes: string[] = []
  world.at(made, async (t) => {
    await makeCodes(t, { couponId: Number(byCode), prefix: 'VIP', quantity: 20 }, plan.env(world.asStaff(made, 'manager')))
    const { rows } = await sql<Pick<ShopCouponCodeRow, 'code'>>`select code from shop_coupon_code order by id`.execute(t)
    codes.push(...rows.map((each) => each.code))
  })
  const exchanged = 12
  for (let n = 0; n < exchanged; n++) {
    const time = made + random.between(hour, 9 * day)
    const member = world.members[n * 7] as DemoMember
    plan.counted(Number(byCode))
    world.at(time, (t) => exchangeCode(t, { code: codes[n] ?? '', userId: member.id }, plan.env(world.asMember(time, member))))
  }
  for (let n = newcomers.length + exchanged; n < counts.unused - couponsForPoints; n++) {
    const time = world.now - random.between(hour, 29 * day)
    plan.take(random.pick([...usual, Number(cut599)]), time, plan.memberOf(time))
  }
}

/** Some orders of these outcomes get a coupon that fits them, collected in the three days before. */
function planForOrders(plan: Planner, plans: readonly OrderPlan[], outcomes: readonly Outcome[], count: number): void {
  const open = plan.random.shuffled(
    plans.filter((each) => outcomes.includes(each.outcome) && each.member.joined < each.time - hour),
  )
  for (const order of open.slice(0, count)) {
    // No free delivery: whether there is a fee to be spared hangs on a region that is not known yet.
    const fitting = [Number(usedUp), Number(ninety)]
    if (order.goods >= 9900) fitting.push(Number(cut99))
    if (order.goods >= 19_900) fitting.push(Number(cut199))
    if (order.goods >= 59_900) fitting.push(Number(cut599))
    const time = Math.max(order.member.joined + 60, order.time - plan.random.between(hour / 2, 3 * day))
    order.coupon = plan.take(plan.random.pick(fitting), time, order.member)
  }
}

/** Plans who gets which coupon when. Nobody collects more than they may: further ones are sent by the shop. */
class Planner {
  readonly world: World
  readonly random: Random = randomFrom(seed)
  readonly #given = new Map<number, number>()

  constructor(world: World) {
    this.world = world
  }

  /** A member who had joined by then. */
  memberOf(time: number): DemoMember {
    return this.random.pick(this.world.members.filter((member) => member.joined < time))
  }

  counted(coupon: number): void {
    this.#given.set(coupon, this.count(coupon) + 1)
  }

  count(coupon: number): number {
    return this.#given.get(coupon) ?? 0
  }

  env(env: CommandContext): CommandContext {
    return { ...env, random: this.random.int }
  }

  /** Plans that a member gets a coupon; its receipt's key is known when it has happened. */
  take(coupon: number, time: number, member: DemoMember): { id: number } {
    const held = { id: 0 }
    this.counted(coupon)
    const { world } = this
    const wants = !this.random.chance(15)
    world.at(time, async (trx) => {
      // What is planned later may happen earlier: how many a member has is known when it happens.
      const { rows: had } = await sql<Counted>`
        select count(*)::int as n from shop_coupon_receive where coupon_id = ${coupon} and user_id = ${member.id}`.execute(trx)
      if (wants && (had[0]?.n ?? 0) < (coupons[coupon - 1]?.perLimit ?? 1)) {
        const centerId = offered.indexOf(coupon) + 1
        held.id = await collectCoupon(trx, { centerId, userId: member.id }, this.env(world.asMember(time, member)))
        return
      }
      const wish = { couponId: coupon, target: 'users' as const, userIds: [member.id], quantity: 1 }
      await startSend(trx, wish, this.env(world.asStaff(time, 'manager')))
      const { rows } = await sql<
        Pick<ShopCouponReceiveRow, 'id'>
      >`select max(id) as id from shop_coupon_receive where coupon_id = ${coupon}`.execute(trx)
      held.id = rows[0]?.id ?? 0
    })
    return held
  }
}

function row(coupon: DemoCoupon, given: number, isUsedUp: boolean, now: number): Record<string, unknown> {
  const { title, type, threshold, amount, discount, max, classes, perLimit, ended, codes, newOnly } = coupon
  const total = isUsedUp ? given : 1000
  const end = ended === undefined ? null : now - ended * day
  return {
    title,
    description: classes ? '仅限图书类商品使用' : '每笔订单限用一张',
    type,
    threshold: threshold ?? 0,
    amount: amount ?? null,
    discount: discount ?? null,
    max_amount: max ?? null,
    scope: classes ? 'classify' : 'all',
    classify_ids: classes ?? [],
    goods_ids: [],
    total,
    remaining: total,
    per_limit: perLimit ?? 1,
    receive_start: now - 95 * day,
    receive_end: end ?? now + 60 * day,
    valid_type: end === null ? 2 : 1,
    valid_start: end === null ? null : now - 95 * day,
    valid_end: end,
    valid_days: end === null ? 30 : null,
    level_ids: [],
    new_only: newOnly ? 1 : 0,
    stack_level: 1,
    stack_score: 1,
    code_mode: codes ? 'code' : 'none',
    return_on_refund: 1,
    status: 1,
    create_time: now - 95 * day,
    update_time: now - 95 * day,
  }
}

function offer(coupon: number, i: number, now: number): Record<string, unknown> {
  const start = now - (coupon === newcomer ? 28 : 95) * day
  const ended = coupons[coupon - 1]?.ended
  return {
    coupon_id: coupon,
    position: coupon === newcomer ? ['register'] : i % 2 === 0 ? ['center', 'home'] : ['center', 'goods'],
    label: ['热门', '', '限量', '', '推荐', '新人', '', '包邮'][i] ?? '',
    color: ['#d9480f', '', '#c2255c', '', '#1971c2', '#2f9e44', '', '#5f3dc4'][i] ?? '',
    audience: coupon === newcomer ? 'new' : 'all',
    start_time: start,
    end_time: ended === undefined ? now + 30 * day : now - ended * day,
    daily_quota: coupon === cut599 ? 100 : 0,
    weigh: 8 - i,
    status: 1,
    create_time: start,
    update_time: start,
  }
}
