import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Schema } from '../../../../codegen/schema/schema.ts'
import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { Answer, Client } from '../../../../tests/harness/client.ts'
import { everyNth, sampleOf } from '../../../../tests/harness/sampling.ts'
import { productSchema } from '../../../../tests/harness/schemas.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { callBack, startTestSandbox, type TestSandbox } from '../../../../tests/harness/services/sandbox.ts'
import { memberClient, registerMember } from '../../../../tests/member/people.ts'
import { finishOrder } from '../../server/order/finish.ts'
import { auditRefund } from '../../server/refund/audit.ts'
import { refundMoneyResult } from '../../server/refund/money.ts'
import { receiveReturn } from '../../server/refund/receive.ts'
import { refundTimeOut } from '../../server/refund/timeout.ts'
import { expectSoundShop, inTransaction, linesOf } from '../helpers/helpers.ts'
import { clock } from './machineRun.ts'
import {
  type MachineAction,
  type MachineClock,
  noEdges,
  type OrderState,
  orderClocks,
  orderEnds,
  orderMachine,
  orderStates,
  type RefundState,
  receiptEnds,
  receiptMachine,
  receiptStates,
  refundClocks,
  refundEnds,
  refundMachine,
  refundStates,
} from './machines.ts'

let server: TestServer
let sandbox: TestSandbox
let owner: Client
let member: Client
let schema: Schema

