import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommandContext } from '../../../../server/core/command.ts'
import { type Database, openDatabase, type Writer } from '../../../../server/core/db/connect.ts'
import type { Answer, Client } from '../../../../tests/harness/client.ts'
import { isLong } from '../../../../tests/harness/sampling.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { memberClient, registerMember, signInMember } from '../../../../tests/member/people.ts'
import { randomFrom } from '../../demo/random.ts'
import { createRecharge } from '../../server/recharge/create.ts'
import { cancelRecharge } from '../../server/recharge/end.ts'
import { payRecharge, type RechargePayment } from '../../server/recharge/pay.ts'
import { runTimer } from '../../server/timers.ts'
import { makePlan, planForm } from '../helpers/factories.ts'
import { expectSoundShop, runStep } from '../helpers/helpers.ts'

const planUrl = '/admin/shop.recharge.Plan'
const orderUrl = '/admin/shop.recharge.Order'
const memberUrl = '/api/shop.Recharge'
const day = 86_400
const atOnce = 20

let server: TestServer
let database: Database
let owner: Client
let member: Client
let memberId = 0
const now = Math.floor(Date.now() / 1000)

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  database = openDatabase(server.databaseUrl, { connections: 8, statementTimeout: 60_000, lockTimeout: 60_000 })
  owner = await server.signIn('admin')
  member = memberClient(server, (await signInMember(server)).token)
  const [row] = await server.query<{ id: number }>(`select id from "user" where username = 'user0164'`)
  memberId = Number(row?.id)
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await database.close()
  await server.close()
})

const errorsOf = ({ body }: Answer<unknown>) => Object.keys((body.data as { errors?: object } | null)?.errors ?? {})
const add = (more: object = {}) => owner.post<{ id: number }>(`${planUrl}/add`, { ...planForm, ...more })
const planned = (more?: object) => makePlan(owner, more)
const shop: CommandContext = { now, actor: { type: 'system' } }
const step = <T>(work: (trx: Writer) => Promise<T>): Promise<T> => runStep(database, work)
interface Facts {
  id: number
  order_no: string
  status: number
  pay_type: string | null
  trade_no: string
  refund_amount: number
  gift_coupons: { coupon_id: number; receive_id?: number }[]
}
async function orderOf(id: number): Promise<Facts> {
  const [row] = await server.query<Facts>(
    'select id, order_no, status, pay_type, trade_no, refund_amount::int, gift_coupons from shop_recharge_order where id = $1',
    [id],
  )
  if (!row) throw new Error(`no recharge ${id}`)
  return row
}
/** An order of a plan, made by the member through their own call, or at another time. */
async function ordered(planId: number, at?: number): Promise<Facts> {
  if (at !== undefined) {
    const env: CommandContext = { now: at, actor: { type: 'member', id: memberId, name: '会员' } }
    return orderOf((await step((trx) => createRecharge(trx, { planId, userId: memberId }, env))).id)
  }
  const answer = await member.post<{ id: number }>(`${memberUrl}/create`, { plan_id: planId })
  expect(answer.body, answer.text).toMatchObject({ code: 1 })
  return orderOf(answer.body.data.id)
}
let trades = 0
const payment = (order: Facts, more: Partial<RechargePayment> = {}): RechargePayment => ({
  orderNo: order.order_no,
  amount: 10_000,
  payType: 'wechat',
  tradeNo: `4200${now}${trades++}`,
  ...more,
})
const callback = (told: RechargePayment) => step((trx) => payRecharge(trx, told, shop))
async function holdings(): Promise<{ money: number; score: number }> {
  const [row] = await server.query<{ money: number; score: number }>('select money::int, score from "user" where id = $1', [
    memberId,
  ])
  return row ?? { money: 0, score: 0 }
}
const ledger = async (orderNo: string) =>
  (
    await server.query<{ text: string }>(
      `select concat(source, ' ', money) as text from user_money_log where ref_no = $1 order by id`,
      [orderNo],
    )
  ).map((row) => row.text)
const logOf = async (id: number) =>
  (
    await server.query<{ text: string }>(
      `select concat(action, ' ', "from", '>', "to", ' ', actor) as text from shop_recharge_log where order_id = $1 order by id`,
      [id],
    )
  ).map((row) => row.text)
