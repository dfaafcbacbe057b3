import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSecretBox } from '../../server/core/secretBox.ts'
import { prepareDatabase } from '../../server/main/prepare.ts'
import { oldRuleNames } from '../../server/modules/auth/seed/oldRuleNames.ts'
import type { Area } from '../../src/schemas/language/area/area.ts'
import type { MenuSeed } from '../../src/schemas/language/menu/menu.ts'
import { DEMO_NOW, DEMO_PASSWORD, OWNER_PASSWORD, TEST_SECRET } from '../harness/database.ts'
import { longTest } from '../harness/longTest.ts'
import { copySchemas, schemasIn } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { makeLimited, ok, refused } from './people.ts'

interface Rule {
  id: number
  pid: number
  name: string
  title: string
  icon: string
  path: string
  weigh: number
}

let server: TestServer
let schemaDir: string
beforeEach(async () => {
  schemaDir = mkdtempSync(join(tmpdir(), 'kontor-menus-'))
  copySchemas(schemaDir)
  server = await startTestServer({ database: 'seed' })
})
afterEach(async () => {
  await server.close()
  rmSync(schemaDir, { recursive: true, force: true })
})

/** A start of the product on the test's schemas, an hour after the database was made; gives what it logged. */
async function start(): Promise<string[]> {
  const lines: string[] = []
  const passwords = { ownerPassword: OWNER_PASSWORD, demoPassword: DEMO_PASSWORD, seal: createSecretBox('', TEST_SECRET) }
  const log = (line: string) => void lines.push(line)
  await prepareDatabase({
    url: server.databaseUrl,
    schemaDir: schemasIn(schemaDir),
    demo: false,
    ...passwords,
    now: DEMO_NOW + 3600,
    log,
  })
  return lines
}

/** Changes a JSON file of the test's schemas. */
function edit<T>(path: string, change: (json: T) => T | undefined): void {
  const file = join(schemaDir, path)
  const json = JSON.parse(readFileSync(file, 'utf8')) as T
  writeFileSync(file, JSON.stringify(change(json) ?? json))
}
const editMenu = (change: (entries: MenuSeed[]) => MenuSeed[] | undefined, area: Area = 'admin') =>
  edit<MenuSeed[]>(`menus/${area}.json`, change)
const editShopMenu = (change: (entries: MenuSeed[]) => MenuSeed[] | undefined) =>
  edit<MenuSeed[]>('modules/shop/menus/admin.json', change)
const entry = (entries: MenuSeed[], name: string) => entries.find((each) => each.name === name) as MenuSeed

const rules = (area: Area = 'admin') => server.query<Rule>(`select * from ${area}_rule order by id`)
const rule = async (name: string, area: Area = 'admin') => (await rules(area)).find((each) => each.name === name)
/** Names of the entries below a parent, as the menu shows them. */
async function below(parent: string): Promise<string[]> {
  const found = await server.query<{ name: string }>(
    `select name from admin_rule where pid = (select id from admin_rule where name = $1) order by weigh desc, id`,
    [parent],
  )
  return found.map(({ name }) => name)
}
const guide: MenuSeed = { type: 'menu', name: 'guide', title: '指南', title_en: 'Guide', menu_type: 'iframe', url: '/' }

/** A screen whose page has one more action, with its button in the middle. */
function addRest(): void {
  const folder = 'modules/shop/pages/shop/delivery/company'
  type Page = { actions?: Record<string, object>; table: { row: string[] } }
  edit<Page>(`${folder}/page.json`, (page) => {
    page.actions = { ...page.actions, rest: { type: 'run', icon: 'pause', when: { status: 1 }, set: { status: 0 } } }
    page.table.row.push('rest')
    return page
  })
  for (const locale of ['zh-cn', 'en'])
    edit<{ actions?: object }>(`${folder}/${locale}.json`, (words) => ({
      ...words,
      actions: { ...words.actions, rest: { title: 'Rest' } },
    }))
  editShopMenu((entries) => void entry(entries, 'shop/delivery/company').buttons?.splice(1, 0, 'rest'))
}

