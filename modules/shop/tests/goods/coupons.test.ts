import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommandContext } from '../../../../server/core/command.ts'
import { openDatabase, type Writer } from '../../../../server/core/db/connect.ts'
import type { Answer, Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { memberClient, registerMember, signInMember } from '../../../../tests/member/people.ts'
import { collectCoupon } from '../../server/coupon/grant.ts'
import { cancelUnpaid } from '../../server/order/cancel.ts'
import { closeOrder } from '../../server/order/close.ts'
import { createOrder } from '../../server/order/create.ts'
import { payOrder } from '../../server/order/pay.ts'
import { applyRefund } from '../../server/refund/apply.ts'
import { auditRefund } from '../../server/refund/audit.ts'
import { refundMoneyResult } from '../../server/refund/money.ts'
import { runTimer } from '../../server/timers.ts'
import { couponForm, makeCoupon, offerCoupon } from '../helpers/factories.ts'
import { expectSoundShop, inTransaction, runStep } from '../helpers/helpers.ts'

const couponUrl = '/admin/shop.coupon.Coupon'
const receiveUrl = '/admin/shop.coupon.Receive'
const centerUrl = '/admin/shop.coupon.Center'
const day = 86_400

let server: TestServer
let owner: Client
let member: Client
let memberId = 0
/** Fillers that a member may hold coupons of; enabled all. */
let people: number[] = []
const now = Math.floor(Date.now() / 1000)

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
  const pair = await signInMember(server)
  member = memberClient(server, pair.token)
  const found = await server.query<{ id: number; username: string }>(
    `select id, username from "user" where status = 'enable' and delete_time is null order by id`,
  )
  memberId = found.find((each) => each.username === 'user0164')?.id ?? 0
  people = found.map((each) => each.id).filter((id) => id !== memberId)
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
})

const errorsOf = ({ body }: Answer<unknown>) => Object.keys((body.data as { errors?: object } | null)?.errors ?? {})
const add = (more: object = {}) => owner.post<{ id: number }>(`${couponUrl}/add`, { ...couponForm, ...more })
const made = (more?: object) => makeCoupon(owner, more)
const offered = (couponId: number, more?: object) => offerCoupon(owner, couponId, more)
const receive = (id: number, client = member) => client.post<{ id: number }>('/api/shop.Coupon/receive', { id })
const send = (id: number, userIds: number[], quantity = 1, client = owner) =>
  client.post<{ sent: number }>(`${couponUrl}/send`, { id, target: 'users', user_ids: userIds, quantity })
async function countsOf(id: number) {
  const [row] = await server.query<{ received: number; remaining: number; used: number; cost: number; receipts: number }>(
    `select received, remaining, used, cost::int, (select count(*)::int from shop_coupon_receive r where r.coupon_id = c.id) as receipts
      from shop_coupon c where id = $1`,
    [id],
  )
  return row
}
async function receiptOf(id: number) {
  const [row] = await server.query<{
    status: number
    order_no: string | null
    amount: number | null
    valid_end: number
    code: string
  }>('select status, order_no, amount::int, valid_end::int, code from shop_coupon_receive where id = $1', [id])
  if (!row) throw new Error(`no receipt ${id}`)
  return row
}
const logOf = async (id: number) =>
  (
    await server.query<{ text: string }>(
      `select concat(action, ' ', "from", '>', "to", ' ', actor) as text from shop_coupon_log where receive_id = $1 order by id`,
      [id],
    )
  ).map((row) => row.text)
const lastReceipt = async (couponId: number) =>
  (await server.query<{ id: number }>('select max(id) as id from shop_coupon_receive where coupon_id = $1', [couponId]))[0]?.id ??
  0

