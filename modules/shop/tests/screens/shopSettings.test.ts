import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommandContext } from '../../../../server/core/command.ts'
import { openDatabase, type Writer } from '../../../../server/core/db/connect.ts'
import type { Client } from '../../../../tests/harness/client.ts'
import { DEMO_PASSWORD } from '../../../../tests/harness/database.ts'
import { isLong } from '../../../../tests/harness/sampling.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { callBack, startTestSandbox, type TestSandbox } from '../../../../tests/harness/services/sandbox.ts'
import { memberClient, signInMember } from '../../../../tests/member/people.ts'
import { openLine } from '../../../../tests/security/feedLine.ts'
import { keepFinishTimes } from '../../server/conversions/orderFinishTimes.ts'
import { applyCancel } from '../../server/order/applyCancel.ts'
import { createOrder } from '../../server/order/create.ts'
import { payOrder } from '../../server/order/pay.ts'
import { receiveOrder } from '../../server/order/receive.ts'
import { startPayment } from '../../server/payment/intent.ts'
import { applyRefund } from '../../server/refund/apply.ts'
import { lockSkus, moveStock } from '../../server/stock.ts'
import { runTimer } from '../../server/timers.ts'
import { expectSoundShop, findOrder, inTransaction, linesOf, orderOf, orderUrl, runStep, timeline } from '../helpers/helpers.ts'

let sandbox: TestSandbox
let server: TestServer
let owner: Client
let member: Client

beforeAll(async () => {
  sandbox = await startTestSandbox()
  server = await startTestServer({ database: 'demo', settings: sandbox.settings })
  owner = await server.signIn('admin')
  member = memberClient(server, (await signInMember(server)).token)
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
  await sandbox.close()
})

const save = async (values: Record<string, unknown>) => {
  const answer = await owner.post<{ errors?: object }>('/admin/shop.Settings/edit', values)
  return { code: answer.body.code, errors: Object.keys(answer.body.data?.errors ?? {}) }
}
async function order(more: Record<string, unknown> = {}) {
  const [sku] = await server.query<{ id: number }>(
    `select s.id from shop_goods_sku s join shop_goods g on g.id = s.goods_id where g.status = 1 and s.status = 1 and s.stock > 20
      and g.delete_time is null and g.ship_type = 'express' and g.score_deduct = 1 and g.per_limit = 0 and g.min_buy = 1 order by s.id limit 1`,
  )
  const receiver = { name: '张伟', mobile: '13800130001', city: [330000, 330100, 330106], address: '文三路 1 号' }
  return member.post<{ id: number; order_no: string }>('/api/shop.Order/create', {
    lines: [{ sku_id: sku?.id, quantity: 1 }],
    receiver,
    ...more,
  })
}
const terms = async () => (await server.guest().get<Record<string, unknown>>('/api/shop.Base/terms')).body.data

test('a closed shop takes no orders and says why; numbers begin with the prefix', async () => {
  expect((await save({ closed: 1, closed_text: '春节放假，2 月 20 日恢复' })).code).toBe(1)
  expect((await order()).body).toMatchObject({ code: 0, msg: expect.stringContaining('春节放假') })
  expect(await terms()).toMatchObject({ closed: true, closed_text: '春节放假，2 月 20 日恢复' })
  expect((await save({ order_prefix: 'k-1' })).errors).toEqual(['order_prefix'])
  expect((await save({ closed: 0, order_prefix: 'KT' })).code).toBe(1)
  const placed = await order()
  expect(placed.body, placed.text).toMatchObject({ code: 1 })
  expect(placed.body.data.order_no).toMatch(/^KT\d+$/)
})

test('members pay in the ways that are offered only, of which there is one at least', async () => {
  expect((await save({ pay_types: [] })).errors).toEqual(['pay_types'])
  expect((await save({ pay_types: ['wechat'] })).code).toBe(1)
  const placed = await order()
  const pay = await member.post('/api/shop.Order/pay', { id: placed.body.data.id, type: 'balance' })
  expect(pay.body).toMatchObject({ code: 0, msg: 'This payment method is not available' })
  expect((await terms()).pay_types).toEqual(['wechat'])
  await save({ pay_types: ['balance', 'wechat', 'alipay', 'offline'] })
})

