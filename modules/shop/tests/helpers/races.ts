import type { Answer, Client } from '../../../../tests/harness/client.ts'
import { callBack } from '../../../../tests/harness/services/sandbox.ts'
import { familyOf, makeCompetition, registerFor } from '../teams/teamHelpers.ts'
import { exchange, makeCoupon, offerCoupon, offerForPoints } from './factories.ts'
import { done, orderUrl, parcel, refundUrl } from './helpers.ts'
import { openRefund, recharge, rechargeCashier, sentBack } from './inProgress.ts'
import { moneyActs } from './moneyActs.ts'
import { atCashier, type MultiServer, ordered, paidOrder, turn, usualSku } from './multiServer.ts'

/** How a race went: how many were told that it is done, and what the others were told. */
export interface Outcome {
  done: number
  told: string[]
}

/** 100 people agree to a refund or refuse it, at the servers of these clients. */
export async function raceAudit(clients: readonly Client[], id: number, amount: string): Promise<Outcome> {
  return atOnce(100, (i) => {
    const agrees = { result: 'agree', agree_amount: amount, include_delivery: 1, lines: [], audit_note: '' }
    return turn(clients, i).post(`${refundUrl}/audit`, {
      id,
      ...(i % 4 < 2 ? agrees : { result: 'refuse', audit_note: 'no' }),
    })
  })
}

/** The same of goods that came back: accepted or rejected. */
export async function raceReceipt(clients: readonly Client[], id: number): Promise<Outcome> {
  const accepts = { result: 'accept', lines: [], images: [], note: '' }
  return atOnce(40, (i) =>
    turn(clients, i).post(`${refundUrl}/receive`, {
      id,
      ...(i % 4 < 2 ? accepts : { result: 'reject', images: [], note: 'no' }),
    }),
  )
}

/** So many calls at once. */
export async function atOnce(times: number, call: (i: number) => Promise<Answer<unknown>>): Promise<Outcome> {
  const answers = await Promise.all(Array.from({ length: times }, (_, i) => call(i)))
  const others = answers.filter(({ body }) => body.code !== 1)
  const words = others.map(
    ({ status, body }) => `${status} ${body.code} ${(body.data as { type?: string } | null)?.type ?? 'refused'}`,
  )
  return { done: answers.length - others.length, told: [...new Set(words)].sort() }
}

/** What is raced for, at all servers at once: how it must go, and what the database must say when it is over. */
export interface Race {
  run(): Promise<Outcome>
  goes: Outcome
  ends(): Promise<unknown>
  end: unknown
}

const conflict = '200 0 conflict'
const refused = '200 0 refused'

/** One of them wins, the others are told of a conflict. */
const oneWins: Outcome = { done: 1, told: [conflict] }

/** One row of the database. */
const row = async (multiServer: MultiServer, text: string, ...values: unknown[]) => (await multiServer.query(text, values))[0]

/** Twenty people do the same at once, each by an attempt of their own. */
export async function raceAct(multiServer: MultiServer, name: string, n: number): Promise<Race> {
  const act = await moneyActs[name]?.prepare(multiServer, n)
  if (!act) throw new Error(`there is no act "${name}"`)
  return { run: () => atOnce(20, (i) => act.call(i)), goes: oneWins, ends: act.state, end: act.after }
}

/** Leaves so many units of a SKU in stock, by the form; the n-th who calls `take` takes one of them away, at the n-th server. */
export async function leaveInStock(
  multiServer: MultiServer,
  left: number,
): Promise<{ id: number; take(n: number): Promise<Answer> }> {
  const sku = await usualSku(multiServer)
  const move = (delta: number, n: number) =>
    turn(multiServer.owners, n).post('/admin/shop.goods.Goods/stock', {
      id: sku.goods_id,
      skus: [{ id: sku.id, delta }],
      memo: '抢',
    })
  done(await move(left - sku.stock, 0))
  return { id: sku.id, take: (n) => move(-1, n) }
}

