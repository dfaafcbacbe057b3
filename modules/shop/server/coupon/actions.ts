import { stepEnv } from '../../../../server/core/command.ts'
import type { ActionInput, Row, RowAction } from '../../../../server/crud/domain.ts'
import { disableCodes, makeCodes } from './codes.ts'
import { dryRun, sampleCart } from './dryRun.ts'
import { countSend, type SendWish, startSend } from './send.ts'
import { extendReceipt, revokeReceipt } from './steps.ts'

const id = (input: ActionInput) => Number(input.row.id)

/** What the buttons of the coupon screens do: the steps of E5 as the administrator who pressed them. */
export const couponActions: Readonly<Record<string, RowAction>> = {
  'shop/coupon/coupon.send': {
    run: async ({ ctx, trx, row, values }) => {
      const sending = await startSend(trx, wishOf(row, values), stepEnv(ctx))
      // What a job sends is looked at where it shows how far it is.
      return sending.sent > 0 ? sending : { ...sending, path: `/admin/shop/coupon/send?id=${sending.id}` }
    },
  },
  'shop/coupon/coupon.sendCount': {
    answer: ({ db, rows: [coupon = {}], values }) => {
      const { per_limit, remaining } = coupon
      return countSend(db, wishOf(coupon, values), { per_limit: Number(per_limit), remaining: Number(remaining) })
    },
  },
  'shop/coupon/coupon.codes': {
    run: (input) => {
      const { prefix, quantity } = input.values
      const codes = { couponId: id(input), prefix: String(prefix ?? ''), quantity: Number(quantity) }
      return makeCodes(input.trx, codes, stepEnv(input.ctx))
    },
  },
  'shop/coupon/coupon.disableCodes': { run: (input) => disableCodes(input.trx, id(input), stepEnv(input.ctx)) },
  'shop/coupon/coupon.try': { prepare: sampleCart, answer: dryRun },
  'shop/coupon/receive.revoke': {
    run: (input) =>
      revokeReceipt(input.trx, { receiptId: id(input), reason: String(input.values.reason).trim() }, stepEnv(input.ctx)),
  },
  'shop/coupon/receive.extend': {
    prepare: async () => ({ valid_end: null }),
    run: (input) =>
      extendReceipt(input.trx, { receiptId: id(input), validEnd: Number(input.values.valid_end) }, stepEnv(input.ctx)),
  },
}

/** What the form of "send" asks for. */
function wishOf(coupon: Row, { target, user_ids, level_ids, quantity }: Row): SendWish {
  return {
    couponId: Number(coupon.id),
    target: target === 'all' || target === 'level' ? target : 'users',
    userIds: (user_ids ?? []) as number[],
    levelIds: (level_ids ?? []) as number[],
    quantity: Number(quantity),
  }
}
