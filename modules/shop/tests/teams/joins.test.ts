import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommandContext } from '../../../../server/core/command.ts'
import { openDatabase } from '../../../../server/core/db/connect.ts'
import { inTransaction as runTransaction } from '../../../../server/core/transaction/transaction.ts'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { payJoin } from '../../server/team/pay.ts'
import { registerJoin } from '../../server/team/register.ts'
import { runTimer } from '../../server/timers.ts'
import { expectSoundShop, inTransaction } from '../helpers/helpers.ts'
import {
  agree,
  clock,
  day,
  errorsOf,
  familyOf,
  joinLab,
  joinOf,
  madeKey,
  makeCompetition,
  refusal,
  registerFor,
  urls,
} from './teamHelpers.ts'

const now = clock()

let server: TestServer
let owner: Client

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
})

const { join: url } = urls
const system: CommandContext = { now, actor: { type: 'system' } }
const { act, joined } = joinLab(() => ({ server, owner }))
const free = { groups: [{ name: '全程', fee: '0.00', quota: 20, gender: '0' }] }

/** A registration in each state, by the steps that lead there. */
const inState: Readonly<Record<number, () => Promise<number>>> = {
  1: async () => (await joined({}, { paid: 0 })).id,
  2: async () => (await joined()).id,
  3: async () => {
    const { id } = await joined()
    expect((await act('audit', id, agree)).body.code).toBe(1)
    return id
  },
  4: async () => {
    const { id } = await joined()
    expect((await act('audit', id, refusal)).body.code).toBe(1)
    return id
  },
  5: async () => {
    const { id } = await joined()
    expect((await act('cancel', id, { reason: '测试', refund_amount: '0.00' })).body.code).toBe(1)
    return id
  },
}
/** What each button leads to, by the state it is pressed in; everywhere else it is refused and changes nothing. */
const machine: readonly [what: string, action: string, body: object, ends: Readonly<Record<number, number>>][] = [
  ['agree', 'audit', agree, { 2: 3 }],
  ['refuse', 'audit', refusal, { 2: 4 }],
  ['confirm payment', 'pay', { remark: '现金' }, { 1: 2 }],
  ['cancel', 'cancel', { reason: '测试', refund_amount: '0.00' }, { 1: 5, 2: 5, 3: 5 }],
]
const pairs = machine.flatMap(([what, action, body, ends]) =>
  [1, 2, 3, 4, 5].map((from) => ({ what, action, body, from, to: ends[from] ?? null })),
)

describe('the machine of registrations', () => {
  test.each(pairs)('$what in state $from leads to $to', async ({ action, body, from, to }) => {
    const id = (await (inState[from] ?? inState[1])?.()) ?? 0
    const before = await joinOf(server, id)
    expect(before.status).toBe(from)
    const answer = await act(action, id, body)
    expect(answer.body.code, answer.text).toBe(to === null ? 0 : 1)
    const after = await joinOf(server, id)
    if (to === null) return expect(after).toEqual(before)
    expect([after.status, after.log.length]).toEqual([to, before.log.length + 1])
    expect(after.entries.length).toBe(to === 3 ? 2 : 0)
    // What was pressed once is not done again.
    expect((await act(action, id, body)).body.code).toBe(0)
    expect(await joinOf(server, id)).toEqual(after)
  })
})