const codes = (answers: Answer<unknown>[]) => answers.map(({ body }) => body.code)
const settled = async (work: Promise<unknown>[]) => (await Promise.allSettled(work)).map(({ status }) => status)
/** Nobody's unpaid orders of before stand in the way. */
async function nothingOpen(): Promise<void> {
  const rows = await server.query<{ order_no: string }>(
    'select order_no from shop_recharge_order where status = 1 and user_id = $1',
    [memberId],
  )
  for (const { order_no } of rows) expect((await member.post(`${memberUrl}/cancel`, { order_no })).body.code).toBe(1)
}

describe('the plans', () => {
  test('are listed with what they give, how often they were sold and what came in', async () => {
    type Row = { id: number; gift_coupons: string[]; sold: number; income: string; label: string }
    const { body } = await owner.get<{ list: Row[] }>(`${planUrl}/index`, { limit: 50, order: 'sold,desc' })
    expect(body.data.list).toHaveLength(6)
    const sold = body.data.list.map((row) => row.sold)
    expect(sold).toEqual([...sold].sort((a, b) => b - a))
    expect(sold.reduce((sum, n) => sum + n, 0)).toBe(142)
    expect(body.data.list.find((row) => row.id === 5)?.gift_coupons).toEqual([expect.stringMatching(/199/)])
    const [first] = body.data.list
    const orders = await owner.get<{ total: number }>(`${orderUrl}/index`, {
      search: [
        { field: 'plan_id', val: first?.id, operator: 'eq' },
        { field: 'status', val: '2', operator: 'IN' },
      ],
    })
    expect(orders.body.data.total).toBe(first?.sold)
  })

  test('are added, edited and deleted; errors are shown next to their field', async () => {
    expect(errorsOf(await add({ title: '', amount: '0.99', gift_money: '0.00' })).sort()).toEqual(['amount', 'title'])
    expect(errorsOf(await add({ gift_money: '-1.00' }))).toEqual(['gift_money'])
    expect(errorsOf(await add({ start_time: now, end_time: now }))).toEqual(['end_time'])
    expect(errorsOf(await add({ label: '一二三四五六七八九十一' }))).toEqual(['label'])
    expect(errorsOf(await add({ gift_coupon_ids: [1, 2, 3, 4, 5, 6] }))).toEqual(['gift_coupon_ids'])
    const id = await planned({ gift_coupon_ids: [1, 2], start_time: now - day, end_time: now + day })
    expect((await owner.post(`${planUrl}/edit`, { id, title: '改名', status: 0 })).body.code).toBe(1)
    expect((await owner.del(`${planUrl}/del`, { ids: [id] })).body.code).toBe(1)
    expect(await server.query('select delete_time is null as there from shop_recharge_plan where id = $1', [id])).toEqual([
      { there: false },
    ])
  })

  test('give at most the share of the amount that the settings allow', async () => {
    expect(errorsOf(await add({ gift_money: '30.01' }))).toEqual(['gift_money'])
    const id = await planned({ gift_money: '30.00' })
    expect(errorsOf(await owner.post(`${planUrl}/edit`, { id, amount: '99.99' }))).toEqual(['gift_money'])
    const settings = '/admin/shop.Settings'
    expect((await owner.post(`${settings}/edit`, { recharge_gift_max: 50 })).body).toMatchObject({ code: 1 })
    expect((await owner.post(`${planUrl}/edit`, { id, gift_money: '50.00' })).body.code).toBe(1)
    expect((await owner.post(`${settings}/edit`, { recharge_gift_max: 30 })).body.code).toBe(1)
  })
})

