import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkLedgers } from '../../modules/shop/server/money/ledgerCheck.ts'
import { earn, pointsBy, type Rule } from '../../modules/shop/server/points/earn.ts'
import { exchangePoints } from '../../modules/shop/server/points/exchange.ts'
import { signIn } from '../../modules/shop/server/points/sign.ts'
import { runTimer, type timers } from '../../modules/shop/server/timers.ts'
import { exchange, makeCoupon, mallForm, offerForPoints, receiver } from '../../modules/shop/tests/helpers/factories.ts'
import { expectSoundShop, inTransaction } from '../../modules/shop/tests/helpers/helpers.ts'
import type { CommandContext } from '../../server/core/command.ts'
import type { Writer } from '../../server/core/db/connect.ts'
import { postScore } from '../../server/modules/user/ledger.ts'
import type { Answer, Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { memberClient, registerMember } from '../member/people.ts'

const ruleUrl = '/admin/points.Rule'
const goodsUrl = '/admin/points.Goods'
const orderUrl = '/admin/points.Order'
const day = 86_400
const password = 'Secret-1'

let server: TestServer
let owner: Client
const now = Math.floor(Date.now() / 1000)

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
})

const run = <T>(work: (trx: Writer) => Promise<T>) => inTransaction(server, work)
const memberEnv = (id: number, at = now): CommandContext => ({ now: at, actor: { type: 'member', id, name: `member ${id}` } })
const shopEnv = (at = now): CommandContext => ({ now: at, actor: { type: 'system' } })
const errorsOf = ({ body }: Answer<unknown>) => (body.data as { errors?: Record<string, string> } | null)?.errors ?? {}
const one = async <T extends object>(text: string, values: unknown[] = []): Promise<T> => {
  const [row] = await server.query<T>(text, values)
  if (!row) throw new Error(`no row: ${text}`)
  return row
}
const purse = (id: number) => one<{ money: number; score: number }>('select money::int, score from "user" where id = $1', [id])
const orderOf = (id: number) =>
  one<{ status: number; score: number; order_no: string; tracking_no: string; goods_id: number }>(
    'select * from points_order where id = $1',
    [id],
  )
const stockOf = async (id: number) => (await one<{ stock: number }>('select stock from points_goods where id = $1', [id])).stock
const logOf = async (id: number) =>
  (
    await server.query<{ text: string }>(
      `select concat(action, ' ', "from", '>', "to", ' ', actor) as text from points_order_log where order_id = $1 order by id`,
      [id],
    )
  ).map((row) => row.text)

let made = 0
async function newcomer(score = 0): Promise<{ id: number; client: Client }> {
  const name = `saver_${++made}`
  await server.query('delete from login_throttle') // this file makes more members than one address may
  const { token } = await registerMember(server, name, password)
  const { id } = await one<{ id: number }>('select id from "user" where username = $1', [name])
  if (score > 0)
    await run((trx) => postScore(trx, { userId: id, score, source: 'manual', refNo: null, memo: 'for tests' }, shopEnv()))
  return { id, client: memberClient(server, token) }
}
const offer = (more?: object) => offerForPoints(owner, more)
async function ordered(client: Client, goods: number, more: object = {}): Promise<number> {
  const answer = await exchange(client, goods, more)
  expect(answer.body.code, answer.text).toBe(1)
  return answer.body.data.id
}
const timer = (name: keyof typeof timers, at: number) => run((trx) => runTimer(trx, name, shopEnv(at), 100))

describe('what a rule awards', () => {
  const rule = (more: Partial<Rule>): Rule => ({
    event: 'order_complete',
    title: '',
    mode: 'fixed',
    value: null,
    ratio: null,
    ladder: [],
    day_limit: 0,
    valid_days: 0,
    ...more,
  })
  test('is a number, so much for each yuan without parts of a point, or a ladder of days that begins again', () => {
    expect(pointsBy(rule({ value: 7 }), {})).toBe(7)
    const ratio = rule({ mode: 'ratio', ratio: '1.50' })
    expect([0, 99, 100, 19_999, -5].map((fen) => pointsBy(ratio, { fen }))).toEqual([0, 1, 1, 299, 0])
    expect(pointsBy(rule({ mode: 'ratio', ratio: '0.29' }), { fen: 10_000 })).toBe(29)
    const ladder = rule({
      mode: 'ladder',
      ladder: [
        { day: 3, value: 10 },
        { day: 1, value: 5 },
        { day: 5, value: 30 },
      ],
    })
    expect([1, 2, 3, 4, 5, 6, 8].map((d) => pointsBy(ladder, { day: d }))).toEqual([5, 5, 10, 10, 30, 5, 10])
    expect(pointsBy(rule({ mode: 'ladder' }), { day: 1 })).toBe(0)
  })
})

