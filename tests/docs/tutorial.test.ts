import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { initWorkspace } from '../../codegen/init/init.ts'
import { type Client, makeClient } from '../harness/client.ts'
import { freshDatabase, OWNER_PASSWORD, TEST_SECRET, type TestDatabase } from '../harness/database.ts'
import { type ServerProcess, startOnRun } from '../harness/process.ts'
import { signIn } from '../harness/server.ts'
import { person } from '../security/people.ts'
import { readDocument, type Snippet } from './snippets.ts'
import { faultsOf, write } from './workshop.ts'

/** A newcomer who does what docs/tutorial.md says, chapter after chapter, on a server that runs all the while. */
const root = resolve(import.meta.dirname, '../..')
const { snippets } = await readDocument('docs/tutorial.md')
const chapters = [...new Set(snippets.map(({ chapter }) => chapter))].filter((name) => /^\d\. /.test(name))
const isFile = ({ options }: Snippet) => typeof options.title === 'string' && !options.fault
const filesOf = (chapter: string) => snippets.filter((each) => each.chapter === chapter && isFile(each))

const dir = mkdtempSync(join(tmpdir(), 'kontor-tutorial-'))
/** Where the files are written and checked, and the workspace that the server follows. */
const desk = join(dir, 'desk')
const workspace = join(dir, 'repairs')
let database: TestDatabase
let server: ServerProcess
let pool: Pool
let owner: Client

beforeAll(async () => {
  mkdirSync(desk)
  mkdirSync(join(workspace, 'pages'), { recursive: true })
  writeFileSync(join(workspace, 'package.json'), '{ "type": "commonjs" }\n') // as `npm init -y` leaves it
  database = await freshDatabase('seed')
  const settings = { KONTOR_MODULES: '', KONTOR_DEMO: '0', KONTOR_SECRET: TEST_SECRET, KONTOR_WORKSPACE: workspace }
  server = await startOnRun(join(dir, 'data'), { ...settings, DATABASE_URL: database.url })
  pool = new Pool({ connectionString: database.url, max: 1 })
  owner = await signIn(server.url, 'admin', OWNER_PASSWORD)
})
afterAll(async () => {
  await pool?.end()
  server?.child.kill('SIGTERM')
  await server?.ended
  await database?.drop()
  rmSync(dir, { recursive: true, force: true })
})

const revisions = () => server.output().split('the workspace is live').length - 1
/** Writes the files of chapters, has the checker find nothing after each, puts them into the workspace, and waits until they are served. */
async function follow(...numbers: number[]): Promise<void> {
  for (const number of numbers) {
    for (const snippet of filesOf(chapters[number - 1] ?? '')) await write(desk, snippet)
    expect(await faultsOf(desk), chapters[number - 1]).toEqual([])
  }
  const before = revisions()
  cpSync(desk, workspace, { recursive: true })
  await expect.poll(revisions, { interval: 50 }).toBeGreaterThan(before)
}

const call = async (name: string, body: object, by = owner) => {
  const { body: answer } = await by.post<{ id: number; errors: Record<string, string> }>(`/admin/repair.${name}`, body)
  return answer
}
const add = async (page: string, values: object) => {
  const { code, msg, data } = await call(`${page}/add`, values)
  expect(code, msg).toBe(1)
  return data.id
}
const rowOf = async (page: string, id: number) =>
  (await owner.get<{ row: Record<string, unknown> }>(`/admin/${page}/edit?id=${id}`)).body.data.row
const listOf = async (page: string, by = owner, params = {}) =>
  (await by.get<{ list: Record<string, unknown>[] }>(`/admin/${page}/index`, params)).body
const laptop = { device: 'Laptop', problem: 'Does not charge', labour: '80.00' }
let ticket = 0

test('every chapter has files, and every file belongs to a chapter', () => {
  expect(chapters).toHaveLength(7)
  for (const chapter of chapters) expect(filesOf(chapter).length, chapter).toBeGreaterThan(0)
  for (const { chapter, place } of snippets.filter(isFile)) expect(chapters, place).toContain(chapter)
  // Anything else than files, faults with their findings, and commands (commands.test.ts) would not be tried.
  for (const { language, options, place } of snippets)
    expect(options.title ?? ['text', 'sh'].includes(language), place).toBeTruthy()
})

test('the example that the reader deletes leaves a workspace without screens', async () => {
  const folder = join(dir, 'init')
  mkdirSync(folder)
  await initWorkspace(folder)
  const removed = snippets.flatMap(({ text, language }) => (language === 'sh' ? [...text.matchAll(/^rm -r (.+)$/gm)] : []))
  for (const name of removed.flatMap((line) => line[1]?.split(' ') ?? [])) rmSync(join(folder, name), { recursive: true })
  expect(readdirSync(folder).sort()).toEqual(['.gitignore', '.vscode', 'package.json', 'pages'])
})

