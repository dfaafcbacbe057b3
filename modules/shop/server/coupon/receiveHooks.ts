import { stepEnv } from '../../../../server/core/command.ts'
import type { ScreenHooks } from '../../../../server/crud/domain.ts'
import { ShopCouponReceiveStatus } from '../options.generated.ts'
import { notifyOfCoupons, plannedReceipt } from './grant.ts'
import { couponGrantMachine } from './row.ts'

/** A receipt that is added, by the form or a line of a file, is a coupon sent to one member. */
export const receiveHooks: ScreenHooks = {
  beforeSave: async ({ ctx, trx, values }) => {
    const wish = { couponId: Number(values.coupon_id), userId: Number(values.user_id) }
    Object.assign(values, await plannedReceipt(trx, wish, stepEnv(ctx)))
  },
  afterSave: async ({ ctx, trx, key, values }) => {
    const env = stepEnv(ctx)
    await couponGrantMachine.start(trx, Number(key), { action: 'send', to: ShopCouponReceiveStatus.unused }, env)
    const notified = { users: [Number(values.user_id)], ids: [Number(key)] }
    await notifyOfCoupons(trx, { id: Number(values.coupon_id) }, notified, env)
  },
}
