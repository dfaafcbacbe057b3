import type { ScreenHooks } from '../../crud/domain.ts'
import { centerHooks, couponHooks } from './coupon/hooks.ts'
import { addressHooks } from './screens/address.ts'
import { classifyHooks } from './screens/classify.ts'
import { companyHooks } from './screens/company.ts'
import { noticeSettingHooks } from './screens/noticeSetting.ts'
import { notifyHooks } from './screens/notify.ts'
import { orderHooks } from './screens/order.ts'

/** What single screens of the shop add to the generic list, form and delete. */
export const shopScreenHooks: Readonly<Record<string, ScreenHooks>> = {
  'shop/order/order': orderHooks,
  'shop/goods/classify': classifyHooks,
  'shop/delivery/company': companyHooks,
  'shop/delivery/address': addressHooks,
  'shop/coupon/coupon': couponHooks,
  'shop/coupon/center': centerHooks,
  'shop/notify/notify': notifyHooks,
  'shop/notify/setting': noticeSettingHooks,
}
