import { sql } from 'kysely'
import { type CommandContext, rowOf, rowsOf } from '../../../../server/core/command.ts'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { wireZone } from '../../../../src/schemas/kinds/clock.ts'
import type { Counted } from '../command.ts'
import { isTold, notifyMember } from '../notices/members.ts'
import { ShopCouponReceiveStatus } from '../options.generated.ts'
import type {
  ShopCouponCenterRow,
  ShopCouponCodeRow,
  ShopCouponLogRow,
  ShopCouponReceiveRow,
  ShopUserRow,
} from '../rows.generated.ts'
import { asKept } from './codes.ts'
import { type CouponGrantRow, type CouponRow, codeOf, couponGrantMachine, isNewMember, lockCoupon } from './row.ts'

interface Gift {
  /** Each as often as they are named. */
  users: readonly number[]
  source: CouponGrantRow['source']
  action: ShopCouponLogRow['action']
  centerId?: number
  /** Of the log. */
  note?: string
}

/**
 * E5 – → 1: a receipt for each of `users`, with its validity fixed, and as many fewer left; all or none. The
 * coupon is locked. Gives the receipts' keys.
 */
export async function grantCoupons(
  trx: Writer,
  coupon: CouponRow,
  { users, source, action, centerId, note = '' }: Gift,
  env: CommandContext,
): Promise<number[]> {
  const { start, end } = await reserveCoupons(trx, coupon, users.length, env.now)
  const codes = users.map(() => codeOf(env, 16))
  const rows = await rowsOf(
    trx,
    sql<Pick<ShopCouponReceiveRow, 'id'>>`with made as (
        insert into shop_coupon_receive (coupon_id, user_id, center_id, code, source, status, valid_start, valid_end, create_time, update_time)
        select ${coupon.id}::int, g.user_id, ${centerId ?? null}::int, g.code, ${source}, ${ShopCouponReceiveStatus.unused}::smallint,
          ${start}::bigint, ${end}::bigint, ${env.now}::bigint, ${env.now}::bigint
        from unnest(${users}::int[], ${codes}::text[]) with ordinality as g(user_id, code, n) order by g.n returning id)
      ${couponGrantMachine.started(sql.ref('made'), { action, to: ShopCouponReceiveStatus.unused, note }, env)} order by id returning receive_id as id`,
  )
  const ids = rows.map((row) => row.id)
  if (toldOf.includes(source)) await notifyOfCoupons(trx, coupon, { users, ids }, env)
  return ids
}

/** Receipts that members do not ask for. */
const toldOf: readonly CouponGrantRow['source'][] = ['send', 'register', 'recharge', 'level']

/** Tells each member of the coupons they were given, in one short message. `ids` are those of the receipts, in the order of `users`. */
export async function notifyOfCoupons(
  trx: Writer,
  coupon: Pick<CouponRow, 'id'>,
  { users, ids }: { users: readonly number[]; ids: readonly number[] },
  env: CommandContext,
): Promise<void> {
  if (env.silent || !(await isTold(trx, 'coupon_given'))) return
  for (const userId of new Set(users)) {
    const data = { quantity: users.filter((id) => id === userId).length }
    const about = { shop_coupon: coupon.id, shop_coupon_receive: ids[users.indexOf(userId)] }
    await notifyMember(trx, { event: 'coupon_given', userId, data, about }, env)
  }
}

/** As many receipts of the coupon, which is locked, are given away; gives from when and until when they can be used. */
async function reserveCoupons(
  trx: Writer,
  coupon: CouponRow,
  wanted: number,
  now: number,
): Promise<{ start: number; end: number }> {
  const valid = requireGivable(coupon, wanted, now)
  await sql`update shop_coupon set received = received + ${wanted}::int, remaining = remaining - ${wanted}::int,
      update_time = ${now} where id = ${coupon.id}`.execute(trx)
  return valid
}

/**
 * E5 send, of one: the columns of a receipt that is about to be added for a member, by a form or a line of a file. Like every send it is
 * bounded by what is left of the coupon, and reaches nobody who is disabled.
 */
export async function plannedReceipt(trx: Writer, wish: { couponId: number; userId: number }, env: CommandContext) {
  const coupon = await lockCoupon(trx, wish.couponId)
  const member = await rowOf(
    trx,
    sql`select 1 from "user" where id = ${wish.userId} and status = 'enable' and delete_time is null`,
  )
  if (!member) throw new Refused('coupon.memberDisabled')
  const { start, end } = await reserveCoupons(trx, coupon, 1, env.now)
  return {
    code: codeOf(env, 16),
    source: 'send',
    status: ShopCouponReceiveStatus.unused,
    valid_start: start,
    valid_end: end,
  } as const
}