test('points may be used from an amount of goods on', async () => {
  await save({ score_min_order: '999999.00' })
  expect((await order({ score: 100 })).body).toMatchObject({ code: 0, msg: expect.stringContaining('999999.00') })
  await save({ score_min_order: '0.00' })
})

test('cancelling a paid order can be asked for as long as the settings say', async () => {
  const paid = await findOrder(server, 'o.status = 2 and o.ship_status = 0')
  const [row] = await server.query<{ pay_time: number }>('select pay_time::int from shop_order where id = $1', [paid.id])
  await save({ apply_cancel_minutes: 30 })
  const apply = (minutes: number) => {
    const env: CommandContext = {
      now: (row?.pay_time ?? 0) + minutes * 60,
      actor: { type: 'member', id: paid.user_id, name: '' },
      silent: true,
    }
    return inTransaction(server, (trx) => applyCancel(trx, { orderId: paid.id, reason: '拍错了' }, env))
  }
  await expect(apply(31)).rejects.toMatchObject({ code: 'shop.cancelNotAllowed' })
  await apply(29)
  await save({ apply_cancel_minutes: 0 })
})

test('a limit holds for changes of balances by hand, for those without a right to exceed it', async () => {
  await server.query(
    `update admin_group set rules = array_remove(array_remove(rules, (select id::text from admin_rule where name = 'user/moneyLog/large')), 'user/moneyLog/large')`,
  )
  const cashier = await server.signIn('manager')
  const book = async (client: Client, money: string) =>
    (await client.post('/admin/shop.user.User/money', { id: 7, money, memo: '测试' })).body.code
  await save({ manual_money_limit: '10.00' })
  expect([await book(cashier, '10.00'), await book(cashier, '10.01'), await book(owner, '10.01')]).toEqual([1, 0, 1])
  await save({ manual_money_limit: '2000.00' })
})

test('the tags of members are those of the settings, and reasons and terms reach the storefront', async () => {
  const tags = async () =>
    (await owner.get<{ list: { value: string; label: string }[] }>('/admin/shop.user.User/options', { field: 'tags' })).body.data
      .list
  expect((await tags()).map((tag) => tag.value)).toEqual(['vip', 'wholesale', 'returns', 'care'])
  const kept = [
    { key: 'vip', value: '重要客户' },
    { key: 'blogger', value: '博主', en: 'Blogger', tag: 'danger' },
  ]
  expect((await save({ member_tags: kept })).code).toBe(1)
  expect(await tags()).toEqual([
    { value: 'vip', label: 'VIP' },
    { value: 'blogger', label: 'Blogger' },
  ])
  expect((await owner.post('/admin/shop.user.User/setTags', { ids: [7], tags: ['blogger'] })).body.code).toBe(1)
  expect((await owner.post('/admin/shop.user.User/setTags', { ids: [7], tags: ['wholesale'] })).body.code).toBe(0)
  const search = [{ field: 'id', operator: 'eq', val: '7' }]
  const members = await owner.get<{ list: unknown[] }>('/admin/shop.user.User/index', { search })
  expect(members.body.data.list).toMatchObject([{ tags: ['blogger'], tags_text: ['Blogger'], tags_tag: ['danger'] }])
  await save({ service_terms: '<p>条款<script>alert(1)</script></p>' })
  expect(await terms()).toMatchObject({ service_terms: '<p>条款</p>', cancel_reasons: expect.arrayContaining(['拍错了']) })
})

