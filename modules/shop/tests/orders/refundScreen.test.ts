import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommandContext } from '../../../../server/core/command.ts'
import type { Client } from '../../../../tests/harness/client.ts'
import { DEMO_NOW } from '../../../../tests/harness/database.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { person } from '../../../../tests/security/people.ts'
import { applyRefund, type RefundRequest } from '../../server/refund/apply.ts'
import { refundMoneyResult } from '../../server/refund/money.ts'
import { withdrawRefund } from '../../server/refund/withdraw.ts'
import {
  expectSoundShop,
  findOrder,
  inTransaction,
  linesOf,
  type OrderFacts,
  orderOf,
  orderUrl,
  refundUrl,
  stockOf,
} from '../helpers/helpers.ts'
import { raceAudit, raceReceipt } from '../helpers/races.ts'

/** Two servers on one database; as two processes: tests/crash/twoProcesses.test.ts. */
let server: TestServer
let second: TestServer
let owner: Client
let elsewhere: Client
const url = refundUrl
const now = DEMO_NOW + 600

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  second = await startTestServer({ on: { name: 'the same', url: server.databaseUrl, drop: async () => {} } })
  owner = await server.signIn('admin')
  elsewhere = await second.signIn('admin')
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await second.close()
  await server.close()
})

const member = (order: OrderFacts): CommandContext => ({ now, actor: { type: 'member', id: order.user_id, name: 'member' } })
const noRefund = 'not exists (select 1 from shop_refund r where r.order_id = o.id)'
const several = '(select count(*) from shop_order_goods l where l.order_id = o.id) >= 2'
const untouched = () =>
  findOrder(server, `o.status = 2 and o.ship_status = 0 and o.pay_type = 'balance' and ${several} and ${noRefund}`)

/** A member asks for all units and money of the first `n` lines (of all, with the delivery fee, when absent). */
async function ask(order: OrderFacts, type: 1 | 2, n?: number): Promise<number> {
  const shares = await server.query<{ share: number }>(
    'select pay_share::int as share from shop_order_goods where order_id = $1 order by id',
    [order.id],
  )
  const lines = (await linesOf(server, order.id)).map((line, i) => ({
    id: line.id,
    quantity: type === 2 ? line.shipped : line.quantity - line.shipped,
    amount: shares[i]?.share ?? 0,
  }))
  const request: RefundRequest = {
    orderId: order.id,
    type,
    reason: 'no_need',
    description: '',
    images: [],
    lines: lines.slice(0, n),
    includeDelivery: n === undefined,
  }
  return (await inTransaction(server, (trx) => applyRefund(trx, request, member(order)))).id
}

interface Facts {
  state: string
  money_status: number
  amount: number
  agree_amount: number
  order_id: number
  refund_no: string
  admin_remark: string
}
async function refundOf(id: number): Promise<Facts> {
  const [row] = await server.query<Facts>(
    `select concat_ws('/', audit_status, status, user_ship_status) as state, money_status, amount::int, agree_amount::int, order_id, refund_no,
      admin_remark from shop_refund where id = $1`,
    [id],
  )
  if (!row) throw new Error(`no refund ${id}`)
  return row
}
const findRefund = async (where: string) =>
  (await server.query<{ id: number }>(`select r.id from shop_refund r where ${where} order by r.id limit 1`))[0]?.id ?? 0
const logOf = (id: number) =>
  server.query<{ action: string; from: string; to: string }>(
    'select action, "from", "to" from shop_refund_log where refund_id = $1 order by id',
    [id],
  )
/** Fills in a form of the screen as it opens, with what the person enters. */
async function fill(who: Client, call: string, id: number, values: Record<string, unknown>) {
  const form = await who.get<{ values: Record<string, unknown> }>(`${url}/${call}`, { id })
  const given = { ...form.body.data.values, ...values }
  const body = given.result === 'refuse' ? { result: 'refuse', audit_note: given.audit_note } : given
  return who.post<{ errors?: Record<string, string> }>(`${url}/${call}`, { id, ...body })
}
const yuan = (fen: number) => (fen / 100).toFixed(2)

