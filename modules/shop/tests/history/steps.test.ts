import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { openDatabase } from '../../../../server/core/db/connect.ts'
import { DEMO_NOW } from '../../../../tests/harness/database.ts'
import { isLong } from '../../../../tests/harness/sampling.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { allocate, type ShopCommand } from '../../server/command.ts'
import { writeEvaluations } from '../../server/evaluate/write.ts'
import { applyCancel, withdrawCancel } from '../../server/order/applyCancel.ts'
import { createOrder, type NewOrder } from '../../server/order/create.ts'
import { payOrder } from '../../server/order/pay.ts'
import { lockSkus, moveStock } from '../../server/stock.ts'
import { runTimers } from '../../server/timers.ts'
import { expectSoundShop, findOrder, inTransaction, linesOf, orderOf, runStep } from '../helpers/helpers.ts'

let server: TestServer
let now = DEMO_NOW + 60

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
})

const memberEnv = (id: number): ShopCommand => ({ now, actor: { type: 'member', id, name: `member ${id}` } })
const shopEnv = (): ShopCommand => ({ now, actor: { type: 'system' } })
const run = <T>(work: (trx: Writer) => Promise<T>) => inTransaction(server, work)
const receiver = { name: '王芳', mobile: '13800131000', city: '北京市 北京市 朝阳区', address: '建国路1号' }
const order = (userId: number, lines: NewOrder['lines'], more: Partial<NewOrder> = {}): NewOrder => ({
  userId,
  lines,
  receiver,
  source: 'web',
  ...more,
})

/** A member without open bills, and a SKU on sale with enough units. */
async function someone(n = 0) {
  const [member] = await server.query<{ id: number }>(
    `select id from "user" u where status = 'enable' and not exists (select 1 from shop_order o where o.user_id = u.id and o.status = 1) order by id offset ${n} limit 1`,
  )
  return member?.id ?? 0
}
async function someSku(n = 0) {
  const [sku] = await server.query<{ id: number; price: number; stock: number }>(
    `select s.id, s.price::int, s.stock from shop_goods_sku s join shop_goods g on g.id = s.goods_id where g.status = 1 and s.stock > 60 order by s.id offset ${n} limit 1`,
  )
  return sku ?? { id: 0, price: 0, stock: 0 }
}
const stock = async (id: number) =>
  (await server.query<{ stock: number }>('select stock from shop_goods_sku where id = $1', [id]))[0]?.stock

