import { sql } from 'kysely'
import { wireZone } from '../../../src/schemas/kinds/clock.ts'
import { formatFen } from '../../../src/schemas/kinds/money.ts'
import { actorOf, type Context } from '../../core/context.ts'
import { daysOf, lastDays } from '../dashboard/period.ts'

/** What a member's balance and points changed by on each of the last seven days, the oldest first (protocol 1.4). */
export async function overview(ctx: Context): Promise<{ days: string[]; score: number[]; money: string[] }> {
  const period = lastDays(7, ctx.now)
  const days = daysOf(period)
  const changes = async (table: 'user_money_log' | 'user_score_log', column: 'money' | 'score') => {
    const { rows } = await sql<{ day: string; sum: number }>`
      SELECT to_char(to_timestamp(create_time) AT TIME ZONE ${wireZone()}::text, 'YYYY-MM-DD') AS day, sum(${sql.ref(column)})::float8 AS sum
      FROM ${sql.table(table)} WHERE user_id = ${actorOf(ctx).id} AND create_time BETWEEN ${period.from} AND ${period.to} GROUP BY 1`.execute(
      ctx.read,
    )
    return days.map((day) => rows.find((row) => row.day === day)?.sum ?? 0)
  }
  const [money, score] = await Promise.all([changes('user_money_log', 'money'), changes('user_score_log', 'score')])
  return { days, score, money: money.map(formatFen) }
}
