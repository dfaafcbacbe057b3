import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { memberClient, sessionsFor } from '../../../../tests/member/people.ts'
import { done, expectSoundShop, findOrder, linesOf, type OrderFacts, orderOf } from '../helpers/helpers.ts'

type Row = Record<string, unknown>
type List = { list: Row[]; total: number }
type Form = { values: Row & { lines: Row[] } }

let server: TestServer
const url = '/api/shop.account.Order'

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
}, 240_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
})

/** The member whose order it is, in English. */
async function memberOf({ user_id }: Pick<OrderFacts, 'user_id'>): Promise<Client> {
  const [token = ''] = await sessionsFor(server, [user_id])
  return memberClient(server, token, { lang: 'en' })
}

const fresh = `not exists (select 1 from shop_refund r where r.order_id = o.id)`
const several = '(select count(*) from shop_order_goods l where l.order_id = o.id) = 2'

test('a member lists their own orders by state, with the number of each', async () => {
  const order = await findOrder(server, 'o.status = 3')
  const member = await memberOf(order)
  const { list } = done(await member.get<List>(`${url}/index`, { limit: 200 }))
  const own = await server.query<{ id: number }>(
    'select id from shop_order where user_id = $1 order by create_time desc, id desc',
    [order.user_id],
  )
  expect(list.map((row) => row.id)).toEqual(own.map((row) => row.id))
  const names = new Set(list.flatMap((row) => Object.keys(row)))
  for (const name of ['admin_remark', 'flag', 'close_note', 'trade_no', 'user']) expect(names).not.toContain(name)
  const search = [{ field: 'toReceive', val: '1', operator: 'eq' }]
  const found = done(await member.get<List>(`${url}/index`, { search, limit: 200 }))
  expect(new Set(found.list.map((row) => row.status))).toEqual(new Set(['3']))
})

test('the record of an order shows its parcels and timeline without the notes of the shop', async () => {
  const order = await findOrder(
    server,
    "o.status in (3, 4, 5) and exists (select 1 from shop_order_delivery d where d.order_id = o.id and d.tracking_no <> '')",
  )
  const owner = await server.signIn('admin')
  done(await owner.post('/admin/shop.order.Order/remark', { id: order.id, admin_remark: 'a difficult customer', flag: '' }))
  const { body, text } = await (await memberOf(order)).get<{ row: { parcels: Row[]; logs: Row[]; items: Row[] } }>(
    `${url}/info`,
    {
      id: order.id,
    },
  )
  expect(body.data.row.parcels.length).toBeGreaterThan(0)
  expect(body.data.row.items.length).toBeGreaterThan(0)
  const columns = new Set(body.data.row.items.flatMap((item) => Object.keys(item)))
  for (const name of ['sku_code', 'to_ship', 'pay_share', 'refunded_quantity']) expect(columns, name).not.toContain(name)
  expect(body.data.row.logs.map((log) => log.action)).toContain('pay')
  expect(body.data.row.logs.map((log) => log.action)).not.toContain('remark')
  for (const secret of ['difficult customer', 'admin_id', 'actor_name']) expect(text).not.toContain(secret)
})

test('an order of somebody else is none, whatever is asked of it', async () => {
  const order = await findOrder(server, 'o.status = 3')
  const other = await findOrder(server, `o.user_id <> ${order.user_id}`)
  const stranger = await memberOf(other)
  expect((await stranger.get(`${url}/info`, { id: order.id })).body.code).toBe(0)
  for (const action of ['pay', 'cancel', 'applyCancel', 'withdrawCancel', 'receive', 'refund', 'evaluate']) {
    const { body } = await stranger.post(`${url}/${action}`, { id: order.id, reason: 'x' })
    expect(body.code, action).toBe(0)
  }
  for (const form of ['refund', 'evaluate'])
    expect((await stranger.get(`${url}/${form}`, { id: order.id })).body.code, form).toBe(0)
  expect(await orderOf(server, order.id)).toEqual(order)
})

