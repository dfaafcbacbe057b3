import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadSchema } from '../../codegen/load/pages.ts'
import { createSecretBox } from '../../server/core/secretBox.ts'
import { platformModules } from '../../server/main/modules.ts'
import { prepareDatabase } from '../../server/main/prepare.ts'
import { allHandlers } from '../../server/main/server.ts'
import { startTimers } from '../../server/main/timers.ts'
import type { UnreadAnswer } from '../../src/schemas/api/notices.ts'
import type { Client } from '../harness/client.ts'
import { DEMO_NOW, DEMO_PASSWORD, freshDatabase, OWNER_PASSWORD, TEST_SECRET } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { memberClient, registerMember } from '../member/people.ts'
import { openLine } from '../security/feedLine.ts'
import { person } from '../security/people.ts'

const temporary = mkdtempSync(join(tmpdir(), 'kontor-platform-'))
const schemaDir = platformSchemas()
const lines: string[] = []
let server: TestServer
let owner: Client
let accounts: readonly { username: string }[]
beforeAll(async () => {
  const database = await freshDatabase('empty')
  const passwords = { ownerPassword: OWNER_PASSWORD, demoPassword: DEMO_PASSWORD, seal: createSecretBox('', TEST_SECRET) }
  const options = { url: database.url, schemaDir, modules: platformModules, demo: true, ...passwords, now: DEMO_NOW }
  accounts = (await prepareDatabase({ ...options, log: (line) => lines.push(line) })).accounts
  server = await startTestServer({ on: database, database: 'empty', schemaDir, modules: platformModules })
  owner = await server.signIn('admin')
})
afterAll(async () => {
  await server?.close()
  rmSync(temporary, { recursive: true, force: true })
})

test('without the shop there is no table of it, and the demo consists of the owner and a manager', async () => {
  const tables = await server.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema()',
  )
  expect(tables.length).toBeGreaterThan(20)
  expect(tables.filter(({ name }) => /^(shop|points)_/.test(name))).toEqual([])
  expect(accounts.map(({ username }) => username)).toEqual(['admin', 'manager'])
  expect(lines).toContain('no module that is on has a demo: only the demo administrators are made')
})

test('every address that reads answers the owner', async () => {
  const { schema } = await loadSchema(schemaDir)
  const handlers = allHandlers(schema, { schemaDir, modules: platformModules })
  expect(handlers.filter(({ controller }) => /^(shop|points)\b/i.test(controller))).toEqual([])
  for (const { app, controller, action } of handlers.filter((each) => each.method === 'GET' && each.app === 'admin')) {
    const { status, text } = await owner.get(`/${app}/${controller}/${action}`)
    expect(status, `${controller}/${action}: ${text.slice(0, 200)}`).toBeLessThan(500)
  }
  expect(server.logs.filter((line) => line.includes('"level":50'))).toEqual([])
})

test('a database that once had the shop shows neither entries nor folders of it', async () => {
  const once = await startTestServer({ database: 'seed', schemaDir, modules: platformModules })
  try {
    type Menu = { name: string; type: string; children?: Menu[] }
    const flat = (menus: readonly Menu[]): Menu[] => menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])])
    const menus = flat((await (await once.signIn('admin')).get<{ menus: Menu[] }>('/admin/Index/index')).body.data.menus)
    const [kept] = await once.query<{ n: number }>(`select count(*)::int as n from admin_rule where name like 'shop%'`)
    expect(kept?.n).toBeGreaterThan(100)
    expect(menus.filter(({ name }) => /^(shop|points)/.test(name))).toEqual([])
    expect(menus.map(({ name }) => name)).toContain('auth/admin')
  } finally {
    await once.close()
  }
})

describe('members', () => {
  test('sign up, complete their profile and see their balance', async () => {
    const member = memberClient(server, (await registerMember(server, 'newcomer', 'Quiet-harbour-7')).token)
    await server.query(`update "user" set email = 'n@example.org', avatar = '/storage/member/n.png' where username = 'newcomer'`)
    const profile = { nickname: 'N', gender: '1', birthday: '1990-01-01' }
    expect((await member.post('/api/account/profile', profile)).body).toMatchObject({ code: 1 })
    expect((await member.get('/api/account/balance')).body).toMatchObject({ code: 1, data: { money: '0.00', list: [] } })
  })

  test('an administrator adds them, books by hand up to the platform limit, and deletes those who hold nothing', async () => {
    const values = { username: 'added', nickname: 'A', group_id: 1, password: 'Quiet-harbour-7', gender: '0', status: 'enable' }
    expect((await owner.post('/admin/user.User/add', values)).body).toMatchObject({ code: 1 })
    const [row] = await server.query<{ id: number }>(`select id from "user" where username = 'added'`)
    const manager = await server.signIn('manager')
    const book = (money: string, client = manager) =>
      client.post('/admin/user.MoneyLog/add', { user_id: row?.id, money, memo: 'by hand' })
    expect((await book('2000.00')).body).toMatchObject({ code: 1 })
    expect((await book('2000.01')).body).toMatchObject({ code: 1 })
    expect((await owner.del('/admin/user.User/del', { ids: [row?.id] })).body).toMatchObject({ code: 0 })
    expect((await book('-4000.01', owner)).body).toMatchObject({ code: 1 })
    expect((await owner.del('/admin/user.User/del', { ids: [row?.id] })).body).toMatchObject({ code: 1 })
  })
})