describe('the coupon screen', () => {
  test('lists coupons with what they take off, when they are valid and how far they are, in the language of the reader', async () => {
    type Row = { title: string; value_text: string; valid_text: string; state: string; progress: number }
    const list = async (lang: 'en' | 'zh-cn') =>
      (await owner.with({ lang }).get<{ list: Row[] }>(`${couponUrl}/index`, { limit: 50, order: 'id,asc' })).body.data.list
    const [en, zh] = [await list('en'), await list('zh-cn')]
    expect(en[0]).toMatchObject({ value_text: '¥30 off ¥199+', valid_text: '30 days after claiming' })
    expect(zh[0]).toMatchObject({ value_text: '满 ¥199 减 ¥30', valid_text: '领取后 30 天' })
    expect([en[4]?.value_text, zh[4]?.value_text]).toEqual(['10% off', '9 折'])
    expect(en[8]).toMatchObject({ progress: 100 })
    for (const row of en) expect(row.value_text).not.toMatch(/coupon\./)
  })

  test('tells how far each is by the clock and by what is left', async () => {
    const ids = [
      await made({ receive_start: now + day }),
      await made(),
      await made({ total: 1 }),
      await made({ valid_type: '1', valid_start: now - 2 * day, valid_end: now - day }),
    ]
    expect((await send(ids[2] ?? 0, [memberId])).body.code).toBe(1)
    const answer = await owner.get<{ list: { id: number; state: string }[] }>(`${couponUrl}/index`, { limit: 100 })
    const states = new Map(answer.body.data.list.map((row) => [row.id, row.state]))
    expect(ids.map((id) => states.get(id))).toEqual(['scheduled', 'running', 'used_up', 'ended'])
  })

  test('adds, edits and deletes; what a type needs is asked for, and rules between fields hold', async () => {
    expect(errorsOf(await add({ amount: undefined }))).toEqual(['amount'])
    expect(errorsOf(await add({ type: '2', amount: undefined }))).toEqual(['discount'])
    expect(errorsOf(await add({ type: '2', discount: 10 }))).toEqual(['discount'])
    expect(errorsOf(await add({ type: '1', threshold: '3.00', amount: '3.00' }))).toEqual(['amount'])
    expect(errorsOf(await add({ receive_start: now, receive_end: now }))).toEqual(['receive_end'])
    expect(errorsOf(await add({ valid_type: '1', valid_start: now, valid_end: now - 1 }))).toEqual(['valid_end'])
    expect(errorsOf(await add({ scope: 'goods' }))).toEqual(['goods_ids'])
    const id = await made({ type: '1', threshold: '3.01', amount: '3.00' })
    expect((await owner.post(`${couponUrl}/edit`, { id, title: '新名称', total: 5 })).body.code).toBe(1)
    expect(await countsOf(id)).toMatchObject({ received: 0, remaining: 5 })
    expect((await owner.del(`${couponUrl}/del`, { ids: [id] })).body.code).toBe(1)
  })

  test('keeps what a coupon takes off once it was collected; its number only grows', async () => {
    const id = await made()
    expect((await send(id, [memberId])).body.code).toBe(1)
    const edited = await owner.post(`${couponUrl}/edit`, { id, amount: '99.00', scope: 'exclude', type: '1', title: '改名' })
    expect(edited.body.code).toBe(1)
    expect(await server.query('select title, amount::int, scope, type from shop_coupon where id = $1', [id])).toEqual([
      { title: '改名', amount: 300, scope: 'all', type: 3 },
    ])
    expect(errorsOf(await owner.post(`${couponUrl}/edit`, { id, total: 9 }))).toEqual(['total'])
    expect((await owner.post(`${couponUrl}/edit`, { id, total: 12 })).body.code).toBe(1)
    expect(await countsOf(id)).toMatchObject({ received: 1, remaining: 11 })
  })

  test('refuses to delete a coupon while receipts of it can be used', async () => {
    const id = await made({ title: '不可删除' })
    await send(id, [memberId])
    expect((await owner.del(`${couponUrl}/del`, { ids: [id] })).body).toMatchObject({
      code: 0,
      msg: expect.stringContaining('不可删除'),
    })
    const receipt = await lastReceipt(id)
    await owner.post(`${receiveUrl}/revoke`, { id: receipt, reason: '测试' })
    expect((await owner.del(`${couponUrl}/del`, { ids: [id] })).body.code).toBe(1)
  })

  test('stops a coupon: it is not collected or sent any more, and what members hold stays', async () => {
    const id = await made({ per_limit: 3 })
    const offer = await offered(id)
    expect((await receive(offer)).body.code).toBe(1)
    expect((await owner.post(`${couponUrl}/stop`, { id })).body.code).toBe(1)
    expect((await receive(offer)).body).toMatchObject({ code: 0, msg: 'This coupon is no longer offered' })
    expect((await send(id, [memberId])).body.code).toBe(0)
    expect((await receiptOf(await lastReceipt(id))).status).toBe(1)
  })
})

