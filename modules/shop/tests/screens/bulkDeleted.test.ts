import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BulkNews, BulkReview } from '../../../../src/schemas/api/bulk.ts'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { person } from '../../../../tests/security/people.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
}, 180_000)
afterAll(() => server?.close())

const list = '/admin/shop.goods.Goods'
const page = 'shop/goods/goods'
const review = (who: Client, action: string, quickSearch = 'bulk') =>
  who.post<BulkReview>(`${list}/bulk`, { action, query: { quickSearch, order: 'id,asc' } })
const stateOf = async () =>
  (
    await server.query<{ n: number; gone: number }>(
      `select count(*)::int as n, count(delete_time)::int as gone from shop_goods where name like 'bulk%'`,
    )
  )[0]

async function does(who: Client, action: string): Promise<BulkNews> {
  const { data } = (await review(who, action)).body
  expect((await who.post('/admin/dataio.Bulk/start', { id: data.id })).body).toMatchObject({ code: 1 })
  return ends(who, data.id)
}

async function ends(who: Client, id: number): Promise<BulkNews> {
  const mine = async () => (await who.get<BulkNews>('/admin/dataio.Bulk/mine', { id })).body.data
  await expect.poll(async () => (await mine()).status, { timeout: 60_000 }).toBe(3)
  return mine()
}

test('deleted records are restored, and deleted for good, by a reviewed change of all that match', async () => {
  const owner = await server.signIn('admin')
  await server.query(
    `update shop_goods set name = 'bulk' || id, delete_time = case when id % 2 = 0 then null else 1 end
      where id in (select id from shop_goods where delete_time is null order by id limit 8)`,
  )
  // One of them was never sold: products with orders are not deleted for good.
  await server.query(
    `update shop_order_goods set goods_id = (select max(id) from shop_goods where name not like 'bulk%')
      where goods_id = (select max(id) from shop_goods where name like 'bulk%' and delete_time = 1)`,
  )
  const before = await stateOf()
  const gone = before?.gone ?? 0
  expect(gone).toBeGreaterThan(2)
  const restoring = (await review(owner, 'restore')).body.data
  expect(restoring).toMatchObject({ total: gone, fit: gone, undo: true }) // those that are not deleted are no answer
  expect(await stateOf()).toEqual(before)
  await owner.post('/admin/dataio.Bulk/start', { id: restoring.id })
  expect(await ends(owner, restoring.id)).toMatchObject({ name: 'Restore products', succeeded: gone, skipped: 0, undo: true })
  expect(await stateOf()).toEqual({ ...before, gone: 0 })
  const back = (await owner.post<{ id: number }>('/admin/dataio.Bulk/takeBack', { id: restoring.id })).body.data
  expect(await ends(owner, back.id)).toMatchObject({ succeeded: gone })
  expect(await stateOf()).toEqual(before)

  const clerk = await person(server, [`${page}/index`, `${page}/restore`])
  expect((await review(clerk, 'destroy')).body).toMatchObject({ code: 0, msg: 'You do not have the right to do this.' })
  expect((await review(owner, 'destroy')).body.data).toMatchObject({ total: gone, undo: false })
  const { succeeded, skipped, undo } = await does(owner, 'destroy')
  expect([succeeded + skipped, undo]).toEqual([gone, false])
  expect(await stateOf()).toEqual({ n: (before?.n ?? 0) - succeeded, gone: gone - succeeded })
  expect(succeeded).toBe(1)
})

test('a list without deleted records, or without the action among them, refuses it', async () => {
  const owner = await server.signIn('admin')
  const refused = await owner.post('/admin/shop.coupon.Coupon/bulk', { action: 'destroy', query: {} })
  expect(refused.body).toMatchObject({ code: 0, msg: expect.stringContaining('selected records only') })
})