describe('members', () => {
  test('see the plans of this moment in their order, and what each one adds', async () => {
    const shown = await planned({ title: '看得见', start_time: now - 10, end_time: now + day, gift_coupon_ids: [1] })
    const hidden = [
      await planned({ status: 0 }),
      await planned({ start_time: now + day }),
      await planned({ start_time: now - day, end_time: now - 1 }),
    ]
    type Plan = { id: number; amount: string; gift_money: string; gift_coupons: string[]; label: string }
    const { list } = (await member.get<{ list: Plan[] }>(`${memberUrl}/index`)).body.data
    expect(list.find((plan) => plan.id === shown)).toMatchObject({
      amount: '100.00',
      gift_money: '10.00',
      label: '新',
      gift_coupons: [expect.any(String)],
    })
    for (const id of hidden) {
      expect(list.map((plan) => plan.id)).not.toContain(id)
      expect((await member.post(`${memberUrl}/create`, { plan_id: id })).body).toMatchObject({
        code: 0,
        msg: 'This plan is not available right now',
      })
    }
    expect((await server.guest().get(`${memberUrl}/index`)).body.code).not.toBe(1)
  })

  test('make an order that keeps a copy of the plan, see it, and cancel their own only', async () => {
    const planId = await planned({ gift_coupon_ids: [1] })
    const order = await ordered(planId)
    expect(
      (await owner.post(`${planUrl}/edit`, { id: planId, amount: '900.00', gift_money: '1.00', gift_score: 1 })).body.code,
    ).toBe(1)
    type Mine = {
      order_no: string
      status: number
      amount: string
      gift_money: string
      gift_score: number
      gift_coupons: string[]
    }
    const { list } = (await member.get<{ list: Mine[] }>(`${memberUrl}/mine`)).body.data
    expect(list[0]).toMatchObject({ order_no: order.order_no, status: 1, amount: '100.00', gift_money: '10.00', gift_score: 50 })
    expect(list[0]?.gift_coupons).toHaveLength(1)
    const other = memberClient(server, (await registerMember(server, 'recharge_other', 'Quiet-harbour-7')).token)
    expect((await other.post(`${memberUrl}/cancel`, { order_no: order.order_no })).body).toMatchObject({ code: 0 })
    expect((await other.get<{ list: Mine[] }>(`${memberUrl}/mine`)).body.data.list).toEqual([])
    expect((await member.post(`${memberUrl}/cancel`, { order_no: order.order_no })).body.code).toBe(1)
    expect((await member.post(`${memberUrl}/cancel`, { order_no: order.order_no })).body).toMatchObject({
      code: 0,
      msg: 'Not possible in state "Cancelled"',
    })
    expect(await logOf(order.id)).toEqual(['create >1 member', 'cancel 1>3 member'])
  })

  test('are held to the limits of the plan and of the shop, also at once', async () => {
    await nothingOpen()
    const one = await planned({ per_limit: 1 })
    const answers = await Promise.all(Array.from({ length: atOnce }, () => member.post(`${memberUrl}/create`, { plan_id: one })))
    expect(codes(answers).filter((code) => code === 1)).toHaveLength(1)
    expect((await member.post(`${memberUrl}/create`, { plan_id: one })).body.msg).toBe('Limit per member: 1')
    const first = await planned({ new_only: 1 })
    expect((await member.post(`${memberUrl}/create`, { plan_id: first })).body.msg).toBe('For members who have not topped up yet')
    const fresh = memberClient(server, (await registerMember(server, 'recharge_new', 'Quiet-harbour-7')).token)
    expect((await fresh.post(`${memberUrl}/create`, { plan_id: first })).body.code).toBe(1)
    const plan = await planned()
    const many = await Promise.all(Array.from({ length: 8 }, () => fresh.post(`${memberUrl}/create`, { plan_id: plan })))
    expect(codes(many).filter((code) => code === 1)).toHaveLength(4)
    await owner.post('/admin/shop.Settings/edit', { recharge_open: 0 })
    expect((await member.post(`${memberUrl}/create`, { plan_id: plan })).body.msg).toBe('Top-ups are closed at the moment')
    await owner.post('/admin/shop.Settings/edit', { recharge_open: 1 })
    expect((await member.post(`${memberUrl}/create`, { plan_id: 999_999 })).body.code).toBe(0)
    await nothingOpen()
  })

  test('of another level neither see a plan for some levels nor take it', async () => {
    const [own] = await server.query<{ level_id: number }>('select level_id from shop_user where id = $1', [memberId])
    const levels = await server.query<{ id: number; name: string }>(
      'select id, name from shop_user_level where id <> $1 and status = 1',
      [own?.level_id],
    )
    const [mine, theirs] = [await planned({ level_ids: [own?.level_id] }), await planned({ level_ids: [levels[0]?.id] })]
    const seen = (await member.get<{ list: { id: number }[] }>(`${memberUrl}/index`)).body.data.list.map(({ id }) => id)
    expect(seen).toContain(mine)
    expect(seen).not.toContain(theirs)
    const refused = await member.post(`${memberUrl}/create`, { plan_id: theirs })
    expect(refused.body).toMatchObject({ code: 0, msg: expect.stringContaining(levels[0]?.name ?? '?') })
    expect((await member.post(`${memberUrl}/create`, { plan_id: mine })).body.code).toBe(1)
    await nothingOpen()
  })

  test('make one order for one key of a call', async () => {
    const body = { plan_id: await planned(), idempotency_key: 'recharge-once' }
    const [a, b] = [await member.post(`${memberUrl}/create`, body), await member.post(`${memberUrl}/create`, body)]
    expect(b.body.data).toEqual(a.body.data)
    await nothingOpen()
  })
})

