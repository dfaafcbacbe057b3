import { actorOf } from '../../../server/core/context.ts'
import type { Handler } from '../../../server/core/handler.ts'
import { couponHandlers } from './coupon/memberHandlers.ts'
import { evaluateHandlers } from './evaluate/memberHandlers.ts'
import { countSeen, readShopWindow } from './home/home.ts'
import { noticeHandlers } from './notices/handlers.ts'
import { inboxOf } from './notices/inbox.ts'
import { paymentHandlers } from './payment/handlers.ts'
import { rechargeHandlers } from './recharge/memberHandlers.ts'
import { readShopSettings, readShopTerms, settingDefaults } from './settings/settings.ts'
import { addressHandlers } from './store/address.ts'
import { billHandlers } from './store/bills.ts'
import { cartHandlers } from './store/cart.ts'
import { goodsHandlers } from './store/goodsHandlers.ts'
import { orderHandlers } from './store/orderHandlers.ts'
import { refundHandlers } from './store/refundHandlers.ts'
import { certificateHandlers } from './team/certificate.ts'
import { registrationHandlers } from './team/memberHandlers.ts'
import { teamHandlers } from './team/teamHandlers.ts'

/** Addresses of the shop that belong to no action of a page. */
export const shopHandlers: readonly Handler[] = [
  ...couponHandlers,
  ...paymentHandlers,
  ...billHandlers,
  ...goodsHandlers,
  ...cartHandlers,
  ...addressHandlers,
  ...orderHandlers,
  ...refundHandlers,
  ...rechargeHandlers,
  ...registrationHandlers,
  ...teamHandlers,
  ...certificateHandlers,
  ...evaluateHandlers,
  {
    // What the public page shows of the shop: open to all, so it says nothing that is not for everybody.
    app: 'api',
    controller: 'shop.Home',
    action: 'index',
    method: 'GET',
    access: { type: 'public' },
    run: readShopWindow,
  },
  {
    // What of its banners the public page showed, and which were followed.
    app: 'api',
    controller: 'shop.Home',
    action: 'seen',
    method: 'POST',
    access: { type: 'public' },
    run: countSeen,
  },
  {
    // What the client's live feed needs to know (specification, section 7): is there one, on which port, and how much is unread.
    // `last`, the newest notice, is additive: the client binds with it, so that what comes before it is bound is not missed.
    app: 'admin',
    controller: 'shop.base',
    action: 'config',
    method: 'GET',
    access: { type: 'login' },
    run: async (ctx) => {
      const { notify } = await readShopSettings(ctx.read)
      const { unread, last } = await inboxOf(ctx.read, actorOf(ctx).id)
      return { notify, feed_port: ctx.services.feedPort(), unread_count: unread, last }
    },
  },
  {
    // What members and guests may know of the shop's settings: service, ways to pay, reasons to choose from, terms.
    app: 'api',
    controller: 'shop.Base',
    action: 'terms',
    method: 'GET',
    access: { type: 'public' },
    run: (ctx) => readShopTerms(ctx.read, settingDefaults(ctx), ctx.lang),
  },
  ...noticeHandlers,
]
