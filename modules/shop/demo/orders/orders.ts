import type { PayType } from '../../server/order/pay.ts'
import { day, hour, minute, orderTime } from '../clock.ts'
import type { DemoSku } from '../goods/goods.ts'
import type { DemoMember } from '../members/members.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'

/** What becomes of an order by the demo's own time. */
export type Outcome =
  | 'toPay'
  | 'toShip'
  | 'partlyShipped'
  | 'applyCancel'
  | 'toReceive'
  | 'toEvaluate'
  | 'complete'
  | 'timedOut'
  | 'memberCancelled'
  | 'cancelAgreed'
  | 'refundedUnshipped'
  | 'refundedReturned'
  | 'closedUnpaid'
  | 'closedPaid'

export interface OrderPlan {
  outcome: Outcome
  /** When it is placed. */
  time: number
  member: DemoMember
  lines: { skuId: number; quantity: number }[]
  /** Fen of the goods. */
  goods: number
  /** How it is paid, if it is. */
  payType: PayType
  /** The coupon receipt it is placed with, if any; its key is known once it was collected. */
  coupon?: { id: number }
  /** Known once it is placed. */
  id: number
  orderNo: string
}

/** How many orders end up how (1 200 in all), and how many seconds ago such an order may have been placed, at least and at most. */
const outcomes: readonly (readonly [Outcome, count: number, from: number, to: number])[] = [
  ['toPay', 36, 4 * minute, 23 * hour],
  ['toShip', 85, 45 * minute, 5 * day],
  ['partlyShipped', 11, 30 * hour, 5 * day],
  ['applyCancel', 12, 4 * hour, 4 * day],
  ['toReceive', 120, 36 * hour, 10.4 * day],
  ['toEvaluate', 84, 4 * day, 21 * day],
  ['complete', 744, 7 * day, 90 * day],
  ['timedOut', 52, 26 * hour, 89 * day],
  ['memberCancelled', 18, 3 * hour, 89 * day],
  ['cancelAgreed', 14, 3 * day, 89 * day],
  ['refundedUnshipped', 8, 5 * day, 88 * day],
  ['refundedReturned', 6, 16 * day, 88 * day],
  ['closedUnpaid', 3, 2 * day, 80 * day],
  ['closedPaid', 7, 3 * day, 80 * day],
]

/** Of 300 members these many ever bought, and the first of them buy far more than the others. */
const buyers = 186
const regulars = 20

/** Plans all orders: when, by whom, what. In the order of time. */
export function planOrders(world: Pick<World, 'random' | 'now' | 'members' | 'skus'>): OrderPlan[] {
  const { random, now } = world
  const times = outcomes.flatMap(([outcome, count, from, to]) =>
    Array.from({ length: count }, () => ({ outcome, time: orderTime(random, now, Math.round(to), Math.round(from)) })),
  )
  times.sort((a, b) => a.time - b.time)
  const choose = memberChooser(world, times.length)
  const payTypes: readonly (readonly [PayType, number])[] = [
    ['balance', 25],
    ['wechat', 50],
    ['alipay', 23],
    ['offline', 2],
  ]
  return times.map(({ outcome, time }) => {
    const lines = planLines(random, world.skus, outcome)
    const goods = lines.reduce((sum, line) => sum + line.sku.price * line.quantity, 0)
    const bought = lines.map(({ sku, quantity }) => ({ skuId: sku.id, quantity }))
    return { outcome, time, member: choose(time), lines: bought, goods, payType: random.weighted(payTypes), id: 0, orderNo: '' }
  })
}

/** Regular buyers make 30 % of the orders; every other buyer buys at least once, soon after they joined or later. */
function memberChooser(
  { random, members, now }: Pick<World, 'random' | 'now' | 'members'>,
  orders: number,
): (time: number) => DemoMember {
  const old = members.filter((member) => member.joined < now - 91 * day)
  const top = random.shuffled(old).slice(0, regulars)
  const others = random
    .shuffled(members.filter((member) => !top.includes(member) && member.joined < now - 2 * day))
    .slice(0, buyers - regulars)
  const waiting = [...others].sort((a, b) => a.joined - b.joined)
  let left = orders
  return (time) => {
    const due = waiting[0]
    const hurry = waiting.length >= left-- || random.chance(20)
    if (due && due.joined < time && hurry) return waiting.shift() ?? due
    if (random.chance(31)) return random.pick(top)
    const here = others.filter((member) => member.joined < time)
    return random.pick(here.length > 0 ? here : top)
  }
}

/** One to five lines of different SKUs, mostly one unit each; a part shipment needs two lines at least. */
function planLines(random: Random, skus: readonly DemoSku[], outcome: Outcome): { sku: DemoSku; quantity: number }[] {
  const drawn = random.weighted([
    [1, 50],
    [2, 30],
    [3, 12],
    [4, 5],
    [5, 3],
  ])
  const count = outcome === 'partlyShipped' ? Math.max(2, drawn) : drawn
  const chosen = new Map<number, { sku: DemoSku; quantity: number }>()
  const weights = skus.map((sku): [DemoSku, number] => [sku, sku.price > 300_000 ? sku.wanted / 4 : sku.wanted])
  while (chosen.size < count) {
    const sku = random.weighted(weights)
    chosen.set(sku.id, {
      sku,
      quantity:
        sku.price > 100_000
          ? 1
          : random.weighted([
              [1, 80],
              [2, 15],
              [3, 5],
            ]),
    })
  }
  return [...chosen.values()]
}