describe('points rules', () => {
  test('are one for each event, of modes that fit it; what a mode does not use is left empty', async () => {
    const { body } = await owner.get<{ list: { id: number; event: string }[] }>(`${ruleUrl}/index`, { limit: 50 })
    expect(body.data.list).toHaveLength(8)
    const again = { event: 'register', title: 'Twice', mode: 'fixed', value: 1 }
    expect(errorsOf(await owner.post(`${ruleUrl}/add`, again))).toHaveProperty('event')
    const id = body.data.list.find((row) => row.event === 'profile')?.id ?? 0
    expect((await owner.del(`${ruleUrl}/del`, { ids: [id] })).body.code).toBe(1)
    const profile = { event: 'profile', title: 'Profile', mode: 'fixed', valid_days: 10, status: 1 }
    expect(errorsOf(await owner.post(`${ruleUrl}/add`, profile))).toHaveProperty('value')
    expect(errorsOf(await owner.post(`${ruleUrl}/add`, { ...profile, mode: 'ratio', ratio: 1 }))).toHaveProperty('mode')
    expect((await owner.post(`${ruleUrl}/add`, { ...profile, value: 50, ratio: 3 })).body.code).toBe(1)
    expect(await one("select value, ratio from points_rule where event = 'profile'")).toEqual({ value: 50, ratio: null })
    const sign = body.data.list.find((row) => row.event === 'sign_in')?.id
    const twice = [
      { day: 1, value: 5 },
      { day: 1, value: 6 },
    ]
    expect(errorsOf(await owner.post(`${ruleUrl}/edit`, { id: sign, ladder: twice }))).toHaveProperty('ladder')
  })

  test('give points for signing up, once, and for a complete profile, once', async () => {
    const { id, client } = await newcomer()
    expect((await purse(id)).score).toBe(100)
    const profile = { nickname: 'Ann', gender: 2, birthday: '1990-05-05', motto: '' }
    expect((await client.post('/api/account/profile', profile)).body.code).toBe(1)
    expect((await purse(id)).score).toBe(100)
    await server.query(`update "user" set avatar = '/storage/member/a.png', email = 'ann@example.com' where id = $1`, [id])
    const full = { ...profile, avatar: '/storage/member/a.png' }
    for (const _ of [1, 2]) {
      const saved = await client.post('/api/account/profile', full)
      expect(saved.body.code, saved.text).toBe(1)
    }
    expect((await purse(id)).score).toBe(150)
    const row = await one<{ expire_time: number; remaining: number }>(
      "select expire_time::int, remaining from user_score_log where user_id = $1 and source = 'profile'",
      [id],
    )
    expect(row.remaining).toBe(50)
    expect(row.expire_time).toBeGreaterThan(now + 9 * day)
  })

  test('award points for daily sign-ins, by the ladder; a missed day restarts it', async () => {
    const { id, client } = await newcomer()
    expect((await client.get('/api/points.Sign/index')).body.data).toMatchObject({
      signed: false,
      streak: 0,
      next: { 0: { day: 1, score: 5 } },
    })
    const first = await client.post<{ streak: number; score: number }>('/api/points.Sign/sign')
    expect(first.body.data).toEqual({ streak: 1, score: 5 })
    expect((await client.post('/api/points.Sign/sign')).body.code).toBe(0)
    expect((await client.get('/api/points.Sign/index')).body.data).toMatchObject({ signed: true, streak: 1 })
    const later = (n: number) => run((trx) => signIn(trx, id, memberEnv(id, now + n * day)))
    const got = []
    for (const n of [1, 2, 3, 4, 5, 6, 7]) got.push((await later(n)).score)
    expect(got).toEqual([5, 10, 10, 15, 15, 30, 5])
    expect(await later(9)).toEqual({ streak: 1, score: 5 })
    await expect(later(9)).rejects.toMatchObject({ code: 'points.signed' })
    expect((await purse(id)).score).toBe(100 + 5 + 90 + 5)
    expect((await server.guest().post('/api/points.Sign/sign')).body.code).not.toBe(1)
  })

  test('give once for each origin and no more on a day than they say; nothing where a rule is off', async () => {
    const { id } = await newcomer()
    const write = (ref: number, at = now) =>
      run((trx) => earn(trx, { userId: id, event: 'evaluate', ref: String(ref) }, memberEnv(id, at)))
    const got = []
    for (const ref of [1, 1, 2, 3, 4, 5, 6]) got.push(await write(ref))
    expect(got).toEqual([10, 0, 10, 10, 10, 10, 0])
    expect(await write(7, now + day)).toBe(10)
    await server.query("update points_rule set status = 0 where event = 'evaluate'")
    expect(await write(8, now + 2 * day)).toBe(0)
    await server.query("update points_rule set status = 1 where event = 'evaluate'")
    expect((await purse(id)).score).toBe(160)
  })

  test('give points on birthdays once a year, more to higher levels', async () => {
    const [plainOne, gold] = [await newcomer(), await newcomer()]
    const at = Date.parse('2030-07-15T04:00:00Z') / 1000
    await server.query(`update "user" set birthday = '1991-07-15' where id = any($1)`, [[plainOne.id, gold.id]])
    await owner.post('/admin/shop.user.User/setLevel', { ids: [gold.id], level_id: 3, level_lock: 1 })
    expect(await timer('birthday', at)).toBeGreaterThanOrEqual(2)
    expect(await timer('birthday', at + 3600)).toBe(0)
    expect([(await purse(plainOne.id)).score, (await purse(gold.id)).score]).toEqual([150, 250])
    expect(await timer('birthday', at + 365 * day)).toBeGreaterThanOrEqual(2)
    expect((await purse(plainOne.id)).score).toBe(200)
  })

  test('give who was born on 29 February their birthday in every year, and nothing for a level that is switched off', async () => {
    const [leap, gold] = [await newcomer(), await newcomer()]
    await owner.post('/admin/shop.user.User/setLevel', { ids: [gold.id], level_id: 3, level_lock: 1 })
    await server.query(`update "user" set birthday = '1992-02-29' where id = any($1)`, [[leap.id, gold.id]])
    await server.query(`update points_rule set status = 0 where event = 'birthday'`)
    await server.query('update shop_user_level set status = 0 where id = 3')
    const noon = (date: string) => Date.parse(`${date}T04:00:00Z`) / 1000
    expect(await timer('birthday', noon('2031-02-28'))).toBe(0)
    await server.query('update shop_user_level set status = 1 where id = 3')
    await server.query(`update points_rule set status = 1 where event = 'birthday'`)
    const scores = async (date: string) => {
      await timer('birthday', noon(date))
      return [(await purse(leap.id)).score, (await purse(gold.id)).score]
    }
    expect(await scores('2032-02-28')).toEqual([100, 100])
    expect(await scores('2032-02-29')).toEqual([150, 250])
    expect(await scores('2033-02-28')).toEqual([200, 400])
  })
})