/** A payment that the provider tells of twenty times, to all servers and out of order, while it is being paid. */
async function toldOften(multiServer: MultiServer, { payNo, pay }: Awaited<ReturnType<typeof atCashier>>): Promise<Outcome> {
  const payment = multiServer.sandbox.ledger.payments.get(payNo)
  const { tradeNo, amount } = payment ?? {}
  const content = { event: 'payment', number: payNo, channel: 'wechat', trade_no: tradeNo, amount, error: '' }
  const urls = multiServer.urls.map((url) => ({ url }))
  const [told] = await Promise.all([
    atOnce(20, (i) => callBack(turn(urls, i), multiServer.sandbox, { ...content, state: i % 5 === 0 ? 'processing' : 'done' })),
    pay(),
  ])
  return told
}

/** Everything that is raced for besides the acts of money. */
export const races: Readonly<Record<string, (multiServer: MultiServer, n: number) => Promise<Race>>> = {
  'to deliver an order': async (multiServer, n) => {
    const { id } = await paidOrder(multiServer, n)
    return {
      run: () => atOnce(20, (i) => turn(multiServer.owners, i).post(`${orderUrl}/delivery`, { id, ...parcel() })),
      goes: oneWins,
      ends: () => row(multiServer, 'select count(*)::int as parcels from shop_order_delivery where order_id = $1', id),
      end: { parcels: 1 },
    }
  },
  'to receive it, the member and the shop': async (multiServer, n) => {
    const { id, member } = await paidOrder(multiServer, n)
    done(await turn(multiServer.owners, n).post(`${orderUrl}/delivery`, { id, ...parcel() }))
    const receive = (i: number) =>
      i % 4 < 2
        ? turn(multiServer.owners, i).post(`${orderUrl}/receive`, { id })
        : turn(member.at, i).post('/api/shop.Order/receive', { id })
    return {
      run: () => atOnce(20, receive),
      goes: oneWins,
      ends: () =>
        row(multiServer, `select count(*)::int as n from shop_order_log where order_id = $1 and action = 'receive'`, id),
      end: { n: 1 },
    }
  },
  'to deliver an order or to ask for its cancelling': async (multiServer, n) => {
    const { id, member } = await paidOrder(multiServer, n)
    const deliver = () => turn(multiServer.owners, n).post(`${orderUrl}/delivery`, { id, ...parcel() })
    const cancel = () => turn(member.at, n + 1).post('/api/shop.Order/applyCancel', { id, reason: '不要了' })
    return {
      run: () => atOnce(2, (i) => (i === n % 2 ? deliver() : cancel())),
      goes: oneWins,
      ends: () => row(multiServer, 'select status in (3, 7) as one from shop_order where id = $1', id),
      end: { one: true },
    }
  },
  'to agree to cancelling or to refuse it: the money goes back once or not at all': async (multiServer, n) => {
    const { id, member } = await paidOrder(multiServer, n)
    done(await turn(member.at, n).post('/api/shop.Order/applyCancel', { id, reason: '不要了' }))
    const answer = (i: number) => ({ id, result: i % 3 === 0 ? 'refuse' : 'agree', reason: 'x' })
    return {
      run: () => atOnce(20, (i) => turn(multiServer.owners, i).post(`${orderUrl}/cancel`, answer(i))),
      goes: oneWins,
      ends: () =>
        row(
          multiServer,
          `select (select count(*) from shop_money_back where order_id = o.id) = case o.status when 6 then 1 when 2 then 0 end as fits
            from shop_order o where o.id = $1`,
          id,
        ),
      end: { fits: true },
    }
  },
  'to agree to a refund or to refuse it, a hundred answers': async (multiServer, n) => {
    const { id, amount } = await openRefund(multiServer, n, paidOrder)
    return {
      run: () => raceAudit(multiServer.owners, id, amount),
      goes: oneWins,
      ends: () =>
        row(multiServer, `select count(*)::int as n from shop_refund_log where refund_id = $1 and "from" = '1/1/0'`, id),
      end: { n: 1 },
    }
  },
  'to accept what came back or to reject it': async (multiServer, n) => {
    const { id } = await sentBack(multiServer, n)
    return {
      run: () => raceReceipt(multiServer.owners, id),
      goes: oneWins,
      ends: () =>
        row(
          multiServer,
          `select count(*)::int as n from shop_refund_log where refund_id = $1 and "from" = '2/1/1' and "to" <> "from"`,
          id,
        ),
      end: { n: 1 },
    }
  },
  'to take the last ten units out of stock': async (multiServer) => {
    const { id, take } = await leaveInStock(multiServer, 10)
    return {
      run: () => atOnce(30, take),
      goes: { done: 10, told: [refused] },
      ends: () => row(multiServer, 'select stock from shop_goods_sku where id = $1', id),
      end: { stock: 0 },
    }
  },
  'for the last coupon': async (multiServer) => {
    const id = await makeCoupon(turn(multiServer.owners, 0), { total: 1 })
    const offer = await offerCoupon(turn(multiServer.owners, 0), id)
    return {
      run: () => atOnce(40, (i) => turn(turn(multiServer.crowd, i).at, i).post('/api/shop.Coupon/receive', { id: offer })),
      goes: { done: 1, told: [refused] },
      ends: () => row(multiServer, 'select received, remaining from shop_coupon where id = $1', id),
      end: { received: 1, remaining: 0 },
    }
  },
  'for the last goods of the points mall': async (multiServer) => {
    const goods = await offerForPoints(turn(multiServer.owners, 0), { stock: 1 })
    return {
      run: () => atOnce(20, (i) => exchange(turn(turn(multiServer.members, i).at, Math.floor(i / 2)), goods)),
      goes: { done: 1, told: [refused] },
      ends: () =>
        row(
          multiServer,
          'select stock, (select count(*)::int from points_order where goods_id = $1) as n from points_goods where id = $1',
          goods,
        ),
      end: { stock: 0, n: 1 },
    }
  },
  'for the last place of a competition': async (multiServer) => {
    const group = { name: '全程', fee: '10.00', quota: 1, gender: '0' }
    const id = await makeCompetition(turn(multiServer.owners, 0), { groups: [group] })
    const families = await Promise.all(Array.from({ length: 16 }, (_, n) => familyOf(multiServer, n)))
    const register = (i: number) => {
      const { userId, contestants } = turn(families, i)
      return registerFor(turn(multiServer.owners, i), id, userId, contestants.slice(0, 1))
    }
    return {
      run: () => atOnce(16, register),
      goes: { done: 1, told: [refused] },
      ends: () => row(multiServer, 'select count(*)::int as n from shop_team_join where competition_id = $1', id),
      end: { n: 1 },
    }
  },
  'to tell of the payment of an order': async (multiServer, n) => {
    const { id, member } = await ordered(multiServer, n)
    const cashier = await atCashier(multiServer, turn(member.at, n), 'shop.Order/pay', { id })
    return {
      run: () => toldOften(multiServer, cashier),
      goes: { done: 20, told: [] },
      ends: () =>
        row(
          multiServer,
          `select string_agg(action, ' ') as log from shop_order_log where order_id = $1 and action <> 'create'`,
          id,
        ),
      end: { log: 'pay' },
    }
  },
  'to tell of the payment of a recharge': async (multiServer, n) => {
    const made = await recharge(multiServer, n)
    const cashier = await rechargeCashier(multiServer, n, made)
    return {
      run: () => toldOften(multiServer, cashier),
      goes: { done: 20, told: [] },
      ends: () => row(multiServer, 'select sum(money)::int as fen from user_money_log where ref_no = $1', made.order_no),
      end: { fen: 11_000 },
    }
  },
}
