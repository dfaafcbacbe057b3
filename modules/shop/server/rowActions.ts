import { stepEnv } from '../../../server/core/command.ts'
import { actorOf } from '../../../server/core/context.ts'
import type { RowAction } from '../../../server/crud/domain.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import { noticeTarget } from '../contract/noticeTargets.ts'
import { memberAddressActions } from './account/address.ts'
import { memberClubActions } from './account/clubActions.ts'
import { memberCouponActions } from './account/couponActions.ts'
import { memberOrderActions } from './account/orderActions.ts'
import { memberPurseActions } from './account/purseActions.ts'
import { memberRefundActions } from './account/refundActions.ts'
import { defineActions } from './actions.ts'
import { couponActions } from './coupon/actions.ts'
import { sendActions } from './coupon/sendJob.ts'
import { evaluateActions } from './evaluate/screen.ts'
import { goodsActions } from './goods/actions.ts'
import { memberActions } from './member/screens.ts'
import { markRead } from './notices/inbox.ts'
import { notifySample } from './notices/notify.ts'
import { orderActions } from './order/actions.ts'
import { rechargeActions } from './recharge/actions.ts'
import { refundActions } from './refund/actions.ts'
import { hotRecommendActions } from './screens/adverts.ts'
import { classifyActions } from './screens/classify.ts'
import { companyActions } from './screens/company.ts'
import { orderExportActions } from './screens/orderExport.ts'
import { settingsActions } from './screens/settings.ts'
import { templateActions } from './screens/template.ts'
import { teamActions } from './team/actions.ts'

const noticeActions = defineActions({
  'shop/notify/notify.markRead': {
    run: async ({ ctx, trx, row }) => ({ unread_count: await markRead(trx, actorOf(ctx).id, { ids: [row.id] }, ctx.now) }),
  },
  'shop/notify/notify.go': {
    run: async ({ ctx, trx, row }) => {
      const unread = await markRead(trx, actorOf(ctx).id, { ids: [row.id] }, ctx.now)
      return {
        path: noticeTarget(row.message_type, isObject(row.message_data) ? row.message_data : {}),
        unread_count: unread,
      }
    },
  },
  'shop/notify/notify.readAll': {
    run: async ({ ctx, trx }) => ({ unread_count: await markRead(trx, actorOf(ctx).id, {}, ctx.now) }),
  },
  'shop/notify/setting.test': {
    run: ({ ctx, trx, row }) => notifySample(trx, row.message_type, actorOf(ctx).id, stepEnv(ctx)),
  },
})

/** Actions of the shop's screens, by `<page id>.<call>`. */
export const shopRowActions: Readonly<Record<string, RowAction>> = {
  ...orderActions,
  ...memberOrderActions,
  ...memberRefundActions,
  ...memberCouponActions,
  ...memberAddressActions,
  ...memberClubActions,
  ...memberPurseActions,
  ...orderExportActions,
  ...refundActions,
  ...evaluateActions,
  ...companyActions,
  ...couponActions,
  ...sendActions,
  ...goodsActions,
  ...classifyActions,
  ...hotRecommendActions,
  ...rechargeActions,
  ...templateActions,
  ...teamActions,
  ...memberActions,
  ...settingsActions,
  ...noticeActions,
}
