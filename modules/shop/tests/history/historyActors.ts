import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { postMoney } from '../../../../server/modules/user/ledger.ts'
import { writeEvaluations } from '../../server/evaluate/write.ts'
import { adjustOrder } from '../../server/order/adjust.ts'
import { applyCancel, withdrawCancel } from '../../server/order/applyCancel.ts'
import { cancelUnpaid, handleCancel } from '../../server/order/cancel.ts'
import { closeOrder } from '../../server/order/close.ts'
import { createOrder } from '../../server/order/create.ts'
import { deliverOrder } from '../../server/order/deliver.ts'
import { payOrder } from '../../server/order/pay.ts'
import { receiveOrder } from '../../server/order/receive.ts'
import { retryOrderMoney } from '../../server/order/retry.ts'
import { type LineRow, linesOf, openUnits } from '../../server/order/row.ts'
import { startPayment, takePayment } from '../../server/payment/intent.ts'
import { applyRefund } from '../../server/refund/apply.ts'
import { auditRefund } from '../../server/refund/audit.ts'
import { changeRefund } from '../../server/refund/change.ts'
import { refundMoneyResult, retryRefundMoney } from '../../server/refund/money.ts'
import { receiveReturn } from '../../server/refund/receive.ts'
import { lockRefund } from '../../server/refund/row.ts'
import { changeReturn, sendReturn } from '../../server/refund/sendParcel.ts'
import { withdrawRefund } from '../../server/refund/withdraw.ts'
import { lockSkus, moveStock } from '../../server/stock.ts'
import { runTimer, timers } from '../../server/timers.ts'
import type { HistoryOrder, HistoryRefund, HistoryWorld, Scene } from './historyWorld.ts'

const liked = { score: 5, deliveryScore: 5, serviceScore: 5, content: 'good', images: [], anonymous: false }

/** Somebody who acts: all chance is drawn before, so that a seed decides the same whoever is faster. */
export type Act = (world: HistoryWorld, scene: Scene) => (trx: Writer) => Promise<unknown>

/** A member acts. */
export const member = (world: HistoryWorld, id: number) => world.env({ type: 'member', id, name: `member ${id}` })
/** An administrator acts. */
export const desk = (world: HistoryWorld) => world.env({ type: 'admin', id: 1, name: 'admin' })
/** The clock or a provider acts. */
export const shop = (world: HistoryWorld) => world.env({ type: 'system' })
const receiver = { name: '王芳', mobile: '13800131000', city: '北京市 北京市 朝阳区', address: '建国路1号' }
/** Nobody found anything to do. */
export const nothing = async () => {}

/** Mostly a row for which the step is meant, now and then any: what is not possible must be refused too. */
export function pick<T>(world: HistoryWorld, rows: readonly T[], fits: (row: T) => boolean): T | undefined {
  const fitting = rows.filter(fits)
  if (fitting.length > 0 && world.random.chance(85)) return world.random.pick(fitting)
  return rows.length > 0 ? world.random.pick(rows) : undefined
}

/** A step on an order, by somebody. */
export const onOrder =
  (
    states: readonly number[],
    who: (world: HistoryWorld, order: HistoryOrder) => CommandContext,
    step: (trx: Writer, order: HistoryOrder, env: CommandContext, chance: number) => Promise<unknown>,
  ): Act =>
  (world, scene) => {
    const order = pick(world, scene.orders, ({ status }) => states.includes(status))
    const chance = world.random.int(100)
    return order ? (trx) => step(trx, order, who(world, order), chance) : nothing
  }

/** A step on a refund, by somebody. */
export const onRefund =
  (
    fits: (refund: HistoryRefund) => boolean,
    who: (world: HistoryWorld, refund: HistoryRefund) => CommandContext,
    step: (trx: Writer, refund: HistoryRefund, env: CommandContext, chance: number) => Promise<unknown>,
  ): Act =>
  (world, scene) => {
    const refund = pick(world, scene.refunds, fits)
    const chance = world.random.int(100)
    return refund ? (trx) => step(trx, refund, who(world, refund), chance) : nothing
  }

const byMember = (world: HistoryWorld, row: { user_id: number }) => member(world, row.user_id)

const create: Act = (world, scene) => {
  const { random } = world
  const userId = random.pick(world.members)
  const receipt = random.chance(20) ? scene.receipts.find((each) => each.user_id === userId) : undefined
  const count = 1 + random.int(2)
  const lines = random
    .shuffled(world.skus)
    .slice(0, count)
    .map((skuId) => ({ skuId, quantity: 1 + random.int(3) }))
  const order = {
    userId,
    lines,
    receiver,
    source: 'web' as const,
    score: random.pick([0, 0, 100]),
  }
  return (trx) => createOrder(trx, { ...order, ...(receipt ? { receiptId: receipt.id } : {}) }, member(world, userId))
}

