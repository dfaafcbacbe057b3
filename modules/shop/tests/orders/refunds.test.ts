import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { DEMO_NOW } from '../../../../tests/harness/database.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { deliverOrder } from '../../server/order/deliver.ts'
import { applyRefund, type RefundRequest } from '../../server/refund/apply.ts'
import { auditRefund } from '../../server/refund/audit.ts'
import { refundMoneyResult, retryRefundMoney } from '../../server/refund/money.ts'
import { receiveReturn } from '../../server/refund/receive.ts'
import { sendReturn } from '../../server/refund/sendParcel.ts'
import { withdrawRefund } from '../../server/refund/withdraw.ts'
import { expectSoundShop, findOrder, inTransaction, linesOf, type OrderFacts, orderOf } from '../helpers/helpers.ts'

let server: TestServer
const now = DEMO_NOW + 600

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
})

const run = <T>(work: (trx: Writer) => Promise<T>) => inTransaction(server, work)
const member = (order: OrderFacts): CommandContext => ({ now, actor: { type: 'member', id: order.user_id, name: 'member' } })
const desk: CommandContext = { now, actor: { type: 'admin', id: 4, name: '陈客服' } }
const noRefund = 'not exists (select 1 from shop_refund r where r.order_id = o.id)'

/** A request for all units of the first `n` lines (all when absent) with their whole shares. */
async function request(order: OrderFacts, type: 1 | 2, n?: number): Promise<RefundRequest> {
  const shares = await server.query<{ id: number; share: number }>(
    'select id, pay_share::int as share from shop_order_goods where order_id = $1 order by id',
    [order.id],
  )
  const lines = (await linesOf(server, order.id)).map((line, i) => ({
    id: line.id,
    quantity: type === 2 ? line.shipped : line.quantity - line.shipped,
    amount: shares[i]?.share ?? 0,
  }))
  return {
    orderId: order.id,
    type,
    reason: 'no_need',
    description: '',
    images: [],
    lines: lines.slice(0, n),
    includeDelivery: n === undefined,
  }
}
const refundOf = async (id: number) =>
  (
    await server.query(
      `select concat_ws('/', audit_status, status, user_ship_status) as state, money_status, agree_amount::int from shop_refund where id = $1`,
      [id],
    )
  )[0]
const amountOf = async (id: number) =>
  (await server.query<{ amount: number }>('select amount::int from shop_refund where id = $1', [id]))[0]?.amount ?? 0
const agree = async (id: number, addressId: number | null = null) =>
  run(async (trx) =>
    auditRefund(trx, { refundId: id, result: 'agree', agreeAmount: await amountOf(id), addressId, note: '' }, desk),
  )
const several = '(select count(*) from shop_order_goods l where l.order_id = o.id) >= 2'

describe('money only', () => {
  test('all of an order that was not shipped: it ends, money and units are back', async () => {
    const order = await findOrder(server, `o.status = 2 and o.ship_status = 0 and o.pay_type = 'balance' and ${noRefund}`)
    const { id } = await run(async (trx) => applyRefund(trx, await request(order, 1), member(order)))
    expect(await refundOf(id)).toMatchObject({ state: '1/1/0' })
    await agree(id)
    expect(await refundOf(id)).toMatchObject({ state: '2/2/0', money_status: 2, agree_amount: order.pay_amount })
    expect(await orderOf(server, order.id)).toMatchObject({ status: 6, pay_status: 3, refund_amount: order.pay_amount })
  })

  test('through a gateway the order waits for its word; failed, it is tried again under the same number', async () => {
    const order = await findOrder(
      server,
      `o.status = 2 and o.ship_status = 0 and o.pay_type = 'wechat' and ${several} and ${noRefund}`,
    )
    const { id, refundNo } = await run(async (trx) => applyRefund(trx, await request(order, 1, 1), member(order)))
    await agree(id)
    expect(await refundOf(id)).toMatchObject({ state: '2/2/0', money_status: 1 })
    expect((await orderOf(server, order.id)).refund_amount).toBe(0)
    await run((trx) => refundMoneyResult(trx, { backNo: refundNo, error: 'closed account' }, desk))
    expect(await refundOf(id)).toMatchObject({ money_status: 3 })
    await run((trx) => retryRefundMoney(trx, { refundId: id }, desk))
    await run((trx) => refundMoneyResult(trx, { backNo: refundNo }, desk))
    await run((trx) => refundMoneyResult(trx, { backNo: refundNo }, desk))
    expect(await refundOf(id)).toMatchObject({ state: '2/2/0', money_status: 2 })
    expect(await orderOf(server, order.id)).toMatchObject({ status: 2, pay_status: 2, refund_amount: await amountOf(id) })
    expect(await server.query('select tries, status from shop_money_back where back_no = $1', [refundNo])).toEqual([
      { tries: 2, status: 2 },
    ])
  })

  test('the rest of a partly shipped order: nothing is left to ship, so it waits for receipt', async () => {
    const order = await findOrder(server, `o.status = 2 and o.ship_status = 1 and o.pay_type = 'balance'`)
    const all = await request(order, 1)
    const open = { ...all, includeDelivery: false, lines: all.lines.filter((line) => line.quantity > 0) }
    const { id } = await run((trx) => applyRefund(trx, open, member(order)))
    await agree(id)
    expect(await orderOf(server, order.id)).toMatchObject({ status: 3, ship_status: 2, pay_status: 2 })
  })

  test('refused, it needs a note, and may be asked for once more but not a third time', async () => {
    const order = await findOrder(server, `o.status = 4 and ${noRefund}`)
    const wish = async () => ({ ...(await request(order, 2)), includeDelivery: false })
    const refuse = (id: number, note: string) =>
      run((trx) => auditRefund(trx, { refundId: id, result: 'refuse', agreeAmount: 0, addressId: null, note }, desk))
    for (let n = 0; n < 2; n++) {
      const { id } = await run(async (trx) => applyRefund(trx, await wish(), member(order)))
      await expect(refuse(id, ' ')).rejects.toMatchObject({ code: 'shop.reasonNeeded' })
      await refuse(id, 'used')
      expect(await refundOf(id)).toMatchObject({ state: '3/3/0' })
    }
    await expect(run(async (trx) => applyRefund(trx, await wish(), member(order)))).rejects.toMatchObject({
      code: 'shop.refusedTwice',
    })
  })
})

