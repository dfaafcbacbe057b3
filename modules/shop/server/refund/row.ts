import { sql } from 'kysely'
import { rowOf, rowsOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { Key } from '../../../../server/core/db/rowKey.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { changed } from '../command.ts'
import { defineMachine } from '../machine.ts'
import { lockOrder, type OrderRow } from '../order/row.ts'
import type { ShopRefundGoodsRow, ShopRefundLogRow, ShopRefundRow } from '../rows.generated.ts'

/** States of a refund (specification, section 4; the rest is the catalogue's). */
export const auditStatus = { wait: 1, agree: 2, refuse: 3 } as const
export const refundStatus = { open: 1, done: 2, ended: 3 } as const
export const userShip = { none: 0, sent: 1, received: 2 } as const
export const moneyStatus = { none: 0, sending: 1, sent: 2, failed: 3 } as const
export const refundType = { money: 1, goods: 2 } as const

/** What steps read of a refund. Money in fen, times in unix seconds. */
export type RefundRow = Pick<
  ShopRefundRow,
  | 'id'
  | 'refund_no'
  | 'order_id'
  | 'user_id'
  | 'type'
  | 'amount'
  | 'agree_amount'
  | 'include_delivery'
  | 'audit_status'
  | 'status'
  | 'user_ship_status'
  | 'money_status'
  | 'apply_time'
>

/** A line of a refund; `quantity` 0 is a compensation: the goods stay where they are. */
export type RefundLine = Pick<ShopRefundGoodsRow, 'id' | 'order_goods_id' | 'quantity' | 'amount' | 'restock'>

/** States of a refund in the notation of the catalogue: audit / status / parcel. */
export const refundState = {
  asked: '1/1/0',
  refused: '3/3/0',
  toReturn: '2/1/0',
  returning: '2/1/1',
  agreed: '2/2/0',
  returned: '2/2/2',
  rejected: '2/3/2',
  notReturned: '2/3/0',
} as const
export type RefundState = `${RefundRow['audit_status']}/${RefundRow['status']}/${RefundRow['user_ship_status']}`

/** Words of the timeline of a refund. */
export type RefundAction = ShopRefundLogRow['action']

/** Reads a refund and its order, both locked; the order first, as every step does. */
export async function lockRefund(trx: Writer, refundId: number): Promise<{ refund: RefundRow; order: OrderRow }> {
  const found = await rowOf(trx, sql<Pick<ShopRefundRow, 'order_id'>>`select order_id from shop_refund where id = ${refundId}`)
  if (!found) throw new Refused('shop.noRefund')
  const order = await lockOrder(trx, found.order_id)
  const refund = await rowOf(trx, sql<RefundRow>`select * from shop_refund where id = ${refundId} for no key update`)
  if (!refund) throw changed()
  return { refund, order }
}

/** Locks the orders of these refunds, in their order: what steps lock before the refund itself. */
export async function lockOrdersOf(trx: Writer, refundIds: readonly Key[]): Promise<void> {
  await sql`select id from shop_order where id in (select order_id from shop_refund where id = any(${refundIds.map(Number)}::int[]))
    order by id for no key update`.execute(trx)
}

export async function refundLines(trx: Writer, refundId: number): Promise<RefundLine[]> {
  return rowsOf(
    trx,
    sql<RefundLine>`select id, order_goods_id, quantity, amount, restock from shop_refund_goods where refund_id = ${refundId} order by id`,
  )
}

const { asked, refused, toReturn, returning, agreed, returned, rejected, notReturned } = refundState

/** The transitions of a refund, by what its timeline calls them. None is taken when its money moved meanwhile. */
export const refundMachine = defineMachine<
  ShopRefundRow,
  'audit_status' | 'status' | 'user_ship_status' | 'money_status',
  RefundAction,
  RefundState
>({
  table: 'shop_refund',
  log: { table: 'shop_refund_log', key: 'refund_id' },
  state: {
    of: (refund) => `${refund.audit_status}/${refund.status}/${refund.user_ship_status}`,
    columns: (state) => {
      const [audit_status, status, user_ship_status] = state.split('/').map(Number)
      return { audit_status, status, user_ship_status }
    },
  },
  unchanged: ['money_status'],
  transitions: {
    apply: [[null, asked]],
    shop: [[null, agreed]],
    change: [[asked, asked]],
    withdraw: [
      [asked, refused],
      [toReturn, notReturned],
    ],
    agree: [
      [asked, toReturn],
      [asked, agreed],
    ],
    refuse: [[asked, refused]],
    order_closed: [[asked, refused]],
    send: [[toReturn, returning]],
    tracking: [[returning, returning]],
    accept: [[returning, returned]],
    reject: [[returning, rejected]],
    time_out: [[toReturn, notReturned]],
    money_sent: 'stays',
    money_failed: 'stays',
    retry: 'stays',
    remark: 'stays',
  },
  notPossible: () => new Refused('shop.refundNotPossible', {}, { type: 'conflict' }),
})