describe('points that run out of time', () => {
  test('go, as far as they are not used: the oldest are used first', async () => {
    const { id } = await newcomer()
    const give = (score: number, expireTime: number, ref: string) =>
      run((trx) => postScore(trx, { userId: id, score, source: 'recharge', refNo: ref, memo: ref, expireTime }, shopEnv()))
    await give(30, now + 5 * day, `first-${id}`)
    await give(40, now + 2 * day, `second-${id}`)
    const spend = (score: number) =>
      run((trx) => postScore(trx, { userId: id, score: -score, source: 'manual', refNo: null, memo: 'spent' }, shopEnv()))
    await spend(110) // a hundred of signing up, ten of the first
    const left = async () =>
      (
        await server.query<{ remaining: number }>(
          'select remaining from user_score_log where user_id = $1 and score > 0 order by id',
          [id],
        )
      ).map((row) => row.remaining)
    expect(await left()).toEqual([0, 20, 40])
    expect(await timer('score', now + day)).toBe(0)
    expect(await timer('score', now + 3 * day)).toBeGreaterThan(0)
    expect(await left()).toEqual([0, 20, 0])
    expect((await purse(id)).score).toBe(20)
    expect(await timer('score', now + 3 * day)).toBe(0)
    await spend(20)
    await timer('score', now + 6 * day)
    expect((await purse(id)).score).toBe(0)
    expect(await server.query("select score, memo from user_score_log where user_id = $1 and source = 'expire'", [id])).toEqual([
      { score: -40, memo: `second-${id}` },
    ])
  })

  test('booked by hand are counted too', async () => {
    const { id } = await newcomer()
    const book = (score: number) => owner.post('/admin/user.ScoreLog/add', { user_id: id, score, memo: 'by hand' })
    expect((await book(25)).body.code).toBe(1)
    expect((await book(-110)).body.code).toBe(1)
    expect(await server.query('select remaining from user_score_log where user_id = $1 order by id', [id])).toEqual([
      { remaining: 0 },
      { remaining: 15 },
      { remaining: 0 },
    ])
  })
})

