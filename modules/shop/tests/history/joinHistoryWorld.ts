import { sql } from 'kysely'
import type { CommandContext } from '../../../../server/core/command.ts'
import type { Database, Writer } from '../../../../server/core/db/connect.ts'
import { inTransaction } from '../../../../server/core/transaction/transaction.ts'
import { postMoney } from '../../../../server/modules/user/ledger.ts'
import type { Answer, Client } from '../../../../tests/harness/client.ts'
import { DEMO_NOW } from '../../../../tests/harness/database.ts'
import type { Random } from '../../demo/random.ts'
import { auditJoin } from '../../server/team/audit.ts'
import { cancelJoin, cancelOwnJoin, timeOutJoin } from '../../server/team/cancel.ts'
import { checkIn, numberAgain } from '../../server/team/entries.ts'
import { payJoin } from '../../server/team/pay.ts'
import { registerAgain, registerJoin } from '../../server/team/register.ts'
import { auditTeam, dissolveTeam, resubmitTeam, submitTeam } from '../../server/team/teamSteps.ts'
import { runTimer } from '../../server/timers.ts'
import { urls } from '../teams/teamHelpers.ts'

/** Competitions of few places and the families who quarrel about them. */
export interface JoinWorld {
  database: Database
  owner: Client
  /** Unix seconds; moved between batches, for numbers begin with their second. */
  now: number
  ids: readonly number[]
  families: readonly { user_id: number; ids: number[] }[]
}

/** What can be acted on, before a batch of steps. */
export interface JoinScene {
  joins: readonly { id: number; user_id: number; status: number; fee: number }[]
  teams: readonly { id: number; captain_id: number; status: number; ids: number[] }[]
  entries: readonly { id: number; competition_id: number }[]
  results: readonly number[]
}

const systemAt = (now: number): CommandContext => ({ now, actor: { type: 'system' } })
const adminAt = (now: number): CommandContext => ({ now, actor: { type: 'admin', id: 1, name: '管理员' } })

/** Competitions with money, audit and neither, one of them of teams; who registers there are ten families of the demo shop. */
export async function prepared(database: Database, owner: Client): Promise<JoinWorld> {
  const ids: number[] = []
  await inTransaction(database, async (trx) => {
    for (const [fee, audit, type] of [
      [3000, 1, 'person'],
      [3000, 0, 'person'],
      [0, 1, 'person'],
      [0, 0, 'person'],
      [3000, 1, 'team'],
    ] as const) {
      const groups = JSON.stringify([
        { name: '组', fee, quota: type === 'team' ? 3 : 9, gender: 0, min_age: null, max_age: null },
      ])
      const { rows } = await sql<{
        id: number
      }>`insert into shop_competition (title, cover, images, season, category, type, result_type, city, place, team_min, team_max,
          join_start, join_end, start_time, end_time, groups, need_idnumber, need_audit, content, rules_file, contact_mobile)
        select '历史赛', cover, images, season, category, ${type}, 'time', city, place, 1, 5, ${DEMO_NOW - 100}::bigint, ${DEMO_NOW + 90_000}::bigint,
          ${DEMO_NOW + 100_000}::bigint, ${DEMO_NOW + 200_000}::bigint, ${groups}::jsonb, 1, ${audit}::int, content, rules_file, contact_mobile
        from shop_competition where id = 1 returning id`.execute(trx)
      ids.push(rows[0]?.id ?? 0)
    }
  })
  const { rows: families } = await sql<{ user_id: number; ids: number[] }>`select user_id, array_agg(id order by id) as ids
    from shop_contestant group by user_id order by user_id limit 10`.execute(database.read)
  for (const { user_id: userId } of families)
    await inTransaction(database, (trx) =>
      postMoney(trx, { userId, fen: 500_000, source: 'manual', refNo: `H${userId}`, memo: '' }, systemAt(DEMO_NOW)),
    )
  return { database, owner, now: DEMO_NOW, ids, families }
}