describe('ordering', () => {
  test('takes the units, freezes the prices of the shop and closes by itself after half an hour without payment', async () => {
    const [user, sku] = [await someone(), await someSku()]
    const made = await run((trx) => createOrder(trx, order(user, [{ skuId: sku.id, quantity: 3 }]), memberEnv(user)))
    // Its template delivers from 199 yuan on for nothing.
    expect(sku.price * 3).toBeGreaterThan(19_900)
    expect(made.payAmount).toBe(sku.price * 3)
    expect(made.orderNo).toMatch(/^\d{18}$/)
    expect(await stock(sku.id)).toBe(sku.stock - 3)
    now += 31 * 60
    expect((await run((trx) => runTimers(trx, shopEnv(), 500))).unpaid).toBeGreaterThan(0)
    expect(await orderOf(server, made.id)).toMatchObject({ status: 6, pay_status: 0 })
    expect(await stock(sku.id)).toBe(sku.stock)
  })

  test('points pay a part, at most 30 %, and come back when the order is given up', async () => {
    const [row] = await server.query<{ id: number; score: number }>(
      `select id, score from "user" where status = 'enable' and score >= 1000 order by id limit 1`,
    )
    const user = row?.id ?? 0
    const sku = await someSku(1)
    const most = Math.floor((sku.price * 30) / 100)
    await expect(
      run((trx) => createOrder(trx, order(user, [{ skuId: sku.id, quantity: 1 }], { score: most + 1 }), memberEnv(user))),
    ).rejects.toMatchObject({ code: 'shop.tooMuchScore' })
    const score = Math.min(row?.score ?? 0, most)
    const made = await run((trx) => createOrder(trx, order(user, [{ skuId: sku.id, quantity: 1 }], { score }), memberEnv(user)))
    expect(made.payAmount).toBe(sku.price - score + 1000)
    const left = async () => (await server.query<{ score: number }>('select score from "user" where id = $1', [user]))[0]?.score
    expect(await left()).toBe((row?.score ?? 0) - score)
    now += 31 * 60
    await run((trx) => runTimers(trx, shopEnv(), 500))
    expect(await left()).toBe(row?.score)
  })

  test.each<[string, string, (sku: number) => NewOrder['lines']]>([
    ['more units than there are', 'shop.outOfStock', (sku) => [{ skuId: sku, quantity: 100_000 }]],
    ['half a unit', 'shop.badQuantity', (sku) => [{ skuId: sku, quantity: 0.5 }]],
    ['nothing', 'shop.noLines', () => []],
    ['goods that do not exist', 'shop.notOnSale', () => [{ skuId: 9999, quantity: 1 }]],
  ])('%s is refused and nothing is written', async (_what, code, lines) => {
    const [user, sku] = [await someone(), await someSku(2)]
    await expect(run((trx) => createOrder(trx, order(user, lines(sku.id)), memberEnv(user)))).rejects.toMatchObject({ code })
    expect(await stock(sku.id)).toBe(sku.stock)
  })

  test('goods off sale, in the recycle bin and sold out, and disabled members are refused', async () => {
    const user = await someone()
    for (const [where, why] of [
      ['g.status = 0 and g.delete_time is null', 'offSale'],
      ['g.delete_time is not null', 'recycled'],
      ['g.status = 2', 'soldOut'],
    ]) {
      const [sku] = await server.query<{ id: number }>(
        `select s.id from shop_goods_sku s join shop_goods g on g.id = s.goods_id where ${where} limit 1`,
      )
      const lines = [{ skuId: sku?.id ?? 0, quantity: 1 }]
      await expect(run((trx) => createOrder(trx, order(user, lines), memberEnv(user)))).rejects.toMatchObject({
        code: `shop.why.${why}`,
      })
    }
    const [member] = await server.query<{ id: number }>(`select id from "user" where status = 'disable' limit 1`)
    const id = member?.id ?? 0
    await expect(
      run(async (trx) => createOrder(trx, order(id, [{ skuId: (await someSku()).id, quantity: 1 }]), memberEnv(id))),
    ).rejects.toMatchObject({ code: 'shop.memberDisabled' })
  })

  const people = isLong ? 200 : 60
  test(`${people} people who want the last ten units at once, some of them twice in one cart, get exactly ten`, async () => {
    const sku = await someSku(3)
    await run(async (trx) => {
      const counted = [{ skuId: sku.id, stock: 10 - sku.stock, sales: 0 }]
      await moveStock(trx, await lockSkus(trx, [sku.id]), { changes: counted, reason: 'manual', refNo: '盘点' }, shopEnv())
    })
    const users = (await server.query<{ id: number }>(`select id from "user" where status = 'enable' order by id limit 100`)).map(
      (row) => row.id,
    )
    const database = openDatabase(server.databaseUrl, { connections: 12, lockTimeout: 30_000, statementTimeout: 30_000 })
    const buy = (user: number, twice: boolean) => {
      const lines = twice
        ? [
            { skuId: sku.id, quantity: 1 },
            { skuId: sku.id, quantity: 1 },
          ]
        : [{ skuId: sku.id, quantity: 1 }]
      return runStep(database, (trx) => createOrder(trx, order(user, lines), memberEnv(user)))
    }
    // As many at once as there are connections: the pool gives up on whoever waits for one longer than five seconds.
    const waiting = Array.from({ length: people }, (_, i) => i)
    const results: PromiseSettledResult<unknown>[] = []
    const buyNext = async () => {
      for (let i = waiting.shift(); i !== undefined; i = waiting.shift())
        results.push(...(await Promise.allSettled([buy(users[i % 100] ?? 1, i % 3 === 0)])))
    }
    await Promise.all(Array.from({ length: 12 }, buyNext))
    await database.close()
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as { code: string }).code] : []))
    expect(new Set(refused.filter((code) => code !== 'shop.tooManyUnpaid'))).toEqual(new Set(['shop.outOfStock']))
    expect(await stock(sku.id)).toBe(0)
    const [sold] = await server.query<{ n: number }>(
      'select sum(l.quantity)::int as n from shop_order_goods l join shop_order o on o.id = l.order_id where l.sku_id = $1 and o.create_time = $2',
      [sku.id, now],
    )
    expect(sold?.n).toBe(10)
  })
})

