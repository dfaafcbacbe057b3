import { sql } from 'kysely'
import type { Reader } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { DeleteInput, FieldMessage, Row, SaveInput, ScreenHooks } from '../../../../server/crud/domain.ts'
import { formatDateTime } from '../../../../src/schemas/kinds/clock.ts'
import { computesOf } from '../computes.ts'
import type { Reads } from '../reads.generated.ts'
import type { ShopCompetitionRow } from '../rows.generated.ts'
import { type Group, holdingPlaces, placesOf, takenPlaces } from './row.ts'

const now = 'extract(epoch from now())'
const taken = `select coalesce(sum(case when j.type = 'team' then 1 else cardinality(j.contestant_ids) end), 0)::int
  from shop_team_join j where j.competition_id = t.id and j.status in (${holdingPlaces.join(', ')})`
const quota = "select coalesce(sum((g->>'quota')::int), 0)::int from jsonb_array_elements(t.groups) g"

export const competitionHooks: ScreenHooks = {
  computes: computesOf('shop/team/competition', {
    taken: { sql: `concat((${taken}), ' / ', (${quota}))` },
    filled: { sql: `round(100.0 * (${taken}) / nullif((${quota}), 0), 2)::float8` },
    stage: {
      sql: `case when ${now} < t.join_start then 'soon' when ${now} < t.join_end then 'registration'
        when ${now} < t.start_time then 'closed' when ${now} < t.end_time then 'running' else 'finished' end`,
      order: `case when ${now} < t.join_start then 1 when ${now} < t.join_end then 2
        when ${now} < t.start_time then 3 when ${now} < t.end_time then 4 else 5 end`,
    },
    places: async ({ db, rows }) => groupPlaces(db, rows),
  }),
  prepare: async ({ now: time }) => ({ season: Number(formatDateTime(time).slice(0, 4)) }),
  copied: toNextSeason,
  validate: competitionErrors,
  beforeDelete: requireUnused,
}

/** A copy is for the next season: the same days a year later, and the year in its title. */
function toNextSeason(wire: Row): void {
  const season = Number(wire.season)
  if (!Number.isSafeInteger(season)) return
  const next = String(season + 1)
  Object.assign(wire, { season: next, title: String(wire.title ?? '').replaceAll(String(season), next) })
  for (const name of ['join_start', 'join_end', 'start_time', 'end_time', 'refund_until']) {
    if (wire[name] === null || wire[name] === undefined) continue
    const time = new Date(Number(wire[name]) * 1000)
    time.setUTCFullYear(time.getUTCFullYear() + 1)
    wire[name] = Math.floor(time.getTime() / 1000)
  }
}

/** Each group once, its places not below those that are taken; what registrations and results rest on stays. */
async function competitionErrors({ trx, before, values }: SaveInput): Promise<Record<string, FieldMessage>> {
  const found: Record<string, FieldMessage> = {}
  if (values.groups !== undefined) Object.assign(found, await groupErrors(trx, values.groups as readonly Group[], before))
  if (!before) return found
  const isNew = (name: string) => values[name] !== undefined && values[name] !== before[name]
  if (isNew('type') && Number(before.join_count) > 0) found.type = { code: 'team.typeStays' }
  if (isNew('result_type') && Number(before.result_count) > 0) found.result_type = { code: 'team.resultTypeStays' }
  return found
}

async function groupErrors(trx: Reader, groups: readonly Group[], before: Row | null): Promise<Record<string, FieldMessage>> {
  const found: Record<string, FieldMessage> = {}
  const names = groups.map((group) => group.name)
  for (const [i, group] of groups.entries()) {
    if (names.indexOf(group.name) < i) found[`groups.${i}.name`] = { code: 'team.groupTwice' }
    const { min_age: least, max_age: most } = group
    if (least != null && most != null && least > most) found[`groups.${i}.max_age`] = { code: 'team.ages' }
  }
  if (!before) return found
  for (const [name, n] of await takenPlaces(trx, Number(before.id))) {
    const i = names.indexOf(name)
    if (i < 0) found.groups = { code: 'team.groupInUse', params: { group: name, n } }
    else if ((groups[i]?.quota ?? 0) < n) found[`groups.${i}.quota`] = { code: 'team.quotaTaken', params: { n } }
  }
  return found
}

async function requireUnused({ trx, rows }: DeleteInput): Promise<void> {
  const ids = rows.map((row) => Number(row.id))
  const { rows: used } = await sql<
    Pick<ShopCompetitionRow, 'title'> & { n: number }
  >`select c.title, count(*)::int as n from shop_competition c
    join shop_team_join j on j.competition_id = c.id where c.id = any(${ids}::int[]) group by c.id, c.title order by c.id`.execute(
    trx,
  )
  if (used[0]) throw new Refused('team.competitionInUse', used[0])
}

/** By competition: its groups with places and what was paid for them. */
async function groupPlaces(db: Reader, rows: readonly Reads['shop/team/competition']['places'][]): Promise<Row[][]> {
  const ids = rows.map((row) => Number(row.id))
  const { rows: sums } = await sql<{ id: number; name: string; taken: number; income: string }>`select j.competition_id as id,
      j.group_name as name, coalesce(sum(${placesOf}) filter (where j.status = any(${holdingPlaces}::int[])), 0)::int as taken,
      coalesce(sum(j.fee - j.refund_amount) filter (where j.pay_time is not null), 0) as income
    from shop_team_join j where j.competition_id = any(${ids}::int[]) group by 1, 2`.execute(db)
  return rows.map((row) =>
    row.groups.map((group): Row => {
      const sum = sums.find((each) => each.id === Number(row.id) && each.name === group.name)
      const places = { taken: sum?.taken ?? 0, left: Math.max(0, group.quota - (sum?.taken ?? 0)) }
      return { group: group.name, fee: group.fee, quota: group.quota, ...places, income: Number(sum?.income ?? 0) }
    }),
  )
}