test('a button inserted in the middle is in its place, reaches a super administrator and can be granted', async () => {
  const before = await below('shop/delivery/company')
  addRest()
  const url = server.databaseUrl
  await start()
  const names = before.toSpliced(1, 0, 'shop/delivery/company/rest')
  expect(await below('shop/delivery/company')).toEqual(names)
  const next = await startTestServer({ on: { url, name: '', drop: async () => {} }, schemaDir: schemasIn(schemaDir) })
  try {
    const owner = await next.signIn('admin')
    expect(JSON.stringify(ok(await owner.get('/admin/Index/index')))).toContain('"shop/delivery/company/rest"')
    await next.query(`insert into shop_delivery_company (name, code, status) values ('One', 'one', 1), ('Two', 'two', 1)`)
    const [one, two] = (await next.query<{ id: number }>('select id from shop_delivery_company order by id')).map(({ id }) => id)
    const rest = '/admin/shop.delivery.Company/rest'
    const index = 'shop/delivery/company/index'
    const holder = await makeLimited(next, owner, 'holder', [index, 'shop/delivery/company/rest'])
    const other = await makeLimited(next, owner, 'other', [index])
    ok(await owner.post(rest, { id: one }))
    refused(await other.client.post(rest, { id: two }))
    ok(await holder.client.post(rest, { id: two }))
  } finally {
    await next.close()
  }
})

describe('what the menu file changed', () => {
  test('arrives at the next start: title, icon, place, and a new entry in the middle', async () => {
    editMenu((entries) => {
      Object.assign(entry(entries, 'auth/group'), { title: '角色', icon: 'pi pi-star' })
      const log = entry(entries, 'auth/adminLog')
      const others = entries.filter((each) => each !== log)
      const at = others.findIndex(({ name }) => name === 'auth/admin')
      return others.toSpliced(at, 0, { ...log, status: 1, menu_type: 'iframe', url: '/', extend: 'none' })
    })
    editMenu((entries) => void entries.splice(0, 0, { ...guide, parent: 'auth' }))
    const ids = new Map((await rules()).map(({ id, name }) => [name, id]))
    await start()
    expect(await rule('auth/group')).toMatchObject({ id: ids.get('auth/group'), title: '角色', icon: 'pi pi-star' })
    expect((await below('auth')).slice(0, 4)).toEqual(['guide', 'auth/group', 'auth/adminLog', 'auth/admin'])
    for (const { id, name } of await rules()) if (ids.has(name)) expect(id, name).toBe(ids.get(name))
  })

  test('moves an entry below another parent, and reaches members too', async () => {
    editMenu((entries) => void Object.assign(entry(entries, 'auth/lens'), { parent: 'routine' }))
    editMenu(
      (entries) => void Object.assign(entry(entries, 'account/balance'), { title: '钱包', buttons: ['first', 'index'] }),
      'user',
    )
    await start()
    expect(await below('routine')).toContain('auth/lens')
    expect(await rule('account/balance', 'user')).toMatchObject({ title: '钱包' })
    const menu = await rule('account/balance', 'user')
    expect(await rule('account/balance/first', 'user')).toMatchObject({ pid: menu?.id })
  })

  test('does not touch what an administrator changed, column by column', async () => {
    const owner = await server.signIn('admin')
    const group = await rule('auth/group')
    ok(await owner.post('/admin/auth.Rule/edit', { id: group?.id, title: 'Our roles' }))
    const change = { title: '角色', icon: 'pi pi-star' }
    editMenu((entries) => void Object.assign(entry(entries, 'auth/group'), change))
    await start()
    expect(await rule('auth/group')).toMatchObject({ title: 'Our roles', icon: 'pi pi-star' })
    editMenu((entries) => void Object.assign(entry(entries, 'auth/group'), { title: '角色组', icon: 'pi pi-heart' }))
    await start()
    expect(await rule('auth/group')).toMatchObject({ title: 'Our roles', icon: 'pi pi-heart' })
  })

  test('leaves an order made by dragging, and adds a new entry after its neighbour', async () => {
    const owner = await server.signIn('admin')
    const [first, second] = await below('auth')
    const [move, target] = [await rule(second ?? ''), await rule(first ?? '')]
    ok(
      await owner.post('/admin/auth.Rule/sortable', { move: move?.id, target: target?.id, order: 'weigh,desc', direction: 'up' }),
    )
    const dragged = await below('auth')
    expect(dragged.slice(0, 2)).toEqual([second, first])
    editMenu((entries) =>
      entries.toSpliced(entries.findIndex(({ name }) => name === second) + 1, 0, { ...guide, parent: 'auth' }),
    )
    await start()
    expect(await below('auth')).toEqual(dragged.toSpliced(1, 0, 'guide'))
  })

  test('is reported where an entry is gone, until someone deletes the rule', async () => {
    editShopMenu((entries) => entries.filter(({ name }) => name !== 'preview'))
    const line = 'menus/admin.json no longer has preview: the rules stay until they are deleted under Menu rules'
    expect(await start()).toEqual([line])
    expect(await start()).toEqual([line])
    const found = await rule('preview')
    ok(await (await server.signIn('admin')).del('/admin/auth.Rule/del', { ids: [found?.id] }))
    expect(await start()).toEqual([])
  })

  longTest('columns that change arrive at the next start')('switches an entry off and on again', async () => {
    const set = (status: 0 | 1) => editShopMenu((entries) => void Object.assign(entry(entries, 'preview'), { status }))
    const menus = async () => JSON.stringify(ok(await (await server.signIn('admin')).get('/admin/Index/index')))
    set(0)
    expect(await start()).toEqual([])
    expect(await menus()).not.toContain('"preview"')
    set(1)
    await start()
    expect(await menus()).toContain('"preview"')
  })
})

