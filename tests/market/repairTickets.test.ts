import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OverlayOrigin } from '../../src/schemas/api/market.ts'
import type { Client } from '../harness/client.ts'
import { person } from '../security/people.ts'
import { edited, type Files, type MarketPlan, post, startMarket } from './market.ts'

/** A package lives its whole life on a server that runs all the while, and is worked with as any other screen. */
let market: Awaited<ReturnType<typeof startMarket>>
let server: typeof market.first
let owner: Client
let first: Buffer
let hash: string
beforeAll(async () => {
  market = await startMarket()
  server = market.first
  owner = server.owner
  first = await market.pack('repair-tickets')
}, 300_000)
afterAll(() => market?.close(), 60_000)

const uid = 'repair-tickets'
const me = (lang = 'en') => ({ url: server.url, token: owner.token, lang })
const look = async (archive: Buffer) => {
  const { code, msg, data } = await post<MarketPlan>(me(), 'upload', archive)
  expect(code, msg).toBe(1)
  return data
}
const change = (action: string, body: object) => owner.post<{ state: number; already: boolean }>(`/admin/module/${action}`, body)
const list = async (client = owner) => (await client.get<{ list: Record<string, unknown>[] }>('/admin/repair.Ticket/index')).body
const packageRules = () =>
  market.query<{ name: string; status: number }>(`select name, status from admin_rule where name ~ '^repair(/|$)' order by name`)
const tables = async () =>
  (await market.query<{ name: string }>(`select relname as name from pg_class where relname like 'repair%' and relkind = 'r'`))
    .length
/** Who may do what on all screens but the package's. */
const othersRights = () =>
  market.query(`select g.id, r.name, r.status from admin_group g join admin_rule r on r.id::text = any(g.rules) or '*' = any(g.rules)
    where r.name !~ '^repair(/|$)' order by 1, 2`)
/** Everything that an operation could leave behind. */
const traces = () =>
  market.query(`select (select count(*) from module) as modules, (select count(*) from module_log) as steps,
    (select count(*) from admin_rule) as rules, (select count(*) from kontor_migration) as migrations,
    (select count(*) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') as tables`)
const newer = (files: Files) => {
  edited(files, 'module.json', '"version": "1.0.0"', '"version": "1.1.0"')
  edited(
    files,
    'pages/repair/part/page.json',
    '"quantity": {',
    '"maker": { "kind": "string", "maxLength": 60, "default": "unknown" }, "quantity": {',
  )
  edited(files, 'overlays/repair/dashboard.en.json', '{', '{ "title": "Workshop",')
  for (const lang of ['en', 'zh-cn'])
    edited(files, `pages/repair/part/${lang}.json`, '"quantity": {', '"maker": { "label": "Maker" }, "quantity": {')
}

const card = { page: 'dashboard', op: 'add', path: 'dashboard.cards.openRepairs' } as const
const section = { ...card, path: 'dashboard.sections.repairs' }
const revert = (places: object[], reverted = 1) => change('revert', { uid, changes: places, reverted })
/** What it changes in screens of others, and what has been reverted of that. */
const changes = async () => {
  const origins = (await owner.get<OverlayOrigin[]>('/admin/module/overlays')).body.data
  const own = origins.find((each) => each.uid === uid)
  return {
    made: own?.pages.flatMap((page) => page.changes.map(({ op, path }) => `${op} ${path}`)),
    reverted: own?.reverted.map(({ op, path, title_en }) => `${title_en}: ${op} ${path}`),
  }
}

