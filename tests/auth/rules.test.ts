import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { authorityRights, fieldError, makeLimited, ok, type Person, refused, ruleIds } from './people.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer({ database: 'seed' })
  owner = await server.signIn('admin')
})
afterAll(() => server.close())

const rule = async (name: string) =>
  (
    await server.query<{ id: number; pid: number; path: string; status: number; menu_type: string | null; weigh: number }>(
      'SELECT * FROM admin_rule WHERE name = $1',
      [name],
    )
  )[0]
const add = (body: Record<string, unknown>, client = owner) =>
  client.post('/admin/auth.Rule/add', {
    pid: 0,
    type: 'menu',
    title: 'T',
    icon: 'pi pi-box',
    menu_type: 'tab',
    extend: 'none',
    weigh: 0,
    keepalive: 1,
    status: '1',
    ...body,
  })
const edit = (id: unknown, body: Record<string, unknown>, client = owner) => client.post('/admin/auth.Rule/edit', { id, ...body })
const menus = async (client: Client) => JSON.stringify(ok(await client.get<{ menus: unknown }>('/admin/Index/index')).menus)

describe('the owner manages menu rules', () => {
  test('a new rule appears in the menu at once, with its name as path', async () => {
    ok(await add({ title: 'Reports', name: 'reports/daily', component: 'user/user' }))
    expect(await rule('reports/daily')).toMatchObject({ path: 'reports/daily', pid: 0 })
    expect(await menus(owner)).toContain('"reports/daily"')
  })

  test('a button belongs to a menu item and has no path', async () => {
    const menu = await rule('reports/daily')
    ok(await add({ type: 'button', pid: menu?.id, title: 'Print', name: 'reports/daily/print', menu_type: undefined }))
    expect(await rule('reports/daily/print')).toMatchObject({ path: '', menu_type: null })
    const dir = await rule('user')
    const refusedAnswer = await add({ type: 'button', pid: dir?.id, title: 'Odd', name: 'user/odd', menu_type: undefined })
    expect(fieldError(refusedAnswer, 'pid')).toBeTruthy()
  })

  test('the path of a screen with buttons stays equal to its name', async () => {
    const menu = await rule('reports/daily')
    expect(fieldError(await edit(menu?.id, { path: 'elsewhere' }), 'path')).toBeTruthy()
    ok(await edit(menu?.id, { name: 'reports/weekly' }))
    expect(await rule('reports/weekly')).toMatchObject({ path: 'reports/weekly' })
  })

  test('a name is taken whatever its case, and a link needs an address', async () => {
    expect(fieldError(await add({ title: 'Copy', name: 'Reports/Weekly', component: 'user/user' }), 'name')).toBeTruthy()
    expect(fieldError(await add({ title: 'Link', name: 'link', menu_type: 'link', url: '' }), 'url')).toBeTruthy()
    expect(
      fieldError(await add({ title: 'Link', name: 'link', menu_type: 'link', url: 'javascript:alert(1)' }), 'url'),
    ).toBeTruthy()
    ok(await add({ title: 'Link', name: 'link', menu_type: 'link', url: 'https://example.com/' }))
  })

  test('a rule is not moved under itself or one below it', async () => {
    const [user, list] = [await rule('user'), await rule('user/user')]
    expect(fieldError(await edit(user?.id, { pid: list?.id }), 'pid')).toBeTruthy()
    expect(fieldError(await edit(user?.id, { pid: user?.id }), 'pid')).toBeTruthy()
  })

  test('a rule with others below it is not deleted alone', async () => {
    const menu = await rule('reports/weekly')
    const button = await rule('reports/daily/print')
    refused(await owner.del('/admin/auth.Rule/del', { ids: [menu?.id] }))
    ok(await owner.del('/admin/auth.Rule/del', { ids: [menu?.id, button?.id] }))
    expect(await menus(owner)).not.toContain('"reports/weekly"')
  })

  test('the screen of the rules and its ancestors cannot be disabled or deleted', async () => {
    for (const name of ['auth/rule', 'auth']) {
      const found = await rule(name)
      refused(await edit(found?.id, { status: '0' }))
      refused(await owner.del('/admin/auth.Rule/del', { ids: [found?.id] }))
      expect(await rule(name)).toMatchObject({ status: 1 })
    }
    refused(await edit((await rule('auth/rule'))?.id, { name: 'auth/other' }))
  })

  test('switches in the list change only what they switch', async () => {
    const found = await rule('user/group')
    ok(await edit(found?.id, { keepalive: '0' }))
    ok(await edit(found?.id, { keepalive: '1' }))
    ok(await edit(found?.id, { status: '0' }))
    expect(await menus(owner)).not.toContain('"user/group"')
    ok(await edit(found?.id, { status: '1' }))
    expect(await rule('user/group')).toMatchObject({ path: 'user/group', status: 1 })
  })

  test('dragging changes the order among those of one parent only', async () => {
    const order = async () =>
      (
        await server.query<{ name: string }>(
          `SELECT name FROM admin_rule WHERE pid = (SELECT id FROM admin_rule WHERE name = 'auth') ORDER BY weigh DESC, id`,
        )
      ).map((row) => row.name)
    const before = await order()
    const [first = '', last = ''] = [before[0], before.at(-1)]
    const sort = (move: unknown, target: unknown, direction: string) =>
      owner.post('/admin/auth.Rule/sortable', { move, target, order: 'weigh,desc', direction })
    ok(await sort((await rule(last))?.id, (await rule(first))?.id, 'up'))
    expect((await order())[0]).toBe(last)
    refused(await sort((await rule(last))?.id, (await rule('user/user'))?.id, 'up'))
    refused(await sort((await rule(last))?.id, (await rule(last))?.id, 'up'))
  })
})

describe('someone who is no super administrator', () => {
  let chief: Person
  beforeAll(async () => {
    chief = await makeLimited(server, owner, 'chief', [...authorityRights, 'user/user/index'])
  })

  test('sees the rules they hold and no others', async () => {
    const seen = JSON.stringify(ok(await chief.client.get('/admin/auth.Rule/index')))
    expect(seen).toContain('"auth/group/add"')
    expect(seen).not.toContain('"user/user/del"')
  })

  test('writes no rule, whatever nodes they hold: the name of a rule is a right', async () => {
    const [index = ''] = await ruleIds(server, ['user/user/index'])
    const before = await server.query('SELECT * FROM admin_rule ORDER BY id')
    const [screen, group, admin] = await Promise.all(['user/user', 'auth/group', 'auth/admin'].map(rule))
    const mine = { title: 'Mine', name: 'user/user/del', type: 'button', pid: screen?.id, menu_type: undefined }
    refused(await add(mine, chief.client))
    refused(await edit(index, { name: 'user/user/del' }, chief.client))
    refused(await edit(index, { status: '0' }, chief.client))
    refused(await chief.client.del('/admin/auth.Rule/del', { ids: [index] }))
    const move = { move: group?.id, target: admin?.id, order: 'weigh,desc', direction: 'down' }
    refused(await chief.client.post('/admin/auth.Rule/sortable', move))
    expect(await server.query('SELECT * FROM admin_rule ORDER BY id')).toEqual(before)
  })
})