describe('paying', () => {
  test('adds amount and gift to the balance, awards points and coupons, once for twenty confirmations at once', async () => {
    const order = await ordered(await planned({ gift_coupon_ids: [1, 2] }))
    const before = await holdings()
    const answers = await Promise.all(
      Array.from({ length: atOnce }, (_, i) =>
        owner.post(`${orderUrl}/pay`, { id: order.id, trade_no: `对公${now}${i}`, remark: '到账' }),
      ),
    )
    expect(codes(answers).filter((code) => code === 1)).toHaveLength(1)
    const after = await holdings()
    expect([after.money - before.money, after.score - before.score]).toEqual([11_000, 50])
    expect(await ledger(order.order_no)).toEqual(['recharge 10000', 'gift 1000'])
    expect(await logOf(order.id)).toEqual(['create >1 member', 'confirm_pay 1>2 admin'])
    const paid = await orderOf(order.id)
    expect(paid).toMatchObject({ status: 2, pay_type: 'offline' })
    const receipts = paid.gift_coupons.map((gift) => gift.receive_id)
    expect(
      await server.query('select source, status, user_id from shop_coupon_receive where id = any($1::int[])', [receipts]),
    ).toEqual([1, 2].map(() => ({ source: 'recharge', status: 1, user_id: memberId })))
  })

  test('by callbacks: twenty of one payment have one effect, and others of the channel go straight back', async () => {
    const order = await ordered(await planned())
    const told = payment(order)
    const before = await holdings()
    expect(await settled(Array.from({ length: atOnce }, () => callback(told)))).toEqual(Array(atOnce).fill('fulfilled'))
    expect((await holdings()).money - before.money).toBe(11_000)
    const second = payment(order, { payType: 'alipay' })
    await Promise.all(Array.from({ length: 5 }, () => callback(second)))
    expect(await logOf(order.id)).toEqual(['create >1 member', 'pay 1>2 system', 'pay_twice 2>2 system'])
    expect(
      await server.query('select amount::int, channel, status from shop_money_back where recharge_id = $1', [order.id]),
    ).toEqual([{ amount: 10_000, channel: 'alipay', status: 1 }])
    expect((await holdings()).money - before.money).toBe(11_000)
  })

  test('of another amount, without a number, or with the number of another order is refused and changes nothing', async () => {
    const [one, two] = [await ordered(await planned()), await ordered(await planned())]
    const before = await holdings()
    await expect(callback(payment(one, { amount: 9999 }))).rejects.toThrow()
    await expect(callback(payment(one, { tradeNo: '' }))).rejects.toThrow()
    await expect(callback(payment(one, { orderNo: 'R0' }))).rejects.toThrow()
    expect(await holdings()).toEqual(before)
    const told = payment(one)
    const outcome = await settled([callback(told), callback({ ...told, orderNo: two.order_no })])
    expect(outcome.sort()).toEqual(['fulfilled', 'rejected'])
    expect((await holdings()).money - before.money).toBe(11_000)
    expect(errorsOf(await owner.post(`${orderUrl}/pay`, { id: one.id, trade_no: '' }))).toEqual(['trade_no'])
    await nothingOpen()
  })

  test('after the order was cancelled still counts when the channel says so, and not when a person does', async () => {
    const order = await ordered(await planned())
    await member.post(`${memberUrl}/cancel`, { order_no: order.order_no })
    expect((await owner.post(`${orderUrl}/pay`, { id: order.id, trade_no: 'x1' })).body.code).toBe(0)
    const before = await holdings()
    const told = payment(order)
    await Promise.all(Array.from({ length: 5 }, () => callback(told)))
    expect((await holdings()).money - before.money).toBe(11_000)
    expect(await logOf(order.id)).toEqual(['create >1 member', 'cancel 1>3 member', 'late_pay 3>2 system'])
  })

  test('passes over a coupon that is not to be had any more', async () => {
    const [row] = await server.query<{ id: number }>('select id from shop_coupon where remaining = 0 order by id limit 1')
    const order = await ordered(await planned({ gift_coupon_ids: [row?.id ?? 0, 1] }))
    await callback(payment(order))
    const paid = await orderOf(order.id)
    expect(paid.status).toBe(2)
    expect(paid.gift_coupons.filter((gift) => gift.receive_id !== undefined).map((gift) => gift.coupon_id)).toEqual([1])
  })
})

