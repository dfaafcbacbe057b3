import { sql } from 'kysely'
import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { settingsOf } from '../command.ts'
import { lockOrder, orderMachine } from './row.ts'

/**
 * E1 receive: 3 → 4, by the member, by an administrator for the member, or by time. Its parcels count as received too.
 * When it completes by itself, and until when money can be asked back, is kept in it: later settings are for later orders.
 */
export async function receiveOrder(trx: Writer, input: { orderId: number }, env: CommandContext): Promise<void> {
  const order = await lockOrder(trx, input.orderId)
  orderMachine.require(order, 'receive')
  await sql`update shop_order_delivery set receive_time = ${env.now}, update_time = ${env.now} where order_id = ${order.id} and receive_time is null`.execute(
    trx,
  )
  const action = env.actor.type === 'system' ? 'time_out' : 'receive'
  const { autoEvaluateDays, refundDays } = await settingsOf(trx, env)
  const set = {
    receive_time: env.now,
    auto_receive_time: null,
    auto_finish_time: env.now + autoEvaluateDays * 86_400,
    refund_until: env.now + refundDays * 86_400,
  }
  await orderMachine.move(trx, order, { action, set }, env)
}
