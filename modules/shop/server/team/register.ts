import { sql } from 'kysely'
import { type CommandContext, rowOf, rowsOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { formatDateTime } from '../../../../src/schemas/kinds/clock.ts'
import { numberOf } from '../command.ts'
import { ShopTeamJoinStatus } from '../options.generated.ts'
import type { ShopContestantRow, ShopTeamJoinRow } from '../rows.generated.ts'
import { enter } from './entries.ts'
import { payJoin } from './pay.ts'
import {
  type CompetitionRow,
  type Group,
  holdingPlaces,
  lockCompetition,
  lockJoin,
  lockTeam,
  registrationMachine,
  requireApproved,
  requireRefused,
  takenPlaces,
} from './row.ts'

/** Seconds for which the places of a registration that is to be paid are held. */
export const payWithin = 30 * 60

/** Who is registered for what. Fee and type are the competition's, never the caller's. */
export interface NewJoin {
  competitionId: number
  groupName: string
  userId: number
  teamId?: number | undefined
  contestantIds: readonly number[]
  attachments?: readonly string[]
  remark?: string
}

type Contestant = Pick<ShopContestantRow, 'id' | 'user_id' | 'name' | 'gender' | 'birthday' | 'status' | 'idnumber'>

/**
 * E7 register: – → 1; with nothing to pay → 2, or → 3 where nothing is audited either. Refuses outside of the window, beyond the places,
 * and whom the competition does not take. Gives id, number and fee.
 */
export async function registerJoin(
  trx: Writer,
  input: NewJoin,
  env: CommandContext,
): Promise<{ id: number; joinNo: string; fee: number }> {
  return register(trx, input, env, null)
}

/**
 * E7 register again: a registration that was refused leads to a new one that refers to it. What it costs is paid from the balance at
 * once, so that it stands before the audit again; with `payLater` it waits for its payment like a first one.
 */
export async function registerAgain(
  trx: Writer,
  input: { joinId: number; userId: number; payLater?: boolean },
  env: CommandContext,
): Promise<{ id: number; joinNo: string; fee: number }> {
  const former = await lockJoin(trx, input.joinId)
  if (former.user_id !== input.userId) throw new Refused('team.noJoin')
  requireRefused(former)
  const formerId = await lastTry(trx, former.id)
  const made = await register(
    trx,
    {
      competitionId: former.competition_id,
      groupName: former.group_name,
      userId: former.user_id,
      teamId: former.team_id ?? undefined,
      contestantIds: former.contestant_ids,
      attachments: former.attachments,
      remark: former.remark,
    },
    env,
    formerId,
  )
  if (made.fee > 0 && !input.payLater)
    await payJoin(trx, { joinId: made.id, amount: made.fee, payType: 'balance', tradeNo: '' }, env)
  return made
}

/** The last of the registrations that followed a refused one and were cancelled, else itself. Refuses while one of them is there. */
async function lastTry(trx: Writer, id: number): Promise<number> {
  const next = await rowOf(
    trx,
    sql<Pick<ShopTeamJoinRow, 'id' | 'status'>>`select id, status from shop_team_join where former_id = ${id}`,
  )
  if (!next) return id
  if (next.status !== ShopTeamJoinStatus.cancelled) throw new Refused('team.registeredAgain', {}, { type: 'conflict' })
  return lastTry(trx, next.id)
}

async function register(trx: Writer, input: NewJoin, env: CommandContext, formerId: number | null) {
  const competition = await lockCompetition(trx, input.competitionId)
  if (competition.status !== 1) throw new Refused('team.notOffered', {}, { field: 'competition_id' })
  requireWindow(competition, env.now)
  const group = competition.groups.find((each) => each.name === input.groupName)
  if (!group) throw new Refused('team.noGroup', {}, { field: 'group_name' })
  const contestants = await contestantsOf(trx, input.contestantIds)
  await requireTeamFor(trx, competition, input)
  requireContestants(contestants, input, competition, group)
  const places = competition.type === 'team' ? 1 : contestants.length
  await requirePlaces(trx, competition, group, places)
  await requireNotEntered(trx, competition, input, contestants)
  const fee = group.fee * places
  const status =
    fee > 0 ? ShopTeamJoinStatus.toPay : competition.need_audit === 1 ? ShopTeamJoinStatus.toAudit : ShopTeamJoinStatus.approved
  const joinNo = numberOf(env)
  const row = await rowOf(
    trx,
    sql<
      Pick<ShopTeamJoinRow, 'id'>
    >`insert into shop_team_join (join_no, competition_id, type, team_id, contestant_ids, contestant_names, user_id,
        group_name, fee, refund_amount, trade_no, expire_time, attachments, remark, audit_note, cancel_reason, former_id, status, create_time, update_time)
      values (${joinNo}, ${competition.id}, ${competition.type}, ${input.teamId ?? null}, ${contestants.map((each) => each.id)}::int[],
        ${contestants.map((each) => each.name).join('、')}, ${input.userId}, ${group.name}, ${fee}, 0, '',
        ${status === ShopTeamJoinStatus.toPay ? env.now + payWithin : null}, ${input.attachments ?? []}::text[], ${input.remark ?? ''}, '', '',
        ${formerId}, ${status}, ${env.now}, ${env.now}) returning id`,
  )
  const id = row?.id ?? 0
  await registrationMachine.start(trx, id, { action: formerId === null ? 'register' : 'again', to: status }, env)
  await sql`update shop_competition set join_count = join_count + 1 where id = ${competition.id}`.execute(trx)
  if (status === ShopTeamJoinStatus.approved) await enter(trx, await lockJoin(trx, id), competition, env)
  return { id, joinNo, fee }
}

function requireWindow(competition: CompetitionRow, now: number): void {
  if (now < competition.join_start) throw new Refused('team.notYet', {}, { field: 'competition_id' })
  if (now >= competition.join_end) throw new Refused('team.over', {}, { field: 'competition_id' })
}

/** The contestants in the order in which they were named, each once. */
async function contestantsOf(trx: Writer, ids: readonly number[]): Promise<Contestant[]> {
  const wanted = [...new Set(ids)]
  const rows = await rowsOf(
    trx,
    sql<Contestant>`select id, user_id, name, gender, birthday::text as birthday, status, idnumber from shop_contestant
      where id = any(${wanted}::int[]) and delete_time is null order by array_position(${wanted}::int[], id) for key share`,
  )
  if (rows.length === 0 || rows.length < wanted.length || wanted.length < ids.length)
    throw new Refused('team.noContestant', {}, { field: 'contestant_ids' })
  return rows
}

async function requireTeamFor(trx: Writer, competition: CompetitionRow, input: NewJoin): Promise<void> {
  if (competition.type === 'person') {
    if (input.teamId !== undefined) throw new Refused('team.onlyPersons', {}, { field: 'team_id' })
    return
  }
  if (input.teamId === undefined) throw new Refused('team.onlyTeams', {}, { field: 'team_id' })
  const team = await lockTeam(trx, input.teamId)
  requireApproved(team)
  if (team.captain_id !== input.userId) throw new Refused('team.notCaptain', { team: team.name }, { field: 'user_id' })
  const members = new Set(team.members.map((member) => member.contestant_id))
  if (input.contestantIds.some((id) => !members.has(id)))
    throw new Refused('team.notMember', { team: team.name }, { field: 'contestant_ids' })
  const [least, most] = [competition.team_min ?? 1, competition.team_max ?? 100]
  if (input.contestantIds.length < least || input.contestantIds.length > most)
    throw new Refused('team.teamSize', { least, most }, { field: 'contestant_ids' })
}

/** Whole years at a moment, in the site's zone. */
export function ageAt(birthday: string, time: number): number {
  const day = formatDateTime(time).slice(0, 10)
  return Number(day.slice(0, 4)) - Number(birthday.slice(0, 4)) - (day.slice(5) < birthday.slice(5) ? 1 : 0)
}

function requireContestants(
  contestants: readonly Contestant[],
  { userId }: NewJoin,
  competition: CompetitionRow,
  group: Group,
): void {
  const refuse = (code: string, params: Record<string, string | number>) =>
    new Refused(`team.${code}`, params, { field: 'contestant_ids' })
  for (const { name, user_id, gender, birthday, status, idnumber } of contestants) {
    if (user_id !== userId) throw refuse('notTheirs', { name })
    if (status !== 1) throw refuse('contestantDisabled', { name })
    if (competition.need_idnumber === 1 && idnumber === '') throw refuse('noIdNumber', { name })
    if (group.gender && group.gender !== gender) throw refuse('wrongGender', { name, group: group.name })
    const age = birthday === null ? null : ageAt(birthday, competition.start_time)
    const [least, most] = [group.min_age ?? null, group.max_age ?? null]
    if ((least !== null && (age === null || age < least)) || (most !== null && (age === null || age > most)))
      throw refuse('wrongAge', { name, group: group.name })
  }
}

async function requirePlaces(trx: Writer, competition: CompetitionRow, group: Group, wanted: number): Promise<void> {
  const left = group.quota - ((await takenPlaces(trx, competition.id)).get(group.name) ?? 0)
  if (wanted > left) throw new Refused('team.full', { group: group.name, left: Math.max(0, left) }, { field: 'group_name' })
}

/** The competition's lock keeps this true until the registration stands. */
async function requireNotEntered(
  trx: Writer,
  competition: CompetitionRow,
  { teamId }: NewJoin,
  contestants: readonly Contestant[],
): Promise<void> {
  const ids = contestants.map((each) => each.id)
  const other = await rowOf(
    trx,
    sql<Pick<ShopTeamJoinRow, 'contestant_ids' | 'team_id'>>`select contestant_ids, team_id from shop_team_join
      where competition_id = ${competition.id} and status = any(${holdingPlaces}::int[])
        and (contestant_ids && ${ids}::int[] or team_id = ${teamId ?? null}::int) limit 1`,
  )
  if (!other) return
  const twice = contestants.find((each) => other.contestant_ids.includes(each.id))
  if (twice) throw new Refused('team.entered', { name: twice.name }, { field: 'contestant_ids' })
  throw new Refused('team.teamEntered', {}, { field: 'team_id' })
}