describe('return and refund', () => {
  test('goods come back: address, parcel, receipt, units in stock, money', async () => {
    const order = await findOrder(server, `o.status = 4 and o.pay_type = 'balance' and ${several} and ${noRefund}`)
    const { id } = await run(async (trx) => applyRefund(trx, await request(order, 2, 1), member(order)))
    await expect(agree(id, 1)).rejects.toMatchObject({ code: 'shop.badReturnAddress' })
    await agree(id, 2)
    expect(await refundOf(id)).toMatchObject({ state: '2/1/0' })
    await run((trx) => sendReturn(trx, { refundId: id, companyId: 1, trackingNo: 'SF1', images: [] }, member(order)))
    expect(await refundOf(id)).toMatchObject({ state: '2/1/1' })
    await run((trx) => receiveReturn(trx, { refundId: id, result: 'accept', note: '' }, desk))
    expect(await refundOf(id)).toMatchObject({ state: '2/2/2', money_status: 2 })
    expect(await orderOf(server, order.id)).toMatchObject({ status: 4, pay_status: 2, refund_amount: await amountOf(id) })
  })

  test('of a complete order in full: it stays complete and the points it gave are taken back', async () => {
    const order = await findOrder(
      server,
      `o.status = 5 and o.pay_type = 'balance' and o.receive_time > ${now - 14 * 86_400} and ${noRefund}`,
    )
    const score = async () =>
      (await server.query<{ score: number }>('select score from "user" where id = $1', [order.user_id]))[0]?.score ?? 0
    const [gave] = await server.query<{ n: number }>('select give_score as n from shop_order where id = $1', [order.id])
    const before = await score()
    const { id } = await run(async (trx) => applyRefund(trx, await request(order, 2), member(order)))
    await agree(id, 2)
    await run((trx) => sendReturn(trx, { refundId: id, companyId: 1, trackingNo: 'SF2', images: [] }, member(order)))
    await run((trx) => receiveReturn(trx, { refundId: id, result: 'accept', note: '' }, desk))
    expect(await orderOf(server, order.id)).toMatchObject({ status: 5, pay_status: 3, refund_amount: order.pay_amount })
    expect(await score()).toBe(Math.max(0, before - (gave?.n ?? 0)))
  })

  test('rejected on receipt: no money, and the line is free again', async () => {
    const [waiting] = await server.query<{ id: number; order_id: number }>(
      `select id, order_id from shop_refund where audit_status = 2 and status = 1 and user_ship_status = 1 order by id limit 1`,
    )
    const [id, before] = [waiting?.id ?? 0, await orderOf(server, waiting?.order_id ?? 0)]
    await run((trx) => receiveReturn(trx, { refundId: id, result: 'reject', note: 'broken by the member' }, desk))
    expect(await refundOf(id)).toMatchObject({ state: '2/3/2', money_status: 0 })
    expect(await orderOf(server, before.id)).toEqual(before)
    expect(await server.query('select 1 from shop_order_goods where refund_id = $1', [id])).toEqual([])
  })

  test('withdrawn before the goods were sent', async () => {
    const [waiting] = await server.query<{ id: number }>(
      `select id from shop_refund where audit_status = 2 and status = 1 and user_ship_status = 0 order by id limit 1`,
    )
    const id = waiting?.id ?? 0
    await run((trx) => withdrawRefund(trx, { refundId: id }, desk))
    expect(await refundOf(id)).toMatchObject({ state: '2/3/0' })
    await expect(run((trx) => withdrawRefund(trx, { refundId: id }, desk))).rejects.toMatchObject({
      code: 'shop.refundNotPossible',
    })
  })
})