/** Refuses unless as many receipts of the coupon can be given now; gives from when and until when they can be used. */
export function requireGivable(coupon: CouponRow, wanted: number, now: number): { start: number; end: number } {
  if (coupon.status !== 1) throw new Refused('coupon.stopped')
  if (coupon.remaining === 0) throw new Refused('coupon.usedUp')
  if (coupon.remaining < wanted) throw new Refused('coupon.tooFew', { left: coupon.remaining, wanted })
  return validity(coupon, now)
}

/** From when and until when a receipt that is given now can be used. Refuses a coupon whose time is over. */
function validity(coupon: CouponRow, now: number): { start: number; end: number } {
  if (coupon.valid_type === 2) return { start: now, end: now + (coupon.valid_days ?? 0) * 86_400 }
  const end = coupon.valid_end ?? 0
  if (end <= now) throw new Refused('coupon.expired')
  return { start: coupon.valid_start ?? now, end }
}

/** Refuses a coupon outside of its time of collecting. */
export function requireOpen(coupon: Pick<CouponRow, 'receive_start' | 'receive_end'>, now: number): void {
  if (coupon.receive_start !== null && now < coupon.receive_start) throw new Refused('coupon.notYet')
  if (coupon.receive_end !== null && now >= coupon.receive_end) throw new Refused('coupon.over')
}

/** What members themselves must fulfil: the time of collecting, levels, the limit per member, new members only. */
export async function requireMay(
  trx: Reader,
  coupon: CouponRow,
  { userId, newOnly = false }: { userId: number; newOnly?: boolean },
  env: CommandContext,
): Promise<void> {
  requireOpen(coupon, env.now)
  const member = await rowOf(
    trx,
    sql<{
      enabled: boolean
      is_new: boolean
      has: number
    }>`select u.status = 'enable' as enabled, ${isNewMember(sql`u.id`)} as is_new,
        (select count(*)::int from shop_coupon_receive r where r.coupon_id = ${coupon.id} and r.user_id = u.id) as has
      from "user" u where u.id = ${userId} and u.delete_time is null`,
  )
  if (!member) throw new Refused('shop.noMember')
  if (!member.enabled) throw new Refused('shop.memberDisabled')
  if (coupon.level_ids.length > 0) await requireLevel(trx, coupon.level_ids, userId)
  if ((newOnly || coupon.new_only === 1) && !member.is_new) throw new Refused('coupon.newOnly')
  if (member.has >= coupon.per_limit) throw new Refused('coupon.perLimit', { max: coupon.per_limit })
}

/** E5 collect: a member takes a coupon that the coupon centre currently offers. Returns the grant's key. */
export async function collectCoupon(
  trx: Writer,
  input: { centerId: number; userId: number },
  env: CommandContext,
): Promise<number> {
  const offer = await rowOf(
    trx,
    sql<ShopCouponCenterRow>`select * from shop_coupon_center where id = ${input.centerId} and status = 1
      and start_time <= ${env.now} and end_time > ${env.now} and position && array['center', 'home', 'goods']::text[]`,
  )
  if (!offer) throw new Refused('coupon.noOffer')
  return takeOffer(trx, offer, { userId: input.userId, source: 'center', action: 'collect' }, env)
}

/** Coupons and offers for levels are for members of one of these. */
async function requireLevel(trx: Reader, levels: readonly number[], userId: number): Promise<void> {
  const level = await rowOf(trx, sql<Pick<ShopUserRow, 'level_id'>>`select level_id from shop_user where id = ${userId}`)
  if (!levels.includes(level?.level_id ?? 0)) throw new Refused('coupon.levelOnly')
}

async function takeOffer(
  trx: Writer,
  offer: ShopCouponCenterRow,
  { userId, ...gift }: Pick<Gift, 'source' | 'action'> & { userId: number },
  env: CommandContext,
): Promise<number> {
  const coupon = await lockCoupon(trx, offer.coupon_id)
  if (coupon.code_mode === 'code') throw new Refused('coupon.codeOnly')
  if (offer.audience === 'level') await requireLevel(trx, offer.level_ids, userId)
  await requireMay(trx, coupon, { userId, newOnly: offer.audience === 'new' }, env)
  if (offer.daily_quota > 0) await requireQuota(trx, offer, env)
  const [id] = await grantCoupons(trx, coupon, { ...gift, users: [userId], centerId: offer.id }, env)
  return id ?? 0
}