describe('registering on behalf of a member', () => {
  test('is paid at the desk, waits for the audit, and enters each with a bib number', async () => {
    const { id } = await joined({}, {}, 3)
    expect(await joinOf(server, id)).toMatchObject({ status: 2, fee: 15_000, pay_type: 'offline', entries: [] })
    expect((await act('audit', id, agree)).body.code).toBe(1)
    expect(await joinOf(server, id)).toMatchObject({
      status: 3,
      entries: ['A0001', 'A0002', 'A0003'],
      log: ['register >1 admin', 'confirm_pay 1>2 admin', 'agree 2>3 admin'],
    })
    type Info = { row: { contestant_names: string; entries: { contestant_id_text: string }[] } }
    const { row } = (await owner.get<Info>(`${url}/info`, { id })).body.data
    expect(row.entries.map((entry) => entry.contestant_id_text).join('、')).toBe(row.contestant_names)
  })

  test('skips payment where nothing is to pay, and the audit where none is wanted', async () => {
    expect(await joinOf(server, (await joined(free)).id)).toMatchObject({ status: 2, log: ['register >2 admin'] })
    expect(await joinOf(server, (await joined({ ...free, need_audit: 0 })).id)).toMatchObject({
      status: 3,
      log: ['register >3 admin'],
      entries: ['A0001', 'A0002'],
    })
    expect(await joinOf(server, (await joined({ need_audit: 0 })).id)).toMatchObject({
      status: 3,
      log: ['register >1 admin', 'confirm_pay 1>2 admin', 'pass 2>3 admin'],
    })
  })

  test('is refused outside of the window, beyond the places, and for whom the competition does not take', async () => {
    const { userId, contestants } = await familyOf(server, 41)
    const [one = 0, two = 0] = contestants
    const at = async (more: Record<string, unknown>, ids = [one], asked: object = {}) =>
      errorsOf(await registerFor(owner, await makeCompetition(owner, more), userId, ids, asked))
    expect(await at({ join_start: now + day / 2 })).toEqual(['competition_id'])
    expect(await at({ join_end: now - day / 2 })).toEqual(['competition_id'])
    expect(await at({ status: 0 })).toEqual(['competition_id'])
    const group = (more: object) => ({ groups: [{ name: '全程', fee: '0.00', quota: 1, gender: '0', ...more }] })
    expect(await at(group({}), [one, two])).toEqual(['group_name'])
    expect(await at(group({}), [one], { group_name: '半程' })).toEqual(['group_name'])
    const [facts] = await server.query<{ gender: number }>('select gender from shop_contestant where id = $1', [one])
    expect(await at(group({ gender: facts?.gender === 1 ? '2' : '1' }))).toEqual(['contestant_ids'])
    expect(await at(group({ max_age: 10 }))).toEqual(['contestant_ids'])
    expect(await at(group({ min_age: 90 }))).toEqual(['contestant_ids'])
    expect(await at({}, (await familyOf(server, 42)).contestants.slice(0, 1))).toEqual(['contestant_ids'])
    expect(await at({ type: 'team', team_min: 1, team_max: 3 }, [one], { type: 'team' })).toEqual(['team_id'])
  })

  test('takes nobody twice, and a team only from who runs it, in its size and with its members', async () => {
    const { competitionId, userId, contestants } = await joined()
    expect(errorsOf(await registerFor(owner, competitionId, userId, contestants.slice(1, 3)))).toEqual(['contestant_ids'])
    const [team] = await server.query<{ id: number; captain_id: number; ids: number[] }>(
      `select id, captain_id, array(select (m->>'contestant_id')::int from jsonb_array_elements(members) m) as ids from shop_team where status = 2 order by id limit 1`,
    )
    const matches = await makeCompetition(owner, {
      type: 'team',
      team_min: 3,
      team_max: 4,
      groups: [{ name: '全程', fee: '9.00', quota: 1, gender: '0' }],
    })
    const register = (more: object, ids = team?.ids.slice(0, 3) ?? [], user = team?.captain_id ?? 0) =>
      registerFor(owner, matches, user, ids, { type: 'team', team_id: team?.id, ...more })
    expect(errorsOf(await register({ team_id: null }))).toEqual(['team_id'])
    expect(errorsOf(await register({}, team?.ids.slice(0, 2)))).toEqual(['contestant_ids'])
    const other = await familyOf(server, 41)
    expect(errorsOf(await register({}, other.contestants.slice(0, 3), other.userId))).toEqual(['user_id'])
    const id = madeKey(await register({}))
    expect((await joinOf(server, id)).fee).toBe(900)
    expect(errorsOf(await register({}, team?.ids.slice(0, 3)))).toEqual(['group_name'])
  })

  test('whose number was drawn before gets another', async () => {
    const competitionId = await makeCompetition(owner, free)
    const { userId, contestants } = await familyOf(server, 39)
    const drawn = [7, 7, 8]
    const env: CommandContext = { ...system, random: () => drawn.shift() ?? 0 }
    const database = openDatabase(server.databaseUrl, { connections: 1 })
    const numberFor = async (contestant = 0) =>
      (
        await runTransaction(database, (trx) =>
          registerJoin(trx, { competitionId, groupName: '全程', userId, contestantIds: [contestant] }, env),
        )
      ).joinNo
    expect(await numberFor(contestants[0])).toMatch(/000007$/)
    expect(await numberFor(contestants[1])).toMatch(/000008$/)
    await database.close()
    const made = await server.query<{ n: number }>('select join_count as n from shop_competition where id = $1', [competitionId])
    expect(made[0]?.n).toBe(2)
  })

  test('creates one registration per key of the call, however often it is sent', async () => {
    const competitionId = await makeCompetition(owner)
    const { userId, contestants } = await familyOf(server, 42)
    const body = { idempotency_key: 'join-once' }
    const answers = [1, 2, 3].map(() => registerFor(owner, competitionId, userId, contestants.slice(0, 1), body))
    const ids = (await Promise.all(answers)).filter((each) => each.body.code === 1).map(madeKey)
    expect(new Set(ids).size).toBe(1)
    const found = await server.query('select id from shop_team_join where competition_id = $1', [competitionId])
    expect(found).toHaveLength(1)
  })
})

