import { sql } from 'kysely'
import { type CommandContext, rowsOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { areaCodes } from '../../../../server/core/regions.ts'
import type { UserRow } from '../../../../server/core/rows.generated.ts'
import { exchangePoints, type Receiver } from '../../server/points/exchange.ts'
import { moveGoods } from '../../server/points/row.ts'
import { signIn } from '../../server/points/sign.ts'
import { cancelPointsOrder, deliverPointsOrder, receivePointsOrder } from '../../server/points/steps.ts'
import type { PointsGoodsRow, PointsOrderRow } from '../../server/rows.generated.ts'
import { day, hour, minute, officeTime } from '../clock.ts'
import { companies } from '../goods/catalogue.ts'
import { insert } from '../goods/goods.ts'
import type { OrderPlan } from '../orders/orders.ts'
import { type Random, randomFrom } from '../random.ts'
import type { World } from '../world.ts'
import type { DemoMember } from './members.ts'
import { place } from './people.ts'
import { pointsGoods, pointsGoodsRows, pointsRules } from './pointsCatalogue.ts'

/** A seed of their own: the rest of the demo shop is the same whatever chance does here. */
const seed = 0x504f494e
/** How many exchanges end up how (screen catalogue, chapter H): 90 in all, of which coupons and money are complete at once. */
const counts = { toShip: 9, toReceive: 11, received: 39, cancelled: 4, money: 12 }
/** Coupons among the demo's receipts that were paid for with points. */
export const couponsForPoints = 15
/** Members who sign in day after day, and for how many days at least and at most. */
const habits = { members: 90, least: 3, most: 24 }

type Fate = 'toShip' | 'toReceive' | 'received' | 'cancelled' | 'give'

/**
 * Makes the rules and goods of the points mall and plans who signs in and who exchanges points for what. Members do so after the last order
 * they place, so that no order has other amounts by it.
 */
export async function seedPoints(trx: Writer, world: World, plans: readonly OrderPlan[]): Promise<void> {
  const { now } = world
  await insert(
    trx,
    'points_rule',
    pointsRules.filter((rule) => rule.event === 'register' || rule.event === 'sign_in').map(ruleRow(now - 400 * day)),
  )
  await insert(trx, 'points_goods', pointsGoodsRows(now))
  await sql`insert into points_stock_log (goods_id, delta, before, after, reason, create_time, update_time)
    select id, stock, 0, stock, 'manual', create_time, create_time from points_goods where stock > 0 order by id`.execute(trx)
  const mall = new Mall(world, plans)
  mall.planSignIns()
  for (const [fate, count] of [
    ['toShip', counts.toShip],
    ['toReceive', counts.toReceive],
    ['received', counts.received],
    ['cancelled', counts.cancelled],
  ] as const)
    for (let n = 0; n < count; n++) mall.planExchange('goods', fate)
  for (let n = 0; n < couponsForPoints; n++) mall.planExchange('coupon', 'give')
  for (let n = 0; n < counts.money; n++) mall.planExchange('money', 'give')
  const gone = pointsGoods.flatMap((goods, i) => (goods.soldOut ? [i + 1] : []))
  world.at(now - hour, async (t) => {
    for (const { id, stock } of await rowsOf(
      t,
      sql<
        Pick<PointsGoodsRow, 'id' | 'stock'>
      >`select id, stock from points_goods where id = any(${gone}::int[]) and stock > 0 for update`,
    ))
      await moveGoods(
        t,
        { goodsId: id, delta: -stock, sales: 0, reason: 'manual', memo: '门店领用' },
        world.asStaff(now - hour, 'manager'),
      )
  })
  // The other rules are new: nothing was given by them yet.
  const later = pointsRules.filter((rule) => !['register', 'sign_in', 'order_complete'].includes(rule.event))
  world.at(now, (t) => insert(t, 'points_rule', later.map(ruleRow(now))))
}

const ruleRow = (time: number) => (rule: (typeof pointsRules)[number]) => ({
  ...rule,
  status: 1,
  create_time: time,
  update_time: time,
})

/** Plans what members do with their points, by a stream of chance of its own. */
class Mall {
  readonly #world: World
  readonly #random: Random = randomFrom(seed)
  /** When each member places their last order, by key. */
  readonly #last = new Map<number, number>()

  constructor(world: World, plans: readonly OrderPlan[]) {
    this.#world = world
    for (const { member, time } of plans) this.#last.set(member.id, Math.max(time, this.#last.get(member.id) ?? 0))
  }

  #env(env: CommandContext): CommandContext {
    return { ...env, random: this.#random.int }
  }

  /** Members who had joined by then, some minutes ago at least, and order nothing any more. */
  #free(time: number): DemoMember[] {
    return this.#world.members.filter(({ id, joined }) => Math.max(joined, this.#last.get(id) ?? 0) < time - 10 * minute)
  }

  planSignIns(): void {
    const world = this.#world
    const random = this.#random
    const seen = new Map<number, number>()
    for (let n = 0; n < habits.members; n++) {
      const length = random.between(habits.least, habits.most)
      const first = world.now - random.between(length + 1, 80) * day
      const member = random.pick(this.#free(first))
      const from = Math.max(first, (seen.get(member.id) ?? 0) + 2 * day)
      for (let i = 0; i < length; i++) {
        // Each in an hour of its own day of Shanghai.
        const time = Math.floor((from + i * day + 8 * hour) / day) * day - 8 * hour + random.between(6 * hour, 23 * hour)
        if (time > world.now - hour) break
        world.at(time, (trx) => signIn(trx, member.id, this.#env(world.asMember(time, member))))
        seen.set(member.id, time)
      }
    }
  }

  planExchange(type: 'goods' | 'coupon' | 'money', fate: Fate): void {
    const world = this.#world
    const random = this.#random
    const ago = { toShip: [2, 30], toReceive: [30, 200], received: [400, 1900], cancelled: [60, 1900], give: [3, 660] } as const
    const [from, to] = ago[fate]
    const time = world.now - random.between(from * hour, to * hour)
    const made = { id: 0 }
    world.at(time, async (trx) => {
      made.id = await this.#exchange(trx, type, time)
    })
    if (fate === 'cancelled') {
      const reason = random.pick(['会员不想要了', '地址无法送达', '重复兑换'])
      const at = time + random.between(hour, 20 * hour)
      world.at(at, (trx) => cancelPointsOrder(trx, { orderId: made.id, reason }, world.asStaff(at, 'manager')))
    }
    if (fate === 'toReceive' || fate === 'received') this.#planParcel(made, time, fate)
  }

  #planParcel(made: { id: number }, time: number, fate: Fate): void {
    const world = this.#world
    const random = this.#random
    const shipped = Math.min(officeTime(random, time + random.between(2 * hour, 20 * hour)), world.now - 20 * minute)
    const company = random.int(4)
    const trackingNo = (companies[company]?.form ?? '').replace(/#/g, () => String(random.int(10)))
    const parcel = { companyId: company + 1, trackingNo }
    world.at(shipped, (trx) => deliverPointsOrder(trx, { orderId: made.id, ...parcel }, world.asStaff(shipped, 'packer')))
    if (fate !== 'received') return
    const bySystem = random.chance(30)
    const at = bySystem ? shipped + 10 * day : shipped + random.between(2 * day, 6 * day)
    world.at(at, async (trx) => {
      const [order] = await rowsOf(
        trx,
        sql<Pick<PointsOrderRow, 'user_id'>>`select user_id from points_order where id = ${made.id}`,
      )
      const member = world.members.find(({ id }) => id === order?.user_id)
      const env = bySystem || !member ? world.asShop(at) : world.asMember(at, member)
      await receivePointsOrder(trx, { orderId: made.id }, env)
    })
  }

  /** A member who has enough points for one of the goods of this kind that are offered gets it; gives the order's key. */
  async #exchange(trx: Writer, type: 'goods' | 'coupon' | 'money', time: number): Promise<number> {
    const random = this.#random
    const free = this.#free(time)
    const goods = await rowsOf(
      trx,
      sql<
        Pick<PointsGoodsRow, 'id' | 'score' | 'money' | 'per_limit'>
      >`select id, score, money, per_limit from points_goods where type = ${type} and stock > 0 and cardinality(level_ids) = 0
        and (start_time is null or start_time <= ${time}) and (end_time is null or end_time > ${time}) order by score, id`,
    )
    const wished = random.int(goods.length)
    // What they wish for, else the next cheaper, at last the dearer ones.
    const order = [...goods.slice(0, wished + 1).reverse(), ...goods.slice(wished + 1)]
    for (const one of order) {
      const able = await rowsOf(
        trx,
        sql<
          Pick<UserRow, 'id'>
        >`select u.id from "user" u where u.id = any(${free.map((each) => each.id)}::int[]) and u.score >= ${one.score} and u.money >= ${one.money}
          and (${one.per_limit}::int = 0 or ${one.per_limit}::int > (select count(*) from points_order o where o.user_id = u.id and o.goods_id = ${one.id}))
          order by u.id`,
      )
      const chosen = able.length > 0 ? random.pick(able) : undefined
      const member = free.find(({ id }) => id === chosen?.id)
      if (!member) continue
      const receiver = type === 'goods' ? { receiver: this.#receiver(member) } : {}
      const exchange = { userId: member.id, goodsId: one.id, quantity: 1, ...receiver }
      return (await exchangePoints(trx, exchange, this.#env(this.#world.asMember(time, member)))).id
    }
    throw new Error(`nobody in the demo shop has points for ${type}`)
  }

  #receiver(member: DemoMember): Receiver {
    for (;;) {
      const { city, address } = place(this.#random)
      const codes = areaCodes(city)
      if (codes) return { name: member.name, mobile: member.mobile, city: codes, address }
    }
  }
}
