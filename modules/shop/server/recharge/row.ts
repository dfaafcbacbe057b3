import { sql } from 'kysely'
import { rowOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { defineMachine } from '../machine.ts'
import { ShopRechargeOrderStatus } from '../options.generated.ts'
import type { ShopRechargeLogRow, ShopRechargeOrderRow } from '../rows.generated.ts'

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

const { toPay, paid, cancelled, refunded } = ShopRechargeOrderStatus

/** The transitions of a recharge order, by what its log calls them. */
export const rechargeMachine = defineMachine<RechargeRow, 'status', ShopRechargeLogRow['action'], RechargeRow['status']>({
  table: 'shop_recharge_order',
  log: { table: 'shop_recharge_log', key: 'order_id' },
  state: { of: (order) => order.status, columns: (status) => ({ status }) },
  transitions: {
    create: [[null, toPay]],
    pay: [[toPay, paid]],
    confirm_pay: [[toPay, paid]],
    cancel: [[toPay, cancelled]],
    time_out: [[toPay, cancelled]],
    late_pay: [[cancelled, paid]],
    pay_twice: 'stays',
    pay_match: 'stays',
    refund: [[paid, refunded]],
    retry: 'stays',
  },
  notPossible: (status) => new Refused(`recharge.notPossible.${status}`, {}, { type: 'conflict' }),
})
