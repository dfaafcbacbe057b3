import { sql } from 'kysely'
import { rowsOf } from '../../../../server/core/command.ts'
import { actorOf } from '../../../../server/core/context.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import type { ScreenHooks } from '../../../../server/crud/domain.ts'
import { computesOf } from '../computes.ts'
import type { ShopUserLevelRow } from '../rows.generated.ts'
import { contestantAge, contestantHooks } from '../team/contestantHooks.ts'

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

/** What of a published result the list of entries shows: of the final, else of the last round before it. */
const shown = (column: string) => ({
  sql: `(select ${column} from shop_team_chengji r where r.entry_id = t.id and r.published = 1
    order by array_position(array['final', 'semi', 'heat'], r.round::text) limit 1)`,
})

export const memberResultHooks: ScreenHooks = {
  computes: computesOf('shop/account/result', {
    finish: shown('r.finish'),
    result: shown(`case when r.finish <> 'ok' then '' when r.result_type = 'time'
      then to_char(r.time_result * interval '1 millisecond', 'HH24:MI:SS.MS') else trim_scale(r.score_result)::text
      || case r.result_type when 'distance' then ' m' else '' end end`),
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
