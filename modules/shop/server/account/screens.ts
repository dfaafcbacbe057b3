import type { ScreenHooks } from '../../../../server/crud/domain.ts'
import { computesOf } from '../computes.ts'
import { orderImages, orderItems } from '../screens/order.ts'
import { refundComputes, refundItems } from '../screens/refund.ts'

/** Entries of an order's log that are about the work of the shop. */
const internal: readonly unknown[] = ['remark', 'retry', 'pay_match']

export const memberOrderHooks: ScreenHooks = {
  narrowList: true,
  computes: computesOf('shop/account/order', {
    goodsImages: orderImages,
    items: ({ ctx, db, rows }) => orderItems(db, rows, ctx.lang),
  }),
  showsRelated: { logs: (log) => !internal.includes(log.action) },
}

export const memberRefundHooks: ScreenHooks = {
  narrowList: true,
  computes: computesOf('shop/account/refund', {
    ...refundComputes,
    items: ({ ctx, db, rows }) => refundItems(db, rows, ctx.lang),
  }),
  showsRelated: { logs: (log) => !internal.includes(log.action) },
}
