import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyRefund } from '../../modules/shop/server/refund/apply.ts'
import { auditRefund } from '../../modules/shop/server/refund/audit.ts'
import { inTransaction } from '../../modules/shop/tests/helpers/helpers.ts'
import type { Handler } from '../../server/core/handler.ts'
import { loadModules } from '../../server/main/modules.ts'
import { allHandlers } from '../../server/main/server.ts'
import type { LensCell, LensMatrix, LensRowAction, LensScreen } from '../../src/schemas/api/lens.ts'
import { isBuiltIn } from '../../src/schemas/language/action/builtInActions.ts'
import { authorityRights, makeGroup, makeLimited, makePerson, ok } from '../auth/people.ts'
import type { Answer, Client } from '../harness/client.ts'
import { everyNth, isLong, sampleOf } from '../harness/sampling.ts'
import { productSchema } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { person } from './people.ts'
import { fingerprint } from './state.ts'

/** The lens says what the server would answer: each of its cells is held against the answer the person really gets. */
let server: TestServer
let owner: Client
let handlers: Handler[]
let nodes: string[]
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
  // Members have no lens: what is below /api is not an administrator's.
  handlers = allHandlers(await productSchema(), { modules: await loadModules() }).filter(({ app }) => app === 'admin')
  nodes = (await server.query<{ name: string }>("SELECT name FROM admin_rule WHERE name <> '' ORDER BY id")).map(
    (row) => row.name,
  )
}, 300_000)
afterAll(() => server?.close())

const noRight = 'You do not have permission to operate!'
type Person = Awaited<ReturnType<typeof person>>

/** Somebody in these groups and in no other. */
async function memberOf(...groups: readonly number[]): Promise<Person> {
  const one = await person(server, [])
  await server.query('DELETE FROM admin_group_access WHERE uid = $1', [one.id])
  for (const id of groups)
    await server.query('INSERT INTO admin_group_access (uid, group_id, create_time, update_time) VALUES ($1, $2, 0, 0)', [
      one.id,
      id,
    ])
  return one
}

async function group(name: string, rules: readonly string[], status = 1): Promise<number> {
  const [row] = await server.query<{ id: number }>(
    `INSERT INTO admin_group (pid, name, rules, status, create_time, update_time) VALUES (1, $1, $2, $3, 0, 0) RETURNING id`,
    [name, rules, status],
  )
  return Number(row?.id)
}

const ruleIds = async (names: readonly string[]) =>
  (await server.query<{ id: string }>('SELECT id::text AS id FROM admin_rule WHERE name = ANY($1)', [names])).map((row) => row.id)

const matrix = async (of: string, more: object = {}) => ok(await owner.get<LensMatrix>('/admin/auth.Lens/index', { of, ...more }))

/** The cells of the first subject by node, in lower case. */
const cellsOf = ({ screens }: LensMatrix): ReadonlyMap<string, LensCell> =>
  new Map(screens.flatMap(({ nodes: rows }) => rows.map(({ node, cells }) => [node.toLowerCase(), cells[0] as LensCell])))

function call(client: Client, { app, controller, action, method }: Handler): Promise<Answer> {
  const path = `/${app}/${controller}/${action}`
  if (method === 'GET') return client.get(path)
  return method === 'DELETE' ? client.del(path, { ids: [987654] }) : client.post(path, { id: 987654, ids: [987654] })
}

const nameOf = ({ method, controller, action }: Handler) => `${method} ${controller}/${action}`
const nodesOf = ({ access }: Handler): readonly string[] =>
  access.type === 'node' ? [access.node] : access.type === 'anyNode' ? access.nodes : []
const guarded = () => handlers.filter((handler) => nodesOf(handler).length > 0)

