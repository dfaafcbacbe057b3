import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { type Client, type ClientOptions, makeClient } from '../harness/client.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { type ServerProcess, startProcess } from '../harness/process.ts'
import { signIn } from '../harness/server.ts'
import { person } from '../security/people.ts'

const example = join(import.meta.dirname, 'example')
const dir = mkdtempSync(join(tmpdir(), 'kontor-live-'))
const workspace = join(dir, 'workspace')
mkdirSync(join(workspace, 'pages'), { recursive: true })
const started: ServerProcess[] = []
const start = async (name: string, env: Record<string, string> = {}) => {
  const server = await startProcess(join(dir, name), { KONTOR_MODULES: '', KONTOR_DEMO: '0', ...env })
  started.push(server)
  return server
}
const first = await start('first', { KONTOR_WORKSPACE: workspace })
const databaseUrl = JSON.parse(readFileSync(join(dir, 'first/postgres/connection.json'), 'utf8')).url as string
const pool = new Pool({ connectionString: databaseUrl, max: 2 })
pool.on('error', () => {}) // the database ends with its server
const query = async (sql: string) => (await pool.query<Record<string, unknown>>(sql)).rows
const owner = await signIn(first.url, 'admin', OWNER_PASSWORD)
afterAll(async () => {
  await pool.end()
  for (const { child, ended } of started.reverse()) {
    child.kill('SIGTERM')
    await ended
  }
  rmSync(dir, { recursive: true, force: true })
})

const guest = (options?: ClientOptions) => makeClient(first.url, options)

const page = join(workspace, 'pages/lab/note/page.json')
const edit = (path: string, from: string | RegExp, to: string) => {
  const before = readFileSync(path, 'utf8')
  expect(before).toMatch(from)
  writeFileSync(path, before.replace(from, to))
}
const list = async (client: Client) => (await client.get<{ list: Record<string, unknown>[] }>('/admin/lab.Note/index')).body
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000, interval: 100 })

describe('a folder of a page that is put into the workspace of a running server', () => {
  test('is a table, an entry of the menu with its nodes, and a list that is worked with', async () => {
    expect((await list(owner)).code).not.toBe(1)
    cpSync(example, workspace, { recursive: true })
    await soon(async () => (await list(owner)).code).toBe(1)
    const added = await owner.post<{ id: number }>('/admin/lab.Note/add', { title: 'Order paper', status: 1 })
    expect(added.body, added.text).toMatchObject({ code: 1 })
    const { id } = added.body.data
    expect((await owner.post('/admin/lab.Note/finish', { ids: [id] })).body.code).toBe(1)
    expect((await list(owner)).data.list).toMatchObject([{ id, title: 'Order paper', status: '2' }])
    const rules = await query(
      `select name, type, title, title_en from admin_rule where name like 'lab/%' or name = 'workspace' order by name`,
    )
    expect(rules).toContainEqual({ name: 'lab/note', type: 'menu', title: '便签', title_en: 'Notes' })
    expect(rules.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['workspace', 'lab/note/index', 'lab/note/add', 'lab/note/finish']),
    )
    expect(first.output()).toMatch(/the workspace is live/)
  })

  test('that has a fault is told by file, line and column, and the last good one is served', async () => {
    const before = await query('select count(*) from workspace_revision')
    edit(page, '"maxLength": 80', '"maxLenght": 80')
    await soon(() => first.output()).toMatch(
      /pages\/lab\/note\/page\.json:\d+:\d+ fields\.title\.maxLenght: unknown key; did you mean "maxLength"\?/,
    )
    expect((await list(owner)).code).toBe(1)
    expect(await query('select count(*) from workspace_revision')).toEqual(before)
    edit(page, '"maxLenght": 80', '"maxLength": 80')
  })

  test('that names what the server does not have is told before a table is made', async () => {
    const before = readFileSync(page, 'utf8')
    const unset = before.replace(/,\s*"set": \{ "status": 2 \}/, '').replace('"table": "lab_note"', '"table": "lab_other_note"')
    writeFileSync(page, unset)
    await soon(() => first.output()).toMatch(/action "finish" does nothing: .*"lab\/note\.finish"/)
    expect(await query(`select to_regclass('lab_other_note') as there`)).toEqual([{ there: null }])
    writeFileSync(page, before)
  })

  test('that gets another field has another column; what is there stays', async () => {
    edit(page, '"fields": {', '"fields": { "colour": { "kind": "string", "maxLength": 20, "default": "red" },')
    for (const locale of ['en', 'zh-cn'])
      edit(join(workspace, `pages/lab/note/${locale}.json`), '"fields": {', '"fields": { "colour": { "label": "Colour" },')
    await soon(async () => (await list(owner)).data.list[0]).toMatchObject({ title: 'Order paper', colour: 'red' })
  })
})