describe('a package that a person looks at', () => {
  test('shows its screens, tables, nodes, overlays, statements and wishes, and nothing is written', async () => {
    const before = await traces()
    const plan = await look(first)
    hash = plan.hash
    expect(plan).toMatchObject({ from: '', issues: [], kept: [] })
    expect(plan.screens.map(({ id, title_en }) => [id, title_en])).toEqual([
      ['repair/part', 'Parts'],
      ['repair/ticket', 'Repair tickets'],
    ])
    expect(plan.tables).toEqual([
      { name: 'repair_part', isNew: true },
      { name: 'repair_ticket', isNew: true },
    ])
    expect(plan.nodes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['repair', 'repair/ticket/work', 'repair/part/del']),
    )
    expect(plan.overlays).toContainEqual(
      expect.objectContaining({
        page: 'dashboard',
        op: 'add',
        path: 'dashboard.cards.openRepairs',
        after: expect.objectContaining({ icon: 'wrench' }),
      }),
    )
    expect(plan.overlays.find(({ path }) => path === 'dashboard.cards.openRepairs')?.before).toBeUndefined()
    expect(plan.steps.flatMap(({ sql }) => sql).join('\n')).toMatch(/CREATE TABLE "?repair_ticket/)
    expect(plan.wishes.en?.[0]).toBe('Add two tables, for tickets and parts')
    expect(await traces()).toEqual(before)
  }, 120_000)

  test('is refused in the language of the person, with place and fix, and nothing is written', async () => {
    const before = await traces()
    const cases: [Buffer, RegExp, RegExp][] = [
      [Buffer.from('no zip'), /not a package.*no zip.*module pack/, /不是可以安装的模块包/],
      [
        await market.pack(uid, (files) => edited(files, 'module.json', '>=0.1.0 <1.0.0', '>=2.0.0')),
        /module\.json, kontor: .* needs Kontor >=2\.0\.0/,
        /需要 Kontor >=2\.0\.0/,
      ],
      [
        await market.pack(uid, (files) =>
          edited(files, 'pages/repair/part/page.json', '"kind": "integer"', '"kind": "interger"'),
        ),
        /part\/page\.json:\d+:\d+ fields\.quantity\.kind/,
        /不能安装.*page\.json:\d+/,
      ],
    ]
    for (const [archive, english, chinese] of cases) {
      const plan = await post<MarketPlan>(me(), 'upload', archive)
      const agreed = plan.data?.hash ?? ''
      const answers = [
        await post(me(), 'install', archive, { hash: agreed }),
        await post(me('zh-cn'), 'install', archive, { hash: agreed }),
      ]
      expect(answers.map(({ code }) => code)).toEqual([0, 0])
      expect(answers[0]?.msg).toMatch(english)
      expect(answers[1]?.msg).toMatch(chinese)
    }
    const other = await post(me(), 'install', first, { hash: 'f'.repeat(64) })
    expect(other).toMatchObject({ code: 0, msg: expect.stringMatching(/not the one you looked at/) })
    expect(await traces()).toEqual(before)
  }, 240_000)

  test('is nobody’s to install who does not hold the node', async () => {
    const stranger = await person({ query: market.query, guest: (options) => market.guest(server.url, options?.token ?? '') }, [
      'dashboard/index',
    ])
    for (const action of ['upload', 'install', 'update'] as const)
      expect(await post({ url: server.url, token: stranger.token }, action, first, { hash })).toMatchObject({ code: 401 })
    for (const action of ['changeState', 'uninstall'])
      expect((await stranger.post(`/admin/module/${action}`, { uid, state: 1 })).body.code).toBe(401)
  })
})

