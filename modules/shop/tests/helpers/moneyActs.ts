import type { Answer } from '../../../../tests/harness/client.ts'
import { refusal, urls } from '../teams/teamHelpers.ts'
import { exchange, makeCoupon, offerForPoints } from './factories.ts'
import { done, orderUrl, refundUrl } from './helpers.ts'
import { agreed, openRefund, paidRecharge, recharge, rechargeCashier, registered, sentBack, shopRefund } from './inProgress.ts'
import {
  atCashier,
  type MultiServer,
  ordered,
  type Person,
  paidOrder,
  paidThrough,
  reaches,
  signedIn,
  turn,
} from './multiServer.ts'

/** An act that can be done now: `state` says `before` until it is done, `after` from then on, and nothing else in between. */
export interface Ready {
  /** The n-th who does it, at the n-th server; with a key it is the same attempt each time. */
  call(n: number, key?: string): Promise<Answer>
  state(): Promise<string>
  before: string
  after: string
}

export interface MoneyAct {
  /** Who does it: a call of ours takes a key; that of the provider tells of a payment as often as it likes. */
  by: 'call' | 'provider'
  /** May it be done again by another attempt, as often as one likes? */
  again?: true
  prepare(multiServer: MultiServer, n: number): Promise<Ready>
}

type Prepared = Omit<Ready, 'before' | 'after'>

const keyed = (body: object, key: string | undefined) => (key === undefined ? body : { ...body, idempotency_key: key })
const office = (multiServer: MultiServer, path: string, body: object) => (n: number, key?: string) =>
  turn(multiServer.owners, n).post(path, keyed(body, key))
const asMember = (member: Person, path: string, body: object) => (n: number, key?: string) =>
  turn(member.at, n).post(`/api/${path}`, keyed(body, key))

/** One text for what a row says and what was written about it; `$1` is its key. */
function stateOf(multiServer: MultiServer, table: string, key: number, ...columns: string[]): () => Promise<string> {
  const text = `select concat_ws(' ', ${columns.join(', ')}) as state from ${table} t where t.id = $1`
  return async () => (await multiServer.query<{ state: string }>(text, [key]))[0]?.state ?? 'gone'
}
const steps = (log: string, column: string, where = 'l."from" is distinct from l."to"') =>
  `(select count(*) from ${log} l where l.${column} = t.id and ${where})`
const backs = (column: string) => `(select count(*) from shop_money_back b where b.${column} = t.id)`

const orderState = (multiServer: MultiServer, id: number) =>
  stateOf(multiServer, 'shop_order', id, 't.status', steps('shop_order_log', 'order_id'), backs('order_id'))
const refundState = (multiServer: MultiServer, id: number) =>
  stateOf(multiServer, 'shop_refund', id, "concat_ws('/', t.audit_status, t.status, t.user_ship_status)", backs('refund_id'))
const retries = (multiServer: MultiServer, table: string, log: string, column: string, id: number) =>
  stateOf(multiServer, table, id, steps(log, column, `l.action = 'retry'`))
const ledger = `(select count(*) from user_money_log l where l.ref_no = t.order_no)`
const rechargeState = (multiServer: MultiServer, id: number) =>
  stateOf(multiServer, 'shop_recharge_order', id, 't.status', steps('shop_recharge_log', 'order_id'), ledger)
const joinState = (multiServer: MultiServer, id: number) =>
  stateOf(multiServer, 'shop_team_join', id, 't.status', steps('shop_team_join_log', 'join_id'), 't.refund_amount')

/** An act of an order's list, with the body that its form posts. */
const ofOrder = (multiServer: MultiServer, id: number, action: string, body: object): Prepared => ({
  call: office(multiServer, `${orderUrl}/${action}`, { id, ...body }),
  state: orderState(multiServer, id),
})

/** Something whose money the provider has refused to send back: `begin` makes it be sent, `failed` waits until that is known. */
async function failing(
  multiServer: MultiServer,
  trade: string,
  begin: () => Promise<Answer>,
  failed: () => Promise<unknown>,
): Promise<void> {
  multiServer.refused.add(trade)
  done(await begin())
  await failed()
  multiServer.refused.delete(trade)
}

const rechargeUrl = '/admin/shop.recharge.Order'
const wholeRecharge = { amount: '100.00', reason: '充错' }

/** The provider tells of a payment; whether the shop has heard is another matter. */
const atProvider = (pay: () => Promise<string>) => async (): Promise<Answer> => {
  await pay()
  return { status: 200, headers: new Headers(), text: '', body: { code: Number.NaN, msg: '', time: 0, data: {} } }
}

async function payThrough(multiServer: MultiServer, n: number): Promise<Prepared> {
  const { id, member } = await ordered(multiServer, n)
  const { pay } = await atCashier(multiServer, turn(member.at, n), 'shop.Order/pay', { id })
  return { call: atProvider(pay), state: orderState(multiServer, id) }
}

async function cancelPaid(multiServer: MultiServer, n: number): Promise<Prepared> {
  const { id, member } = await paidThrough(multiServer, n)
  done(await turn(member.at, n).post('/api/shop.Order/applyCancel', { id, reason: '不要了' }))
  return ofOrder(multiServer, id, 'cancel', { result: 'agree', reason: '' })
}

