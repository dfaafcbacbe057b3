import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { Answer, Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { memberClient, registerMember } from '../../../../tests/member/people.ts'
import { orderFreight } from '../../server/delivery/orderFreight.ts'
import { levelFor, percentOff } from '../../server/member/level.ts'
import { createOrder, type NewOrder } from '../../server/order/create.ts'
import { deliverOrder } from '../../server/order/deliver.ts'
import { finishOrder } from '../../server/order/finish.ts'
import { payOrder } from '../../server/order/pay.ts'
import { receiveOrder } from '../../server/order/receive.ts'
import { applyRefund } from '../../server/refund/apply.ts'
import { auditRefund } from '../../server/refund/audit.ts'
import { refundMoneyResult } from '../../server/refund/money.ts'
import { runTimer } from '../../server/timers.ts'
import { expectSoundShop, inTransaction, linesOf, parcel } from '../helpers/helpers.ts'

const levelUrl = '/admin/shop.user.Level'
const userUrl = '/admin/shop.user.User'
const day = 86_400
const password = 'Secret-1'

let server: TestServer
let owner: Client
/** Seconds that the steps of this file are ahead of the clock. */
let ahead = 0
const now = () => Math.floor(Date.now() / 1000) + ahead

beforeAll(async () => {
  server = await startTestServer({ database: 'demo', jobs: { every: 1 } })
  owner = await server.signIn('admin')
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
})

const run = <T>(work: (trx: Writer) => Promise<T>) => inTransaction(server, work)
const memberEnv = (id: number): CommandContext => ({ now: now(), actor: { type: 'member', id, name: `member ${id}` } })
const shopEnv = (): CommandContext => ({ now: now(), actor: { type: 'system' } })
const errorsOf = ({ body }: Answer<unknown>) => (body.data as { errors?: Record<string, string> } | null)?.errors ?? {}
const one = async <T extends object>(text: string, values: unknown[] = []): Promise<T> => {
  const [row] = await server.query<T>(text, values)
  if (!row) throw new Error(`no row: ${text}`)
  return row
}
interface Facts {
  level_id: number
  growth: number
  order_count: number
  pay_total: number
  refund_total: number
}
const factsOf = (id: number) =>
  one<Facts>('select level_id, growth, order_count, pay_total::int, refund_total::int from shop_user where id = $1', [id])
const purse = (id: number) => one<{ money: number; score: number }>('select money::int, score from "user" where id = $1', [id])

let made = 0
async function newcomer(): Promise<{ id: number; client: Client }> {
  const name = `shopper_${++made}`
  await server.query('delete from login_throttle') // this file makes more members than one address may
  const { token } = await registerMember(server, name, password)
  const { id } = await one<{ id: number }>('select id from "user" where username = $1', [name])
  return { id, client: memberClient(server, token) }
}
const sku = () =>
  one<{ id: number; goods_id: number; price: number }>(
    `select s.id, s.goods_id, s.price::int from shop_goods_sku s join shop_goods g on g.id = s.goods_id
      where g.status = 1 and s.stock > 60 and g.per_limit = 0 and s.price > 10000 order by s.id limit 1`,
  )
/** Goods that cost something to send there. */
async function dear(city: string): Promise<{ id: number }> {
  const skus = await server.query<{ id: number }>(
    `select s.id from shop_goods_sku s join shop_goods g on g.id = s.goods_id where g.status = 1 and s.stock > 5 and g.min_buy = 1
      and g.per_limit = 0 and s.status = 1 and s.delete_time is null order by s.price limit 30`,
  )
  for (const { id } of skus) {
    const fee = await run((trx) => orderFreight(trx, [{ skuId: id, quantity: 1 }], city)).catch(() => 0)
    if (fee > 0) return { id }
  }
  throw new Error('nothing costs anything to send')
}
const order = (userId: number, skuId: number, more: Partial<NewOrder> = {}): NewOrder => ({
  userId,
  lines: [{ skuId, quantity: 1 }],
  receiver: { name: '王芳', mobile: '13800131000', city: '北京市 北京市 朝阳区', address: '建国路1号' },
  source: 'web',
  ...more,
})
const buy = (userId: number, skuId: number, more: Partial<NewOrder> = {}) =>
  run((trx) => createOrder(trx, order(userId, skuId, more), memberEnv(userId)))
async function complete(userId: number, id: number, amount: number): Promise<void> {
  await run((trx) => payOrder(trx, { orderId: id, amount, payType: 'wechat', tradeNo: `T${id}` }, memberEnv(userId)))
  const { address_id, company_id, tracking_no } = parcel()
  const delivery = { orderId: id, mode: 'all' as const, addressId: Number(address_id), companyId: Number(company_id), lines: [] }
  await run((trx) => deliverOrder(trx, { ...delivery, trackingNo: String(tracking_no), notifyUser: false }, shopEnv()))
  await run((trx) => receiveOrder(trx, { orderId: id }, memberEnv(userId)))
  await run((trx) => finishOrder(trx, { orderId: id }, shopEnv()))
}

describe('a level by growth', () => {
  const level = (level: number, growth: number, keep_days = 0) => ({
    id: level,
    level,
    growth,
    keep_days,
    coupon_ids: [],
    status: 1 as const,
  })
  const levels = [level(3, 500, 30), level(2, 100, 10), level(1, 0)]
  const member = (growth: number, at: number, until: number | null = null, lock: 0 | 1 = 0) => ({
    id: 1,
    level_id: at,
    level_lock: lock,
    level_until: until,
    growth,
  })
  const validate = (who: ReturnType<typeof member>, recalculate = false) =>
    levelFor(
      who,
      levels,
      levels.find((each) => each.id === who.level_id),
      { now: 1000, recalculate },
    )

  test('rises at once, over several levels too, and is kept for the days of that level', () => {
    expect(validate(member(99, 1))).toBeNull()
    expect(validate(member(100, 1))).toMatchObject({ to: { level: 2 }, until: 1000 + 10 * day })
    const far = validate(member(700, 1))
    expect(far).toMatchObject({ to: { level: 3 }, until: 1000 + 30 * day })
    expect(far?.reached.map((each) => each.level)).toEqual([2, 3])
  })

  test('falls when its time is over, or when somebody asks, never by itself before', () => {
    expect(validate(member(50, 3, 2000))).toBeNull()
    expect(validate(member(50, 3, null))).toBeNull()
    expect(validate(member(50, 3, 1000))).toMatchObject({ to: { level: 1 }, until: null, reached: [] })
    expect(validate(member(50, 3, 2000), true)).toMatchObject({ to: { level: 1 } })
    expect(validate(member(600, 3, 1000))).toMatchObject({ to: { level: 3 }, until: 1000 + 30 * day })
  })

  test('stays where it is locked', () => {
    expect(validate(member(700, 1, null, 1))).toBeNull()
    expect(validate(member(0, 3, 1000, 1), true)).toBeNull()
  })

  test('takes whole fen off', () => {
    expect([percentOff(999, 90), percentOff(1, 90), percentOff(10_000, 100), percentOff(Number.MAX_SAFE_INTEGER, 50)]).toEqual([
      99, 0, 0, 4503599627370495,
    ])
  })
})

describe('the levels', () => {
  test('are listed with their members, and their growth rises from level to level', async () => {
    type Row = { level: number; name: string; member_count: number; discount: number }
    const { body } = await owner.get<{ list: Row[] }>(`${levelUrl}/index`)
    expect(body.data.list.map((row) => [row.level, row.member_count])).toEqual([
      [1, 160],
      [2, 80],
      [3, 40],
      [4, 15],
      [5, 5],
    ])
    const add = (more: object) => owner.post(`${levelUrl}/add`, { name: 'Diamond', level: 6, growth: 9_999_999, ...more })
    expect(errorsOf(await add({ growth: 10 })).growth).toMatch(/must be above that of "/)
    expect(errorsOf(await add({ level: 2 }))).toHaveProperty('level')
    expect(errorsOf(await add({ discount: 40 }))).toHaveProperty('discount')
    expect((await add({})).body.code).toBe(1)
    const first = (change: object) => owner.post(`${levelUrl}/edit`, { id: 1, ...change })
    expect(errorsOf(await first({ growth: 5 }))).toHaveProperty('growth')
    expect(errorsOf(await first({ level: 9 }))).toHaveProperty('level')
    expect(errorsOf(await first({ status: 0 }))).toHaveProperty('status')
  })

  test('are deleted with a level their members move to; the lowest stays', async () => {
    const { id } = await one<{ id: number }>("select id from shop_user_level where name = 'Diamond'")
    const someone = await newcomer()
    expect((await owner.post(`${userUrl}/setLevel`, { ids: [someone.id], level_id: id, level_lock: 1 })).body.code).toBe(1)
    expect((await owner.del(`${levelUrl}/del`, { ids: [id] })).body.msg).toMatch(/has members/)
    expect(errorsOf(await owner.post(`${levelUrl}/remove`, { id }))).toHaveProperty('target_id')
    expect(errorsOf(await owner.post(`${levelUrl}/remove`, { id, target_id: id }))).toHaveProperty('target_id')
    await server.query('update shop_user_level set status = 0 where id = 3')
    expect(errorsOf(await owner.post(`${levelUrl}/remove`, { id, target_id: 3 }))).toHaveProperty('target_id')
    await server.query('update shop_user_level set status = 1 where id = 3')
    expect((await owner.post(`${levelUrl}/remove`, { id, target_id: 2 })).body.code).toBe(1)
    expect((await factsOf(someone.id)).level_id).toBe(2)
    expect(await server.query('select id from shop_user_level where id = $1', [id])).toEqual([])
    expect((await owner.post(`${levelUrl}/remove`, { id: 1, target_id: 2 })).body.code).toBe(0)
    expect((await owner.del(`${levelUrl}/del`, { ids: [1] })).body.msg).toMatch(/lowest level/)
  })

  test('are recalculated by a job, which skips locked members', async () => {
    const silver = await one<{ growth: number }>('select growth from shop_user_level where id = 2')
    const rows = await server.query<{ id: number; growth: number }>(
      'select id, growth from shop_user where level_id = 2 and level_lock = 0 order by growth desc, id',
    )
    const [border, locked] = [rows[9]?.growth ?? 0, rows.at(-1)?.id ?? 0]
    expect((await owner.post(`${userUrl}/setLevel`, { ids: [locked], level_id: 2, level_lock: 1 })).body.code).toBe(1)
    expect((await owner.post(`${levelUrl}/edit`, { id: 2, growth: border })).body.code).toBe(1)
    expect((await owner.post(`${levelUrl}/recompute`, { id: 2 })).body.code).toBe(1)
    const left = () => server.query<{ id: number }>('select id from shop_user where level_id = 2 and growth < $1', [border])
    await expect.poll(async () => (await left()).map((row) => row.id), { timeout: 15_000 }).not.toHaveLength(rows.length - 10)
    await expect
      .poll(async () => (await left()).every((row) => row.id === locked || row.id > 300), { timeout: 15_000 })
      .toBe(true)
    expect((await owner.post(`${levelUrl}/edit`, { id: 2, growth: silver.growth })).body.code).toBe(1)
    expect((await owner.post(`${levelUrl}/recompute`, { id: 1 })).body.code).toBe(1)
    await expect
      .poll(async () => (await server.query('select id from shop_user where level_id = 2 and id <= 300')).length, {
        timeout: 15_000,
      })
      .toBe(80)
  })
})

describe('members of the shop', () => {
  test('are found by level, name, tags and figures, with their mobile number hidden', async () => {
    type User = { nickname: string; mobile: string; money: string; score: number }
    type Row = { id: number; level: { name: string }; user: User }
    const list = (params: object) => owner.get<{ list: Row[]; total: number }>(`${userUrl}/index`, { limit: 50, ...params })
    const black = await list({ search: [{ field: 'level_id', operator: 'IN', val: '5' }] })
    expect(black.body.data.total).toBe(5)
    expect(black.body.data.list.every((row) => row.level.name === '黑金会员' && /^138\*{4}\d{4}$/.test(row.user.mobile))).toBe(
      true,
    )
    expect(JSON.stringify(black.body)).not.toMatch(/1380013\d{4}/)
    const vip = await list({ search: [{ field: 'tags', operator: 'FIND_IN_SET', val: 'vip' }] })
    expect(vip.body.data.total).toBe(5)
    const rich = await list({ search: [{ field: 'user.score', operator: 'RANGE', val: '1000,' }] })
    expect(rich.body.data.list.length).toBeGreaterThan(0)
    expect(rich.body.data.list.every((row) => row.user.score >= 1000)).toBe(true)
  })

  test('are created with the account, no matter who creates it', async () => {
    const { id } = await newcomer()
    expect(await factsOf(id)).toMatchObject({ level_id: 1, growth: 0, order_count: 0 })
    const account = { username: 'by_hand', nickname: 'Hand', group_id: 1, password, status: 'enable' }
    const added = await owner.post<{ id: number }>('/admin/user.User/add', account)
    expect(added.body.code, added.text).toBe(1)
    expect(await factsOf(added.body.data.id)).toMatchObject({ level_id: 1 })
  })

  test('are edited in a form: blocking needs a reason, and a blocked member can sign in but not order', async () => {
    const { id, client } = await newcomer()
    const edit = (change: object) => owner.post(`${userUrl}/edit`, { id, ...change })
    expect(errorsOf(await edit({ blocked: '1' }))).toHaveProperty('block_reason')
    const saved = await edit({ blocked: '1', block_reason: 'Fraud', tags: ['care'] })
    expect(saved.body.code, saved.text).toBe(1)
    const { id: skuId } = await sku()
    await expect(buy(id, skuId)).rejects.toMatchObject({ code: 'shop.memberBlocked' })
    expect((await client.get('/api/account/overview')).body.code).toBe(1)
    expect((await edit({ blocked: '0' })).body.code).toBe(1)
    expect((await buy(id, skuId)).id).toBeGreaterThan(0)
    expect(await one('select block_reason, tags from shop_user where id = $1', [id])).toEqual({
      block_reason: '',
      tags: ['care'],
    })
  })

  test('get balance, points and coupons by hand, each with a row of its ledger; nothing falls below zero', async () => {
    const { id } = await newcomer()
    const before = await purse(id)
    const money = (value: string, client = owner) => client.post(`${userUrl}/money`, { id, money: value, memo: 'Sorry' })
    const score = (value: number) => owner.post(`${userUrl}/score`, { id, score: value, memo: 'Thanks' })
    expect((await money('12.34')).body.code).toBe(1)
    expect((await score(30)).body.code).toBe(1)
    expect(await purse(id)).toEqual({ money: 1234, score: before.score + 30 })
    expect(errorsOf(await money('0.00'))).toHaveProperty('money')
    expect(errorsOf(await score(0))).toHaveProperty('score')
    expect((await money('-12.35')).body.msg).toMatch(/balance/i)
    expect((await score(-before.score - 31)).body.msg).toMatch(/points/i)
    expect((await score(-10)).body.code).toBe(1)
    expect(await purse(id)).toEqual({ money: 1234, score: before.score + 20 })
    expect(await server.query('select source, money::int, memo, admin_id from user_money_log where user_id = $1', [id])).toEqual([
      { source: 'manual', money: 1234, memo: 'Sorry', admin_id: 1 },
    ])
    const sent = await owner.post<{ sent: number }>(`${userUrl}/coupon`, { ids: [id], coupon_id: 9, quantity: 2 })
    expect(sent.body.code, sent.text).toBe(0) // that one is used up
    expect((await owner.post(`${userUrl}/coupon`, { ids: [id], coupon_id: 10, quantity: 2 })).body.code).toBe(1)
    expect(await server.query('select source from shop_coupon_receive where user_id = $1 and coupon_id = 10', [id])).toHaveLength(
      2,
    )
    // Several are one send; whoever is disabled is left out, which the preview tells before.
    const [second, third] = [(await newcomer()).id, (await newcomer()).id]
    await server.query(`update "user" set status = 'disable' where id = $1`, [second])
    const ids = [id, second, third]
    const sends = async () => (await server.query<{ id: number }>('select id from shop_coupon_send')).length
    const start = await sends()
    const wish = { coupon_id: 10, quantity: 1 }
    const counted = await owner.post(`${userUrl}/couponCount`, { ids, entered: wish })
    expect(counted.body.data, counted.text).toMatchObject({ result: 'now', members: 2, disabled: 1, coupons: 2 })
    const several = await owner.post(`${userUrl}/coupon`, { ids, ...wish })
    expect(several.body.data, several.text).toMatchObject({ done: 2, failed: 1, sent: 2 })
    expect(await sends()).toBe(start + 1)
    expect((await owner.post(`${userUrl}/coupon`, { ids: [second], ...wish })).body.code).toBe(0)
    const manager = await server.signIn('manager')
    expect((await money('3000.00', manager)).body.code).toBe(1)
    const service = await server.signIn('service')
    expect((await service.get(`${userUrl}/index`)).body.code).toBe(1)
    expect((await money('1.00', service)).body.code).toBe(401)
  })

  test('who are deleted are in no list any more, and what was written about them is gone', async () => {
    const { id } = await newcomer()
    expect((await owner.post(`${userUrl}/edit`, { id, note: 'Talks a lot', tags: ['care'] })).body.code).toBe(1)
    const { score } = await purse(id)
    expect((await owner.post(`${userUrl}/score`, { id, score: -score, memo: 'All of it' })).body.code).toBe(1)
    expect((await owner.del('/admin/user.User/del', { ids: [id] })).body.code).toBe(1)
    const found = await owner.get<{ total: number }>(`${userUrl}/index`, {
      search: [{ field: 'id', operator: 'eq', val: String(id) }],
    })
    expect(found.body.data.total).toBe(0)
    expect((await owner.post(`${userUrl}/edit`, { id, note: 'x' })).body.code).toBe(0)
    expect(await one('select note, tags from shop_user where id = $1', [id])).toEqual({ note: '', tags: [] })
  })

  test('are tagged and moved to a level in numbers', async () => {
    const ids = [(await newcomer()).id, (await newcomer()).id]
    expect((await owner.post(`${userUrl}/setTags`, { ids, tags: ['vip', 'care'] })).body.code).toBe(1)
    expect((await owner.post(`${userUrl}/setLevel`, { ids, level_id: 3, level_lock: 0 })).body.code).toBe(1)
    const rows = await server.query(
      'select level_id, level_lock, tags, level_until > $2 as kept from shop_user where id = any($1)',
      [ids, now()],
    )
    expect(rows).toEqual(ids.map(() => ({ level_id: 3, level_lock: 0, tags: ['vip', 'care'], kept: true })))
  })
})

describe('an order of a member of a level', () => {
  test('costs less by its discount, before the coupon, and is sent for nothing where the level says so', async () => {
    const { id } = await newcomer()
    await owner.post(`${userUrl}/setLevel`, { ids: [id], level_id: 5, level_lock: 1 })
    const { id: skuId, price, goods_id } = await sku()
    const off = Math.floor(price / 10)
    const receiver = { ...order(id, skuId).receiver, city: '新疆维吾尔自治区 乌鲁木齐市 天山区' }
    const sent = await buy(id, (await dear(receiver.city)).id, { receiver })
    expect(await one('select delivery_amount::int from shop_order where id = $1', [sent.id])).toEqual({ delivery_amount: 0 })
    const ordered = await buy(id, skuId)
    expect(ordered.payAmount).toBe(price - off)
    expect(
      await one(
        'select goods_amount::int, level_amount::int, delivery_amount::int, pay_amount::int from shop_order where id = $1',
        [ordered.id],
      ),
    ).toEqual({ goods_amount: price, level_amount: off, delivery_amount: 0, pay_amount: price - off })
    expect((await linesOf(server, ordered.id)).length).toBe(1)
    expect(
      (await one<{ pay_share: number }>('select pay_share::int from shop_order_goods where order_id = $1', [ordered.id]))
        .pay_share,
    ).toBe(price - off)

    expect((await owner.post(`${userUrl}/coupon`, { ids: [id], coupon_id: 5, quantity: 1 })).body.code).toBe(1)
    const receipt = await one<{ id: number }>(
      'select id from shop_coupon_receive where user_id = $1 and status = 1 and coupon_id = 5',
      [id],
    )
    await server.query('update shop_coupon set stack_level = 0 where id = 5')
    await expect(buy(id, skuId, { receiptId: receipt.id })).rejects.toMatchObject({ code: 'coupon.why.notWithLevel' })
    await server.query('update shop_coupon set stack_level = 1 where id = 5')
    const both = await buy(id, skuId, { receiptId: receipt.id })
    const coupon = Math.min(Math.floor((price - off) / 10), 5000)
    expect(both.payAmount).toBe(price - off - coupon)

    await server.query('update shop_goods set level_discount = 0 where id = $1', [goods_id])
    expect((await buy(id, skuId)).payAmount).toBe(price)
    await server.query('update shop_goods set level_discount = 1 where id = $1', [goods_id])
  })

  test('raises growth, level and points when it is complete; a whole refund takes growth and points back, level and coupons stay', async () => {
    const { id } = await newcomer()
    const { id: skuId } = await sku()
    const dear = await one<{ id: number; price: number }>(
      `select s.id, s.price::int from shop_goods_sku s join shop_goods g on g.id = s.goods_id
        where g.status = 1 and s.stock > 5 order by s.price desc limit 1`,
    )
    const silver = await one<{ growth: number }>('select growth from shop_user_level where id = 2')
    expect(dear.price / 100).toBeGreaterThan(silver.growth)
    expect((await owner.post(`${levelUrl}/edit`, { id: 2, coupon_ids: [10] })).body.code).toBe(1)

    const first = await buy(id, dear.id)
    const before = await purse(id)
    await complete(id, first.id, first.payAmount)
    const facts = await factsOf(id)
    expect(facts).toMatchObject({ growth: Math.floor(dear.price / 100), order_count: 1, pay_total: dear.price, refund_total: 0 })
    expect(facts.level_id).toBeGreaterThanOrEqual(2)
    expect((await purse(id)).score - before.score).toBe(Math.floor(dear.price / 100))
    expect(await server.query("select coupon_id from shop_coupon_receive where user_id = $1 and source = 'level'", [id])).toEqual(
      [{ coupon_id: 10 }],
    )

    // The next order gives its points as many times as the level says.
    const second = await buy(id, skuId)
    const { rate } = await one<{ rate: number }>('select (score_rate * 10)::int as rate from shop_user_level where id = $1', [
      facts.level_id,
    ])
    const has = (await purse(id)).score
    await complete(id, second.id, second.payAmount)
    const { give_score } = await one<{ give_score: number }>('select give_score from shop_order where id = $1', [second.id])
    const given = (await purse(id)).score - has
    expect(given).toBe(Math.floor((give_score * rate) / 10))

    const counted = await factsOf(id)
    const [line] = await linesOf(server, second.id)
    const lines = [{ id: line?.id ?? 0, quantity: 0, amount: second.payAmount }]
    const request = { orderId: second.id, type: 1 as const, reason: 'quality' as const, description: '', images: [] }
    const refund = await run((trx) => applyRefund(trx, { ...request, lines, includeDelivery: false }, memberEnv(id)))
    const agreed = { refundId: refund.id, result: 'agree' as const, agreeAmount: second.payAmount, addressId: null, note: '' }
    const admin: CommandContext = { now: now(), actor: { type: 'admin', id: 1, name: 'admin' } }
    await run((trx) => auditRefund(trx, agreed, admin))
    expect(await factsOf(id)).toEqual(counted) // the gateway has not said that it arrived
    await run((trx) => refundMoneyResult(trx, { backNo: refund.refundNo }, shopEnv()))
    expect((await purse(id)).score).toBe(has)
    expect(await factsOf(id)).toEqual({
      ...facts,
      order_count: 2,
      pay_total: dear.price + second.payAmount,
      refund_total: second.payAmount,
    })
  })

  test('whose time is over falls to the level of its growth', async () => {
    const { id } = await newcomer()
    await owner.post(`${userUrl}/setLevel`, { ids: [id], level_id: 3, level_lock: 0 })
    ahead = 366 * day
    let more = 1
    while (more > 0) more = await run((trx) => runTimer(trx, 'level', shopEnv(), 100))
    expect((await factsOf(id)).level_id).toBe(1)
    ahead = 0
  })
})