describe('a package that is installed', () => {
  test('has tables, a menu, nodes that nobody holds, and screens that are worked with', async () => {
    const before = await othersRights()
    expect(await post(me(), 'install', first, { hash })).toMatchObject({ code: 1, data: { state: 1, already: false } })
    expect((await list()).code).toBe(1)
    expect(await othersRights()).toEqual(before)
    const held = await market.query(
      `select 1 from admin_group g join admin_rule r on r.id::text = any(g.rules) where r.name ~ '^repair'`,
    )
    expect(held).toEqual([])
    const ticket = { title: 'Screen is dark', device: 'Phone', description: 'Fell into the sea' }
    const { body } = await owner.post<{ id: number }>('/admin/repair.Ticket/add', ticket)
    expect(body, body.msg).toMatchObject({ code: 1 })
    const part = { ticket_id: body.data.id, name: 'Display', quantity: 1, price: '99.00', amount: '99.00' }
    expect((await owner.post('/admin/repair.Part/add', part)).body).toMatchObject({ code: 1 })
    const second = await owner.post<{ id: number }>('/admin/repair.Ticket/add', { ...ticket, title: 'Mistake' })
    expect((await owner.del('/admin/repair.Ticket/del', { ids: [second.body.data.id] })).body.code).toBe(1)
    expect((await list()).data.list.map(({ title }) => title)).toEqual(['Screen is dark'])
  }, 180_000)

  test('is installed once, however often it is asked for', async () => {
    const before = await traces()
    expect(await post(me(), 'install', first, { hash })).toMatchObject({ code: 1, data: { already: true } })
    expect(await traces()).toEqual(before)
  })

  test('keeps its rows while it is off, and has rules and screens again when it is on', async () => {
    expect((await change('uninstall', { uid })).body).toMatchObject({ code: 0, msg: expect.stringMatching(/Disable it/) })
    const rules = await packageRules()
    expect((await change('changeState', { uid, state: 0 })).body).toMatchObject({ code: 1, data: { state: 6, already: false } })
    expect((await list()).code).not.toBe(1)
    expect((await packageRules()).every(({ status }) => status === 0)).toBe(true)
    expect((await change('changeState', { uid, state: 0 })).body.data.already).toBe(true)
    expect((await change('changeState', { uid, state: 1 })).body).toMatchObject({ code: 1, data: { state: 1 } })
    expect(await packageRules()).toEqual(rules)
    expect((await list()).data.list.map(({ title }) => title)).toEqual(['Screen is dark'])
  }, 180_000)

  test('has single changes reverted, unless something else needs them', async () => {
    const all = { made: [`add ${card.path}`, `add ${section.path}`], reverted: [] }
    expect(await changes()).toEqual(all)
    expect((await revert([card])).body).toMatchObject({
      code: 0,
      msg: expect.stringMatching(
        /^This does not work alone: .* no card, chart or list "openRepairs".* all changes of the screen/,
      ),
    })
    expect((await revert([section])).body).toMatchObject({
      code: 0,
      msg: expect.stringMatching(/"openRepairs" is in no section/),
    })
    expect((await revert([{ ...card, path: 'table.columns.id' }])).body).toMatchObject({
      code: 0,
      msg: 'repair-tickets does not change “table.columns.id” of the screen dashboard. Refresh the list of changes.',
    })
    expect(await changes()).toEqual(all)
    expect((await revert([card, section])).body).toMatchObject({ code: 1, data: { already: false } })
    expect((await revert([card, section])).body).toMatchObject({ code: 1, data: { already: true } })
    const none = { made: [], reverted: [`Dashboard: add ${card.path}`, `Dashboard: add ${section.path}`] }
    expect(await changes()).toEqual(none)
    expect((await revert([section], 0)).body).toMatchObject({ code: 0, msg: expect.stringMatching(/openRepairs/) })
    expect(await changes()).toEqual(none)
  }, 180_000)

  test('gets a newer version with its migration, and never an older one', async () => {
    const archive = await market.pack(uid, newer)
    const plan = await look(archive)
    expect(plan.from).toBe('1.0.0')
    expect(plan.steps.map(({ what }) => what)).toContainEqual(expect.stringMatching(/add column repair_part\.maker/))
    expect(await post(me(), 'install', archive, { hash: plan.hash })).toMatchObject({
      code: 0,
      msg: expect.stringMatching(/Update it instead/),
    })
    expect(await post(me(), 'update', archive, { hash: plan.hash })).toMatchObject({ code: 1, data: { version: '1.1.0' } })
    expect(await market.query('select name, maker from repair_part')).toEqual([{ name: 'Display', maker: 'unknown' }])
    const both = (name: string) => [`${name}: add ${card.path}`, `${name}: add ${section.path}`]
    expect(await changes(), 'an update keeps what was reverted').toEqual({ made: ['words title'], reverted: both('Workshop') })
    const title = { page: 'dashboard', op: 'words', path: 'title', locale: 'en' }
    expect((await revert([title])).body).toMatchObject({ code: 1 })
    expect(await changes()).toEqual({ made: [], reverted: [...both('Dashboard'), 'Dashboard: words title'] })
    expect((await revert([card, section], 0)).body).toMatchObject({ code: 1 })
    expect(await changes()).toMatchObject({ made: [`add ${card.path}`, `add ${section.path}`] })
    expect(await post(me(), 'update', first, { hash })).toMatchObject({
      code: 0,
      msg: expect.stringMatching(/1\.1\.0 is installed, which is newer than 1\.0\.0/),
    })
  }, 240_000)

  test('leaves its rows when it is uninstalled, and takes them along only when its name is typed', async () => {
    const before = await othersRights()
    await change('changeState', { uid, state: 0 })
    expect((await change('uninstall', { uid })).body).toMatchObject({ code: 1, data: { state: 0 } })
    expect(await packageRules()).toEqual([])
    expect(await tables()).toBe(2)
    const archive = await market.pack(uid, newer)
    const plan = await look(archive)
    expect(await post(me(), 'install', archive, { hash: plan.hash })).toMatchObject({ code: 1 })
    expect((await list()).data.list.map(({ title }) => title)).toEqual(['Screen is dark'])
    await change('changeState', { uid, state: 0 })
    expect((await change('uninstall', { uid, dropTables: 1, typed: 'repair' })).body.code).toBe(0)
    expect(await tables()).toBe(2)
    expect((await change('uninstall', { uid, dropTables: 1, typed: uid })).body.code).toBe(1)
    expect(await tables()).toBe(0)
    expect((await change('uninstall', { uid })).body.data.already).toBe(true)
    expect(await othersRights()).toEqual(before)
    const steps = await market.query<{ step: string }>('select step from module_log order by id')
    expect(steps.map(({ step }) => step)).toEqual([
      'install',
      'disable',
      'enable',
      'revert',
      'update',
      'revert',
      'reapply',
      'disable',
      'uninstall',
      'install',
      'disable',
      'uninstall',
    ])
  }, 300_000)
})
