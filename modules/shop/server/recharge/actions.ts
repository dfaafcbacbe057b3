import { stepEnv } from '../../../../server/core/command.ts'
import type { FieldMessage, SaveInput, ScreenHooks } from '../../../../server/crud/domain.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { defineActions } from '../actions.ts'
import { computesOf } from '../computes.ts'
import { readShopSettings } from '../settings/settings.ts'
import { cancelRecharge, refundRecharge, retryRechargeMoney } from './end.ts'
import { payRecharge } from './pay.ts'
import { giftsOf, type RechargeRow } from './row.ts'

/** What the buttons of the recharge screens do: the steps of E6 as the administrator who pressed them. */
export const rechargeActions = defineActions({
  'shop/recharge/order.pay': {
    run: ({ ctx, trx, row, values }) => {
      const payment = {
        orderNo: row.order_no,
        amount: row.amount,
        payType: 'offline' as const,
        tradeNo: values.trade_no.trim(),
        note: values.remark.trim(),
      }
      return payRecharge(trx, payment, stepEnv(ctx))
    },
  },
  'shop/recharge/order.cancel': {
    run: ({ ctx, trx, row }) => cancelRecharge(trx, { orderNo: row.order_no }, stepEnv(ctx)),
  },
  'shop/recharge/order.refund': {
    prepare: async ({ row }) => ({ amount: row.amount }),
    run: ({ ctx, trx, row, values }) => {
      const input = { orderNo: row.order_no, amount: values.amount, reason: values.reason.trim() }
      return refundRecharge(trx, input, stepEnv(ctx))
    },
  },
  'shop/recharge/order.retry': {
    run: ({ ctx, trx, row }) => retryRechargeMoney(trx, { orderNo: row.order_no }, stepEnv(ctx)),
  },
})

/** The coupons that come with top-ups. Rows of the page's own table: the field is the list that orders keep. */
const giftTitles = async ({ rows }: { rows: readonly object[] }) =>
  rows.map((row) => giftsOf(row as Pick<RechargeRow, 'gift_coupons'>).map((gift) => gift.title))

/** The same list as its member sees it. */
export const memberRechargeHooks: ScreenHooks = { computes: computesOf('shop/account/recharge', { giftTitles }) }

export const rechargeOrderHooks: ScreenHooks = {
  computes: computesOf('shop/recharge/order', { giftTitles }),
}

export const rechargePlanHooks: ScreenHooks = { validate: validateGift }

/** The gift is at most the share of the amount that the settings allow. */
async function validateGift({ trx, before, values }: SaveInput): Promise<Record<string, FieldMessage>> {
  if (values.amount === undefined && values.gift_money === undefined) return {}
  const plan = { ...before, ...values }
  const { rechargeGiftMax: percent } = await readShopSettings(trx)
  const most = Math.floor((Number(plan.amount) * percent) / 100)
  if (!(Number(plan.gift_money) > most)) return {}
  return { gift_money: { code: 'recharge.giftTooHigh', params: { max: formatFen(most), percent } } }
}
