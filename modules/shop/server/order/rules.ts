import { type RawBuilder, sql } from 'kysely'
import { rowsOf } from '../../../../server/core/command.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import { ShopRefundAuditStatus, ShopRefundMoneyStatus, ShopRefundStatus } from '../options.generated.ts'
import type { ShopOrderDeliveryRow } from '../rows.generated.ts'
import { type LineRow, openUnits } from './row.ts'

/*
 * What stands in the way of a step whatever the state of the order says. Each is asked in one place: by the page, which tells it before
 * anybody tries, and by the step, which refuses whoever asks for it.
 */

/** A parcel of an order, as the form to mend it shows it. */
export type ParcelRow = Pick<ShopOrderDeliveryRow, 'id' | 'quantity' | 'company_id' | 'tracking_no'>

/** The lines of an order in their order. */
export async function readLines(db: Reader, orderId: unknown): Promise<LineRow[]> {
  return rowsOf(db, sql<LineRow>`select * from shop_order_goods where order_id = ${orderId} order by id`)
}

/** Those lines of which units are still to be shipped. */
export function openLines(lines: readonly LineRow[]): LineRow[] {
  return lines.filter((line) => openUnits(line) > 0)
}

/** Those lines that have money or units left, and no refund under way. */
export function refundableLines(lines: readonly LineRow[]): LineRow[] {
  return lines.filter((line) => line.refund_id === null && (line.pay_share > line.refunded_amount || openUnits(line) > 0))
}

/** The parcels of an order that a carrier took: what was sent without one has nothing to mend. */
export async function carriedParcels(db: Reader, orderId: unknown): Promise<ParcelRow[]> {
  const statement: RawBuilder<ParcelRow> = sql`select id, quantity, company_id, tracking_no from shop_order_delivery
    where order_id = ${orderId} and company_id is not null order by id`
  return rowsOf(db, statement)
}

/** Is there a refund that was agreed to and is not ended, or whose money is still under way? */
export async function hasAgreedReturn(db: Reader, orderId: unknown): Promise<boolean> {
  const { rows } =
    await sql`select 1 from shop_refund where order_id = ${orderId} and audit_status = ${ShopRefundAuditStatus.agree}
    and (status = ${ShopRefundStatus.open} or (status = ${ShopRefundStatus.done}
      and money_status in (${ShopRefundMoneyStatus.sending}, ${ShopRefundMoneyStatus.failed}))) limit 1`.execute(db)
  return rows.length > 0
}
