import { sql } from 'kysely'
import { Refused } from '../../../app/refuse.ts'
import type { Writer } from '../../../db/connect.ts'
import { lockOrder, type OrderRow } from '../order/row.ts'
import { actorColumns, assignments, changed, rowOf, rowsOf, type StepEnv } from '../step.ts'

/** States of a refund (specification, section 4; the rest is the catalogue's). */
export const auditStatus = { wait: 1, agree: 2, refuse: 3 } as const
export const refundStatus = { open: 1, done: 2, ended: 3 } as const
export const userShip = { none: 0, sent: 1, received: 2 } as const
export const moneyStatus = { none: 0, sending: 1, sent: 2, failed: 3 } as const
export const refundType = { money: 1, goods: 2 } as const

export interface RefundRow {
  id: number
  refund_no: string
  order_id: number
  user_id: number
  type: number
  amount: number
  agree_amount: number
  include_delivery: number
  audit_status: number
  status: number
  user_ship_status: number
  money_status: number
  apply_time: number
}

/** A line of a refund; `quantity` 0 is a compensation: the goods stay where they are. */
export interface RefundLine {
  id: number
  order_goods_id: number
  quantity: number
  amount: number
  restock: number
}

/** audit / status / parcel, the notation of the catalogue. */
export type RefundState = readonly [audit: number, status: number, parcel: number]

export type RefundAction =
  | 'apply'
  | 'withdraw'
  | 'agree'
  | 'refuse'
  | 'order_closed'
  | 'send'
  | 'accept'
  | 'reject'
  | 'time_out'
  | 'money_sent'
  | 'money_failed'
  | 'retry'

/** Reads a refund and its order, both locked; the order first, as every step does. */
export async function lockRefund(trx: Writer, refundId: number): Promise<{ refund: RefundRow; order: OrderRow }> {
  const found = await rowOf(trx, sql<{ order_id: number }>`select order_id from shop_refund where id = ${refundId}`)
  if (!found) throw new Refused('shop.noRefund')
  const order = await lockOrder(trx, found.order_id)
  const refund = await rowOf(trx, sql<RefundRow>`select * from shop_refund where id = ${refundId} for no key update`)
  if (!refund) throw changed()
  return { refund, order }
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
  set: Readonly<Record<string, unknown>>,
  log: { action: RefundAction; note?: string; data?: unknown },
  env: StepEnv,
): Promise<void> {
  const from = stateOf(refund)
  const actor = actorColumns(env.actor)
  const columns = { ...set, audit_status: to[0], status: to[1], user_ship_status: to[2], update_time: env.now }
  const done = await rowOf(
    trx,
    sql<{
      id: number
    }>`with moved as (update shop_refund set ${assignments(columns)} where id = ${refund.id} and audit_status = ${from[0]}
        and status = ${from[1]} and user_ship_status = ${from[2]} and money_status = ${refund.money_status} returning id)
      insert into shop_refund_log (refund_id, actor, actor_id, actor_name, action, "from", "to", note, data, create_time, update_time)
      select id, ${actor.type}, ${actor.id}::int, ${actor.name}, ${log.action}, ${from.join('/')}, ${to.join('/')}, ${log.note ?? ''},
        ${log.data === undefined ? null : JSON.stringify(log.data)}::jsonb, ${env.now}::bigint, ${env.now}::bigint from moved returning id`,
  )
  if (!done) throw changed()
}