const deliver = onOrder([2], desk, async (trx, order, env, chance) => {
  const lines = await linesOf(trx, order.id)
  const part = chance < 40 ? lines.slice(0, 1).map((line) => ({ id: line.id, quantity: Math.max(1, openUnits(line) - 1) })) : []
  const parcel = { addressId: 1, companyId: null, trackingNo: '', notifyUser: false }
  // mostly without a parcel: which numbers carriers take is judged elsewhere
  if (part.length === 0 && chance < 80) return deliverOrder(trx, { orderId: order.id, mode: 'none', lines: [], ...parcel }, env)
  const tracking = { companyId: 1, trackingNo: `SF${String(order.id).padStart(12, '0')}` }
  if (part.length === 0) return deliverOrder(trx, { orderId: order.id, mode: 'all', lines: [], ...parcel, ...tracking }, env)
  return deliverOrder(trx, { orderId: order.id, mode: 'part', lines: part, ...parcel, ...tracking }, env)
})

/** Asks for money of one line or of all; for units that are open, or for goods that were shipped, or for none. */
const ask = onOrder([2, 3, 4, 5], byMember, async (trx, order, env, chance) => {
  const all = await linesOf(trx, order.id)
  const type = chance % 2 === 0 ? 1 : 2
  const units = (line: LineRow) => (type === 2 ? line.shipped - line.returned : chance < 30 ? 0 : openUnits(line))
  const lines = (chance < 70 ? all.slice(0, 1) : all).map((line) => {
    const quantity = chance % 3 === 0 ? units(line) : Math.min(1, units(line))
    const left = line.pay_share - line.refunded_amount
    return { id: line.id, quantity, amount: chance % 5 === 0 ? left : Math.floor((left * chance) / 100) }
  })
  return applyRefund(
    trx,
    { orderId: order.id, type, reason: 'other', description: '', images: [], lines, includeDelivery: chance > 80 },
    env,
  )
})

/** Asks for something else of one line, whatever was asked for before. */
const askOtherwise = onRefund(
  ({ state }) => state === '1/1/0',
  byMember,
  async (trx, refund, env, chance) => {
    const { order } = await lockRefund(trx, refund.id)
    const lines = (await linesOf(trx, order.id)).slice(0, 1).map((line) => ({
      id: line.id,
      quantity: refund.type === 2 ? Math.min(1, line.shipped - line.returned) : chance < 50 ? openUnits(line) : 0,
      amount: Math.floor(((line.pay_share - line.refunded_amount) * chance) / 100),
    }))
    const other = { reason: 'quality' as const, description: 'x', images: [], includeDelivery: chance > 70 }
    return changeRefund(trx, { refundId: refund.id, lines, ...other }, env)
  },
)

const audit = onRefund(
  ({ state }) => state === '1/1/0',
  desk,
  (trx, refund, env, chance) => {
    const agreeAmount = chance < 60 ? refund.amount : Math.max(1, Math.floor(refund.amount / 2))
    const result = chance % 5 === 0 ? ('refuse' as const) : ('agree' as const)
    return auditRefund(trx, { refundId: refund.id, result, agreeAmount, addressId: 2, note: 'x' }, env)
  },
)

const begin: Act = (world, scene) => {
  const channel = world.random.pick(['wechat', 'alipay'] as const)
  return onOrder([1], byMember, (trx, order, env) => startPayment(trx, { orderId: order.id, channel }, env))(world, scene)
}

/** The provider tells of a payment: of one that waits, or again of one that it told of. */
const tellPaid: Act = (world, scene) => {
  const payment = pick(world, scene.payments, ({ status }) => status === 1)
  if (!payment) return nothing
  const paid = { payNo: payment.pay_no, channel: payment.channel, amount: payment.amount, tradeNo: `T${payment.pay_no}` }
  return (trx) => takePayment(trx, paid, shop(world))
}

const tellBack: Act = (world, scene) => {
  const back = pick(world, scene.backs, () => true)
  const failed = world.random.chance(35)
  return back
    ? (trx) => refundMoneyResult(trx, { backNo: back.back_no, ...(failed ? { error: 'refused by the bank' } : {}) }, shop(world))
    : nothing
}

const retryMoney: Act = (world, scene) => {
  const order = pick(world, scene.orders, ({ failed }) => failed)
  return order ? (trx) => retryOrderMoney(trx, { orderId: order.id }, desk(world)) : nothing
}

const tick: Act = (world) => {
  const name = world.random.pick(Object.keys(timers) as (keyof typeof timers)[])
  return (trx) => runTimer(trx, name, shop(world), 1)
}