describe('a reader of the tutorial', () => {
  test('1. has a list, a search and a form with checks', async () => {
    await follow(1)
    ticket = await add('Ticket', laptop)
    expect(await listOf('repair.Ticket', owner, { quickSearch: 'lapt' })).toMatchObject({
      data: { list: [{ device: 'Laptop' }] },
    })
    expect(await call('Ticket/add', { ...laptop, device: '' })).toMatchObject({
      code: 0,
      data: { errors: { device: expect.stringContaining('Device') } },
    })
  })

  test('1. reads of a mistake what the tutorial says', async () => {
    const faults = snippets.filter(({ options }) => options.fault)
    expect(faults).toHaveLength(1)
    for (const fault of faults) {
      const before = await write(desk, fault)
      const findings = snippets[snippets.indexOf(fault) + 1]
      expect(findings?.language, fault.place).toBe('text')
      expect(await faultsOf(desk), fault.place).toEqual(findings?.text.trimEnd().split('\n'))
      await write(desk, { ...fault, text: fault.text.replace(/^[-+]/gm, (sign) => (sign === '-' ? '+' : '-')) })
      expect(await write(desk, fault)).toBe(before)
      await write(desk, { ...fault, text: fault.text.replace(/^[-+]/gm, (sign) => (sign === '-' ? '+' : '-')) })
    }
  })

  test('2. keeps what is there, adds parts and sees their sum', async () => {
    await follow(2, 3)
    for (const [name, quantity, amount] of [
      ['Socket', 2, '25.00'],
      ['Battery', 1, '60.00'],
    ])
      await add('Part', { ticket_id: ticket, name, quantity, price: '12.50', amount })
    expect((await listOf('repair.Ticket')).data.list).toMatchObject([{ id: ticket, parts_amount: '85.00' }])
    const second = await add('Ticket', { ...laptop, user_id: null, accessories: [{ what: 'Charger', count: 1 }] })
    expect(await rowOf('repair.Ticket', second)).toMatchObject({ accessories: [{ what: 'Charger', count: 1 }] })
    expect(await call('Ticket/add', { ...laptop, accessories: [{ what: '', count: 1 }] })).toMatchObject({ code: 0 })
  })

  test('3. moves a ticket by its steps, and by no other way', async () => {
    expect(await call('Ticket/finish', { ids: [ticket], result: 'x' })).toMatchObject({ code: 0 })
    expect(await call('Ticket/start', { ids: [ticket] })).toMatchObject({ code: 1, msg: 'Repair started' })
    expect(await call('Ticket/finish', { ids: [ticket], result: '' })).toMatchObject({ code: 0 })
    expect(await call('Ticket/finish', { ids: [ticket], result: 'Replaced the socket' })).toMatchObject({ code: 1 })
    expect(await rowOf('repair.Ticket', ticket)).toMatchObject({ status: 'done', result: 'Replaced the socket' })
    expect(await call('Ticket/edit', { id: ticket, device: 'Phone' })).toMatchObject({ code: 0 })
    const other = await add('Ticket', laptop)
    expect(await call('Ticket/cancel', { ids: [other] })).toMatchObject({ code: 1 })
    expect(await call('Ticket/reopen', { ids: [other] })).toMatchObject({ code: 1 })
  })

  test('4. gives a role some of the rights, and the server refuses the others', async () => {
    await follow(4, 5, 6)
    const nodes = ['repair', 'repair/ticket', 'repair/ticket/index', 'repair/ticket/work']
    const query = async <T extends object>(sql: string, values: unknown[] = []) => (await pool.query<T>(sql, values)).rows
    const technician = await person({ query, guest: (more) => makeClient(server.url, more) }, nodes)
    const menus = (await technician.get('/admin/Index/index')).text
    expect(menus).toContain('"Repairs"')
    expect(menus).not.toContain('"Parts"')
    expect(await listOf('repair.Ticket', technician)).toMatchObject({ code: 1 })
    const other = await add('Ticket', laptop)
    expect(await call('Ticket/start', { ids: [other] }, technician)).toMatchObject({ code: 1 })
    expect(await call('Ticket/cancel', { ids: [other] }, technician)).toMatchObject({ code: 401 })
    expect(await call('Ticket/edit', { id: other, device: 'Phone' }, technician)).toMatchObject({ code: 401 })
  })

  test('5. adds a field to the screen of members, and a number to the dashboard', async () => {
    const member = { username: 'anna', nickname: 'Anna', group_id: 1, password: 'Members-1', service_plan: 'express' }
    const added = await owner.post<{ id: number }>('/admin/user.User/add', member)
    expect(added.body, added.text).toMatchObject({ code: 1 })
    const search = [{ field: 'service_plan', val: 'express', operator: 'eq' }]
    expect((await listOf('user.User', owner, { search })).data.list).toMatchObject([
      { nickname: 'Anna', service_plan: 'express' },
    ])
    const dashboard = await owner.get('/admin/Dashboard/index')
    expect(dashboard.text).toMatch(/"openRepairs":\{[^}]*"value":3/)
  })

  test('6. has amounts and a bill that code computes, and a refusal in the words of the page', async () => {
    const part = await add('Part', { ticket_id: ticket, name: 'Screw', quantity: 4, price: '0.25' })
    expect(await rowOf('repair.Part', part)).toMatchObject({ amount: '1.00' })
    expect(await call('Ticket/bill', { ids: [ticket] })).toMatchObject({ code: 1, msg: 'Bill made out' })
    expect(await rowOf('repair.Ticket', ticket)).toMatchObject({ total: '166.00' })
    expect(await call('Ticket/bill', { ids: [ticket] })).toMatchObject({ code: 0 })
  })

  test('7. runs the test of the chapter, against the server that runs', async () => {
    for (const snippet of filesOf(chapters[6] ?? '')) await write(desk, snippet)
    mkdirSync(join(desk, 'node_modules'))
    symlinkSync(root, join(desk, 'node_modules/kontor'))
    const env = { ...process.env, KONTOR_TEST_URL: server.url, KONTOR_TEST_PASSWORD: OWNER_PASSWORD }
    const child = spawn(process.execPath, ['--test', '--test-reporter=tap', 'tests/ticket.test.mjs'], { cwd: desk, env })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
      })
    const code = await new Promise((done) => child.once('close', done))
    expect(code, said).toBe(0)
    expect(said).toContain('# pass 2')
  })
})