describe('exchanging points', () => {
  test('takes points, money and a unit, keeps the receiver, and is done once for each key of the call', async () => {
    const goods = await offer({ money: '2.50' })
    const { id, client } = await newcomer(100)
    await owner.post('/admin/shop.user.User/money', { id, money: '6.00', memo: 'gift' })
    const key = { idempotency_key: 'once-and-only', quantity: 2 }
    const [first, second] = [await exchange(client, goods, key), await exchange(client, goods, key)]
    expect(first.body.code, first.text).toBe(1)
    expect(second.text).toBe(first.text)
    expect(await purse(id)).toEqual({ money: 100, score: 100 })
    expect(await stockOf(goods)).toBe(8)
    const order = await orderOf(first.body.data.id)
    expect(order).toMatchObject({ status: 1, score: 100, receiver_city: [110000, 110100, 110105], title: 'Mug' })
    expect(order.order_no).toMatch(/^P\d{18}$/)
    expect(await logOf(first.body.data.id)).toEqual(['create >1 member'])
    const mine = await client.get<{ list: { order_no: string; money: string }[] }>('/api/points.Order/index')
    expect(mine.body.data.list).toMatchObject([{ order_no: order.order_no, money: '5.00' }])
    expect((await exchange(client, goods)).body.code).toBe(0) // the balance does not reach
  })

  test('is refused where something is missing, and then nothing has happened', async () => {
    const { id, client } = await newcomer()
    const goods = await offer({ per_limit: 1, stock: 3 })
    const refused = async (answer: Promise<Answer<unknown>>, what: RegExp) => {
      const { body } = await answer
      expect(body.code).toBe(0)
      expect(body.msg).toMatch(what)
    }
    await refused(exchange(client, goods, { receiver_name: ' ' }), /receiver/)
    await refused(exchange(client, goods, { receiver_city: [110000, 310100, 110105] }), /receiver/)
    await refused(exchange(client, goods, { receiver_mobile: '123' }), /receiver/)
    await refused(exchange(client, goods, { quantity: 0 }), /whole number|quantity/i)
    await refused(exchange(client, goods, { quantity: 2 }), /at most 1/)
    await refused(exchange(client, 999_999), /does not exist/)
    await refused(exchange(client, await offer({ score: 101 })), /points/)
    await refused(exchange(client, await offer({ stock: 0 })), /enough/)
    await refused(exchange(client, await offer({ start_time: now + day })), /not offered yet/)
    await refused(exchange(client, await offer({ end_time: now - day })), /no longer/)
    await refused(exchange(client, await offer({ status: 0 })), /not offered/)
    await refused(exchange(client, await offer({ level_ids: [4, 5] })), /levels/)
    expect(await purse(id)).toEqual({ money: 0, score: 100 })
    await ordered(client, goods)
    await refused(exchange(client, goods), /at most 1/)
    expect(errorsOf(await owner.post(`${goodsUrl}/add`, { ...mallForm, start_time: now, end_time: now - day }))).not.toEqual({})
    const list = await client.get<{ list: { id: number; for_me: boolean; had: number }[] }>('/api/points.Goods/index')
    expect(list.body.data.list.find((row) => row.id === goods)).toMatchObject({ had: 1, for_me: true })
    await owner.post('/admin/shop.user.User/setLevel', { ids: [id], level_id: 5, level_lock: 1 })
    await ordered(client, await offer({ level_ids: [4, 5], score: 1 }))
    expect((await client.get('/admin/points.Order/index')).body.code).not.toBe(1)
    await server.query(`update shop_user set blocked = 1, block_reason = 'x' where id = $1`, [id])
    await refused(exchange(client, await offer({ score: 1 })), /blocked/)
  })

  test('goes to an address that the member keeps, as it is then, and to nobody else’s', async () => {
    const goods = await offer()
    const { client } = await newcomer(100)
    const other = await newcomer(100)
    const kept = { name: '李雷', mobile: '13900139000', city: receiver.city, address: '长安街2号' }
    const added = await client.post<{ id: number }>('/api/shop.Address/add', kept)
    expect(added.body.code, added.text).toBe(1)
    const address_id = added.body.data.id
    const wanted = { goods_id: goods, address_id }
    const made = await client.post<{ id: number }>('/api/points.Order/create', wanted)
    expect(made.body.code, made.text).toBe(1)
    await client.post('/api/shop.Address/edit', { ...kept, id: address_id, address: '长安街3号' })
    expect(await orderOf(made.body.data.id)).toMatchObject({
      receiver_name: '李雷',
      receiver_mobile: '13900139000',
      receiver_city: receiver.city,
      receiver_address: '长安街2号',
    })
    const foreign = await other.client.post('/api/points.Order/create', wanted)
    expect(errorsOf(foreign)).toHaveProperty('address_id')
    expect((await purse(other.id)).score).toBe(200)
    expect(await stockOf(goods)).toBe(9)
  })

  test('that costs money is paid with the password where the shop asks for it, and with points alone is not', async () => {
    const settings = (balance_password: number) => owner.post('/admin/shop.Settings/edit', { balance_password })
    const goods = await offer({ money: '2.50' })
    const { id, client } = await newcomer(100)
    await owner.post('/admin/shop.user.User/money', { id, money: '6.00', memo: 'gift' })
    expect((await settings(1)).body.code).toBe(1)
    try {
      expect(errorsOf(await exchange(client, goods))).toHaveProperty('password')
      expect(errorsOf(await exchange(client, goods, { password: 'Wrong-1' }))).toHaveProperty('password')
      expect(await purse(id)).toEqual({ money: 600, score: 200 })
      await ordered(client, goods, { password })
      await ordered(client, await offer())
    } finally {
      await settings(0)
    }
    expect(await purse(id)).toEqual({ money: 350, score: 100 })
  })

  test('for coupons and money is complete at once', async () => {
    const { id, client } = await newcomer(500)
    const coupon = await offer({ type: 'coupon', coupon_id: 10, score: 20 })
    const first = await ordered(client, coupon, { quantity: 2 })
    expect(await orderOf(first)).toMatchObject({ status: 3 })
    expect(await logOf(first)).toEqual(['create >1 member', 'give 1>3 system'])
    expect(await server.query("select status from shop_coupon_receive where user_id = $1 and source = 'points'", [id])).toEqual([
      { status: 1 },
      { status: 1 },
    ])
    const money = await offer({ type: 'money', money_value: '3.00', score: 100 })
    expect(await orderOf(await ordered(client, money))).toMatchObject({ status: 3 })
    expect(await purse(id)).toEqual({ money: 300, score: 600 - 40 - 100 })
    const gone = await offer({ type: 'coupon', coupon_id: 9, score: 20 })
    expect((await exchange(client, gone)).body.code).toBe(0)
    expect((await purse(id)).score).toBe(460)
    expect(await stockOf(gone)).toBe(10)
    expect(errorsOf(await owner.post(`${goodsUrl}/add`, { ...mallForm, type: 'coupon' }))).toHaveProperty('coupon_id')
    expect(errorsOf(await owner.post(`${goodsUrl}/add`, { ...mallForm, type: 'money' }))).toHaveProperty('money_value')
    expect(errorsOf(await owner.post(`${goodsUrl}/edit`, { id: coupon, type: 'goods' }))).toHaveProperty('type')
  })

  test('by many at once never exceeds the stock or the limit per member', async () => {
    const goods = await offer({ stock: 4, score: 10 })
    const people = await Promise.all(Array.from({ length: 8 }, () => newcomer()))
    const answers = await Promise.all(people.map(({ client }) => exchange(client, goods)))
    expect(answers.filter(({ body }) => body.code === 1)).toHaveLength(4)
    expect(await stockOf(goods)).toBe(0)
    const limited = await offer({ stock: 50, per_limit: 2, score: 5 })
    const { id, client } = await newcomer()
    const tries = await Promise.all(Array.from({ length: 6 }, () => exchange(client, limited)))
    expect(tries.filter(({ body }) => body.code === 1)).toHaveLength(2)
    expect((await purse(id)).score).toBe(90)
    const poor = await offer({ stock: 50, score: 60 })
    const spent = await Promise.all(Array.from({ length: 4 }, () => exchange(client, poor)))
    expect(spent.filter(({ body }) => body.code === 1)).toHaveLength(1)
    expect((await purse(id)).score).toBe(30)
  })
})

