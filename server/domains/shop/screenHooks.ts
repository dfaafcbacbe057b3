import type { ScreenHooks } from '../../crud/domain.ts'
import { centerHooks, couponHooks } from './coupon/hooks.ts'
import { addressHooks } from './screens/address.ts'
import { bannerHooks, hotRecommendHooks, noticeBarHooks } from './screens/adverts.ts'
import { classifyHooks } from './screens/classify.ts'
import { companyHooks } from './screens/company.ts'
import { goodsHooks } from './screens/goods.ts'
import { paramsTemplateHooks, serviceHooks, specTemplateHooks } from './screens/goodsTemplates.ts'
import { noticeSettingHooks } from './screens/noticeSetting.ts'
import { notifyHooks } from './screens/notify.ts'
import { orderHooks } from './screens/order.ts'
import { templateHooks } from './screens/template.ts'

/** What single screens of the shop add to the generic list, form and delete. */
export const shopScreenHooks: Readonly<Record<string, ScreenHooks>> = {
  'shop/order/order': orderHooks,
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
  'shop/delivery/template': templateHooks,
  'shop/notify/notify': notifyHooks,
  'shop/notify/setting': noticeSettingHooks,
}
