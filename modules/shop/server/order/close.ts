import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { notifyOfOrder } from '../notices/members.ts'
import { returnToStock } from './returnToStock.ts'
import { lockOrder, orderMachine } from './row.ts'
import { hasAgreedReturn } from './rules.ts'

export type CloseReason = 'out_of_stock' | 'member_request' | 'duplicate' | 'risk' | 'other'

/**
 * E1 close: the shop ends an order that is not complete, cancelled or asked to be cancelled, and of which nothing was refunded, → 6. A paid
 * one gets all its money back, with the units that were not shipped. Refused while an agreed return is under way. The member is told the
 * note, or where there is none `reasonText`, what the reason is called.
 */
export async function closeOrder(
  trx: Writer,
  input: { orderId: number; reason: CloseReason; note: string; reasonText?: string },
  env: CommandContext,
): Promise<void> {
  const order = await lockOrder(trx, input.orderId)
  orderMachine.require(order, 'close')
  if (order.refund_amount > 0) throw new Refused('shop.alreadyRefunded')
  if (await hasAgreedReturn(trx, order.id)) throw new Refused('shop.agreedReturn')
  const set = await returnToStock(trx, order, 'close', env)
  const columns = {
    ...set,
    close_reason: input.reason,
    close_note: input.note,
    cancel_time: env.now,
    auto_close_time: null,
    auto_receive_time: null,
    auto_finish_time: null,
  }
  const data = { reason: input.reason }
  await orderMachine.move(trx, order, { action: 'close', set: columns, note: input.note, data }, env)
  await notifyOfOrder(trx, order, { event: 'order_closed', data: { reason: input.note || (input.reasonText ?? '') } }, env)
}