describe('the dry run', () => {
  type Told = {
    result: string
    reasons: string
    discount: string
    pay: string
    delivery_off: string
    lines: { off: string; left: string }[]
  }
  const dryRun = async (id: number, more: Record<string, unknown>, lang: 'en' | 'zh-cn' = 'en') => {
    const body = { id, lines: [{ goods_id: 1, quantity: 2 }], delivery_amount: '8.00', with_level: 0, with_score: 0, ...more }
    const answer = await owner.with({ lang }).post<Told>(`${couponUrl}/try`, body)
    expect(answer.body, answer.text).toMatchObject({ code: 1 })
    return answer.body.data
  }

  test('says for a cart what the coupon takes off, line by line, and writes nothing', async () => {
    const goods = await server.query<{ id: number; price: number }>(
      'select id, price::int from shop_goods where id in (1, 2) order by id',
    )
    const total = (goods[0]?.price ?? 0) * 2 + (goods[1]?.price ?? 0)
    const id = await made({ type: '2', amount: undefined, discount: 8.5 })
    const told = await dryRun(id, {
      lines: [
        { goods_id: 1, quantity: 2 },
        { goods_id: 2, quantity: 1 },
      ],
    })
    const off = Math.floor((total * 15) / 100)
    expect(told).toMatchObject({ result: 'applies', reasons: '', discount: (off / 100).toFixed(2) })
    expect(told.lines.reduce((sum, line) => sum + Math.round(Number(line.off) * 100), 0)).toBe(off)
    expect(told.pay).toBe(((total + 800 - off) / 100).toFixed(2))
    expect(await countsOf(id)).toMatchObject({ received: 0, used: 0 })
  })

  test('says why it does not apply, in the language of the reader', async () => {
    const id = await made({ type: '1', threshold: '100000.00', amount: '1.00', stack_score: 0 })
    const en = await dryRun(id, { with_score: 1 })
    expect(en).toMatchObject({ result: 'not', discount: '0.00' })
    expect(en.reasons.split('\n')).toEqual([
      'It cannot be combined with points',
      expect.stringMatching(/^Add ¥[0-9.]+ of eligible products to reach ¥100000\.00$/),
    ])
    expect((await dryRun(id, { with_score: 1 }, 'zh-cn')).reasons).toContain('不能与积分同时使用')
  })

  test('counts for a member with the discount of their level, and says what they hold and may collect', async () => {
    const [person] = await server.query<{ id: number; discount: number }>(
      `select s.id, l.discount::int as discount from shop_user s join shop_user_level l on l.id = s.level_id join "user" u on u.id = s.id
        where l.discount < 100 and l.status = 1 and u.status = 'enable' order by s.id limit 1`,
    )
    const [sku] = await server.query<{ goods_id: number; sku_code: string; price: number }>(
      `select s.goods_id, s.sku_code, s.price::int from shop_goods_sku s join shop_goods g on g.id = s.goods_id
        where g.level_discount = 1 and s.sku_code <> '' order by s.price desc limit 1`,
    )
    const id = await made({ stack_level: 0, per_limit: 1 })
    const { price = 0, ...line } = sku ?? {}
    const body = { lines: [{ ...line, quantity: 1 }], user_id: person?.id }
    const told = async () =>
      (await dryRun(id, body)) as unknown as {
        holds: number
        collect: string
        level_off: string
        reasons: string
        result: string
      }
    const off = Math.floor((price * (100 - (person?.discount ?? 0))) / 100)
    expect(await told()).toMatchObject({
      result: 'not',
      reasons: 'It cannot be combined with a level discount',
      level_off: (off / 100).toFixed(2),
      holds: 0,
      collect: 'Can be claimed now',
    })
    await send(id, [person?.id ?? 0])
    expect(await told()).toMatchObject({ holds: 1, collect: 'At most 1 per member' })
  })

  test('tells beside it what other coupons would take off the same cart, and why they do not', async () => {
    const id = await made()
    const better = await made({ title: '立减四元', amount: '4.00' })
    const closed = await made({ title: '满百万', type: '1', threshold: '1000000.00', amount: '4.00' })
    const { others } = (await dryRun(id, {})) as unknown as { others: { title: string; discount: string; why: string }[] }
    const amounts = others.map((each) => Number(each.discount))
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a))
    expect(others.find((each) => each.title === '立减四元')).toMatchObject({ discount: '4.00', why: '' })
    expect(others.find((each) => each.title === '满百万')?.why).toMatch(/of eligible products/)
    for (const each of [id, better, closed]) await owner.del(`${couponUrl}/del`, { ids: [each] })
  })

  test('counts goods of a class and of all classes below it', async () => {
    const [found] = await server.query<{ id: number; pid: number }>(
      'select g.id, c.pid from shop_goods g join shop_goods_classify c on c.id = any(g.classify_ids) where c.pid > 0 order by g.id limit 1',
    )
    const lines = [{ goods_id: found?.id, quantity: 1 }]
    const other = found?.pid === 1 ? 2 : 1
    expect(await dryRun(await made({ scope: 'classify', classify_ids: [found?.pid] }), { lines })).toMatchObject({
      result: 'applies',
    })
    expect(await dryRun(await made({ scope: 'classify', classify_ids: [other] }), { lines })).toMatchObject({ result: 'not' })
  })
})

