import type { ScreenHooks } from '../../../server/crud/domain.ts'
import { memberAddressHooks } from './account/address.ts'
import { memberContestantHooks, memberLevelHooks, memberResultHooks } from './account/club.ts'
import { memberOrderHooks, memberRefundHooks } from './account/screens.ts'
import { centerHooks, codeHooks, couponHooks } from './coupon/hooks.ts'
import { receiveHooks } from './coupon/receiveHooks.ts'
import { sendHooks } from './coupon/sendJob.ts'
import { evaluateHooks } from './evaluate/screen.ts'
import { levelHooks, memberHooks, shopLedgerHooks } from './member/screens.ts'
import { ledgerFaultHooks } from './money/ledgerCheck.ts'
import { memberRechargeHooks, rechargeOrderHooks, rechargePlanHooks } from './recharge/actions.ts'
import { addressHooks } from './screens/address.ts'
import { bannerHooks, hotRecommendHooks, noticeBarHooks } from './screens/adverts.ts'
import { classifyHooks } from './screens/classify.ts'
import { companyHooks } from './screens/company.ts'
import { goodsHooks } from './screens/goods.ts'
import { paramsTemplateHooks, serviceHooks, specTemplateHooks } from './screens/goodsTemplates.ts'
import { noticeSettingHooks } from './screens/noticeSetting.ts'
import { notifyHooks } from './screens/notify.ts'
import { orderHooks } from './screens/order.ts'
import { orderExportHooks } from './screens/orderExport.ts'
import { parcelHooks } from './screens/parcel.ts'
import { refundHooks } from './screens/refund.ts'
import { settingsHooks } from './screens/settings.ts'
import { templateHooks } from './screens/template.ts'
import { competitionHooks } from './team/competitionHooks.ts'
import { contestantHooks } from './team/contestantHooks.ts'
import { entryHooks, resultHooks, teamHooks } from './team/hooks.ts'

/** What single screens of the shop add to the generic list, form and delete. */
export const shopScreenHooks: Readonly<Record<string, ScreenHooks>> = {
  'shop/order/order': orderHooks,
  'shop/account/order': memberOrderHooks,
  'shop/account/refund': memberRefundHooks,
  'shop/account/address': memberAddressHooks,
  'shop/account/contestant': memberContestantHooks,
  'shop/account/level': memberLevelHooks,
  'shop/account/result': memberResultHooks,
  'shop/account/recharge': memberRechargeHooks,
  'shop/order/refund': refundHooks,
  'shop/order/parcel': parcelHooks,
  'shop/order/export': orderExportHooks,
  'shop/order/evaluate': evaluateHooks,
  'shop/goods/goods': goodsHooks,
  'shop/goods/classify': classifyHooks,
  'shop/goods/specTemplate': specTemplateHooks,
  'shop/goods/paramsTemplate': paramsTemplateHooks,
  'shop/goods/service': serviceHooks,
  'shop/adverts/banner': bannerHooks,
  'shop/adverts/hotRecommend': hotRecommendHooks,
  'shop/adverts/noticeBar': noticeBarHooks,
  'shop/delivery/company': companyHooks,
  'shop/delivery/address': addressHooks,
  'shop/coupon/coupon': couponHooks,
  'shop/coupon/center': centerHooks,
  'shop/coupon/send': sendHooks,
  'shop/coupon/code': codeHooks,
  'shop/coupon/receive': receiveHooks,
  'shop/delivery/template': templateHooks,
  'shop/recharge/plan': rechargePlanHooks,
  'shop/recharge/order': rechargeOrderHooks,
  'shop/team/competition': competitionHooks,
  'shop/team/team': teamHooks,
  'shop/team/chengji': resultHooks,
  'shop/user/competition': entryHooks,
  'shop/user/contestant': contestantHooks,
  'shop/notify/notify': notifyHooks,
  'shop/notify/setting': noticeSettingHooks,
  'shop/settings': settingsHooks,
  'shop/user/level': levelHooks,
  'shop/user/user': memberHooks,
  'shop/user/moneyLog': shopLedgerHooks,
  'shop/user/score': shopLedgerHooks,
  'shop/user/ledgerFault': { ...shopLedgerHooks, ...ledgerFaultHooks },
}
