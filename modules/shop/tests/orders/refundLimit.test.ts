import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
})
afterAll(() => server.close())

test('a refund of more than is left is refused beside the amount it is about, whether or not the form says what is left', async () => {
  const owner = await server.signIn('admin')
  const [order] = await server.query<{ id: number }>(
    `SELECT o.id FROM shop_order o JOIN shop_order_goods g ON g.order_id = o.id
      WHERE o.status = 5 AND o.pay_status = 1 AND o.refund_amount = 0 AND g.refund_id IS NULL AND g.pay_share > 100
      GROUP BY o.id HAVING count(*) > 1 ORDER BY o.id LIMIT 1`,
  )
  const { values } = (
    await owner.get<{ values: { lines: { id: number; left: string; open: number }[] } }>('/admin/shop.order.Order/refund', {
      id: order?.id,
    })
  ).body.data
  const [first, second] = values.lines
  const tooMuch = (Number(second?.left) + 0.01).toFixed(2)
  const common = { id: order?.id, reason: 'other', include_delivery: 0, note: 'Too much' }
  const zero = { ...first, quantity: 0, amount: '0.00' }
  const told = await owner.post<{ errors?: object }>('/admin/shop.order.Order/refund', {
    ...common,
    lines: [zero, { ...second, quantity: 0, amount: tooMuch }],
  })
  expect(told.body.code).toBe(0)
  expect(Object.keys(told.body.data.errors ?? {})).toEqual(['lines.1.amount'])
  // The lines that ask for nothing are left out on the way to the step; the place is still that of the form.
  const untold = await owner.post<{ errors?: object }>('/admin/shop.order.Order/refund', {
    ...common,
    lines: [
      { id: first?.id, quantity: 0, amount: '0.00' },
      { id: second?.id, quantity: 0, amount: tooMuch },
    ],
  })
  expect(untold.body.code).toBe(0)
  expect(Object.keys(untold.body.data.errors ?? {})).toEqual(['lines.1.amount'])
  expect(await server.query('SELECT 1 FROM shop_refund WHERE order_id = $1', [order?.id])).toEqual([])
})

test('the most that a recharge refunds is shown at the amount too', async () => {
  const owner = await server.signIn('admin')
  const [order] = await server.query<{ id: number; amount: string }>(
    'SELECT id, amount FROM shop_recharge_order WHERE status = 2 ORDER BY id LIMIT 1',
  )
  const amount = ((Number(order?.amount) + 1) / 100).toFixed(2)
  const { body } = await owner.post<{ errors?: object }>('/admin/shop.recharge.Order/refund', {
    id: order?.id,
    amount,
    reason: 'Too much',
  })
  expect(body.code).toBe(0)
  expect(Object.keys(body.data.errors ?? {})).toEqual(['amount'])
})

test('who is granted it agrees to more than was asked for, and nobody else', async () => {
  const [refund] = await server.query<{ id: number; amount: string; order_id: number }>(
    `SELECT r.id, r.amount::text, r.order_id FROM shop_refund r JOIN shop_order o ON o.id = r.order_id
      WHERE r.audit_status = 1 AND r.status = 1 AND r.type = 1 AND o.pay_amount - o.refund_amount > r.amount ORDER BY r.id LIMIT 1`,
  )
  if (!refund) throw new Error('the demo shop has no such refund')
  const more = ((Number(refund.amount) + 1) / 100).toFixed(2)
  const audit = async () => {
    const service = await server.signIn('service')
    const form = (await service.get<{ values: object }>('/admin/shop.order.Refund/audit', { id: refund.id })).body.data.values
    return service.post('/admin/shop.order.Refund/audit', {
      ...form,
      id: refund.id,
      result: 'agree',
      agree_amount: more,
      audit_note: 'Goodwill',
    })
  }
  expect((await audit()).body.code).toBe(0)
  const owner = await server.signIn('admin')
  const [group] = await server.query<{ id: number; rules: string[] }>("SELECT id, rules FROM admin_group WHERE name = '客服'")
  const [rule] = await server.query<{ id: number }>("SELECT id FROM admin_rule WHERE name = 'shop/order/refund/refund-over'")
  const granted = await owner.post('/admin/auth.Group/edit', {
    id: group?.id,
    rules: [...(group?.rules ?? []), String(rule?.id)],
  })
  expect(granted.body.code, granted.body.msg).toBe(1)
  const answer = await audit()
  expect(answer.body.code, answer.text).toBe(1)
})