/** The day is that of the shop's zone. The coupon's lock keeps others from counting at the same time. */
async function requireQuota(trx: Writer, offer: ShopCouponCenterRow, env: CommandContext): Promise<void> {
  const today = await rowOf(
    trx,
    sql<Counted>`select count(*)::int as n from shop_coupon_receive where center_id = ${offer.id} and create_time >=
      extract(epoch from date_trunc('day', to_timestamp(${env.now}::bigint) at time zone ${wireZone()}::text) at time zone ${wireZone()}::text)`,
  )
  if ((today?.n ?? 0) >= offer.daily_quota) throw new Refused('coupon.dailyQuota')
}

/** E5 exchange code: a code is valid once. Returns the grant's key. */
export async function exchangeCode(trx: Writer, input: { code: string; userId: number }, env: CommandContext): Promise<number> {
  const code = asKept(input.code)
  const known = await rowOf(
    trx,
    sql<Pick<ShopCouponCodeRow, 'coupon_id'>>`select coupon_id from shop_coupon_code where code = ${code}`,
  )
  if (!known) throw new Refused('coupon.noCode')
  const coupon = await lockCoupon(trx, known.coupon_id)
  const row = await rowOf(trx, sql<ShopCouponCodeRow>`select * from shop_coupon_code where code = ${code} for no key update`)
  if (row?.status === 2) throw new Refused('coupon.codeUsed')
  if (row?.status !== 1) throw new Refused('coupon.noCode')
  await requireMay(trx, coupon, { userId: input.userId }, env)
  const [id] = await grantCoupons(trx, coupon, { users: [input.userId], source: 'code', action: 'exchange' }, env)
  await sql`update shop_coupon_code set status = 2, receive_id = ${id}, use_time = ${env.now}, update_time = ${env.now}
    where id = ${row.id} and status = 1`.execute(trx)
  return id ?? 0
}

/**
 * Gives a member who has just signed up what the position "After registration" offers. An offer that is used up, or not for them, is passed
 * over: signing up never fails by it. Gives how many.
 */
export async function grantSignUpCoupons(trx: Writer, userId: number, env: CommandContext): Promise<number> {
  const offers = await rowsOf(
    trx,
    sql<ShopCouponCenterRow>`select * from shop_coupon_center where status = 1 and start_time <= ${env.now} and end_time > ${env.now}
      and position @> array['register']::text[] order by coupon_id, id`,
  )
  let given = 0
  for (const offer of offers) {
    try {
      await takeOffer(trx, offer, { userId, source: 'register', action: 'register' }, env)
      given++
    } catch (error) {
      if (!(error instanceof Refused)) throw error
    }
  }
  return given
}

/**
 * The coupons that a recharge gives, one of each; the limit per member and the time of collecting do not hold. One that is stopped, used up
 * or over is passed over: who has paid is never refused for it. Gives the list with the receipts that were made.
 */
export async function grantGiftCoupons<T extends { coupon_id: number }>(
  trx: Writer,
  gifts: readonly T[],
  { user_id, order_no }: { user_id: number; order_no: string },
  env: CommandContext,
): Promise<(T & { receive_id?: number })[]> {
  const given: (T & { receive_id?: number })[] = []
  for (const gift of [...gifts].sort((a, b) => a.coupon_id - b.coupon_id)) {
    try {
      const coupon = await lockCoupon(trx, gift.coupon_id)
      const grant = { users: [user_id], source: 'recharge', action: 'recharge', note: order_no } as const
      const [id] = await grantCoupons(trx, coupon, grant, env)
      given.push({ ...gift, ...(id ? { receive_id: id } : {}) })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      given.push(gift)
    }
  }
  return given
}

/** A member has paid for coupons with points. Refuses like sending does; the limit per member is that of the points goods. */
export async function grantPointsCoupon(
  trx: Writer,
  input: { couponId: number; userId: number; quantity: number },
  env: CommandContext,
): Promise<void> {
  const coupon = await lockCoupon(trx, input.couponId)
  const users = Array.from({ length: input.quantity }, () => input.userId)
  await grantCoupons(trx, coupon, { users, source: 'points', action: 'exchange' }, env)
}

/** A member has reached a level that comes with a coupon: once for each coupon. One that is used up, stopped or gone is passed over. */
export async function grantLevelCoupon(
  trx: Writer,
  { couponId, userId }: { couponId: number; userId: number },
  env: CommandContext,
): Promise<void> {
  try {
    const coupon = await lockCoupon(trx, couponId)
    const had = await rowOf(
      trx,
      sql`select 1 from shop_coupon_receive where coupon_id = ${couponId} and user_id = ${userId} and source = 'level' limit 1`,
    )
    if (!had) await grantCoupons(trx, coupon, { users: [userId], source: 'level', action: 'send' }, env)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}