/** Ids of the rules that a person's client is given. */
async function delivered(client: Client): Promise<Set<number>> {
  interface Rule {
    id: number
    children?: Rule[]
  }
  const { body } = await client.get<{ menus: Rule[] }>('/admin/Index/index')
  const ids = (rules: readonly Rule[]): number[] => rules.flatMap(({ id, children = [] }) => [id, ...ids(children)])
  return new Set(body.code === 1 ? ids(body.data.menus) : [])
}

/** Where the matrix and the answers of the person differ. */
async function disagreements(seen: LensMatrix, who: Person): Promise<string[]> {
  const cells = cellsOf(seen)
  const wrong: string[] = []
  for (const handler of guarded()) {
    const asked = nodesOf(handler).map((node) => cells.get(node.toLowerCase()))
    // Of the nodes of which one is enough some open nothing else: who holds none of the others is refused.
    if (asked.every((cell) => cell === undefined)) wrong.push(`${nameOf(handler)} is in no cell`)
    const { status, body } = await call(who, handler)
    const refused = body.code === 401 && body.msg === noRight
    if (status >= 500) wrong.push(`${nameOf(handler)} fails`)
    if (refused === asked.some((cell) => cell?.allowed === true))
      wrong.push(`${nameOf(handler)} is ${refused ? 'refused' : 'answered'}`)
  }
  const entries = await delivered(who)
  for (const row of seen.screens) {
    if (row.menu[0]?.allowed !== (row.rule !== null && entries.has(row.rule))) wrong.push(`menu of ${row.page}`)
    for (const { node, cells: own } of row.nodes) {
      const rules = await server.query<{ id: number }>('SELECT id FROM admin_rule WHERE lower(name) = lower($1)', [node])
      if (own[0]?.shown !== rules.some(({ id }) => entries.has(Number(id)))) wrong.push(`button ${node}`)
    }
  }
  return wrong
}

