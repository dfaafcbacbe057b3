import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { deliver, expectSoundShop, findOrder, linesOf, orderOf, orderUrl, stockOf, timeline } from '../helpers/helpers.ts'

let server: TestServer
let owner: Client
let finance: Client
let service: Client

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
  finance = await server.signIn('finance')
  service = await server.signIn('service')
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
})

const noRefund = 'not exists (select 1 from shop_refund r where r.order_id = o.id)'
const money = async (userId: number) =>
  (await server.query<{ money: number; score: number }>('select money::int, score from "user" where id = $1', [userId]))[0] ?? {
    money: 0,
    score: 0,
  }

describe('the list of orders', () => {
  test('shows 1 200 orders, newest first, with what the columns ask for', async () => {
    const answer = await owner.get<{ list: Record<string, unknown>[]; total: number }>(`${orderUrl}/index`, {
      page: 1,
      limit: 20,
    })
    const { list, total } = answer.body.data
    expect(total).toBe(1200)
    expect(list).toHaveLength(20)
    const times = list.map((row) => Number(row.create_time))
    expect(times).toEqual([...times].sort((a, b) => b - a))
    expect(list[0]).toMatchObject({
      user: { nickname: expect.any(String) },
      pay_amount: expect.stringMatching(/^\d+\.\d\d$/),
      status: expect.stringMatching(/^[1-7]$/),
    })
    expect(list.every((row) => (row.goods_images as string[]).length >= 1 && (row.goods_images as string[]).length <= 3)).toBe(
      true,
    )
    expect(list.every((row) => Number(row.goods_quantity) >= 1)).toBe(true)
  })

  test.each<[string, { field: string; val: string; operator: string }, string]>([
    ['states', { field: 'status', val: '2,7', operator: 'IN' }, 'o.status in (2, 7)'],
    [
      'the goods in it',
      { field: 'lines.name', val: '跑步鞋', operator: 'LIKE' },
      `exists (select 1 from shop_order_goods l where l.order_id = o.id and l.name like '%跑步鞋%')`,
    ],
    [
      'a range of amounts in yuan',
      { field: 'pay_amount', val: '100.00,200.00', operator: 'RANGE' },
      'o.pay_amount between 10000 and 20000',
    ],
    [
      'the coupon it was paid with',
      { field: 'receipt.coupon_id', val: '1', operator: 'eq' },
      'exists (select 1 from shop_coupon_receive r where r.id = o.receive_id and r.coupon_id = 1)',
    ],
    ['a remark of the buyer', { field: 'user_remark', val: '1', operator: 'NOT NULL' }, `o.user_remark <> ''`],
    [
      'the time of payment',
      { field: 'pay_time', val: '2026-03-01 00:00:00,2026-03-02 00:00:00', operator: 'RANGE' },
      `o.pay_time between extract(epoch from timestamptz '2026-03-01 00:00:00+08') and extract(epoch from timestamptz '2026-03-02 00:00:00+08')`,
    ],
    [
      'the whole mobile number',
      { field: 'receiver_mobile', val: '13800131001', operator: 'eq' },
      `o.receiver_mobile = '13800131001'`,
    ],
  ])('is searched by %s', async (_what, term, where) => {
    const answer = await owner.get<{ total: number }>(`${orderUrl}/index`, { search: [term] })
    const [{ n } = { n: -1 }] = await server.query<{ n: number }>(`select count(*)::int as n from shop_order o where ${where}`)
    expect(n).toBeGreaterThan(0)
    expect(answer.body.data.total).toBe(n)
  })

  test('is searched quickly by number, mobile and name', async () => {
    const order = await findOrder(server, 'true', 500)
    const [row] = await server.query<{ receiver_name: string }>('select receiver_name from shop_order where id = $1', [order.id])
    for (const quickSearch of [order.order_no, row?.receiver_name]) {
      const answer = await owner.get<{ list: { id: number }[] }>(`${orderUrl}/index`, { quickSearch, limit: 200 })
      expect(answer.body.data.list.map((each) => each.id)).toContain(order.id)
    }
  })

  test('an order opens with its lines, parcels, refunds, money and timeline', async () => {
    const order = await findOrder(server, 'o.status = 5 and o.pay_status = 2')
    const answer = await owner.get<{ row: Record<string, unknown[]> }>(`${orderUrl}/info`, { id: order.id })
    const { row } = answer.body.data
    expect(row.order_no).toBe(order.order_no)
    for (const part of ['items', 'parcels', 'refunds', 'backs', 'logs']) expect(row[part]?.length, part).toBeGreaterThan(0)
    expect(row.logs?.[0]).toMatchObject({ action: 'create' })
  })

  test('nobody adds, edits or deletes an order by hand, not even the owner', async () => {
    const order = await findOrder(server, 'o.status = 1')
    const answers = [
      await owner.post(`${orderUrl}/add`, {}),
      await owner.post(`${orderUrl}/edit`, { id: order.id, status: 5, pay_amount: '0.01' }),
      await owner.del(`${orderUrl}/del`, { ids: [order.id] }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404])
    expect(await orderOf(server, order.id)).toEqual(order)
  })
})