describe('receiving', () => {
  test('members collect what the centre offers, up to the limit per member', async () => {
    const id = await made({ title: '领券测试', per_limit: 2 })
    const offer = await offered(id)
    const list = await member.get<{ list: { id: number; title: string; left: number; value: string }[] }>(
      '/api/shop.Coupon/index',
    )
    expect(list.body.data.list.find((each) => each.id === offer)).toMatchObject({
      title: '领券测试',
      left: 10,
      value: '¥3 off',
    })
    const first = await receive(offer)
    expect(first.body.code).toBe(1)
    expect((await receive(offer)).body.code).toBe(1)
    expect((await receive(offer)).body).toMatchObject({ code: 0, msg: 'At most 2 per member' })
    expect(await countsOf(id)).toMatchObject({ received: 2, remaining: 8, receipts: 2 })
    const receipt = await receiptOf(first.body.data.id)
    expect(Math.abs(receipt.valid_end - now - 7 * day)).toBeLessThan(600)
    expect(await logOf(first.body.data.id)).toEqual(['collect >1 member'])
    const mine = await member.get<{ list: { code: string }[] }>('/api/shop.Coupon/mine')
    expect(mine.body.data.list.map((each) => each.code)).toContain(receipt.code)
  })

  test('not before or after its time, not without an offer, not beyond the quota of the day, new members only', async () => {
    const early = await offered(await made({ receive_start: now + day / 2 }), { start_time: now + day / 2 })
    expect((await receive(early)).body).toMatchObject({ code: 0, msg: 'Offer not found' })
    const late = await made({ receive_end: now + 2 * day })
    const lateOffer = await offered(late)
    await server.query('update shop_coupon set receive_end = $2 where id = $1', [late, now - 1])
    expect((await receive(lateOffer)).body).toMatchObject({ code: 0, msg: 'The claim period is over' })
    const few = await offered(await made({ per_limit: 5 }), { daily_quota: 1 })
    expect((await receive(few)).body.code).toBe(1)
    expect((await receive(few)).body.msg).toMatch(/^All of today/)
    const fresh = await offered(await made(), { audience: 'new' })
    expect((await receive(fresh)).body).toMatchObject({ code: 0, msg: 'For new members only' })
    const newFace = memberClient(server, (await registerMember(server, 'coupon_new', 'Quiet-harbour-7')).token)
    expect((await receive(fresh, newFace)).body.code).toBe(1)
    expect((await receive(999_999)).body.code).toBe(0)
    expect((await server.guest().post('/api/shop.Coupon/receive', { id: fresh })).body.code).not.toBe(1)
  })

  test('one who signs up gets what is offered after registration, once', async () => {
    const id = await made({ title: '注册礼', new_only: 1 })
    await offered(id, { position: ['register'] })
    const fresh = memberClient(server, (await registerMember(server, 'coupon_gift', 'Quiet-harbour-7')).token)
    const mine = await fresh.get<{ list: { title: string; id: number }[] }>('/api/shop.Coupon/mine')
    expect(mine.body.data.list.filter((each) => each.title === '注册礼')).toHaveLength(1)
    expect(await logOf(await lastReceipt(id))).toEqual(['register >1 system'])
  })

  test('an exchange code is good once, and not when it is disabled', async () => {
    const id = await made({ code_mode: 'code', per_limit: 5 })
    expect((await owner.post(`${couponUrl}/codes`, { id, prefix: 'TEST', quantity: 3 })).body.data).toEqual({ made: 3 })
    const codes = (
      await server.query<{ code: string }>('select code from shop_coupon_code where coupon_id = $1 order by id', [id])
    ).map((row) => row.code)
    expect(codes).toEqual(codes.map(() => expect.stringMatching(/^TEST[2-9A-Z]{10}$/)))
    const exchange = (code: unknown) => member.post('/api/shop.Coupon/exchange', { code })
    const both = await Promise.all([exchange(codes[0]), exchange(codes[0]?.toLowerCase())])
    expect(both.map(({ body }) => body.code).sort()).toEqual([0, 1])
    expect((await owner.post(`${couponUrl}/disableCodes`, { id })).body.data).toEqual({ disabled: 2 })
    expect((await exchange(codes[1])).body).toMatchObject({ code: 0, msg: 'This code is not valid' })
    expect((await exchange({ a: 1 })).body.code).toBe(0)
    expect(await countsOf(id)).toMatchObject({ received: 1, receipts: 1 })
  })

  test('the shop sends to members beyond their limit, all or none, and once for one key', async () => {
    const id = await made({ total: 5 })
    const body = { id, target: 'users', user_ids: people.slice(0, 2), quantity: 2, idempotency_key: 'send-once' }
    const first = await owner.post(`${couponUrl}/send`, body)
    expect(first.body.data).toMatchObject({ members: 2, sent: 4 })
    expect((await owner.post(`${couponUrl}/send`, body)).body.data).toEqual(first.body.data)
    expect(await countsOf(id)).toMatchObject({ received: 4, remaining: 1, receipts: 4 })
    expect((await send(id, people.slice(0, 2))).body).toMatchObject({ code: 0, msg: 'Only 1 left, 2 needed' })
    expect(await countsOf(id)).toMatchObject({ received: 4, receipts: 4 })
    const all = await made({ total: 1000 })
    const sent = await owner.post<{ members: number }>(`${couponUrl}/send`, { id: all, target: 'all', quantity: 1 })
    expect(sent.body.data.members).toBeGreaterThan(290)
  })
})