async function cancelUnpaid(multiServer: MultiServer, n: number): Promise<Prepared> {
  const { id: userId } = turn(multiServer.members, n)
  const coupon = await makeCoupon(turn(multiServer.owners, n))
  const sent = { id: coupon, target: 'users', user_ids: [userId], quantity: 1 }
  done(await turn(multiServer.owners, n).post('/admin/shop.coupon.Coupon/send', sent))
  const [receipt] = await multiServer.query<{ id: number }>('select id from shop_coupon_receive where coupon_id = $1', [coupon])
  const { id, member } = await ordered(multiServer, n, { score: 100, receipt_id: receipt?.id })
  const [log, receipts] = ['user_score_log l where l.ref_no = t.order_no', `shop_coupon_receive where id = ${receipt?.id}`]
  const columns = ['t.status', `(select count(*) from ${log})`, `(select status from ${receipts})`]
  return { call: asMember(member, 'shop.Order/cancel', { id }), state: stateOf(multiServer, 'shop_order', id, ...columns) }
}

async function retryRefund(multiServer: MultiServer, n: number): Promise<Prepared> {
  const { id: order, trade } = await paidThrough(multiServer, n)
  const given = { id: order, ...(await shopRefund(multiServer, order)) }
  const refused = 'select count(*)::int from shop_refund where order_id = $1 and money_status = 3'
  const begin = () => turn(multiServer.owners, n).post(`${orderUrl}/refund`, given)
  await failing(multiServer, trade, begin, () => reaches(multiServer, refused, order, 1))
  const [refund] = await multiServer.query<{ id: number }>('select id from shop_refund where order_id = $1', [order])
  const id = refund?.id ?? 0
  return {
    call: office(multiServer, `${refundUrl}/retry`, { id }),
    state: retries(multiServer, 'shop_refund', 'shop_refund_log', 'refund_id', id),
  }
}

async function retryOrder(multiServer: MultiServer, n: number): Promise<Prepared> {
  const { id, trade } = await paidThrough(multiServer, n)
  const begin = () => turn(multiServer.owners, n).post(`${orderUrl}/close`, { id, reason: 'other', note: '' })
  await failing(multiServer, trade, begin, () =>
    reaches(multiServer, 'select status from shop_money_back where order_id = $1', id, 3),
  )
  return {
    call: office(multiServer, `${orderUrl}/retryMoney`, { id }),
    state: retries(multiServer, 'shop_order', 'shop_order_log', 'order_id', id),
  }
}

async function retryRecharge(multiServer: MultiServer, n: number): Promise<Prepared> {
  const { id, trade } = await paidRecharge(multiServer, n)
  const begin = () => turn(multiServer.owners, n).post(`${rechargeUrl}/refund`, { id, ...wholeRecharge })
  await failing(multiServer, trade, begin, () =>
    reaches(multiServer, 'select status from shop_money_back where recharge_id = $1', id, 3),
  )
  return {
    call: office(multiServer, `${rechargeUrl}/retry`, { id }),
    state: retries(multiServer, 'shop_recharge_order', 'shop_recharge_log', 'order_id', id),
  }
}

async function byHand(multiServer: MultiServer, n: number): Promise<Prepared> {
  const { id } = turn(multiServer.members, n)
  const memo = `by hand ${(await multiServer.query<{ id: number }>('select max(id) as id from user_money_log'))[0]?.id}-${n}`
  const count = `(select count(*) from user_money_log l where l.user_id = t.id and l.memo = '${memo}')`
  return {
    call: office(multiServer, '/admin/user.MoneyLog/add', { user_id: id, money: '12.34', memo }),
    state: stateOf(multiServer, '"user"', id, count),
  }
}

async function joinStep(multiServer: MultiServer, n: number, action: string, body: object): Promise<Prepared> {
  const { id } = await registered(multiServer, n, 1)
  return { call: office(multiServer, `${urls.join}/${action}`, { id, ...body }), state: joinState(multiServer, id) }
}

/** An act from before to after, by a call of ours. */
const act = (before: string, after: string, prepare: (multiServer: MultiServer, n: number) => Promise<Prepared>): MoneyAct => ({
  by: 'call',
  prepare: async (multiServer, n) => ({ ...(await prepare(multiServer, n)), before, after }),
})