describe('the list', () => {
  test('tells how far each refund is, and its tabs find what they say', async () => {
    const all = await owner.get<{ list: Record<string, unknown>[]; total: number }>(`${url}/index`, { limit: 100 })
    expect(all.body.data.total).toBe(80)
    expect(all.body.data.list[0]).toMatchObject({ order: { order_no: expect.stringMatching(/^\d{18}$/) }, stage: 'open' })
    const waiting = all.body.data.list.filter((row) => row.stage === 'receipt')
    expect(waiting.every((row) => row.status === '1' && row.user_ship_status === '1')).toBe(true)
    for (const [filter, where] of Object.entries({
      wait_audit: 'audit_status = 1',
      wait_parcel: 'audit_status = 2 and status = 1 and user_ship_status = 0',
      wait_receipt: 'status = 1 and user_ship_status = 1',
      money_failed: 'status = 2 and money_status = 3',
      ended: 'status = 3',
    })) {
      const search = [{ field: filter, operator: 'eq', val: '1' }]
      const found = await owner.get<{ total: number }>(`${url}/index`, { search })
      const [row] = await server.query<{ n: number }>(`select count(*)::int as n from shop_refund where ${where}`)
      expect([filter, found.body.data.total]).toEqual([filter, row?.n])
      expect(row?.n).toBeGreaterThan(0)
    }
  })

  test('is searched by the number of the order, as notices lead to it', async () => {
    const id = await findRefund('r.audit_status = 1')
    const order = await orderOf(server, (await refundOf(id)).order_id)
    const search = [
      { field: 'audit_status', operator: 'IN', val: '1' },
      { field: 'order.order_no', operator: 'eq', val: order.order_no },
    ]
    const found = await owner.get<{ list: { id: number }[] }>(`${url}/index`, { search })
    expect(found.body.data.list.map((row) => row.id)).toEqual([id])
  })

  test('a record shows its lines, what was paid and what is left, and no record is added or deleted', async () => {
    const id = await findRefund('r.audit_status = 2 and r.status = 2 and r.user_ship_status = 2 and r.money_status = 2')
    const { row } = (await owner.get<{ row: Record<string, unknown> }>(`${url}/info`, { id })).body.data
    const order = await orderOf(server, (await refundOf(id)).order_id)
    expect(row).toMatchObject({ order: { pay_amount: yuan(order.pay_amount) }, return_to: expect.stringContaining('138') })
    expect(row.refundable).toBe(yuan(order.pay_amount - order.refund_amount))
    expect(row.items).toEqual([expect.objectContaining({ name: expect.any(String), quantity: expect.any(Number), restock: 1 })])
    expect(row.backs).toEqual([expect.objectContaining({ status: '2', channel: expect.any(String) })])
    for (const call of ['add', 'edit', 'del']) expect((await owner.post(`${url}/${call}`, { id })).status).toBe(404)
  })
})

describe('audit', () => {
  test('refusing needs a note, with an error next to it; then the request is over', async () => {
    const id = await ask(await untouched(), 1, 1)
    const bare = await fill(owner, 'audit', id, { result: 'refuse', audit_note: '' })
    expect(bare.body).toMatchObject({ code: 0, data: { errors: { audit_note: expect.any(String) } } })
    expect((await fill(owner, 'audit', id, { result: 'refuse', audit_note: 'used' })).body.code).toBe(1)
    expect(await refundOf(id)).toMatchObject({ state: '3/3/0', money_status: 0 })
  })

  test('agreeing to less and keeping the goods out of stock', async () => {
    const order = await untouched()
    const id = await ask(order, 1, 1)
    const before = await stockOf(server, order.id)
    const form = (await owner.get<{ values: { agree_amount: string; lines: object[] } }>(`${url}/audit`, { id })).body.data.values
    expect(form.agree_amount).toBe(yuan((await refundOf(id)).amount))
    const lines = form.lines.map((line) => ({ ...line, restock: 0 }))
    const answer = await fill(owner, 'audit', id, { result: 'agree', agree_amount: '1.00', lines })
    expect(answer.body.code).toBe(1)
    expect(await refundOf(id)).toMatchObject({ state: '2/2/0', money_status: 2, agree_amount: 100 })
    expect(await stockOf(server, order.id)).toEqual(before)
    expect(await orderOf(server, order.id)).toMatchObject({ refund_amount: 100, pay_status: 2 })
  })

  test('agreeing to more than was asked for takes a right of its own, and never goes beyond what was paid for the line', async () => {
    const order = await untouched()
    const [line] = await linesOf(server, order.id)
    const share =
      (await server.query<{ n: number }>('select pay_share::int as n from shop_order_goods where id = $1', [line?.id]))[0]?.n ?? 0
    const lines = [{ id: line?.id ?? 0, quantity: 0, amount: share - 500 }]
    const request = {
      orderId: order.id,
      type: 1,
      reason: 'quality',
      description: '',
      images: [],
      lines,
      includeDelivery: false,
    } as const
    const { id } = await inTransaction(server, (trx) => applyRefund(trx, request, member(order)))
    const agree = (who: Client, amount: number) => fill(who, 'audit', id, { result: 'agree', agree_amount: yuan(amount) })
    const clerk = await person(server, ['shop/order/refund/index', 'shop/order/refund/refund-audit'])
    expect((await agree(clerk, share - 400)).body).toMatchObject({ code: 0, msg: expect.stringContaining('separate right') })
    expect((await agree(owner, share + 1)).body).toMatchObject({
      code: 0,
      data: { errors: { agree_amount: expect.any(String) } },
    })
    expect((await agree(owner, share - 400)).body.code).toBe(1)
    expect(await refundOf(id)).toMatchObject({ state: '2/2/0', agree_amount: share - 400 })
  })

  test('the delivery fee may be added or left out, but goes back with the last units of an order that was not shipped', async () => {
    const order = await findOrder(server, `o.status = 2 and o.ship_status = 0 and o.delivery_amount > 0 and ${noRefund}`)
    const id = await ask(order, 1)
    expect((await fill(owner, 'audit', id, { result: 'agree', include_delivery: 0 })).body.code).toBe(1)
    expect(await server.query('select include_delivery from shop_refund where id = $1', [id])).toEqual([{ include_delivery: 1 }])
    const { refund_no } = await refundOf(id)
    await inTransaction(server, (trx) => refundMoneyResult(trx, { backNo: refund_no }, { now, actor: { type: 'system' } }))
    expect(await orderOf(server, order.id)).toMatchObject({ status: 6, pay_status: 3, refund_amount: order.pay_amount })
  })

  test('a return needs an address; it is kept with the refund, and a day is set', async () => {
    const order = await findOrder(server, `o.status = 4 and o.pay_type = 'balance' and ${several} and ${noRefund}`)
    const id = await ask(order, 2, 1)
    const form = await owner.get<{ values: Record<string, unknown> }>(`${url}/audit`, { id })
    expect(form.body.data.values).toMatchObject({ address_id: 2 })
    const none = await fill(owner, 'audit', id, { result: 'agree', address_id: null })
    expect(none.body).toMatchObject({ code: 0, data: { errors: { address_id: expect.any(String) } } })
    const wrong = await fill(owner, 'audit', id, { result: 'agree', address_id: 1 })
    expect(wrong.body.code).toBe(0)
    expect((await fill(owner, 'audit', id, { result: 'agree' })).body.code).toBe(1)
    const [kept] = await server.query<{ deadline: number; city: string }>(
      `select deadline::float8, return_address->>'city' as city from shop_refund where id = $1`,
      [id],
    )
    expect(await refundOf(id)).toMatchObject({ state: '2/1/0' })
    expect(kept).toMatchObject({ city: expect.stringMatching(/^\S+ \S+ \S+$/), deadline: expect.any(Number) })
  })
})

