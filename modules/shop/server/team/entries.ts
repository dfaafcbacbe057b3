import { sql } from 'kysely'
import { type CommandContext, rowOf, rowsOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { notifyMember } from '../notices/members.ts'
import { ShopUserCompetitionCheckIn } from '../options.generated.ts'
import type { ShopTeamChengjiRow, ShopUserCompetitionRow } from '../rows.generated.ts'
import { countResults, type Field, rankResults } from './results.ts'
import {
  type CompetitionRow,
  entryMachine,
  lockCompetition,
  type RegistrationRow,
  registrationMachine,
  takenPlaces,
} from './row.ts'

/** The registration to approve, and its competition, both locked. */
interface Approval {
  join: RegistrationRow
  competition: CompetitionRow
  action: 'agree' | 'pass'
  note?: string
}

/** E7 audit: agree (or nothing to audit), 2 → 3: the contestants are entered. */
export async function approve(
  trx: Writer,
  { join, competition, action, note = '' }: Approval,
  env: CommandContext,
): Promise<void> {
  const group = competition.groups.find((each) => each.name === join.group_name)
  const taken = (await takenPlaces(trx, competition.id)).get(join.group_name) ?? 0
  if (!group || taken > group.quota) throw new Refused('team.full', { group: join.group_name, left: 0 })
  await registrationMachine.move(trx, join, { action, set: { audit_note: note }, note }, env)
  await enter(trx, join, competition, env)
}

/**
 * What follows once a registration is approved, in whichever way: one entry with a bib number for each contestant, and the member is told.
 * The competition is locked.
 */
export async function enter(trx: Writer, join: RegistrationRow, competition: CompetitionRow, env: CommandContext): Promise<void> {
  const numbers = await freeNumbers(trx, competition, { groupName: join.group_name, count: join.contestant_ids.length })
  await sql`with made as (insert into shop_user_competition (competition_id, join_id, user_id, contestant_id, team_id, group_name, bib_no, size, check_in, remark, create_time, update_time)
    select ${competition.id}::int, ${join.id}::int, ${join.user_id}::int, p.id, ${join.team_id}::int, ${join.group_name}, u.bib_no, p.size, ${ShopUserCompetitionCheckIn.open}::smallint, '',
      ${env.now}::bigint, ${env.now}::bigint
    from unnest(${join.contestant_ids}::int[], ${numbers}::text[]) with ordinality as u(id, bib_no, n)
    join shop_contestant p on p.id = u.id order by u.n returning id)
    ${entryMachine.started(sql.ref('made'), { action: 'enter', to: ShopUserCompetitionCheckIn.open }, env)} order by id`.execute(
    trx,
  )
  const data = { join_no: join.join_no, competition: competition.title }
  await notifyMember(trx, { event: 'join_approved', userId: join.user_id, data }, env)
}

/**
 * The entries of a registration go, with results that nobody was shown; those of others are ranked anew. Refuses when one of theirs is
 * published: entries and results are locked before that is asked, so that none is added or published meanwhile. The competition is locked.
 */
export async function removeEntries(trx: Writer, joinId: number, env: CommandContext): Promise<void> {
  const entries = await rowsOf(
    trx,
    sql<
      Pick<ShopUserCompetitionRow, 'id'>
    >`select id from shop_user_competition where join_id = ${joinId} order by id for update`,
  )
  const ids = entries.map((entry) => entry.id)
  const results = await rowsOf(
    trx,
    sql<Field & { published: number }>`select published, competition_id, group_name, round from shop_team_chengji
      where entry_id = any(${ids}::int[]) order by id for update`,
  )
  if (results.some(({ published }) => published === 1)) throw new Refused('team.resultPublished')
  await sql`delete from shop_team_chengji where entry_id = any(${ids}::int[])`.execute(trx)
  await sql`delete from shop_user_competition where join_id = ${joinId}`.execute(trx)
  const [first] = results
  if (first) await countResults(trx, first.competition_id, -results.length)
  const fields = new Map(results.map((result) => [`${result.round} ${result.group_name}`, result]))
  for (const field of fields.values()) await rankResults(trx, field, env, { by: 'cancel', key: joinId })
}

/** Is a result published of the entry, or of an entry of the registration? */
export async function hasPublished(trx: Writer, by: 'id' | 'join_id', key: number): Promise<boolean> {
  const found = await rowOf(
    trx,
    sql<Pick<ShopTeamChengjiRow, 'id'>>`select r.id from shop_team_chengji r join shop_user_competition e on e.id = r.entry_id
      where ${sql.ref(`e.${by}`)} = ${key} and r.published = 1 limit 1`,
  )
  return found !== undefined
}

/** Gives an entry the lowest number that is free in its group. The competition's lock keeps it free. */
export async function numberAgain(trx: Writer, entryId: number, env: CommandContext): Promise<{ bib_no: string }> {
  const entry = await rowOf(
    trx,
    sql<
      Pick<ShopUserCompetitionRow, 'id' | 'competition_id' | 'group_name' | 'bib_no'>
    >`select id, competition_id, group_name, bib_no
      from shop_user_competition where id = ${entryId}`,
  )
  if (!entry) throw new Refused('team.noEntry')
  const competition = await lockCompetition(trx, entry.competition_id)
  const [free = entry.bib_no] = await freeNumbers(trx, competition, { groupName: entry.group_name, count: 1, except: entry.id })
  await sql`update shop_user_competition set bib_no = ${free}, update_time = ${env.now} where id = ${entry.id}`.execute(trx)
  return { bib_no: free }
}

/** The lowest free numbers of a group: its letter and four digits, A0001 in the first group; those of `except` count as free. */
async function freeNumbers(
  trx: Writer,
  { id, groups }: Pick<CompetitionRow, 'id' | 'groups'>,
  { groupName, count, except = 0 }: { groupName: string; count: number; except?: number },
): Promise<string[]> {
  const head = lettersOf(groups.findIndex((group) => group.name === groupName))
  const { rows } = await sql<Pick<ShopUserCompetitionRow, 'bib_no'>>`select bib_no from shop_user_competition
    where competition_id = ${id} and id <> ${except} and bib_no like ${`${head}%`}`.execute(trx)
  const used = new Set(rows.map((row) => row.bib_no))
  const free: string[] = []
  for (let n = 1; free.length < count; n++) {
    const bib = `${head}${String(n).padStart(4, '0')}`
    if (!used.has(bib)) free.push(bib)
  }
  return free
}

/** A, B, … Z, AA, AB … by place from 0, as columns of a spreadsheet. */
function lettersOf(place: number): string {
  const rest = Math.max(0, place)
  const last = String.fromCharCode(65 + (rest % 26))
  return rest < 26 ? last : lettersOf(Math.floor(rest / 26) - 1) + last
}

/** Check-in is open from a day before the start until the end. */
export async function isCheckInOpen(trx: Writer, competitionId: number, now: number): Promise<boolean> {
  const found = await rowOf(
    trx,
    sql<Pick<CompetitionRow, 'id'>>`select id from shop_competition
      where id = ${competitionId} and start_time - 86400 <= ${now} and end_time >= ${now}`,
  )
  return found !== undefined
}

/** What a step of the check-in is called in its timeline, by the state it leads to. */
const checkSteps = {
  [ShopUserCompetitionCheckIn.open]: 'undo',
  [ShopUserCompetitionCheckIn.present]: 'check_in',
  [ShopUserCompetitionCheckIn.absent]: 'absent',
} as const

/** E8: 0 → 1 check in, 1 → 0 undo, 0 → 2 absent. Throws a conflict when the entry is in another state by now. */
export async function checkIn(
  trx: Writer,
  { entryId: id, from, to }: { entryId: number; from: 0 | 1; to: ShopUserCompetitionRow['check_in'] },
  env: CommandContext,
): Promise<void> {
  const set = { check_time: to === ShopUserCompetitionCheckIn.present ? env.now : null }
  await entryMachine.move(trx, { id, check_in: from }, { action: checkSteps[to], set }, env)
}
