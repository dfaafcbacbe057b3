import { sql } from 'kysely'
import { rowsOf } from '../../../../server/core/command.ts'
import { actorOf } from '../../../../server/core/context.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import type { ScreenHooks } from '../../../../server/crud/domain.ts'
import { computesOf } from '../computes.ts'
import type { ShopTeamChengjiRow, ShopUserLevelRow } from '../rows.generated.ts'
import { contestantAge, contestantHooks } from '../team/contestantHooks.ts'
import { resultSql, withUnit } from '../team/resultText.ts'

/** The level above a member's growth, for each of them; undefined at the top. */
async function levelsAbove(
  db: Reader,
  rows: readonly { growth: number }[],
): Promise<(Pick<ShopUserLevelRow, 'name' | 'growth'> | undefined)[]> {
  const levels = await rowsOf(
    db,
    sql<Pick<ShopUserLevelRow, 'name' | 'growth'>>`select name, growth from shop_user_level where status = 1 order by growth`,
  )
  return rows.map(({ growth }) => levels.find((level) => level.growth > growth))
}

export const memberLevelHooks: ScreenHooks = {
  computes: computesOf('shop/account/level', {
    nextLevel: async ({ db, rows }) => (await levelsAbove(db, rows)).map((level) => level?.name ?? ''),
    growthNeeded: async ({ db, rows }) =>
      (await levelsAbove(db, rows)).map((level, i) => (level ? level.growth - (rows[i]?.growth ?? 0) : null)),
  }),
}

/** The final before the rounds before it. */
const byRound = `array_position(array['final', 'semi', 'heat'], r.round::text)`

/** What of a published result the list of entries shows: of the final, else of the last round before it. */
const shown = (column: string) => ({
  sql: `(select ${column} from shop_team_chengji r where r.entry_id = t.id and r.published = 1
    order by ${byRound} limit 1)`,
})

export const memberResultHooks: ScreenHooks = {
  computes: computesOf('shop/account/result', {
    finish: shown('r.finish'),
    result: async ({ ctx, db, rows }) => {
      const ids = rows.map(({ id }) => id)
      const found = await sql<Pick<ShopTeamChengjiRow, 'entry_id' | 'result_type'> & { result: string }>`
        select distinct on (r.entry_id) r.entry_id, r.result_type, ${sql.raw(resultSql('r'))} as result from shop_team_chengji r
          where r.entry_id = any(${ids}::int[]) and r.published = 1 order by r.entry_id, ${sql.raw(byRound)}`.execute(db)
      return ids.map((id) => {
        const one = found.rows.find(({ entry_id }) => entry_id === id)
        return one ? withUnit(one.result, one.result_type, ctx.text) : ''
      })
    },
    rank: shown('r.rank'),
    award: shown('r.award'),
  }),
  // What is not published is nobody's business yet.
  showsRelated: { results: (row) => row.publish_time !== null },
}

/** A member's own participants, by the rules of the shop's list; whose they are is not asked. */
export const memberContestantHooks: ScreenHooks = {
  ...contestantHooks,
  computes: computesOf('shop/account/contestant', { age: contestantAge }),
  validate: async (input) => {
    const user_id = actorOf(input.ctx).id // written as the owner, after this
    return (await contestantHooks.validate?.({ ...input, values: { ...input.values, user_id } })) ?? {}
  },
}