describe('points orders', () => {
  const parcel = { company_id: 1, tracking_no: 'SF000000000009' }
  const actions = {
    delivery: { ...parcel },
    receive: {},
    cancel: { reason: 'Changed their mind' },
  } as const
  /** An order in this state, reached as in life. */
  let usual: Awaited<ReturnType<typeof newcomer>> | undefined
  async function inState(status: number, who?: Awaited<ReturnType<typeof newcomer>>): Promise<{ id: number; client: Client }> {
    usual ??= await newcomer(1000)
    const { client } = who ?? usual
    const id = await ordered(client, await offer({ score: 10 }))
    if (status === 2 || status === 3) await owner.post(`${orderUrl}/delivery`, { id, ...parcel })
    if (status === 3) await owner.post(`${orderUrl}/receive`, { id })
    if (status === 4) await owner.post(`${orderUrl}/cancel`, { id, ...actions.cancel })
    expect((await orderOf(id)).status).toBe(status)
    return { id, client }
  }
  const edges: Record<string, number> = { '1 delivery': 2, '2 receive': 3, '1 cancel': 4 }

  test.each(
    [1, 2, 3, 4].flatMap((status) => Object.keys(actions).map((action) => [status, action as keyof typeof actions] as const)),
  )('in state %s: %s', async (status, action) => {
    const { id } = await inState(status)
    const before = (await logOf(id)).length
    const { body } = await owner.post(`${orderUrl}/${action}`, { id, ...actions[action] })
    const to = edges[`${status} ${action}`]
    expect([body.code, (await orderOf(id)).status]).toEqual(to ? [1, to] : [0, status])
    expect((await logOf(id)).length - before).toBe(to ? 1 : 0)
  })

  test('are shipped with a number the carrier knows, several at once, and received by their member alone or by time', async () => {
    const [first, second] = [await inState(1), await inState(1, await newcomer())]
    const wrong = { id: first.id, ...parcel, tracking_no: 'XX1' }
    expect(errorsOf(await owner.post(`${orderUrl}/delivery`, wrong))).toHaveProperty('tracking_no')
    expect(errorsOf(await owner.post(`${orderUrl}/delivery`, { id: first.id }))).toHaveProperty('company_id')
    const lines = [first, second].map(({ id }, i) => ({ id, tracking_no: `SF00000000001${i}` }))
    const both = await owner.post(`${orderUrl}/deliveries`, { ids: lines.map((line) => line.id), company_id: 1, orders: lines })
    expect(both.body.code, both.text).toBe(1)
    expect([await orderOf(first.id), await orderOf(second.id)]).toMatchObject([
      { status: 2, tracking_no: 'SF000000000010' },
      { status: 2, tracking_no: 'SF000000000011' },
    ])
    const receive = (client: Client) => client.post('/api/points.Order/receive', { id: first.id })
    expect((await receive(second.client)).body.code).toBe(0)
    expect((await receive(first.client)).body.code).toBe(1)
    expect(await logOf(first.id)).toEqual(['create >1 member', 'deliver 1>2 admin', 'receive 2>3 member'])
    await timer('points', now + 9 * day)
    expect((await orderOf(second.id)).status).toBe(2)
    expect(await timer('points', now + 11 * day)).toBeGreaterThan(0)
    expect((await logOf(second.id)).at(-1)).toBe('time_out 2>3 system')
  })

  test('that are cancelled return points, money and units exactly once', async () => {
    const goods = await offer({ money: '1.00', score: 30 })
    const { id, client } = await newcomer()
    await owner.post('/admin/shop.user.User/money', { id, money: '5.00', memo: 'gift' })
    const order = await ordered(client, goods)
    expect(await purse(id)).toEqual({ money: 400, score: 70 })
    const cancel = () => owner.post(`${orderUrl}/cancel`, { id: order, reason: 'Broken' })
    expect(errorsOf(await owner.post(`${orderUrl}/cancel`, { id: order }))).toHaveProperty('reason')
    const answers = await Promise.all([
      cancel(),
      cancel(),
      cancel(),
      owner.post(`${orderUrl}/delivery`, { id: order, ...parcel }),
    ])
    expect(answers.filter(({ body }) => body.code === 1)).toHaveLength(1)
    if ((await orderOf(order)).status === 4) {
      expect(await purse(id)).toEqual({ money: 500, score: 100 })
      expect(await stockOf(goods)).toBe(10)
    }
    const next = await ordered(client, goods)
    expect((await owner.post(`${orderUrl}/cancel`, { id: next, reason: 'Broken' })).body.code).toBe(1)
    const shop = await server.query<{ source: string; money: number }>(
      'select source, money::int from user_money_log where user_id = $1 order by id desc limit 2',
      [id],
    )
    expect(shop).toEqual([
      { source: 'points', money: 100 },
      { source: 'points', money: -100 },
    ])
  })

  test('get remarks, are listed by state and shown to those with the right', async () => {
    const { id } = await inState(1)
    expect((await owner.post(`${orderUrl}/remark`, { id, remark: 'Fragile' })).body.code).toBe(1)
    expect((await logOf(id)).at(-1)).toBe('remark 1>1 admin')
    const { body } = await owner.get<{ total: number; list: { receiver_city_text: string }[] }>(`${orderUrl}/index`, {
      search: [{ field: 'status', operator: 'IN', val: '3' }],
    })
    expect(body.data.total).toBeGreaterThanOrEqual(66)
    const manager = await server.signIn('manager')
    expect((await manager.get(`${orderUrl}/index`)).body.code).toBe(1)
    const finance = await server.signIn('finance')
    for (const action of Object.keys(actions)) expect((await finance.post(`${orderUrl}/${action}`, { id })).body.code).toBe(401)
  })

  test('have a stock that people change with a reason, never below zero', async () => {
    const goods = await offer({ stock: 5 })
    const change = (delta: number) => owner.post(`${goodsUrl}/stock`, { id: goods, delta, memo: 'Counted' })
    expect((await change(3)).body.code).toBe(1)
    expect(errorsOf(await change(-9))).toHaveProperty('delta')
    expect(errorsOf(await change(0))).toHaveProperty('delta')
    expect((await change(-8)).body.code).toBe(1)
    expect(
      await server.query('select delta, after, reason, memo from points_stock_log where goods_id = $1 order by id', [goods]),
    ).toEqual([
      { delta: 5, after: 5, reason: 'manual', memo: '' },
      { delta: 3, after: 8, reason: 'manual', memo: 'Counted' },
      { delta: -8, after: 0, reason: 'manual', memo: 'Counted' },
    ])
    expect((await owner.post(`${goodsUrl}/offSale`, { ids: [goods] })).body.code).toBe(1)
    expect(await one('select status from points_goods where id = $1', [goods])).toEqual({ status: 0 })
    expect((await owner.post(`${goodsUrl}/onSale`, { ids: [goods] })).body.code).toBe(1)
  })
})

