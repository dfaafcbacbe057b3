import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { demoMember, memberClient, signInMember } from '../../../../tests/member/people.ts'

let server: TestServer
let member: Client
let owner: Client
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  member = memberClient(server, (await signInMember(server)).token)
  owner = await server.signIn('admin')
}, 180_000)
afterAll(() => server?.close())

/** Ways to write a number that are not its one decimal form; lists of one and booleans among them. */
const disguised = (n: number): unknown[] => [
  [n],
  [[n]],
  [String(n)],
  true,
  `0x${n.toString(16)}`,
  ` ${n}`,
  `${n} `,
  `+${n}`,
  `0${n}`,
  `${n}.0`,
  `${n}e0`,
  { id: n },
]

/** A row that the call would change if it took what was sent for its key, and what must stay as it is. */
async function changesNothing(
  label: string,
  state: string,
  values: unknown[],
  call: (value: unknown) => Promise<{ status: number; body: { code: number } }>,
) {
  const before = await server.query(state)
  for (const value of values) {
    const { status, body } = await call(value)
    expect([label, status, body.code], JSON.stringify(value)).toEqual([label, 200, 0])
  }
  expect(await server.query(state), label).toEqual(before)
}

const one = async (sql: string): Promise<number> => Number((await server.query<{ n: number }>(sql))[0]?.n ?? 0)

test('keys and quantities of members’ calls are read by one rule: nothing but canonical integers', async () => {
  const me = await one(`select id as n from "user" where username = '${demoMember}'`)
  const sku = await one(
    'select s.id as n from shop_goods_sku s join shop_goods g on g.id = s.goods_id where g.status = 1 and g.delete_time is null and s.status = 1 and s.stock > 60 order by s.id limit 1',
  )
  const points = await one(
    "select id as n from points_goods where status = 1 and delete_time is null and type <> 'coupon' order by id limit 1",
  )
  const plan = await one('select id as n from shop_recharge_plan where status = 1 order by id limit 1')
  const offer = await one('select id as n from shop_coupon_center where status = 1 order by id limit 1')
  const orders = `select count(*)::int as n from shop_order where user_id = ${me}`
  const receiver = { name: '王芳', mobile: '13800131000', city: [110000, 110100, 110105], address: '建国路1号' }
  const create = (line: object) => member.post('/api/shop.Order/create', { lines: [line], receiver })
  await changesNothing('Order/create sku', orders, disguised(sku), (sku_id) => create({ sku_id, quantity: 1 }))
  await changesNothing('Order/create quantity', orders, [...disguised(2), 0, -1, 1.5, 10_000, 1e15], (quantity) =>
    create({ sku_id: sku, quantity }),
  )
  const cart = `select count(*)::int as n from shop_cart where user_id = ${me}`
  await changesNothing('Cart/add', cart, [...disguised(sku), 2 ** 31, 1e18], (sku_id) =>
    member.post('/api/shop.Cart/add', { sku_id }),
  )
  const exchanges = `select count(*)::int as n, (select score from "user" where id = ${me}) as score from points_order where user_id = ${me}`
  const exchange = (body: object) =>
    member.post('/api/points.Order/create', {
      receiver_name: '王芳',
      receiver_mobile: '13800131000',
      receiver_city: receiver.city,
      receiver_address: '建国路1号',
      ...body,
    })
  await changesNothing('points.Order/create goods', exchanges, disguised(points), (goods_id) => exchange({ goods_id }))
  await changesNothing('points.Order/create quantity', exchanges, [...disguised(1), 0, -1, 1.5, 10_000], (quantity) =>
    exchange({ goods_id: points, quantity }),
  )
  await changesNothing('Recharge/create', 'select count(*)::int as n from shop_recharge_order', disguised(plan), (plan_id) =>
    member.post('/api/shop.Recharge/create', { plan_id }),
  )
  await changesNothing('Coupon/receive', 'select count(*)::int as n from shop_coupon_receive', disguised(offer), (id) =>
    member.post('/api/shop.Coupon/receive', { id }),
  )
})

test('keys, options and amounts of administrators’ calls are read by the same rule', async () => {
  const refund = await one('select id as n from shop_refund where status = 1 order by id limit 1')
  const refunds = 'select id, status, audit_status, agree_amount from shop_refund order by id'
  const audit = (body: object) => owner.post('/admin/shop.order.Refund/audit', { id: refund, result: 'agree', ...body })
  await changesNothing('refund audit', refunds, [['agree'], [['agree']], true, 1, { agree: 1 }], (result) => audit({ result }))
  await changesNothing(
    'refund key',
    refunds,
    [[refund], [[refund]], true, `0x${refund.toString(16)}`, `0${refund}`, ` ${refund}`],
    (id) => audit({ id }),
  )
  const member2 = await one('select min(id) as n from shop_user')
  const balances = `select money, score from "user" where id = ${member2}`
  await changesNothing('money by hand', balances, [[1], ['1.00'], true, '0x1', '1e2', ' 1.00', '+1.00', '01.00'], (money) =>
    owner.post('/admin/shop.user.User/money', { id: member2, money, memo: 'x' }),
  )
  await changesNothing('points by hand', balances, disguised(1), (score) =>
    owner.post('/admin/shop.user.User/score', { id: member2, score, memo: 'x' }),
  )
})

test('amounts are bounded where they are booked: orders, stock and recharges beyond what can be held are refused with words', async () => {
  const me = await one(`select id as n from "user" where username = '${demoMember}'`)
  const [sku] = await server.query<{ id: number; goods_id: number; price: string; stock: number }>(
    'select s.id, s.goods_id, s.price, s.stock from shop_goods_sku s join shop_goods g on g.id = s.goods_id where g.status = 1 and g.delete_time is null and s.status = 1 and s.stock > 60 and g.min_buy = 1 and g.per_limit = 0 order by s.id limit 1',
  )
  const receiver = { name: '王芳', mobile: '13800131000', city: [110000, 110100, 110105], address: '建国路1号' }
  await server.query('update shop_goods_sku set price = 999999999999 where id = $1', [sku?.id])
  const order = await member.post('/api/shop.Order/create', { lines: [{ sku_id: sku?.id, quantity: 50 }], receiver })
  await server.query('update shop_goods_sku set price = $2 where id = $1', [sku?.id, sku?.price])
  expect([order.status, order.body.code, order.body.msg]).toEqual([200, 0, expect.stringContaining('9999999999.99')])
  const plan = await one(
    "select id as n from shop_recharge_plan where status = 1 and delete_time is null and new_only = 0 and level_ids = '{}' order by id limit 1",
  )
  const [purse] = await server.query<{ money: string }>('select money from "user" where id = $1', [me])
  await server.query('update "user" set money = 999999999999 where id = $1', [me])
  const recharge = await member.post('/api/shop.Recharge/create', { plan_id: plan })
  await server.query('update "user" set money = $2 where id = $1', [me, purse?.money])
  expect([recharge.status, recharge.body.code, recharge.body.msg]).toEqual([200, 0, expect.stringContaining('9999999999.99')])
  expect(server.logs.filter((line) => line.includes('unexpected error'))).toEqual([])
})