describe('receipt, retry and remarks', () => {
  const waiting = 'r.status = 1 and r.user_ship_status = 1'

  test('rejecting needs a note; accepting takes units and sends the money', async () => {
    const id = await findRefund(
      `${waiting} and exists (select 1 from shop_order o where o.id = r.order_id and o.pay_type = 'balance')`,
    )
    const bare = await fill(owner, 'receive', id, { result: 'reject', lines: undefined, note: '' })
    expect(bare.body).toMatchObject({ code: 0, data: { errors: { note: expect.any(String) } } })
    expect((await fill(owner, 'receive', id, { result: 'accept' })).body.code).toBe(1)
    expect(await refundOf(id)).toMatchObject({ state: '2/2/2', money_status: 2 })
  })

  test('money that failed is sent again, once per failure, and the note is in the record', async () => {
    const id = await findRefund('r.status = 2 and r.money_status = 3')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? owner : elsewhere).post(`${url}/retry`, { id })),
    )
    expect(answers.filter(({ body }) => body.code === 1)).toHaveLength(1)
    const { refund_no } = await refundOf(id)
    expect(await server.query('select tries, status from shop_money_back where back_no = $1', [refund_no])).toEqual([
      { tries: 2, status: 1 },
    ])
    await inTransaction(server, (trx) => refundMoneyResult(trx, { backNo: refund_no }, { now, actor: { type: 'system' } }))
    expect(await refundOf(id)).toMatchObject({ money_status: 2 })
    expect((await owner.post(`${url}/remark`, { id, admin_remark: 'called the member' })).body.code).toBe(1)
    expect(await refundOf(id)).toMatchObject({ admin_remark: 'called the member' })
    expect((await logOf(id)).at(-1)).toEqual({ action: 'remark', from: '2/2/0', to: '2/2/0' })
  })
})

