import { sql } from 'kysely'
import { type CommandContext, rowOf, rowsOf, systemContext } from '../../../../server/core/command.ts'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import { grantLevelCoupon } from '../coupon/grant.ts'
import type { ShopUserRow } from '../rows.generated.ts'
import { type LevelRow, lockMember, type MemberRow } from './row.ts'

const day = 86_400

/** Levels that members can be moved to, the highest growth first. */
export function levelsInUse(trx: Writer): Promise<LevelRow[]> {
  return rowsOf(trx, sql<LevelRow>`select * from shop_user_level where status = 1 order by growth desc, level desc`)
}

/** What becomes of a member's level: where to, until when it is kept, and which levels were reached on the way. Null: nothing. */
export interface LevelMove {
  to: LevelRow
  /** Unix seconds; null: for ever. */
  until: number | null
  reached: readonly LevelRow[]
}

/**
 * The level of a member by growth. It rises at once; it falls when the time for which it was kept is over, or at once on a
 * recalculation that somebody asked for (`recalculate`). A locked level stays. Pure.
 */
export function levelFor(
  member: MemberRow,
  levels: readonly LevelRow[],
  current: LevelRow | undefined,
  { now, recalculate = false }: { now: number; recalculate?: boolean },
): LevelMove | null {
  const to = levels.find((level) => level.growth <= member.growth) ?? levels.at(-1)
  if (member.level_lock === 1 || !to) return null
  const from = current?.level ?? 0
  const isOver = member.level_until !== null && member.level_until <= now
  const rises = to.level > from
  if (to.level === from && !isOver) return null
  if (to.level < from && !isOver && !recalculate) return null
  const reached = rises ? levels.filter((level) => level.level > from && level.level <= to.level).reverse() : []
  return { to, until: to.keep_days > 0 ? now + to.keep_days * day : null, reached }
}

/** Gives a member the level of their growth, and the coupons of levels reached for the first time. Their account is locked or not needed. */
export async function checkLevel(trx: Writer, userId: number, env: CommandContext, recalculate = false): Promise<boolean> {
  const member = await lockMember(trx, userId)
  const current = await rowOf(trx, sql<LevelRow>`select * from shop_user_level where id = ${member.level_id}`)
  const move = levelFor(member, await levelsInUse(trx), current, { now: env.now, recalculate })
  if (!move) return false
  await sql`update shop_user set level_id = ${move.to.id}, level_until = ${move.until}, update_time = ${env.now} where id = ${member.id}`.execute(
    trx,
  )
  const coupons = [...new Set(move.reached.flatMap((level) => level.coupon_ids))].sort((a, b) => a - b)
  for (const couponId of coupons) await grantLevelCoupon(trx, { couponId, userId: member.id }, systemContext(env))
  return move.to.id !== member.level_id
}

/** Members whose level was kept until now. */
export function levelsOver(trx: Writer, now: number, limit: number): Promise<{ id: number }[]> {
  return rowsOf(
    trx,
    sql<
      Pick<ShopUserRow, 'id'>
    >`select id from shop_user where level_until <= ${now} and level_lock = 0 order by level_until nulls first, id limit ${limit}
      for no key update skip locked`,
  )
}

/** What the member's level takes off an order. */
export interface LevelOff {
  /** Fen off each line, in the order's order. */
  lines: readonly number[]
  total: number
  freeDelivery: boolean
}

/** What the member's level takes off lines of these amounts (fen). Goods that level discounts leave out keep their price. */
export async function levelOff(
  trx: Reader,
  userId: number,
  lines: readonly { goodsId: number; amount: number }[],
): Promise<LevelOff> {
  const level = await rowOf(
    trx,
    sql<{ discount: number; free: number; goods: number[] }>`select l.discount::int as discount, l.free_delivery as free,
        array(select g.id from shop_goods g where g.id = any(${lines.map((line) => line.goodsId)}::int[]) and g.level_discount = 1) as goods
      from shop_user s join shop_user_level l on l.id = s.level_id where s.id = ${userId} and l.status = 1`,
  )
  const off = lines.map(({ goodsId, amount }) => (level?.goods.includes(goodsId) ? percentOff(amount, level.discount) : 0))
  return { lines: off, total: off.reduce((sum, each) => sum + each, 0), freeDelivery: level?.free === 1 }
}

/** Fen off an amount of which `percent` are left to pay; parts of a fen are the shop's. */
export function percentOff(amount: number, percent: number): number {
  return Number((BigInt(amount) * BigInt(100 - percent)) / 100n)
}

/** Points of an order for a member: as many times as their level says, in tenths, without parts of a point. */
export async function memberPoints(trx: Writer, userId: number, points: number): Promise<number> {
  const level = await rowOf(
    trx,
    sql<{
      tenths: number
    }>`select round(l.score_rate * 10)::int as tenths from shop_user s join shop_user_level l on l.id = s.level_id
      where s.id = ${userId} and l.status = 1`,
  )
  return Math.floor((points * (level?.tenths ?? 10)) / 10)
}
