import { sql } from 'kysely'
import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { keysOf } from '../../../../src/schemas/keysOf.ts'
import { createRecharge, type MadeRecharge } from '../../server/recharge/create.ts'
import { cancelRecharge, refundRecharge, timeOutRecharge, unpaidSeconds } from '../../server/recharge/end.ts'
import { payRecharge } from '../../server/recharge/pay.ts'
import { day, hour, minute, orderTime } from '../clock.ts'
import { insert } from '../goods/goods.ts'
import type { DemoMember } from '../members/members.ts'
import { type Random, randomFrom } from '../random.ts'
import type { World } from '../world.ts'
import type { OrderPlan } from './orders.ts'

/** How many recharges end up how: 160 in all (screen catalogue, chapter H). */
const counts = { toPay: 6, paid: 142, cancelled: 10, refunded: 2 }
type Outcome = keyof typeof counts
/** A seed of their own: the rest of the demo shop's chance is the same with and without recharges. */
const seed = 0x52454348

/** Amounts in fen. The last one is for a member's first recharge. */
const plans = [
  { title: '充 50 元', amount: 5000, gift: 0, score: 50, weight: 20 },
  { title: '充 100 元送 5 元', amount: 10_000, gift: 500, score: 100, weight: 30, label: '热门', color: '#e5484d' },
  { title: '充 200 元送 15 元', amount: 20_000, gift: 1500, score: 200, weight: 22 },
  { title: '充 500 元送 50 元', amount: 50_000, gift: 5000, score: 600, weight: 14, label: '推荐', color: '#f5a524' },
  { title: '充 1000 元送 150 元', amount: 100_000, gift: 15_000, score: 1500, weight: 6, label: '超值', color: '#30a46c' },
  { title: '新人充 30 元送 9 元', amount: 3000, gift: 900, score: 100, weight: 0, label: '新人', color: '#3e63dd', first: true },
] as const
const newcomer = plans.length

/** Makes the recharge plans of the demo shop and plans the orders of ninety days: paid, confirmed by hand, not paid, cancelled, refunded. */
export async function seedRecharges(trx: Writer, world: World, orders: readonly OrderPlan[]): Promise<void> {
  const random = randomFrom(seed)
  await insert(
    trx,
    'shop_recharge_plan',
    plans.map((plan, i) => row(plan, i, world.now)),
  )
  const outcomes = random.shuffled(
    keysOf(counts)
      .filter((each) => each !== 'toPay')
      .flatMap((each) => Array<Outcome>(counts[each]).fill(each)),
  )
  const times = outcomes.map(() => orderTime(random, world.now, 89 * day, 2 * hour)).sort((a, b) => a - b)
  const planned = [
    ...outcomes.map((outcome, i) => ({ outcome, time: times[i] ?? world.now })),
    ...Array.from({ length: counts.toPay }, (_, i) => ({ outcome: 'toPay' as const, time: world.now - (i + 1) * 4 * minute })),
  ]
  const spending = new Set(orders.filter((order) => order.payType === 'balance').map((order) => order.member.id))
  const known = new Set<number>()
  for (const { outcome, time } of planned) {
    const joined = world.members.filter((member) => member.joined < time)
    // A refund needs the whole of it on the balance: somebody who pays with it may be quicker.
    const member = random.pick(outcome === 'refunded' ? joined.filter((each) => !spending.has(each.id)) : joined)
    const planId =
      !known.has(member.id) && random.chance(25) ? newcomer : random.weighted(plans.map((plan, i) => [i + 1, plan.weight]))
    known.add(member.id)
    play(world, random, { outcome, time, member, planId })
  }
  // A coupon that came to the largest plan only now: nobody has bought it with one yet.
  world.at(world.now, (t) =>
    sql`update shop_recharge_plan set gift_coupon_ids = array[1]::int[], update_time = ${world.now} where id = 5`.execute(t),
  )
}

/** Plans one order and what becomes of it. */
function play(
  world: World,
  random: Random,
  { outcome, time, member, planId }: { outcome: Outcome; time: number; member: DemoMember; planId: number },
): void {
  const made: MadeRecharge = { id: 0, orderNo: '', amount: 0 }
  const own = (env: CommandContext): CommandContext => ({ ...env, random: random.int })
  world.at(time, async (t) => {
    Object.assign(made, await createRecharge(t, { planId, userId: member.id }, own(world.asMember(time, member))))
  })
  if (outcome === 'cancelled') {
    const end = time + unpaidSeconds
    if (random.chance(70)) world.at(end, (t) => timeOutRecharge(t, made.id, world.asShop(end)))
    else
      world.at(time + 6 * minute, (t) => cancelRecharge(t, { orderNo: made.orderNo }, world.asMember(time + 6 * minute, member)))
  } else if (outcome !== 'toPay') {
    const paid = time + random.between(30, 20 * minute)
    const payType = random.weighted([['wechat', 60] as const, ['alipay', 34] as const, ['offline', 6] as const])
    const digits = String(random.int(1_000_000_000)).padStart(9, '0') + String(random.int(1_000_000_000)).padStart(9, '0')
    const tradeNo = payType === 'offline' ? `对公${digits.slice(9)}` : `${payType === 'wechat' ? '4201' : '2027'}${digits}`
    const env = payType === 'offline' ? world.asStaff(paid, 'finance') : world.asShop(paid)
    world.at(paid, (t) => payRecharge(t, { orderNo: made.orderNo, amount: made.amount, payType, tradeNo }, env))
    if (outcome === 'refunded') {
      const back = paid + 40 * minute
      const reason = '会员充错账号，申请退回'
      world.at(back, (t) =>
        refundRecharge(t, { orderNo: made.orderNo, amount: made.amount, reason }, world.asStaff(back, 'finance')),
      )
    }
  }
}

function row(plan: (typeof plans)[number], i: number, now: number): Record<string, unknown> {
  const isFirst = 'first' in plan
  return {
    title: plan.title,
    amount: plan.amount,
    gift_money: plan.gift,
    gift_score: plan.score,
    gift_coupon_ids: [],
    level_ids: [],
    per_limit: isFirst ? 1 : 0,
    new_only: isFirst ? 1 : 0,
    label: 'label' in plan ? plan.label : '',
    color: 'color' in plan ? plan.color : '',
    start_time: null,
    end_time: isFirst ? now + 90 * day : null,
    weigh: plans.length - i,
    status: 1,
    sold: 0,
    income: 0,
    create_time: now - 95 * day,
    update_time: now - 95 * day,
  }
}
