import { sql } from 'kysely'
import { type CommandContext, rowOf, rowsOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { postScore } from '../../../../server/modules/user/ledger.ts'
import type { UserScoreLogRow } from '../rows.generated.ts'

type Lot = Pick<UserScoreLogRow, 'id' | 'user_id' | 'remaining' | 'expire_time' | 'memo'>

/** Rows of the ledger whose points ran out of time and are not used up. */
export function expiredScore(trx: Writer, now: number, limit: number): Promise<{ id: number }[]> {
  return rowsOf(
    trx,
    sql<
      Pick<UserScoreLogRow, 'id'>
    >`select id from user_score_log where expire_time <= ${now} and remaining > 0 order by expire_time nulls first, id limit ${limit}`,
  )
}

/** What is left of points whose time is over goes, as a row of the ledger of its own. Members are locked before the rows of their ledger. */
export async function expireScore(trx: Writer, id: number, env: CommandContext): Promise<void> {
  const found = await rowOf(trx, sql<Pick<Lot, 'user_id'>>`select user_id from user_score_log where id = ${id}`)
  if (!found) return
  await sql`select id from "user" where id = ${found.user_id} for no key update`.execute(trx)
  const lot = await rowOf(trx, sql<Lot>`select * from user_score_log where id = ${id}`)
  if (!lot || lot.remaining === 0 || lot.expire_time === null || lot.expire_time > env.now) return
  const posting = {
    userId: lot.user_id,
    score: -lot.remaining,
    source: 'expire' as const,
    refNo: `E${id}`,
    memo: lot.memo,
    from: id,
  }
  await postScore(trx, posting, env)
}
