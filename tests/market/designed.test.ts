import { afterAll, expect, test } from 'vitest'
import type { PlanAnswer, SavedAnswer } from '../../src/schemas/api/designer.ts'
import { shelfDraft } from '../designer/shelf.ts'
import { type MarketPlan, post, startMarket } from './market.ts'

const market = await startMarket()
afterAll(market.close)
const { owner, url } = market.first
const home = '/admin/crud.Crud'

test('a screen designed beside an installed package goes into the database, and is live when the designer says so', async () => {
  const archive = await market.pack('repair-tickets')
  const at = { url, token: owner.token }
  const { data } = await post<MarketPlan>(at, 'upload', archive)
  const installed = await post(at, 'install', archive, { hash: data.hash })
  expect(installed.code, installed.msg).toBe(1)

  expect((await owner.post('/admin/routine.Config/edit', { allow_generator: 1 })).body.code).toBe(1)
  const draft = shelfDraft()
  const { seen } = (await owner.post<PlanAnswer>(`${home}/preview`, draft)).body.data
  const saved = (await owner.post<SavedAnswer>(`${home}/generate`, { ...draft, seen })).body
  expect(saved.code, saved.msg).toBe(1)
  const served = async () => (await owner.get<{ hash: string }>(`${home}/served`)).body.data.hash
  await expect.poll(served, { timeout: 20_000, interval: 100 }).toBe(saved.data.hash)
  expect((await owner.post('/admin/store.Shelf/add', { name: 'North', places: 3 })).body.code).toBe(1)
  expect((await owner.get('/admin/repair.Ticket/index')).body.code).toBe(1)
  expect(await market.query('select count(*)::int as n from workspace_revision')).toEqual([{ n: 1 }])
})

test('a screen is planned with what an installed package has: it may choose rows of its screens and use its tables', async () => {
  const draft = shelfDraft({ ticket_id: { kind: 'remoteSelect', page: 'repair/ticket', show: 'title' } })
  const planned = (await owner.post<PlanAnswer>(`${home}/preview`, draft)).body.data
  expect(planned.findings.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(planned.steps).toMatchObject([{ kind: 'addColumn', table: 'store_shelf', column: 'ticket_id' }])
  const saved = (await owner.post<SavedAnswer>(`${home}/generate`, { ...draft, seen: planned.seen })).body
  expect(saved.code, saved.msg).toBe(1)
  const taken = { ...shelfDraft(), id: 'repair/ticket' }
  const { findings } = (await owner.post<PlanAnswer>(`${home}/preview`, taken)).body.data
  expect(findings.map(({ text }) => text)).toContainEqual(expect.stringContaining('the page "repair/ticket" is there already'))
})