describe('the matrix', () => {
  test('agrees with the answers that somebody of each group gets', async () => {
    const groups = await server.query<{ id: number; name: string }>('SELECT id, name FROM admin_group ORDER BY id')
    expect(groups.length).toBeGreaterThan(6)
    for (const { id, name } of sampleOf('groups whose cells are held against answers', groups, everyNth(4))) {
      const who = await memberOf(id)
      expect(await disagreements(await matrix(`group:${id}`), who), name).toEqual([])
      expect(await disagreements(await matrix(`admin:${who.id}`), who), name).toEqual([])
    }
  }, 300_000)

  test(
    'agrees with them for groups drawn at random, also where parents, rules or groups are missing or disabled',
    async () => {
      const ids = await ruleIds(nodes)
      const drawn = fc.record({
        rules: fc.uniqueArray(fc.nat({ max: ids.length - 1 }), { minLength: 1, maxLength: 40 }),
        other: fc.uniqueArray(fc.nat({ max: ids.length - 1 }), { minLength: 1, maxLength: 10 }),
        otherOn: fc.boolean(),
        off: fc.nat({ max: ids.length - 1 }),
      })
      let count = 0
      let mixed = 0
      await fc.assert(
        fc.asyncProperty(drawn, async ({ rules, other, otherOn, off }) => {
          const pick = (places: readonly number[]) => places.map((at) => ids[at] ?? '')
          await server.query('UPDATE admin_rule SET status = (id::text <> $1)::int', [ids[off]])
          const first = await group(`drawn ${++count}`, pick(rules))
          const second = await group(`drawn ${count} too`, pick(other), otherOn ? 1 : 0)
          const who = await memberOf(first, second)
          const seen = await matrix(`admin:${who.id}`)
          expect(await disagreements(seen, who)).toEqual([])
          if ([...cellsOf(seen).values()].some(({ allowed, shown }) => allowed && !shown)) mixed++
        }),
        { numRuns: isLong ? 60 : 2, seed: 20_260_331, endOnFailure: true },
      )
      await server.query('UPDATE admin_rule SET status = 1')
      expect(mixed).toBeGreaterThan(0)
    },
    isLong ? 1_800_000 : 300_000,
  )

  test('has a reason for every cell, of the kind that fits its answer', async () => {
    for (const id of [1, 3, 4]) {
      const { screens } = await matrix(`group:${id}`)
      for (const cell of screens.flatMap((row) => [...row.menu, ...row.nodes.flatMap(({ cells }) => cells)])) {
        const [first = ''] = cell.codes
        expect(['super', 'held'].includes(first), JSON.stringify(cell)).toBe(cell.allowed)
        expect(
          cell.why.every((text) => text.length > 5 && !/[{}]|lens\.why/.test(text)),
          JSON.stringify(cell),
        ).toBe(true)
      }
    }
  })

  test('says in both languages through which group and rule a right is held', async () => {
    const find = (lang: 'en' | 'zh-cn', of: string, node: string) =>
      owner
        .with({ token: owner.token ?? '', lang })
        .get<LensMatrix>('/admin/auth.Lens/index', { of })
        .then((answer) => cellsOf(ok(answer)).get(node)?.why.join(' '))
    const node = 'shop/order/order/order-delivery'
    expect(await find('en', 'group:4', node)).toBe('“仓库打包” has it through the rule “Ship”.')
    expect(await find('zh-cn', 'group:5', node)).toBe('“客服”没有规则“发货”。')
    expect(await find('en', 'group:1', node)).toBe('“超级管理组” has every right.')
    expect(await find('en', 'admin:6', node)).toBe('The account of 离职员工 is disabled.')
  })

  test('names the obstacle: no group, a disabled group or rule, a parent that is not held or disabled', async () => {
    const [page, button] = ['user/user', 'user/user/edit']
    const code = async (of: string) => cellsOf(await matrix(of)).get(button)?.codes
    const menuOf = async (of: string) => (await matrix(of)).screens.find((row: LensScreen) => row.page === page)?.menu[0]?.codes
    const status = (name: string, to: 0 | 1) => server.query('UPDATE admin_rule SET status = $2 WHERE name = $1', [name, to])
    const lone = await memberOf()
    expect(await code(`admin:${lone.id}`)).toEqual(['noGroup'])
    const off = await group('off', await ruleIds(['user', page, button]), 0)
    expect(await code(`group:${off}`)).toEqual(['groupDisabled'])
    const all = await group('whole', await ruleIds(['user', page, button]))
    expect(await code(`group:${all}`)).toEqual(['held'])
    await status(button, 0)
    expect(await code(`group:${all}`)).toEqual(['ruleDisabled'])
    await status(button, 1)
    await status('user', 0)
    expect(await code(`group:${all}`)).toEqual(['held', 'parentDisabled'])
    expect(await menuOf(`group:${all}`)).toEqual(['parentDisabled'])
    await status('user', 1)
    const loose = await group('loose', await ruleIds([button]))
    expect(await code(`group:${loose}`)).toEqual(['held', 'parentNotHeld'])
    expect(await menuOf(`group:${loose}`)).toEqual(['notHeld'])
  })

  test('shows the difference of two roles, and none of a role with itself', async () => {
    const { subjects, screens } = await matrix('group:4', { with: 'group:5' })
    expect(subjects.map(({ name }) => name)).toEqual(['仓库打包', '客服'])
    const order = screens.find(({ page }) => page === 'shop/order/order')
    const allowed = (node: string) => order?.nodes.find((row) => row.node.endsWith(`/${node}`))?.cells.map((cell) => cell.allowed)
    expect(order?.differs).toBe(true)
    expect(allowed('order-delivery')).toEqual([true, false])
    expect(allowed('order-cancel')).toEqual([false, true])
    expect(allowed('index')).toEqual([true, true])
    expect((await matrix('group:4', { with: 'group:4' })).screens.filter(({ differs }) => differs)).toEqual([])
  })
})