test('members give a reason of the list in the settings, and the refund shows its text', async () => {
  expect((await terms()).refund_reasons).toContainEqual({ key: 'quality', text: 'Quality' })
  const size = { key: 'size', value: '尺码不合适', en: 'Does not fit' }
  expect((await save({ refund_reasons: [size, { key: 'other', value: '其他' }] })).code).toBe(1)
  expect((await terms()).refund_reasons).toEqual([
    { key: 'size', text: 'Does not fit' },
    { key: 'other', text: 'Other' },
  ])
  const { id: orderId } = (await order()).body.data
  expect((await owner.post(`${orderUrl}/pay`, { id: orderId, trade_no: 'R0001', remark: '' })).body.code).toBe(1)
  const lines = [{ id: (await linesOf(server, orderId))[0]?.id, quantity: 1 }]
  const ask = async (reason: string) =>
    (await member.post<{ id: number }>('/api/shop.Refund/apply', { order_id: orderId, type: 1, reason, lines })).body
  expect(await ask('quality')).toMatchObject({ code: 0, data: { errors: { reason: expect.any(String) } } })
  const { id } = (await ask('size')).data
  expect((await member.get('/api/shop.Refund/info', { id })).body.data).toMatchObject({ row: { reason_text: 'Does not fit' } })
  const refunds = async (reason: string) => {
    const search = [{ field: 'reason', operator: 'eq', val: reason }]
    return (await owner.get<{ list: unknown[] }>('/admin/shop.order.Refund/index', { search })).body.data.list
  }
  expect(await refunds('size')).toMatchObject([{ reason: 'size', reason_text: 'Does not fit' }])
  // What the demo asked for by a reason that is no longer offered keeps its words.
  expect((await refunds('quality'))[0]).toMatchObject({ reason: 'quality', reason_text: 'Quality' })
  const shown = (await owner.get<{ row: object }>('/admin/shop.order.Order/info', { id: orderId })).body.data.row
  expect(shown).toMatchObject({ refunds: [{ reason: 'size', reason_text: 'Does not fit' }] })
  await save({ refund_reasons: null })
})

test('an order that was received keeps when it completes and until when money can be asked back, whatever the settings say later', async () => {
  const now = Math.floor(Date.now() / 1000)
  const day = 86_400
  const system = (at: number): CommandContext => ({ now: at, actor: { type: 'system' }, silent: true })
  const received = async (n: number) => {
    const found = await findOrder(
      server,
      `o.status = 3 and o.pay_type = 'balance' and not exists (select 1 from shop_refund r where r.order_id = o.id)`,
      n,
    )
    await inTransaction(server, (trx) => receiveOrder(trx, { orderId: found.id }, system(now)))
    return found
  }
  const ask = async (orderId: number, at: number) => {
    const [line] = await server.query<{ id: number; share: number; shipped: number }>(
      'select id, pay_share::int as share, shipped from shop_order_goods where order_id = $1 order by id limit 1',
      [orderId],
    )
    const lines = [{ id: line?.id ?? 0, quantity: line?.shipped ?? 0, amount: line?.share ?? 0 }]
    const wish = { orderId, type: 2 as const, reason: 'quality', description: '', images: [], lines, includeDelivery: false }
    return inTransaction(server, (trx) => applyRefund(trx, wish, system(at)))
  }
  const old = await received(0)
  const older = await received(0)
  await server.query('update shop_order set auto_finish_time = null, refund_until = null where id = $1', [older.id])
  await save({ auto_evaluate_days: 1, refund_days: 0 })
  const later = await received(0)
  await inTransaction(server, (trx) => keepFinishTimes(trx, now)) // as the server does when it starts
  await inTransaction(server, (trx) => runTimer(trx, 'finish', system(now + 2 * day), 1000))
  const states = await Promise.all([old, older, later].map(async ({ id }) => (await orderOf(server, id)).status))
  // The second was received before orders kept it: the settings at the server's next start hold for it.
  expect(states).toEqual([4, 5, 5])
  for (const { id } of [older, later]) await expect(ask(id, now + 2 * day)).rejects.toMatchObject({ code: 'shop.refundTooLate' })
  await ask(old.id, now + 2 * day)
  await save({ auto_evaluate_days: 15, refund_days: 15 })
})