const restock: Act = (world) => {
  const [skuId, stock] = [world.random.pick(world.skus), world.random.between(-3, 12)]
  return async (trx) => {
    const skus = await lockSkus(trx, [skuId])
    await moveStock(trx, skus, { changes: [{ skuId, stock, sales: 0 }], reason: 'manual', refNo: 'count' }, desk(world))
  }
}

const topUp: Act = (world) => {
  const userId = world.random.pick(world.members)
  const refNo = `top-up ${world.random.int(1_000_000_000)}`
  return (trx) => postMoney(trx, { userId, fen: 50_000, source: 'manual', refNo, memo: '' }, desk(world))
}

/** Everybody who acts, with how often. */
export const actors: readonly (readonly [name: string, act: Act, weight: number])[] = [
  ['create', create, 14],
  [
    'pay from the balance',
    onOrder([1], byMember, (trx, o, env) =>
      payOrder(trx, { orderId: o.id, amount: o.pay_amount, payType: 'balance', tradeNo: '' }, env),
    ),
    5,
  ],
  ['begin a payment', begin, 8],
  ['tell of a payment', tellPaid, 10],
  ['cancel', onOrder([1], byMember, (trx, o, env) => cancelUnpaid(trx, { orderId: o.id, reason: '' }, env)), 2],
  ['ask to cancel', onOrder([2], byMember, (trx, o, env) => applyCancel(trx, { orderId: o.id, reason: 'x' }, env)), 4],
  ['withdraw cancelling', onOrder([7], byMember, (trx, o, env) => withdrawCancel(trx, { orderId: o.id }, env)), 2],
  ['receive', onOrder([3], byMember, (trx, o, env) => receiveOrder(trx, { orderId: o.id }, env)), 4],
  [
    'evaluate',
    onOrder([4], byMember, async (trx, o, env) => {
      const lines = (await linesOf(trx, o.id)).map(({ id: lineId }) => ({ lineId, ...liked }))
      return writeEvaluations(trx, { orderId: o.id, userId: o.user_id, lines }, env)
    }),
    2,
  ],
  ['ask for money', ask, 12],
  [
    'withdraw a refund',
    onRefund(
      ({ state }) => state === '1/1/0' || state === '2/1/0',
      byMember,
      (trx, r, env) => withdrawRefund(trx, { refundId: r.id }, env),
    ),
    2,
  ],
  [
    'send goods back',
    onRefund(
      ({ state }) => state === '2/1/0',
      byMember,
      (trx, r, env) => sendReturn(trx, { refundId: r.id, companyId: 1, trackingNo: 'SF1', images: [] }, env),
    ),
    6,
  ],
  ['ask for other money', askOtherwise, 3],
  [
    'mend a tracking number',
    onRefund(
      ({ state }) => state === '2/1/1',
      byMember,
      (trx, r, env) => changeReturn(trx, { refundId: r.id, companyId: 1, trackingNo: 'SF2', images: [] }, env),
    ),
    2,
  ],
  ['try the money of an order again', retryMoney, 4],
  ['deliver', deliver, 9],
  [
    'answer cancelling',
    onOrder([7], desk, (trx, o, env, chance) =>
      handleCancel(trx, { orderId: o.id, result: chance < 60 ? 'agree' : 'refuse', reason: 'x' }, env),
    ),
    5,
  ],
  ['close', onOrder([1, 2, 3, 4], desk, (trx, o, env) => closeOrder(trx, { orderId: o.id, reason: 'other', note: '' }, env)), 2],
  [
    'adjust',
    onOrder([1], desk, (trx, o, env, chance) =>
      adjustOrder(trx, { orderId: o.id, adjustAmount: -chance, deliveryAmount: chance, reason: 'x' }, env),
    ),
    2,
  ],
  [
    'confirm payment',
    onOrder([1], desk, (trx, o, env) =>
      payOrder(trx, { orderId: o.id, amount: o.pay_amount, payType: 'offline', tradeNo: `bank ${o.id}` }, env),
    ),
    2,
  ],
  ['audit', audit, 9],
  [
    'receive goods',
    onRefund(
      ({ state }) => state === '2/1/1',
      desk,
      (trx, r, env, chance) => receiveReturn(trx, { refundId: r.id, result: chance < 75 ? 'accept' : 'reject', note: 'x' }, env),
    ),
    6,
  ],
  [
    'try money again',
    onRefund(
      ({ money_status }) => money_status === 3,
      desk,
      (trx, r, env) => retryRefundMoney(trx, { refundId: r.id }, env),
    ),
    3,
  ],
  ['tell of money that went back', tellBack, 8],
  ['timers', tick, 6],
  ['count the stock', restock, 3],
  ['top up', topUp, 2],
]
