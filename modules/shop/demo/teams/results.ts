import { sql } from 'kysely'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { ShopTeamChengjiRow } from '../../server/rows.generated.ts'
import { checkIn } from '../../server/team/entries.ts'
import { countResults, publishResult, rankResults } from '../../server/team/results.ts'
import { day, hour } from '../clock.ts'
import { insert } from '../goods/goods.ts'
import type { Random } from '../random.ts'
import { competitions, type DemoCompetition, timesOf } from './competitions.ts'
import type { DemoJoin } from './joins.ts'
import type { TeamWorld } from './teams.ts'

/** Competitions that are over; the results of the last one are not published yet. */
const finished = 3
const published = 2
/** Award and points of the first three. */
const awards = [
  ['冠军', 500],
  ['亚军', 300],
  ['季军', 200],
] as const

interface Entry {
  id: number
  competition_id: number
  contestant_id: number
  team_id: number | null
  group_name: string
  check_in: number
}

/** Plans who comes to the start, what they achieve, and what is published. */
export function planResults(shared: TeamWorld, joins: readonly DemoJoin[]): void {
  const { world, random, env } = shared
  for (const [i, competition] of competitions.entries()) {
    const { start_time, end_time } = timesOf(competition, world.now)
    const id = i + 1
    if (start_time > world.now || !joins.some((join) => join.competition === id)) continue
    const start = start_time - hour
    world.at(start, async (trx) => {
      for (const entry of await entriesOf(trx, id))
        if (random.chance(i < finished ? 95 : 60))
          await checkIn(trx, { entryId: entry.id, from: 0, to: 1 }, env(world.asStaff(start, 'packer')))
    })
    if (i >= finished) continue
    const end = end_time + hour
    world.at(end, async (trx) => {
      for (const entry of await entriesOf(trx, id))
        if (entry.check_in === 0) await checkIn(trx, { entryId: entry.id, from: 0, to: 2 }, env(world.asShop(end)))
      await enter(trx, { id, ...competition }, random, end)
    })
    const shown = end + day / 2
    if (i < published) world.at(shown, (trx) => publish(trx, id, () => env(world.asStaff(shown, 'manager'))))
  }
}

async function entriesOf(trx: Writer, competitionId: number): Promise<Entry[]> {
  const { rows } =
    await sql<Entry>`select id, competition_id, contestant_id, team_id, group_name, check_in from shop_user_competition
    where competition_id = ${competitionId} order by id`.execute(trx)
  return rows
}

/** Somebody enters what each achieved; ranks and awards follow. */
async function enter(trx: Writer, competition: DemoCompetition & { id: number }, random: Random, time: number): Promise<void> {
  const { id } = competition
  const entries = await entriesOf(trx, id)
  const scores = new Map<string, number>()
  const rows = entries.map((entry) => {
    const finish = entry.check_in === 2 ? 'dns' : random.chance(96) ? 'ok' : random.pick(['dnf', 'dnf', 'dsq'])
    // Mates of a team share what the team achieved.
    const own = `${entry.team_id ?? `c${entry.id}`}`
    const score =
      scores.get(own) ?? (competition.result === 'distance' ? random.between(40_000, 168_000) / 1000 : random.between(4, 30))
    scores.set(own, score)
    const milliseconds = random.between(
      entry.group_name === '欢乐跑' ? 1_500_000 : 4_300_000,
      entry.group_name === '欢乐跑' ? 3_600_000 : 9_000_000,
    )
    const isTime = competition.result === 'time'
    return {
      competition_id: id,
      entry_id: entry.id,
      contestant_id: entry.contestant_id,
      team_id: entry.team_id,
      group_name: entry.group_name,
      round: 'final',
      result_type: competition.result,
      time_result: finish === 'ok' && isTime ? milliseconds : null,
      score_result: finish === 'ok' && !isTime ? score : null,
      finish,
      certificate: '',
      images: [],
      award: '',
      award_score: 0,
      remark: '',
      published: 0,
      change_reason: '',
      create_time: time,
      update_time: time,
    }
  })
  await insert(trx, 'shop_team_chengji', rows)
  await countResults(trx, id, rows.length)
  for (const [groupName] of competition.groups)
    await rankResults(
      trx,
      { competition_id: id, group_name: groupName, round: 'final' },
      { now: time, actor: { type: 'system' } },
      { by: 'rank', key: id },
    )
  for (const [i, [award, score]] of awards.entries())
    await sql`update shop_team_chengji set award = ${award}, award_score = ${score} where competition_id = ${id} and rank = ${i + 1}`.execute(
      trx,
    )
}

async function publish(trx: Writer, competitionId: number, env: () => Parameters<typeof publishResult>[2]): Promise<void> {
  const { rows } = await sql<
    Pick<ShopTeamChengjiRow, 'id'>
  >`select id from shop_team_chengji where competition_id = ${competitionId} order by id`.execute(trx)
  for (const { id } of rows) await publishResult(trx, id, env())
}
