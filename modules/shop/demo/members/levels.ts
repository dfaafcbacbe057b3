import { sql } from 'kysely'
import { rowsOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { UserRow } from '../../../../server/core/rows.generated.ts'
import { recomputeSome } from '../../server/member/recompute.ts'
import type { ShopUserRow } from '../../server/rows.generated.ts'
import { insert } from '../goods/goods.ts'
import type { OrderPlan } from '../orders/orders.ts'
import type { World } from '../world.ts'

/** The levels above the lowest, and how many of the 300 members hold each (screen catalogue, chapter H); the others hold the lowest. */
const levels = [
  { name: '银卡会员', icon: 'pi pi-star', color: '#748ffc', count: 80, discount: 100, rate: '1.0', birthday: 50, keep: 365 },
  {
    name: '金卡会员',
    icon: 'pi pi-star-fill',
    color: '#f59f00',
    count: 40,
    discount: 100,
    rate: '1.2',
    birthday: 100,
    keep: 365,
  },
  { name: '白金会员', icon: 'pi pi-crown', color: '#0ca678', count: 15, discount: 100, rate: '1.5', birthday: 200, keep: 365 },
  { name: '黑金会员', icon: 'pi pi-verified', color: '#343a40', count: 5, discount: 90, rate: '2.0', birthday: 500, keep: 0 },
] as const
const blockedMembers = 3

/**
 * The shop brings in its levels at the demo's own time: the growth that each needs is a round number between the members who are to hold it and
 * the next, and the members move there by the step that works levels out anew. Some members are blocked.
 */
export async function seedLevels(trx: Writer, world: World, plans: readonly OrderPlan[]): Promise<void> {
  const { now } = world
  const members = await rowsOf(
    trx,
    sql<Pick<ShopUserRow, 'id' | 'growth'>>`select id, growth from shop_user order by growth desc, id`,
  )
  const borders: { growth: number; surplus: number[] }[] = []
  let above = 0
  for (const { count } of [...levels].reverse()) {
    above += count
    const [least, next] = [members[above - 1]?.growth ?? 0, members[above]?.growth ?? 0]
    const growth = least > next ? roundBetween(next, least) : least
    // Members with the same growth as the last of a level are kept below it by hand.
    borders.unshift({ growth, surplus: members.slice(above).flatMap((each) => (each.growth >= growth ? [each.id] : [])) })
  }
  await insert(
    trx,
    'shop_user_level',
    levels.map((level, i) => row(level, i + 2, borders[i]?.growth ?? 0, now)),
  )
  await recomputeSome(trx, { levels: [1], after: 0, limit: members.length + 1 }, world.asShop(now))
  for (const [i, { surplus }] of borders.entries())
    if (surplus.length > 0)
      await sql`update shop_user set level_id = ${i + 1}, level_lock = 1, level_until = null, update_time = ${now}
        where id = any(${surplus}::int[]) and level_id = ${i + 2}`.execute(trx)
  await markMembers(trx, world, plans)
}

/** The roundest number above `low` and not above `high`. */
function roundBetween(low: number, high: number): number {
  for (let unit = 1_000_000; unit > 1; unit /= 10) {
    const rounded = Math.floor(high / unit) * unit
    if (rounded > low) return rounded
  }
  return high
}

/** What people of the shop noted about members: who is blocked, the best ones, those who return much. */
async function markMembers(trx: Writer, { members, now }: World, plans: readonly OrderPlan[]): Promise<void> {
  const bought = new Set(plans.map((plan) => plan.member.id))
  const disabled = await rowsOf(trx, sql<Pick<UserRow, 'id'>>`select id from "user" where status = 'disable'`)
  const idle = members.filter(({ id }) => !bought.has(id) && !disabled.some((each) => each.id === id))
  const blocked = idle.slice(-blockedMembers).map((member) => member.id)
  await sql`update shop_user set blocked = 1, block_reason = '多次恶意下单', update_time = ${now} where id = any(${blocked}::int[])`.execute(
    trx,
  )
  await sql`update shop_user set tags = array['vip'], update_time = ${now} where level_id = 5`.execute(trx)
  await sql`update shop_user set tags = tags || array['returns'], note = '退货较多，发货前电话确认', update_time = ${now}
    where refund_total > 0 and id in (select user_id from shop_refund group by user_id having count(*) > 1)`.execute(trx)
  await sql`update shop_user set tags = tags || array['wholesale'], update_time = ${now}
    where id in (select id from "user" where group_id = 2)`.execute(trx)
}

function row(level: (typeof levels)[number], place: number, growth: number, now: number): Record<string, unknown> {
  return {
    name: level.name,
    level: place,
    icon: level.icon,
    image: '',
    color: level.color,
    growth,
    discount: level.discount,
    score_rate: level.rate,
    free_delivery: place === 5 ? 1 : 0,
    coupon_ids: [],
    birthday_score: level.birthday,
    keep_days: level.keep,
    rights: JSON.stringify([
      { key: '积分', value: `${level.rate} 倍` },
      { key: '生日积分', value: String(level.birthday) },
      ...(level.discount < 100 ? [{ key: '会员价', value: `${level.discount / 10} 折` }] : []),
    ]),
    description: '',
    status: 1,
    create_time: now,
    update_time: now,
  }
}
