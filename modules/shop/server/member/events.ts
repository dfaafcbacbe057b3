import { sql } from 'kysely'
import { rowOf } from '../../../../server/core/command.ts'
import type { ModuleEvents } from '../../../../server/core/events.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { grantSignUpCoupons } from '../coupon/grant.ts'
import { ShopOrderStatus, ShopRefundMoneyStatus, ShopRefundStatus } from '../options.generated.ts'
import { earn } from '../points/earn.ts'
import type { ShopOrderRow, ShopRefundRow } from '../rows.generated.ts'
import { anonymizeMember, makeShopUser } from './row.ts'

const { toPay, toShip, toReceive, applyCancel } = ShopOrderStatus
const { sending, failed } = ShopRefundMoneyStatus

/** What the shop does when something happens to a member's account. */
export const memberEvents: Partial<ModuleEvents> = {
  memberCreated: (trx, { id }, { now }) => makeShopUser(trx, id, now),
  /** Signing up never fails by what it earns. */
  async memberRegistered(trx, { id }, env) {
    await earn(trx, { userId: id, event: 'register', ref: String(id) }, env)
    await grantSignUpCoupons(trx, id, env)
  },
  async profileCompleted(trx, { id }, env) {
    await earn(trx, { userId: id, event: 'profile', ref: String(id) }, env)
  },
  async memberDeleting(trx, { id, username }) {
    const open = await rowOf(
      trx,
      sql<
        Pick<ShopOrderRow, 'order_no'>
      >`select order_no from shop_order where user_id = ${id} and status in (${sql.join([toPay, toShip, toReceive, applyCancel])}) limit 1`,
    )
    if (open) throw new Refused('shop.memberOrders', { name: username, order: open.order_no })
    const refund = await rowOf(
      trx,
      sql<Pick<ShopRefundRow, 'refund_no'>>`select refund_no from shop_refund where user_id = ${id}
        and (status = ${ShopRefundStatus.open} or money_status in (${sql.join([sending, failed])})) limit 1`,
    )
    if (refund) throw new Refused('shop.memberRefunds', { name: username, refund: refund.refund_no })
  },
  memberForgotten: (trx, { id }, { now }) => anonymizeMember(trx, id, now),
}
