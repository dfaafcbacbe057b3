import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/core/db/connect.ts'
import { purgeCore } from '../../server/core/jobs/purge.ts'
import { csvRecords, exported } from '../dataio/files.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { makeGroup, makeLimited, ok, PASSWORD, type Person, refused } from './people.ts'

interface Row {
  id: number
  admin_id: number
  username: string
  title: string
  url: string
  method: string | null
  data: string
  ip: string
  useragent: string
  create_time: number
}

let server: TestServer
let owner: Client
let clerk: Person
beforeAll(async () => {
  server = await startTestServer({ database: 'seed' })
  owner = await server.signIn('admin')
  clerk = await makeLimited(server, owner, 'clerk', [
    'auth/adminLog/index',
    'auth/adminLog/del',
    'user/group/index',
    'user/group/add',
  ])
})
afterAll(() => server?.close())

const path = '/admin/auth.AdminLog'
const list = async (client: Client, params: Record<string, unknown> = {}) =>
  ok(await client.get<{ list: Row[]; total: number; remark: string }>(`${path}/index`, params))

describe('the log of the administrators', () => {
  test('names who did what to which address, in the words of the menu, with what was sent', async () => {
    const [rule] = await server.query<{ id: number }>("SELECT id FROM user_rule WHERE name = 'account/overview'")
    ok(await clerk.client.post('/admin/user.Group/add', { name: 'Night', rules: [rule?.id], status: '1' }))
    const { list: rows, remark } = await list(owner)
    expect(rows[0]).toMatchObject({
      username: 'clerk',
      admin: { nickname: expect.stringMatching(/./) },
      title: 'Member groups - Add',
      url: '/admin/user.Group/add',
      method: 'POST',
      ip: '127.0.0.1',
    })
    expect(JSON.parse(rows[0]?.data ?? '')).toMatchObject({ name: 'Night' })
    expect(remark).not.toBe('')
  })

  test('says how a call ended and how long it took, also one that was refused for the state of the record', async () => {
    const groups = '/admin/user.Group'
    const { id } = ok(await owner.post<{ id: number }>(`${groups}/add`, { name: 'Once', rules: ['1'], status: '1' }))
    ok(await owner.del(`${groups}/del`, { ids: [id] }))
    refused(await owner.del(`${groups}/del`, { ids: [id] }))
    refused(await owner.post(`${groups}/add`, { name: '' }))
    const rows = (await list(owner)).list as (Row & { result_code: string; duration_ms: number })[]
    expect(rows.slice(0, 3).map(({ url, result_code }) => [url.slice(0, 21), result_code])).toEqual([
      ['/admin/user.Group/del', '0'],
      ['/admin/user.Group/del', '1'],
      ['/admin/user.Group/add', '1'],
    ])
    expect(rows.every(({ duration_ms }) => duration_ms >= 0)).toBe(true)
  })

  test('calls what no menu names by its own word, and what only needs the right to look by the menu', async () => {
    await server.signIn('clerk', PASSWORD)
    expect((await list(owner)).list[0]).toMatchObject({ url: '/admin/Index/login', title: 'Sign in' })
    ok(await owner.post('/admin/user.Group/saveView', { name: 'Mine', query: 'name=x', columns: {} }))
    expect((await list(owner)).list[0]).toMatchObject({
      url: '/admin/user.Group/saveView',
      title: 'Member accounts - Member groups',
    })
  })

  test('is read, searched and exported in the language of who reads it, by the rule as it is called now', async () => {
    const chinese = owner.with({ token: owner.token ?? '', lang: 'zh-cn' })
    ok(await owner.post('/admin/user.Group/add', { name: 'Day', rules: ['1'], status: '1' }))
    const [own] = (await list(owner)).list
    const title = async (client: Client) =>
      (await list(client, { search: [{ field: 'id', operator: 'eq', val: String(own?.id) }] })).list[0]?.title
    expect([own?.title, await title(owner), await title(chinese)]).toEqual([
      'Member groups - Add',
      'Member groups - Add',
      '会员分组 - 添加',
    ])
    const record = await owner.get<{ row: Row }>(`${path}/info`, { id: own?.id })
    expect(ok(record).row.title).toBe('Member groups - Add')

    const found = async (client: Client, text: string) =>
      (await list(client, { search: [{ field: 'title', operator: 'LIKE', val: text }] })).list.map(({ id }) => id)
    expect(await found(owner, 'groups - add')).toContain(own?.id)
    expect(await found(chinese, '会员分组 - 添')).toContain(own?.id)
    expect((await list(owner, { quickSearch: 'groups - add' })).list.map(({ id }) => id)).toContain(own?.id)
    const query = { search: [{ field: 'title', operator: 'LIKE', val: 'member groups - add' }] }
    const lines = csvRecords(await exported(owner, server, 'auth.AdminLog', { query, columns: ['title'] }))
    expect(new Set(lines.map(({ Action }) => Action))).toEqual(new Set(['Member groups - Add']))

    await server.query("UPDATE admin_rule SET title_en = 'Circles' WHERE name = 'user/group'")
    expect(await title(owner)).toBe('Circles - Add')
    // Where the rule is gone, or called something else, what was stored is left.
    await server.query("UPDATE admin_rule SET title = '圈子' WHERE name = 'user/group'")
    expect(await title(owner)).toBe('会员分组 - 添加')
    await server.query("UPDATE admin_rule SET title = '会员分组', title_en = 'Member groups' WHERE name = 'user/group'")
  })

  test('shows a deletion with the rows that were named', async () => {
    const groupId = await makeGroup(server, owner, 'to go', ['user/group/index'])
    ok(await owner.del('/admin/auth.Group/del', { ids: [groupId] }))
    expect((await list(owner)).list[0]).toMatchObject({ url: `/admin/auth.Group/del?ids[]=${groupId}`, method: 'DELETE' })
  })

  test('holds no password and no token, wherever they were sent', async () => {
    const token = owner.token ?? ''
    ok(await owner.post(`/admin/auth.Admin/edit?batoken=${token}`, { id: clerk.id, password: 'Another-1', nickname: 'Clerk' }))
    const [row] = (await list(owner)).list
    expect(row?.url).toBe('/admin/auth.Admin/edit?batoken=***')
    expect(JSON.parse(row?.data ?? '')).toMatchObject({ password: '***', batoken: '***' })
    expect(JSON.stringify(row)).not.toContain(token)
    ok(await owner.post('/admin/auth.Admin/edit', { id: clerk.id, password: PASSWORD }))
    clerk = { ...clerk, client: await server.signIn('clerk', PASSWORD) }
  })

  test('is one that clients can read, however much was sent', async () => {
    const note = 'long '.repeat(20_000)
    const buildadmin = owner.with({ token: owner.token ?? '', headers: { 'x-kontor-strict': '0' } })
    ok(await buildadmin.post(`/admin/routine.AdminInfo/edit?b=${'y'.repeat(2000)}`, { nickname: 'Admin', note }))
    const [row] = (await list(owner)).list
    expect(row?.url.length).toBe(1500)
    expect(JSON.parse(row?.data ?? '')).toHaveProperty('cut')
  })

  test('is not written for who signs out, or for who only reads', async () => {
    const person = await server.signIn('clerk', PASSWORD)
    const before = (await list(owner)).total
    ok(await person.get('/admin/user.Group/index'))
    ok(await person.post('/admin/Index/logout', {}))
    expect((await list(owner)).total).toBe(before)
  })

  test('shows super administrators everything, others only what they did themselves', async () => {
    const all = await list(owner, { limit: 200 })
    expect(new Set(all.list.map(({ username }) => username))).toEqual(new Set(['admin', 'clerk']))
    const own = await list(clerk.client, { limit: 200 })
    expect(new Set(own.list.map(({ admin_id }) => Number(admin_id)))).toEqual(new Set([clerk.id]))
    const foreign = all.list.find(({ username }) => username === 'admin')?.id
    refused(await clerk.client.get(`${path}/info`, { id: foreign }))
    refused(await clerk.client.del(`${path}/del`, { ids: [foreign] }))
    const search = [{ field: 'admin_id', val: '1', operator: 'eq' }]
    expect((await list(clerk.client, { search })).total).toBe(0)
  })

  test('can be deleted from by who has the right; that is recorded, and nobody writes in it', async () => {
    const [row] = (await list(owner)).list
    ok(await owner.del(`${path}/del`, { ids: [row?.id] }))
    const rows = (await list(owner)).list
    expect(rows.map(({ id }) => id)).not.toContain(row?.id)
    expect(rows[0]).toMatchObject({ title: 'Admin log - Delete', url: `/admin/auth.AdminLog/del?ids[]=${row?.id}` })
    for (const action of ['add', 'edit']) expect((await owner.post(`${path}/${action}`, { id: 1, title: 'x' })).status).toBe(404)
    const reader = await makeLimited(server, owner, 'reader', ['auth/adminLog/index'])
    ok(await reader.client.get(`${path}/index`))
    expect((await reader.client.del(`${path}/del`, { ids: [rows[0]?.id] })).body.code).toBe(401)
  })

  test('is searched by every column, as BuildAdmin asks', async () => {
    const theirs = owner.with({ token: owner.token ?? '', headers: { 'x-kontor-strict': '0' } })
    const found = async (field: string, val: string, operator: string, render?: string) =>
      (await list(theirs, { limit: 200, search: [{ field, val, operator, ...(render ? { render } : {}) }] })).list
    for (const [field, val] of [
      ['username', 'CLER'],
      ['title', 'Member groups'],
      ['url', 'user.group'],
      ['data', 'Night'],
      ['ip', '127.0'],
      ['useragent', 'node'],
    ] as const) {
      const rows = await found(field, val, 'LIKE')
      expect(rows.length, field).toBeGreaterThan(0)
      for (const row of rows) expect(String(row[field]).toLowerCase()).toContain(val.toLowerCase())
    }
    for (const row of await found('admin_id', String(clerk.id), 'LIKE')) expect(String(row.admin_id)).toContain(String(clerk.id))
    expect(await found('create_time', '2000-01-01 00:00:00,2001-01-01 00:00:00', 'RANGE', 'datetime')).toEqual([])
    expect((await list(owner, { quickSearch: 'member GROUPS' })).total).toBeGreaterThan(0)
  })

  test('forgets what is older than the settings say', async () => {
    const old = async (days: number, title: string) =>
      server.query(
        `INSERT INTO admin_log (admin_id, username, url, title, data, ip, useragent, create_time, update_time)
         SELECT 1, 'admin', '/x', $2, '{}', '', '', n, n FROM (SELECT extract(epoch FROM now())::bigint - $1 * 86400 AS n) t`,
        [days, title],
      )
    for (const days of [5, 20, 179, 181]) await old(days, `${days} days`)
    const kept = async () =>
      (await server.query<{ title: string }>("SELECT title FROM admin_log WHERE url = '/x' ORDER BY id")).map(
        ({ title }) => title,
      )
    const database = openDatabase(server.databaseUrl)
    try {
      await purgeCore(database)
      expect(await kept()).toEqual(['5 days', '20 days', '179 days'])
      const { _version } = ok(await owner.get<{ row: { _version: string } }>('/admin/routine.Config/index')).row
      ok(await owner.post('/admin/routine.Config/edit', { log_keep_days: 7, _version }))
      await purgeCore(database)
      expect(await kept()).toEqual(['5 days'])
      refused(await owner.post('/admin/routine.Config/edit', { log_keep_days: 1 }))
    } finally {
      await database.close()
    }
  })

  test('is in the menu of who may see it', async () => {
    const { menus } = ok(await clerk.client.get<{ menus: unknown }>('/admin/Index/index'))
    expect(JSON.stringify(menus)).toContain('"auth/adminLog"')
  })
})