describe('the time until automatic receipt', () => {
  const hour = 3600
  const at = (env: CommandContext, hours: number): CommandContext => ({ ...env, now: now + hours * hour })
  const autoReceive = async (id: number) =>
    (await server.query<{ at: number }>('select auto_receive_time::int as at from shop_order where id = $1', [id]))[0]?.at ?? 0
  const ask = (wish: RefundRequest, who: CommandContext) => run((trx) => applyRefund(trx, wish, who))
  const end = (id: number, who: CommandContext) => run((trx) => withdrawRefund(trx, { refundId: id }, who))

  test('pauses once while two refunds overlap, until the last of them is over', async () => {
    const order = await findOrder(server, `o.status = 3 and ${several} and ${noRefund}`)
    const before = await autoReceive(order.id)
    const whole = { ...(await request(order, 2)), includeDelivery: false }
    const [first, second] = whole.lines.map((line) => ({ ...whole, lines: [line] }))
    if (!first || !second) throw new Error('too few lines')
    const one = await ask(first, at(member(order), 0))
    const two = await ask(second, at(member(order), 2))
    await end(one.id, at(desk, 5))
    expect((await autoReceive(order.id)) - before).toBe(2 * hour)
    await end(two.id, at(desk, 9))
    expect((await autoReceive(order.id)) - before).toBe(9 * hour)
    // Another after them adds its own time only, and one within it none.
    const long = await ask(first, at(member(order), 20))
    const short = await ask(second, at(member(order), 21))
    await end(short.id, at(desk, 22))
    await end(long.id, at(desk, 24))
    expect((await autoReceive(order.id)) - before).toBe(13 * hour)
  })

  test('pauses from the shipment on for a refund that was asked for before it', async () => {
    const order = await findOrder(server, `o.status = 2 and o.ship_status = 0 and ${several} and ${noRefund}`)
    const { id } = await ask(await request(order, 1, 1), at(member(order), 0))
    const lines = (await linesOf(server, order.id)).map((line) => ({ id: line.id, quantity: line.quantity }))
    const parcel = { orderId: order.id, mode: 'part' as const, addressId: 1, companyId: 1, trackingNo: 'SF000000009001' }
    await run((trx) => deliverOrder(trx, { ...parcel, lines, notifyUser: false }, at(desk, 48)))
    const shipped = await autoReceive(order.id)
    await end(id, at(desk, 51))
    expect((await autoReceive(order.id)) - shipped).toBe(3 * hour)
  })
})

describe('asking for too much', () => {
  test('more money, more units, unpaid orders and a line with an open refund are refused', async () => {
    const order = await findOrder(server, `o.status = 3 and ${noRefund}`)
    const wish = await request(order, 2, 1)
    const [line] = wish.lines
    if (!line) throw new Error('no line')
    const ask = (changes: Partial<typeof line>) =>
      run((trx) => applyRefund(trx, { ...wish, lines: [{ ...line, ...changes }] }, member(order)))
    await expect(ask({ amount: line.amount + 1 })).rejects.toMatchObject({ code: 'shop.refundTooMuch' })
    await expect(ask({ quantity: line.quantity + 1 })).rejects.toMatchObject({ code: 'shop.refundUnits' })
    await expect(ask({ id: 1 })).rejects.toMatchObject({ code: 'shop.noSuchLine' })
    await ask({})
    await expect(ask({})).rejects.toMatchObject({ code: 'shop.refundOpen' })
    const unpaid = await findOrder(server, 'o.status = 1')
    await expect(run(async (trx) => applyRefund(trx, await request(unpaid, 1), member(unpaid)))).rejects.toMatchObject({
      code: 'shop.notPossible.1',
    })
  })

  test('agreeing twice at once sends the money once', async () => {
    const order = await findOrder(server, `o.status = 2 and o.ship_status = 0 and o.pay_type = 'balance' and ${noRefund}`)
    const { id } = await run(async (trx) => applyRefund(trx, await request(order, 1), member(order)))
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => agree(id)))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    expect(await server.query('select amount::int from shop_money_back where order_id = $1', [order.id])).toEqual([
      { amount: order.pay_amount },
    ])
  })
})
