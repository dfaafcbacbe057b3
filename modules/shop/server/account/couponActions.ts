import { defineActions } from '../actions.ts'

/** Where the buttons of a member's coupons lead. */
export const memberCouponActions = defineActions({
  'shop/account/coupon.use': { run: async () => ({ path: '/goods' }) },
  'shop/account/coupon.centre': { run: async () => ({ path: '/coupons' }) },
})
