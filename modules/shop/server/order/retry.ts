import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { retryFailedBacks } from '../money/payout.ts'
import { lockOrder, orderMachine } from './row.ts'

/** Money of a cancelled, closed or late paid order that failed on its way back is sent again; the state stays. Money of refunds has a step of its own. */
export async function retryOrderMoney(trx: Writer, input: { orderId: number }, env: CommandContext): Promise<void> {
  const order = await lockOrder(trx, input.orderId)
  const numbers = await retryFailedBacks(trx, { column: 'order_id', id: order.id }, env)
  await orderMachine.move(trx, order, { action: 'retry', note: numbers.join(', ') }, env)
}