describe('receive', () => {
  test('marks an order in state 3 as received for the member', async () => {
    const order = await findOrder(server, 'o.status = 3')
    const before = (await timeline(server, order.id)).length
    expect((await owner.post(`${orderUrl}/receive`, { id: order.id })).body.code).toBe(1)
    expect((await orderOf(server, order.id)).status).toBe(4)
    expect(await timeline(server, order.id, before)).toEqual(['receive 3>4 Admin'])
  })

  test('is refused in every other state and without the right', async () => {
    for (const status of [1, 2, 4, 5, 6, 7]) {
      const order = await findOrder(server, `o.status = ${status}`)
      expect((await owner.post(`${orderUrl}/receive`, { id: order.id })).body.code).toBe(0)
      expect((await orderOf(server, order.id)).status).toBe(status)
    }
    const order = await findOrder(server, 'o.status = 3')
    expect((await finance.post(`${orderUrl}/receive`, { id: order.id })).body.code).toBe(401)
  })
})

describe('handle cancel', () => {
  test('agreed, the order ends and everything goes back: money, units, points', async () => {
    const order = await findOrder(server, `o.status = 7 and o.pay_type = 'balance'`)
    const [stock, had, lines] = [await stockOf(server, order.id), await money(order.user_id), await linesOf(server, order.id)]
    expect((await service.post(`${orderUrl}/cancel`, { id: order.id, result: 'agree', reason: '' })).body.code).toBe(1)
    expect(await orderOf(server, order.id)).toMatchObject({ status: 6, pay_status: 3, refund_amount: order.pay_amount })
    expect(await money(order.user_id)).toEqual({ money: had.money + order.pay_amount, score: had.score + order.score })
    const now = await stockOf(server, order.id)
    for (const line of lines) expect(now[line.sku_id]).toBe((stock[line.sku_id] ?? 0) + line.quantity)
  })

  test('money paid through a gateway is under way until the gateway answers', async () => {
    const order = await findOrder(server, `o.status = 7 and o.pay_type = 'wechat'`)
    expect((await service.post(`${orderUrl}/cancel`, { id: order.id, result: 'agree', reason: '' })).body.code).toBe(1)
    expect(
      await server.query('select channel, status, amount::int from shop_money_back where order_id = $1', [order.id]),
    ).toEqual([{ channel: 'wechat', status: 1, amount: order.pay_amount }])
  })

  test('refused, it needs a reason and goes back to the state before', async () => {
    const order = await findOrder(server, 'o.status = 7')
    const without = await service.post(`${orderUrl}/cancel`, { id: order.id, result: 'refuse', reason: '' })
    expect(without.body).toMatchObject({ code: 0, data: { errors: { reason: expect.any(String) } } })
    expect(
      (await service.post(`${orderUrl}/cancel`, { id: order.id, result: 'refuse', reason: 'already packed' })).body.code,
    ).toBe(1)
    expect(await orderOf(server, order.id)).toMatchObject({ status: 2, pay_status: 1, refund_amount: 0 })
    expect((await timeline(server, order.id)).at(-1)).toBe('cancel_refuse 7>2 陈客服')
  })
})