/** A SKU of which `left` units are in stock now, that everybody may buy. */
async function stocked(left: number): Promise<number> {
  const [sku] = await server.query<{ id: number; stock: number }>(
    `select s.id, s.stock from shop_goods_sku s join shop_goods g on g.id = s.goods_id where g.status = 1 and s.status = 1 and s.stock > 20
      and g.delete_time is null and g.spec_type = 'single' and g.ship_type = 'express' and g.per_limit = 0 and g.min_buy = 1 order by s.id limit 1`,
  )
  const id = sku?.id ?? 0
  const env: CommandContext = { now: Math.floor(Date.now() / 1000), actor: { type: 'system' }, silent: true }
  const changes = [{ skuId: id, stock: left - (sku?.stock ?? 0), sales: 0 }]
  await inTransaction(server, async (trx) =>
    moveStock(trx, await lockSkus(trx, [id]), { changes, reason: 'manual', refNo: '盘点' }, env),
  )
  return id
}
const inStock = async (skuId: number) =>
  (await server.query<{ stock: number }>('select stock from shop_goods_sku where id = $1', [skuId]))[0]?.stock
const receiver = { name: '张伟', mobile: '13800130001', city: '浙江省 杭州市 西湖区', address: '文三路 1 号' }
const rich = async (n: number) =>
  server.query<{ id: number }>(
    `select u.id from "user" u left join shop_user s on s.id = u.id where u.status = 'enable' and u.money >= 0 and coalesce(s.blocked, 0) = 0
      and not exists (select 1 from shop_order o where o.user_id = u.id and o.status = 1) order by u.id limit $1`,
    [n],
  )