describe('guessing exchange codes', () => {
  test('is braked for each member and each address, noted in the audit, and hinders nobody who has the right ones', async () => {
    const id = await made({ code_mode: 'code', per_limit: 20, total: 50 })
    await owner.post(`${couponUrl}/codes`, { id, prefix: 'GUESS', quantity: 15 })
    const codes = (
      await server.query<{ code: string }>('select code from shop_coupon_code where coupon_id = $1 order by id', [id])
    ).map((row) => row.code)
    const exchange = async (code: unknown, who = member) => (await who.post('/api/shop.Coupon/exchange', { code })).body
    const noted = async () =>
      (
        await server.query<{ n: number; detail: string }>(
          `select count(*)::int as n, max(detail::text) as detail from audit where action = 'coupon.code.wrong'`,
        )
      )[0]
    const before = (await noted())?.n ?? 0
    await server.query(`delete from login_throttle where name like 'coupon.code:%'`)
    for (const code of codes.slice(0, 12)) expect(await exchange(code)).toMatchObject({ code: 1 })
    const guesses = await Promise.all(Array.from({ length: 25 }, (_, n) => exchange(`GUESS${1_000_000 + n}`)))
    expect(guesses.filter(({ msg }) => msg === 'This code is not valid')).toHaveLength(10)
    expect(guesses.filter(({ msg }) => msg.startsWith('Too many incorrect attempts'))).toHaveLength(15)
    expect(await exchange(codes[12])).toMatchObject({ code: 0, msg: expect.stringContaining('Too many incorrect attempts') })
    const audit = await noted()
    expect((audit?.n ?? 0) - before).toBe(10)
    expect(audit?.detail).not.toContain('GUESS')
    const other = memberClient(server, (await registerMember(server, 'coupon_other', 'Quiet-harbour-7')).token)
    expect(await exchange(codes[12], other)).toMatchObject({ code: 1 })
    // Many members at one address are braked together.
    await server.query(`update login_throttle set failures = 60 where name like 'coupon.code:address:%'`)
    expect(await exchange(codes[13], other)).toMatchObject({
      code: 0,
      msg: expect.stringContaining('Too many incorrect attempts'),
    })
    await server.query(`delete from login_throttle where name like 'coupon.code:%'`)
    expect(await exchange(codes[13], other)).toMatchObject({ code: 1 })
  })
})

describe('races', () => {
  test('a hundred members at once for ten that are left: exactly ten get one', async () => {
    const id = await made({ total: 10 })
    const offer = await offered(id)
    const database = openDatabase(server.databaseUrl, { connections: 8, statementTimeout: 60_000, lockTimeout: 60_000 })
    const collect = (userId: number) =>
      runStep(database, (trx) => {
        const env: CommandContext = { now, actor: { type: 'member', id: userId, name: `${userId}` } }
        return collectCoupon(trx, { centerId: offer, userId }, env)
      })
    const results = await Promise.allSettled(people.slice(0, 100).map(collect))
    await database.close()
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(10)
    expect(await countsOf(id)).toMatchObject({ received: 10, remaining: 0, receipts: 10 })
  })

  test('one member a hundred times at once over HTTP gets what the limit allows', async () => {
    const id = await made({ total: 50, per_limit: 3 })
    const offer = await offered(id)
    const answers = await Promise.all(Array.from({ length: 100 }, () => receive(offer)))
    expect(answers.filter(({ body }) => body.code === 1)).toHaveLength(3)
    expect(await countsOf(id)).toMatchObject({ received: 3, remaining: 47, receipts: 3 })
  })

  test('concurrent sends never exceed the stock', async () => {
    const id = await made({ total: 7 })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => send(id, people.slice(i * 2, i * 2 + 2))))
    expect(answers.filter(({ body }) => body.code === 1)).toHaveLength(3)
    expect(await countsOf(id)).toMatchObject({ received: 6, remaining: 1, receipts: 6 })
  })

  test('the database itself refuses more than there are', async () => {
    const id = await made()
    await expect(server.query('update shop_coupon set remaining = -1 where id = $1', [id])).rejects.toThrow(/check/)
  })

  test('a receipt is revoked or extended, each once', async () => {
    const id = await made()
    await send(id, [memberId])
    const receipt = await lastReceipt(id)
    const revoke = () => owner.post(`${receiveUrl}/revoke`, { id: receipt, reason: '重复' })
    const answers = await Promise.all([revoke(), revoke(), revoke()])
    expect(answers.filter(({ body }) => body.code === 1)).toHaveLength(1)
    expect(await logOf(receipt)).toEqual(['send >1 admin', 'revoke 1>5 admin'])
  })
})

