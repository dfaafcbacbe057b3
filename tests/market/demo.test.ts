import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { MarketState, ModuleDetail, ModulePlan } from '../../src/schemas/api/market.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { startProcess } from '../harness/process.ts'
import { signIn } from '../harness/server.ts'

/** What the market of a demo shows at its first start. */
const dir = mkdtempSync(join(tmpdir(), 'kontor-market-demo-'))
const server = await startProcess(join(dir, 'data'), { KONTOR_MODULES: '', KONTOR_DEMO: '1' })
const owner = await signIn(server.url, 'admin', OWNER_PASSWORD)
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  rmSync(dir, { recursive: true, force: true })
})

const call = async <T>(action: string, body: object) => (await owner.post<T>(`/admin/module/${action}`, body)).body
const detailOf = async (uid: string) => (await owner.get<ModuleDetail>(`/admin/module/state?uid=${uid}`)).body.data
const listOf = async (controller: string) => (await owner.get<{ list: object[] }>(`/admin/${controller}/index`)).body

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
}, 60_000)

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
}, 60_000)
