import { sql } from 'kysely'
import type { Writer } from '../../../db/connect.ts'
import type { StepEnv } from '../step.ts'
import { lockOrder, moveOrder, type OrderAction, orderStatus, requireStatus } from './row.ts'

/** E1 receive: 3 → 4, by the member, by an administrator for the member, or by time. Its parcels count as received too. */
export async function receiveOrder(trx: Writer, input: { orderId: number }, env: StepEnv): Promise<void> {
  const order = await lockOrder(trx, input.orderId)
  requireStatus(order, orderStatus.toReceive)
  await sql`update shop_order_delivery set receive_time = ${env.now}, update_time = ${env.now} where order_id = ${order.id} and receive_time is null`.execute(
    trx,
  )
  const action: OrderAction = env.actor.type === 'system' ? 'time_out' : 'receive'
  await moveOrder(trx, order, orderStatus.toEvaluate, { receive_time: env.now, auto_receive_time: null }, { action }, env)
}