describe('reading through the lens', () => {
  /** Somebody's own account: a role has none. */
  const ownAccount = 'routine.AdminInfo'
  /** The sessions somebody is signed in with tell which one asks, and a role has none. */
  const ownSessions = 'routine.Session'
  const through = (lens: string) => owner.with({ token: owner.token ?? '', headers: { lens } })

  test('returns to a super administrator exactly what the person gets, at every address that reads', async () => {
    for (const name of sampleOf('people looked through', ['packer', 'service', 'finance'], everyNth(3))) {
      const self = await server.signIn(name)
      const [row] = await server.query<{ id: number }>('SELECT id FROM admin WHERE username = $1', [name])
      const lens = through(`admin:${row?.id}`)
      const wrong: string[] = []
      for (const handler of handlers.filter(
        ({ method, access, controller }) => method === 'GET' && access.type !== 'public' && controller !== ownSessions,
      )) {
        const [theirs, seen] = [await call(self, handler), await call(lens, handler)]
        // How old a figure is, is another second at the second call.
        const told = ({ body: { code, msg, data } }: Answer) =>
          JSON.stringify({ code, msg, data }).replace(/"age":\d+/, '"age":0')
        if (told(theirs) !== told(seen))
          wrong.push(`${nameOf(handler)}: ${told(theirs).slice(0, 200)} / ${told(seen).slice(0, 200)}`)
      }
      expect(wrong, name).toEqual([])
    }
  })

  test('of a role opens and refuses the same addresses as for somebody in it, and shows the rows such a person meets', async () => {
    const wrong: string[] = []
    for (const id of sampleOf('roles looked through', [2, 3, 4, 5, 6], (each) => each === 4)) {
      const self = await memberOf(id)
      for (const handler of guarded().filter(
        ({ method, controller }) => method === 'GET' && ![ownAccount, ownSessions].includes(controller),
      )) {
        const [theirs, seen] = [await call(self, handler), await call(through(`group:${id}`), handler)]
        const count = ({ body }: Answer) => (body.data as { total?: number } | null)?.total
        if (theirs.body.code !== seen.body.code || count(theirs) !== count(seen))
          wrong.push(`${id}: ${nameOf(handler)} ${seen.text}`)
      }
    }
    expect(wrong).toEqual([])
    const lens = await through('group:4').get<{ menus: unknown[]; adminInfo: { id: number } }>('/admin/Index/index')
    expect(ok(lens).adminInfo.id).toBe(-1)
    expect((await through('group:4').get(`/admin/${ownAccount}/index`)).body).toMatchObject({ code: 0, msg: 'Record not found' })
  })

  test('cannot write at any address or as any person; nothing changes', async () => {
    const before = await fingerprint(server)
    const wrong: string[] = []
    for (const handler of handlers.filter(({ method }) => method !== 'GET')) {
      for (const lens of ['group:1', 'admin:1']) {
        const { body } = await call(through(lens), handler)
        if (body.code !== 0 || !/is read-only/.test(body.msg)) wrong.push(`${nameOf(handler)} ${body.code} ${body.msg}`)
      }
    }
    expect(wrong).toEqual([])
    expect(await fingerprint(server)).toBe(before)
  })

  test('is for super administrators alone: others are refused at its addresses and with its header, and nothing is noted', async () => {
    const chief = await server.signIn('manager')
    const before = await fingerprint(server)
    for (const action of ['index', 'row', 'subjects']) {
      const { body } = await chief.get(`/admin/auth.Lens/${action}`, { of: 'group:4', page: 'shop/order/order', id: 1 })
      expect(body).toMatchObject({ code: 401, msg: noRight })
    }
    for (const lens of ['group:1', 'admin:1', 'admin:2', 'nonsense']) {
      const { body } = await chief.with({ token: chief.token ?? '', headers: { lens } }).get('/admin/shop.order.Order/index')
      expect(body, lens).toMatchObject({ code: 401, msg: 'Only super administrators can use the permission lens.' })
    }
    const guest = server.guest({ headers: { lens: 'group:1' } })
    expect((await guest.get('/admin/shop.order.Order/index')).body.code).toBe(303)
    expect(await fingerprint(server)).toBe(before)
  })

  test('refuses what is no role or person, and an account that could not sign in', async () => {
    for (const lens of ['group:999999', 'admin:0', 'admin:-1', 'group', 'group:1 or 1', 'member:1', 'group:99999999999']) {
      expect((await through(lens).get('/admin/Index/index')).body, lens).toMatchObject({
        code: 0,
        msg: /Role or person not found/,
      })
    }
    expect((await through('admin:6').get('/admin/Index/index')).body).toMatchObject({ code: 0, msg: /is disabled/ })
  })

  test('cannot be nested: through a lens the lens itself is refused like everything they may not do', async () => {
    expect((await through('group:4').get('/admin/auth.Lens/index', { of: 'group:1' })).body.code).toBe(401)
    expect((await through('group:1').get('/admin/auth.Lens/index', { of: 'group:1' })).body.code).toBe(1)
  })

  test('is audited under the name of the viewer', async () => {
    const last = async () =>
      (
        await server.query<{ username: string; action: string; table_name: string; row_key: string; detail: unknown }>(
          'SELECT username, action, table_name, row_key, detail FROM audit ORDER BY id DESC LIMIT 1',
        )
      )[0]
    await through('group:4').get('/admin/shop.order.Order/index')
    expect(await last()).toMatchObject({ username: 'admin', action: 'lens.read', table_name: 'admin_group', row_key: '4' })
    await matrix('admin:3')
    expect(await last()).toMatchObject({ username: 'admin', action: 'lens.matrix', table_name: 'admin', row_key: '3' })
    await owner.get('/admin/auth.Lens/row', { of: 'admin:3', page: 'shop/order/order', id: 1 })
    expect(await last()).toMatchObject({ username: 'admin', action: 'lens.row', table_name: 'admin', row_key: '3' })
  })
})