describe('the ledgers of the shop', () => {
  test.each([
    ['moneyLog', 'MoneyLog', 'money'],
    ['score', 'Score', 'score'],
  ])('shop/user/%s shows what is booked elsewhere, with its sums, and books nothing', async (_page, controller, column) => {
    const url = `/admin/shop.user.${controller}`
    const { body } = await owner.get<{ list: Record<string, unknown>[]; total: number }>(`${url}/index`, { limit: 5 })
    const table = column === 'money' ? 'user_money_log' : 'user_score_log'
    expect(body.data.total).toBe((await one<{ n: number }>(`select count(*)::int as n from ${table}`)).n)
    expect(body.data.list[0]).toMatchObject({ user: { nickname: expect.any(String) } })
    const sums = await one<{ in: string; out: string }>(
      `select (sum(${column}) filter (where ${column} > 0))::text as in, (sum(${column}) filter (where ${column} < 0))::text as out from ${table}`,
    )
    const summary = await owner.get<{ values: Record<string, unknown> }>(`${url}/summary`)
    const shown = JSON.stringify(summary.body.data).replaceAll('.', '')
    expect(shown).toContain(sums.in)
    expect(shown).toContain(sums.out)
    const posted = await owner.post(`${url}/add`, { user_id: 1, [column]: 1, memo: 'x' })
    expect(posted.body.code).not.toBe(1)
    const finance = await server.signIn('finance')
    expect((await finance.get(`${url}/index`)).body.code).toBe(1)
    const packer = await server.signIn('packer')
    expect((await packer.get(`${url}/index`)).body.code).toBe(401)
  })
})

