import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadModules } from '../../server/main/modules.ts'
import { allHandlers } from '../../server/main/server.ts'
import type { Client } from '../harness/client.ts'
import { productSchema } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { demoMember, memberClient, registerMember, signInMember } from './people.ts'

type List = { list: Record<string, unknown>[]; total: number; money?: string; score?: number }

let server: TestServer
let member: Client
/** The same member with a client that posts whole rows. */
let lenient: Client
let newcomer: Client
let id: number
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  const { token } = await signInMember(server)
  member = memberClient(server, token)
  lenient = memberClient(server, token, { headers: { 'x-kontor-strict': '0' } })
  newcomer = memberClient(server, (await registerMember(server, 'newcomer', 'Some-password-1')).token)
  const [row] = await server.query<{ id: number }>('SELECT id FROM "user" WHERE username = $1', [demoMember])
  id = Number(row?.id)
}, 240_000)
afterAll(() => server?.close())

const idsOf = async (table: string) =>
  (await server.query<{ id: number }>(`SELECT id FROM ${table} WHERE user_id = $1 ORDER BY id DESC`, [id])).map((row) => row.id)

describe.each([
  ['account.Balance', 'balance', 'user_money_log', 'money'],
  ['account.Integral', 'integral', 'user_score_log', 'score'],
] as const)('%s', (controller, action, table, column) => {
  test('lists the own rows and nothing else, by the address of the screen and by that of the protocol', async () => {
    for (const path of [`/api/${controller}/index`, `/api/account/${action}`]) {
      const { body } = await member.get<List>(path, { limit: 200 })
      expect(body.data.list.map((row) => row.id)).toEqual(await idsOf(table))
      expect(body.data.total).toBe(body.data.list.length)
      // Who has just signed up has the points for it, and nothing else.
      const theirs = (await newcomer.get<List>(path)).body.data
      expect([theirs.list.length, theirs.total]).toEqual(column === 'money' ? [0, 0] : [1, 1])
    }
  })

  test('says above the list what the member has', async () => {
    const [row] = await server.query<{ money: string; score: number }>('SELECT money, score FROM "user" WHERE id = $1', [id])
    const { body } = await member.get<List>(`/api/${controller}/index`)
    expect(body.data[column]).toEqual(column === 'money' ? (Number(row?.money) / 100).toFixed(2) : row?.score)
  })

  test('returns no column that the screen hides, not even to a search or a sort', async () => {
    const { body } = await member.get<List>(`/api/${controller}/index`)
    const names = new Set(body.data.list.flatMap((row) => Object.keys(row)))
    for (const name of ['admin_id', 'ref_no', 'user', 'admin']) expect(names).not.toContain(name)
    for (const name of ['admin_id', 'ref_no', 'user.username']) {
      const search = [{ field: name, val: '1', operator: 'eq' }]
      expect((await member.get(`/api/${controller}/index`, { search })).body.code, name).toBe(0)
      expect((await member.get(`/api/${controller}/index`, { order: `${name},desc` })).body.code, name).toBe(0)
    }
  })

  test("another member's row is not there, whatever is asked for", async () => {
    const own = await idsOf(table)
    const [other] = await server.query<{ id: number; user_id: number }>(
      `SELECT id, user_id FROM ${table} WHERE user_id <> $1 ORDER BY id DESC LIMIT 1`,
      [id],
    )
    expect((await member.get(`/api/${controller}/info`, { id: own[0] })).body.code).toBe(1)
    expect((await member.get(`/api/${controller}/info`, { id: other?.id })).body.code).toBe(0)
    const search = [{ field: 'user_id', val: String(other?.user_id), operator: 'eq' }]
    const found = await member.get<List>(`/api/${controller}/index`, { search, limit: 200 })
    expect(found.body.data?.list ?? []).toEqual([])
    const asked = await member.get<List>(`/api/${controller}/index`, { user_id: other?.user_id, uid: other?.user_id, limit: 200 })
    expect(asked.body.data.list.map((row) => row.id)).toEqual(own)
  })

  test('nobody writes there', async () => {
    const [first] = await idsOf(table)
    for (const path of ['add', 'edit', 'sortable', 'saveView'])
      expect((await member.post(`/api/${controller}/${path}`, { id: first, [column]: '1' })).status, path).toBe(404)
    expect((await member.del(`/api/${controller}/del`, { ids: [first] })).status).toBe(404)
    expect((await member.get(`/api/${controller}/views`)).status).toBe(404)
  })
})