beforeAll(async () => {
  schema = await productSchema()
  // Money through the provider stays on its way, so that there is a state to look at.
  sandbox = await startTestSandbox({ delay: [600_000, 600_000] })
  server = await startTestServer({ database: 'demo', settings: sandbox.settings })
  owner = await server.signIn('admin')
  member = memberClient(server, (await registerMember(server, 'shopper', 'Shopper-pass-1')).token)
  const [row] = await server.query<{ id: number }>(`select id from "user" where username = 'shopper'`)
  done(await owner.post('/admin/user.MoneyLog/add', { user_id: row?.id, money: '90000.00', memo: '充值' }))
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
const env = (): CommandContext => ({ now: Math.floor(Date.now() / 1000), actor: { type: 'system' } })
const step = (work: (trx: Writer) => Promise<unknown>) => inTransaction(server, work)
const receiver = { name: '王芳', mobile: '13800131000', city: [110000, 110100, 110105], address: '建国路1号' }
const post = (action: string, id: number, body: object = {}) => member.post(`/api/shop.Order/${action}`, { id, ...body })
const office = (action: string, id: number, body: object = {}) => owner.post(`/admin/shop.order.Order/${action}`, { id, ...body })
const parcel = { mode: 'none', address_id: 1, notify_user: 0 }

/** How an order gets into a state: by what people do, from the state before. */
const strategies: Readonly<Record<OrderState, () => Promise<number>>> = {
  toPay: async () => {
    const skus = await server.query<{ id: number }>(`select s.id from shop_goods_sku s join shop_goods g on g.id = s.goods_id
      where g.status = 1 and s.status = 1 and g.per_limit = 0 and g.min_buy = 1 and s.stock > 200 order by s.price limit 1`)
    const lines = [{ sku_id: skus[0]?.id, quantity: 3 }]
    return done(await member.post<{ id: number }>('/api/shop.Order/create', { lines, receiver })).id
  },
  toShip: () => after('toPay', (id) => post('pay', id, { type: 'balance' })),
  partlyShipped: () =>
    after('toShip', async (id) => {
      const lines = (await linesOf(server, id)).map((line) => ({ id: line.id, quantity: 1 }))
      return office('delivery', id, {
        ...parcel,
        mode: 'part',
        company_id: 1,
        tracking_no: `SF${String(id).padStart(12, '0')}`,
        lines,
      })
    }),
  toReceive: () =>
    after('toShip', (id) =>
      office('delivery', id, { ...parcel, mode: 'all', company_id: 1, tracking_no: `SF${String(id).padStart(12, '0')}` }),
    ),
  toEvaluate: () => after('toReceive', (id) => post('receive', id)),
  complete: async () => {
    const id = await strategies.toEvaluate()
    await step((trx) => finishOrder(trx, { orderId: id }, env()))
    return id
  },
  cancelled: () => after('toPay', (id) => post('cancel', id)),
  applyCancel: () => after('toShip', (id) => post('applyCancel', id, { reason: '不要了' })),
}

async function after(state: OrderState, act: (id: number) => Promise<Answer>): Promise<number> {
  const id = await strategies[state]()
  done(await act(id))
  return id
}

/** Everything of an order that an action could change, its refunds, money and goods included. */
const everything = (orderId: number) =>
  server.query(
    `select to_jsonb(o) as row, u.money, u.score,
      (select jsonb_agg(to_jsonb(l) order by l.id) from shop_order_goods l where l.order_id = o.id) as lines,
      (select jsonb_agg(s.stock order by s.id) from shop_goods_sku s where s.id in (select sku_id from shop_order_goods where order_id = o.id)) as stock,
      (select jsonb_agg(to_jsonb(r) order by r.id) from shop_refund r where r.order_id = o.id) as refunds,
      (select count(*) from shop_order_log l where l.order_id = o.id) as logs,
      (select count(*) from shop_refund_log l join shop_refund r on r.id = l.refund_id where r.order_id = o.id) as refund_logs,
      (select count(*) from shop_order_delivery d where d.order_id = o.id) as parcels,
      (select count(*) from shop_payment p where p.order_id = o.id) as payments,
      (select jsonb_agg(b.status order by b.id) from shop_money_back b where b.order_id = o.id) as backs
    from shop_order o join "user" u on u.id = o.user_id where o.id = $1`,
    [orderId],
  )

const call = ({ who, url, body, reads }: MachineAction, id: number, more: object = {}) =>
  reads === 'print' ? owner.get(url, { ids: id }) : (who === 'owner' ? owner : member).post(url, { id, ...body, ...more })

function expectConflict(answer: Answer, { each }: Pick<MachineAction, 'each'> = {}): void {
  const data = each
    ? { errors: { 'orders.0.tracking_no': expect.stringMatching(/^Not possible in state/) } }
    : { type: 'conflict' }
  expect(answer.status).toBe(200)
  expect(answer.body, answer.text).toMatchObject({ code: 0, data, msg: expect.stringMatching(/\S/) })
}

/** The state of a row, and the changes of it that its log tells of. */
async function course(table: 'shop_order' | 'shop_refund' | 'shop_coupon_receive', id: number) {
  const [log, key, state] = {
    shop_order: ['shop_order_log', 'order_id', 't.status::text'],
    shop_refund: ['shop_refund_log', 'refund_id', "concat_ws('/', t.audit_status, t.status, t.user_ship_status)"],
    shop_coupon_receive: ['shop_coupon_log', 'receive_id', 't.status::text'],
  }[table]
  const [row] = await server.query<{ state: string; changes: string[] }>(
    `select ${state} as state, array(select concat(l."from", '>', l."to") from ${log} l
      where l.${key} = t.id and l."from"::text <> l."to"::text order by l.id) as changes from ${table} t where id = $1`,
    [id],
  )
  if (!row) throw new Error(`no row ${id}`)
  return row
}

/** The row is where the machine says now, and its log tells of the change once. */
async function expectCourse(
  table: Parameters<typeof course>[0],
  id: number,
  before: { state: string; changes: string[] },
  to: string,
) {
  const told = before.state === to ? [] : [`${before.state}>${to}`]
  expect(await course(table, id)).toEqual({ state: to, changes: [...before.changes, ...told] })
}

/** What an action needs besides: of what it does many at once, the parcels there are, or what money is asked for. */
async function wish(action: MachineAction, orderId: number, type = 1, quantity = 0): Promise<object> {
  const tracking_no = 'SF770000000001'
  if (action.name === 'deliverEach') return { ids: [orderId], orders: [{ id: orderId, tracking_no }] }
  if (action.name === 'changeParcel') {
    const found = await server.query<{ id: number; quantity: number }>(
      'select id, quantity from shop_order_delivery where order_id = $1',
      [orderId],
    )
    const parcels = found.length > 0 ? found : [{ id: 1, quantity: 1 }]
    return { parcels: parcels.map((each) => ({ ...each, company_id: 1, tracking_no })) }
  }
  const byShop = action.name === 'refund'
  if (!byShop && !action.url.endsWith('/apply')) return {}
  const [line] = await linesOf(server, orderId)
  const lines = [{ id: line?.id, quantity, ...(quantity === 0 ? { amount: '0.10' } : {}) }]
  return byShop ? { lines } : { order_id: orderId, type, reason: 'other', lines }
}

/** What time does is done where the machine has an edge, once; in every other state it does nothing. */
async function expectClocks(
  table: Parameters<typeof course>[0],
  clocks: readonly MachineClock[],
  at: { state: string; id: number; orderId: number; way: () => Promise<number> },
): Promise<void> {
  const { state, id, orderId, way } = at
  for (const { name, timer, later } of clocks.filter(({ from }) => !from.includes(state))) {
    const before = await everything(orderId)
    expect(await clock(() => ({ server }), timer, later)(id), name).toBe(false)
    expect(await everything(orderId), name).toEqual(before)
  }
  for (const { name, timer, later, to } of clocks.filter(({ from }) => from.includes(state))) {
    const fresh = await way()
    const began = await course(table, fresh)
    const ticks = clock(() => ({ server }), timer, later)
    expect([await ticks(fresh), await ticks(fresh)], name).toEqual([true, false])
    await expectCourse(table, fresh, began, to)
  }
}

/** An action of a screen is judged where the screen has it. */
const offered = ({ page, name }: MachineAction) => page === undefined || schema.pages.get(page)?.actions[name] !== undefined

describe('an order', () => {
  test('has a row in the machine for every action of its screen', () => {
    const actions = Object.keys(schema.pages.get('shop/order/order')?.actions ?? {})
    const known = [...orderMachine.map(({ name }) => name), ...noEdges]
    expect(actions.filter((name) => !known.includes(name) && !['index', 'history', 'reveal'].includes(name))).toEqual([])
  })

  test.each(sampleOf('states of an order', orderStates, everyNth(2)))(
    'in state %s does what the machine says, refuses everything else as a conflict and changes nothing then',
    async (state) => {
      const id = await strategies[state]()
      const actions = orderMachine.filter(offered)
      for (const action of actions.filter(({ from }) => !from.includes(state))) {
        const before = await everything(id)
        expectConflict(await call(action, id, await wish(action, id)), action)
        expect(await everything(id), action.name).toEqual(before)
      }
      await expectClocks('shop_order', orderClocks, { state, id, orderId: id, way: strategies[state] })
      await office('close', id, { reason: 'other', note: '' }) // a member may have few unpaid ones
      for (const action of actions.filter(({ from }) => from.includes(state))) {
        const fresh = await strategies[state]()
        const [before, began] = [await everything(fresh), await course('shop_order', fresh)]
        expect((await call(action, fresh, await wish(action, fresh))).body, action.name).toMatchObject({ code: 1 })
        const now = await everything(fresh)
        if (action.reads) expect(now, action.name).toEqual(before)
        else expect(now, action.name).not.toEqual(before)
        await expectCourse('shop_order', fresh, began, String(orderEnds[action.name] ?? began.state))
        await office('close', fresh, { reason: 'other', note: '' })
      }
    },
  )
})

const agreed = async (id: number): Promise<number> => {
  const [row] = await server.query<{ amount: number; type: number }>('select amount::int, type from shop_refund where id = $1', [
    id,
  ])
  const audit = {
    refundId: id,
    result: 'agree' as const,
    agreeAmount: row?.amount ?? 0,
    addressId: row?.type === 2 ? 2 : null,
    note: '',
  }
  await step((trx) => auditRefund(trx, audit, { ...env(), actor: { type: 'admin', id: 1, name: 'admin' } }))
  return id
}
const asked = async (orderId: number, type: 1 | 2): Promise<number> => {
  const apply = orderMachine.find(({ name }) => name === 'ask for money')
  if (!apply) throw new Error('no such action')
  return Number(done(await call(apply, orderId, await wish(apply, orderId, type, type === 2 ? 1 : 0))).id)
}
const sent = async (id: number): Promise<number> => {
  done(await member.post('/api/shop.Refund/send', { id, company_id: 1, tracking_no: 'SF123456789012' }))
  return id
}
const received = async (id: number, result: 'accept' | 'reject'): Promise<number> => {
  await step((trx) =>
    receiveReturn(trx, { refundId: id, result, note: 'x' }, { ...env(), actor: { type: 'admin', id: 1, name: 'admin' } }),
  )
  return id
}

/** How a refund gets into a state. */
const refundWays: Readonly<Record<RefundState, () => Promise<number>>> = {
  '1/1/0 money': async () => asked(await strategies.toReceive(), 1),
  '1/1/0 goods': async () => asked(await strategies.toEvaluate(), 2),
  '2/1/0': async () => agreed(await refundWays['1/1/0 goods']()),
  '2/1/1': async () => sent(await refundWays['2/1/0']()),
  '2/2/0': async () => agreed(await refundWays['1/1/0 money']()),
  '2/2/2': async () => received(await refundWays['2/1/1'](), 'accept'),
  '2/2/0 failed': async () => {
    const order = await after('toPay', async (id) => {
      const begun = await post('pay', id, { type: 'wechat' })
      const url = (begun.body.data as { pay_url: string }).pay_url
      await sandbox.pay(url)
      const payment = [...sandbox.ledger.payments.values()].at(-1)
      const content = {
        event: 'payment',
        number: payment?.payNo,
        channel: 'wechat',
        trade_no: payment?.tradeNo,
        amount: payment?.amount,
        state: 'done',
        error: '',
      }
      return callBack(server, sandbox, content)
    })
    const id = await agreed(await asked(order, 1))
    const [row] = await server.query<{ refund_no: string }>('select refund_no from shop_refund where id = $1', [id])
    await step((trx) => refundMoneyResult(trx, { backNo: row?.refund_no ?? '', error: '账户异常' }, env()))
    return id
  },
  '2/3/0': async () => {
    const id = await refundWays['2/1/0']()
    await step((trx) => refundTimeOut(trx, { refundId: id }, env()))
    return id
  },
  '2/3/2': async () => received(await refundWays['2/1/1'](), 'reject'),
  '3/3/0': async () => {
    const id = await refundWays['1/1/0 money']()
    done(await member.post('/api/shop.Refund/withdraw', { id }))
    return id
  },
}

describe('a refund', () => {
  const orderIdOf = async (id: number) =>
    (await server.query<{ order_id: number }>('select order_id from shop_refund where id = $1', [id]))[0]?.order_id ?? 0

  /** What asking otherwise needs besides: a line of the order, with units where goods come back. */
  const otherwise = async (action: MachineAction, id: number) => {
    if (!action.url.endsWith('/change')) return {}
    const [row] = await server.query<{ type: number }>('select type from shop_refund where id = $1', [id])
    const [line] = await linesOf(server, await orderIdOf(id))
    return { lines: [{ id: line?.id, quantity: row?.type === 2 ? 2 : 0, amount: '0.20' }] }
  }

  test('has a row in the machine for every action of its screen', () => {
    const actions = Object.keys(schema.pages.get('shop/order/refund')?.actions ?? {})
    const known = [...refundMachine.map(({ name }) => name), 'detail', 'export', 'index']
    expect(actions.filter((name) => !known.includes(name) && name !== 'history')).toEqual([])
  })

  test.each(sampleOf('states of a refund', refundStates, everyNth(2)))(
    'in state %s does what the machine says, refuses everything else as a conflict and changes nothing then',
    async (state) => {
      const id = await refundWays[state]()
      const orderId = await orderIdOf(id)
      const actions = refundMachine.filter(offered)
      for (const action of actions.filter(({ from }) => !from.includes(state))) {
        const before = await everything(orderId)
        expectConflict(await call(action, id, await otherwise(action, id)))
        expect(await everything(orderId), action.name).toEqual(before)
      }
      await expectClocks('shop_refund', refundClocks, { state, id, orderId, way: refundWays[state] })
      for (const action of actions.filter(({ from }) => from.includes(state))) {
        const fresh = await refundWays[state]()
        const [before, began] = [await everything(await orderIdOf(fresh)), await course('shop_refund', fresh)]
        expect((await call(action, fresh, await otherwise(action, fresh))).body, action.name).toMatchObject({ code: 1 })
        expect(await everything(await orderIdOf(fresh)), action.name).not.toEqual(before)
        await expectCourse('shop_refund', fresh, began, refundEnds[action.name]?.(state) ?? began.state)
      }
    },
  )
})

describe('a coupon receipt', () => {
  test('has a row in the machine for every action of its screen', () => {
    const actions = Object.keys(schema.pages.get('shop/coupon/receive')?.actions ?? {})
    const known = [...receiptMachine.map(({ name }) => name), 'add', 'detail', 'export', 'import', 'index']
    expect(actions.filter((name) => !known.includes(name) && name !== 'history')).toEqual([])
  })

  const receipt = (state: number, n: number) =>
    server.query<{ id: number }>(`select id from shop_coupon_receive where status = $1 order by id offset $2 limit 1`, [state, n])
  const facts = (id: number) =>
    server.query(
      `select to_jsonb(r) as row, (select count(*) from shop_coupon_log l where l.receive_id = r.id) as logs from shop_coupon_receive r where id = $1`,
      [id],
    )

  test.each(sampleOf('states of a coupon receipt', receiptStates, everyNth(2)))(
    'that is %s does what the machine says, refuses everything else as a conflict and changes nothing then',
    async (state) => {
      for (const [n, action] of receiptMachine.entries()) {
        const [row] = await receipt(receiptStates.indexOf(state) + 1, n)
        const id = row?.id ?? 0
        const before = await facts(id)
        expect(before, 'the demo shop has one').toHaveLength(1)
        const began = await course('shop_coupon_receive', id)
        const answer = await call(action, id)
        if (action.from.includes(state)) {
          expect(answer.body, answer.text).toMatchObject({ code: 1 })
          expect(await facts(id)).not.toEqual(before)
          await expectCourse('shop_coupon_receive', id, began, String(receiptEnds[action.name]))
        } else {
          expectConflict(answer)
          expect(await facts(id)).toEqual(before)
        }
      }
    },
  )
})
