import type { ScreenHooks } from '../../server/crud/domain.ts'
import { defineModule } from '../../server/modules/module.ts'
import { storePages } from './contract/storefront.ts'
import { checkInvariants } from './demo/invariants.ts'
import { openDemo } from './demo/open.ts'
import { demoImportsJob, demoImportsKind } from './demo/platform/imports.ts'
import { shopStaff } from './demo/platform/staff.ts'
import { codeAddressRegions } from './server/conversions/addressRegions.ts'
import { nameOrderCoupons } from './server/conversions/orderCoupons.ts'
import { keepFinishTimes } from './server/conversions/orderFinishTimes.ts'
import { codeOrderRegions } from './server/conversions/orderRegions.ts'
import { sendJob } from './server/coupon/send.ts'
import { sendKind } from './server/coupon/sendJob.ts'
import { joinSpec } from './server/goods/specLines.ts'
import { shopHandlers } from './server/handlers.ts'
import { memberEvents } from './server/member/events.ts'
import { levelJob, levelKind } from './server/member/recompute.ts'
import { seedShopMembers } from './server/member/row.ts'
import { checkLedgers } from './server/money/ledgerCheck.ts'
import { notifyOfRow } from './server/notices/actionNotice.ts'
import { purgeOldNotices, shopInbox } from './server/notices/inbox.ts'
import { shopMessageValues } from './server/notices/messageValues.ts'
import { noticeJob, noticeKind, purgeSends } from './server/notices/sends.ts'
import { seedNoticeSettings } from './server/notices/settings.ts'
import { shopOptionSources } from './server/optionSources.ts'
import { purgeNotices } from './server/payment/notice.ts'
import { startPaymentWorker } from './server/payment/worker.ts'
import { pointsActions } from './server/points/actions.ts'
import { pointsGoodsHooks, pointsRuleHooks } from './server/points/hooks.ts'
import { pointsHandlers } from './server/points/memberHandlers.ts'
import { shopRowActions } from './server/rowActions.ts'
import { shopScreenHooks } from './server/screenHooks.ts'
import { shopFirstSteps } from './server/screens/firstSteps.ts'
import { defaultSettings, readShopSettings } from './server/settings/settings.ts'
import { timers } from './server/timers.ts'

const pointsScreenHooks: Readonly<Record<string, ScreenHooks>> = {
  'points/goods': pointsGoodsHooks,
  'points/rule': pointsRuleHooks,
}

/** The shop with its points mall and its teams. */
export const shopModule = defineModule({
  name: 'shop',
  requires: ['auth', 'codes', 'dashboard', 'dataio', 'feed', 'files', 'firstSteps', 'payments', 'security', 'sms', 'user'],
  publicPages: storePages,
  handlers: [...shopHandlers, ...pointsHandlers],
  rowActions: { ...shopRowActions, ...pointsActions },
  screenHooks: { ...shopScreenHooks, ...pointsScreenHooks },
  optionSources: shopOptionSources,
  jobs: (work) => ({
    [noticeJob]: noticeKind(work.core.services),
    [levelJob]: levelKind,
    [sendJob]: sendKind,
    [demoImportsJob]: demoImportsKind(work),
  }),
  timers,
  upkeep: {
    /** Deletes notifications, their sendings and the provider's calls once they are older than they are kept for. */
    async purge(trx, now) {
      const keepFrom = now - defaultSettings.notifyKeepDays * 86_400
      await purgeOldNotices(trx, keepFrom)
      await purgeSends(trx, keepFrom)
      await purgeNotices(trx, keepFrom)
      return undefined
    },
    async ledgers(trx, now) {
      const faults = await checkLedgers(trx, now)
      return faults ? `${faults} balances or points are not the sum of their ledger; see shop_ledger_fault` : undefined
    },
  },
  workers: (core, log) => [startPaymentWorker(core, log)],
  messageValues: shopMessageValues,
  events: memberEvents,
  firstSteps: shopFirstSteps,
  inbox: shopInbox,
  notify: notifyOfRow,
  async bookingLimits(db) {
    const { manualMoneyLimit, manualScoreLimit } = await readShopSettings(db)
    return { money: manualMoneyLimit, score: manualScoreLimit }
  },
  importLines: { specEditor: joinSpec },
  securityRules: {
    recycle: [
      { name: '商品分类', screen: 'shop/goods/classify', table: 'shop_goods_classify' },
      { name: '发货与退货地址', screen: 'shop/delivery/address', table: 'shop_delivery_address' },
      { name: '会员等级', screen: 'shop/user/level', table: 'shop_user_level' },
    ],
    sensitive: [
      { name: '优惠券面额', screen: 'shop/coupon/coupon', table: 'shop_coupon', fields: ['amount', 'discount', 'total'] },
      {
        name: '参赛人证件与联系方式',
        screen: 'shop/user/contestant',
        table: 'shop_contestant',
        fields: ['name', 'idnumber', 'mobile', 'emergency_mobile'],
      },
    ],
  },
  conversions: [codeAddressRegions, codeOrderRegions, nameOrderCoupons],
  async seed(trx, { now }) {
    await seedNoticeSettings(trx, now)
    await seedShopMembers(trx, now)
    await keepFinishTimes(trx, now)
  },
  demo: openDemo,
  demoStaff: shopStaff,
  invariants: (db) => checkInvariants(db),
})