describe('account/profile', () => {
  test('is the own row, whatever key comes along', async () => {
    const { body } = await member.get<{ row: Record<string, unknown> }>('/api/account.Profile/index', { id: 1 })
    expect(body.data.row).toMatchObject({ id, username: demoMember })
    for (const name of ['password', 'money', 'status', 'group_id', 'login_failure'])
      expect(Object.keys(body.data.row)).not.toContain(name)
    const saved = await member.post('/api/account.Profile/edit', { id: 1, nickname: 'Anew' })
    expect(saved.body.code).toBe(1)
    const rows = await server.query('SELECT id FROM "user" WHERE nickname = $1', ['Anew'])
    expect(rows).toEqual([{ id }])
  })

  test.each([
    ['money', '999999.00'],
    ['status', 'disable'],
    ['group_id', 2],
    ['email', 'other@example.com'],
    ['password', 'Another-password-1'],
  ])('cannot change %s', async (name, value) => {
    const before = await server.query('SELECT * FROM "user" WHERE id = $1', [id])
    expect((await member.post('/api/account.Profile/edit', { [name]: value })).body.code).toBe(0)
    // A client that posts whole rows is not refused, and changes nothing by it.
    await lenient.post('/api/account/profile', { [name]: value })
    const after = await server.query('SELECT * FROM "user" WHERE id = $1', [id])
    expect(omit(after[0])).toEqual(omit(before[0]))
  })

  test('refuses a name that is taken and a birthday to come, beside the fields', async () => {
    const answer = await member.post<{ errors: Record<string, string> }>('/api/account.Profile/edit', {
      username: 'Newcomer',
      birthday: '2999-01-01',
    })
    expect(Object.keys(answer.body.data.errors).sort()).toEqual(['birthday', 'username'])
  })
})

describe('account/overview', () => {
  test('counts what is the own: the sums of the ledgers are what the member has', async () => {
    const { body } = await member.get<{ cards: Record<string, { value: unknown }>; charts: object }>(
      '/api/account.Overview/index',
    )
    const [row] = await server.query<{ money: string; score: number }>('SELECT money, score FROM "user" WHERE id = $1', [id])
    expect(body.data.cards.balance?.value).toBe((Number(row?.money) / 100).toFixed(2))
    expect(body.data.cards.points?.value).toBe(row?.score)
    const counts = await server.query<{ status: number; n: number }>(
      'SELECT status, count(*)::int AS n FROM shop_order WHERE user_id = $1 GROUP BY 1',
      [id],
    )
    const of = (status: number) => counts.find((each) => each.status === status)?.n ?? 0
    const { toPay, toShip, toReceive, toEvaluate } = body.data.cards
    expect([toPay, toShip, toReceive, toEvaluate].map((card) => card?.value)).toEqual([1, 2, 3, 4].map(of))
    expect(counts.length).toBeGreaterThan(3)
    const none = await newcomer.get<{ cards: Record<string, { value: unknown }> }>('/api/account.Overview/index')
    const { points, ...others } = none.body.data.cards
    expect(points?.value).toBe(100) // for signing up
    expect(Object.values(others).map((card) => Number(card.value))).toEqual([0, 0, 0, 0, 0, 0])
  })

  test('lasts seven days for the client of the protocol', async () => {
    const { body } = await member.get<{ days: string[]; score: number[]; money: string[] }>('/api/account/overview')
    expect([body.data.days.length, body.data.score.length, body.data.money.length]).toEqual([7, 7, 7])
    expect(body.data.days[0]).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(body.data.days).toEqual([...body.data.days].sort())
    for (const money of body.data.money) expect(money).toMatch(/^-?\d+\.\d\d$/)
  })
})