/** What there is now; of registrations all that are not cancelled. */
export async function lookAround({ database, ids, families }: JoinWorld): Promise<JoinScene> {
  const rows = async <T>(statement: ReturnType<typeof sql<T>>) => (await statement.execute(database.read)).rows
  const captains = families.map(({ user_id }) => user_id)
  const joins = await rows(
    sql<
      JoinScene['joins'][number]
    >`select id, user_id, status, fee::int from shop_team_join where competition_id = any(${[...ids]}::int[]) and status <> 5`,
  )
  const results = await rows(sql<{ id: number }>`select id from shop_team_chengji where competition_id = any(${[...ids]}::int[])`)
  return {
    joins,
    results: results.map(({ id }) => id),
    entries: await rows(
      sql<
        JoinScene['entries'][number]
      >`select id, competition_id from shop_user_competition where competition_id = any(${[...ids]}::int[])`,
    ),
    teams: await rows(
      sql<
        JoinScene['teams'][number]
      >`select id, captain_id, status, array(select (m->>'contestant_id')::int from jsonb_array_elements(members) m) as ids
        from shop_team where captain_id = any(${captains}::int[]) and delete_time is null order by id desc limit 15`,
    ),
  }
}

/** A step: a part of a transaction, or a call that an administrator makes. */
export type JoinStep =
  | { name: string; trx: (trx: Writer) => Promise<unknown> }
  | { name: string; call: () => Promise<Answer<unknown>> }

let names = 0

/** One step that somebody takes, whatever the state of what it is about. All chance is drawn before it is taken. */
export function drawStep(random: Random, world: JoinWorld, scene: JoinScene): JoinStep {
  const draws = [...registrations(random, world, scene), ...teamsAndResults(random, world, scene)]
  return random.weighted(draws)
}

type Draws = (readonly [JoinStep, number])[]

/** Mostly a row for which the step is meant, now and then any: what is not possible must be refused too. */
function one<T>(random: Random, rows: readonly T[], fits: (row: T) => boolean = () => true): T | undefined {
  const fitting = rows.filter(fits)
  if (fitting.length > 0 && random.chance(85)) return random.pick(fitting)
  return rows.length > 0 ? random.pick(rows) : undefined
}

function registrations(random: Random, { now, ids, families }: JoinWorld, { joins, entries, teams }: JoinScene): Draws {
  const [family, admin] = [random.pick(families), adminAt(now)]
  const member: CommandContext = { now, actor: { type: 'member', id: family.user_id, name: '会员' } }
  const at = (...states: number[]) => {
    const join = one(random, joins, ({ status }) => states.includes(status))
    const userId = random.chance(90) ? (join?.user_id ?? 0) : family.user_id
    const env: CommandContext = { now, actor: { type: 'member', id: userId, name: '会员' } }
    return { joinId: join?.id ?? 0, fee: join?.fee ?? 0, userId, env }
  }
  const [toPay, toAudit, held, refused] = [at(1), at(2), at(1, 2, 3), at(4)]
  const chosen = random.shuffled(family.ids).slice(0, 1 + random.int(2))
  const competitionId = random.pick(ids)
  const system = systemAt(now)
  const amount = random.chance(90) ? toPay.fee : 3000
  const refund = 100 * random.int(40)
  const entryId = one(random, entries)?.id ?? 0
  const team = one(random, teams, ({ status }) => status === 2)
  const captain: CommandContext = { now, actor: { type: 'member', id: team?.captain_id ?? 0, name: '队长' } }
  const ofTeam = { competitionId: ids.at(-1) ?? 0, groupName: '组', userId: team?.captain_id ?? 0, teamId: team?.id ?? 0 }
  const userId = family.user_id
  const paid = { joinId: toPay.joinId, amount, payType: 'wechat' as const, tradeNo: `T${toPay.joinId}` }
  const draw = (name: string, trx: (trx: Writer) => Promise<unknown>, weight: number) => [{ name, trx }, weight] as const
  return [
    draw('register', (trx) => registerJoin(trx, { competitionId, groupName: '组', userId, contestantIds: chosen }, member), 30),
    draw('register a team', (trx) => registerJoin(trx, { ...ofTeam, contestantIds: team?.ids ?? [] }, captain), 8),
    draw('pay', (trx) => payJoin(trx, { joinId: toPay.joinId, amount, payType: 'balance', tradeNo: '' }, toPay.env), 18),
    draw('tell of a payment', (trx) => payJoin(trx, paid, system), 8),
    draw('agree', (trx) => auditJoin(trx, { joinId: toAudit.joinId, agree: true, note: '' }, admin), 14),
    draw('refuse', (trx) => auditJoin(trx, { joinId: toAudit.joinId, agree: false, note: '不合' }, admin), 6),
    draw('cancel', (trx) => cancelJoin(trx, { joinId: held.joinId, reason: '改期', refund }, admin), 6),
    draw('cancel one’s own', (trx) => cancelOwnJoin(trx, { joinId: held.joinId, userId: held.userId }, held.env), 8),
    draw('register again', (trx) => registerAgain(trx, { joinId: refused.joinId, userId: refused.userId }, refused.env), 6),
    draw('time-out', (trx) => timeOutJoin(trx, toPay.joinId, { ...admin, now: now + 1801 }), 3),
    draw('timers', (trx) => runTimer(trx, 'join', { ...system, now: now + 1801 }, 1), 1),
    draw('number again', (trx) => numberAgain(trx, entryId, admin), 1),
    draw('check in', (trx) => checkIn(trx, { entryId, from: 0, to: 1 }, admin), 2),
    draw('undo', (trx) => checkIn(trx, { entryId, from: 1, to: 0 }, admin), 1),
  ]
}