describe('races', () => {
  test('twenty callbacks, confirmations and cancellations at once: paid once, in any order', async () => {
    for (let round = 0; round < 3; round++) {
      const order = await ordered(await planned())
      const before = await holdings()
      const told = payment(order)
      await Promise.all(
        Array.from({ length: atOnce }, (_, i) =>
          [
            () => callback(told).catch(() => undefined),
            () => owner.post(`${orderUrl}/cancel`, { id: order.id }),
            () => member.post(`${memberUrl}/cancel`, { order_no: order.order_no }),
            () => owner.post(`${orderUrl}/pay`, { id: order.id, trade_no: `对公${round}${now}` }),
          ][i % 4]?.(),
        ),
      )
      expect((await orderOf(order.id)).status).toBe(2)
      expect((await holdings()).money - before.money).toBe(11_000)
      expect(await ledger(order.order_no)).toEqual(['recharge 10000', 'gift 1000'])
    }
  })

  test('twenty refunds at once take the money back once', async () => {
    const order = await ordered(await planned())
    await callback(payment(order))
    const before = await holdings()
    const answers = await Promise.all(
      Array.from({ length: atOnce }, () => owner.post(`${orderUrl}/refund`, { id: order.id, amount: '100.00', reason: '充错' })),
    )
    expect(codes(answers).filter((code) => code === 1)).toHaveLength(1)
    expect((await holdings()).money - before.money).toBe(-11_000)
  })
})

describe('any history', () => {
  test('of steps by random people, five at a time, leaves orders, balances and plans in agreement', async () => {
    await nothingOpen()
    const random = randomFrom(20_260_331)
    const planIds = [await planned({ gift_coupon_ids: [1] }), await planned({ per_limit: 8 })]
    const orders: Facts[] = []
    const told: RechargePayment[] = []
    const one = (): Facts => random.pick(orders)
    const steps: (() => Promise<unknown>)[] = [
      async () => {
        const made = await member.post<{ id: number }>(`${memberUrl}/create`, { plan_id: random.pick(planIds) })
        if (made.body.code === 1) orders.push(await orderOf(made.body.data.id))
      },
      () => {
        told.push(payment(one(), random.chance(20) ? { amount: 1 } : {}))
        return callback(random.pick(told))
      },
      () => callback(random.pick(told)),
      () => owner.post(`${orderUrl}/pay`, { id: one().id, trade_no: `对公${random.int(20)}` }),
      () => owner.post(`${orderUrl}/cancel`, { id: one().id }),
      () => member.post(`${memberUrl}/cancel`, { order_no: one().order_no }),
      () => owner.post(`${orderUrl}/refund`, { id: one().id, amount: `${random.between(1, 101)}.00`, reason: '随机' }),
      () => step((trx) => runTimer(trx, 'recharge', { ...shop, now: now + random.int(7200) }, 5)),
    ]
    for (let n = 0; n < 3; n++) await steps[0]?.()
    told.push(payment(one()))
    const rounds = isLong ? 400 : 40
    for (let n = 0; n < rounds; n++)
      await Promise.all(
        Array.from({ length: 5 }, () =>
          random
            .pick(steps)()
            .catch(() => undefined),
        ),
      )
    await expectSoundShop(server)
    const states = await server.query<{ status: number }>(
      'select distinct status from shop_recharge_order where plan_id = any($1::int[])',
      [planIds],
    )
    expect(states.length).toBeGreaterThan(2)
  })
})

