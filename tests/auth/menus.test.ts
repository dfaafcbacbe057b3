import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MenuRule } from '../../src/schemas/language/menu/menu.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { makeLimited, ok, type Person } from './people.ts'

let server: TestServer
let owner: Client
let reader: Person
beforeAll(async () => {
  server = await startTestServer({ database: 'seed' })
  owner = await server.signIn('admin')
  reader = await makeLimited(server, owner, 'reader', ['user/user/index', 'user/user/edit'])
})
afterAll(() => server.close())

const flat = (rules: MenuRule[]): string[] => rules.flatMap((rule) => [rule.name, ...flat(rule.children ?? [])])
const menusOf = async (client: Client) => ok(await client.get<{ menus: MenuRule[] }>('/admin/Index/index')).menus

test('the owner gets a menu in which every screen exists', async () => {
  const names = flat(await menusOf(owner))
  expect(names).toEqual(expect.arrayContaining(['auth/admin', 'auth/group', 'auth/rule', 'user/user', 'auth/admin/kick']))
  expect(names).toContain('moduleStore/uninstall')
})

test('someone with fewer rights gets fewer menus and buttons', async () => {
  expect(flat(await menusOf(reader.client)).sort()).toEqual(['user', 'user/user', 'user/user/edit', 'user/user/index'])
})

test('titles come in the language of the person', async () => {
  const title = async (lang: 'zh-cn' | 'en') =>
    (await menusOf(reader.client.with({ token: reader.client.token, lang })))[0]?.title
  expect(await title('en')).toBe('Member accounts')
  expect(await title('zh-cn')).toBe('会员管理')
})

test('a call that is not in the menu is refused by the server', async () => {
  ok(await reader.client.get('/admin/user.User/index'))
  const calls = [
    reader.client.get('/admin/auth.Admin/index'),
    reader.client.get('/admin/auth.Group/index'),
    reader.client.post('/admin/user.User/add', { username: 'x' }),
    reader.client.del('/admin/user.User/del', { ids: [1] }),
    reader.client.post('/admin/user.MoneyLog/add', { user_id: 1, money: '1.00', memo: 'x' }),
  ]
  for (const answer of await Promise.all(calls)) expect(answer.body.code).toBe(401)
})

test('a menu changes with its rules and groups, whoever wrote them', async () => {
  const titled = async (title: string) => {
    await server.query(`UPDATE admin_rule SET title = $1 WHERE name = 'user'`, [title])
    return (await menusOf(reader.client.with({ token: reader.client.token, lang: 'zh-cn' })))[0]?.title
  }
  expect(await titled('会员')).toBe('会员')
  expect(await titled('会员管理')).toBe('会员管理')

  const enabled = async (name: string, status: 0 | 1) => {
    await server.query('UPDATE admin_rule SET status = $1 WHERE name = $2', [status, name])
    return flat(await menusOf(reader.client))
  }
  expect(await enabled('user/user/edit', 0)).not.toContain('user/user/edit')
  expect(await enabled('user/user/edit', 1)).toContain('user/user/edit')

  const group = (status: 0 | 1) => server.query('UPDATE admin_group SET status = $1 WHERE id = $2', [status, reader.groupId])
  await group(0)
  expect((await reader.client.get('/admin/Index/index')).body.code).toBe(0)
  await group(1)
  expect(flat(await menusOf(reader.client))).toContain('user/user')
})

test("BuildAdmin's client gets components and icons in the form it knows", async () => {
  const other = await startTestServer({ database: 'seed', settings: { component: 'buildadmin' } })
  try {
    const menus = await menusOf(await other.signIn('admin'))
    expect(JSON.stringify(menus)).toContain('"icon":"fa fa-users"')
    expect(JSON.stringify(menus)).not.toContain('"icon":"pi ')
    expect(JSON.stringify(menus)).toContain('"component":"/src/views/backend/auth/admin/index.vue"')
  } finally {
    await other.close()
  }
})