describe('receipts', () => {
  const expireBefore = (receipt: number) =>
    server.query('update shop_coupon_receive set valid_end = $2 where id = $1', [receipt, now - 60])
  const timer = () => inTransaction(server, (trx) => runTimer(trx, 'coupon', { now, actor: { type: 'system' } }, 1000))

  test('expire by the clock, exactly once, and can be extended to a later time', async () => {
    const id = await made()
    await send(id, people.slice(0, 3))
    const receipt = await lastReceipt(id)
    await timer() // what the demo's own time has left behind
    await expireBefore(receipt)
    const expired = await Promise.all([timer(), timer(), timer()])
    expect(expired.reduce((sum, n) => sum + n, 0)).toBe(1)
    expect((await receiptOf(receipt)).status).toBe(4)
    const extend = (valid_end: number) => owner.post(`${receiveUrl}/extend`, { id: receipt, valid_end })
    expect(errorsOf(await extend(now - day))).toEqual(['valid_end'])
    expect((await extend(now + 5 * day)).body.code).toBe(1)
    expect(await receiptOf(receipt)).toMatchObject({ status: 1, valid_end: now + 5 * day })
    expect(errorsOf(await extend(now + 4 * day))).toEqual(['valid_end'])
    expect(await logOf(receipt)).toEqual(['send >1 admin', 'expire 1>4 system', 'extend 4>1 admin'])
  })

  test('are revoked while unused, with a reason; several at once all or none', async () => {
    const id = await made()
    await send(id, people.slice(0, 2))
    const last = await lastReceipt(id)
    expect(errorsOf(await owner.post(`${receiveUrl}/revoke`, { id: last }))).toEqual(['reason'])
    expect((await owner.post(`${receiveUrl}/revoke`, { ids: [last], reason: '作废' })).body.code).toBe(1)
    expect((await owner.post(`${receiveUrl}/revoke`, { ids: [last, last - 1], reason: '作废' })).body.code).toBe(0)
    expect((await receiptOf(last - 1)).status).toBe(1)
    expect(await countsOf(id)).toMatchObject({ received: 2 })
  })

  test('are found by code, coupon, state and order, and lead to the order', async () => {
    type List = {
      list: { id: number; code: string; status: string; coupon: { title: string }; order_no: string | null }[]
      total: number
    }
    const search = (field: string, val: unknown, operator: string) =>
      owner.get<List>(`${receiveUrl}/index`, { search: [{ field, val, operator }], limit: 100 })
    const used = await search('status', '3', 'IN')
    expect(used.body.data.list.length).toBeGreaterThan(0)
    const [row] = used.body.data.list
    expect(row?.order_no).toMatch(/^[0-9]{18}$/)
    expect((await search('code', row?.code, 'eq')).body.data.list.map((each) => each.id)).toEqual([row?.id])
    expect((await search('order_no', row?.order_no, 'eq')).body.data.list.map((each) => each.id)).toEqual([row?.id])
    const quick = await owner.get<List>(`${receiveUrl}/index`, { quick_search: row?.coupon.title, limit: 10 })
    expect(quick.body.data.list.length).toBeGreaterThan(0)
    for (const action of ['add', 'edit', 'del'])
      expect((await owner.post(`${receiveUrl}/${action}`, { id: row?.id })).body.code).not.toBe(1)
  })
})

