import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withCheckDigit } from '../../../../src/schemas/kinds/idnumber.ts'
import type { Answer, Client } from '../../../../tests/harness/client.ts'
import { DEMO_PASSWORD } from '../../../../tests/harness/database.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { memberClient, signInMember } from '../../../../tests/member/people.ts'
import { expectSoundShop } from '../helpers/helpers.ts'
import { agree, clock, familyOf, joinLab, joinOf, madeKey, makeCompetition, refusal, registerFor, urls } from './teamHelpers.ts'

const now = clock()

let server: TestServer
let owner: Client
let member: Client
let memberId = 0
/** The contestants of the member who can sign in. */
const own: number[] = []

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
  member = memberClient(server, (await signInMember(server)).token)
  memberId = (await server.query<{ id: number }>(`select id from "user" where username = 'user0164'`))[0]?.id ?? 0
  for (const n of [1, 2, 3]) {
    const added = await owner.post(`${urls.contestant}/add`, {
      user_id: memberId,
      name: ['甲一', '乙二', '丙三'][n - 1],
      idnumber: withCheckDigit(`11010119900211${n}01`),
      mobile: `1380013700${n}`,
      emergency_name: '家人',
      emergency_mobile: `1380013710${n}`,
      is_self: n === 1 ? 1 : 0,
      status: 1,
    })
    own.push(madeKey(added))
  }
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
})

const { join: url } = urls
const { act, joined } = joinLab(() => ({ server, owner }))
const step = (action: 'register' | 'pay' | 'cancel' | 'again', body: object) =>
  member.post<{ id: number; fee: string }>(`/api/shop.Join/${action}`, body)
/** Puts money on the member's balance, as the shop does. */
const topUp = async (yuan: string) =>
  expect((await owner.post('/admin/user.MoneyLog/add', { user_id: memberId, money: yuan, memo: '测试' })).body.code).toBe(1)
const free = { groups: [{ name: '全程', fee: '0.00', quota: 20, gender: '0' }] }