function teamsAndResults(random: Random, { now, owner, families }: JoinWorld, { teams, entries, results }: JoinScene): Draws {
  const [family, admin] = [random.pick(families), adminAt(now)]
  const [asked, approved, turnedDown] = [1, 2, 3].map((state) => one(random, teams, ({ status }) => status === state))
  const member: CommandContext = { now, actor: { type: 'member', id: family.user_id, name: '会员' } }
  const members = random.shuffled(family.ids).slice(0, 2)
  const proposal = {
    name: `历史队 ${++names}`,
    city: [330_000, 330_100],
    mobile: '13800138000',
    slogan: '',
    members: members.map((contestant_id, i) => ({
      contestant_id,
      role: i ? ('player' as const) : ('captain' as const),
      number: i + 1,
    })),
  }
  const entry = one(random, entries)
  const resultId = one(random, results) ?? 0
  const result = {
    competition_id: entry?.competition_id,
    entry_id: entry?.id,
    round: random.pick(['heat', 'final']),
    finish: 'ok',
    time_result: `00:${10 + random.int(49)}:00.000`,
    award_score: random.int(3),
  }
  const trx = (name: string, step: (trx: Writer) => Promise<unknown>, weight: number) => [{ name, trx: step }, weight] as const
  const call = (name: string, made: () => Promise<Answer<unknown>>, weight: number) => [{ name, call: made }, weight] as const
  return [
    trx('propose a team', (each) => submitTeam(each, family.user_id, proposal, member), 3),
    trx('agree to a team', (each) => auditTeam(each, { teamId: asked?.id ?? 0, agree: true, note: '' }, admin), 5),
    trx('refuse a team', (each) => auditTeam(each, { teamId: asked?.id ?? 0, agree: false, note: '不合' }, admin), 2),
    trx(
      'propose it again',
      (each) => resubmitTeam(each, { teamId: turnedDown?.id ?? 0, userId: turnedDown?.captain_id ?? 0, team: proposal }, member),
      2,
    ),
    trx('dissolve a team', (each) => dissolveTeam(each, { teamId: approved?.id ?? 0, reason: 'x' }, admin), 2),
    call('enter a result', () => owner.post(`${urls.result}/add`, result), 8),
    call('change a result', () => owner.post(`${urls.result}/edit`, { id: resultId, time_result: result.time_result }), 2),
    call('publish a result', () => owner.post(`${urls.result}/publish`, { id: resultId }), 3),
    call('delete a result', () => owner.del(`${urls.result}/del`, { ids: [resultId] }), 2),
  ]
}