describe('paying', () => {
  const bill = async (n: number) => {
    const [user, sku] = [await someone(n), await someSku(5)]
    return { user, ...(await run((trx) => createOrder(trx, order(user, [{ skuId: sku.id, quantity: 1 }]), memberEnv(user)))) }
  }

  test('notifies the staff once, in both languages, and the same payment reported twice changes nothing', async () => {
    const made = await bill(0)
    const payment = { orderId: made.id, amount: made.payAmount, payType: 'wechat' as const, tradeNo: 'W1' }
    await run((trx) => payOrder(trx, payment, shopEnv()))
    await run((trx) => payOrder(trx, payment, shopEnv()))
    expect(await orderOf(server, made.id)).toMatchObject({ status: 2, pay_status: 1, pay_type: 'wechat' })
    const messages = await server.query<{ admin_id: number; message: string; message_en: string; status: number }>(
      `select admin_id, message, message_en, status from shop_notify where object_key = $1 order by admin_id`,
      [`order ${made.orderNo}`],
    )
    expect(messages.map((row) => row.admin_id)).toEqual([1, 2, 3, 4, 5])
    expect(messages[0]).toMatchObject({
      message: `您有新的订单 ${made.orderNo}，请及时发货`,
      message_en: `New order ${made.orderNo} to ship`,
      status: 0,
    })
  })

  test('another amount, and a balance that is too low, are refused', async () => {
    const made = await bill(1)
    const pay = (amount: number, payType: 'balance' | 'alipay') =>
      run((trx) => payOrder(trx, { orderId: made.id, amount, payType, tradeNo: 'A1' }, shopEnv()))
    await expect(pay(made.payAmount - 1, 'alipay')).rejects.toMatchObject({ code: 'shop.wrongAmount' })
    await server.query(`update "user" set money = 0 where id = $1 and money = 0`, [made.user])
    const [poor] = await server.query<{ money: number }>('select money::int from "user" where id = $1', [made.user])
    if ((poor?.money ?? 0) < made.payAmount)
      await expect(pay(made.payAmount, 'balance')).rejects.toMatchObject({ code: 'member.balanceTooLow' })
    expect((await orderOf(server, made.id)).status).toBe(1)
  })

  test('money that comes after the order was given up goes straight back, once', async () => {
    const made = await bill(2)
    now += 31 * 60
    await run((trx) => runTimers(trx, shopEnv(), 500))
    const payment = { orderId: made.id, amount: made.payAmount, payType: 'alipay' as const, tradeNo: 'LATE1' }
    await run((trx) => payOrder(trx, payment, shopEnv()))
    await run((trx) => payOrder(trx, payment, shopEnv()))
    expect(await orderOf(server, made.id)).toMatchObject({ status: 6, pay_status: 0, refund_amount: 0 })
    expect(await server.query('select kind, amount::int, status from shop_money_back where order_id = $1', [made.id])).toEqual([
      { kind: 'late', amount: made.payAmount, status: 1 },
    ])
  })
})

const praise = (line: { id: number }) => ({
  lineId: line.id,
  score: 5,
  deliveryScore: 5,
  serviceScore: 4,
  content: 'good',
  images: [],
  anonymous: false,
})

