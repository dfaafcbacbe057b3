import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { areasIn } from '../../../../server/core/regions.ts'
import { signedHeaders } from '../../../../server/modules/payments/signature.ts'
import type { Answer, Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { callBack, startTestSandbox, type TestSandbox } from '../../../../tests/harness/services/sandbox.ts'
import { memberClient, registerMember, signInMember } from '../../../../tests/member/people.ts'
import { auditRefund } from '../../server/refund/audit.ts'
import { retryRefundMoney } from '../../server/refund/money.ts'
import { deliver, expectSoundShop, findOrder, inTransaction, orderOf, timeline } from '../helpers/helpers.ts'

let server: TestServer
let sandbox: TestSandbox
let owner: Client
let member: Client
let other: Client
let memberId = 0
/** Numbers of money that the sandbox is to refuse to send. */
const refused = new Set<string>()

beforeAll(async () => {
  sandbox = await startTestSandbox({ refuse: ({ backNo }) => (refused.has(backNo) ? '银行卡已注销' : undefined) })
  server = await startTestServer({ database: 'demo', settings: sandbox.settings })
  owner = await server.signIn('admin')
  member = memberClient(server, (await registerMember(server, 'shopper_one', 'Shopper-pass-1')).token, { lang: 'en' })
  other = memberClient(server, (await registerMember(server, 'shopper_two', 'Shopper-pass-2')).token, { lang: 'en' })
  const [row] = await server.query<{ id: number }>(`select id from "user" where username = 'shopper_one'`)
  memberId = row?.id ?? 0
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
  await sandbox.close()
})

const receiver = { name: '王芳', mobile: '13800131000', city: [110000, 110100, 110105], address: '建国路1号' }
async function skus(n: number): Promise<{ id: number; price: number; stock: number; name: string }[]> {
  return server.query(`select s.id, s.price::int, s.stock, g.name from shop_goods_sku s join shop_goods g on g.id = s.goods_id
    where g.status = 1 and g.delete_time is null and s.status = 1 and s.stock > 60 and g.min_buy = 1 and g.per_limit = 0 order by s.id limit ${n}`)
}
const ok = <T>(answer: Answer<T>): T => {
  expect(answer.body, answer.text).toMatchObject({ code: 1 })
  return answer.body.data
}
const order = async (
  more: Record<string, unknown> = {},
  quantity = 2,
): Promise<{ id: number; order_no: string; pay_amount: string }> => {
  const [sku] = await skus(1)
  return ok(await member.post('/api/shop.Order/create', { lines: [{ sku_id: sku?.id, quantity }], receiver, ...more }))
}
const begin = async (id: number, type = 'wechat'): Promise<{ pay_no: string; pay_url: string; amount: string }> =>
  ok(await member.post('/api/shop.Order/pay', { id, type }))
/** Orders and pays at the cashier's page; waits until the shop has heard of it. */
async function paidOrder(type = 'wechat', quantity = 2) {
  const made = await order({}, quantity)
  await sandbox.pay((await begin(made.id, type)).pay_url)
  await expect.poll(async () => (await orderOf(server, made.id)).status).toBe(2)
  return { ...made, ...(await orderOf(server, made.id)) }
}
const lines = async (id: number) =>
  (ok(await member.get('/api/shop.Order/info', { id })) as { lines: { id: number; pay_share: string; open: number }[] }).lines
const backsOf = (orderId: number) =>
  server.query<{ back_no: string; kind: string; channel: string; status: number; amount: number; error: string }>(
    'select back_no, kind, channel, status, amount::int, error from shop_money_back where order_id = $1 order by id',
    [orderId],
  )

describe('a cart', () => {
  test('holds goods with the prices of now, says why something cannot be bought, and becomes an order', async () => {
    const [first, second] = await skus(2)
    for (const quantity of [1, 2]) ok(await member.post('/api/shop.Cart/add', { sku_id: first?.id, quantity }))
    const line = ok(await member.post<{ id: number }>('/api/shop.Cart/add', { sku_id: second?.id }))
    ok(await member.post('/api/shop.Cart/edit', { id: line.id, quantity: 9000 }))
    const cart = ok(await member.get<{ list: { id: number; quantity: number; why: string }[] }>('/api/shop.Cart/index'))
    expect(cart.list).toMatchObject([
      { sku_id: second?.id, quantity: 9000, buyable: false, why: expect.stringContaining('Not enough of') },
      { sku_id: first?.id, quantity: 3, buyable: true, why: '' },
    ])
    expect((await other.post('/api/shop.Cart/edit', { id: line.id, quantity: 1 })).body.code).toBe(0)
    ok(await member.del('/api/shop.Cart/del', { ids: [line.id] }))
    const made = await order({ lines: undefined, cart_ids: [cart.list[1]?.id] })
    expect(await lines(made.id)).toMatchObject([{ sku_id: first?.id, quantity: 3 }])
    expect(ok(await member.get<{ list: unknown[] }>('/api/shop.Cart/index')).list).toEqual([])
    ok(await member.post('/api/shop.Order/cancel', { id: made.id }))
  })

  test('says of goods whose class is hidden that they are not on sale', async () => {
    const [sku] = await skus(1)
    const line = ok(await member.post<{ id: number }>('/api/shop.Cart/add', { sku_id: sku?.id }))
    const hide = (status: number) =>
      server.query(
        `update shop_goods_classify set status = $1 where id = any(
          select unnest(g.classify_ids) from shop_goods g join shop_goods_sku s on s.goods_id = g.id where s.id = $2)`,
        [status, sku?.id],
      )
    await hide(0)
    const { list } = ok(await member.get<{ list: { buyable: boolean; why: string }[] }>('/api/shop.Cart/index'))
    expect(list).toMatchObject([{ buyable: false, why: expect.stringContaining('not available') }])
    await hide(1)
    ok(await member.del('/api/shop.Cart/del', { ids: [line.id] }))
  })

  test('takes no goods that are not on sale, and no half units', async () => {
    for (const body of [{ sku_id: 999_999 }, { sku_id: 1, quantity: 0 }, { sku_id: 1, quantity: 1.5 }, {}])
      expect((await member.post('/api/shop.Cart/add', body)).body.code, JSON.stringify(body)).toBe(0)
  })
})

describe('addresses of a member', () => {
  type Kept = { id: number; name: string; is_default: boolean; city_text: string }
  const addresses = async (who = member) => ok(await who.get<{ list: Kept[] }>('/api/shop.Address/index')).list
  const keep = async (more: Record<string, unknown> = {}) =>
    ok(await member.post<{ id: number }>('/api/shop.Address/add', { ...receiver, ...more })).id
  const defaults = async () => (await addresses()).filter((row) => row.is_default).map((row) => row.name)

  test('one of them is the default, the first to begin with, and another takes over when it is chosen or the default goes', async () => {
    const home = await keep({ name: '家' })
    expect(await addresses()).toMatchObject([{ id: home, is_default: true, city_text: '北京市,北京市,朝阳区' }])
    const office = await keep({ name: '公司', is_default: true })
    expect(await defaults()).toEqual(['公司'])
    ok(await member.post('/api/shop.Address/setDefault', { id: home }))
    expect(await defaults()).toEqual(['家'])
    ok(await member.post('/api/shop.Address/edit', { ...receiver, id: office, name: '新公司', is_default: true }))
    expect((await addresses()).map((row) => [row.name, row.is_default])).toEqual([
      ['新公司', true],
      ['家', false],
    ])
    ok(await member.del('/api/shop.Address/del', { ids: [office] }))
    expect(await defaults()).toEqual(['家'])
    ok(await member.del('/api/shop.Address/del', { ids: [home] }))
    expect(await addresses()).toEqual([])
  })

  test('an order goes to one of them and keeps what it said, whatever becomes of it; the shop sees them with the number hidden', async () => {
    const id = await keep({ name: '李雷', address: '望京街10号' })
    const made = await order({ receiver: undefined, address_id: id })
    const [seen] = ok(await owner.get<{ row: { addresses: unknown[] } }>('/admin/shop.user.User/info', { id: memberId })).row
      .addresses
    expect(seen).toMatchObject({ name: '李雷', mobile: '138****1000', city_text: '北京市,北京市,朝阳区', address: '望京街10号' })
    ok(await member.post('/api/shop.Address/edit', { ...receiver, id, name: '韩梅梅', mobile: '13900139000' }))
    ok(await member.del('/api/shop.Address/del', { ids: [id] }))
    const [row] = await server.query(
      'select receiver_name, receiver_mobile, receiver_city, receiver_address from shop_order where id = $1',
      [made.id],
    )
    expect(row).toEqual({
      receiver_name: '李雷',
      receiver_mobile: '13800131000',
      receiver_city: '北京市 北京市 朝阳区',
      receiver_address: '望京街10号',
    })
    ok(await member.post('/api/shop.Order/cancel', { id: made.id }))
  })

  test('those of another member are none, to look at, to change and to order to', async () => {
    const id = await keep({ name: '只此一处' })
    const none = { code: 0, msg: expect.stringContaining('Address not found') }
    expect((await other.post('/api/shop.Address/edit', { ...receiver, id })).body).toMatchObject(none)
    expect((await other.post('/api/shop.Address/setDefault', { id })).body).toMatchObject(none)
    const [sku] = await skus(1)
    const body = { lines: [{ sku_id: sku?.id, quantity: 1 }], address_id: id }
    for (const call of ['preview', 'create'])
      expect((await other.post(`/api/shop.Order/${call}`, body)).body, call).toMatchObject(none)
    ok(await other.del('/api/shop.Address/del', { ids: [id] }))
    expect(await addresses(other)).toEqual([])
    expect(await addresses()).toMatchObject([{ id, name: '只此一处', is_default: true }])
    ok(await member.del('/api/shop.Address/del', { ids: [id] }))
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['a region that is none', { city: [110000, 440100, 440106] }, '"city"'],
    ['no name', { name: ' ' }, '"name"'],
    ['a number that is none', { mobile: '12345' }, '"mobile"'],
  ])('%s is refused', async (_what, more, message) => {
    const answer = await member.post('/api/shop.Address/add', { ...receiver, ...more })
    expect(answer.body).toMatchObject({ code: 0, msg: expect.stringContaining(message) })
  })

  test('twenty are kept, also when many are entered at once', async () => {
    const many = await Promise.all(Array.from({ length: 22 }, () => member.post('/api/shop.Address/add', receiver)))
    expect(many.filter(({ body }) => body.code === 1)).toHaveLength(20)
    expect(many.find(({ body }) => body.code !== 1)?.body.msg).toBe('You can save at most 20 addresses. Delete one first')
    expect(await defaults()).toHaveLength(1)
  })
})

describe('ordering', () => {
  test('a preview says what the order will cost and leaves nothing behind', async () => {
    const [sku] = await skus(1)
    const body = { lines: [{ sku_id: sku?.id, quantity: 2 }], receiver }
    const count = () =>
      server.query('select count(*)::int as n, (select sum(stock) from shop_goods_sku) as stock from shop_order')
    const before = await count()
    const preview = ok(await member.post<Record<string, string>>('/api/shop.Order/preview', body))
    expect(preview.goods_amount).toBe(((2 * (sku?.price ?? 0)) / 100).toFixed(2))
    expect(await count()).toEqual(before)
    expect((await order()).pay_amount).toBe(preview.pay_amount)
  })

  test('the same call again, with the same key, is the same order', async () => {
    const keyed = { idempotency_key: 'order-once' }
    const [first, again] = [await order(keyed), await order(keyed)]
    expect(again).toEqual(first)
    ok(await member.post('/api/shop.Order/cancel', { id: first.id }))
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['no receiver', { receiver: undefined }, '"receiver" is missing or not valid'],
    ['a mobile number of eleven letters', { receiver: { ...receiver, mobile: 'abcdefghijk' } }, '"receiver.mobile"'],
    ['an address and a receiver', { address_id: 1 }, '"address_id"'],
    ['a city that is none', { receiver: { ...receiver, city: [1, 2, 3] } }, '"receiver.city"'],
    ['nothing', { lines: [] }, 'Choose at least one item'],
    ['more than there is', { lines: [{ sku_id: 1, quantity: 9999 }] }, 'Not enough of'],
    ['a line of somebody else’s cart', { lines: [], cart_ids: [424_242] }, 'Cart line not found'],
    ['points that are not there', { score: 200 }, 'Not enough points'],
  ])('%s is refused with a clear word', async (_what, more, message) => {
    const [sku] = await skus(1)
    const answer = await member.post('/api/shop.Order/create', { lines: [{ sku_id: sku?.id, quantity: 1 }], receiver, ...more })
    expect(answer.body).toMatchObject({ code: 0, msg: expect.stringContaining(message) })
  })

  test('the fee of delivery is that of the goods’ template for the region, and goods go nowhere that it refuses', async () => {
    const [sku] = await server.query<{ id: number; price: number }>(
      `select s.id, s.price::int from shop_goods_sku s join shop_goods g on g.id = s.goods_id join shop_delivery_template t on t.id = g.template_id
       where t.name = '按件计费' and g.status = 1 and s.status = 1 and s.stock > 50 and s.price between 1000 and 19899 and g.min_buy = 1 and g.per_limit = 0 order by s.price desc limit 1`,
    )
    const preview = (city: number[], quantity: number) =>
      member.post<Record<string, string>>('/api/shop.Order/preview', {
        lines: [{ sku_id: sku?.id, quantity }],
        receiver: { ...receiver, city },
      })
    const fee = async (city: number[], quantity: number) => ok(await preview(city, quantity)).delivery_amount
    const [hangzhou, beijing] = [[330000, 330100, 330106], receiver.city]
    expect(await fee(hangzhou, 1)).toBe('6.00')
    expect(await fee(beijing, 1)).toBe('10.00')
    expect(await fee(beijing, 20), 'from 199.00 on it costs nothing').toBe('0.00')
    const city = areasIn(810000)[0]?.value ?? 0
    expect((await preview([810000, city, areasIn(810000, city)[0]?.value ?? 0], 1)).body.msg).toMatch(
      / is not delivered to this address/,
    )
  })

  test('nobody sees, pays, cancels or receives the order of another, nor does a guest anything', async () => {
    const { id } = await order()
    const calls: [string, Record<string, unknown>][] = [
      ['pay', { type: 'balance' }],
      ['pay', { type: 'wechat' }],
      ['cancel', {}],
      ['applyCancel', { reason: 'x' }],
      ['withdrawCancel', {}],
      ['receive', {}],
    ]
    for (const [action, more] of calls) {
      expect((await other.post(`/api/shop.Order/${action}`, { id, ...more })).body, action).toMatchObject({
        code: 0,
        msg: 'Order not found',
      })
      expect((await server.guest().post(`/api/shop.Order/${action}`, { id, ...more })).body.code, action).toBe(303)
    }
    expect((await other.get('/api/shop.Order/info', { id })).body.code).toBe(0)
    expect(ok(await other.get<{ total: number }>('/api/shop.Order/index')).total).toBe(0)
    expect((await orderOf(server, id)).status).toBe(1)
    ok(await member.post('/api/shop.Order/cancel', { id }))
  })
})

describe('paying', () => {
  test('through a provider: the member pays at the cashier, the provider tells it late, repeatedly and out of order, and it counts once', async () => {
    const paid = await paidOrder()
    expect(paid).toMatchObject({ status: 2, pay_status: 1, pay_type: 'wechat' })
    const begun = await member.post('/api/shop.Order/pay', { id: paid.id, type: 'wechat' })
    expect(begun.body).toMatchObject({ code: 0, data: { type: 'conflict' } })
    expect((await timeline(server, paid.id)).filter((line) => line.startsWith('pay '))).toEqual(['pay 1>2 '])
  })

  test('from the balance: once, and only what is there', async () => {
    const made = await order()
    expect((await member.post('/api/shop.Order/pay', { id: made.id, type: 'balance' })).body.msg).toBe('The balance is too low')
    ok(await owner.post('/admin/user.MoneyLog/add', { user_id: memberId, money: '5000.00', memo: '充值' }))
    const answers = await Promise.all([1, 2, 3].map(() => member.post('/api/shop.Order/pay', { id: made.id, type: 'balance' })))
    expect(answers.map((answer) => answer.body.code).sort()).toEqual([0, 0, 1])
    expect((await orderOf(server, made.id)).pay_type).toBe('balance')
  })

  test('pressing twice opens one payment; another price opens another, and money for the old price goes back', async () => {
    const made = await order()
    const [first, again] = [await begin(made.id), await begin(made.id)]
    expect(again).toEqual(first)
    ok(
      await owner.post('/admin/shop.order.Order/adjust', {
        id: made.id,
        adjust_amount: '-1.00',
        delivery_amount: '0.00',
        reason: '改价',
      }),
    )
    const dearer = await begin(made.id)
    expect(dearer.pay_no).not.toBe(first.pay_no)
    await sandbox.pay(first.pay_url)
    await expect.poll(async () => backsOf(made.id)).toMatchObject([{ kind: 'late', channel: 'wechat', status: 2 }])
    expect((await orderOf(server, made.id)).status).toBe(1)
    await sandbox.pay(dearer.pay_url)
    await expect.poll(async () => (await orderOf(server, made.id)).status).toBe(2)
  })

  test('an order that is paid twice, here and there, gets one payment refunded', async () => {
    const made = await order()
    const urls = [(await begin(made.id, 'wechat')).pay_url, (await begin(made.id, 'alipay')).pay_url]
    await Promise.all(urls.map((url) => sandbox.pay(url)))
    await expect.poll(async () => backsOf(made.id)).toMatchObject([{ kind: 'late', status: 2 }])
    expect(await orderOf(server, made.id)).toMatchObject({ status: 2, refund_amount: 0 })
  })

  test('a recharge is paid through the provider once; what is paid for it again goes back', async () => {
    const [plan] = await server.query<{ id: number; total: string }>(
      'select id, amount + gift_money as total from shop_recharge_plan where status = 1 and new_only = 0 and coalesce(start_time, 0) < $1 and coalesce(end_time, $1 + 1) > $1 order by id limit 1',
      [Math.floor(Date.now() / 1000)],
    )
    const balance = async () =>
      Number((await server.query<{ money: string }>('select money from "user" where id = $1', [memberId]))[0]?.money)
    const before = await balance()
    const made = await member.post<{ id: number; order_no: string }>('/api/shop.Recharge/create', { plan_id: plan?.id })
    ok(made)
    const { order_no, id } = made.body.data
    const open = (type: string) => member.post<{ pay_url: string }>('/api/shop.Recharge/pay', { order_no, type })
    const urls = (await Promise.all(['wechat', 'alipay'].map(open))).map((answer) => ok(answer).pay_url)
    await Promise.all(urls.map((url) => sandbox.pay(url)))
    const backs = () => server.query('select kind, status from shop_money_back where recharge_id = $1', [id])
    await expect.poll(backs).toEqual([{ kind: 'recharge', status: 2 }])
    expect(await balance()).toBe(before + Number(plan?.total))
    expect((await open('wechat')).body).toMatchObject({ code: 0, data: { type: 'conflict' } })
    const other = memberClient(server, (await signInMember(server)).token)
    expect((await other.post('/api/shop.Recharge/pay', { order_no, type: 'wechat' })).body.code).toBe(0)
  })

  test('a payment whose call is lost is asked for', async () => {
    const made = await order()
    const begun = await begin(made.id)
    const payment = sandbox.ledger.payments.get(begun.pay_no)
    if (payment) payment.notifyUrl = 'http://127.0.0.1:9/nobody'
    await sandbox.pay(begun.pay_url)
    await server.query('update shop_payment set ask_time = ask_time - 10 where pay_no = $1', [begun.pay_no]) // the ten seconds are over
    await expect.poll(async () => (await orderOf(server, made.id)).status).toBe(2)
  })

  test('a payment reported after the order was cancelled is refunded', async () => {
    const made = await order()
    const begun = await begin(made.id)
    ok(await member.post('/api/shop.Order/cancel', { id: made.id }))
    await sandbox.pay(begun.pay_url)
    await expect.poll(async () => backsOf(made.id)).toMatchObject([{ kind: 'late', status: 2 }])
    expect((await timeline(server, made.id)).at(-1)).toBe('late_pay 6>6 ')
    expect((await orderOf(server, made.id)).status).toBe(6)
  })
})

describe('calls of the provider', () => {
  const paidCall = async () => {
    const made = await order()
    const { pay_no: payNo } = await begin(made.id)
    const amount = (await orderOf(server, made.id)).pay_amount
    const content = {
      event: 'payment',
      number: payNo,
      channel: 'wechat',
      trade_no: `42${payNo}`,
      amount,
      state: 'done',
      error: '',
    }
    return { id: made.id, content }
  }

  test('twenty at once, of which some say it is under way, pay the order once', async () => {
    const { id, content } = await paidCall()
    const calls = Array.from({ length: 20 }, (_, i) =>
      callBack(server, sandbox, i % 5 === 4 ? { ...content, state: 'processing' } : content),
    )
    for (const answer of await Promise.all(calls)) expect(answer.body.code, answer.text).toBe(1)
    expect((await timeline(server, id)).filter((line) => line.startsWith('pay '))).toHaveLength(1)
    expect(await backsOf(id)).toEqual([])
  })

  test('change nothing with a wrong key, a wrong time, a wrong amount, channel or number, and when they are played again', async () => {
    const { id, content } = await paidCall()
    const now = Math.floor(Date.now() / 1000)
    const wrong: [string, Promise<Answer>][] = [
      ['signature is not valid', callBack(server, { key: 'x'.repeat(64) }, content)],
      ['signature is not valid', callBack(server, sandbox, content, { headers: { 'x-pay-nonce': '0'.repeat(32) } })],
      ['signature is not valid', server.guest({ lang: 'en' }).post('/api/shop.Payment/notify', content)],
      ['time of the call', callBack(server, sandbox, content, { now: now - 301 })],
      ['time of the call', callBack(server, sandbox, content, { now: now + 310 })],
      ['amount or channel', callBack(server, sandbox, { ...content, amount: content.amount - 1 })],
      ['amount or channel', callBack(server, sandbox, { ...content, channel: 'alipay' })],
      ['Number not found', callBack(server, sandbox, { ...content, number: 'P000000000000000000' })],
      ['cannot be read', callBack(server, sandbox, { ...content, amount: '1.00' })],
    ]
    for (const [message, call] of wrong)
      expect((await call).body, message).toMatchObject({ code: 0, msg: expect.stringContaining(message) })
    expect((await orderOf(server, id)).status).toBe(1)
    const headers = signedHeaders(sandbox.key, JSON.stringify(content), now)
    expect((await callBack(server, sandbox, content, { headers })).body.code).toBe(1)
    expect((await callBack(server, sandbox, content, { headers })).body.msg).toBe('This call has already been processed')
    expect((await callBack(server, sandbox, { ...content, trade_no: '42-another' })).body.code).toBe(0)
    expect((await orderOf(server, id)).status).toBe(2)
  })
})

describe('a signed call of the provider', () => {
  test('that carries the number of another payment is refused, noted in the log, and changes nothing', async () => {
    const paid = await paidOrder()
    const made = await order()
    const begun = await begin(made.id)
    const [first] = await server.query<{ trade_no: string }>('select trade_no from shop_payment where order_id = $1', [paid.id])
    const [amount] = await server.query<{ fen: number }>('select amount::int as fen from shop_payment where pay_no = $1', [
      begun.pay_no,
    ])
    const content = { event: 'payment', number: begun.pay_no, channel: 'wechat', amount: amount?.fen, state: 'done', error: '' }
    server.logs.length = 0
    for (const trade_no of [first?.trade_no ?? '', (first?.trade_no ?? '').toUpperCase()]) {
      const answer = await callBack(server, sandbox, { ...content, trade_no })
      expect([answer.status, answer.body.code, answer.body.msg]).toEqual([
        200,
        0,
        'This provider number belongs to another payment',
      ])
    }
    expect(server.logs.filter((line) => line.includes('payment.tradeUsed'))).toHaveLength(2)
    expect(server.logs.filter((line) => line.includes('unexpected error'))).toEqual([])
    expect((await orderOf(server, made.id)).status).toBe(1)
    expect(await server.query('select status, trade_no from shop_payment where pay_no = $1', [begun.pay_no])).toEqual([
      { status: 1, trade_no: null },
    ])
    expect((await callBack(server, sandbox, { ...content, trade_no: '42-its-own-number' })).body.code).toBe(1)
    expect((await orderOf(server, made.id)).status).toBe(2)
  })

  test('whose fields are of another type, too long or too large is refused with words', async () => {
    const made = await order()
    const begun = await begin(made.id)
    const right = {
      event: 'payment',
      number: begun.pay_no,
      channel: 'wechat',
      trade_no: '42-odd',
      amount: 1,
      state: 'done',
      error: '',
    }
    const odd: object[] = [
      { event: 'transfer' },
      { event: ['payment'] },
      { event: 'refund' },
      { number: made.order_no },
      { number: [begun.pay_no] },
      { number: 'P'.repeat(65) },
      { channel: 'balance' },
      { channel: null },
      { trade_no: 'x'.repeat(65) },
      { trade_no: '' },
      { trade_no: 42 },
      { amount: '1' },
      { amount: [1] },
      { amount: 1.5 },
      { amount: -1 },
      { amount: 0 },
      { amount: 1e300 },
      { state: 'paid' },
      { error: 1 },
      { event: 'refund', attempt: 3_000_000_000 },
      { event: 'refund', attempt: '1' },
    ]
    server.logs.length = 0
    for (const more of odd) {
      const answer = await callBack(server, sandbox, { ...right, ...more })
      expect([answer.status, answer.body.code], JSON.stringify(more)).toEqual([200, 0])
    }
    expect(server.logs.filter((line) => line.includes('unexpected error'))).toEqual([])
    expect((await orderOf(server, made.id)).status).toBe(1)
  })
})

describe('giving back', () => {
  test('a member asks for a part, the shop agrees, the provider sends it, and the shop hears so', async () => {
    const paid = await paidOrder('alipay', 3)
    const [line] = await lines(paid.id)
    const asked = ok(
      await member.post<{ id: number; refund_no: string }>('/api/shop.Refund/apply', {
        order_id: paid.id,
        type: 1,
        reason: 'no_need',
        lines: [{ id: line?.id, quantity: 1 }],
      }),
    )
    expect((await other.post('/api/shop.Refund/withdraw', { id: asked.id })).body.msg).toBe('Refund not found')
    await agree(asked.id)
    await expect.poll(async () => (await backsOf(paid.id))[0]).toMatchObject({ kind: 'refund', channel: 'alipay', status: 2 })
    const info = ok(await member.get<{ row: Record<string, unknown> }>('/api/shop.Refund/info', { id: asked.id }))
    expect(info.row).toMatchObject({ audit_status: 2, status: 2, money_status: 2 })
    expect(await orderOf(server, paid.id)).toMatchObject({ status: 2, pay_status: 2 })
    expect(sandbox.ledger.backs.get(asked.refund_no)?.outcome).toEqual({ state: 'done' })
  })

  test('money that the provider does not send is tried again under the same number, and sent once', async () => {
    const paid = await paidOrder()
    const [line] = await lines(paid.id)
    const asked = ok(
      await member.post<{ id: number; refund_no: string }>('/api/shop.Refund/apply', {
        order_id: paid.id,
        type: 1,
        reason: 'quality',
        lines: [{ id: line?.id, quantity: 0, amount: '1.00' }],
      }),
    )
    refused.add(asked.refund_no)
    await agree(asked.id)
    const money = async () =>
      (await server.query<{ money_status: number }>('select money_status from shop_refund where id = $1', [asked.id]))[0]
    await expect.poll(money).toEqual({ money_status: 3 })
    expect((await backsOf(paid.id))[0]).toMatchObject({ status: 3, error: '银行卡已注销' })
    refused.delete(asked.refund_no)
    await retry(asked.id)
    await expect.poll(money).toEqual({ money_status: 2 })
    expect(await orderOf(server, paid.id)).toMatchObject({ refund_amount: 100 })
  })

  test('goods are returned: the member sends the parcel, and takes the request back as long as it is not sent', async () => {
    const paid = await paidOrder()
    ok(await deliver(owner, paid.id))
    const { parcels } = ok(await member.get<{ parcels: { tracking_no: string }[] }>('/api/shop.Order/info', { id: paid.id }))
    const page = `https://www.sf-express.com/chn/sc/waybill/waybill-detail/${parcels[0]?.tracking_no}`
    expect(parcels).toEqual([expect.objectContaining({ tracking_no: expect.stringMatching(/^SF/), tracking_url: page })])
    expect((await member.post('/api/shop.Order/applyCancel', { id: paid.id, reason: '不要了' })).body.code).toBe(0)
    ok(await member.post('/api/shop.Order/receive', { id: paid.id }))
    const [line] = await lines(paid.id)
    const body = { order_id: paid.id, type: 2, reason: 'wrong', lines: [{ id: line?.id, quantity: 1 }] }
    const first = ok(await member.post<{ id: number }>('/api/shop.Refund/apply', body))
    expect((await member.post('/api/shop.Refund/apply', body)).body.msg).toContain('already has a refund in progress')
    ok(await member.post('/api/shop.Refund/withdraw', { id: first.id }))
    const asked = ok(await member.post<{ id: number }>('/api/shop.Refund/apply', body))
    expect((await member.post('/api/shop.Refund/send', { id: asked.id, tracking_no: 'SF1' })).body.data).toMatchObject({
      type: 'conflict',
    })
    await agree(asked.id)
    ok(await member.post('/api/shop.Refund/send', { id: asked.id, company_id: 1, tracking_no: 'SF123456789012' }))
    expect((await member.post('/api/shop.Refund/withdraw', { id: asked.id })).body.data).toMatchObject({ type: 'conflict' })
    const { next } = ok(await member.get<{ next: string[] }>('/api/shop.Refund/info', { id: asked.id }))
    expect(next).toEqual(['tracking'])
    ok(await member.post('/api/shop.Refund/tracking', { id: asked.id, company_id: null, tracking_no: 'YT7700000000001' }))
    expect(ok(await member.get('/api/shop.Refund/info', { id: asked.id }))).toMatchObject({
      row: { tracking_no: 'YT7700000000001', user_ship_status: 1 },
      logs: expect.arrayContaining([expect.objectContaining({ action: 'tracking', from: '2/1/1', to: '2/1/1' })]),
    })
  })

  test('a paid order is cancelled on request, all of it goes back the way it came', async () => {
    const paid = await paidOrder()
    ok(await member.post('/api/shop.Order/applyCancel', { id: paid.id, reason: '买错了' }))
    ok(await member.post('/api/shop.Order/withdrawCancel', { id: paid.id }))
    ok(await member.post('/api/shop.Order/applyCancel', { id: paid.id, reason: '买错了' }))
    ok(await owner.post('/admin/shop.order.Order/cancel', { id: paid.id, result: 'agree', reason: '' }))
    await expect.poll(async () => backsOf(paid.id)).toMatchObject([{ kind: 'cancel', status: 2, amount: paid.pay_amount }])
  })

  test('an order of the demo shop that was paid before there was a sandbox is refunded too', async () => {
    const old = await findOrder(
      server,
      `o.status = 2 and o.pay_type = 'wechat' and o.ship_status = 0 and not exists (select 1 from shop_refund r where r.order_id = o.id)`,
    )
    ok(await owner.post('/admin/shop.order.Order/close', { id: old.id, reason: 'risk', note: '' }))
    await expect.poll(async () => backsOf(old.id)).toMatchObject([{ kind: 'close', status: 2, amount: old.pay_amount }])
  })
})

test.each([
  ['more shipped than ordered', 'update shop_order_goods set shipped = quantity + 1'],
  ['more shipped than is left of a line', 'update shop_order_goods set refunded_quantity = 1 where shipped = quantity'],
  ['more returned than shipped', 'update shop_order_goods set returned = shipped + 1'],
  ['a line that gives back more than was paid for it', 'update shop_order_goods set refunded_amount = pay_share + 1'],
  ['an order that gives back more than was paid', 'update shop_order set refund_amount = pay_amount + 1'],
  ['an order whose amounts do not add up', 'update shop_order set adjust_amount = adjust_amount + 1'],
  ['a recharge that gives back more than was paid', 'update shop_recharge_order set refund_amount = amount + 1'],
  ['a registration that gives back more than its fee', 'update shop_team_join set refund_amount = fee + 1'],
  ['more coupons given than there are', 'update shop_coupon set received = received + 1'],
  ['more coupons used than given', 'update shop_coupon set used = received + 1'],
  ['a ledger of money that does not add up', 'update user_money_log set after = after + 1'],
  ['a ledger of points that does not add up', 'update user_score_log set after = after + 1'],
  ['a stock log that does not add up', 'update shop_goods_stock_log set after = after + 1'],
  ['a log of prizes that does not add up', 'update points_stock_log set after = after + 1'],
  ['less than nothing in stock', 'update shop_goods_sku set stock = -1'],
  ['a balance below nothing', 'update "user" set money = -1'],
  ['points below nothing', 'update "user" set score = -1'],
])('the database itself refuses %s', async (_what, statement) => {
  await expect(server.query(statement)).rejects.toThrow(/violates check constraint/)
})

test.each([
  [
    'two receipts in one order',
    `update shop_coupon_receive set order_no = (select max(order_no) from shop_coupon_receive)
      where id in (select id from shop_coupon_receive where order_no is null limit 1)`,
  ],
  [
    'a line twice in one refund',
    `insert into shop_refund_goods (refund_id, order_goods_id, quantity, amount, restock, create_time, update_time)
      select refund_id, order_goods_id, quantity, amount, restock, create_time, update_time from shop_refund_goods limit 1`,
  ],
])('the database itself refuses %s', async (_what, statement) => {
  await expect(server.query(statement)).rejects.toThrow(/violates unique constraint/)
})

/** The shop agrees to all that was asked for. */
async function agree(refundId: number): Promise<void> {
  await step(async (trx, env) => {
    const [row] = await server.query<{ amount: number; type: number }>(
      'select amount::int, type from shop_refund where id = $1',
      [refundId],
    )
    const addresses = await server.query<{ id: number }>(
      `select id from shop_delivery_address where status = 1 and 'return' = any(types)`,
    )
    const addressId = row?.type === 2 ? (addresses[0]?.id ?? 0) : null
    await auditRefund(trx, { refundId, result: 'agree', agreeAmount: row?.amount ?? 0, addressId, note: '' }, env)
  })
}

async function retry(refundId: number): Promise<void> {
  await step((trx, env) => retryRefundMoney(trx, { refundId }, env))
}

async function step(work: (trx: Writer, env: CommandContext) => Promise<void>) {
  const env = { now: Math.floor(Date.now() / 1000), actor: { type: 'admin' as const, id: 1, name: 'admin' } }
  await inTransaction(server, (trx) => work(trx, env))
}