describe('close', () => {
  test('an unpaid order: units and points come back, no money moves', async () => {
    const order = await findOrder(server, 'o.status = 1')
    const [stock, had, lines] = [await stockOf(server, order.id), await money(order.user_id), await linesOf(server, order.id)]
    expect((await finance.post(`${orderUrl}/close`, { id: order.id, reason: 'duplicate', note: '' })).body.code).toBe(1)
    expect(await orderOf(server, order.id)).toMatchObject({ status: 6, pay_status: 0, refund_amount: 0 })
    expect(await money(order.user_id)).toEqual({ money: had.money, score: had.score + order.score })
    const now = await stockOf(server, order.id)
    for (const line of lines) expect(now[line.sku_id]).toBe((stock[line.sku_id] ?? 0) + line.quantity)
  })

  test('a paid and shipped order: the money goes back, the units stay with the member', async () => {
    const order = await findOrder(server, `o.status = 3 and o.pay_type = 'balance' and ${noRefund}`)
    const [stock, had] = [await stockOf(server, order.id), await money(order.user_id)]
    expect((await finance.post(`${orderUrl}/close`, { id: order.id, reason: 'other', note: 'lost' })).body.code).toBe(1)
    expect(await orderOf(server, order.id)).toMatchObject({ status: 6, pay_status: 3, refund_amount: order.pay_amount })
    expect((await money(order.user_id)).money).toBe(had.money + order.pay_amount)
    expect(await stockOf(server, order.id)).toEqual(stock)
  })

  test('is refused when complete, cancelled or asked to be cancelled, when money was refunded, and without a reason', async () => {
    for (const where of ['o.status = 5', 'o.status = 6', 'o.status = 7']) {
      const order = await findOrder(server, where)
      expect((await finance.post(`${orderUrl}/close`, { id: order.id, reason: 'other', note: '' })).body.code).toBe(0)
      expect(await orderOf(server, order.id)).toEqual(order)
    }
    const open = await findOrder(server, 'o.status = 2')
    expect((await finance.post(`${orderUrl}/close`, { id: open.id, reason: null })).body).toMatchObject({
      code: 0,
      data: { errors: { reason: expect.any(String) } },
    })
    expect(await orderOf(server, open.id)).toEqual(open)
  })

  test('is refused while an agreed return is under way, in words', async () => {
    const order = await findOrder(
      server,
      'o.status = 3 and exists (select 1 from shop_refund r where r.order_id = o.id and r.audit_status = 2 and r.status = 1)',
    )
    const answer = await finance.post(`${orderUrl}/close`, { id: order.id, reason: 'other', note: '' })
    expect(answer.body).toMatchObject({ code: 0, msg: expect.stringContaining('approved refund') })
    expect(await orderOf(server, order.id)).toEqual(order)
  })

  test('ends refund requests that nobody has reviewed', async () => {
    const order = await findOrder(
      server,
      'o.status = 3 and exists (select 1 from shop_refund r where r.order_id = o.id and r.audit_status = 1)',
    )
    expect((await finance.post(`${orderUrl}/close`, { id: order.id, reason: 'risk', note: '' })).body.code).toBe(1)
    expect(
      await server.query('select audit_status, status, end_reason from shop_refund where order_id = $1', [order.id]),
    ).toEqual([{ audit_status: 3, status: 3, end_reason: 'order_closed' }])
  })
})

describe('unpaid orders', () => {
  test('a payment by hand is confirmed: the order is to be shipped and the sales count', async () => {
    const order = await findOrder(server, 'o.status = 1')
    expect((await finance.post(`${orderUrl}/pay`, { id: order.id, trade_no: 'bank 1', remark: 'by transfer' })).body.code).toBe(1)
    expect(await orderOf(server, order.id)).toMatchObject({ status: 2, pay_status: 1, pay_type: 'offline' })
    expect((await finance.post(`${orderUrl}/pay`, { id: order.id, trade_no: 'bank 2', remark: '' })).body.code).toBe(0)
  })

  test('a price is adjusted: the form holds the present amounts, the new one is split over the lines', async () => {
    const order = await findOrder(server, 'o.status = 1 and o.pay_amount > 5000 and o.score = 0')
    const form = await owner.get<{ values: Record<string, unknown> }>(`${orderUrl}/adjust`, { id: order.id })
    expect(form.body.data.values).toMatchObject({ adjust_amount: '0.00' })
    const answer = await owner.post(`${orderUrl}/adjust`, {
      id: order.id,
      adjust_amount: '-10.01',
      delivery_amount: '0.00',
      reason: 'loyal',
    })
    expect(answer.body.code).toBe(1)
    const [sums] = await server.query<{ goods: number; shares: number; pay: number }>(
      `select goods_amount::int as goods, pay_amount::int as pay, (select sum(pay_share)::int from shop_order_goods where order_id = o.id) as shares from shop_order o where id = $1`,
      [order.id],
    )
    expect(sums?.pay).toBe((sums?.goods ?? 0) - 1001)
    expect(sums?.shares).toBe(sums?.pay)
    const nothing = await owner.post(`${orderUrl}/adjust`, {
      id: order.id,
      adjust_amount: '-99999.00',
      delivery_amount: '0.00',
      reason: 'x',
    })
    expect(nothing.body.code).toBe(0)
  })
})

