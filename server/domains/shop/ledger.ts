import { sql } from 'kysely'
import { Refused } from '../../app/refuse.ts'
import type { Writer } from '../../db/connect.ts'
import type { UserMoneyLogRow, UserRow, UserScoreLogRow } from '../../rows.generated.ts'
import { adminIdOf, rowOf, type StepEnv } from './step.ts'

/** Why a balance changes; its source, `refNo` and the member together happen once (unique index). */
export interface Posting {
  userId: number
  refNo: string
  memo: string
}

type ScorePosting = Posting & { source: UserScoreLogRow['source']; score: number }

/**
 * Changes a member's balance by `fen` (may be negative) and writes the row of the ledger in the same statement. Refuses when the balance
 * would fall below zero. Zero changes nothing and leaves no row.
 */
export async function postMoney(
  trx: Writer,
  posting: Posting & { source: UserMoneyLogRow['source']; fen: number },
  env: StepEnv,
): Promise<void> {
  if (posting.fen === 0) return
  const { userId, fen, source, refNo, memo } = posting
  const done = await rowOf(
    trx,
    sql<{ id: number }>`with moved as (update "user" set money = money + ${fen}::bigint, update_time = ${env.now}
          where id = ${userId} and money + ${fen}::bigint >= 0 returning id, money)
      insert into user_money_log (user_id, money, before, after, source, ref_no, memo, admin_id, create_time, update_time)
      select id, ${fen}::bigint, money - ${fen}::bigint, money, ${source}, ${refNo}, ${memo}, ${adminIdOf(env.actor)}::int, ${env.now}::bigint, ${env.now}::bigint
      from moved returning id`,
  )
  if (!done) throw new Refused('shop.balanceTooLow')
}

/** As `postMoney`, for points. */
export async function postScore(trx: Writer, posting: ScorePosting, env: StepEnv): Promise<void> {
  if (posting.score === 0) return
  const { userId, score, source, refNo, memo } = posting
  const done = await rowOf(
    trx,
    sql<{ id: number }>`with moved as (update "user" set score = score + ${score}::int, update_time = ${env.now}
          where id = ${userId} and score + ${score}::int >= 0 returning id, score)
      insert into user_score_log (user_id, score, before, after, source, ref_no, memo, admin_id, create_time, update_time)
      select id, ${score}::int, score - ${score}::int, score, ${source}, ${refNo}, ${memo}, ${adminIdOf(env.actor)}::int, ${env.now}::bigint, ${env.now}::bigint
      from moved returning id`,
  )
  if (!done) throw new Refused('shop.scoreTooLow')
}

/**
 * Takes points back as far as there are any, once for each source and number: a member's points never fall below zero, and what was taken
 * back for an order is not taken again when a later refund covers it all once more.
 */
export async function takeScoreBack(trx: Writer, posting: ScorePosting, env: StepEnv): Promise<void> {
  const member = await rowOf(
    trx,
    sql<Pick<UserRow, 'score'>>`select score from "user" where id = ${posting.userId} for no key update`,
  )
  const { userId, source, refNo } = posting
  const before = await rowOf(
    trx,
    sql`select 1 from user_score_log where user_id = ${userId} and source = ${source} and ref_no = ${refNo} limit 1`,
  )
  if (before) return
  await postScore(trx, { ...posting, score: -Math.min(posting.score, member?.score ?? 0) }, env)
}
