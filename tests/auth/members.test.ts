import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { fieldError, makeLimited, ok, PASSWORD, refused } from './people.ts'

let server: TestServer
let owner: Client
let ids = 0
beforeAll(async () => {
  server = await startTestServer({ database: 'seed' })
  owner = await server.signIn('admin')
})
afterAll(() => server.close())

const memberRow = async (id: number) =>
  (await server.query<Record<string, unknown>>('SELECT * FROM "user" WHERE id = $1', [id]))[0]
const addMember = (more: Record<string, unknown> = {}) =>
  owner.post('/admin/user.User/add', {
    username: `member_${++ids}`,
    nickname: 'M',
    group_id: 1,
    password: PASSWORD,
    gender: '0',
    status: 'enable',
    ...more,
  })
async function newMember(more: Record<string, unknown> = {}): Promise<number> {
  ok(await addMember(more))
  return Number((await server.query<{ id: number }>('SELECT max(id) AS id FROM "user"'))[0]?.id)
}

describe('members', () => {
  test('a member is added with a hashed password, the time and address of joining, and no money', async () => {
    const id = await newMember()
    const row = await memberRow(id)
    expect(row).toMatchObject({ money: '0', score: 0, status: 'enable', join_ip: '127.0.0.1' })
    expect(row?.password).toMatch(/^\$argon2id\$/)
    expect(Number(row?.join_time)).toBeGreaterThan(1_700_000_000)
  })

  test('the list shows the group and never the password', async () => {
    const data = ok(await owner.get<{ list: Record<string, unknown>[] }>('/admin/user.User/index'))
    expect(data.list[0]).toMatchObject({ money: '0.00', group: { id: 1, name: '默认分组' } })
    expect(JSON.stringify(data.list)).not.toContain('password')
  })

  test('balance and points are not written by the form', async () => {
    const id = await newMember()
    refused(await owner.post('/admin/user.User/edit', { id, money: '100.00' }))
    const asBuildAdmin = owner.with({ token: owner.token, headers: { 'x-kontor-strict': '' } })
    ok(await asBuildAdmin.post('/admin/user.User/edit', { id, nickname: 'N', money: '100.00', score: 5 }))
    expect(await memberRow(id)).toMatchObject({ nickname: 'N', money: '0', score: 0 })
  })

  test('two members may have no e-mail and no mobile, but not the same ones', async () => {
    await newMember({ email: '', mobile: '' })
    await newMember({ email: '', mobile: '' })
    await newMember({ email: 'same@example.com', mobile: '13800139999' })
    const answer = await addMember({ email: 'SAME@example.com', mobile: '13800139999' })
    expect(fieldError(answer, 'email')).toBeTruthy()
  })

  test('a birthday in the future is refused', async () => {
    expect(fieldError(await addMember({ birthday: '2999-01-01' }), 'birthday')).toBeTruthy()
  })

  test('a deleted member is erased as a person, and their row stays for the ledger', async () => {
    const id = await newMember({ email: 'gone@example.com', mobile: '13800139998' })
    ok(await owner.del('/admin/user.User/del', { ids: [id] }))
    expect(await memberRow(id)).toMatchObject({
      username: `deleted_${id}`,
      nickname: '',
      email: '',
      mobile: '',
      password: '',
      status: 'disable',
    })
    refused(await owner.get('/admin/user.User/edit', { id }))
    await newMember({ email: 'gone@example.com', mobile: '13800139998' })
  })

  test('a member with a balance is not deleted', async () => {
    const id = await newMember()
    ok(await owner.post('/admin/user.MoneyLog/add', { user_id: id, money: '1.00', memo: 'gift' }))
    refused(await owner.del('/admin/user.User/del', { ids: [id] }))
    expect(await memberRow(id)).toMatchObject({ delete_time: null, nickname: 'M' })
  })
})

describe('groups of members', () => {
  test('the default group is neither deleted nor switched off, and a group with members is not deleted', async () => {
    refused(await owner.del('/admin/user.Group/del', { ids: [1] }))
    refused(await owner.post('/admin/user.Group/edit', { id: 1, status: '0' }))
    const names = ['account', 'account/overview']
    const rows = await server.query<{ id: string }>(
      'SELECT id::text AS id FROM user_rule WHERE name = ANY($1) ORDER BY length(name)',
      [names],
    )
    const [account, overview] = rows.map((row) => row.id)
    ok(await owner.post('/admin/user.Group/add', { name: 'Wholesale', rules: [overview], status: '1' }))
    const id = Number((await server.query<{ id: number }>(`SELECT id FROM user_group WHERE name = 'Wholesale'`))[0]?.id)
    expect(await server.query('SELECT rules FROM user_group WHERE id = $1', [id])).toEqual([{ rules: [account, overview] }])
    await newMember({ group_id: id })
    refused(await owner.del('/admin/user.Group/del', { ids: [id] }))
  })

  test('the list says in a few words what the members of a group may open', async () => {
    const rules = await server.query<{ id: string }>(`SELECT id::text AS id FROM user_rule WHERE name = 'account/profile'`)
    ok(await owner.post('/admin/user.Group/add', { name: 'Profiles', rules: rules.map(({ id }) => id), status: '1' }))
    const { list } = ok(await owner.get<{ list: { name: string; rules: string }[] }>('/admin/user.Group/index'))
    expect(list.map(({ name, rules }) => [name, rules])).toEqual(
      expect.arrayContaining([
        ['Profiles', 'My account and others (2 in total)'],
        ['默认分组', 'Everything'],
      ]),
    )
  })
})