describe('in orders', () => {
  const run = <T>(work: (trx: Writer) => Promise<T>) => inTransaction(server, work)
  /** A minute later than the receipts were made. */
  const later = () => Math.floor(Date.now() / 1000) + 60
  const env = (): CommandContext => ({ now: later(), actor: { type: 'member', id: memberId, name: '会员' } })
  const shop: CommandContext = { now: now + 600, actor: { type: 'admin', id: 1, name: '店主' } }
  const receiver = { name: '王芳', mobile: '13800131000', city: '北京市 北京市 朝阳区', address: '建国路1号' }
  /** Three units of food that weigh less than a kilogram: delivered to Beijing for 8 yuan. */
  async function ordered(receiptId: number, more: { userId?: number } = {}) {
    const skus = await server.query<{ id: number }>(
      'select s.id from shop_goods_sku s join shop_goods g on g.id = s.goods_id where g.status = 1 and g.delete_time is null and s.stock > 60 and s.price > 2000 and s.weight_g <= 330 and g.template_id = 5 order by s.id limit 2',
    )
    const lines = skus.map((sku, i) => ({ skuId: sku.id, quantity: i + 1 }))
    return run((trx) => createOrder(trx, { userId: memberId, lines, receiver, source: 'web', receiptId, ...more }, env()))
  }
  async function held(more: Record<string, unknown> = {}) {
    const id = await made(more)
    await send(id, [memberId])
    return { id, receipt: await lastReceipt(id) }
  }
  const amounts = async (orderId: number) =>
    (
      await server.query<{ goods: number; coupon: number; delivery: number; pay: number; shares: number }>(
        `select goods_amount::int as goods, coupon_amount::int as coupon, delivery_amount::int as delivery, pay_amount::int as pay,
          (select sum(pay_share)::int from shop_order_goods l where l.order_id = o.id) as shares from shop_order o where id = $1`,
        [orderId],
      )
    )[0]

  test('a receipt is locked by its order, used when it is paid, and comes back when the order is closed', async () => {
    const { id, receipt } = await held()
    const order = await ordered(receipt)
    const sums = await amounts(order.id)
    expect(sums).toMatchObject({ coupon: 300, pay: (sums?.goods ?? 0) - 300 + 800, shares: (sums?.goods ?? 0) - 300 })
    expect(await receiptOf(receipt)).toMatchObject({ status: 2, order_no: order.orderNo, amount: 300 })
    expect((await owner.post(`${receiveUrl}/revoke`, { id: receipt, reason: '锁定中' })).body.code).toBe(0)
    await expect(ordered(receipt)).rejects.toMatchObject({ code: 'coupon.notPossible.2' })
    const payment = { orderId: order.id, amount: order.payAmount, payType: 'wechat' as const, tradeNo: 'T-COUPON-1' }
    await run((trx) => payOrder(trx, payment, { now: later(), actor: { type: 'system' } }))
    await run((trx) => payOrder(trx, payment, { now: later(), actor: { type: 'system' } }))
    expect(await receiptOf(receipt)).toMatchObject({ status: 3, order_no: order.orderNo })
    expect(await countsOf(id)).toMatchObject({ used: 1, cost: 300 })
    await run((trx) => closeOrder(trx, { orderId: order.id, reason: 'out_of_stock', note: '' }, shop))
    expect(await receiptOf(receipt)).toMatchObject({ status: 1, order_no: null, amount: null })
    expect(await countsOf(id)).toMatchObject({ used: 0, cost: 0 })
    expect(await logOf(receipt)).toEqual(['send >1 admin', 'put_in 1>2 member', 'use 2>3 system', 'give_back 3>1 system'])
  })

  test('comes back when all of the order is refunded', async () => {
    const { id, receipt } = await held()
    const order = await ordered(receipt)
    const pay = { orderId: order.id, amount: order.payAmount, payType: 'wechat' as const, tradeNo: 'T-COUPON-3' }
    await run((trx) => payOrder(trx, pay, env()))
    const lines = await server.query<{ id: number; quantity: number; amount: number }>(
      'select id, quantity, pay_share::int as amount from shop_order_goods where order_id = $1 order by id',
      [order.id],
    )
    const request = {
      orderId: order.id,
      type: 1 as const,
      reason: 'no_need' as const,
      description: '',
      images: [],
      lines,
      includeDelivery: true,
    }
    const refund = await run((trx) => applyRefund(trx, request, env()))
    const audit = { refundId: refund.id, result: 'agree' as const, agreeAmount: order.payAmount, addressId: null, note: '' }
    await run((trx) => auditRefund(trx, audit, shop))
    expect((await receiptOf(receipt)).status).toBe(3)
    const arrived = () =>
      run((trx) => refundMoneyResult(trx, { backNo: refund.refundNo }, { now: later(), actor: { type: 'system' } }))
    await arrived()
    await arrived()
    expect(await receiptOf(receipt)).toMatchObject({ status: 1, order_no: null })
    expect(await countsOf(id)).toMatchObject({ used: 0, cost: 0 })
  })

  test('an order that is not paid lets it go; past its time it expires', async () => {
    const { receipt } = await held()
    const order = await ordered(receipt)
    await server.query('update shop_coupon_receive set valid_end = $2 where id = $1', [receipt, now - 1])
    await run((trx) => cancelUnpaid(trx, { orderId: order.id, reason: '' }, env()))
    expect(await receiptOf(receipt)).toMatchObject({ status: 4, order_no: null })
    expect((await logOf(receipt)).at(-1)).toBe('release 2>4 system')
  })

  test('a coupon that is not returned on refunds stays used', async () => {
    const { id, receipt } = await held({ return_on_refund: 0 })
    const order = await ordered(receipt)
    await run((trx) =>
      payOrder(trx, { orderId: order.id, amount: order.payAmount, payType: 'wechat', tradeNo: 'T-COUPON-2' }, env()),
    )
    await run((trx) => closeOrder(trx, { orderId: order.id, reason: 'out_of_stock', note: '' }, shop))
    expect((await receiptOf(receipt)).status).toBe(3)
    expect(await countsOf(id)).toMatchObject({ used: 1, cost: 300 })
  })

  test('free delivery is taken off the delivery fee and off no line', async () => {
    const { receipt } = await held({ type: '4', amount: undefined, max_amount: '5.00' })
    const order = await ordered(receipt)
    const sums = await amounts(order.id)
    expect(sums).toMatchObject({ coupon: 0, delivery: 300, shares: sums?.goods, pay: (sums?.goods ?? 0) + 300 })
    expect(await receiptOf(receipt)).toMatchObject({ status: 2, amount: 500 })
    const withCoupon = { search: [{ field: 'with_coupon', operator: 'eq', val: '1' }], limit: 5 }
    const found = await owner.get<{ list: Record<string, unknown>[] }>('/admin/shop.order.Order/index', withCoupon)
    const { code } = await receiptOf(receipt)
    expect(found.body.data.list.find((row) => row.id === order.id)).toMatchObject({
      receive_id: receipt,
      receipt: { code },
    })
    await run((trx) => cancelUnpaid(trx, { orderId: order.id, reason: '' }, env()))
  })

  test('one that does not apply, or is another’s, is refused with why, and nothing is ordered', async () => {
    const { receipt } = await held({ type: '1', threshold: '90000.00', amount: '1.00' })
    await expect(ordered(receipt)).rejects.toMatchObject({ code: 'coupon.why.belowThreshold' })
    await expect(ordered(receipt, { userId: people[0] ?? 0 })).rejects.toMatchObject({ code: 'coupon.noReceipt' })
    expect((await receiptOf(receipt)).status).toBe(1)
  })
})