describe('refunding', () => {
  test('takes back the amount and the whole gift, revokes unused coupons, and sends the money the way it came', async () => {
    const order = await ordered(await planned({ gift_coupon_ids: [1, 2] }))
    await callback(payment(order))
    const receipts = (await orderOf(order.id)).gift_coupons.map((gift) => gift.receive_id ?? 0)
    const [unused, extended] = receipts
    const before = await holdings()
    expect((await owner.get<{ row: { amount: string } }>(`${orderUrl}/refund`, { id: order.id })).body.data.row).toMatchObject({
      amount: '100.00',
    })
    expect(errorsOf(await owner.post(`${orderUrl}/refund`, { id: order.id, amount: '100.01', reason: '多退' }))).toEqual([
      'amount',
    ])
    expect(errorsOf(await owner.post(`${orderUrl}/refund`, { id: order.id, amount: '0.00', reason: '' })).sort()).toEqual([
      'amount',
      'reason',
    ])
    // One of the coupons is gone already: that holds nothing up.
    expect((await owner.post('/admin/shop.coupon.Receive/revoke', { id: extended, reason: '先作废' })).body.code).toBe(1)
    const done = await owner.post(`${orderUrl}/refund`, { id: order.id, amount: '60.00', reason: '部分退款' })
    expect(done.body, done.text).toMatchObject({ code: 1 })
    expect(await orderOf(order.id)).toMatchObject({ status: 4, refund_amount: 6000 })
    const after = await holdings()
    expect([after.money - before.money, after.score - before.score]).toEqual([-7000, -50])
    expect(await ledger(order.order_no)).toEqual(['recharge 10000', 'gift 1000', 'recharge_refund -7000'])
    expect(await server.query('select status from shop_coupon_receive where id = $1', [unused])).toEqual([{ status: 5 }])
    expect(
      await server.query('select amount::int, channel, status, kind from shop_money_back where recharge_id = $1', [order.id]),
    ).toEqual([{ amount: 6000, channel: 'wechat', status: 1, kind: 'recharge' }])
    expect((await owner.post(`${orderUrl}/refund`, { id: order.id, amount: '1.00', reason: '再退' })).body.code).toBe(0)
  })

  test('is refused while the balance does not hold amount and gift, and nothing is taken', async () => {
    const fresh = memberClient(server, (await registerMember(server, 'recharge_spent', 'Quiet-harbour-7')).token)
    const made = await fresh.post<{ id: number }>(`${memberUrl}/create`, { plan_id: await planned({ gift_coupon_ids: [1] }) })
    const order = await orderOf(made.body.data.id)
    await callback(payment(order))
    const [row] = await server.query<{ id: number }>(`select id from "user" where username = 'recharge_spent'`)
    const spend = { user_id: row?.id, money: '-0.01', memo: '消费' }
    expect((await owner.post('/admin/user.MoneyLog/add', spend)).body).toMatchObject({ code: 1 })
    const refused = await owner.post(`${orderUrl}/refund`, { id: order.id, amount: '100.00', reason: '退款' })
    expect(refused.body).toMatchObject({
      code: 0,
      msg: 'The balance is ¥109.99. It must cover the amount and the bonus, ¥110.00 in total',
    })
    expect(await orderOf(order.id)).toMatchObject({ status: 2, refund_amount: 0 })
    const [receipt] = (await orderOf(order.id)).gift_coupons
    expect(await server.query('select status from shop_coupon_receive where id = $1', [receipt?.receive_id])).toEqual([
      { status: 1 },
    ])
    expect((await owner.post(`${orderUrl}/refund`, { id: order.id, amount: '99.99', reason: '退款' })).body.code).toBe(1)
  })
})

