import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { notifyOfOrder } from '../notices/members.ts'
import { ShopOrderStatus } from '../options.generated.ts'
import { returnToStock } from './returnToStock.ts'
import { lockOrder, orderMachine, statusBefore } from './row.ts'

/**
 * E1 handle cancel. Agree: 7 → 6, money, units and points go back, refund requests end. Refuse (a reason is needed): back to the state
 * before the request.
 */
export async function handleCancel(
  trx: Writer,
  input: { orderId: number; result: 'agree' | 'refuse'; reason: string },
  env: CommandContext,
): Promise<{ status: number }> {
  const order = await lockOrder(trx, input.orderId)
  orderMachine.require(order, input.result === 'agree' ? 'cancel_agree' : 'cancel_refuse')
  if (input.result === 'agree') {
    const set = { ...(await returnToStock(trx, order, 'cancel', env)), cancel_time: env.now }
    await orderMachine.move(trx, order, { action: 'cancel_agree', set, note: input.reason }, env)
    await notifyOfOrder(trx, order, { event: 'cancel_agreed', data: { amount: order.pay_amount, reason: input.reason } }, env)
    return { status: ShopOrderStatus.cancelled }
  }
  if (input.reason.trim() === '') throw new Refused('shop.reasonNeeded', {}, { field: 'reason' })
  const before = statusBefore(order)
  const set = { status_before: null }
  await orderMachine.move(trx, order, { action: 'cancel_refuse', to: before, set, note: input.reason }, env)
  await notifyOfOrder(trx, order, { event: 'cancel_refused', data: { reason: input.reason } }, env)
  return { status: before }
}

/** E1 cancel: the member cancels an unpaid order, 1 → 6; units and points are returned. */
export async function cancelUnpaid(trx: Writer, input: { orderId: number; reason: string }, env: CommandContext): Promise<void> {
  const order = await lockOrder(trx, input.orderId)
  orderMachine.require(order, 'cancel')
  const set = await returnToStock(trx, order, 'cancel', env)
  const columns = { ...set, cancel_time: env.now, cancel_reason: input.reason, auto_close_time: null }
  const action = env.actor.type === 'system' ? 'time_out' : 'cancel'
  await orderMachine.move(trx, order, { action, set: columns, note: input.reason }, env)
}