describe('one row', () => {
  const row = async (of: string, page: string, id: unknown) =>
    ok(await owner.get<{ actions: LensRowAction[] }>('/admin/auth.Lens/row', { of, page, id })).actions

  /** A member wants to send a received line back, and the shop agrees. */
  const agreeToReturn = async (orderId: number) => {
    const [line] = await server.query<{ id: number; amount: number; user_id: number; now: number }>(
      `SELECT l.id, l.pay_share::int AS amount, o.user_id, o.receive_time::int + 60 AS now FROM shop_order_goods l JOIN shop_order o ON o.id = l.order_id
       WHERE o.id = $1 AND l.pay_share > 0 LIMIT 1`,
      [orderId],
    )
    if (!line) throw new Error(`order ${orderId} has no line that was paid`)
    const { id, amount, user_id, now } = line
    const lines = [{ id, quantity: 1, amount }]
    const wish = {
      orderId,
      type: 2 as const,
      reason: 'quality' as const,
      description: '',
      images: [],
      lines,
      includeDelivery: false,
    }
    const admin = { type: 'admin' as const, id: 1, name: 'admin' }
    await inTransaction(server, async (trx) => {
      const asked = await applyRefund(trx, wish, { now, actor: { type: 'member', id: user_id, name: '' } })
      const agreed = { refundId: asked.id, result: 'agree' as const, agreeAmount: amount, addressId: 2, note: '' }
      await auditRefund(trx, agreed, { now, actor: admin })
    })
  }

  test('an order says of every action whether it is possible and why not, as the server answers when it is tried', async () => {
    const orders = await server.query<{ id: number; status: number }>(
      'SELECT min(id) AS id, status FROM shop_order GROUP BY status ORDER BY status',
    )
    expect(orders.length).toBe(7)
    const schema = await productSchema()
    const page = schema.pages.get('shop/order/order')
    const told = new Set<string>()
    const wrong: string[] = []
    for (const name of sampleOf('people asked about an order', ['packer', 'service', 'finance', 'manager'], everyNth(4))) {
      const self = await server.signIn(name)
      const [who] = await server.query<{ id: number }>('SELECT id FROM admin WHERE username = $1', [name])
      for (const { id } of orders) {
        for (const { action } of await row(`admin:${who?.id}`, 'shop/order/order', id)) {
          const declared = page?.actions[action]
          if (!declared || isBuiltIn(declared)) continue
          // Asked anew each time: what was done before may have changed the row.
          const answer = (await row(`admin:${who?.id}`, 'shop/order/order', id)).find((each) => each.action === action)
          const url = `/admin/shop.order.Order/${declared.call}`
          type Refusal = { errors?: object; type?: string } | null
          const { body } = await (declared.type === 'print'
            ? self.get<Refusal>(url, { ids: id })
            : self.post<Refusal>(url, { id }))
          const refused = body.code === 401 || (body.code === 0 && body.data?.type === 'conflict')
          for (const { code } of answer?.reasons ?? []) told.add(code)
          const right = answer?.reasons.some(({ code }) => code === 'right')
          if (right !== (body.code === 401)) wrong.push(`${name} ${action} ${id}: ${body.code} ${body.msg}`)
          // Wrong values of the form are told before the state of the row is looked at.
          const earlier = body.code === 0 && body.data?.errors !== undefined
          if (!earlier && answer?.possible === refused) wrong.push(`${name} ${action} ${id}: ${JSON.stringify([answer, body])}`)
        }
      }
    }
    expect(wrong).toEqual([])
    expect([...told]).toEqual(expect.arrayContaining(['right', 'when']))
  }, 120_000)

  test('names the condition with the values of the row', async () => {
    const [order] = await server.query<{ id: number }>('SELECT id FROM shop_order WHERE status = 1 ORDER BY id LIMIT 1')
    const deliver = (await row('admin:3', 'shop/order/order', order?.id)).find(({ action }) => action === 'deliver')
    expect(deliver).toMatchObject({ possible: false, reasons: [{ code: 'when' }] })
    expect(deliver?.reasons[0]?.text).toMatch(/^Only when .*To ship.*; now Status is Unpaid\.$/)
  })

  test('names the rule of the server that would refuse: an order with an agreed return is not closed', async () => {
    const [order] = await server.query<{ id: number }>(
      `SELECT id FROM shop_order o WHERE status = 4 AND refund_amount = 0 AND pay_amount > 0
        AND NOT EXISTS (SELECT 1 FROM shop_refund r WHERE r.order_id = o.id) ORDER BY id LIMIT 1`,
    )
    const close = async () => (await row('group:2', 'shop/order/order', order?.id)).find(({ action }) => action === 'close')
    expect(await close()).toMatchObject({ possible: true, reasons: [] })
    await agreeToReturn(order?.id ?? 0)
    const answer = await close()
    expect(answer).toMatchObject({ possible: false, reasons: [{ code: 'rule' }] })
    const told = await (await server.signIn('manager')).post('/admin/shop.order.Order/close', {
      id: order?.id,
      reason: 'other',
      note: 'x',
    })
    expect(told.body.msg).toBe(answer?.reasons[0]?.text)
  })

  test('names the limit of their data: the notices of somebody else, administrators who are not below', async () => {
    const notices = await server.query<{ id: number }>('SELECT id FROM shop_notify WHERE admin_id = 1 LIMIT 1')
    expect(notices.length).toBe(1)
    const foreign = await row('admin:3', 'shop/notify/notify', notices[0]?.id)
    expect(foreign.flatMap(({ reasons }) => reasons.map(({ code }) => code))).toContain('scope')
    const boss = await memberOf(
      await group('bosses', await ruleIds(['auth', 'auth/admin', 'auth/admin/index', 'auth/admin/edit', 'auth/admin/del'])),
    )
    const edit = (await row(`admin:${boss.id}`, 'auth/admin', 1)).find(({ action }) => action === 'edit')
    expect(edit?.reasons).toEqual([{ code: 'scope', text: 'The row is outside their data scope.' }])
    expect((await boss.post('/admin/auth.Admin/edit', { id: 1, nickname: 'taken' })).body.code).not.toBe(1)
  })

  test('is only for lists, and for rows that are there', async () => {
    const ask = (page: string, id: unknown) => owner.get('/admin/auth.Lens/row', { of: 'group:4', page, id })
    expect((await ask('dashboard', 1)).body).toMatchObject({ code: 0, msg: /is not a list/ })
    expect((await ask('__proto__', 1)).body.code).toBe(0)
    expect((await ask('shop/order/order', 99_999_999)).body.code).toBe(0)
    expect((await ask('shop/order/order', '1 or 1')).body.code).toBe(0)
  })
})

