import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommandContext } from '../../../../server/core/command.ts'
import type { Answer, Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { callBack, startTestSandbox, type TestSandbox } from '../../../../tests/harness/services/sandbox.ts'
import { memberClient, registerMember } from '../../../../tests/member/people.ts'
import { refundMoneyResult, retryRefundMoney } from '../../server/refund/money.ts'
import { expectSoundShop, inTransaction, linesOf, orderOf, timeline } from '../helpers/helpers.ts'

let server: TestServer
let sandbox: TestSandbox
let owner: Client
let member: Client
/** Does the provider refuse to send money back now? */
let refuses = false
const receiver = { name: '王芳', mobile: '13800131000', city: [110000, 110100, 110105], address: '建国路1号' }

beforeAll(async () => {
  sandbox = await startTestSandbox({ repeats: 0, refuse: () => (refuses ? '银行卡已注销' : undefined) })
  server = await startTestServer({ database: 'demo', settings: sandbox.settings })
  owner = await server.signIn('admin')
  member = memberClient(server, (await registerMember(server, 'careful', 'Shopper-pass-1')).token)
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
  await sandbox.close()
})

function done<T>(answer: Answer<T>): T {
  expect(answer.body, answer.text).toMatchObject({ code: 1 })
  return answer.body.data
}
const office = (screen: string, action: string, body: object) => owner.post(`/admin/shop.${screen}/${action}`, body)
const backs = (where: string) =>
  server.query(`select kind, channel, status, amount::int, tries from shop_money_back where ${where} order by id`)

/** An order of two lines that a member has begun to pay. */
async function inProgress(channel = 'wechat') {
  const skus = await server.query<{
    id: number
  }>(`select min(s.id) as id from shop_goods_sku s join shop_goods g on g.id = s.goods_id
    where g.status = 1 and s.status = 1 and g.per_limit = 0 and g.min_buy = 1 and s.stock > 200 and s.price > 1000 group by g.id order by 1 limit 2`)
  const lines = skus.map((sku) => ({ sku_id: sku.id, quantity: 2 }))
  const { id } = done(await member.post<{ id: number }>('/api/shop.Order/create', { lines, receiver }))
  const { pay_no: payNo } = done(await member.post<{ pay_no: string }>('/api/shop.Order/pay', { id, type: channel }))
  return { id, payNo, amount: (await orderOf(server, id)).pay_amount, channel }
}
interface Told {
  payNo: string
  channel: string
  amount: number
}
const told = ({ payNo, channel, amount }: Told, tradeNo: string) =>
  callBack(server, sandbox, { event: 'payment', number: payNo, channel, trade_no: tradeNo, amount, state: 'done', error: '' })
/** As `begun`, and the provider has told that it is paid. */
async function paid(channel = 'wechat') {
  const order = await inProgress(channel)
  // Through the cashier, so that the provider knows the payment when money of it is to go back.
  const { pay_url: url } = done(await member.post<{ pay_url: string }>('/api/shop.Order/pay', { id: order.id, type: channel }))
  await sandbox.pay(url)
  await expect.poll(async () => (await orderOf(server, order.id)).status).toBe(2)
  return order
}

describe('a payment that somebody confirmed by hand, by its number, before the provider reported it', () => {
  test('is the order’s: nothing goes back, and what goes back later goes through its channel', async () => {
    const order = await inProgress()
    done(await office('order.Order', 'pay', { id: order.id, trade_no: `47${order.payNo}`, remark: '已查到账' }))
    for (const _ of [1, 2]) done(await told(order, `47${order.payNo}`))
    expect(await backs(`order_id = ${order.id}`)).toEqual([])
    expect(await orderOf(server, order.id)).toMatchObject({ status: 2, pay_type: 'wechat', refund_amount: 0 })
    expect((await timeline(server, order.id)).filter((line) => line.startsWith('pay_match'))).toEqual(['pay_match 2>2 '])
    done(await office('order.Order', 'close', { id: order.id, reason: 'risk', note: '' }))
    expect(await backs(`order_id = ${order.id}`)).toMatchObject([{ kind: 'close', channel: 'wechat', amount: order.amount }])
    const seen = await owner.get<{ row: object }>('/admin/shop.order.Order/info', { id: order.id })
    const money = { channel: 'wechat', amount: (order.amount / 100).toFixed(2), trade_no: `47${order.payNo}` }
    expect(done(seen).row).toMatchObject({ payments: [{ ...money, pay_no: order.payNo }], backs: [{ ...money, tries: 1 }] })
  })

  test('is the recharge’s, whose balance it does not give twice', async () => {
    const [plan] = await server.query<{
      id: number
    }>(`select id from shop_recharge_plan where status = 1 and new_only = 0 and delete_time is null
      and level_ids = '{}' and coalesce(start_time, 0) < extract(epoch from now()) and coalesce(end_time, 9999999999) > extract(epoch from now()) order by id limit 1`)
    const made = done(
      await member.post<{ id: number; order_no: string; amount: string }>('/api/shop.Recharge/create', { plan_id: plan?.id }),
    )
    const pay = { order_no: made.order_no, type: 'alipay' }
    const { pay_no: payNo } = done(await member.post<{ pay_no: string }>('/api/shop.Recharge/pay', pay))
    done(await office('recharge.Order', 'pay', { id: made.id, trade_no: `48${payNo}`, remark: '' }))
    done(await told({ payNo, channel: 'alipay', amount: Math.round(Number(made.amount) * 100) }, `48${payNo}`))
    expect(await backs(`recharge_id = ${made.id}`)).toEqual([])
    expect(await server.query('select status, pay_type from shop_recharge_order where id = $1', [made.id])).toEqual([
      { status: 2, pay_type: 'alipay' },
    ])
  })
})

test('nobody confirms an order by a payment that went back, or that paid for another', async () => {
  const late = await inProgress()
  done(await member.post('/api/shop.Order/cancel', { id: late.id }))
  done(await told(late, `49${late.payNo}`))
  const other = await inProgress()
  const confirm = (trade_no: string) => office('order.Order', 'pay', { id: other.id, trade_no, remark: '' })
  const refused = await confirm(`49${late.payNo}`)
  expect(refused.body, refused.text).toMatchObject({ code: 0, data: { errors: { trade_no: expect.stringMatching(/\S/) } } })
  expect(await orderOf(server, other.id)).toMatchObject({ status: 1 })
  done(await confirm('a bank transfer'))
})

test('late payments whose numbers end alike both go back', async () => {
  const orders = [await inProgress('wechat'), await inProgress('alipay')]
  for (const { id } of orders) done(await member.post('/api/shop.Order/cancel', { id }))
  for (const [i, order] of orders.entries()) done(await told(order, `${i + 1}${'42'.repeat(16)}`))
  for (const { id, channel, amount } of orders)
    expect(await backs(`order_id = ${id}`)).toMatchObject([{ kind: 'late', channel, amount }])
})

test('that money arrived counts, also when its failing was heard first, and it is not sent again then', async () => {
  refuses = true
  const order = await paid()
  const [line] = await linesOf(server, order.id)
  const body = { reason: 'other', include_delivery: 0, note: '补偿', lines: [{ id: line?.id, quantity: 0, amount: '1.00' }] }
  const { id, refundNo } = done(await office('order.Order', 'refund', { id: order.id, ...body })) as unknown as {
    id: number
    refundNo: string
  }
  const money = async () => (await server.query('select money_status from shop_refund where id = $1', [id]))[0]
  await expect.poll(money).toEqual({ money_status: 3 })
  const env: CommandContext = { now: Math.floor(Date.now() / 1000), actor: { type: 'system' } }
  // Tried again, and before that was asked for the failing of the first try is heard once more.
  await inTransaction(server, async (trx) => {
    await retryRefundMoney(trx, { refundId: id }, env)
    await refundMoneyResult(trx, { backNo: refundNo, error: 'an echo' }, env)
    // And again when it was asked for: it names the try that it is of.
    await sql`update shop_money_back set asked = 1 where back_no = ${refundNo}`.execute(trx)
    await refundMoneyResult(trx, { backNo: refundNo, attempt: 1, error: 'an echo' }, env)
    await sql`update shop_money_back set asked = 0 where back_no = ${refundNo}`.execute(trx)
  })
  expect(await money()).toEqual({ money_status: 1 })
  await expect.poll(money).toEqual({ money_status: 3 })
  for (const outcome of [{}, { error: 'late echo' }, {}])
    await inTransaction(server, (trx) => refundMoneyResult(trx, { backNo: refundNo, ...outcome }, env))
  expect(await money()).toEqual({ money_status: 2 })
  expect(await orderOf(server, order.id)).toMatchObject({ refund_amount: 100, pay_status: 2 })
  expect((await office('order.Refund', 'retry', { id })).body).toMatchObject({ code: 0, data: { type: 'conflict' } })
  refuses = false
})

test('the money of a closed order that failed is retried by those with the right, once, however often they click', async () => {
  refuses = true
  const order = await paid()
  done(await office('order.Order', 'close', { id: order.id, reason: 'risk', note: '' }))
  const sent = { kind: 'close', channel: 'wechat', amount: order.amount }
  await expect.poll(() => backs(`order_id = ${order.id}`)).toEqual([{ ...sent, status: 3, tries: 1 }])
  const packer = await server.signIn('packer')
  expect((await packer.post('/admin/shop.order.Order/retryMoney', { id: order.id })).body.code).not.toBe(1)
  refuses = false
  const clicks = await Promise.all(Array.from({ length: 12 }, () => office('order.Order', 'retryMoney', { id: order.id })))
  expect(clicks.filter(({ body }) => body.code === 1)).toHaveLength(1)
  await expect.poll(() => backs(`order_id = ${order.id}`)).toEqual([{ ...sent, status: 2, tries: 2 }])
  expect((await timeline(server, order.id)).filter((line) => line.startsWith('retry'))).toHaveLength(1)
  expect([...sandbox.ledger.backs.values()].filter(({ amount }) => amount === order.amount).length).toBeGreaterThan(0)
  expect((await office('order.Order', 'retryMoney', { id: order.id })).body).toMatchObject({ data: { type: 'conflict' } })
})

test('so is the money of a recharge', async () => {
  const [plan] = await server.query<{
    id: number
  }>(`select id from shop_recharge_plan where status = 1 and new_only = 0 and delete_time is null
    and level_ids = '{}' and per_limit = 0 and coalesce(start_time, 0) < extract(epoch from now()) and coalesce(end_time, 9999999999) > extract(epoch from now())
    order by id limit 1`)
  const made = done(
    await member.post<{ id: number; order_no: string; amount: string }>('/api/shop.Recharge/create', { plan_id: plan?.id }),
  )
  const pay = { order_no: made.order_no, type: 'wechat' }
  await sandbox.pay(done(await member.post<{ pay_url: string }>('/api/shop.Recharge/pay', pay)).pay_url)
  const status = async () => (await server.query('select status from shop_recharge_order where id = $1', [made.id]))[0]
  await expect.poll(status).toEqual({ status: 2 })
  refuses = true
  done(await office('recharge.Order', 'refund', { id: made.id, amount: made.amount, reason: '退' }))
  await expect.poll(() => backs(`recharge_id = ${made.id}`)).toMatchObject([{ status: 3 }])
  refuses = false
  const clicks = await Promise.all(Array.from({ length: 6 }, () => office('recharge.Order', 'retry', { id: made.id })))
  expect(clicks.filter(({ body }) => body.code === 1)).toHaveLength(1)
  await expect.poll(() => backs(`recharge_id = ${made.id}`)).toMatchObject([{ status: 2, tries: 2 }])
  expect(await status()).toEqual({ status: 4 })
})

describe('a request that is changed', () => {
  const wish = (id: number, amount: string, more = {}) => ({ reason: 'quality', lines: [{ id, quantity: 0, amount }], ...more })
  const facts = async (id: number) =>
    (
      await server.query(
        `select amount::int, reason, include_delivery, concat_ws('/', audit_status, status, user_ship_status) as state,
          (select jsonb_agg(order_goods_id) from shop_refund_goods g where g.refund_id = r.id) as lines,
          (select jsonb_agg(action order by id) from shop_refund_log l where l.refund_id = r.id) as logs from shop_refund r where id = $1`,
        [id],
      )
    )[0]

  test('is requested again: other lines are marked, and approving the earlier version shows a conflict', async () => {
    const order = await paid()
    const [first, second] = await linesOf(server, order.id)
    const { id } = done(
      await member.post<{ id: number }>('/api/shop.Refund/apply', {
        order_id: order.id,
        type: 1,
        ...wish(first?.id ?? 0, '1.00'),
      }),
    )
    const { row, values } = done(
      await owner.get<{ row: object; values: { lines: object[] } }>('/admin/shop.order.Refund/audit', { id }),
    )
    expect(row).toBeTruthy()
    done(await member.post('/api/shop.Refund/change', { id, ...wish(second?.id ?? 0, '2.50') }))
    const changed = { amount: 250, reason: 'quality', include_delivery: 0, state: '1/1/0', lines: [second?.id] }
    expect(await facts(id)).toEqual({ ...changed, logs: ['apply', 'change'] })
    const agree = { id, result: 'agree', agree_amount: '1.00', include_delivery: 0, audit_note: '', lines: values.lines }
    expect((await office('order.Refund', 'audit', agree)).body).toMatchObject({ code: 0, data: { type: 'conflict' } })
    const again = done(await owner.get<{ values: { lines: object[] } }>('/admin/shop.order.Refund/audit', { id })).values.lines
    done(await office('order.Refund', 'audit', { ...agree, agree_amount: '2.50', lines: again }))
    expect(await facts(id)).toMatchObject({ state: '2/2/0' })
    expect((await member.post('/api/shop.Refund/change', { id, ...wish(second?.id ?? 0, '3.00') })).body.code).toBe(0)
  })

  test('asks for no more than is left, takes no line of another request, and leaves everything as it was then', async () => {
    const order = await paid()
    const [first, second] = await linesOf(server, order.id)
    const apply = async (line: number) =>
      done(await member.post<{ id: number }>('/api/shop.Refund/apply', { order_id: order.id, type: 1, ...wish(line, '1.00') })).id
    const id = await apply(first?.id ?? 0)
    await apply(second?.id ?? 0)
    const before = await facts(id)
    for (const [line, amount] of [
      [first?.id ?? 0, '999999.00'],
      [second?.id ?? 0, '1.00'],
      [first?.id ?? 0, '0.00'],
    ] as const)
      expect((await member.post('/api/shop.Refund/change', { id, ...wish(line, amount) })).body.code).toBe(0)
    expect(await facts(id)).toEqual(before)
  })
})

test('a request that is open when the last units of its order go back ends with the order', async () => {
  const order = await paid()
  const [first, second] = await linesOf(server, order.id)
  const give = (line?: { id: number; quantity: number }) => ({
    id: order.id,
    ...{
      reason: 'other',
      include_delivery: 0,
      note: '缺货',
      lines: [{ id: line?.id, quantity: line?.quantity, amount: '1.00' }],
    },
  })
  done(await office('order.Order', 'refund', give(first)))
  await expect.poll(async () => (await orderOf(server, order.id)).refund_amount).toBe(100)
  const more = { order_id: order.id, type: 1, reason: 'other', lines: [{ id: first?.id, quantity: 0, amount: '0.50' }] }
  const { id } = done(await member.post<{ id: number }>('/api/shop.Refund/apply', more))
  done(await office('order.Order', 'refund', give(second)))
  await expect.poll(async () => (await orderOf(server, order.id)).status).toBe(6)
  expect(await server.query('select audit_status, status, end_reason from shop_refund where id = $1', [id])).toEqual([
    { audit_status: 3, status: 3, end_reason: 'order_closed' },
  ])
})

test('two refunds of one order agreed at once, each with the delivery fee, give the fee and each share once', async () => {
  const order = await paid()
  done(await office('order.Order', 'delivery', { id: order.id, mode: 'none', address_id: 1, notify_user: 0 }))
  const ids: number[] = []
  for (const line of await linesOf(server, order.id)) {
    const [share] = await server.query<{ share: string }>(
      'select (pay_share / 100.0)::numeric(12, 2)::text as share from shop_order_goods where id = $1',
      [line.id],
    )
    const body = { order_id: order.id, type: 1, reason: 'quality', lines: [{ id: line.id, quantity: 0, amount: share?.share }] }
    ids.push(done(await member.post<{ id: number }>('/api/shop.Refund/apply', body)).id)
  }
  const audits = ids.flatMap((id) => [0, 1].map((fee) => ({ id, fee })))
  await Promise.all(
    audits.map(async ({ id, fee }) => {
      const [asked] = await server.query<{ amount: string; fee: string }>(
        `select (r.amount / 100.0)::numeric(12, 2)::text as amount, ((r.amount + o.delivery_amount) / 100.0)::numeric(12, 2)::text as fee
          from shop_refund r join shop_order o on o.id = r.order_id where r.id = $1`,
        [id],
      )
      const agree = { id, result: 'agree', include_delivery: fee, agree_amount: fee ? asked?.fee : asked?.amount, audit_note: '' }
      return office('order.Refund', 'audit', agree)
    }),
  )
  await expect.poll(async () => (await orderOf(server, order.id)).status).toBe(6)
  const [sums] = await server.query(
    'select sum(amount)::int as sent, count(*)::int as n from shop_money_back where order_id = $1 and status = 2',
    [order.id],
  )
  expect(sums?.n).toBe(2)
  expect(Number(sums?.sent)).toBeLessThanOrEqual(order.amount)
})
