import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { notifyOfOrder } from '../notices/members.ts'
import { returnToStock } from './returnToStock.ts'
import { lockOrder, moveOrder, orderStatus, requireStatus, statusBefore } from './row.ts'

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
  requireStatus(order, orderStatus.applyCancel)
  if (input.result === 'agree') {
    const set = await returnToStock(trx, order, 'cancel', env)
    await moveOrder(
      trx,
      order,
      orderStatus.cancelled,
      { ...set, cancel_time: env.now },
      { action: 'cancel_agree', note: input.reason },
      env,
    )
    await notifyOfOrder(trx, order, { event: 'cancel_agreed', data: { amount: order.pay_amount, reason: input.reason } }, env)
    return { status: orderStatus.cancelled }
  }
  if (input.reason.trim() === '') throw new Refused('shop.reasonNeeded', {}, { field: 'reason' })
  const before = statusBefore(order)
  await moveOrder(trx, order, before, { status_before: null }, { action: 'cancel_refuse', note: input.reason }, env)
  await notifyOfOrder(trx, order, { event: 'cancel_refused', data: { reason: input.reason } }, env)
  return { status: before }
}

/** E1 cancel: the member gives up an unpaid order, 1 → 6; units and points go back. */
export async function cancelUnpaid(trx: Writer, input: { orderId: number; reason: string }, env: CommandContext): Promise<void> {
  const order = await lockOrder(trx, input.orderId)
  requireStatus(order, orderStatus.toPay)
  const set = await returnToStock(trx, order, 'cancel', env)
  const columns = { ...set, cancel_time: env.now, cancel_reason: input.reason, auto_close_time: null }
  const action = env.actor.type === 'system' ? ('time_out' as const) : ('cancel' as const)
  await moveOrder(trx, order, orderStatus.cancelled, columns, { action, note: input.reason }, env)
}
