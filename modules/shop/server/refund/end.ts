import { sql } from 'kysely'
import { type CommandContext, rowsOf, systemContext } from '../../../../server/core/command.ts'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import type { Counted } from '../command.ts'
import { ShopOrderStatus, ShopRefundAuditStatus, ShopRefundMoneyStatus, ShopRefundStatus } from '../options.generated.ts'
import type { OrderRow } from '../order/row.ts'
import { type RefundRow, refundMachine } from './row.ts'

/** The lines of a refund that is over are free for another. */
export async function freeLines(trx: Writer, refundId: number, env: CommandContext): Promise<void> {
  await sql`update shop_order_goods set refund_id = null, update_time = ${env.now} where refund_id = ${refundId}`.execute(trx)
}

/**
 * A refund is over: its lines are free, and the time until automatic receipt, which stood still meanwhile, goes on. Time before the order was
 * shipped does not count, and time that a refund of it still under way covers counts when that one is over: each second once.
 */
export async function releaseOrder(trx: Writer, refund: RefundRow, env: CommandContext): Promise<void> {
  await freeLines(trx, refund.id, env)
  const from = sql`greatest(${refund.apply_time ?? env.now}::bigint, o.ship_time)`
  const others = sql`(select min(greatest(r.apply_time, o.ship_time)) from shop_refund r where r.order_id = o.id and r.id <> ${refund.id}
    and (r.status = ${ShopRefundStatus.open} or (r.status = ${ShopRefundStatus.done} and r.money_status in (${ShopRefundMoneyStatus.sending}, ${ShopRefundMoneyStatus.failed}))))`
  await sql`update shop_order o set update_time = ${env.now},
      auto_receive_time = auto_receive_time + greatest(0, least(${env.now}::bigint, ${others}) - ${from})
    where o.id = ${refund.order_id} and o.status = ${ShopOrderStatus.toReceive}`.execute(trx)
}

/** E2 order closed or cancelled: requests nobody has judged yet end with it, 1/1/0 → 3/3/0. */
export async function endOpenRefunds(trx: Writer, order: Pick<OrderRow, 'id'>, env: CommandContext): Promise<void> {
  const open = await rowsOf(
    trx,
    sql<RefundRow>`select * from shop_refund where order_id = ${order.id} and audit_status = ${ShopRefundAuditStatus.wait} and status = ${ShopRefundStatus.open}
      order by id for no key update`,
  )
  for (const refund of open) {
    await refundMachine.move(trx, refund, { action: 'order_closed', set: { end_reason: 'order_closed' } }, systemContext(env))
    await freeLines(trx, refund.id, env)
  }
}

/** How many requests of an order nobody has judged yet: those that `endOpenRefunds` would end. */
export async function waitingRefunds(db: Reader, orderId: number): Promise<number> {
  const { rows } = await sql<Counted>`select count(*)::int as n from shop_refund
    where order_id = ${orderId} and audit_status = ${ShopRefundAuditStatus.wait} and status = ${ShopRefundStatus.open}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}