describe('a name of the menu file', () => {
  test('that an administrator gave to a rule of their own makes no second one', async () => {
    const owner = await server.signIn('admin')
    const mine = {
      pid: 0,
      type: 'menu',
      title: 'Mine',
      name: 'Guide',
      icon: 'pi pi-box',
      menu_type: 'iframe',
      url: '/',
      status: '1',
    }
    ok(await owner.post('/admin/auth.Rule/add', { ...mine, extend: 'none', keepalive: 1, weigh: 5 }))
    editMenu((entries) => [...entries, guide])
    await start()
    const found = (await rules()).filter(({ name }) => name.toLowerCase() === 'guide')
    expect(found).toEqual([expect.objectContaining({ title: 'Mine', weigh: 5 })])
    editMenu((entries) => void Object.assign(entry(entries, 'guide'), { icon: 'pi pi-star' }))
    await start()
    expect(await rule('Guide')).toMatchObject({ title: 'Mine', icon: 'pi pi-box' })
  })

  test('that an administrator gave to the rule of another entry is not added, and is reported', async () => {
    const owner = await server.signIn('admin')
    const preview = await rule('preview')
    ok(await owner.post('/admin/auth.Rule/edit', { id: preview?.id, name: 'guide' }))
    expect(await start()).toEqual([])
    editMenu((entries) => [...entries, guide])
    expect(await start()).toEqual([
      'menus/admin.json: guide is not added, because another rule was given this name under Menu rules',
    ])
    expect((await rules()).filter(({ name }) => ['guide', 'preview'].includes(name))).toHaveLength(1)
  })
})

test('two servers that start at once merge once', async () => {
  editMenu((entries) => {
    entry(entries, 'auth/group').title = '角色'
    return [guide, ...entries]
  })
  const before = (await rules()).length
  expect(await Promise.all([start(), start(), start()])).toEqual([[], [], []])
  expect((await rules()).length).toBe(before + 1)
  expect(await rule('auth/group')).toMatchObject({ title: '角色' })
  expect(await server.query(`select count(*)::int as n from admin_rule_seed where name = 'guide'`)).toEqual([{ n: 1 }])
})

