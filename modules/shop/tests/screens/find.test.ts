import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FindAnswer, InitialsAnswer, RecentRecord } from '../../../../src/schemas/api/find.ts'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { person } from '../../../../tests/security/people.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
}, 300_000)
afterAll(() => server?.close())

const find = async (client: Client, q: string) => (await client.get<FindAnswer>('/admin/ajax/find', { q })).body.data.groups

test('an order is found by a part of its number, and comes before what only mentions it', async () => {
  const [order] = await server.query<{ id: number; order_no: string }>('select id, order_no from shop_order order by id limit 1')
  const [first] = await find(owner, order?.order_no ?? '-')
  expect(first).toMatchObject({ page: 'shop/order/order', records: [{ key: String(order?.id), title: order?.order_no }] })
})

test('a product is found by its name and by the initials of its name, a customer by their number', async () => {
  const [goods] = await server.query<{ id: number }>(
    `update shop_goods set name = '银行卡收纳包' where id = (select max(id) from shop_goods where delete_time is null) returning id`,
  )
  const byName = (await find(owner, '卡收纳')).find(({ page }) => page === 'shop/goods/goods')
  const byInitials = (await find(owner, 'yhks')).find(({ page }) => page === 'shop/goods/goods')
  expect(byName?.records).toMatchObject([{ key: String(goods?.id), title: '银行卡收纳包' }])
  expect(byInitials?.records).toMatchObject([{ key: String(goods?.id), title: '银行卡收纳包' }])
  const [member] = await server.query<{ mobile: string; nickname: string }>(
    `select u.mobile, u.nickname from "user" u join shop_user s on s.id = u.id where u.mobile <> '' order by u.id limit 1`,
  )
  const customers = (await find(owner, member?.mobile ?? '-')).find(({ page }) => page === 'shop/user/user')
  expect(customers?.records.map(({ title }) => title)).toContain(member?.nickname)
})

test('nobody finds what their lists do not show', async () => {
  const [order] = await server.query<{ order_no: string }>('select order_no from shop_order order by id limit 1')
  const [goods] = await server.query<{ name: string }>(
    'select name from shop_goods where delete_time is null order by id limit 1',
  )
  const seller = await person(server, ['shop/goods/goods', 'shop/goods/goods/index'])
  expect(await find(seller, order?.order_no ?? '-')).toEqual([])
  expect((await find(seller, goods?.name ?? '-')).map(({ page }) => page)).toEqual(['shop/goods/goods'])
  await server.query('update shop_goods set delete_time = 1 where name = $1', [goods?.name])
  expect(await find(seller, goods?.name ?? '-')).toEqual([])
})

test('who may not reveal numbers finds a customer by a whole number only, and sees it masked', async () => {
  const [member] = await server.query<{ mobile: string }>(`select u.mobile from "user" u join shop_user s on s.id = u.id
    where u.mobile <> '' order by u.id limit 1`)
  const mobile = member?.mobile ?? '-'
  const reader = await person(server, ['shop/user/user', 'shop/user/user/index'])
  expect(await find(reader, mobile.slice(0, 9))).toEqual([])
  const [found] = await find(reader, mobile)
  expect(found?.page).toBe('shop/user/user')
  expect(JSON.stringify(found)).not.toContain(mobile)
})

test('menu titles come with their initials', async () => {
  const { data } = (await owner.get<InitialsAnswer>('/admin/ajax/initials')).body
  expect(data).toMatchObject({ 商品管理: 'spgl' })
})

test('the records that somebody looked at are kept for them alone, the latest first, as far as they may still see them', async () => {
  const orders = await server.query<{ id: number; order_no: string }>('select id, order_no from shop_order order by id limit 9')
  const clerk = await person(server, ['shop/order/order/index'])
  const visit = (page: string, key: unknown) => clerk.post('/admin/ajax/visit', { page, key })
  const recent = async (client: Client) => (await client.get<RecentRecord[]>('/admin/ajax/recent')).body.data
  for (const { id } of [...orders, ...orders.slice(3, 4)])
    expect((await visit('shop/order/order', id)).text).toContain('"code":1')
  const last = [orders[3], ...orders.slice(1).reverse()].filter((order, at, all) => all.indexOf(order) === at)
  const shown = last.map((order) => ({ page: 'shop/order/order', key: String(order?.id), title: order?.order_no }))
  expect(await recent(clerk)).toEqual(shown)
  expect(await recent(owner)).toEqual([])
  const [product] = await server.query<{ id: number }>('select min(id) as id from shop_goods')
  expect((await visit('shop/goods/goods', product?.id)).body.code).toBe(1)
  expect((await recent(clerk)).map(({ page }) => page)).not.toContain('shop/goods/goods') // not theirs to see
  for (const [page, key] of [
    ['no/page', 1],
    ['dashboard', 1],
    ['shop/order/order', {}],
    ['shop/order/order', 'x'.repeat(256)],
  ] as const)
    expect((await visit(page, key)).body.code, page).toBe(0)
})
