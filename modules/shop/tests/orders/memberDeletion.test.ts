import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
}, 180_000)
afterAll(() => server?.close())

/** A member of whom the rest is settled: `open` is all that is left. */
async function memberWith(open: string): Promise<{ id: number; number: string }> {
  const [found] = await server.query<{ id: number; number: string }>(open)
  if (!found) throw new Error('the demo shop has no such member')
  await server.query('UPDATE "user" SET money = 0, score = 0 WHERE id = $1', [found.id])
  return found
}

const deletionOf = async (id: number) => (await server.signIn('admin')).del('/admin/user.User/del', { ids: [id] })

test('a member with an open order is not deleted, and the answer names the order', async () => {
  const { id, number } = await memberWith(
    'SELECT user_id AS id, order_no AS number FROM shop_order WHERE status = 2 ORDER BY id LIMIT 1',
  )
  const { body } = await deletionOf(id)
  expect(body).toMatchObject({ code: 0, msg: expect.stringContaining('order') })
  const orders = await server.query<{ order_no: string }>('SELECT order_no FROM shop_order WHERE user_id = $1', [id])
  expect(
    orders.some(({ order_no }) => body.msg.includes(order_no)),
    `${body.msg} ${number}`,
  ).toBe(true)
})

test('an open refund of a finished order keeps its member, and the answer names the refund', async () => {
  const { id, number } = await memberWith(
    `SELECT r.user_id AS id, r.refund_no AS number FROM shop_refund r WHERE r.status = 1 ORDER BY r.id LIMIT 1`,
  )
  await server.query('UPDATE shop_order SET status = 5, status_before = 0 WHERE user_id = $1 AND status <> 6', [id])
  await server.query('UPDATE shop_refund SET status = 3 WHERE user_id = $1 AND refund_no <> $2', [id, number])
  const { body } = await deletionOf(id)
  expect(body).toMatchObject({ code: 0, msg: expect.stringContaining(number) })
})