describe('a database whose rules still have the numbers of the menu file', () => {
  /** Gives rules the numbers they had, in rights of groups too, and takes from the seeds what was not kept then. */
  async function makeOld(area: Area): Promise<void> {
    const numbers = JSON.stringify([...oldRuleNames(area)].map(([id, name]) => ({ id, name })))
    const [table, seeds, groups] = [`${area}_rule`, `${area}_rule_seed`, area === 'admin' ? 'admin_group' : 'user_group']
    await server.query(`create table numbered as
      select r.id, g.id as old from ${table} r, jsonb_to_recordset('${numbers}'::jsonb) as g(id int, name text) where g.name = r.name`)
    await server.query(`update ${table} set id = id + 1000000, pid = case pid when 0 then 0 else pid + 1000000 end`)
    await server.query(`update ${table} r set id = n.old from numbered n where r.id = n.id + 1000000`)
    await server.query(`update ${table} r set pid = n.old from numbered n where r.pid = n.id + 1000000`)
    await server.query(`update ${groups} g set rules = array(
      select coalesce(n.old::text, x.rule) from unnest(g.rules) as x(rule) left join numbered n on n.id::text = x.rule)`)
    await server.query(`update ${seeds} set rule_id = -rule_id`)
    await server.query(`update ${seeds} s set rule_id = n.old from numbered n where s.rule_id = -n.id`)
    await server.query(`alter table ${seeds} drop column name, drop column seeded`)
    await server.query('drop table numbered')
  }

  longTest('each test here merges at a start; cli.test runs the command')(
    'is merged as well after npm run migrate -- --apply',
    async () => {
      await makeOld('admin')
      await makeOld('user')
      await server.query(`delete from admin_rule where name = 'preview'`)
      const before = await rules()
      const cli = [process.execPath, ['server/main/migrate.ts', '--url', server.databaseUrl, '--apply']] as const
      expect((await promisify(execFile)(...cli)).stdout).toMatch(/are known by their names now/)
      expect(await start()).toEqual([])
      expect((await rules()).map(({ id, name }) => [id, name])).toEqual(before.map(({ id, name }) => [id, name]))
    },
  )

  test('merges by name: no rule twice, rights stay, changes of people stay, what they deleted stays deleted', async () => {
    const owner = await server.signIn('admin')
    const packer = await makeLimited(server, owner, 'packer', ['user/user/index', 'user/user/edit'])
    await makeOld('admin')
    await makeOld('user')
    expect(await rule('user/user/edit')).toMatchObject({ id: 2103 })
    await server.query(`update admin_rule set title = 'Roles', update_time = update_time + 60 where name = 'auth/group'`)
    await server.query(
      `update admin_rule set name = 'auth/people', path = 'auth/people', update_time = update_time + 60 where name = 'auth/lens'`,
    )
    await server.query(`delete from admin_rule where name = 'user/scoreLog/add' or name = 'preview'`)
    const before = await rules()
    addRest()
    editMenu((entries) => {
      Object.assign(entry(entries, 'auth/group'), { title: '角色', icon: 'pi pi-star' })
      Object.assign(entry(entries, 'auth/admin'), { title: '管理者' })
    })
    expect((await start())[0]).toMatch(/^menu rules: \d+ are known by their names now$/)
    const after = await rules()
    expect(new Set(after.map(({ name }) => name.toLowerCase())).size).toBe(after.length)
    const added = after.filter(({ id }) => !before.some((each) => each.id === id)).map(({ name }) => name)
    expect(added).toEqual(['shop/delivery/company/rest'])
    expect(await rule('auth/group')).toMatchObject({ id: 11, title: 'Roles' })
    expect(await rule('auth/admin')).toMatchObject({ id: 12, title: '管理者' })
    const again = await server.signIn(packer.username, 'Passw0rd-1')
    ok(await again.get('/admin/user.User/index'))
    expect(await start()).toEqual([])
    expect(await rules()).toEqual(after)
  })
})