describe('what members do with paid orders', () => {
  test('they ask to cancel, the order desk hears of it, and they may think again', async () => {
    const found = await findOrder(
      server,
      'o.status = 2 and o.ship_status = 0 and not exists (select 1 from shop_refund r where r.order_id = o.id)',
    )
    const env = memberEnv(found.user_id)
    await run((trx) => applyCancel(trx, { orderId: found.id, reason: '不想要了' }, env))
    expect((await orderOf(server, found.id)).status).toBe(7)
    expect(
      await server.query('select 1 from shop_notify where object_key = $1', [`order_cancel ${found.order_no}`]),
    ).toHaveLength(5)
    await run((trx) => withdrawCancel(trx, { orderId: found.id }, env))
    expect((await orderOf(server, found.id)).status).toBe(2)
  })

  test('a partly shipped order can no longer be cancelled', async () => {
    const found = await findOrder(server, 'o.status = 2 and o.ship_status = 1')
    await expect(
      run((trx) => applyCancel(trx, { orderId: found.id, reason: '' }, memberEnv(found.user_id))),
    ).rejects.toMatchObject({ code: 'shop.cancelNotAllowed' })
  })

  test('writing about every line completes the order and awards its points', async () => {
    const found = await findOrder(server, 'o.status = 4 and not exists (select 1 from shop_refund r where r.order_id = o.id)')
    const lines = await linesOf(server, found.id)
    const score = async () =>
      (
        await server.query<{ score: number; give: number }>(
          `select u.score, floor(o.give_score * l.score_rate)::int as give from "user" u join shop_order o on o.user_id = u.id
            join shop_user s on s.id = u.id join shop_user_level l on l.id = s.level_id where o.id = $1`,
          [found.id],
        )
      )[0]
    const before = await score()
    const done = await run((trx) =>
      writeEvaluations(trx, { orderId: found.id, userId: found.user_id, lines: lines.map(praise) }, memberEnv(found.user_id)),
    )
    expect(done).toBe(true)
    expect((await orderOf(server, found.id)).status).toBe(5)
    const forWriting = 10 * lines.length
    expect((await score())?.score).toBe((before?.score ?? 0) + (before?.give ?? 0) + forWriting)
  })

  test('a month later the timers have received and completed what nobody touched, but not what has a refund under way', async () => {
    now += 30 * 86_400
    while (Object.values(await run((trx) => runTimers(trx, shopEnv(), 100))).some((n) => n === 100));
    await run((trx) => runTimers(trx, shopEnv(), 500))
    now += 16 * 86_400
    for (let i = 0; i < 6; i++) await run((trx) => runTimers(trx, shopEnv(), 100))
    // An order whose return ran out waits for as long again as the return took: it is not due yet.
    const due = `(o.status = 3 and o.auto_receive_time <= ${now}) or (o.status = 4 and o.receive_time <= ${now - 15 * 86_400})`
    const open = await server.query<{ n: number }>(
      `select count(*)::int as n from shop_order o where (${due}) and not exists (select 1 from shop_refund r where r.order_id = o.id and r.status = 1)`,
    )
    const paused = await server.query<{ n: number }>(
      `select count(*)::int as n from shop_order o where o.status in (3, 4) and exists (select 1 from shop_refund r where r.order_id = o.id and r.status = 1)`,
    )
    expect(open).toEqual([{ n: 0 }])
    expect(paused[0]?.n).toBeGreaterThan(0)
    expect(
      await server.query(`select 1 from shop_refund where audit_status = 2 and status = 1 and user_ship_status = 0`),
    ).toEqual([])
  })
})

describe('splitting money over lines', () => {
  test('the parts always sum to the whole, whatever the weights', () => {
    expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(allocate(1, [5, 7, 9])).toEqual([0, 0, 1])
    expect(allocate(10, [0, 0])).toEqual([10, 0])
    for (let n = 0; n < 300; n++) {
      const weights = Array.from({ length: 1 + (n % 5) }, (_, i) => ((n * 7919 + i * 104_729) % 699_900) + 1)
      const total = weights.reduce((sum, w) => sum + w, 0)
      const amount = (n * 1_299_709) % (total + 1)
      const parts = allocate(amount, weights)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount)
      expect(parts.every((part, i) => part >= 0 && part <= (weights[i] ?? 0))).toBe(true)
    }
  })
})