test('pay leads to the pay page, and an unpaid order can be cancelled with a reason', async () => {
  const order = await findOrder(server, 'o.status = 1')
  const member = await memberOf(order)
  expect(done(await member.post(`${url}/pay`, { id: order.id }))).toMatchObject({ path: `/pay/${order.id}` })
  done(await member.post(`${url}/cancel`, { id: order.id, reason: 'Found it cheaper' }))
  expect((await orderOf(server, order.id)).status).toBe(6)
  for (const action of ['pay', 'cancel', 'receive']) {
    const { body } = await member.post(`${url}/${action}`, { id: order.id, reason: '' })
    expect(body.code, action).toBe(0)
  }
})

test('a member asks to cancel an order that is not shipped, and takes it back', async () => {
  const order = await findOrder(server, `o.status = 2 and o.ship_status = 0 and ${fresh}`)
  const member = await memberOf(order)
  expect((await member.post(`${url}/applyCancel`, { id: order.id, reason: '' })).body.code).toBe(0)
  await server.query(
    `insert into config (name, value, create_time, update_time) values ('order_apply_cancel_minutes', '0', 1, 1)
      on conflict (name) do nothing`,
  )
  await server.query('update shop_order set pay_time = extract(epoch from now())::bigint where id = $1', [order.id])
  done(await member.post(`${url}/applyCancel`, { id: order.id, reason: 'Ordered twice' }))
  expect((await orderOf(server, order.id)).status).toBe(7)
  done(await member.post(`${url}/withdrawCancel`, { id: order.id }))
  expect((await orderOf(server, order.id)).status).toBe(2)
})

test('a member receives, asks for the money of one line and reviews the other', async () => {
  const order = await findOrder(server, `o.status = 3 and ${several} and ${fresh}`)
  const member = await memberOf(order)
  done(await member.post(`${url}/receive`, { id: order.id }))
  expect((await orderOf(server, order.id)).status).toBe(4)

  const form = done(await member.get<Form>(`${url}/refund`, { id: order.id }))
  const [first, second] = form.values.lines
  const asked = { id: order.id, type: 1, reason: 'quality', include_delivery: 0, description: 'Cracked', images: [] }
  const line = (row: Row | undefined, more: Row) => ({ ...row, ...more })
  const tooMuch = await member.post(`${url}/refund`, {
    ...asked,
    lines: [line(first, { quantity: 0, amount: '999999.00' }), second],
  })
  expect(tooMuch.body.code).toBe(0)
  done(await member.post(`${url}/refund`, { ...asked, lines: [line(first, { quantity: 0, amount: first?.left }), second] }))
  const [refund] = await server.query<{ user_id: number; lines: number }>(
    `select r.user_id, (select count(*)::int from shop_refund_goods g where g.refund_id = r.id) as lines
      from shop_refund r where r.order_id = $1`,
    [order.id],
  )
  expect(refund).toEqual({ user_id: order.user_id, lines: 1 })

  const review = done(await member.get<Form>(`${url}/evaluate`, { id: order.id }))
  const scores = { delivery_score: 5, service_score: 4, anonymous: 1 }
  const lines = review.values.lines.map((row, i) => ({ ...row, score: i === 1 ? 4 : null, content: i === 1 ? 'Sturdy' : '' }))
  const none = lines.map((row) => ({ ...row, score: null }))
  expect((await member.post(`${url}/evaluate`, { id: order.id, ...scores, lines: none })).body.code).toBe(0)
  const foreign = lines.map((row) => ({ ...row, images: ['/storage/default/of/somebody.png'] }))
  expect((await member.post(`${url}/evaluate`, { id: order.id, ...scores, lines: foreign })).body.code).toBe(0)
  done(await member.post(`${url}/evaluate`, { id: order.id, ...scores, lines }))
  const [, reviewed] = await linesOf(server, order.id)
  const found = await server.query(
    'select order_goods_id, score::float8 as score, content, anonymous from shop_evaluate where order_id = $1',
    [order.id],
  )
  expect(found).toEqual([{ order_goods_id: reviewed?.id, score: 4, content: 'Sturdy', anonymous: 1 }])
})