describe('members', () => {
  test('see what is open, register, pay from the balance and cancel; the fee comes back', async () => {
    const competitionId = await makeCompetition(owner, { title: '会员赛' })
    const { list } = (await member.get<{ list: { id: number; groups: object[] }[] }>('/api/shop.Join/competitions')).body.data
    expect(list.find((each) => each.id === competitionId)?.groups).toEqual([{ name: '全程', fee: '50.00', left: 20 }])
    const made = await step('register', { competition_id: competitionId, group_name: '全程', contestant_ids: own.slice(0, 2) })
    const id = madeKey(made)
    expect(made.body.data.fee).toBe('100.00')
    await topUp('100.00')
    const { money } = await joinOf(server, id)
    const paid = await Promise.all(Array.from({ length: 4 }, () => step('pay', { id })))
    expect(paid.filter(({ body }) => body.code === 1)).toHaveLength(1)
    expect(await joinOf(server, id)).toMatchObject({ status: 2, pay_type: 'balance', money: money - 10_000 })
    expect((await act('audit', id, agree)).body.code).toBe(1)
    const { list: mine } = (await member.get<{ list: { id: number; bibs: string[] }[] }>('/api/shop.Join/mine')).body.data
    expect(mine.find((each) => each.id === id)?.bibs).toEqual(['A0001', 'A0002'])
    expect((await step('cancel', { id })).body.code).toBe(1)
    expect((await step('cancel', { id })).body.code).toBe(0)
    expect(await joinOf(server, id)).toMatchObject({ status: 5, refund_amount: 10_000, money, entries: [] })
  })

  test('pay nothing that is too much for their balance, cancel in time only, and never what is another’s', async () => {
    const poor = await makeCompetition(owner, { groups: [{ name: '全程', fee: '90000.00', quota: 5, gender: '0' }] })
    const id = madeKey(await step('register', { competition_id: poor, group_name: '全程', contestant_ids: own.slice(0, 1) }))
    expect((await step('pay', { id })).body).toMatchObject({ code: 0, msg: 'The balance is too low' })
    expect((await step('cancel', { id })).body.code).toBe(1)
    const late = await makeCompetition(owner, { ...free, need_audit: 0, refund_until: now - 60 })
    const entered = madeKey(await step('register', { competition_id: late, group_name: '全程', contestant_ids: own.slice(0, 1) }))
    expect((await step('cancel', { id: entered })).body).toMatchObject({ code: 0, msg: 'It is too late to cancel' })
    const strange = (await joined({}, { paid: 0 })).id
    for (const action of ['pay', 'cancel', 'again'] as const) expect((await step(action, { id: strange })).body.code).toBe(0)
    expect((await joinOf(server, strange)).status).toBe(1)
    expect((await server.guest().post('/api/shop.Join/register', {})).body.code).not.toBe(1)
  })

  test('register again what was refused, once, and pay it at once', async () => {
    const competitionId = await makeCompetition(owner)
    await topUp('50.00')
    const id = madeKey(
      await step('register', { competition_id: competitionId, group_name: '全程', contestant_ids: own.slice(2) }),
    )
    expect((await step('pay', { id })).body.code).toBe(1)
    expect((await step('again', { id })).body.code).toBe(0)
    expect((await act('audit', id, refusal)).body.code).toBe(1)
    const again = await step('again', { id })
    const second = madeKey(again)
    expect(await joinOf(server, second)).toMatchObject({ status: 2, log: ['again >1 member', 'pay 1>2 member'] })
    expect((await step('again', { id })).body.code).toBe(0)
  })

  test('pay from the balance only where the settings offer it, and with the password where they ask for it', async () => {
    const settings = (values: object) => owner.post('/admin/shop.Settings/edit', values)
    const competitionId = await makeCompetition(owner)
    await topUp('50.00')
    const entered = { competition_id: competitionId, group_name: '全程', contestant_ids: own.slice(2) }
    const id = madeKey(await step('register', entered))
    await settings({ pay_types: ['wechat'] })
    expect((await step('pay', { id })).body).toMatchObject({ code: 0, msg: 'This payment method is not available' })
    await settings({ pay_types: ['balance'], balance_password: 1 })
    expect((await step('pay', { id, password: 'guessed-1' })).body).toMatchObject({
      data: { errors: { password: expect.any(String) } },
    })
    expect((await joinOf(server, id)).status).toBe(1)
    expect((await step('pay', { id, password: DEMO_PASSWORD })).body.code).toBe(1)
    expect((await act('audit', id, refusal)).body.code).toBe(1)
    expect((await step('again', { id })).body).toMatchObject({ data: { errors: { password: expect.any(String) } } })
    expect((await step('again', { id, password: DEMO_PASSWORD })).body.code).toBe(1)
    await settings({ pay_types: ['balance', 'wechat', 'alipay', 'offline'], balance_password: 0 })
  })
})

describe('races', () => {
  test('of 16 who register at once for 5 places, 5 do, and no more than 5 are approved', async () => {
    const competitionId = await makeCompetition(owner, { groups: [{ name: '全程', fee: '10.00', quota: 5, gender: '0' }] })
    const tries = await Promise.all(
      Array.from({ length: 16 }, async (_, n) => {
        const { userId, contestants } = await familyOf(server, n + 10)
        return registerFor(owner, competitionId, userId, contestants.slice(0, 1))
      }),
    )
    const ids = tries.filter(({ body }) => body.code === 1).map(madeKey)
    expect(ids).toHaveLength(5)
    expect((await owner.post(`${url}/audit`, { ids, ...agree })).body.code).toBe(1)
    const entries = await server.query<{ bib_no: string }>(
      'select bib_no from shop_user_competition where competition_id = $1 order by 1',
      [competitionId],
    )
    expect(entries.map(({ bib_no }) => bib_no)).toEqual(['A0001', 'A0002', 'A0003', 'A0004', 'A0005'])
  })

  test('of one contestant registered many times at once one registration remains; of agreeing and cancelling one wins each step', async () => {
    const competitionId = await makeCompetition(owner)
    const { userId, contestants } = await familyOf(server, 44)
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => registerFor(owner, competitionId, userId, contestants.slice(0, 1))),
    )
    const [id = 0, ...more] = tries.filter(({ body }) => body.code === 1).map(madeKey)
    expect(more).toEqual([])
    const acts: Promise<Answer>[] = Array.from({ length: 4 }, (_, n) =>
      n % 2 === 0 ? act('audit', id, agree) : act('cancel', id, { reason: '抢', refund_amount: '50.00' }),
    )
    await Promise.all(acts)
    const end = await joinOf(server, id)
    expect([3, 5]).toContain(end.status)
    expect(end.refund_amount).toBe(end.status === 5 ? 5000 : 0)
  })
})