describe('money of registrations', () => {
  test('what was paid goes back to the balance when it is refused, once', async () => {
    const { id } = await joined()
    const before = await joinOf(server, id)
    const answers = await Promise.all(Array.from({ length: 6 }, () => act('audit', id, refusal)))
    expect(answers.filter(({ body }) => body.code === 1)).toHaveLength(1)
    const after = await joinOf(server, id)
    expect(after).toMatchObject({ status: 4, refund_amount: 10_000, money: before.money + 10_000 })
  })

  test('the shop chooses what goes back when it cancels, never more than was paid', async () => {
    const { id } = await joined()
    expect((await act('audit', id, agree)).body.code).toBe(1)
    const form = await owner.get<{ values: { refund_amount: string } }>(`${url}/cancel`, { id })
    expect(form.body.data.values.refund_amount).toBe('100.00')
    expect(errorsOf(await act('cancel', id, { reason: '改期', refund_amount: '100.01' }))).toEqual(['refund_amount'])
    expect(errorsOf(await act('cancel', id, { reason: '', refund_amount: '1.00' }))).toEqual(['reason'])
    const { money } = await joinOf(server, id)
    expect((await act('cancel', id, { reason: '改期', refund_amount: '30.00' })).body.code).toBe(1)
    expect(await joinOf(server, id)).toMatchObject({ status: 5, refund_amount: 3000, money: money + 3000, entries: [] })
    const unpaid = (await inState[1]?.()) ?? 0
    expect(errorsOf(await act('cancel', unpaid, { reason: '改期', refund_amount: '0.01' }))).toEqual(['refund_amount'])
  })

  test('the same payment reported twice counts once, and one of another amount does not count', async () => {
    const id = (await inState[1]?.()) ?? 0
    const pay = (amount: number) =>
      inTransaction(server, (trx) => payJoin(trx, { joinId: id, amount, payType: 'wechat', tradeNo: 'W1' }, system))
    await expect(pay(9999)).rejects.toThrow('shop.wrongAmount')
    await pay(10_000)
    await pay(10_000)
    expect(await joinOf(server, id)).toMatchObject({ status: 2, log: ['register >1 admin', 'pay 1>2 system'] })
  })

  test('places that are not paid for within 30 minutes are free again, and nothing is paid after that', async () => {
    const { id, competitionId, userId } = await joined(
      { groups: [{ name: '全程', fee: '50.00', quota: 2, gender: '0' }] },
      { paid: 0 },
    )
    const other = await familyOf(server, 43)
    const again = () => registerFor(owner, competitionId, other.userId, other.contestants.slice(0, 1), { paid: 0 })
    expect(errorsOf(await again())).toEqual(['group_name'])
    const runs = await Promise.all(
      [1, 2].map(() =>
        inTransaction(server, (trx) => runTimer(trx, 'join', { ...system, now: Math.floor(Date.now() / 1000) + 31 * 60 }, 500)),
      ),
    )
    expect(runs.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(0)
    expect(await joinOf(server, id)).toMatchObject({ status: 5, log: ['register >1 admin', 'time_out 1>5 system'] })
    expect((await act('pay', id, { remark: '' })).body.code).toBe(0)
    madeKey(await again())
    expect(userId).toBeGreaterThan(0)
  })
})

test('packers see no registration, and nobody presses what they have no right to', async () => {
  const id = (await inState[2]?.()) ?? 0
  for (const username of ['packer', 'service']) {
    const client = await server.signIn(username)
    expect((await client.get(`${url}/index`)).body.code).not.toBe(1)
    for (const action of ['audit', 'pay', 'cancel', 'register'])
      expect((await act(action, id, agree, client)).body.code).not.toBe(1)
  }
  const manager = await server.signIn('manager')
  expect((await act('audit', id, agree, manager)).body.code).toBe(1)
})
