import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
let owner: Client
let poisoned: { id: number; username: string }
let sound: { id: number; username: string }

interface ListRow {
  id: number
  username?: string
  status?: unknown
  money: string | null
  user: Record<string, unknown> | null
  _faults?: Record<string, string>
}

/** Amounts and moments that no kind can read, in the rows of one member: as another program, or an older server, may have left them. */
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
  const rows = await server.query<{ id: number; username: string }>(
    `select u.id, u.username from "user" u where exists (select 1 from user_money_log l where l.user_id = u.id) order by u.id desc limit 2`,
  )
  const [first, second] = rows
  if (!first || !second) throw new Error('the demo shop has no ledgers')
  ;[poisoned, sound] = [first, second]
  await withoutChecks('user', `update "user" set money = 9223372036854775807 where id = ${first.id}`)
  await withoutChecks('admin', "update admin set last_login_time = 999999999999999 where username = 'manager'")
  await withoutChecks('shop_evaluate', "update shop_evaluate set score = 'NaN' where id = (select min(id) from shop_evaluate)")
  await withoutChecks(
    'shop_goods',
    'update shop_goods set status = 7 where id = (select max(id) from shop_goods where delete_time is null)',
  )
}, 180_000)
afterAll(() => server?.close())

/** Runs a statement that the constraints of a table forbid. */
async function withoutChecks(table: string, statement: string): Promise<void> {
  const checks = await server.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = '"${table}"'::regclass and contype = 'c'`,
  )
  for (const { name } of checks) await server.query(`alter table "${table}" drop constraint "${name}"`)
  await server.query(statement)
}

const list = async (page: string, params: Record<string, unknown> = {}) =>
  (await owner.get<{ list: ListRow[]; total: number }>(`/admin/${page}/index`, { limit: 200, ...params })).body

describe('a value that cannot be shown', () => {
  test('leaves the list of members standing: its cell says so, all other cells and rows are as ever', async () => {
    const { code, data } = await list('user.User')
    expect(code).toBe(1)
    expect(data.list.length).toBeGreaterThan(10)
    const [bad, good] = [poisoned, sound].map(({ id }) => data.list.find((row) => Number(row.id) === id))
    expect(bad).toMatchObject({ username: poisoned.username, money: '92233720368547758.07' })
    expect(good).toMatchObject({ username: sound.username, money: expect.stringMatching(/^\d+\.\d\d$/) })
    expect(good?._faults).toBeUndefined()
  })

  test('is named in its row, with what is stored, when its kind can make nothing of it', async () => {
    const admins = await list('auth.Admin')
    const manager = admins.data.list.find((row) => row.username === 'manager')
    expect(manager).toMatchObject({ last_login_time: '', _faults: { last_login_time: '999999999999999' } })
    expect(admins.data.list.filter((row) => row._faults)).toHaveLength(1)
    const evaluations = await list('shop.order.Evaluate')
    expect([evaluations.code, evaluations.data.list.length > 0]).toEqual([1, true])
    const id = await server.query<{ id: number }>('select min(id) as id from shop_evaluate')
    const { body } = await owner.get<{ row: ListRow }>('/admin/shop.order.Evaluate/info', { id: id[0]?.id })
    expect(body.data.row).toMatchObject({ score: null, _faults: { score: 'NaN' } })
    const goods = await list('shop.goods.Goods')
    expect(goods.data.list.filter((row) => String(row.status) === '7')).toHaveLength(1)
  })

  test('leaves the lists standing that show it through a relation', async () => {
    for (const page of ['user.MoneyLog', 'shop.user.User', 'shop.order.Order', 'user.ScoreLog']) {
      const { code, data } = await list(page)
      expect([page, code]).toEqual([page, 1])
      expect(data.list.length).toBeGreaterThan(0)
    }
  })

  test('leaves the record, its form, choices, the figures, the dashboard and the member’s own screens standing', async () => {
    for (const path of [
      `/admin/user.User/info?id=${poisoned.id}`,
      `/admin/user.User/edit?id=${poisoned.id}`,
      `/admin/user.MoneyLog/add?userId=${poisoned.id}`,
    ]) {
      const { status, body } = await owner.get(path)
      expect([path, status, body.code]).toEqual([path, 200, 1])
    }
    for (const [path, params] of [
      ['/admin/user.User/index', { select: true, initKey: 'id', initValue: [poisoned.id] }],
      ['/admin/shop.order.Order/summary', {}],
      ['/admin/Dashboard/index', {}],
    ] as const) {
      const { status, text } = await owner.get(path, params)
      expect([path, status], text.slice(0, 200)).toEqual([path, 200])
    }
    expect(server.logs.filter((line) => line.includes('unexpected error'))).toEqual([])
  })

  test('is mended by a form that posts a right one', async () => {
    const { body } = await owner.post('/admin/user.User/edit', { id: poisoned.id, birthday: '1990-01-02' })
    expect(body).toMatchObject({ code: 1 })
    expect(await server.query(`select birthday::text as day from "user" where id = $1`, [poisoned.id])).toEqual([
      { day: '1990-01-02' },
    ])
  })
})

describe('what is booked', () => {
  test('by hand is bounded in what is changed and in what comes of it, up and down, with words at the field', async () => {
    const book = async (page: string, body: object, who = owner) =>
      (await who.post<{ errors?: Record<string, string> }>(`/admin/${page}/add`, { user_id: sound.id, memo: 'by hand', ...body }))
        .body
    const before = await server.query('select money, score from "user" where id = $1', [sound.id])
    for (const money of ['10000000000.00', '-10000000000.00', '9999999999.99', '9999999999999.99'])
      expect(await book('user.MoneyLog', { money }), money).toMatchObject({
        code: 0,
        data: { errors: { money: expect.any(String) } },
      })
    for (const score of [1_000_000_001, -1_000_000_001, 1_000_000_000, 3_000_000_000, '1e9', '0x1', true, [1]])
      expect(await book('user.ScoreLog', { score }), String(score)).toMatchObject({
        code: 0,
        data: { errors: { score: expect.any(String) } },
      })
    expect(await server.query('select money, score from "user" where id = $1', [sound.id])).toEqual(before)
    expect(await book('user.ScoreLog', { score: 5 })).toMatchObject({ code: 1 })
  })

  test('of points is bounded by the setting for who may not make large changes', async () => {
    await server.query(
      `update admin_group set rules = array_remove(rules, (select id::text from admin_rule where name = 'user/moneyLog/large')) where '*' <> all(rules)`,
    )
    await server.query("select pg_notify('kontor_access', '*')")
    const manager = await server.signIn('manager')
    const add = async (score: number) =>
      (
        await manager.post<{ errors?: Record<string, string> }>('/admin/user.ScoreLog/add', {
          user_id: sound.id,
          memo: 'by hand',
          score,
        })
      ).body
    expect((await add(100_001)).data.errors?.score).toContain('100000')
    expect((await add(-100_001)).data.errors?.score).toContain('100000')
    expect(await add(100)).toMatchObject({ code: 1 })
    const act = async (score: number) =>
      (await manager.post('/admin/shop.user.User/score', { id: sound.id, score, memo: 'by hand' })).body
    expect(await act(100_001)).toMatchObject({ code: 0 })
    expect(await act(-100)).toMatchObject({ code: 1 })
  })
})
