import { sql } from 'kysely'
import { rowOf, rowsOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { defineMachine } from '../machine.ts'
import { ShopOrderPayStatus, ShopOrderStatus } from '../options.generated.ts'
import type { ShopOrderGoodsRow, ShopOrderLogRow, ShopOrderRow } from '../rows.generated.ts'

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
  | 'name_en'
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
  return Object.values(ShopOrderStatus).find((status) => status === order.status_before) ?? ShopOrderStatus.toShip
}

/** The lines of an order in their order; the order's lock covers them. */
export async function linesOf(trx: Writer, orderId: number): Promise<LineRow[]> {
  return rowsOf(trx, sql<LineRow>`select * from shop_order_goods where order_id = ${orderId} order by id`)
}

/** Refuses unless the order is in one of these states. */
export function requireStatus(order: OrderRow, ...allowed: readonly number[]): void {
  if (!allowed.includes(order.status)) throw notPossible(order.status)
}

function notPossible(status: number): Refused {
  return new Refused(`shop.notPossible.${status}`, {}, { type: 'conflict' })
}

const { toPay, toShip, toReceive, toEvaluate, complete, cancelled, applyCancel } = ShopOrderStatus

/** States in which refunded money can arrive. */
const paid = [toShip, toReceive, toEvaluate, complete, cancelled, applyCancel] as const

/** The transitions of an order, by what its timeline calls them (specification, section 4). */
export const orderMachine = defineMachine<ShopOrderRow, 'status', OrderAction, OrderRow['status']>({
  table: 'shop_order',
  log: { table: 'shop_order_log', key: 'order_id' },
  state: { of: (order) => order.status, columns: (status) => ({ status }) },
  transitions: {
    create: [[null, toPay]],
    pay: [[toPay, toShip]],
    confirm_pay: [[toPay, toShip]],
    late_pay: 'stays',
    pay_no_stock: [[toPay, cancelled]],
    pay_match: 'stays',
    adjust: [[toPay, toPay]],
    apply_cancel: [[toShip, applyCancel]],
    withdraw_cancel: [[applyCancel, toShip]],
    cancel: [[toPay, cancelled]],
    cancel_agree: [[applyCancel, cancelled]],
    cancel_refuse: [[applyCancel, toShip]],
    deliver_part: [[toShip, toShip]],
    deliver: [[toShip, toReceive]],
    receive: [[toReceive, toEvaluate]],
    evaluate: [[toEvaluate, complete]],
    finish: [[toEvaluate, complete]],
    close: [toPay, toShip, toReceive, toEvaluate].map((from) => [from, cancelled]),
    time_out: [
      [toPay, cancelled],
      [toReceive, toEvaluate],
    ],
    refund: [[toShip, toReceive], ...paid.map((status) => [status, status] as const)],
    refund_all: paid.map((from) => [from, from === complete ? complete : cancelled]),
    retry: 'stays',
    remark: 'stays',
    address: [
      [toPay, toPay],
      [toShip, toShip],
    ],
    parcel: [[toReceive, toReceive]],
  },
  notPossible,
})

/** Has the order taken its units out of stock by now? */
export function holdsStock(order: Pick<OrderRow, 'stock_mode' | 'pay_status'>): boolean {
  return order.stock_mode === 'create' || order.pay_status !== ShopOrderPayStatus.unpaid
}

/** Units of a line that are neither shipped nor refunded. */
export function openUnits(line: Pick<LineRow, 'quantity' | 'shipped' | 'refunded_quantity'>): number {
  return line.quantity - line.shipped - line.refunded_quantity
}