const crowd = isLong ? 50 : 20
test(`where stock is taken on payment, ${crowd} buyers of five units get five of them, and everybody else their money back`, async () => {
  const skuId = await stocked(5)
  await save({ stock_mode: 'pay', max_unpaid: 100 })
  // As many connections as a server has.
  const database = openDatabase(server.databaseUrl, { connections: 10, statementTimeout: 60_000, lockTimeout: 60_000 })
  const doing = <T>(work: (trx: Writer) => Promise<T>) => runStep(database, work)
  const buyers = await rich(crowd)
  expect(buyers).toHaveLength(crowd)
  const now = Math.floor(Date.now() / 1000)
  const as = (id: number): CommandContext => ({ now, actor: { type: 'member', id, name: '' } })
  const made = await Promise.all(
    buyers.map(({ id: userId }) =>
      doing((trx) => createOrder(trx, { userId, lines: [{ skuId, quantity: 1 }], receiver, source: 'web' }, as(userId))),
    ),
  )
  expect(await inStock(skuId)).toBe(5)
  // Half of them pay through the provider, which tells each payment twice; half from their balance.
  const answers = await Promise.all(
    made.map(async ({ id: orderId, payAmount }, i) => {
      const userId = buyers[i]?.id ?? 0
      if (i % 2 === 0) {
        await owner.post('/admin/user.MoneyLog/add', { user_id: userId, money: (payAmount / 100).toFixed(2), memo: '测试' })
        const payment = { orderId, amount: payAmount, payType: 'balance' as const, tradeNo: '' }
        return doing((trx) => payOrder(trx, payment, as(userId))).catch((error: { code?: string }) => error.code)
      }
      const { payNo } = await doing((trx) => startPayment(trx, { orderId, channel: 'wechat' }, as(userId)))
      const content = {
        event: 'payment',
        number: payNo,
        channel: 'wechat',
        trade_no: `51${payNo}`,
        amount: payAmount,
        state: 'done',
        error: '',
      }
      const told = await Promise.all([callBack(server, sandbox, content), callBack(server, sandbox, content)])
      return told.map(({ body }) => body.code).join()
    }),
  )
  await database.close()
  expect(await inStock(skuId)).toBe(0)
  const orders = await Promise.all(made.map(({ id }) => orderOf(server, id)))
  const paid = orders.filter(({ status }) => status === 2)
  expect(paid).toHaveLength(5)
  for (const [i, one] of orders.entries()) {
    if (one.status === 2) continue
    // From the balance nothing was taken: who pays is told, and the order waits; what came through the provider goes back and its order closes.
    if (i % 2 === 0) {
      expect(answers[i]).toBe('shop.outOfStock')
      expect(one).toMatchObject({ status: 1, pay_status: 0 })
      continue
    }
    expect(answers[i]).toBe('1,1')
    expect(one).toMatchObject({ status: 6, pay_status: 0, refund_amount: 0 })
    expect(await timeline(server, one.id, 1)).toEqual(['pay_no_stock 1>6 '])
    const [closed] = await server.query(
      `select o.close_reason, o.close_note <> '' as noted, b.kind, b.amount::int, p.status from shop_order o
        join shop_money_back b on b.order_id = o.id join shop_payment p on p.order_id = o.id where o.id = $1`,
      [one.id],
    )
    expect(closed).toEqual({ close_reason: 'out_of_stock', noted: true, kind: 'late', amount: one.pay_amount, status: 3 })
  }
  // What waits gives no units back when it is closed: it has taken none.
  const waiting = orders.filter(({ status }) => status === 1)
  const [first, second] = waiting
  const closing = await owner.post<{ lines: { units: number }[] }>(`${orderUrl}/givesBack`, { id: first?.id })
  expect(closing.body.data.lines.map(({ units }) => units)).toEqual([0])
  expect((await owner.post(`${orderUrl}/close`, { id: first?.id, reason: 'out_of_stock', note: '' })).body.code).toBe(1)
  const late: CommandContext = { now: now + 7200, actor: { type: 'system' } }
  await inTransaction(server, (trx) => runTimer(trx, 'unpaid', late, 100))
  expect((await orderOf(server, second?.id ?? 0)).status).toBe(6)
  expect(await inStock(skuId)).toBe(0)
  // And what was paid gives its unit back.
  expect((await owner.post(`${orderUrl}/close`, { id: paid[0]?.id, reason: 'other', note: '' })).body.code).toBe(1)
  expect(await inStock(skuId)).toBe(1)
})

test('an order keeps the way in which it takes stock, whatever the settings say later', async () => {
  const skuId = await stocked(3)
  const place = () =>
    member.post<{ id: number; msg: string }>('/api/shop.Order/create', {
      lines: [{ sku_id: skuId, quantity: 2 }],
      receiver: { ...receiver, city: [330000, 330100, 330106] },
    })
  await save({ stock_mode: 'pay' })
  const onPayment = await place()
  await save({ stock_mode: 'create' })
  expect(await inStock(skuId)).toBe(3)
  const onCreation = await place()
  expect(await inStock(skuId)).toBe(1)
  expect((await place()).body).toMatchObject({ code: 0, msg: expect.stringContaining('Not enough of') })
  const confirm = (id: number) => owner.post(`${orderUrl}/pay`, { id, trade_no: '', remark: '' })
  expect((await confirm(onPayment.body.data.id)).body).toMatchObject({ code: 0, msg: expect.stringContaining('Not enough of') })
  expect((await member.post('/api/shop.Order/cancel', { id: onCreation.body.data.id })).body.code).toBe(1)
  expect(await inStock(skuId)).toBe(3)
  expect((await confirm(onPayment.body.data.id)).body).toMatchObject({ code: 1 })
  expect(await inStock(skuId)).toBe(1)
})

