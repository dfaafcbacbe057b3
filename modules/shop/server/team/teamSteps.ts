import { sql } from 'kysely'
import { type CommandContext, rowOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { notifyMember } from '../notices/members.ts'
import { ShopTeamStatus } from '../options.generated.ts'
import type { ShopTeamJoinRow, ShopTeamRow } from '../rows.generated.ts'
import { holdingPlaces, lockTeam, type TeamRow, teamMachine } from './row.ts'

/** What is said of a team by who proposes it. */
export type Proposal = Pick<TeamRow, 'name' | 'city' | 'mobile' | 'slogan' | 'members'> &
  Partial<Pick<TeamRow, 'logo' | 'color' | 'description'>>

/** A member proposes a team: – → 1. Gives its key. */
export async function submitTeam(trx: Writer, captainId: number, team: Proposal, env: CommandContext): Promise<number> {
  const row = await rowOf(
    trx,
    sql<
      Pick<ShopTeamRow, 'id'>
    >`insert into shop_team (name, logo, color, captain_id, city, mobile, slogan, description, members, audit_note, status, create_time, update_time)
      values (${team.name}, ${team.logo ?? ''}, ${team.color ?? ''}, ${captainId}, ${team.city}::int[], ${team.mobile}, ${team.slogan},
        ${team.description ?? ''}, ${JSON.stringify(team.members)}::jsonb, '', ${ShopTeamStatus.toAudit}, ${env.now}, ${env.now}) returning id`,
  )
  const id = row?.id ?? 0
  await teamMachine.start(trx, id, { action: 'submit', to: ShopTeamStatus.toAudit }, env)
  return id
}

/** A refused team is changed and put before the audit again, 3 → 1, by the member who proposed it. */
export async function resubmitTeam(
  trx: Writer,
  input: { teamId: number; userId: number; team: Proposal },
  env: CommandContext,
): Promise<void> {
  const team = await lockTeam(trx, input.teamId)
  if (team.captain_id !== input.userId) throw new Refused('team.noTeam')
  await teamMachine.move(trx, team, { action: 'resubmit' }, env)
  const { name, color = '', city, mobile, slogan, description = '', members } = input.team
  await sql`update shop_team set name = ${name}, color = ${color}, city = ${city}::int[], mobile = ${mobile}, slogan = ${slogan},
    description = ${description}, members = ${JSON.stringify(members)}::jsonb where id = ${team.id}`.execute(trx)
}

/** E8 audit: 1 → 2, or 1 → 3 with a reason; the captain is told. */
export async function auditTeam(
  trx: Writer,
  input: { teamId: number; agree: boolean; note: string },
  env: CommandContext,
): Promise<void> {
  const team = await lockTeam(trx, input.teamId)
  const action = input.agree ? 'agree' : 'refuse'
  teamMachine.require(team, action)
  if (!input.agree && input.note === '') throw new Refused('shop.reasonNeeded', {}, { field: 'note' })
  await teamMachine.move(trx, team, { action, set: { audit_note: input.note }, note: input.note }, env)
  const event = input.agree ? 'team_approved' : 'team_refused'
  await notifyMember(trx, { event, userId: team.captain_id, data: { team: team.name, reason: input.note } }, env)
}

/** E8 dissolve: 2 → 4 with a reason. Refuses while the team is registered for a competition that has not ended. */
export async function dissolveTeam(trx: Writer, input: { teamId: number; reason: string }, env: CommandContext): Promise<void> {
  const team = await lockTeam(trx, input.teamId)
  teamMachine.require(team, 'dissolve')
  if (await isRegistered(trx, team.id, env.now)) throw new Refused('team.inCompetition')
  await teamMachine.move(trx, team, { action: 'dissolve', note: input.reason }, env)
}

/** E8 dissolve by the captain: 2 → 4. */
export async function dissolveOwnTeam(
  trx: Writer,
  input: { teamId: number; userId: number; reason: string },
  env: CommandContext,
): Promise<void> {
  const team = await lockTeam(trx, input.teamId)
  if (team.captain_id !== input.userId) throw new Refused('team.noTeam')
  await dissolveTeam(trx, input, env)
}

/** Is the team registered for a competition that has not ended? */
export async function isRegistered(trx: Writer, teamId: number, now: number): Promise<boolean> {
  const found = await rowOf(
    trx,
    sql<Pick<ShopTeamJoinRow, 'id'>>`select j.id from shop_team_join j join shop_competition c on c.id = j.competition_id
      where j.team_id = ${teamId} and j.status = any(${holdingPlaces}::int[]) and c.end_time > ${now} limit 1`,
  )
  return found !== undefined
}
