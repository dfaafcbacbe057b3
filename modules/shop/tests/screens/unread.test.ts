import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../../server/core/db/connect.ts'
import type { UnreadAnswer } from '../../../../src/schemas/api/notices.ts'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { person } from '../../../../tests/security/people.ts'
import { type Message, notify } from '../../server/notices/notify.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
}, 180_000)
afterAll(() => server?.close())

const inbox = '/admin/shop.notify.Notify'
const bell = 'shop/notify/notify/index'
const markAll = 'shop/notify/notify/read'

async function tell(...messages: Message[]): Promise<void> {
  const database = openDatabase(server.databaseUrl, { connections: 1 })
  const now = Math.floor(Date.now() / 1000)
  try {
    for (const message of messages)
      await database.write.transaction().execute((trx) => notify(trx, message, { now, actor: { type: 'system' } }))
  } finally {
    await database.close()
  }
}

let exported = 0
const exportEnd = (admin: number): Message => ({
  type: 'order_export',
  data: { name: 'Orders' },
  texts: { 'zh-cn': '已完成', en: 'is ready' },
  key: `${++exported} 1`,
  admins: [admin],
})

const unread = async (client: Client) => (await client.get<UnreadAnswer>(`${inbox}/unread`)).body.data

test('what is unread comes by kind, refunds and orders before what can wait, each with its record', async () => {
  const one = await person(server, [bell, markAll])
  const [refund] = await server.query<{ id: number; refund_no: string; order_id: number; order_no: string }>(
    'select r.id, r.refund_no, o.id as order_id, o.order_no from shop_refund r join shop_order o on o.id = r.order_id order by r.id limit 1',
  )
  const { order_no = '', refund_no = '' } = refund ?? {}
  await tell(...Array.from({ length: 6 }, () => exportEnd(one.id)))
  await tell(
    { type: 'order', data: { order_no, amount: '1.00' }, key: order_no, admins: [one.id] },
    { type: 'order_refund', data: { order_no, amount: '1.00' }, key: refund_no, admins: [one.id] },
  )
  const { groups, ...rest } = await unread(one)
  expect(rest).toMatchObject({ unread: 8, marksAll: true })
  expect(groups.map(({ type, count, lead }) => [type, count, lead])).toEqual([
    ['order_refund', 1, 3],
    ['order', 1, 3],
    ['order_export', 6, 1],
  ])
  expect(groups.map(({ notices: [first] }) => first?.record)).toEqual([
    { page: 'shop/order/refund', key: String(refund?.id) },
    { page: 'shop/order/order', key: String(refund?.order_id) },
    null,
  ])
})

test('one’s own only; of many of a kind the latest, with their number', async () => {
  const [one, other] = [await person(server, [bell]), await person(server, [bell])]
  await tell(...Array.from({ length: 13 }, () => exportEnd(one.id)), exportEnd(other.id))
  const [group] = (await unread(one)).groups
  expect([group?.count, group?.notices.length]).toEqual([13, 10])
  expect((await unread(other)).unread).toBe(1)
  const outside = await person(server, [])
  expect((await outside.get(`${inbox}/unread`)).body.code).toBe(401)
})

test('a kind, or all that was shown, is marked as read; what came since stays', async () => {
  const one = await person(server, [bell, markAll])
  await tell(exportEnd(one.id), { type: 'low_stock', data: { name: 'Tea', stock: 1 }, key: 'sku 1 a', admins: [one.id] })
  const { last } = await unread(one)
  await tell(exportEnd(one.id))
  const read = async (body: object) => (await one.post(`${inbox}/readShown`, body)).body
  expect(await read({ type: 'order_export', last })).toMatchObject({ code: 1, data: { unread_count: 2 } })
  expect(await read({ last })).toMatchObject({ code: 1, data: { unread_count: 1 } })
  for (const body of [{}, { type: 'order_export' }, { last, type: 'nothing' }]) expect((await read(body)).code).toBe(0)
  const reader = await person(server, [bell])
  expect((await reader.post(`${inbox}/readShown`, { last })).body.code).toBe(401)
  expect((await unread(reader)).marksAll).toBe(false)
})
