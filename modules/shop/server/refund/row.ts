import { sql } from 'kysely'
import { actorColumns, assignments, type CommandContext, rowOf, rowsOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { Key } from '../../../../server/core/db/rows.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { changed } from '../command.ts'
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

/** audit / status / parcel, the notation of the catalogue. */
export type RefundState = readonly [
  audit: RefundRow['audit_status'],
  status: RefundRow['status'],
  parcel: RefundRow['user_ship_status'],
]

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

export function stateOf(refund: RefundRow): RefundState {
  return [refund.audit_status, refund.status, refund.user_ship_status]
}

/** Refuses unless the refund is in this state. */
export function requireState(refund: RefundRow, ...allowed: readonly RefundState[]): void {
  const now = stateOf(refund).join('/')
  if (!allowed.some((state) => state.join('/') === now)) throw new Refused('shop.refundNotPossible', {}, { type: 'conflict' })
}

/** Moves a refund from the state it was read in, sets further columns and writes its log row, in one statement. Throws a conflict when it moved meanwhile. */
export async function moveRefund(
  trx: Writer,
  refund: RefundRow,
  to: RefundState,
  set: Readonly<Partial<ShopRefundRow>>,
  log: { action: RefundAction; note?: string; data?: unknown },
  env: CommandContext,
): Promise<void> {
  const from = stateOf(refund)
  const actor = actorColumns(env.actor)
  const columns = { ...set, audit_status: to[0], status: to[1], user_ship_status: to[2], update_time: env.now }
  const done = await rowOf(
    trx,
    sql<
      Pick<ShopRefundRow, 'id'>
    >`with moved as (update shop_refund set ${assignments(columns)} where id = ${refund.id} and audit_status = ${from[0]}
        and status = ${from[1]} and user_ship_status = ${from[2]} and money_status = ${refund.money_status} returning id)
      insert into shop_refund_log (refund_id, actor, actor_id, actor_name, action, "from", "to", note, data, create_time, update_time)
      select id, ${actor.type}, ${actor.id}::int, ${actor.name}, ${log.action}, ${from.join('/')}, ${to.join('/')}, ${log.note ?? ''},
        ${log.data === undefined ? null : JSON.stringify(log.data)}::jsonb, ${env.now}::bigint, ${env.now}::bigint from moved returning id`,
  )
  if (!done) throw changed()
}