/** Everything that moves money, and points with it: each is done as a whole or not at all, and once for each key. */
export const moneyActs: Readonly<Record<string, MoneyAct>> = {
  'pay an order from the balance': act('1 1 0', '2 2 0', async (multiServer, n) => {
    const { id, member } = await ordered(multiServer, n)
    return { call: asMember(member, 'shop.Order/pay', { id, type: 'balance' }), state: orderState(multiServer, id) }
  }),
  'pay an order through the provider': { ...act('1 1 0', '2 2 0', payThrough), by: 'provider' },
  'confirm the payment of an order': act('1 1 0', '2 2 0', async (multiServer, n) => {
    const { id } = await ordered(multiServer, n)
    return ofOrder(multiServer, id, 'pay', { trade_no: `bank ${id}`, remark: '到账' })
  }),
  'cancel an unpaid order with points and a coupon': act('1 1 2', '6 2 1', cancelUnpaid),
  'agree to cancel a paid order': act('7 3 0', '6 4 1', cancelPaid),
  'close a paid order': act('2 2 0', '6 3 1', async (multiServer, n) =>
    ofOrder(multiServer, (await paidOrder(multiServer, n)).id, 'close', { reason: 'other', note: '' }),
  ),
  'refund by the shop': {
    ...act('0 0 0', '1 100 1', async (multiServer, n) => {
      const { id } = await paidOrder(multiServer, n)
      const columns = ['count(*)', 'coalesce(sum(r.agree_amount), 0)'].map(
        (sum) => `(select ${sum} from shop_refund r where r.order_id = t.id)`,
      )
      return {
        call: office(multiServer, `${orderUrl}/refund`, { id, ...(await shopRefund(multiServer, id)) }),
        state: stateOf(multiServer, 'shop_order', id, ...columns, backs('order_id')),
      }
    }),
    again: true,
  },
  'agree to a refund': act('1/1/0 0', '2/2/0 1', async (multiServer, n) => {
    const { id, amount } = await openRefund(multiServer, n)
    return { call: office(multiServer, `${refundUrl}/audit`, { id, ...agreed(amount) }), state: refundState(multiServer, id) }
  }),
  'accept what was sent back': act('2/1/1 0', '2/2/2 1', async (multiServer, n) => {
    const { id } = await sentBack(multiServer, n)
    const body = { id, result: 'accept', lines: [], images: [], note: '' }
    return { call: office(multiServer, `${refundUrl}/receive`, body), state: refundState(multiServer, id) }
  }),
  'send the money of a refund again': act('0', '1', retryRefund),
  'send the money of an order again': act('0', '1', retryOrder),
  'pay a recharge through the provider': {
    ...act('1 1 0', '2 2 2', async (multiServer, n) => {
      const made = await recharge(multiServer, n)
      const { pay } = await rechargeCashier(multiServer, n, made)
      return { call: atProvider(pay), state: rechargeState(multiServer, made.id) }
    }),
    by: 'provider',
  },
  'confirm the payment of a recharge': act('1 1 0', '2 2 2', async (multiServer, n) => {
    const { id } = await recharge(multiServer, n)
    const body = { id, trade_no: `bank R${id}`, remark: '到账' }
    return { call: office(multiServer, `${rechargeUrl}/pay`, body), state: rechargeState(multiServer, id) }
  }),
  'refund a recharge': act('2 2 2', '4 3 3', async (multiServer, n) => {
    const { id } = await paidRecharge(multiServer, n)
    return { call: office(multiServer, `${rechargeUrl}/refund`, { id, ...wholeRecharge }), state: rechargeState(multiServer, id) }
  }),
  'send the money of a recharge again': act('0', '1', retryRecharge),
  'exchange points': {
    ...act('0 10', '1 9', async (multiServer, n) => {
      const member = turn(multiServer.members, n)
      const goods = await offerForPoints(turn(multiServer.owners, n), { money: '1.00' })
      const made = '(select count(*) from points_order o where o.goods_id = t.id)'
      return {
        call: (i, key) => exchange(turn(member.at, i), goods, keyed({}, key)) as Promise<Answer<never>>, // whatever it answers
        state: stateOf(multiServer, 'points_goods', goods, made, 't.stock'),
      }
    }),
    again: true,
  },
  'cancel an exchange of points': act('1 1 9', '4 2 10', async (multiServer, n) => {
    const goods = await offerForPoints(turn(multiServer.owners, n), { money: '1.00' })
    const { id } = done(await exchange(turn(turn(multiServer.members, n).at, n), goods))
    const stock = '(select g.stock from points_goods g where g.id = t.goods_id)'
    return {
      call: office(multiServer, '/admin/points.Order/cancel', { id, reason: '缺货' }),
      state: stateOf(multiServer, 'points_order', id, 't.status', steps('points_order_log', 'order_id'), stock),
    }
  }),
  'pay a registration from the balance': act('1 1 0', '2 2 0', async (multiServer, n) => {
    const { id, userId } = await registered(multiServer, n, 0)
    const owner = turn(multiServer.owners, n)
    done(await owner.post('/admin/user.MoneyLog/add', { user_id: userId, money: '100.00', memo: 'to register' }))
    const [member] = await signedIn(multiServer, [userId])
    return { call: asMember(turn(member ? [member] : [], 0), 'shop.Join/pay', { id }), state: joinState(multiServer, id) }
  }),
  'refuse a registration': act('2 2 0', '4 3 10000', (multiServer, n) => joinStep(multiServer, n, 'audit', refusal)),
  'cancel a registration with its fee': act('2 2 0', '5 3 10000', (multiServer, n) =>
    joinStep(multiServer, n, 'cancel', { reason: '改期', refund_amount: '100.00' }),
  ),
  'change a balance by hand': { ...act('0', '1', byHand), again: true },
}