test('paying from the balance needs the password where the settings say so, and guesses are counted', async () => {
  await stocked(20)
  await save({ balance_password: 1 })
  expect((await terms()).balance_password).toBe(true)
  await owner.post('/admin/user.MoneyLog/add', { user_id: 164, money: '9000.00', memo: '测试' })
  const [first, second] = [await order(), await order()]
  const pay = (id: number, more: object = {}) => member.post('/api/shop.Order/pay', { id, type: 'balance', ...more })
  for (const wrong of [{}, { password: '' }, { password: 'guessed-1' }])
    expect((await pay(first.body.data.id, wrong)).body).toMatchObject({
      code: 0,
      data: { errors: { password: expect.any(String) } },
    })
  expect((await orderOf(server, first.body.data.id)).status).toBe(1)
  expect((await pay(first.body.data.id, { password: DEMO_PASSWORD })).body).toMatchObject({ code: 1, data: { paid: true } })
  // Through a provider nobody is asked.
  expect((await member.post('/api/shop.Order/pay', { id: second.body.data.id, type: 'wechat' })).body.code).toBe(1)
  for (let guess = 0; guess < 5; guess++) await pay(second.body.data.id, { password: `guessed-${guess}` })
  expect((await pay(second.body.data.id, { password: DEMO_PASSWORD })).body.code).toBe(0)
  expect((await orderOf(server, second.body.data.id)).status).toBe(1)
  await save({ balance_password: 0 })
  expect((await pay(second.body.data.id)).body.code).toBe(1)
})

test('the ways to pay bind recharges too, which no balance pays', async () => {
  const [plan] = await server.query<{ id: number }>(
    'select id from shop_recharge_plan where status = 1 and new_only = 0 and per_limit = 0 order by id limit 1',
  )
  const create = () => member.post<{ order_no: string }>('/api/shop.Recharge/create', { plan_id: plan?.id })
  await save({ pay_types: ['balance', 'alipay'] })
  const made = await create()
  expect(made.body, made.text).toMatchObject({ code: 1 })
  const pay = (type: string) => member.post('/api/shop.Recharge/pay', { order_no: made.body.data.order_no, type })
  expect((await pay('wechat')).body).toMatchObject({ code: 0, msg: 'This payment method is not available' })
  expect((await pay('balance')).body.code).toBe(0)
  expect((await pay('alipay')).body).toMatchObject({ code: 1, data: { paid: false } })
  await save({ pay_types: ['balance'] })
  expect((await create()).body).toMatchObject({ code: 0, msg: 'This payment method is not available' })
  await save({ pay_types: ['balance', 'wechat', 'alipay', 'offline'] })
})

test('the settings show where the live feed is, and a test says whether it arrives', async () => {
  const { row } = (await owner.get<{ row: { feed_path: string } }>('/admin/shop.Settings/index')).body.data
  expect(row.feed_path).toBe(`Port ${new URL(server.feedUrl).port} (http), /wss (https)`)
  expect((await save({ feed_path: 'ws://elsewhere' })).code).toBe(0)
  const tryIt = async (who: Client) =>
    (await who.post<{ arrived: string; result: string }>('/admin/shop.Settings/testFeed', {})).body
  expect(await tryIt(owner)).toMatchObject({ code: 1, data: { arrived: 'no', result: expect.stringContaining('/wss') } })
  const line = await openLine(server.feedUrl, server.url)
  const second = await server.signIn('admin')
  await line.bind(second.token ?? '')
  // A client that does not know the word stays silent.
  expect((await tryIt(owner)).data).toMatchObject({ arrived: 'no', result: expect.stringContaining('Sent to 1') })
  line.socket.on('message', (data) => {
    const { type, data: said } = JSON.parse(String(data)) as { type: string; data: { word: string } }
    if (type === 'test') line.say({ heard: said.word })
  })
  expect((await tryIt(owner)).data).toMatchObject({ arrived: 'yes', result: expect.stringMatching(/in \d+ ms/) })
  await save({ notify: 0 })
  expect((await tryIt(owner)).data).toMatchObject({ arrived: 'no', result: expect.stringContaining('are off') })
  await save({ notify: 1 })
  expect((await tryIt(await server.signIn('service'))).code).toBe(401)
  line.socket.close()
})