describe('the coupon centre', () => {
  test('offers lie in the time of collecting and a position holds one at a time', async () => {
    const id = await made({ receive_start: now - day, receive_end: now + day })
    const base = { coupon_id: id, position: ['center', 'home'], label: '', audience: 'all', daily_quota: 0, status: 1 }
    const try_ = (more: Record<string, unknown>) =>
      owner.post(`${centerUrl}/add`, { ...base, start_time: now - day, end_time: now + day, ...more })
    expect(errorsOf(await try_({ start_time: now - 2 * day }))).toEqual(['start_time'])
    expect(errorsOf(await try_({ end_time: now + 2 * day }))).toEqual(['end_time'])
    expect(errorsOf(await try_({ end_time: now - 2 * day }))).toContain('end_time')
    expect((await try_({})).body.code).toBe(1)
    expect(errorsOf(await try_({ position: ['home'] }))).toEqual(['position'])
    expect((await try_({ position: ['goods'] })).body.code).toBe(1)
    expect((await try_({ position: ['home'], status: 0 })).body.code).toBe(1)
    const both = await Promise.all([try_({ position: ['register'] }), try_({ position: ['register'] })])
    expect(both.map(({ body }) => body.code).sort()).toEqual([0, 1])
  })

  test('are listed with their coupon, sorted by dragging and switched', async () => {
    type Row = { id: number; coupon: { title: string }; progress: number; state: string }
    const list = async () => (await owner.get<{ list: Row[] }>(`${centerUrl}/index`, { limit: 50 })).body.data.list
    const before = await list()
    const demo = before.filter((row) => row.id <= 8)
    expect(demo.map((row) => row.coupon.title)).toContain('包邮券')
    expect(demo).toHaveLength(8)
    expect(demo.find((row) => row.coupon.title === '立减 5 元')?.progress).toBe(100)
    const [first, second] = demo
    const moved = await owner.post(`${centerUrl}/sortable`, {
      move: second?.id,
      target: first?.id,
      order: 'weigh,desc',
      direction: 'up',
    })
    expect(moved.body.code).toBe(1)
    expect((await list()).filter((row) => row.id <= 8)[0]?.id).toBe(second?.id)
    expect((await owner.post(`${centerUrl}/edit`, { id: first?.id, status: 0 })).body.code).toBe(1)
  })
})

describe('rights', () => {
  test('customer service sees and revokes receipts and has nothing to do with coupons; the packer sees none of it', async () => {
    const [service, packer] = [await server.signIn('service'), await server.signIn('packer')]
    const id = await made()
    await send(id, [memberId])
    const receipt = await lastReceipt(id)
    expect((await service.get(`${receiveUrl}/index`)).body.code).toBe(1)
    expect((await service.get(`${couponUrl}/index`)).body.code).not.toBe(1)
    expect((await send(id, [memberId], 1, service)).body.code).not.toBe(1)
    expect((await service.post(`${receiveUrl}/revoke`, { id: receipt, reason: '会员要求' })).body.code).toBe(1)
    for (const url of [couponUrl, centerUrl, receiveUrl]) expect((await packer.get(`${url}/index`)).body.code).not.toBe(1)
    expect((await packer.post(`${receiveUrl}/extend`, { id: receipt, valid_end: now + day })).body.code).not.toBe(1)
    expect((await packer.post(`${couponUrl}/try`, { id, lines: [{ goods_id: 1, quantity: 1 }] })).body.code).not.toBe(1)
  })
})
