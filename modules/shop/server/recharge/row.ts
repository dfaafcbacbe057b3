import { sql } from 'kysely'
import { actorColumns, assignments, type CommandContext, rowOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { changed } from '../command.ts'
import type { ShopRechargeLogRow, ShopRechargeOrderRow } from '../rows.generated.ts'

/** States of a recharge order (screen catalogue, E6). */
export const rechargeStatus = { toPay: 1, paid: 2, cancelled: 3, refunded: 4 } as const

export type RechargeRow = ShopRechargeOrderRow

/** A coupon that comes with a recharge, as its order keeps it; the receipt is there once it was given. */
export interface GiftCoupon {
  coupon_id: number
  title: string
  receive_id?: number
}

/** The coupons that an order gives. */
export function giftsOf(order: Pick<RechargeRow, 'gift_coupons'>): GiftCoupon[] {
  return Array.isArray(order.gift_coupons) ? (order.gift_coupons as GiftCoupon[]) : []
}

/** Reads a recharge order and keeps it locked until the transaction ends; every step starts here, so steps on one go one after another. */
export async function lockRecharge(trx: Writer, orderNo: string): Promise<RechargeRow> {
  const order = await rowOf(
    trx,
    sql<RechargeRow>`select * from shop_recharge_order where order_no = ${orderNo} for no key update`,
  )
  if (!order) throw new Refused('recharge.noOrder')
  return order
}

/** Refuses unless the order is in one of these states. */
export function requireRecharge(order: Pick<RechargeRow, 'status'>, ...allowed: readonly number[]): void {
  if (!allowed.includes(order.status)) throw new Refused(`recharge.notPossible.${order.status}`, {}, { type: 'conflict' })
}

/**
 * Moves a recharge order from the state it was read in to `to`, sets further columns, and writes the row of its log, in one statement.
 * Throws a conflict when it is in another state by now.
 */
export async function moveRecharge(
  trx: Writer,
  order: Pick<RechargeRow, 'id' | 'status'>,
  to: RechargeRow['status'],
  set: Readonly<Record<string, unknown>>,
  log: { action: ShopRechargeLogRow['action']; note?: string },
  env: CommandContext,
): Promise<void> {
  const actor = actorColumns(env.actor)
  const done = await rowOf(
    trx,
    sql<{
      id: number
    }>`with moved as (update shop_recharge_order set ${assignments({ ...set, status: to, update_time: env.now })}
        where id = ${order.id} and status = ${order.status} returning id)
      insert into shop_recharge_log (order_id, actor, actor_id, actor_name, action, "from", "to", note, create_time, update_time)
      select id, ${actor.type}, ${actor.id}::int, ${actor.name}, ${log.action}, ${order.status}::smallint, ${to}::smallint,
        ${log.note ?? ''}, ${env.now}::bigint, ${env.now}::bigint from moved returning id`,
  )
  if (!done) throw changed()
}
