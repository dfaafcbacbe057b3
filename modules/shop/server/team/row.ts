import { sql } from 'kysely'
import { actorColumns, assignments, type CommandContext, rowOf } from '../../../../server/core/command.ts'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { changed } from '../command.ts'
import type {
  ShopCompetitionRow,
  ShopTeamJoinLogRow,
  ShopTeamJoinRow,
  ShopTeamLogRow,
  ShopTeamRow,
  ShopUserCompetitionLogRow,
  ShopUserCompetitionRow,
} from '../rows.generated.ts'

/** States of a registration (screen catalogue, E7). */
export const registrationStatus = { toPay: 1, toAudit: 2, approved: 3, refused: 4, cancelled: 5 } as const
/** States that take places. */
export const holdingPlaces: readonly number[] = [
  registrationStatus.toPay,
  registrationStatus.toAudit,
  registrationStatus.approved,
]
/** States of a team (E8). */
export const teamStatus = { toAudit: 1, approved: 2, refused: 3, dissolved: 4 } as const

export type RegistrationRow = ShopTeamJoinRow
export type TeamRow = ShopTeamRow
export type CompetitionRow = ShopCompetitionRow
export type Group = ShopCompetitionRow['groups'][number]

/**
 * Reads a competition and keeps it locked until the transaction ends: whatever takes or frees its places starts here, so that they are
 * counted one after another. A registration is locked before its competition, a competition before members.
 */
export async function lockCompetition(trx: Writer, id: number): Promise<CompetitionRow> {
  const competition = await rowOf(
    trx,
    sql<CompetitionRow>`select * from shop_competition where id = ${id} and delete_time is null for no key update`,
  )
  if (!competition) throw new Refused('team.noCompetition', {}, { field: 'competition_id' })
  return competition
}

/** Reads a registration and keeps it locked until the transaction ends. */
export async function lockJoin(trx: Writer, id: number): Promise<RegistrationRow> {
  const join = await rowOf(trx, sql<RegistrationRow>`select * from shop_team_join where id = ${id} for no key update`)
  if (!join) throw new Refused('team.noJoin')
  return join
}

/** Reads a team and keeps it locked until the transaction ends. */
export async function lockTeam(trx: Writer, id: number): Promise<TeamRow> {
  const team = await rowOf(trx, sql<TeamRow>`select * from shop_team where id = ${id} and delete_time is null for no key update`)
  if (!team) throw new Refused('team.noTeam', {}, { field: 'team_id' })
  return team
}

/** Refuses unless the registration is in one of these states. */
export function requireJoin(join: Pick<RegistrationRow, 'status'>, ...allowed: readonly number[]): void {
  if (!allowed.includes(join.status)) throw new Refused(`team.joinNotPossible.${join.status}`, {}, { type: 'conflict' })
}

/** Refuses unless the team is in one of these states. */
export function requireTeam(team: Pick<TeamRow, 'status'>, ...allowed: readonly number[]): void {
  if (!allowed.includes(team.status)) throw new Refused(`team.teamNotPossible.${team.status}`, {}, { type: 'conflict' })
}

interface Log<Action> {
  action: Action
  note?: string
}

/**
 * Moves a registration from the state it was read in to `to`, sets further columns, and writes the row of its timeline, in one statement.
 * Throws a conflict when it is in another state by now.
 */
export function moveJoin(
  trx: Writer,
  join: Pick<RegistrationRow, 'id' | 'status'>,
  to: RegistrationRow['status'],
  set: Readonly<Partial<RegistrationRow>>,
  log: Log<ShopTeamJoinLogRow['action']>,
  env: CommandContext,
): Promise<void> {
  const of = { table: 'shop_team_join', log: 'shop_team_join_log', key: 'join_id', state: 'status' }
  return move(trx, of, { id: join.id, state: join.status }, to, set, log, env)
}

/** As `moveJoin`, of a team. */
export function moveTeam(
  trx: Writer,
  team: Pick<TeamRow, 'id' | 'status'>,
  to: TeamRow['status'],
  set: Readonly<Partial<TeamRow>>,
  log: Log<ShopTeamLogRow['action']>,
  env: CommandContext,
): Promise<void> {
  const of = { table: 'shop_team', log: 'shop_team_log', key: 'team_id', state: 'status' }
  return move(trx, of, { id: team.id, state: team.status }, to, set, log, env)
}

/** As `moveJoin`, of an entry's check-in. */
export function moveEntry(
  trx: Writer,
  entry: Pick<ShopUserCompetitionRow, 'id' | 'check_in'>,
  to: ShopUserCompetitionRow['check_in'],
  set: Readonly<Partial<ShopUserCompetitionRow>>,
  log: Log<ShopUserCompetitionLogRow['action']>,
  env: CommandContext,
): Promise<void> {
  const of = { table: 'shop_user_competition', log: 'shop_user_competition_log', key: 'entry_id', state: 'check_in' }
  return move(trx, of, { id: entry.id, state: entry.check_in }, to, set, log, env)
}

async function move(
  trx: Writer,
  of: { table: string; log: string; key: string; state: string },
  row: { id: number; state: number },
  to: number,
  set: Readonly<Record<string, unknown>>,
  log: Log<string>,
  env: CommandContext,
): Promise<void> {
  const actor = actorColumns(env.actor)
  const done = await rowOf(
    trx,
    sql<{
      id: number
    }>`with moved as (update ${sql.table(of.table)} set ${assignments({ ...set, [of.state]: to, update_time: env.now })}
        where id = ${row.id} and ${sql.ref(of.state)} = ${row.state} returning id)
      insert into ${sql.table(of.log)} (${sql.ref(of.key)}, actor, actor_id, actor_name, action, "from", "to", note, create_time, update_time)
      select id, ${actor.type}, ${actor.id}::int, ${actor.name}, ${log.action}, ${row.state}::smallint, ${to}::smallint,
        ${log.note ?? ''}, ${env.now}::bigint, ${env.now}::bigint from moved returning id`,
  )
  if (!done) throw changed()
}

/** The first row of a timeline: nothing → the state it begins in. */
export async function logStart(
  trx: Writer,
  of: { log: 'shop_team_join_log'; key: 'join_id' } | { log: 'shop_team_log'; key: 'team_id' },
  row: { id: number; status: number },
  log: Log<string>,
  env: CommandContext,
): Promise<void> {
  const actor = actorColumns(env.actor)
  await sql`insert into ${sql.table(of.log)} (${sql.ref(of.key)}, actor, actor_id, actor_name, action, "from", "to", note, create_time, update_time)
    values (${row.id}, ${actor.type}, ${actor.id}::int, ${actor.name}, ${log.action}, null, ${row.status}, ${log.note ?? ''}, ${env.now}, ${env.now})`.execute(
    trx,
  )
}

/** SQL: places that a registration `j` takes. Of individual competitions each contestant takes one, of others each team. */
export const placesOf = sql<number>`case when j.type = 'team' then 1 else cardinality(j.contestant_ids) end`

/** Places taken in each group of a competition, by the group's name. */
export async function takenPlaces(db: Reader, competitionId: number): Promise<Map<string, number>> {
  const { rows } = await sql<{
    name: string
    n: number
  }>`select j.group_name as name, sum(${placesOf})::int as n from shop_team_join j
    where j.competition_id = ${competitionId} and j.status = any(${holdingPlaces}::int[]) group by 1`.execute(db)
  return new Map(rows.map(({ name, n }) => [name, n]))
}
