import { sql } from 'kysely'
import { type CommandContext, rowOf } from '../../../../server/core/command.ts'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { wireZone } from '../../../../src/schemas/kinds/clock.ts'
import type { ShopUserSignRow } from '../rows.generated.ts'
import { earn, pointsBy, type Rule } from './earn.ts'

/** State of a member's daily sign-in. */
export interface SignState {
  signed: boolean
  /** Days in a row up to today, or to yesterday when they have not signed in today. */
  streak: number
}

const day = (now: number, back = 0) => sql`((to_timestamp(${now}::bigint) at time zone ${wireZone()}::text)::date - ${back}::int)`

/** Whether a member has signed in on the day of the shop's zone, and how many days in a row. */
export async function signState(db: Reader, userId: number, now: number): Promise<SignState> {
  const { rows } = await sql<
    Pick<ShopUserSignRow, 'streak'> & { today: boolean }
  >`select day = ${day(now)} as today, streak from shop_user_sign
    where user_id = ${userId} and day >= ${day(now, 1)} order by day desc limit 1`.execute(db)
  return { signed: rows[0]?.today ?? false, streak: rows[0]?.streak ?? 0 }
}

/** A member signs in for the day, once; the points follow the rule and the days in a row. */
export async function signIn(trx: Writer, userId: number, env: CommandContext): Promise<{ streak: number; score: number }> {
  const member = await rowOf(
    trx,
    sql<{
      enabled: boolean
    }>`select status = 'enable' as enabled from "user" where id = ${userId} and delete_time is null for no key update`,
  )
  if (!member) throw new Refused('shop.noMember')
  if (!member.enabled) throw new Refused('points.memberDisabled')
  const { signed, streak: before } = await signState(trx, userId, env.now)
  if (signed) throw new Refused('points.signed')
  const streak = before + 1
  const made = await rowOf(
    trx,
    sql<{ id: number; ref: string }>`insert into shop_user_sign (user_id, day, streak, create_time, update_time)
      values (${userId}, ${day(env.now)}, ${streak}, ${env.now}, ${env.now}) returning id, to_char(day, 'YYYYMMDD') as ref`,
  )
  const score = await earn(trx, { userId, event: 'sign_in', ref: made?.ref ?? '', day: streak }, env)
  await sql`update shop_user_sign set score = ${score} where id = ${made?.id ?? 0}`.execute(trx)
  return { streak, score }
}

/** What the next days of the ladder give, from the day a member would sign in on. */
export function nextSteps(rule: Rule | undefined, from: number, count: number): { day: number; score: number }[] {
  return Array.from({ length: rule ? count : 0 }, (_, i) => ({
    day: from + i,
    score: rule ? pointsBy(rule, { day: from + i }) : 0,
  }))
}
