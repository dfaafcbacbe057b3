import { sql } from 'kysely'
import { rowOf } from '../../../../server/core/command.ts'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { type Counted, changed } from '../command.ts'
import { defineMachine } from '../machine.ts'
import { ShopTeamJoinStatus, ShopTeamStatus, ShopUserCompetitionCheckIn } from '../options.generated.ts'
import type {
  ShopCompetitionRow,
  ShopTeamJoinLogRow,
  ShopTeamJoinRow,
  ShopTeamLogRow,
  ShopTeamRow,
  ShopUserCompetitionLogRow,
  ShopUserCompetitionRow,
} from '../rows.generated.ts'

/** States that take places. */
export const holdingPlaces: readonly number[] = [
  ShopTeamJoinStatus.toPay,
  ShopTeamJoinStatus.toAudit,
  ShopTeamJoinStatus.approved,
]

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

const { toPay, toAudit, approved, refused, cancelled } = ShopTeamJoinStatus

/** The transitions of a registration, by what its timeline calls them. */
export const registrationMachine = defineMachine<
  RegistrationRow,
  'status',
  ShopTeamJoinLogRow['action'],
  RegistrationRow['status']
>({
  table: 'shop_team_join',
  log: { table: 'shop_team_join_log', key: 'join_id' },
  state: { of: (join) => join.status, columns: (status) => ({ status }) },
  transitions: {
    register: [toPay, toAudit, approved].map((to) => [null, to]),
    again: [toPay, toAudit, approved].map((to) => [null, to]),
    pay: [[toPay, toAudit]],
    confirm_pay: [[toPay, toAudit]],
    agree: [[toAudit, approved]],
    pass: [[toAudit, approved]],
    refuse: [[toAudit, refused]],
    cancel: [toPay, toAudit, approved].map((from) => [from, cancelled]),
    time_out: [[toPay, cancelled]],
    late_pay: 'stays',
  },
  notPossible: joinNotPossible,
})

/** The transitions of a team. */
export const teamMachine = defineMachine<TeamRow, 'status', ShopTeamLogRow['action'], TeamRow['status']>({
  table: 'shop_team',
  log: { table: 'shop_team_log', key: 'team_id' },
  state: { of: (team) => team.status, columns: (status) => ({ status }) },
  transitions: {
    submit: [
      [null, ShopTeamStatus.toAudit],
      [null, ShopTeamStatus.approved],
    ],
    agree: [[ShopTeamStatus.toAudit, ShopTeamStatus.approved]],
    refuse: [[ShopTeamStatus.toAudit, ShopTeamStatus.refused]],
    resubmit: [[ShopTeamStatus.refused, ShopTeamStatus.toAudit]],
    dissolve: [[ShopTeamStatus.approved, ShopTeamStatus.dissolved]],
  },
  notPossible: teamNotPossible,
})

type EntryRow = ShopUserCompetitionRow

/** The transitions of an entry's check-in. */
export const entryMachine = defineMachine<EntryRow, 'check_in', ShopUserCompetitionLogRow['action'], EntryRow['check_in']>({
  table: 'shop_user_competition',
  log: { table: 'shop_user_competition_log', key: 'entry_id' },
  state: { of: (entry) => entry.check_in, columns: (check_in) => ({ check_in }) },
  transitions: {
    enter: [[null, ShopUserCompetitionCheckIn.open]],
    check_in: [[ShopUserCompetitionCheckIn.open, ShopUserCompetitionCheckIn.present]],
    undo: [[ShopUserCompetitionCheckIn.present, ShopUserCompetitionCheckIn.open]],
    absent: [[ShopUserCompetitionCheckIn.open, ShopUserCompetitionCheckIn.absent]],
  },
  notPossible: changed,
})

/** Refuses unless the registration was refused: only then may it be repeated. */
export function requireRefused(join: Pick<RegistrationRow, 'status'>): void {
  if (join.status !== ShopTeamJoinStatus.refused) throw joinNotPossible(join.status)
}

/** Refuses unless the team may compete. */
export function requireApproved(team: Pick<TeamRow, 'status'>): void {
  if (team.status !== ShopTeamStatus.approved) throw teamNotPossible(team.status)
}

function joinNotPossible(status: number): Refused {
  return new Refused(`team.joinNotPossible.${status}`, {}, { type: 'conflict' })
}

function teamNotPossible(status: number): Refused {
  return new Refused(`team.teamNotPossible.${status}`, {}, { type: 'conflict' })
}

/** SQL: places that a registration `j` takes. Of individual competitions each contestant takes one, of others each team. */
export const placesOf = sql<number>`case when j.type = 'team' then 1 else cardinality(j.contestant_ids) end`

/** Places taken in each group of a competition, by the group's name. */
export async function takenPlaces(db: Reader, competitionId: number): Promise<Map<string, number>> {
  const { rows } = await sql<
    Pick<ShopTeamJoinRow, 'group_name'> & Counted
  >`select j.group_name, sum(${placesOf})::int as n from shop_team_join j
    where j.competition_id = ${competitionId} and j.status = any(${holdingPlaces}::int[]) group by 1`.execute(db)
  return new Map(rows.map(({ group_name, n }) => [group_name, n]))
}
