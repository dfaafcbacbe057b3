import { sql } from 'kysely'
import { adminIdOf, type CommandContext, rowOf } from '../../core/command.ts'
import type { Writer } from '../../core/db/connect.ts'
import { Refused } from '../../core/refuse.ts'
import type { UserMoneyLogRow, UserRow, UserScoreLogRow } from '../../core/rows.generated.ts'

/**
 * The most that a member may have: ¥9 999 999 999.99 in fen, and points. Every booking checks them, and the columns of `user` and of the
 * ledgers have the same limits, so that sums over members and texts of amounts stay within what numbers hold exactly.
 */
export const mostMoney = 999_999_999_999
export const mostScore = 1_000_000_000

/** The most there may be of each. */
export const mostOf = { money: mostMoney, score: mostScore } as const

/** Why a balance changes; its source, `refNo` and the member together happen once (unique index). */
export interface Posting {
  userId: number
  /** One of the options of `source` on the ledger's page; modules add theirs by overlays. */
  source: string
  /** Null only for a change by hand, which has no origin. */
  refNo: string | null
  memo: string
}

export type ScorePosting = Posting & {
  score: number
  /** Unix seconds until which the points that are given can be used; absent: for ever. */
  expireTime?: number
  /** Key of the ledger's row whose points are taken; absent: the oldest that are left. */
  from?: number
}

/**
 * Changes a member's balance by `fen` (may be negative) and writes the row of the ledger in the same statement. Refuses when the balance
 * would fall below zero, or rise above what a member may have. Zero changes nothing and leaves no row.
 */
export async function postMoney(trx: Writer, posting: Posting & { fen: number }, env: CommandContext): Promise<void> {
  if (posting.fen === 0) return
  const { userId, fen, source, refNo, memo } = posting
  const done = await rowOf(
    trx,
    sql<Pick<UserMoneyLogRow, 'id'>>`with moved as (update "user" set money = money + ${fen}::bigint, update_time = ${env.now}
          where id = ${userId} and money + ${fen}::bigint between 0 and ${mostMoney}::bigint returning id, money)
      insert into user_money_log (user_id, money, before, after, source, ref_no, memo, admin_id, create_time, update_time)
      select id, ${fen}::bigint, money - ${fen}::bigint, money, ${source}, ${refNo}, ${memo}, ${adminIdOf(env.actor)}::int, ${env.now}::bigint, ${env.now}::bigint
      from moved returning id`,
  )
  if (!done) throw new Refused(fen > 0 ? 'member.balanceTooHigh' : 'member.balanceTooLow')
}

/** As `postMoney`, for points. What is given is used oldest first; each row of the ledger holds what is left of it. */
export async function postScore(trx: Writer, posting: ScorePosting, env: CommandContext): Promise<void> {
  if (posting.score === 0) return
  const { userId, score, source, refNo, memo, expireTime } = posting
  const done = await rowOf(
    trx,
    sql<Pick<UserScoreLogRow, 'id'>>`with moved as (update "user" set score = score + ${score}::bigint, update_time = ${env.now}
          where id = ${userId} and score + ${score}::bigint between 0 and ${mostScore}::bigint returning id, score)
      insert into user_score_log (user_id, score, before, after, remaining, expire_time, source, ref_no, memo, admin_id, create_time, update_time)
      select id, ${score}::bigint, score - ${score}::bigint, score, greatest(${score}::bigint, 0), ${expireTime ?? null}::bigint, ${source}, ${refNo}, ${memo},
        ${adminIdOf(env.actor)}::int, ${env.now}::bigint, ${env.now}::bigint
      from moved returning id`,
  )
  if (!done) throw new Refused(score > 0 ? 'member.scoreTooHigh' : 'member.scoreTooLow')
  if (score < 0) await spendScore(trx, userId, -score, posting.from)
}

/**
 * Takes points from what is left of those that were given, the oldest first, or from one row of the ledger. The member's row is locked: a
 * statement of its own sees what others before it took.
 */
export async function spendScore(trx: Writer, userId: number, score: number, from?: number): Promise<void> {
  await sql`update user_score_log l set remaining = l.remaining - d.used from (
      select id, least(remaining, greatest(0, ${score}::int - (sum(remaining) over (order by id) - remaining)))::int as used
      from user_score_log where user_id = ${userId} and remaining > 0 ${from === undefined ? sql`` : sql`and id = ${from}`}) d
    where l.id = d.id and d.used > 0`.execute(trx)
}

/**
 * Takes points back as far as there are any, once for each source and number: a member's points never fall below zero, and what was taken
 * back for an order is not taken again when a later refund covers it all once more.
 */
export async function takeScoreBack(trx: Writer, posting: ScorePosting, env: CommandContext): Promise<void> {
  const { userId, source, refNo } = posting
  const member = await rowOf(trx, sql<Pick<UserRow, 'score'>>`select score from "user" where id = ${userId} for no key update`)
  const before = await rowOf(
    trx,
    sql`select 1 from user_score_log where user_id = ${userId} and source = ${source} and ref_no = ${refNo} limit 1`,
  )
  if (before) return
  await postScore(trx, { ...posting, score: -Math.min(posting.score, member?.score ?? 0) }, env)
}

/** What a booking by hand did to a balance or points. */
export interface HandBooking {
  before: number
  after: number
}

/**
 * Books by hand: adds `change` (fen or points, may be negative) to a member's balance or points and returns both figures. Locks the member's
 * row until the transaction ends, so bookings of one member run one after another. Null: no such member. Changes nothing where the result
 * would fall below zero or rise above what a member may have; the caller refuses then. The list's save writes the ledger's row.
 */
export async function bookByHand(
  trx: Writer,
  account: { column: 'money' | 'score'; userId: number },
  change: number,
  now: number,
): Promise<HandBooking | null> {
  const { column, userId } = account
  const row = await trx
    .selectFrom('user')
    .select(column)
    .where('id', '=', userId)
    .where('delete_time', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return null
  const before = Number(row[column])
  const after = before + change
  if (after >= 0 && after <= mostOf[column])
    await trx
      .updateTable('user')
      .set({ [column]: after, update_time: now })
      .where('id', '=', userId)
      .execute()
  return { before, after }
}
