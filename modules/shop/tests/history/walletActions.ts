import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { postScore } from '../../../../server/modules/user/ledger.ts'
import { startRechargePayment } from '../../server/payment/intent.ts'
import { exchangePoints } from '../../server/points/exchange.ts'
import { lockGoods, moveGoods } from '../../server/points/row.ts'
import { cancelPointsOrder, deliverPointsOrder, receivePointsOrder } from '../../server/points/steps.ts'
import { createRecharge } from '../../server/recharge/create.ts'
import { cancelRecharge, refundRecharge, retryRechargeMoney } from '../../server/recharge/end.ts'
import { payRecharge } from '../../server/recharge/pay.ts'
import { type Act, desk, member, nothing, pick, shop } from './historyActors.ts'
import type { HistoryPointsOrder, HistoryRecharge, HistoryWorld } from './historyWorld.ts'

const receiver = { name: '王芳', mobile: '13800131000', city: [110000, 110100, 110105], address: '建国路1号' }

/** A step on a recharge order; `chance` is drawn before. */
const onRecharge =
  (
    states: readonly number[],
    who: (world: HistoryWorld, userId: number) => CommandContext,
    step: (trx: Writer, order: HistoryRecharge, env: CommandContext, chance: number) => Promise<unknown>,
  ): Act =>
  (world, scene) => {
    const order = pick(world, scene.recharges, ({ status }) => states.includes(status))
    const chance = world.random.int(100)
    return order ? (trx) => step(trx, order, who(world, order.user_id), chance) : nothing
  }

const onPointsOrder =
  (
    states: readonly number[],
    who: (world: HistoryWorld, userId: number) => CommandContext,
    step: (trx: Writer, order: HistoryPointsOrder, env: CommandContext) => Promise<unknown>,
  ): Act =>
  (world, scene) => {
    const order = pick(world, scene.pointsOrders, ({ status }) => states.includes(status))
    return order ? (trx) => step(trx, order, who(world, order.user_id)) : nothing
  }

const recharge: Act = (world) => {
  const [userId, planId] = [world.random.pick(world.members), world.random.pick(world.plans)]
  return (trx) => createRecharge(trx, { planId, userId }, member(world, userId))
}

/** A channel tells of a payment: the first of its order, told again, or a second one. */
const tellRecharged: Act = (world, scene) => {
  const order = pick(world, scene.recharges, ({ status }) => status === 1 || status === 3)
  if (!order) return nothing
  const tradeNo = `RT${order.id}-${world.random.int(2)}`
  const paid = { orderNo: order.order_no, amount: order.amount, payType: 'alipay' as const, tradeNo }
  return (trx) => payRecharge(trx, paid, shop(world))
}

const exchange: Act = (world) => {
  const [userId, goodsId] = [world.random.pick(world.members), world.random.pick(world.prizes)]
  const quantity = 1 + world.random.int(3)
  return (trx) => exchangePoints(trx, { userId, goodsId, quantity, receiver }, member(world, userId))
}

const countPrizes: Act = (world) => {
  const [goodsId, delta] = [world.random.pick(world.prizes), world.random.between(-3, 6)]
  return async (trx) => {
    await lockGoods(trx, goodsId)
    if (delta !== 0) await moveGoods(trx, { goodsId, delta, sales: 0, reason: 'manual', memo: 'count' }, desk(world))
  }
}

const givePoints: Act = (world) => {
  const userId = world.random.pick(world.members)
  const given = { userId, score: 1500, source: 'manual' as const, refNo: null, memo: 'gift' }
  return (trx) => postScore(trx, given, desk(world))
}

/** Those who fill and empty purses: recharges and the points mall, beside the orders of the shop. */
export const purseActors: readonly (readonly [name: string, act: Act, weight: number])[] = [
  ['recharge', recharge, 4],
  [
    'begin to pay a recharge',
    onRecharge([1], member, (trx, { order_no: orderNo, user_id: userId }, env, chance) =>
      startRechargePayment(trx, { orderNo, userId, channel: chance < 50 ? 'wechat' : 'alipay' }, env),
    ),
    3,
  ],
  ['tell of a recharge', tellRecharged, 4],
  [
    'confirm a recharge',
    onRecharge([1], desk, (trx, { id, order_no: orderNo, amount }, env) =>
      payRecharge(trx, { orderNo, amount, payType: 'offline', tradeNo: `bank ${id}` }, env),
    ),
    2,
  ],
  [
    'cancel a recharge',
    onRecharge([1], member, (trx, { order_no: orderNo, user_id: userId }, env) => cancelRecharge(trx, { orderNo, userId }, env)),
    2,
  ],
  [
    'refund a recharge',
    onRecharge([2], desk, (trx, { order_no: orderNo, amount }, env, chance) =>
      refundRecharge(trx, { orderNo, amount: Math.max(1, Math.floor((amount * chance) / 90)), reason: 'x' }, env),
    ),
    3,
  ],
  [
    'try the money of a recharge again',
    onRecharge([2, 4], desk, (trx, { order_no: orderNo }, env) => retryRechargeMoney(trx, { orderNo }, env)),
    2,
  ],
  ['exchange', exchange, 6],
  [
    'deliver what was exchanged',
    onPointsOrder([1], desk, (trx, { id: orderId }, env) =>
      deliverPointsOrder(trx, { orderId, companyId: 1, trackingNo: 'SF000000000009' }, env),
    ),
    3,
  ],
  [
    'receive what was exchanged',
    onPointsOrder([2], member, (trx, { id: orderId, user_id: userId }, env) => receivePointsOrder(trx, { orderId, userId }, env)),
    2,
  ],
  [
    'cancel what was exchanged',
    onPointsOrder([1], desk, (trx, { id: orderId }, env) => cancelPointsOrder(trx, { orderId, reason: 'x' }, env)),
    3,
  ],
  ['count the prizes', countPrizes, 2],
  ['give points', givePoints, 2],
]