describe('every state and every button', () => {
  const states = {
    '1/1/0': ['audit'],
    '2/1/0': [],
    '2/1/1': ['receive'],
    '2/2/0': [],
    '2/2/2': [],
    '3/3/0': [],
    '2/3/0': [],
    '2/3/2': [],
  } as const
  const forms = {
    audit: { result: 'refuse', audit_note: 'no' },
    receive: { result: 'reject', note: 'no', lines: [], images: [] },
    retry: {},
  } as const

  beforeAll(async () => {
    const id = await findRefund('r.audit_status = 2 and r.status = 1 and r.user_ship_status = 0')
    const order = await orderOf(server, (await refundOf(id)).order_id)
    await inTransaction(server, (trx) => withdrawRefund(trx, { refundId: id }, member(order)))
  })

  test.each(Object.entries(states))('%s', async (state, possible) => {
    const id = await findRefund(
      `concat_ws('/', audit_status, status, user_ship_status) = '${state}' and money_status in (0, 1, 2)`,
    )
    expect(id).toBeGreaterThan(0)
    for (const [call, values] of Object.entries(forms)) {
      if ((possible as readonly string[]).includes(call)) continue
      const { body } = await owner.post(`${url}/${call}`, { id, ...values })
      expect([call, body.code, (body.data as { type?: string } | null)?.type]).toEqual([call, 0, 'conflict'])
    }
    expect(await refundOf(id)).toMatchObject({ state })
    for (const call of possible) expect((await owner.post(`${url}/${call}`, { id, ...forms[call] })).body.code).toBe(1)
  })

  test('nobody presses a button without its node', async () => {
    const looker = await person(server, ['shop/order/refund/index'])
    const id = await findRefund('r.audit_status = 1')
    for (const call of ['audit', 'receive', 'retry', 'remark'])
      expect((await looker.post(`${url}/${call}`, { id })).body.code).toBe(401)
    expect(await refundOf(id)).toMatchObject({ state: '1/1/0' })
  })
})

describe('a refund by the shop', () => {
  test('gives money back that nobody asked for, with units that were not shipped', async () => {
    const order = await untouched()
    const form = (await owner.get<{ values: { lines: Record<string, unknown>[] } }>(`${orderUrl}/refund`, { id: order.id })).body
      .data
    const [first, ...rest] = form.values.lines
    const lines = [{ ...first, quantity: first?.open, amount: first?.left }, ...rest]
    const done = await owner.post<{ id: number }>(`${orderUrl}/refund`, {
      id: order.id,
      reason: 'late',
      lines,
      include_delivery: 0,
      note: 'out of stock',
    })
    expect(done.body.code).toBe(1)
    const { id } = done.body.data
    expect(await refundOf(id)).toMatchObject({ state: '2/2/0', money_status: 2 })
    expect(await logOf(id)).toMatchObject([{ action: 'shop', from: '', to: '2/2/0' }, { action: 'money_sent' }])
    expect(await orderOf(server, order.id)).toMatchObject({ status: 2, pay_status: 2 })
    const { row } = (await owner.get<{ row: { refunds: object[] } }>(`${orderUrl}/info`, { id: order.id })).body.data
    expect(row.refunds).toEqual([expect.objectContaining({ refund_no: (await refundOf(id)).refund_no })])
    const nothing = await owner.post(`${orderUrl}/refund`, {
      id: order.id,
      reason: 'late',
      lines: rest,
      include_delivery: 0,
      note: 'x',
    })
    expect(nothing.body.code).toBe(0)
  })
})

describe('at once', () => {
  test('100 who agree or refuse at two servers have one effect', async () => {
    const order = await untouched()
    const id = await ask(order, 1)
    const { amount } = await refundOf(id)
    expect(await raceAudit([owner, elsewhere], id, yuan(amount))).toEqual({ done: 1, told: ['200 0 conflict'] })
    const { state } = await refundOf(id)
    expect((await logOf(id)).filter(({ from }) => from === '1/1/0')).toHaveLength(1)
    const backs = await server.query<{ amount: number }>('select amount::int from shop_money_back where order_id = $1', [
      order.id,
    ])
    expect(backs).toEqual(state === '3/3/0' ? [] : [{ amount }])
    expect((await orderOf(server, order.id)).refund_amount).toBe(state === '3/3/0' ? 0 : amount)
  })

  test('accepting and rejecting a return, and a member who withdraws while the shop agrees: one wins, nobody waits for ever', async () => {
    const back = await findRefund('r.status = 1 and r.user_ship_status = 1')
    expect(await raceReceipt([owner, elsewhere], back)).toEqual({ done: 1, told: ['200 0 conflict'] })
    expect((await logOf(back)).filter(({ from }) => from === '2/1/1')).toHaveLength(1)
    const order = await untouched()
    const id = await ask(order, 1)
    const [agreed, ...withdrawn] = await Promise.allSettled([
      fill(owner, 'audit', id, { result: 'agree' }).then(({ body }) => body.code),
      ...Array.from({ length: 4 }, () => inTransaction(server, (trx) => withdrawRefund(trx, { refundId: id }, member(order)))),
    ])
    const won = [
      ...(agreed?.status === 'fulfilled' && agreed.value === 1 ? ['agreed'] : []),
      ...withdrawn.filter(({ status }) => status === 'fulfilled').map(() => 'withdrawn'),
    ]
    expect(won).toHaveLength(1)
  })
})