describe('ledgers', () => {
  const book = (user_id: number, money: string, client = owner) =>
    client.post('/admin/user.MoneyLog/add', { user_id, money, memo: 'by hand' })

  test('the balance of a member stands under the list that is narrowed to them, and under no other', async () => {
    const [rich, poor] = [await newMember(), await newMember()]
    ok(await book(rich, '12.50'))
    ok(await book(rich, '2.50'))
    ok(await book(poor, '1.00'))
    const figures = async (search: object[]) =>
      ok(await owner.get<{ summary: object }>('/admin/user.MoneyLog/summary', { search })).summary
    const only = (val: number) => ({ field: 'user_id', operator: 'eq', val: String(val) })
    expect(await figures([only(rich)])).toEqual({ balance: '15.00', in: '15.00', out: '0.00' })
    // The balance is the member's, whichever of the rows the list finds.
    expect(await figures([only(rich), { field: 'money', operator: 'RANGE', val: '10,20' }])).toMatchObject({
      balance: '15.00',
      in: '12.50',
    })
    expect(await figures([])).not.toHaveProperty('balance')
  })

  test('a booking changes the balance and writes before and after', async () => {
    const id = await newMember()
    ok(await book(id, '12.50'))
    ok(await book(id, '-2.25'))
    expect(await memberRow(id)).toMatchObject({ money: '1025' })
    const data = ok(
      await owner.get<{ list: Record<string, unknown>[] }>('/admin/user.MoneyLog/index', {
        search: [{ field: 'user_id', val: id, operator: 'eq' }],
      }),
    )
    expect(data.list.map(({ money, before, after, source, memo }) => ({ money, before, after, source, memo }))).toEqual([
      { money: '-2.25', before: '12.50', after: '10.25', source: 'manual', memo: 'by hand' },
      { money: '12.50', before: '0.00', after: '12.50', source: 'manual', memo: 'by hand' },
    ])
  })

  test('no balance falls below nothing, and a booking of nothing is none', async () => {
    const id = await newMember()
    expect(fieldError(await book(id, '-0.01'), 'money')).toBeTruthy()
    expect(fieldError(await book(id, '0.00'), 'money')).toBeTruthy()
    expect(fieldError(await book(987_654, '1.00'), 'user_id')).toBeTruthy()
    expect(await server.query('SELECT 1 FROM user_money_log WHERE user_id = $1', [id])).toEqual([])
  })

  test('twenty bookings at once add up', async () => {
    const id = await newMember()
    const answers = await Promise.all(Array.from({ length: 20 }, () => book(id, '1.00')))
    for (const answer of answers) ok(answer)
    expect(await memberRow(id)).toMatchObject({ money: '2000' })
    const rows = await server.query<{ after: string }>('SELECT after FROM user_money_log WHERE user_id = $1', [id])
    expect(new Set(rows.map((row) => row.after)).size).toBe(20)
  })

  test('large changes need their own right', async () => {
    const id = await newMember()
    const clerk = await makeLimited(server, owner, 'clerk', ['user/moneyLog/index', 'user/moneyLog/add'])
    ok(await book(id, '2000.00', clerk.client))
    expect(fieldError(await book(id, '2000.01', clerk.client), 'money')).toBeTruthy()
    const chief = await makeLimited(server, owner, 'cashier', ['user/moneyLog/index', 'user/moneyLog/add', 'user/moneyLog/large'])
    ok(await book(id, '2000.01', chief.client))
  })

  test('points are booked the same way', async () => {
    const id = await newMember()
    ok(await owner.post('/admin/user.ScoreLog/add', { user_id: id, score: 30, memo: 'gift' }))
    expect(fieldError(await owner.post('/admin/user.ScoreLog/add', { user_id: id, score: -31, memo: 'x' }), 'score')).toBeTruthy()
    expect(await memberRow(id)).toMatchObject({ score: 30 })
  })

  test('rows of a ledger are never changed or deleted, not even by the owner', async () => {
    const id = await newMember()
    ok(await book(id, '5.00'))
    ok(await owner.post('/admin/user.ScoreLog/add', { user_id: id, score: 5, memo: 'x' }))
    for (const [controller, table] of [
      ['user.MoneyLog', 'user_money_log'],
      ['user.ScoreLog', 'user_score_log'],
    ]) {
      const before = await server.query<{ id: number }>(`SELECT * FROM ${table} WHERE user_id = $1`, [id])
      refused(await owner.post(`/admin/${controller}/edit`, { id: before[0]?.id, memo: 'changed' }))
      refused(await owner.del(`/admin/${controller}/del`, { ids: [before[0]?.id] }))
      expect(await server.query(`SELECT * FROM ${table} WHERE user_id = $1`, [id])).toEqual(before)
    }
    expect(await memberRow(id)).toMatchObject({ money: '500', score: 5 })
  })

  test('the form gets the data of its member, and nothing secret', async () => {
    const id = await newMember()
    const data = ok(await owner.get<{ user: Record<string, unknown> }>('/admin/user.MoneyLog/add', { userId: id }))
    expect(data.user).toMatchObject({ id, money: '0.00' })
    expect(data.user).not.toHaveProperty('password')
  })
})