describe('granting', () => {
  test('of any right that the matrix refuses somebody is refused to them: to a group, by way of a group, and as a rule', async () => {
    const lower = ['user/user/index', 'user/group/index']
    const chief = await makeLimited(server, owner, 'lens_chief', [...authorityRights, ...lower, 'user/user/edit'])
    const below = await makeGroup(server, owner, 'lens lower', ['user/user/index'], chief.groupId)
    const lowly = await makePerson(server, owner, 'lens_lowly', [below])
    const cells = cellsOf(await matrix(`admin:${chief.id}`))
    const reach = async () =>
      [...cellsOf(await matrix(`admin:${lowly.id}`))].filter(([, { allowed }]) => allowed).map(([node]) => node)
    const before = await reach()
    expect(before).toEqual(['user/user/index'])
    const wanting = [...cells].filter(([, { allowed }]) => !allowed).map(([node]) => node)
    expect(wanting.length).toBeGreaterThan(40)
    const wrong: string[] = []
    for (const node of sampleOf('rights that the matrix refuses', wanting, everyNth(16))) {
      const [rule] = await server.query<{ id: string; pid: string }>(
        'SELECT id::text AS id, pid::text AS pid FROM admin_rule WHERE lower(name) = $1',
        [node],
      )
      if (!rule) continue // no rule, nothing to grant
      const rules = [...(await ruleIds(['user', 'user/user', 'user/user/index'])), rule.id]
      // A group of others that holds it: to put somebody into it would be the same.
      const holding = await group(`holds ${node}`, rules)
      const tries = {
        'a new group': {
          path: 'Group/add',
          body: { pid: chief.groupId, name: `climbs ${node}`, rules, data_scope: 'own', status: '1' },
        },
        'a group below': { path: 'Group/edit', body: { id: below, rules } },
        'somebody below': { path: 'Admin/edit', body: { id: lowly.id, group_arr: [below, holding] } },
        'the own account': { path: 'Admin/edit', body: { id: chief.id, group_arr: [chief.groupId, holding] } },
        'a rule that is renamed': { path: 'Rule/edit', body: { id: (await ruleIds(['user/user/index']))[0], name: node } },
      }
      for (const [what, { path, body }] of Object.entries(tries)) {
        const answer = await chief.client.post(`/admin/auth.${path}`, body)
        if (answer.body.code === 1) wrong.push(`${node} to ${what}`)
      }
      await server.query('DELETE FROM admin_group WHERE id = $1', [holding])
    }
    expect(wrong).toEqual([])
    expect(await reach()).toEqual(before)
    const held = cellsOf(await matrix(`admin:${chief.id}`))
    expect([...held].filter(([node, { allowed }]) => allowed !== cells.get(node)?.allowed)).toEqual([])
    // Had nothing been granted at all, this would prove nothing.
    ok(await chief.client.post('/admin/auth.Group/edit', { id: below, rules: await ruleIds(lower) }))
    expect(await reach()).toEqual(['user/user/index', 'user/group/index'])
  }, 180_000)
})