test('every night balances and points are compared with their ledgers; differences appear on the dashboard', async () => {
  const check = (at: number) => run((trx) => checkLedgers(trx, at))
  const night = (d: number) => Date.parse(`2031-01-0${d}T20:30:00Z`) / 1000 // half past four in Shanghai
  expect(await check(night(1) - 3 * 3600)).toBeUndefined()
  expect(await check(night(1))).toBe(0)
  expect(await check(night(1) + 3600)).toBeUndefined()
  await server.query('update "user" set money = money + 1 where id = 7')
  expect(await check(night(2))).toBe(1)
  expect(await server.query('select user_id, ledger, (held - booked)::int as off from shop_ledger_fault')).toEqual([
    { user_id: 7, ledger: 'money', off: 1 },
  ])
  const dashboard = await owner.get('/admin/Dashboard/index', { range: 7 })
  expect(JSON.stringify(dashboard.body.data)).toMatch(/"ledgerFaults":\{[^}]*"value":1/)
  const faults = async () =>
    (await owner.get<{ list: { create_time: number }[] }>('/admin/shop.user.LedgerFault/index')).body.data.list
  const [fault] = await faults()
  expect(fault).toMatchObject({ user_id: 7, ledger: 'money', difference: '¥0.01', create_time: night(2) })
  expect(await check(night(3))).toBe(1)
  // The next night it still stands as it was found.
  expect(await faults()).toEqual([{ ...fault, update_time: night(3) }])
  await server.query('update "user" set money = money - 1 where id = 7')
  const atOnce = await Promise.all([check(night(4)), check(night(4))])
  expect(atOnce.filter((each) => each === 0)).toHaveLength(1)
  expect(await server.query('select id from shop_ledger_fault')).toEqual([])
})

