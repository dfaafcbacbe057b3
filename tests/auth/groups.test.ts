import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import {
  authorityRights,
  fieldError,
  makeGroup,
  makeLimited,
  makePerson,
  ok,
  type Person,
  refused,
  rightsOf,
  ruleIds,
} from './people.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer({ database: 'seed' })
  owner = await server.signIn('admin')
})
afterAll(() => server.close())

const groupId = async (name: string) =>
  Number((await server.query<{ id: number }>('SELECT id FROM admin_group WHERE name = $1', [name]))[0]?.id)
const add = (client: Client, body: Record<string, unknown>) =>
  client.post('/admin/auth.Group/add', { data_scope: 'own', status: '1', ...body })

describe('the owner manages groups', () => {
  test('ancestors of a granted right are stored with it, and the form ticks only what was granted', async () => {
    const [edit = ''] = await ruleIds(server, ['user/user/edit'])
    ok(await add(owner, { pid: 1, name: 'Editors', rules: [edit] }))
    const id = await groupId('Editors')
    expect(await rightsOf(server, id)).toEqual(['user', 'user/user', 'user/user/edit'])
    expect(ok(await owner.get<{ row: { rules: string[] } }>('/admin/auth.Group/edit', { id })).row.rules).toEqual([edit])
  })

  test('rights are offered and found by what they are called in the language of the person', async () => {
    const offered = async (lang: 'en' | 'zh-cn', quickSearch = '') => {
      const query = { field: 'rules', action: 'add', quickSearch }
      const { body } = await owner.with({ lang }).get<{ list: { label: string }[] }>('/admin/auth.Group/options', query)
      return body.data.list.map(({ label }) => label)
    }
    const rules = await server.query<{ title: string; en: string }>(
      "select title, coalesce(nullif(title_en, ''), title) as en from admin_rule order by id",
    )
    expect((await offered('zh-cn')).sort()).toEqual(rules.map(({ title }) => title).sort())
    expect((await offered('en')).sort()).toEqual(rules.map(({ en }) => en).sort())
    expect(await offered('en', 'Menu rules')).toContain('Menu rules')
    expect(await offered('zh-cn', '菜单规则')).toContain('菜单规则管理')
  })

  test('the list is a tree that tells the rights in words, and which groups are the own ones', async () => {
    const data = ok(await owner.get<{ list: Record<string, unknown>[]; group: number[] }>('/admin/auth.Group/index'))
    expect(data.group).toEqual([1])
    const root = data.list[0] as { rules: string; member_count: number; children: { name: string; rules: string }[] }
    expect(root).toMatchObject({ rules: 'Super administrator', member_count: 1 })
    // The own group has no button that would be refused; the ones below have all of them.
    expect(root).toMatchObject({ _denied: { edit: expect.stringMatching(/you belong to/), delete: expect.any(String) } })
    for (const child of root.children) expect(child).not.toHaveProperty('_denied')
    expect(root.children.find((child) => child.name === 'Editors')?.rules).toMatch(/\(3 in total\)$/)
  })

  test('every rule there is, granted by the owner, is everything', async () => {
    const all = (await server.query<{ id: string }>('SELECT id::text AS id FROM admin_rule')).map((row) => row.id)
    ok(await add(owner, { pid: 1, name: 'Deputies', rules: all }))
    expect(await rightsOf(server, await groupId('Deputies'))).toEqual(['*'])
  })

  test('a rule that does not exist, no rule at all, and a mix with everything are refused beside the field', async () => {
    for (const rules of [['987654'], [], ['*', '1'], ['x']]) {
      expect(fieldError(await add(owner, { pid: 1, name: `Odd ${rules.join()}`, rules }), 'rules')).toBeTruthy()
    }
  })

  test('the own group stays as it is', async () => {
    refused(await owner.post('/admin/auth.Group/edit', { id: 1, status: '0' }))
    refused(await owner.post('/admin/auth.Group/edit', { id: 1, rules: await ruleIds(server, ['user/user/index']) }))
    refused(await owner.del('/admin/auth.Group/del', { ids: [1] }))
    expect(await rightsOf(server, 1)).toEqual(['*'])
  })

  test('a group is not moved under itself or one below it', async () => {
    const upper = await makeGroup(server, owner, 'upper', ['user/user/index'])
    const lower = await makeGroup(server, owner, 'lower', ['user/user/index'], upper)
    expect(fieldError(await owner.post('/admin/auth.Group/edit', { id: upper, pid: lower }), 'pid')).toBeTruthy()
    expect(fieldError(await owner.post('/admin/auth.Group/edit', { id: upper, pid: upper }), 'pid')).toBeTruthy()
  })

  test('a group with people or with sub-groups is not deleted; with its sub-groups in one batch it is', async () => {
    const upper = await makeGroup(server, owner, 'going', ['user/user/index'])
    const lower = await makeGroup(server, owner, 'going too', ['user/user/index'], upper)
    refused(await owner.del('/admin/auth.Group/del', { ids: [upper] }))
    const person = await makePerson(server, owner, 'lastone', [lower])
    refused(await owner.del('/admin/auth.Group/del', { ids: [upper, lower] }))
    ok(await owner.del('/admin/auth.Admin/del', { ids: [person.id] }))
    ok(await owner.del('/admin/auth.Group/del', { ids: [upper, lower] }))
    expect(await server.query('SELECT id FROM admin_group WHERE id IN ($1, $2)', [upper, lower])).toEqual([])
  })

  test('revoked rights are gone with the next call', async () => {
    const person = await makeLimited(server, owner, 'shrinking', ['user/user/index', 'user/group/index'])
    ok(await person.client.get('/admin/user.User/index'))
    ok(await owner.post('/admin/auth.Group/edit', { id: person.groupId, rules: await ruleIds(server, ['user/group/index']) }))
    expect((await person.client.get('/admin/user.User/index')).body.code).toBe(401)
    ok(await person.client.get('/admin/user.Group/index'))
    ok(await owner.post('/admin/auth.Group/edit', { id: person.groupId, status: '0' }))
    expect((await person.client.get('/admin/user.Group/index')).body.code).toBe(401)
  })
})