describe('account/changePassword', () => {
  const change = (client: Client, body: object) => client.post('/api/account.ChangePassword/changePassword', body)

  test('wants the old password, a new one twice, and ends every session', async () => {
    const old = 'Some-password-2'
    const pair = await registerMember(server, 'changer', old)
    const other = await signInMember(server, 'changer', old)
    const client = memberClient(server, pair.token)
    const next = 'Other-password-2'
    expect((await change(client, { oldPassword: 'Wrong-one-1', newPassword: next, confirm: next })).body.data).toHaveProperty(
      'errors.oldPassword',
    )
    expect((await change(client, { oldPassword: old, newPassword: next, confirm: 'x-other-1' })).body.code).toBe(0)
    expect((await change(client, { oldPassword: old, newPassword: old, confirm: old })).body.code).toBe(0)
    expect((await change(client, { oldPassword: old, newPassword: '123456', confirm: '123456' })).body.code).toBe(0)
    expect((await change(client, { oldPassword: old, newPassword: next, confirm: next })).body.code).toBe(1)
    for (const token of [pair.token, other.token])
      expect((await memberClient(server, token).get('/api/account.Balance/index')).body.code).toBe(303)
    const refused = await memberClient(server, other.token).post('/api/common/refreshToken', {
      refreshToken: other.refresh_token,
    })
    expect(refused.body.code).toBe(0)
    await signInMember(server, 'changer', next)
  })

  test('serves the client of the protocol too', async () => {
    const { token } = await registerMember(server, 'changer2', 'Some-password-2')
    const body = { oldPassword: 'Some-password-2', newPassword: 'Other-password-2' }
    expect((await memberClient(server, token).post('/api/account/changePassword', body)).body.code).toBe(1)
    await signInMember(server, 'changer2', 'Other-password-2')
  })
})

test('no screen of members has an address below /admin, and the other way round', async () => {
  const schema = await productSchema()
  const handlers = allHandlers(schema, { modules: await loadModules() })
  for (const page of schema.pages.values()) {
    // What the shop lets every member do stands apart from its screens, though some of it goes by a screen's name.
    const own = handlers.filter(({ app, access }) => !(app === 'api' && access.type === 'login'))
    // The calls of the market have BuildAdmin's name.
    const name = page.id === 'moduleStore' ? 'module' : page.controller
    const apps = new Set(own.filter(({ controller }) => controller === name).map(({ app }) => app))
    expect([...apps], page.id).toEqual([page.area === 'user' ? 'api' : 'admin'])
  }
  const owner = await server.signIn('admin')
  expect((await owner.get('/admin/account.Balance/index')).status).toBe(404)
  expect((await member.get('/api/user.User/index')).status).toBe(404)
})