describe('the orders', () => {
  test('close half an hour after they were made, not before, and once', async () => {
    await nothingOpen()
    const planId = await planned()
    const [young, old] = [await ordered(planId, now - 29 * 60), await ordered(planId, now - 30 * 60)]
    const due = () => step((trx) => runTimer(trx, 'recharge', shop, 50))
    const counts = await Promise.all([due(), due(), due()])
    expect(counts.reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(1)
    expect([(await orderOf(young.id)).status, (await orderOf(old.id)).status]).toEqual([1, 3])
    expect(await logOf(old.id)).toEqual(['create >1 member', 'time_out 1>3 system'])
    await nothingOpen()
  })

  test('offer each action in its state and refuse it in the others', async () => {
    await nothingOpen()
    const planId = await planned()
    const actions = {
      pay: { body: () => ({ trade_no: `对公${now}m${trades++}` }), from: [1] },
      cancel: { body: () => ({}), from: [1] },
      refund: { body: () => ({ amount: '1.00', reason: '测试' }), from: [2] },
      remark: { body: () => ({ remark: '备注' }), from: [1, 2, 3, 4] },
    }
    const reach = async (status: number) => {
      const order = await ordered(planId)
      if (status === 3) await step((trx) => cancelRecharge(trx, { orderNo: order.order_no }, shop))
      if (status === 2 || status === 4) await callback(payment(order))
      if (status === 4) await owner.post(`${orderUrl}/refund`, { id: order.id, amount: '1.00', reason: '测试' })
      expect((await orderOf(order.id)).status).toBe(status)
      return order.id
    }
    for (const [name, { body, from }] of Object.entries(actions))
      for (const status of [1, 2, 3, 4]) {
        const answer = await owner.post(`${orderUrl}/${name}`, { id: await reach(status), ...body() })
        expect(answer.body.code, `${name} in state ${status}: ${answer.text}`).toBe(from.includes(status) ? 1 : 0)
        await nothingOpen()
      }
  })

  test('are searched, and the footer sums what was paid over everything found', async () => {
    const search = [{ field: 'create_time', val: '2026-01-01 00:00:00,2026-03-31 11:00:00', operator: 'RANGE' }]
    const sum = await owner.get<{ summary: { paid: string } }>(`${orderUrl}/summary`, { search })
    const [row] = await server.query<{ paid: string }>(
      `select (sum(amount) / 100.0)::numeric(12, 2)::text as paid from shop_recharge_order where status = 2 and create_time <= extract(epoch from timestamptz '2026-03-31 11:00+08')`,
    )
    expect(sum.body.data.summary.paid).toBe(row?.paid)
    const [known] = await server.query<{ order_no: string; trade_no: string; user_id: number }>(
      'select order_no, trade_no, user_id from shop_recharge_order where status = 2 order by id limit 1',
    )
    type List = { list: { order_no: string; user: { nickname: string }; plan: { title: string } }[]; total: number }
    const list = async (params: Record<string, unknown>) => (await owner.get<List>(`${orderUrl}/index`, params)).body.data
    expect((await list({ quickSearch: known?.trade_no })).list).toMatchObject([{ order_no: known?.order_no }])
    expect((await list({ search: [{ field: 'order_no', val: known?.order_no, operator: 'eq' }] })).total).toBe(1)
    expect((await list({ search: [{ field: 'user_id', val: known?.user_id, operator: 'eq' }] })).total).toBeGreaterThan(0)
    expect((await list({ search: [{ field: 'amount', val: '1000.00,1000.00', operator: 'RANGE' }] })).total).toBeGreaterThan(0)
    expect(
      (await list({ search: [{ field: 'pay_type', val: 'offline', operator: 'eq' }], order: 'pay_time,desc' })).total,
    ).toBeGreaterThan(0)
  })

  test('are the business of finance, not of the packer', async () => {
    const [finance, packer] = [await server.signIn('finance'), await server.signIn('packer')]
    const order = await ordered(await planned())
    expect((await packer.get(`${orderUrl}/index`)).body.code).not.toBe(1)
    expect((await packer.post(`${orderUrl}/pay`, { id: order.id, trade_no: 'p1' })).body.code).not.toBe(1)
    expect(
      (await finance.get<{ row: { gift_titles: string[] } }>(`${orderUrl}/info`, { id: order.id })).body.data.row.gift_titles,
    ).toEqual([])
    expect((await finance.post(`${orderUrl}/pay`, { id: order.id, trade_no: `财${now}` })).body.code).toBe(1)
    expect((await finance.get(`${planUrl}/index`)).body.code).toBe(1)
  })
})