describe('someone with fewer rights grants only a real part of what they hold', () => {
  let chief: Person
  let held: string[]
  beforeAll(async () => {
    chief = await makeLimited(server, owner, 'chief', [...authorityRights, 'user/user/index', 'user/user/edit'])
    held = await ruleIds(server, [...authorityRights, 'user/user/index', 'user/user/edit'])
  })
  const below = (name: string, rules: unknown, more: Record<string, unknown> = {}) =>
    add(chief.client, { pid: chief.groupId, name, rules, ...more })

  test('a part is granted', async () => {
    ok(await below('Readers', await ruleIds(server, ['user/user/index'])))
    expect(await rightsOf(server, await groupId('Readers'))).toEqual(['user', 'user/user', 'user/user/index'])
  })

  test.each([
    ['a right they lack', async () => ruleIds(server, ['user/user/index', 'user/user/del'])],
    ['a whole branch of which they lack a part', async () => ruleIds(server, ['user/group'])],
    ['all of their rights', async () => held],
    ['everything', async () => ['*']],
  ])('%s is refused', async (_what, rulesOf) => {
    const rules = await rulesOf()
    expect(fieldError(await below('Climbers', rules), 'rules')).toBeTruthy()
    const readers = await groupId('Readers')
    expect(fieldError(await chief.client.post('/admin/auth.Group/edit', { id: readers, rules }), 'rules')).toBeTruthy()
    expect(await groupId('Climbers')).toBeNaN()
  })

  test('who holds every rule but not everything cannot make everything of them', async () => {
    const names = (await server.query<{ name: string }>('SELECT name FROM admin_rule')).map((row) => row.name)
    const almost = await makeLimited(
      server,
      owner,
      'almost',
      names.filter((name) => name !== 'user/user/del'),
    )
    const all = await ruleIds(server, names)
    const answer = await add(almost.client, { pid: almost.groupId, name: 'Usurpers', rules: all })
    expect(fieldError(answer, 'rules')).toBeTruthy()
    await server.query('UPDATE admin_group SET rules = $1 WHERE id = $2', [all, almost.groupId])
    expect(fieldError(await add(almost.client, { pid: almost.groupId, name: 'Usurpers', rules: all }), 'rules')).toBeTruthy()
  })

  test('the own group, the groups above and those of others are neither seen in full nor changed', async () => {
    const other = await makeGroup(server, owner, 'Others', ['user/group/index'])
    const seen = JSON.stringify(ok(await chief.client.get('/admin/auth.Group/index')))
    expect(seen).toContain('Readers')
    expect(seen).not.toContain('Others')
    for (const id of [1, other, chief.groupId]) {
      refused(await chief.client.post('/admin/auth.Group/edit', { id, name: 'Mine now' }))
      refused(await chief.client.del('/admin/auth.Group/del', { ids: [id] }))
    }
    expect(await groupId('Mine now')).toBeNaN()
  })

  test('a group belongs below one of their own groups, and has no more rights than they do', async () => {
    const rules = await ruleIds(server, ['user/user/index'])
    expect(fieldError(await below('Free', rules, { pid: 0 }), 'pid')).toBeTruthy()
    expect(fieldError(await below('Higher', rules, { pid: 1 }), 'pid')).toBeTruthy()
    expect(fieldError(await below('Wider', rules, { data_scope: 'all' }), 'data_scope')).toBeTruthy()
    expect(fieldError(await below('Wider', rules, { data_scope: 'children' }), 'data_scope')).toBeTruthy()
  })
})
