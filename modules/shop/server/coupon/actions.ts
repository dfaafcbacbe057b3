import { stepEnv } from '../../../../server/core/command.ts'
import { type ActionValues, defineActions } from '../actions.ts'
import { disableCodes, makeCodes } from './codes.ts'
import { dryRun, sampleCart } from './dryRun.ts'
import { countSend, type SendWish, startSend } from './send.ts'
import { extendReceipt, revokeReceipt } from './steps.ts'

/** What the buttons of the coupon screens do: the steps of E5 as the administrator who pressed them. */
export const couponActions = defineActions({
  'shop/coupon/coupon.send': {
    run: async ({ ctx, trx, row, values }) => {
      const sending = await startSend(trx, wishOf(row.id, values), stepEnv(ctx))
      // What a job sends is looked at where it shows how far it is.
      return sending.sent > 0 ? sending : { ...sending, path: `/admin/shop/coupon/send?id=${sending.id}` }
    },
  },
  'shop/coupon/coupon.sendCount': {
    answer: ({ db, row, values }) => countSend(db, wishOf(row.id, values), row),
  },
  'shop/coupon/coupon.codes': {
    run: ({ ctx, trx, row, values }) => makeCodes(trx, { couponId: row.id, ...values }, stepEnv(ctx)),
  },
  'shop/coupon/coupon.disableCodes': { run: ({ ctx, trx, row }) => disableCodes(trx, row.id, stepEnv(ctx)) },
  'shop/coupon/coupon.try': { prepare: sampleCart, answer: dryRun },
  'shop/coupon/receive.revoke': {
    run: ({ ctx, trx, row, values }) => revokeReceipt(trx, { receiptId: row.id, reason: values.reason.trim() }, stepEnv(ctx)),
  },
  'shop/coupon/receive.extend': {
    prepare: async () => ({ valid_end: null }),
    run: ({ ctx, trx, row, values }) => extendReceipt(trx, { receiptId: row.id, validEnd: values.valid_end }, stepEnv(ctx)),
  },
})

/** What the form of "send" asks for. */
function wishOf(couponId: number, values: ActionValues<'shop/coupon/coupon.send'>): SendWish {
  const { target, user_ids, level_ids, quantity } = values
  return { couponId, target, userIds: user_ids, levelIds: level_ids, quantity }
}
