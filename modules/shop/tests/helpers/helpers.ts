import { expect } from 'vitest'
import { openDatabase, type Writer } from '../../../../server/core/db/connect.ts'
import { inTransaction as runStep } from '../../../../server/core/transaction/transaction.ts'
import type { Answer, Client } from '../../../../tests/harness/client.ts'
import type { TestServer } from '../../../../tests/harness/server.ts'
import { checkInvariants } from '../../demo/invariants.ts'

/** The database behind a server, or behind several. */
export type Asked = Pick<TestServer, 'query'>

export const orderUrl = '/admin/shop.order.Order'
export const refundUrl = '/admin/shop.order.Refund'

/** What tests read of an order, straight from the database. */
export interface OrderFacts {
  id: number
  order_no: string
  user_id: number
  status: number
  pay_status: number
  ship_status: number
  pay_amount: number
  refund_amount: number
  score: number
  pay_type: string | null
}

/** What was answered; fails with the server's words where it was refused. */
export function done<T>(answer: Answer<T>): T {
  expect(answer.body, answer.text).toMatchObject({ code: 1 })
  return answer.body.data
}

/** The order with this id, as it stands in the database. */
export async function orderOf(server: Asked, id: number): Promise<OrderFacts> {
  const rows = await server.query<OrderFacts>(
    `select id, order_no, user_id, status, pay_status, ship_status, pay_amount::int, refund_amount::int, score, pay_type from shop_order where id = $1`,
    [id],
  )
  const [row] = rows
  if (!row) throw new Error(`no order ${id}`)
  return row
}

/** The n-th order (from 0) that fulfils a condition in SQL, oldest first. */
export async function findOrder(server: Asked, where: string, n = 0): Promise<OrderFacts> {
  const rows = await server.query<{ id: number }>(
    `select o.id from shop_order o where ${where} order by o.id limit 1 offset ${n}`,
  )
  const [row] = rows
  if (!row) throw new Error(`no order where ${where}`)
  return orderOf(server, row.id)
}

/** Units of each SKU of an order that lie in stock. */
export async function stockOf(server: Asked, orderId: number): Promise<Record<number, number>> {
  const rows = await server.query<{ id: number; stock: number }>(
    `select s.id, s.stock from shop_goods_sku s where s.id in (select sku_id from shop_order_goods where order_id = $1)`,
    [orderId],
  )
  return Object.fromEntries(rows.map((row) => [row.id, row.stock]))
}

/** Lines of an order, oldest first. */
export async function linesOf(server: Asked, orderId: number) {
  return server.query<{ id: number; sku_id: number; quantity: number; shipped: number; name: string }>(
    'select id, sku_id, quantity, shipped, name from shop_order_goods where order_id = $1 order by id',
    [orderId],
  )
}

/** Entries of an order's timeline after the given number of them: `action from>to by`. */
export async function timeline(server: Asked, orderId: number, after = 0): Promise<string[]> {
  const rows = await server.query<{ text: string }>(
    `select concat(action, ' ', "from", '>', "to", ' ', actor_name) as text from shop_order_log where order_id = $1 order by id offset $2`,
    [orderId, after],
  )
  return rows.map((row) => row.text)
}

/** Everything that must always hold in the shop holds. */
export async function expectSoundShop(server: Pick<TestServer, 'databaseUrl'>): Promise<void> {
  const database = openDatabase(server.databaseUrl, { connections: 1, statementTimeout: 60_000 })
  try {
    expect(await checkInvariants(database.read)).toEqual([])
  } finally {
    await database.close()
  }
}

/** Runs a step as the server does: once more where the database ended it, or where a number was drawn that another has. */
export { runStep }

/** Runs a step in a transaction of its own, as timers and members do that have no screen here. */
export async function inTransaction<T>(server: TestServer, work: (trx: Writer) => Promise<T>): Promise<T> {
  const database = openDatabase(server.databaseUrl, { connections: 1 })
  try {
    return await runStep(database, work)
  } finally {
    await database.close()
  }
}

/** Fills in the deliver form as the screen does: first values from the server, a carrier and its number from the person. */
export async function deliver(client: Client, id: number, values: Record<string, unknown> = {}): Promise<Answer> {
  return client.post(`${orderUrl}/delivery`, { id, ...parcel(), ...values })
}

let number = 0
/** A complete deliver form for everything that is open, with a number of the first carrier. */
export function parcel(): Record<string, unknown> {
  number++
  return {
    mode: 'all',
    address_id: 1,
    company_id: 1,
    tracking_no: `SF${String(number).padStart(12, '0')}`,
    lines: [],
    notify_user: 1,
  }
}