describe('the coupon centre', () => {
  test('offers coupons to members of levels', async () => {
    const base = {
      coupon_id: await makeCoupon(owner),
      position: ['center'],
      label: '',
      audience: 'level',
      start_time: now - day,
      end_time: now + day,
      status: 1,
    }
    expect(errorsOf(await owner.post('/admin/shop.coupon.Center/add', base))).toHaveProperty('level_ids')
    const made = await owner.post<{ id: number }>('/admin/shop.coupon.Center/add', { ...base, level_ids: [3] })
    expect(made.body.code, made.text).toBe(1)
    const { id, client } = await newcomer()
    const take = () => client.post('/api/shop.Coupon/receive', { id: made.body.data.id })
    expect((await take()).body.msg).toMatch(/levels/)
    await owner.post('/admin/shop.user.User/setLevel', { ids: [id], level_id: 3, level_lock: 1 })
    expect((await take()).body.code).toBe(1)
  })
})

test('an exchange that breaks off leaves nothing', async () => {
  const goods = await offer({ score: 10 })
  const { id } = await newcomer()
  const broken = run(async (trx) => {
    await exchangePoints(trx, { userId: id, goodsId: goods, quantity: 1, receiver }, memberEnv(id))
    throw new Error('power cut')
  })
  await expect(broken).rejects.toThrow('power cut')
  expect([(await purse(id)).score, await stockOf(goods)]).toEqual([100, 10])
})