test('requests that are under way while revisions change end well, each on one of them', async () => {
  let revisions = 0
  let running = true
  const counted = async () => {
    while (running) {
      const { code, data } = await list(owner)
      expect(code).toBe(1)
      // Either the words and fields of one revision or of the other, never a column without its row.
      expect(data.list.every((row) => 'colour' in row)).toBe(true)
    }
  }
  const load = Promise.all(Array.from({ length: 6 }, counted))
  for (let n = 1; n <= 5; n += 1) {
    const before = first.output().split('the workspace is live').length
    edit(join(workspace, 'pages/lab/note/en.json'), /"title": "Notes[^"]*"/, `"title": "Notes ${n}"`)
    await soon(() => first.output().split('the workspace is live').length).toBe(before + 1)
    revisions += 1
  }
  running = false
  await load
  expect(revisions).toBe(5)
})

test('a folder that is gone for a while is told once, and takes no screen away', async () => {
  const gone = `there is no folder ${workspace}`
  renameSync(workspace, `${workspace}-away`)
  await soon(() => first.output()).toContain(gone)
  expect((await list(owner)).code).toBe(1)
  renameSync(`${workspace}-away`, workspace)
  const before = first.output().split('the workspace is live').length
  edit(join(workspace, 'pages/lab/note/en.json'), /"title": "Notes[^"]*"/, '"title": "Notes again"')
  await soon(() => first.output().split('the workspace is live').length).toBe(before + 1)
  expect(first.output().split(gone)).toHaveLength(2)
})

test('another node serves the same, soon after the first, and starts with it', async () => {
  const second = await start('second', { DATABASE_URL: databaseUrl })
  const other = await signIn(second.url, 'admin', OWNER_PASSWORD)
  expect((await list(other)).data.list).toMatchObject([{ title: 'Order paper', colour: 'red' }])
  edit(page, '"default": "red"', '"default": "blue"')
  await soon(() => second.output()).toMatch(/the workspace is live/)
  const added = await other.post<{ id: number }>('/admin/lab.Note/add', { title: 'Read', status: 1 })
  expect(added.body, added.text).toMatchObject({ code: 1 })
  expect((await list(owner)).data.list.length).toBe(2)
})

test('a screen that is removed leaves the menu of everybody, and comes back with its folder as the rule that it was', async () => {
  const byHand = { type: 'menu', menu_type: 'tab', title: 'Board', title_en: 'Board', status: 1, keepalive: 0, extend: 'none' }
  const made = [
    { ...byHand, name: 'board', component: 'lab/note' },
    { ...byHand, name: 'elsewhere', component: '/src/views/backend/else/where/index.vue' },
  ]
  for (const rule of made) {
    const { body } = await owner.post('/admin/auth.Rule/add', rule)
    expect(body, JSON.stringify(body)).toMatchObject({ code: 1 })
  }
  const rules = () => query(`select id, name, status from admin_rule where name ~ '^(lab/note|workspace)' order by id`)
  const menuOf = async (client: Client) => {
    const { body } = await client.get<{ menus: unknown }>('/admin/Index/index')
    expect(body, body.msg).toMatchObject({ code: 1 })
    return JSON.stringify(body.data.menus)
  }
  const before = await rules()
  const reader = await person({ query: async (sql, values) => (await pool.query(sql, values)).rows, guest }, [
    'dashboard',
    'dashboard/index',
    'workspace',
    'lab/note',
    'lab/note/index',
  ])
  const both = [owner, reader]
  for (const client of both) expect(await menuOf(client)).toContain('"lab/note"')
  renameSync(join(workspace, 'pages/lab'), join(dir, 'lab-away'))
  for (const client of both) await soon(() => menuOf(client)).not.toContain('"lab/note')
  const without = await menuOf(owner)
  for (const name of ['workspace', 'board']) expect(without).not.toContain(`"${name}"`)
  expect(without).toContain('"elsewhere"')
  expect(await rules()).toEqual(before)
  renameSync(join(dir, 'lab-away'), join(workspace, 'pages/lab'))
  for (const client of both) await soon(() => menuOf(client)).toContain('"lab/note"')
  expect(await menuOf(owner)).toContain('"board"')
  expect(await rules()).toEqual(before)
})

test('a server that starts with a faulty workspace serves what was served last, and says so', async () => {
  const before = readFileSync(page, 'utf8')
  writeFileSync(page, '{')
  const third = await start('third', { DATABASE_URL: databaseUrl, KONTOR_WORKSPACE: workspace })
  expect(third.output()).toMatch(/the workspace has faults, so what was served last is served:\n.*page\.json:1:2.*not valid JSON/)
  const client = await signIn(third.url, 'admin', OWNER_PASSWORD)
  expect((await list(client)).data.list.length).toBe(2)
  writeFileSync(page, before)
})
