import { sql } from 'kysely'
import { type CommandContext, rowOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { settingsOf } from '../command.ts'
import { notify } from '../notices/notify.ts'
import { ShopOrderShipStatus, ShopRefundAuditStatus, ShopRefundStatus } from '../options.generated.ts'
import type { ShopRefundRow } from '../rows.generated.ts'
import { lockOrder, orderMachine, statusBefore } from './row.ts'

/** E1 apply cancel: a member asks to cancel a paid order of which nothing has been shipped, 2 → 7. Tells the order desk. */
export async function applyCancel(trx: Writer, input: { orderId: number; reason: string }, env: CommandContext): Promise<void> {
  const order = await lockOrder(trx, input.orderId)
  orderMachine.require(order, 'apply_cancel')
  const { allowApplyCancel, applyCancelMinutes } = await settingsOf(trx, env)
  const isLate = applyCancelMinutes > 0 && env.now > Number(order.pay_time) + applyCancelMinutes * 60
  if (!allowApplyCancel || isLate || order.ship_status !== ShopOrderShipStatus.none)
    throw new Refused('shop.cancelNotAllowed', {}, { type: 'conflict' })
  const agreed = await rowOf(
    trx,
    sql<
      Pick<ShopRefundRow, 'id'>
    >`select id from shop_refund where order_id = ${order.id} and audit_status = ${ShopRefundAuditStatus.agree}
      and status in (${ShopRefundStatus.open}, ${ShopRefundStatus.done}) limit 1`,
  )
  if (agreed) throw new Refused('shop.cancelNotAllowed', {}, { type: 'conflict' })
  const set = { status_before: order.status, cancel_reason: input.reason }
  await orderMachine.move(trx, order, { action: 'apply_cancel', set, note: input.reason }, env)
  await notify(
    trx,
    {
      type: 'order_cancel',
      data: { order_no: order.order_no, amount: formatFen(order.pay_amount) },
      userId: order.user_id,
      key: order.order_no,
    },
    env,
  )
}

/** E1 withdraw: the member takes the request back, 7 → the state before. */
export async function withdrawCancel(trx: Writer, input: { orderId: number }, env: CommandContext): Promise<void> {
  const order = await lockOrder(trx, input.orderId)
  orderMachine.require(order, 'withdraw_cancel')
  const set = { status_before: null, cancel_reason: '' }
  await orderMachine.move(trx, order, { action: 'withdraw_cancel', to: statusBefore(order), set }, env)
}
