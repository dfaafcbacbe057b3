import { memberEnv } from '../../../../server/core/command.ts'
import { actorOf } from '../../../../server/core/context.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { guessing } from '../../../../server/modules/auth/passwords/guessing.ts'
import { defineActions } from '../actions.ts'
import { isKnownCode } from '../coupon/codes.ts'
import { exchangeCode } from '../coupon/grant.ts'

/** What members do with their coupons: redeem a code, and go where coupons are used or offered. */
export const memberCouponActions = defineActions({
  'shop/account/coupon.redeem': {
    // Codes that there are not count as guesses, before anything is locked.
    before: ({ ctx, values }) =>
      guessing(ctx, 'coupon.code', ['coupon.noCode'], async () => {
        if (!(await isKnownCode(ctx.read, values.code))) throw new Refused('coupon.noCode', {}, { field: 'code' })
      }),
    run: async ({ ctx, trx, values }) => {
      await exchangeCode(trx, { code: values.code, userId: actorOf(ctx).id }, memberEnv(ctx))
    },
  },
  'shop/account/coupon.use': { run: async () => ({ path: '/goods' }) },
  'shop/account/coupon.centre': { run: async () => ({ path: '/coupons' }) },
})
