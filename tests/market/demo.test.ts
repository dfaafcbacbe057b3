import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client as Connection } from 'pg'
import { afterAll, expect, test } from 'vitest'
import type { MarketState, ModuleDetail, ModulePlan } from '../../src/schemas/api/market.ts'
import type { Client } from '../harness/client.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { launchProcess, type ServerProcess, startProcess } from '../harness/process.ts'
import { signIn } from '../harness/server.ts'

/** What the market of a demo shows after its first start, which was killed before the packages were installed and had to be repeated. */
const dir = mkdtempSync(join(tmpdir(), 'kontor-market-demo-'))
let server: ServerProcess | undefined
let owner: Client
async function start() {
  server = await startProcess(join(dir, 'data'), env)
  owner = await signIn(server.url, 'admin', OWNER_PASSWORD)
}
async function stop() {
  server?.child.kill('SIGTERM')
  await server?.ended
}
const env = { KONTOR_MODULES: '', KONTOR_DEMO: '1' }
afterAll(async () => {
  await stop()
  rmSync(dir, { recursive: true, force: true })
})

/** Kills the first start while it waits to write the packages: the tables, the owner and the demo of the modules are there already. */
async function startKilled() {
  const { child, ended, output } = launchProcess(join(dir, 'data'), env)
  const connection = join(dir, 'data/postgres/connection.json')
  await expect.poll(() => existsSync(connection), { timeout: 60_000, message: output() }).toBe(true)
  const database = new Connection({ connectionString: JSON.parse(readFileSync(connection, 'utf8')).url })
  await database.connect()
  database.on('error', () => {}) // the next start ends what the killed one left
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted`
  await database.query(`select pg_advisory_lock(hashtext('kontor.modules'))`)
  await expect.poll(async () => (await database.query(waiting)).rowCount, { timeout: 60_000 }).toBe(1)
  child.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')
  await database.end()
}

const call = async <T>(action: string, body: object) => (await owner.post<T>(`/admin/module/${action}`, body)).body
const detailOf = async (uid: string) => (await owner.get<ModuleDetail>(`/admin/module/state?uid=${uid}`)).body.data
const listOf = async (controller: string) => (await owner.get<{ list: object[] }>(`/admin/${controller}/index`)).body

test('a first start that is killed before the packages are there is made up for by the next one', async () => {
  await startKilled()
  await start()
  expect(server?.output()).toMatch(/installed 5 packages/)
}, 120_000)

test('packages are installed, one of them disabled, one with an update, one with a conflict, one bought', async () => {
  const { installed, catalogue } = (await owner.get<MarketState>('/admin/module/index')).body.data
  const newest = (uid: string) => catalogue.find((each) => each.uid === uid)?.version
  const shown = installed.map(({ uid, version, state, conflicts }) => [uid, state, version !== newest(uid), conflicts])
  expect(shown).toEqual([
    ['repair-tickets', 1, false, 0],
    ['invoices', 1, false, 0],
    ['knowledge-base', 1, true, 1],
    ['suppliers', 1, true, 0],
    ['event-checkin', 6, false, 0],
  ])
  expect(installed.every(({ signed_by, about }) => signed_by === 'bundled' && about)).toBe(true)
  expect(catalogue.find(({ uid }) => uid === 'invoices')?.isBought).toBe(true)
  expect((await detailOf('event-checkin')).steps.map(({ step }) => step)).toEqual(['disable', 'install'])
})

test('their screens have sample rows, and the disabled one has its rows again when it is enabled', async () => {
  for (const controller of ['repair.Ticket', 'invoice.Invoice', 'knowledge.Article', 'suppliers.Supplier'])
    expect((await listOf(controller)).data.list.length, controller).toBeGreaterThan(0)
  expect((await listOf('event.Event')).code).not.toBe(1)
  const rows = (await detailOf('event-checkin')).tables.reduce((sum, each) => sum + each.rows, 0)
  expect(rows).toBeGreaterThan(0)
  expect(await call('changeState', { uid: 'event-checkin', state: 1 })).toMatchObject({ code: 1 })
  expect((await listOf('event.Event')).data.list.length).toBeGreaterThan(0)
})

test('the conflict is one of two packages, and the update waits for a choice', async () => {
  const plan = (await call<ModulePlan>('info', { uid: 'knowledge-base', version: '1.1.0' })).data
  const place = { page: 'dashboard', op: 'move', path: 'dashboard.sections.newest', with: 'invoices' }
  expect(plan).toMatchObject({ issues: [], conflicts: [{ ...place, mayCover: true }] })
  const agreed = { uid: 'knowledge-base', version: '1.1.0', hash: plan.hash }
  expect(await call('update', agreed)).toMatchObject({ code: 0 })
  const done = await call('update', { ...agreed, solutions: [{ ...place, solution: 'discard' }] })
  expect(done, done.msg).toMatchObject({ code: 1, data: { version: '1.1.0' } })
  const { installed } = (await owner.get<MarketState>('/admin/module/index')).body.data
  expect(installed.every(({ conflicts }) => conflicts === 0)).toBe(true)
})

test('a package that was uninstalled does not come back with the next start', async () => {
  expect(await call('changeState', { uid: 'event-checkin', state: 0 })).toMatchObject({ code: 1 })
  expect(await call('uninstall', { uid: 'event-checkin' })).toMatchObject({ code: 1 })
  await stop()
  await start()
  const { installed } = (await owner.get<MarketState>('/admin/module/index')).body.data
  expect(installed.map(({ uid }) => uid)).toEqual(['repair-tickets', 'invoices', 'knowledge-base', 'suppliers'])
})
