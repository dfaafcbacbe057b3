import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { memberClient, sessionsFor } from '../../../../tests/member/people.ts'
import { person } from '../../../../tests/security/people.ts'

const orderUrl = '/admin/shop.order.Order'
const number = '13800139876'
const shown = '138****9876'

let server: TestServer
let order: { id: number; order_no: string; user_id: number }
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  const [found] = await server.query<typeof order>(
    `update shop_order set receiver_mobile = '${number}' where id = (select min(id) from shop_order where status = 2)
     returning id, order_no, user_id`,
  )
  order = found ?? { id: 0, order_no: '', user_id: 0 }
}, 180_000)
afterAll(() => server.close())

type Wire = Record<string, unknown>
const nodes = ['shop/order/order', 'shop/order/order/index', 'shop/order/order/order-address']
const audits = (client: { id: number }) =>
  server.query<{ action: string; detail: string }>('select action, detail from audit where admin_id = $1 order by id', [
    client.id,
  ])
const slips = async (client: Client) =>
  (await client.get<{ list: Wire[] }>(`${orderUrl}/printSlip`, { ids: order.id })).body.data.list.map(
    (row) => row.receiver_mobile,
  )

test('the number of a receiver is masked in the list, the record and on the slip of an order', async () => {
  const client = await person(server, nodes)
  const { list } = (await client.get<{ list: Wire[] }>(`${orderUrl}/index`, { quickSearch: order.order_no })).body.data
  expect(list.map((row) => row.receiver_mobile)).toEqual([shown])
  const { row } = (await client.get<{ row: Wire }>(`${orderUrl}/info`, { id: order.id })).body.data
  expect(row.receiver_mobile).toBe(shown)
  expect(await slips(client)).toEqual([shown])
  expect((await client.post(`${orderUrl}/reveal`, { id: order.id, field: 'receiver_mobile' })).body.code).toBe(401)
})

test('a packer with the right sees it whole, in the record and on the slip, and the audit has both', async () => {
  const client = await person(server, [...nodes, 'shop/order/order/reveal'])
  const asked = await client.post<{ value: string }>(`${orderUrl}/reveal`, { id: order.id, field: 'receiver_mobile' })
  expect(asked.body.data.value).toBe(number)
  expect(await slips(client)).toEqual([number])
  const noted = await audits(client)
  expect(noted.map(({ action }) => action)).toEqual(['shop/order/order/reveal', 'shop/order/order/revealPrinted'])
  expect(JSON.stringify(noted.at(-1)?.detail)).toContain(String(order.id))
  expect(JSON.stringify(noted)).not.toContain(number)
})

test('an order is found by the whole number, and not by a part of it', async () => {
  const client = await person(server, nodes)
  const found = async (quickSearch: string) =>
    (await client.get<{ list: Wire[] }>(`${orderUrl}/index`, { quickSearch })).body.data.list.map(({ id }) => id)
  expect(await found(number)).toContain(order.id)
  expect(await found('9876')).not.toContain(order.id)
})

test('another address keeps a number that was left empty, and the timeline shows none', async () => {
  const client = await person(server, nodes)
  const form = (await client.get<{ values: Wire }>(`${orderUrl}/changeAddress`, { id: order.id })).body.data.values
  expect(form.receiver_mobile).toBe('')
  const address = { receiver_name: '李四', receiver_city: [110000, 110100, 110105], receiver_address: '建国路 2 号', new_fee: 0 }
  expect((await client.post(`${orderUrl}/changeAddress`, { id: order.id, ...address, receiver_mobile: '' })).body).toMatchObject({
    code: 1,
  })
  const [row] = await server.query('select receiver_name, receiver_mobile from shop_order where id = $1', [order.id])
  expect(row).toEqual({ receiver_name: '李四', receiver_mobile: number })
  const [log] = await server.query<{ note: string }>(
    `select note from shop_order_log where order_id = $1 and action = 'address' order by id desc limit 1`,
    [order.id],
  )
  expect(log?.note).toContain(shown)
  expect(log?.note).not.toContain(number)
})

test('members see the whole numbers of their own orders', async () => {
  const [token = ''] = await sessionsFor(server, [order.user_id])
  const member = memberClient(server, token, { lang: 'en' })
  const { row } = (await member.get<{ row: Wire }>('/api/shop.account.Order/info', { id: order.id })).body.data
  expect(row.receiver_mobile).toBe(number)
})