test('every address of members wants its own node, and nobody else gets at it', async () => {
  const all = allHandlers(await productSchema(), { modules: await loadModules() }).filter(
    ({ app, access }) => app === 'api' && access.type !== 'public',
  )
  // What belongs to no screen of the member centre is for every member: the shop's own calls.
  const forAll = all.filter(({ access }) => access.type === 'login').map(({ controller, action }) => `${controller}/${action}`)
  const ofShop = {
    'shop.Coupon': ['mine', 'receive', 'exchange'],
    'shop.Recharge': ['index', 'mine', 'create', 'pay', 'cancel'],
    'shop.Address': ['index', 'add', 'edit', 'setDefault', 'del'],
    'shop.Bill': ['info'],
    'shop.Cart': ['index', 'add', 'edit', 'del'],
    'shop.Order': ['index', 'info', 'preview', 'create', 'pay', 'cancel', 'applyCancel', 'withdrawCancel', 'receive'],
    'shop.Refund': ['index', 'info', 'apply', 'change', 'send', 'tracking', 'withdraw'],
    'shop.Team': ['mine', 'submit', 'resubmit', 'dissolve'],
    'shop.Join': ['contestants', 'mine', 'register', 'pay', 'cancel', 'again'],
    'shop.Evaluate': ['index', 'add', 'append'],
    'points.Goods': ['index'],
    'points.Order': ['index', 'create', 'receive'],
    'points.Sign': ['index', 'sign'],
  }
  expect(forAll.sort()).toEqual(
    Object.entries(ofShop)
      .flatMap(([name, actions]) => actions.map((action) => `${name}/${action}`))
      .sort(),
  )
  const handlers = all.filter(({ access }) => access.type !== 'login')
  expect(handlers.length).toBeGreaterThan(15)
  const owner = await server.signIn('admin')
  const { token } = await registerMember(server, 'bounded', 'Some-password-1')
  const bounded = memberClient(server, token)
  const [group] = await server.query<{ id: number }>(
    "INSERT INTO user_group (name, rules, status, create_time, update_time) VALUES ('few', '{310}', 1, 1, 1) RETURNING id",
  )
  await server.query('UPDATE "user" SET group_id = $1 WHERE username = \'bounded\'', [group?.id])
  const call = (client: Client, method: string, path: string) => {
    if (method === 'DELETE') return client.del(path)
    return method === 'GET' ? client.get(path) : client.post(path)
  }
  const wrong: string[] = []
  for (const { access, method, controller, action } of handlers) {
    const path = `/api/${controller}/${action}`
    const nodes = access.type === 'node' ? [access.node] : access.type === 'anyNode' ? access.nodes : []
    await server.query(
      "UPDATE user_group SET rules = ARRAY(SELECT id::text FROM user_rule WHERE name <> ALL($1::text[]) AND name NOT LIKE '%/edit')",
      [nodes],
    )
    await server.query("SELECT pg_notify('kontor_access', '*')")
    await expect.poll(async () => (await call(bounded, method, path)).body.code, { message: path }).toBe(401)
    for (const client of [server.guest(), owner]) {
      const { code } = (await call(client, method, path)).body
      if (code !== 303) wrong.push(`${method} ${path} ${code}`)
    }
    await server.query("UPDATE user_group SET rules = '{*}'")
    await server.query("SELECT pg_notify('kontor_access', '*')")
    await expect.poll(async () => (await call(bounded, method, path)).body.code, { message: path }).not.toBe(401)
  }
  expect(wrong).toEqual([])
})

test('a guest is given what is open to all, and a member their menu', async () => {
  type Init = { userInfo: unknown; rules: unknown[]; menus: { name: string; children: { name: string }[] }[]; site: object }
  const guest = (await server.guest().get<Init>('/api/index/index')).body.data
  expect(guest).toMatchObject({ userInfo: [], menus: [], openMemberCenter: true, site: { siteName: 'Kontor' } })
  const open = ['goods', 'coupons', 'competitions']
  const names = (rules: unknown[]) => (rules as { name: string }[]).map(({ name }) => name)
  expect(names(guest.rules)).toEqual(open)
  const own = (await member.get<Init>('/api/index/index')).body.data
  expect(own.userInfo).toMatchObject({ id, refresh_token: '' })
  expect(own.menus.map((rule) => rule.name)).toEqual(['account', 'trade'])
  expect(own.menus[0]?.children.map((rule) => rule.name)).toEqual([
    'account/overview',
    'account/profile',
    'account/changePassword',
    'account/integral',
    'account/balance',
  ])
  expect(names(own.rules)).toEqual([...open, 'memberCentre'])
  // Switched off, it is given to nobody.
  await server.query("UPDATE user_rule SET status = 0 WHERE name = 'goods'")
  const fewer = (await server.guest().get<Init>('/api/index/index')).body.data
  expect(names(fewer.rules)).toEqual(['coupons', 'competitions'])
})

const omit = (row: Record<string, unknown> | undefined) => ({ ...row, update_time: 0, last_login_time: 0 })