describe('teams of members', () => {
  const call = (action: 'submit' | 'resubmit' | 'dissolve', body: object) =>
    member.post<{ id: number; errors?: object }>(`/api/shop.Team/${action}`, body)
  const proposal = (more: object = {}) => ({
    name: '会员跑团',
    mobile: '13800138000',
    members: [
      { contestant_id: own[0], role: 'captain', number: 1 },
      { contestant_id: own[1], role: 'player', number: 2 },
    ],
    ...more,
  })
  const mine = async () =>
    (await member.get<{ list: { id: number; name: string; status: number; audit_note: string }[] }>('/api/shop.Team/mine')).body
      .data.list
  const stateOf = async (id: number) =>
    (
      await server.query<{ name: string; status: number; log: string[] }>(
        `select name, status, array(select concat(action, ' ', "from", '>', "to", ' ', actor) from shop_team_log l
          where l.team_id = t.id order by l.id) as log from shop_team t where id = $1`,
        [id],
      )
    )[0]

  test('are proposed, refused, changed, proposed again, approved and dissolved', async () => {
    const id = madeKey(await call('submit', proposal()))
    expect(await stateOf(id)).toMatchObject({ status: 1, log: ['submit >1 member'] })
    expect((await call('resubmit', { id, ...proposal() })).body.code).toBe(0)
    expect((await call('dissolve', { id, reason: '不跑了' })).body.code).toBe(0)
    expect((await owner.post(`${urls.team}/audit`, { id, ...refusal })).body.code).toBe(1)
    expect(await mine()).toEqual([expect.objectContaining({ id, status: 3, audit_note: refusal.note })])
    expect((await call('resubmit', { id, ...proposal({ name: '会员越野队' }) })).body.code).toBe(1)
    expect((await owner.post(`${urls.team}/audit`, { id, ...agree })).body.code).toBe(1)
    expect((await call('dissolve', { id, reason: '不跑了' })).body.code).toBe(1)
    expect(await stateOf(id)).toEqual({
      name: '会员越野队',
      status: 4,
      log: ['submit >1 member', 'refuse 1>3 admin', 'resubmit 3>1 member', 'agree 1>2 admin', 'dissolve 2>4 member'],
    })
    expect(await mine()).toEqual([])
  })

  test('are validated as in the back office, and for nobody else', async () => {
    const [other] = await server.query<{ id: number; name: string; contestant: number }>(
      `select t.id, t.name, (t.members->0->>'contestant_id')::int as contestant from shop_team t where status = 2
        and captain_id <> $1 limit 1`,
      [memberId],
    )
    const faults = async (more: object) => Object.keys((await call('submit', proposal(more))).body.data.errors ?? {})
    expect(await faults({ name: '', mobile: '12' })).toEqual(['name', 'mobile'])
    expect(await faults({ name: other?.name })).toEqual(['name'])
    expect(await faults({ members: [{ contestant_id: own[0], role: 'player' }] })).toEqual(['members'])
    expect(await faults({ members: [{ contestant_id: other?.contestant, role: 'captain' }] })).toEqual([
      'members.0.contestant_id',
    ])
    expect(await faults({ members: 'all' })).toEqual(['members'])
    expect((await call('dissolve', { id: other?.id, reason: 'x' })).body.code).toBe(0)
    expect((await call('resubmit', { id: other?.id, ...proposal() })).body.code).toBe(0)
    expect(await mine()).toEqual([])
  })
})