test('a remark and a flag are kept and shown, stand in the timeline, and change nothing else', async () => {
  const order = await findOrder(server, 'o.status = 5')
  const before = await timeline(server, order.id)
  expect(
    (await service.post(`${orderUrl}/remark`, { id: order.id, admin_remark: 'call first', flag: '#e5484d' })).body.code,
  ).toBe(1)
  const info = await service.get<{ row: Record<string, unknown> }>(`${orderUrl}/info`, { id: order.id })
  expect(info.body.data.row).toMatchObject({ admin_remark: 'call first', flag: '#e5484d' })
  expect(await orderOf(server, order.id)).toEqual(order)
  const after = await timeline(server, order.id)
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.slice(before.length)).toEqual([expect.stringContaining('remark 5>5 ')])
  expect((await service.post(`${orderUrl}/remark`, { id: order.id, admin_remark: '', flag: 'red' })).body).toMatchObject({
    code: 0,
    data: { errors: { flag: expect.any(String) } },
  })
})

test('a remark over several orders writes what was filled in and leaves the rest of each as it is', async () => {
  const orders = [await findOrder(server, 'o.status = 5', 1), await findOrder(server, 'o.status = 5', 2)]
  const ids = orders.map(({ id }) => id)
  for (const [i, id] of ids.entries())
    await service.post(`${orderUrl}/remark`, { id, admin_remark: `own ${i}`, flag: i === 0 ? '#e5484d' : '#30a46c' })
  const form = await service.get<{ values: unknown }>(`${orderUrl}/remark`, { ids: ids.join(',') })
  expect(form.body.data).toEqual({ row: {}, values: { admin_remark: '', flag: '' } })
  const kept = () =>
    server.query<{ admin_remark: string; flag: string }>(
      'select admin_remark, flag from shop_order where id = any($1::int[]) order by id',
      [ids],
    )
  expect((await service.post(`${orderUrl}/remark`, { ids, flag: '#0091ff' })).body).toMatchObject({ code: 1, data: { done: 2 } })
  expect(await kept()).toEqual([
    { admin_remark: 'own 0', flag: '#0091ff' },
    { admin_remark: 'own 1', flag: '#0091ff' },
  ])
  expect((await service.post(`${orderUrl}/remark`, { ids })).body).toMatchObject({ code: 0, msg: 'Fill in at least one field' })
  expect((await service.post(`${orderUrl}/remark`, { ids, admin_remark: 'both' })).body.code).toBe(1)
  expect(await kept()).toEqual([
    { admin_remark: 'both', flag: '#0091ff' },
    { admin_remark: 'both', flag: '#0091ff' },
  ])
})

describe('conflicting actions at once have exactly one effect', () => {
  test('agree and refuse of the same request to cancel', async () => {
    const order = await findOrder(server, 'o.status = 7')
    const before = (await timeline(server, order.id)).length
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        service.post(`${orderUrl}/cancel`, { id: order.id, result: i % 2 ? 'agree' : 'refuse', reason: 'no' }),
      ),
    )
    expect(answers.filter((answer) => answer.body.code === 1)).toHaveLength(1)
    expect(await timeline(server, order.id, before)).toHaveLength(1)
  })

  test('shipping and closing the same order, as different people', async () => {
    const order = await findOrder(server, `o.status = 2 and o.ship_status = 0 and o.pay_type = 'balance' and ${noRefund}`)
    const had = await money(order.user_id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i % 2 ? deliver(owner, order.id) : finance.post(`${orderUrl}/close`, { id: order.id, reason: 'other', note: '' }),
      ),
    )
    const now = await orderOf(server, order.id)
    // Shipped first, it may still be closed; closed first, it is never shipped.
    const shipped = answers.filter((answer, i) => i % 2 === 1 && answer.body.code === 1).length
    const closed = answers.filter((answer, i) => i % 2 === 0 && answer.body.code === 1).length
    expect(closed).toBe(1)
    expect(shipped).toBeLessThanOrEqual(1)
    expect(now.status).toBe(6)
    expect((await money(order.user_id)).money).toBe(had.money + order.pay_amount)
  })

  test('closing twenty times sends the money once', async () => {
    const order = await findOrder(server, `o.status = 4 and o.pay_type = 'balance' and ${noRefund}`)
    const had = await money(order.user_id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => finance.post(`${orderUrl}/close`, { id: order.id, reason: 'risk', note: '' })),
    )
    expect(answers.filter((answer) => answer.body.code === 1)).toHaveLength(1)
    expect((await money(order.user_id)).money).toBe(had.money + order.pay_amount)
  })
})
