import { sql } from 'kysely'
import { actorColumns, assignments, type CommandContext, rowOf, rowsOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { changed } from '../command.ts'
import type { ShopOrderGoodsRow, ShopOrderLogRow, ShopOrderRow } from '../rows.generated.ts'

/** States of an order (specification, section 4). */
export const orderStatus = {
  toPay: 1,
  toShip: 2,
  toReceive: 3,
  toEvaluate: 4,
  complete: 5,
  cancelled: 6,
  applyCancel: 7,
} as const
export const payStatus = { unpaid: 0, paid: 1, partlyRefunded: 2, refunded: 3 } as const
export const shipStatus = { none: 0, partly: 1, shipped: 2 } as const

/** What steps read of an order. Money in fen, times in unix seconds. */
export type OrderRow = Pick<
  ShopOrderRow,
  | 'id'
  | 'order_no'
  | 'user_id'
  | 'status'
  | 'status_before'
  | 'pay_status'
  | 'ship_status'
  | 'goods_amount'
  | 'delivery_amount'
  | 'level_amount'
  | 'coupon_amount'
  | 'score_amount'
  | 'adjust_amount'
  | 'pay_amount'
  | 'refund_amount'
  | 'score'
  | 'give_score'
  | 'pay_type'
  | 'trade_no'
  | 'stock_mode'
  | 'pay_time'
  | 'receive_time'
  | 'auto_close_time'
  | 'auto_receive_time'
  | 'auto_finish_time'
  | 'refund_until'
>

/**
 * What steps read of an order line: `returned` are units that came back after they were shipped, `refunded_quantity` units refunded before
 * that. Open units are `quantity - shipped - refunded_quantity`.
 */
export type LineRow = Pick<
  ShopOrderGoodsRow,
  | 'id'
  | 'order_id'
  | 'goods_id'
  | 'sku_id'
  | 'name'
  | 'spec_text'
  | 'quantity'
  | 'shipped'
  | 'returned'
  | 'refunded_quantity'
  | 'amount'
  | 'pay_share'
  | 'refunded_amount'
  | 'refund_id'
  | 'evaluated'
>

/** Words of the timeline: `related.logs.action.options.<action>`. */
export type OrderAction = ShopOrderLogRow['action']

/** Reads an order and keeps it locked until the transaction ends; every step starts here, so steps on one order go one after another. */
export async function lockOrder(trx: Writer, orderId: number): Promise<OrderRow> {
  const order = await rowOf(trx, sql<OrderRow>`select * from shop_order where id = ${orderId} for no key update`)
  if (!order) throw new Refused('shop.noOrder')
  return order
}

/** The state an order asking to be cancelled goes back to. */
export function statusBefore(order: OrderRow): OrderRow['status'] {
  return Object.values(orderStatus).find((status) => status === order.status_before) ?? orderStatus.toShip
}

/** The lines of an order in their order; the order's lock covers them. */
export async function linesOf(trx: Writer, orderId: number): Promise<LineRow[]> {
  return rowsOf(trx, sql<LineRow>`select * from shop_order_goods where order_id = ${orderId} order by id`)
}

/** Refuses unless the order is in one of these states. */
export function requireStatus(order: OrderRow, ...allowed: readonly number[]): void {
  if (!allowed.includes(order.status)) throw new Refused(`shop.notPossible.${order.status}`, {}, { type: 'conflict' })
}

/** One entry of the timeline. */
export interface OrderLog {
  action: OrderAction
  note?: string
  data?: unknown
}

/**
 * Moves an order from the state it was read in to `to`, sets further columns, and writes the row of the timeline, in one statement.
 * Throws a conflict when the order is in another state by now.
 */
export async function moveOrder(
  trx: Writer,
  order: OrderRow,
  to: OrderRow['status'],
  set: Readonly<Partial<ShopOrderRow>>,
  log: OrderLog,
  env: CommandContext,
): Promise<void> {
  const actor = actorColumns(env.actor)
  const data = log.data === undefined ? null : JSON.stringify(log.data)
  const done = await rowOf(
    trx,
    sql<
      Pick<ShopOrderRow, 'id'>
    >`with moved as (update shop_order set ${assignments({ ...set, status: to, update_time: env.now })}
        where id = ${order.id} and status = ${order.status} returning id)
      insert into shop_order_log (order_id, actor, actor_id, actor_name, action, "from", "to", note, data, create_time, update_time)
      select id, ${actor.type}, ${actor.id}::int, ${actor.name}, ${log.action}, ${order.status}::smallint, ${to}::smallint, ${log.note ?? ''},
        ${data}::jsonb, ${env.now}::bigint, ${env.now}::bigint from moved returning id`,
  )
  if (!done) throw changed()
}

/** Has the order taken its units out of stock by now? */
export function holdsStock(order: Pick<OrderRow, 'stock_mode' | 'pay_status'>): boolean {
  return order.stock_mode === 'create' || order.pay_status !== payStatus.unpaid
}

/** Units of a line that are neither shipped nor refunded. */
export function openUnits(line: Pick<LineRow, 'quantity' | 'shipped' | 'refunded_quantity'>): number {
  return line.quantity - line.shipped - line.refunded_quantity
}