test('the live feed opens for everybody who is signed in, with nothing to read', async () => {
  const signedIn = await owner.post<{ userInfo: { token: string } }>('/admin/Index/login', {
    username: 'admin',
    password: OWNER_PASSWORD,
    keep: false,
  })
  const line = await openLine(`${server.url.replace('http', 'ws')}/wss`, server.url)
  await line.bind(signedIn.body.data.userInfo.token)
  expect(line.messages[0]).toEqual({ type: 'bind', data: { unread_count: 0, last: 0 } })
  line.socket.close()
})

describe('a mention in a comment', () => {
  const members = '/admin/user.User'
  const nodes = ['user/user/index', 'user/user']
  const unread = async (client: Client) => (await client.get<UnreadAnswer>('/admin/notification/unread')).body.data
  const mark = async (client: Client, action: string, body: object) =>
    (await client.post<{ unread_count: number }>(`/admin/notification/${action}`, body)).body.data.unread_count

  test('notifies a colleague at once, leads to the record, and is gone once it is read', async () => {
    await registerMember(server, 'talkedabout', 'Quiet-harbour-7')
    const [member] = await server.query<{ id: number }>(`select id from "user" where username = 'talkedabout'`)
    const [clerk, other] = [await person(server, nodes), await person(server, nodes)]
    const line = await openLine(`${server.url.replace('http', 'ws')}/wss`, server.url)
    await line.bind(clerk.token, { lang: 'en' })
    const text = `@${clerk.username} please call`
    const write = (more: string) =>
      owner.post(`${members}/addComment`, { id: member?.id, text: `${text}${more}`, mentions: [clerk.id] })
    expect((await write('')).body).toMatchObject({ code: 1 })
    await expect.poll(() => line.told().length).toBe(1)
    expect(line.messages.at(-1)?.data).toMatchObject({ unread_count: 1, message: { message: expect.stringContaining(text) } })
    line.socket.close()
    const found = await unread(clerk)
    const record = { page: 'user/user', key: String(member?.id) }
    expect(found).toMatchObject({ unread: 1, groups: [{ type: 'mention', count: 1, notices: [{ record }] }] })
    expect((await unread(other)).groups).toEqual([])
    const id = found.groups[0]?.notices[0]?.id
    expect(await mark(other, 'read', { id })).toBe(0) // nobody reads for somebody else
    expect((await unread(clerk)).unread).toBe(1)
    expect((await write(' today')).body).toMatchObject({ code: 1 })
    expect(await mark(clerk, 'readShown', { last: found.last, type: 'mention' })).toBe(1) // the second came after what was shown
    expect(await mark(clerk, 'readShown', { last: (await unread(clerk)).last })).toBe(0)
    expect((await clerk.post('/admin/notification/readShown', { last: 1, type: 'order' })).body.code).toBe(0)
  })
})

test('a round of the timers finds nothing to do', async () => {
  const found: string[] = []
  const log = (line: string) => found.push(line)
  await startTimers({ url: server.databaseUrl, modules: platformModules, log }).stop()
  expect(found).toEqual([])
})

/** The schemas of the platform: `src/schemas` as it is once nothing of the shop is in it, until then a copy without the shop. */
function platformSchemas(): string {
  if (!existsSync('src/schemas/pages/shop')) return 'src/schemas'
  const dir = join(temporary, 'schemas')
  cpSync('src/schemas', dir, { recursive: true })
  for (const page of ['shop', 'points', 'dashboard', 'account/overview']) rmSync(`${dir}/pages/${page}`, { recursive: true })
  for (const file of readdirSync(`${dir}/entities`)) if (/^(shop|points)_/.test(file)) rmSync(`${dir}/entities/${file}`)
  const gone = /^(shop|points|dashboard|account\/overview)(\/|$)/
  for (const file of ['admin', 'user'])
    rewrite<{ name: string }[]>(`${dir}/menus/${file}.json`, (rules) => rules.filter(({ name }) => !gone.test(name)))
  for (const ledger of ['moneyLog', 'scoreLog'])
    rewrite<{ table: { columns: { link?: unknown }[] } }>(`${dir}/pages/user/${ledger}/page.json`, (page) => ({
      ...page,
      table: { ...page.table, columns: page.table.columns.map(({ link: _, ...column }) => column) },
    }))
  // Only the shop's list of exports is searched by this column.
  const file = `${dir}/pages/dataio/export/page.json`
  writeFileSync(file, readFileSync(file, 'utf8').replace(/("finish_time": \{[^}]*?), "unindexedBecause": "[^"]*"/, '$1'))
  return dir
}

function rewrite<T>(file: string, change: (content: T) => T): void {
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')) as T)))
}
