import { sql } from 'kysely'
import { type CommandContext, rowsOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { postMoney, postScore } from '../../../../server/modules/user/ledger.ts'
import { PointsOrderStatus } from '../options.generated.ts'
import { carrierOf } from '../order/deliver.ts'
import type { PointsOrderRow } from '../rows.generated.ts'
import { lockGoods, lockPointsOrder, moveGoods, pointsOrderMachine } from './row.ts'

/** Days after which goods on their way count as received. */
const receiveDays = 10

/** E8 deliver: 1 → 2, with the parcel's number as the carrier writes it. */
export async function deliverPointsOrder(
  trx: Writer,
  input: { orderId: number; companyId: number; trackingNo: string },
  env: CommandContext,
): Promise<void> {
  const order = await lockPointsOrder(trx, input.orderId)
  pointsOrderMachine.require(order, 'deliver')
  const company = await carrierOf(trx, input.companyId, input.trackingNo)
  const set = {
    company_id: company.id,
    tracking_no: input.trackingNo,
    ship_time: env.now,
    auto_receive_time: env.now + receiveDays * 86_400,
  }
  const note = `${company.name} ${input.trackingNo}`
  await pointsOrderMachine.move(trx, order, { action: 'deliver', set, note }, env)
}

/** E8 receive: 2 → 3, by the member, by an administrator for them, or by time. */
export async function receivePointsOrder(
  trx: Writer,
  input: { orderId: number; userId?: number },
  env: CommandContext,
): Promise<void> {
  const order = await lockPointsOrder(trx, input.orderId)
  if (input.userId !== undefined && order.user_id !== input.userId) throw new Refused('points.noOrder')
  pointsOrderMachine.require(order, 'receive')
  const action = env.actor.type === 'system' ? 'time_out' : 'receive'
  await pointsOrderMachine.move(trx, order, { action, set: { finish_time: env.now, auto_receive_time: null } }, env)
}

/** E8 cancel: 1 → 4; points, money and units go back. */
export async function cancelPointsOrder(
  trx: Writer,
  input: { orderId: number; reason: string },
  env: CommandContext,
): Promise<void> {
  const order = await lockPointsOrder(trx, input.orderId)
  const { reason } = input
  await pointsOrderMachine.move(trx, order, { action: 'cancel', set: { cancel_reason: reason }, note: reason }, env)
  const goods = await lockGoods(trx, order.goods_id, true)
  const { quantity, order_no: refNo, user_id: userId } = order
  await moveGoods(trx, { goodsId: goods.id, delta: quantity, sales: -quantity, reason: 'cancel', refNo }, env)
  await postScore(trx, { userId, score: order.score, source: 'back', refNo, memo: order.title }, env)
  await postMoney(trx, { userId, fen: order.money, source: 'points', refNo: `C${refNo}`, memo: refNo }, env)
}

/** Orders that count as received by now. */
export function receivedByTime(trx: Writer, now: number, limit: number): Promise<{ id: number }[]> {
  return rowsOf(
    trx,
    sql<
      Pick<PointsOrderRow, 'id'>
    >`select id from points_order where status = ${PointsOrderStatus.toReceive} and auto_receive_time <= ${now}
      order by auto_receive_time nulls first, id limit ${limit} for no key update skip locked`,
  )
}
