import { sql } from 'kysely'
import { type CommandContext, rowOf, rowsOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { UserRow } from '../../../../server/core/rows.generated.ts'
import { wireZone } from '../../../../src/schemas/kinds/clock.ts'
import { earn, pointsBy, ruleOf } from './earn.ts'

const today = (now: number) => sql`(to_timestamp(${now}::bigint) at time zone ${wireZone()}::text)::date`

/** Members whose birthday it is and who have not had their points of this year; who was born on 29 February has it on the 28th of other years. */
export async function birthdays(trx: Writer, now: number, limit: number): Promise<{ id: number }[]> {
  const rule = await ruleOf(trx, 'birthday')
  const points = rule ? pointsBy(rule, {}) : 0
  return rowsOf(
    trx,
    sql<
      Pick<UserRow, 'id'>
    >`select u.id from "user" u left join shop_user s on s.id = u.id left join shop_user_level l on l.id = s.level_id and l.status = 1
      where u.delete_time is null and u.status = 'enable'
        and (u.birthday + make_interval(years => (extract(year from ${today(now)}) - extract(year from u.birthday))::int))::date = ${today(now)}
        and (${points}::int > 0 or l.birthday_score > 0)
        and not exists (select 1 from user_score_log g where g.user_id = u.id and g.source = 'birthday' and g.ref_no = concat('B', extract(year from ${today(now)})))
      order by u.id limit ${limit}`,
  )
}

/** The points of a birthday: those of the rule and those of the member's level, once a year. */
export async function celebrate(trx: Writer, userId: number, env: CommandContext): Promise<number> {
  const member = await rowOf(
    trx,
    sql<{
      year: number
      more: number
    }>`select extract(year from ${today(env.now)})::int as year, coalesce((select l.birthday_score
        from shop_user s join shop_user_level l on l.id = s.level_id where s.id = ${userId} and l.status = 1), 0)::int as more`,
  )
  if (!member) return 0
  return earn(trx, { userId, event: 'birthday', ref: String(member.year), more: member.more, memo: '生日积分' }, env)
}
