// Written by `npm run docs` from the actions of modules/shop/pages. Change those, then run it again.
import type {
  DataioExportRow,
} from '../../../server/core/rows.generated.ts'
import type {
  PointsGoodsRow,
  PointsOrderRow,
  ShopCouponCodeRow,
  ShopCouponReceiveRow,
  ShopCouponRow,
  ShopCouponSendRow,
  ShopDeliveryCompanyRow,
  ShopDeliveryTemplateRow,
  ShopEvaluateRow,
  ShopGoodsClassifyRow,
  ShopGoodsRow,
  ShopHotRecommendRow,
  ShopNotifyRow,
  ShopNotifySettingRow,
  ShopOrderRow,
  ShopRechargeOrderRow,
  ShopRefundRow,
  ShopTeamChengjiRow,
  ShopTeamJoinRow,
  ShopTeamRow,
  ShopUserAddressRow,
  ShopUserCompetitionRow,
  ShopUserLevelRow,
  ShopUserRow,
} from './rows.generated.ts'

interface ShopCouponModel extends Omit<ShopCouponRow, 'discount'> {
  discount: number | null
}

interface ShopGoodsModel extends Omit<ShopGoodsRow, 'score'> {
  score: number | null
}

interface ShopNotifySettingModel extends Omit<ShopNotifySettingRow, 'volume'> {
  volume: number
}

interface ShopEvaluateModel extends Omit<ShopEvaluateRow, 'score' | 'delivery_score' | 'service_score'> {
  score: number
  delivery_score: number
  service_score: number
}

interface ShopTeamChengjiModel extends Omit<ShopTeamChengjiRow, 'score_result'> {
  score_result: number | null
}

interface ShopUserLevelModel extends Omit<ShopUserLevelRow, 'discount' | 'score_rate'> {
  discount: number
  score_rate: number
}

/** What the server's part of an action gets, by page and the last part of its address. */
export interface Actions {
  'account/balance.topUp': {
    row: Readonly<Record<string, unknown>>
    asked: Readonly<Record<string, unknown>>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'account/integral.signIn': {
    row: Readonly<Record<string, unknown>>
    asked: Readonly<Record<string, unknown>>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'account/integral.mall': {
    row: Readonly<Record<string, unknown>>
    asked: Readonly<Record<string, unknown>>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'points/goods.stock': {
    row: PointsGoodsRow
    asked: Omit<PointsGoodsRow, 'delete_time'>
    values: PointsGoodsStock
    refuse: never
  }
  'points/goods.onSale': {
    row: PointsGoodsRow
    asked: Partial<Omit<PointsGoodsRow, 'delete_time'>>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'points/goods.offSale': {
    row: PointsGoodsRow
    asked: Partial<Omit<PointsGoodsRow, 'delete_time'>>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'points/order.delivery': {
    row: PointsOrderRow
    asked: PointsOrderRow
    values: PointsOrderDelivery
    refuse: never
  }
  'points/order.deliveries': {
    row: PointsOrderRow
    asked: Partial<PointsOrderRow>
    values: PointsOrderDeliveries
    refuse: never
  }
  'points/order.receive': {
    row: PointsOrderRow
    asked: PointsOrderRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'points/order.cancel': {
    row: PointsOrderRow
    asked: PointsOrderRow
    values: PointsOrderCancel
    refuse: never
  }
  'points/order.remark': {
    row: PointsOrderRow
    asked: PointsOrderRow
    values: PointsOrderRemark
    refuse: never
  }
  'shop/account/address.setDefault': {
    row: ShopUserAddressRow
    asked: ShopUserAddressRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/account/coupon.use': {
    row: ShopCouponReceiveRow
    asked: ShopCouponReceiveRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/account/coupon.redeem': {
    row: Readonly<Record<string, unknown>>
    asked: Readonly<Record<string, unknown>>
    values: ShopAccountCouponRedeem
    refuse: never
  }
  'shop/account/coupon.centre': {
    row: Readonly<Record<string, unknown>>
    asked: Readonly<Record<string, unknown>>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/account/order.pay': {
    row: ShopOrderRow
    asked: ShopOrderRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/account/order.cancel': {
    row: ShopOrderRow
    asked: ShopOrderRow
    values: ShopAccountOrderCancel
    refuse: never
  }
  'shop/account/order.applyCancel': {
    row: ShopOrderRow
    asked: ShopOrderRow
    values: ShopAccountOrderApplyCancel
    refuse: 'notAllowed'
  }
  'shop/account/order.withdrawCancel': {
    row: ShopOrderRow
    asked: ShopOrderRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/account/order.receive': {
    row: ShopOrderRow
    asked: ShopOrderRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/account/order.refund': {
    row: ShopOrderRow
    asked: ShopOrderRow
    values: ShopAccountOrderRefund
    refuse: 'nothingLeft' | 'tooLate'
  }
  'shop/account/order.evaluate': {
    row: ShopOrderRow
    asked: ShopOrderRow
    values: ShopAccountOrderEvaluate
    refuse: 'nothingLeft'
  }
  'shop/account/pointsOrder.receive': {
    row: PointsOrderRow
    asked: PointsOrderRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/account/recharge.topUp': {
    row: Readonly<Record<string, unknown>>
    asked: Readonly<Record<string, unknown>>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/account/recharge.pay': {
    row: ShopRechargeOrderRow
    asked: ShopRechargeOrderRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/account/recharge.cancel': {
    row: ShopRechargeOrderRow
    asked: ShopRechargeOrderRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/account/refund.change': {
    row: ShopRefundRow
    asked: ShopRefundRow
    values: ShopAccountRefundChange
    refuse: never
  }
  'shop/account/refund.withdraw': {
    row: ShopRefundRow
    asked: ShopRefundRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/account/refund.send': {
    row: ShopRefundRow
    asked: ShopRefundRow
    values: ShopAccountRefundSend
    refuse: never
  }
  'shop/account/refund.tracking': {
    row: ShopRefundRow
    asked: ShopRefundRow
    values: ShopAccountRefundTracking
    refuse: never
  }
  'shop/account/registration.pay': {
    row: ShopTeamJoinRow
    asked: ShopTeamJoinRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/account/registration.again': {
    row: ShopTeamJoinRow
    asked: ShopTeamJoinRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/account/registration.certificate': {
    row: ShopTeamJoinRow
    asked: ShopTeamJoinRow
    values: Readonly<Record<string, never>>
    refuse: 'noResult'
  }
  'shop/account/registration.cancel': {
    row: ShopTeamJoinRow
    asked: ShopTeamJoinRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/adverts/hotRecommend.preview': {
    row: ShopHotRecommendRow
    asked: Partial<ShopHotRecommendRow>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/coupon/code.disable': {
    row: ShopCouponCodeRow
    asked: Partial<ShopCouponCodeRow>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/coupon/coupon.send': {
    row: ShopCouponModel
    asked: Omit<ShopCouponModel, 'delete_time'>
    values: ShopCouponCouponSend
    refuse: never
  }
  'shop/coupon/coupon.sendCount': {
    row: ShopCouponModel
    asked: Omit<ShopCouponModel, 'delete_time'>
    values: ShopCouponCouponSendCount
    refuse: never
  }
  'shop/coupon/coupon.codes': {
    row: ShopCouponModel
    asked: Omit<ShopCouponModel, 'delete_time'>
    values: ShopCouponCouponCodes
    refuse: never
  }
  'shop/coupon/coupon.disableCodes': {
    row: ShopCouponModel
    asked: Omit<ShopCouponModel, 'delete_time'>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/coupon/coupon.try': {
    row: ShopCouponModel
    asked: Omit<ShopCouponModel, 'delete_time'>
    values: ShopCouponCouponTry
    refuse: never
  }
  'shop/coupon/coupon.stop': {
    row: ShopCouponModel
    asked: Partial<Omit<ShopCouponModel, 'delete_time'>>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/coupon/receive.revoke': {
    row: ShopCouponReceiveRow
    asked: Partial<ShopCouponReceiveRow>
    values: ShopCouponReceiveRevoke
    refuse: never
  }
  'shop/coupon/receive.extend': {
    row: ShopCouponReceiveRow
    asked: ShopCouponReceiveRow
    values: ShopCouponReceiveExtend
    refuse: never
  }
  'shop/coupon/send.cancel': {
    row: ShopCouponSendRow
    asked: ShopCouponSendRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/coupon/send.resume': {
    row: ShopCouponSendRow
    asked: ShopCouponSendRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/delivery/company.tryNumber': {
    row: ShopDeliveryCompanyRow
    asked: Partial<ShopDeliveryCompanyRow>
    values: ShopDeliveryCompanyTryNumber
    refuse: never
  }
  'shop/delivery/template.test': {
    row: ShopDeliveryTemplateRow
    asked: Partial<Omit<ShopDeliveryTemplateRow, 'delete_time'>>
    values: ShopDeliveryTemplateTest
    refuse: never
  }
  'shop/goods/classify.moveGoods': {
    row: ShopGoodsClassifyRow
    asked: ShopGoodsClassifyRow
    values: ShopGoodsClassifyMoveGoods
    refuse: never
  }
  'shop/goods/goods.onSale': {
    row: ShopGoodsModel
    asked: Partial<Omit<ShopGoodsModel, 'delete_time'>>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/goods/goods.offSale': {
    row: ShopGoodsModel
    asked: Partial<Omit<ShopGoodsModel, 'delete_time'>>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/goods/goods.stock': {
    row: ShopGoodsModel
    asked: Omit<ShopGoodsModel, 'delete_time'>
    values: ShopGoodsGoodsStock
    refuse: never
  }
  'shop/goods/goods.price': {
    row: ShopGoodsModel
    asked: Omit<ShopGoodsModel, 'delete_time'>
    values: ShopGoodsGoodsPrice
    refuse: never
  }
  'shop/goods/goods.preview': {
    row: ShopGoodsModel
    asked: Omit<ShopGoodsModel, 'delete_time'>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/goods/goods.setClasses': {
    row: ShopGoodsModel
    asked: Partial<Omit<ShopGoodsModel, 'delete_time'>>
    values: ShopGoodsGoodsSetClasses
    refuse: never
  }
  'shop/goods/goods.setTemplate': {
    row: ShopGoodsModel
    asked: Partial<Omit<ShopGoodsModel, 'delete_time'>>
    values: ShopGoodsGoodsSetTemplate
    refuse: never
  }
  'shop/goods/goods.setTags': {
    row: ShopGoodsModel
    asked: Partial<Omit<ShopGoodsModel, 'delete_time'>>
    values: ShopGoodsGoodsSetTags
    refuse: never
  }
  'shop/goods/goods.newPrices': {
    row: ShopGoodsModel
    asked: Omit<ShopGoodsModel, 'delete_time'>
    values: ShopGoodsGoodsNewPrices
    refuse: never
  }
  'shop/goods/goods.reprice': {
    row: ShopGoodsModel
    asked: Partial<Omit<ShopGoodsModel, 'delete_time'>>
    values: ShopGoodsGoodsReprice
    refuse: never
  }
  'shop/goods/goods.destroy': {
    row: ShopGoodsModel
    asked: Omit<ShopGoodsModel, 'delete_time'>
    values: Readonly<Record<string, unknown>>
    refuse: 'ordered'
  }
  'shop/notify/notify.go': {
    row: ShopNotifyRow
    asked: ShopNotifyRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/notify/notify.readAll': {
    row: Readonly<Record<string, unknown>>
    asked: Readonly<Record<string, unknown>>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/notify/notify.markRead': {
    row: ShopNotifyRow
    asked: Partial<ShopNotifyRow>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/notify/setting.test': {
    row: ShopNotifySettingModel
    asked: ShopNotifySettingModel
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/order/evaluate.reply': {
    row: ShopEvaluateModel
    asked: Partial<Omit<ShopEvaluateModel, 'delete_time'>>
    values: ShopOrderEvaluateReply
    refuse: never
  }
  'shop/order/evaluate.show': {
    row: ShopEvaluateModel
    asked: Partial<Omit<ShopEvaluateModel, 'delete_time'>>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/order/evaluate.hide': {
    row: ShopEvaluateModel
    asked: Partial<Omit<ShopEvaluateModel, 'delete_time'>>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/order/export.download': {
    row: DataioExportRow
    asked: Omit<DataioExportRow, 'file' | 'ticket'>
    values: Readonly<Record<string, never>>
    refuse: 'notOwner'
  }
  'shop/order/export.cancel': {
    row: DataioExportRow
    asked: Omit<DataioExportRow, 'file' | 'ticket'>
    values: Readonly<Record<string, never>>
    refuse: 'notOwner'
  }
  'shop/order/export.rerun': {
    row: DataioExportRow
    asked: Omit<DataioExportRow, 'file' | 'ticket'>
    values: Readonly<Record<string, never>>
    refuse: 'notOwner'
  }
  'shop/order/order.delivery': {
    row: ShopOrderRow
    asked: ShopOrderRow
    values: ShopOrderOrderDelivery
    refuse: 'nothingOpen'
  }
  'shop/order/order.deliveries': {
    row: ShopOrderRow
    asked: Partial<ShopOrderRow>
    values: ShopOrderOrderDeliveries
    refuse: 'nothingOpen'
  }
  'shop/order/order.shipByFile': {
    row: Readonly<Record<string, unknown>>
    asked: Readonly<Record<string, unknown>>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/order/order.printSlip': {
    row: ShopOrderRow
    asked: Partial<ShopOrderRow>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/order/order.pickList': {
    row: ShopOrderRow
    asked: Partial<ShopOrderRow>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/order/order.receive': {
    row: ShopOrderRow
    asked: ShopOrderRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/order/order.cancel': {
    row: ShopOrderRow
    asked: ShopOrderRow
    values: ShopOrderOrderCancel
    refuse: never
  }
  'shop/order/order.close': {
    row: ShopOrderRow
    asked: ShopOrderRow
    values: ShopOrderOrderClose
    refuse: 'agreedReturn'
  }
  'shop/order/order.givesBack': {
    row: ShopOrderRow
    asked: ShopOrderRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/order/order.pay': {
    row: ShopOrderRow
    asked: ShopOrderRow
    values: ShopOrderOrderPay
    refuse: never
  }
  'shop/order/order.adjust': {
    row: ShopOrderRow
    asked: ShopOrderRow
    values: ShopOrderOrderAdjust
    refuse: never
  }
  'shop/order/order.changeAddress': {
    row: ShopOrderRow
    asked: ShopOrderRow
    values: ShopOrderOrderChangeAddress
    refuse: never
  }
  'shop/order/order.freight': {
    row: ShopOrderRow
    asked: ShopOrderRow
    values: ShopOrderOrderFreight
    refuse: never
  }
  'shop/order/order.parcel': {
    row: ShopOrderRow
    asked: ShopOrderRow
    values: ShopOrderOrderParcel
    refuse: 'noParcel'
  }
  'shop/order/order.refund': {
    row: ShopOrderRow
    asked: ShopOrderRow
    values: ShopOrderOrderRefund
    refuse: 'nothingLeft'
  }
  'shop/order/order.retryMoney': {
    row: ShopOrderRow
    asked: ShopOrderRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/order/order.remark': {
    row: ShopOrderRow
    asked: Partial<ShopOrderRow>
    values: ShopOrderOrderRemark
    refuse: never
  }
  'shop/order/refund.audit': {
    row: ShopRefundRow
    asked: ShopRefundRow
    values: ShopOrderRefundAudit
    refuse: 'over'
  }
  'shop/order/refund.receive': {
    row: ShopRefundRow
    asked: ShopRefundRow
    values: ShopOrderRefundReceive
    refuse: never
  }
  'shop/order/refund.retry': {
    row: ShopRefundRow
    asked: ShopRefundRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/order/refund.remark': {
    row: ShopRefundRow
    asked: ShopRefundRow
    values: ShopOrderRefundRemark
    refuse: never
  }
  'shop/recharge/order.pay': {
    row: ShopRechargeOrderRow
    asked: ShopRechargeOrderRow
    values: ShopRechargeOrderPay
    refuse: never
  }
  'shop/recharge/order.cancel': {
    row: ShopRechargeOrderRow
    asked: ShopRechargeOrderRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/recharge/order.refund': {
    row: ShopRechargeOrderRow
    asked: ShopRechargeOrderRow
    values: ShopRechargeOrderRefund
    refuse: never
  }
  'shop/recharge/order.retry': {
    row: ShopRechargeOrderRow
    asked: ShopRechargeOrderRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/recharge/order.remark': {
    row: ShopRechargeOrderRow
    asked: ShopRechargeOrderRow
    values: ShopRechargeOrderRemark
    refuse: never
  }
  'shop/settings.testFeed': {
    row: Readonly<Record<string, unknown>>
    asked: Readonly<Record<string, unknown>>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/team/chengji.publish': {
    row: ShopTeamChengjiModel
    asked: Partial<ShopTeamChengjiModel>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/team/chengji.rank': {
    row: ShopTeamChengjiModel
    asked: Partial<ShopTeamChengjiModel>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/team/chengji.certificate': {
    row: ShopTeamChengjiModel
    asked: Partial<ShopTeamChengjiModel>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/team/chengji.certificatePdf': {
    row: ShopTeamChengjiModel
    asked: Partial<ShopTeamChengjiModel>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/team/join.register': {
    row: Readonly<Record<string, unknown>>
    asked: Readonly<Record<string, unknown>>
    values: ShopTeamJoinRegister
    refuse: never
  }
  'shop/team/join.audit': {
    row: ShopTeamJoinRow
    asked: Partial<ShopTeamJoinRow>
    values: ShopTeamJoinAudit
    refuse: never
  }
  'shop/team/join.pay': {
    row: ShopTeamJoinRow
    asked: ShopTeamJoinRow
    values: ShopTeamJoinPay
    refuse: never
  }
  'shop/team/join.cancel': {
    row: ShopTeamJoinRow
    asked: ShopTeamJoinRow
    values: ShopTeamJoinCancel
    refuse: 'resultPublished'
  }
  'shop/team/team.audit': {
    row: ShopTeamRow
    asked: Partial<Omit<ShopTeamRow, 'delete_time'>>
    values: ShopTeamTeamAudit
    refuse: never
  }
  'shop/team/team.dissolve': {
    row: ShopTeamRow
    asked: Omit<ShopTeamRow, 'delete_time'>
    values: ShopTeamTeamDissolve
    refuse: 'inCompetition'
  }
  'shop/user/competition.checkIn': {
    row: ShopUserCompetitionRow
    asked: Partial<ShopUserCompetitionRow>
    values: Readonly<Record<string, never>>
    refuse: 'notOpen'
  }
  'shop/user/competition.undo': {
    row: ShopUserCompetitionRow
    asked: ShopUserCompetitionRow
    values: Readonly<Record<string, never>>
    refuse: 'notOpen'
  }
  'shop/user/competition.absent': {
    row: ShopUserCompetitionRow
    asked: Partial<ShopUserCompetitionRow>
    values: Readonly<Record<string, never>>
    refuse: 'notOpen'
  }
  'shop/user/competition.number': {
    row: ShopUserCompetitionRow
    asked: Partial<ShopUserCompetitionRow>
    values: Readonly<Record<string, never>>
    refuse: 'resultPublished'
  }
  'shop/user/competition.printBib': {
    row: ShopUserCompetitionRow
    asked: Partial<ShopUserCompetitionRow>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/user/level.recompute': {
    row: ShopUserLevelModel
    asked: ShopUserLevelModel
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'shop/user/level.remove': {
    row: ShopUserLevelModel
    asked: ShopUserLevelModel
    values: ShopUserLevelRemove
    refuse: never
  }
  'shop/user/user.money': {
    row: ShopUserRow
    asked: ShopUserRow
    values: ShopUserUserMoney
    refuse: never
  }
  'shop/user/user.score': {
    row: ShopUserRow
    asked: ShopUserRow
    values: ShopUserUserScore
    refuse: never
  }
  'shop/user/user.coupon': {
    row: ShopUserRow
    asked: Partial<ShopUserRow>
    values: ShopUserUserCoupon
    refuse: never
  }
  'shop/user/user.couponCount': {
    row: ShopUserRow
    asked: ShopUserRow
    values: ShopUserUserCouponCount
    refuse: never
  }
  'shop/user/user.setTags': {
    row: ShopUserRow
    asked: Partial<ShopUserRow>
    values: ShopUserUserSetTags
    refuse: never
  }
  'shop/user/user.setLevel': {
    row: ShopUserRow
    asked: Partial<ShopUserRow>
    values: ShopUserUserSetLevel
    refuse: never
  }
}

interface PointsGoodsStock {
  readonly delta: number
  readonly memo: string
}

interface PointsOrderDelivery {
  readonly company_id: number
  readonly tracking_no: string
}

interface PointsOrderDeliveries {
  readonly company_id: number
  readonly orders: readonly ({ id?: number | null; order_no?: string; receiver_name?: string; tracking_no: string })[]
  readonly id: number | null
  readonly order_no: string
  readonly receiver_name: string
  readonly tracking_no: string
}

interface PointsOrderCancel {
  readonly reason: string
}

interface PointsOrderRemark {
  readonly remark: string
}

interface ShopAccountCouponRedeem {
  readonly code: string
}

interface ShopAccountOrderCancel {
  readonly reason: string
}

interface ShopAccountOrderApplyCancel {
  readonly reason: string
}

interface ShopAccountOrderRefund {
  readonly type: 1 | 2
  readonly reason: string
  readonly lines: readonly ({ id?: number | null; line?: string; left?: number | null; units?: number | null; quantity: number; amount: number })[]
  readonly include_delivery: 1 | 0
  readonly description: string
  readonly images: readonly string[]
}

interface ShopAccountOrderEvaluate {
  readonly lines: readonly ({ id?: number | null; line?: string; score?: 5 | 4 | 3 | 2 | 1 | null; content?: string; images?: readonly string[] })[]
  readonly delivery_score: 5 | 4 | 3 | 2 | 1
  readonly service_score: 5 | 4 | 3 | 2 | 1
  readonly anonymous: 1 | 0
}

interface ShopAccountRefundChange {
  readonly reason: string
  readonly lines: readonly ({ id?: number | null; line?: string; left?: number | null; units?: number | null; quantity: number; amount: number })[]
  readonly include_delivery: 1 | 0
  readonly description: string
  readonly images: readonly string[]
}

interface ShopAccountRefundSend {
  readonly company: string
  readonly tracking_no: string
  readonly images: readonly string[]
}

interface ShopAccountRefundTracking {
  readonly company: string
  readonly tracking_no: string
  readonly images: readonly string[]
}

interface ShopCouponCouponSend {
  readonly target: 'users' | 'level' | 'all'
  readonly user_ids: readonly number[]
  readonly level_ids: readonly number[]
  readonly quantity: number
}

interface ShopCouponCouponSendCount {
  readonly target: 'users' | 'level' | 'all'
  readonly user_ids: readonly number[]
  readonly level_ids: readonly number[]
  readonly quantity: number
}

interface ShopCouponCouponCodes {
  readonly prefix: string
  readonly quantity: number
}

interface ShopCouponCouponTry {
  readonly lines: readonly { goods_id: number; sku_code?: string; quantity: number }[]
  readonly user_id: number | null
  readonly delivery_amount: number | null
  readonly with_level: 1 | 0
  readonly with_score: 1 | 0
}

interface ShopCouponReceiveRevoke {
  readonly reason: string
}

interface ShopCouponReceiveExtend {
  readonly valid_end: number
}

interface ShopDeliveryCompanyTryNumber {
  readonly tracking_no: string
}

interface ShopDeliveryTemplateTest {
  readonly lines: readonly { goods_id: number; sku_code?: string; quantity: number }[]
  readonly region: readonly number[]
}

interface ShopGoodsClassifyMoveGoods {
  readonly target: number
}

interface ShopGoodsGoodsStock {
  readonly skus: readonly ({ id?: number | null; spec_text?: string; stock?: number | null; delta: number })[]
  readonly memo: string
}

interface ShopGoodsGoodsPrice {
  readonly skus: readonly ({ id?: number | null; spec_text?: string; price: number; origin_price?: number | null })[]
}

interface ShopGoodsGoodsSetClasses {
  readonly classify_ids: readonly number[]
}

interface ShopGoodsGoodsSetTemplate {
  readonly template_id: number
}

interface ShopGoodsGoodsSetTags {
  readonly how: 'add' | 'remove' | 'replace'
  readonly chosen: readonly ('hot' | 'new' | 'recommend' | 'limited')[]
}

interface ShopGoodsGoodsNewPrices {
  readonly how: 'percent' | 'yuan'
  readonly percent: number | null
  readonly amount: number | null
}

interface ShopGoodsGoodsReprice {
  readonly how: 'percent' | 'yuan'
  readonly percent: number | null
  readonly amount: number | null
}

interface ShopOrderEvaluateReply {
  readonly reply: string
}

interface ShopOrderOrderDelivery {
  readonly mode: 'all' | 'part' | 'none'
  readonly address_id: number
  readonly company_id: number | null
  readonly tracking_no: string
  readonly lines: readonly ({ id?: number | null; line?: string; open?: number | null; quantity: number })[]
  readonly notify_user: 1 | 0
}

interface ShopOrderOrderDeliveries {
  readonly address_id: number
  readonly company_id: number
  readonly notify_user: 1 | 0
  readonly orders: readonly ({ id?: number | null; order_no?: string; receiver_name?: string; tracking_no: string })[]
  readonly id: number | null
  readonly order_no: string
  readonly receiver_name: string
  readonly tracking_no: string
}

interface ShopOrderOrderCancel {
  readonly result: 'agree' | 'refuse'
  readonly reason: string
}

interface ShopOrderOrderClose {
  readonly reason: 'out_of_stock' | 'member_request' | 'duplicate' | 'risk' | 'other'
  readonly note: string
}

interface ShopOrderOrderPay {
  readonly trade_no: string
  readonly remark: string
}

interface ShopOrderOrderAdjust {
  readonly adjust_amount: number
  readonly delivery_amount: number
  readonly reason: string
}

interface ShopOrderOrderChangeAddress {
  readonly receiver_name: string
  readonly receiver_mobile: string
  readonly receiver_city: readonly number[]
  readonly receiver_address: string
  readonly new_fee: 1 | 0
}

interface ShopOrderOrderFreight {
  readonly receiver_name: string
  readonly receiver_mobile: string
  readonly receiver_city: readonly number[]
  readonly receiver_address: string
  readonly new_fee: 1 | 0
}

interface ShopOrderOrderParcel {
  readonly parcels: readonly ({ id?: number | null; quantity?: number | null; company_id: number; tracking_no: string })[]
}

interface ShopOrderOrderRefund {
  readonly reason: string
  readonly lines: readonly ({ id?: number | null; line?: string; left?: number | null; open?: number | null; quantity: number; amount: number })[]
  readonly include_delivery: 1 | 0
  readonly delivery_fee: number | null
  readonly delivery_due: number | null
  readonly note: string
}

interface ShopOrderOrderRemark {
  readonly admin_remark: string
  readonly flag: string
}

interface ShopOrderRefundAudit {
  readonly result: 'agree' | 'refuse'
  readonly agree_amount: number | null
  readonly include_delivery: 1 | 0
  readonly address_id: number | null
  readonly lines: readonly ({ id?: number | null; line?: string; quantity?: number | null; amount?: number | null; restock?: 1 | 0 })[]
  readonly goods: readonly ({ id?: number | null; line?: string; quantity?: number | null; amount?: number | null })[]
  readonly audit_note: string
}

interface ShopOrderRefundReceive {
  readonly result: 'accept' | 'reject'
  readonly lines: readonly ({ id?: number | null; line?: string; quantity?: number | null; restock?: 1 | 0 })[]
  readonly images: readonly string[]
  readonly note: string
}

interface ShopOrderRefundRemark {
  readonly admin_remark: string
}

interface ShopRechargeOrderPay {
  readonly trade_no: string
  readonly remark: string
}

interface ShopRechargeOrderRefund {
  readonly amount: number
  readonly reason: string
}

interface ShopRechargeOrderRemark {
  readonly remark: string
}

interface ShopTeamJoinRegister {
  readonly type: 'person' | 'team'
  readonly competition_id: number
  readonly group_name: string
  readonly user_id: number
  readonly team_id: number | null
  readonly contestant_ids: readonly number[]
  readonly paid: 1 | 0
  readonly attachments: readonly string[]
  readonly remark: string
}

interface ShopTeamJoinAudit {
  readonly result: 'agree' | 'refuse'
  readonly note: string
}

interface ShopTeamJoinPay {
  readonly remark: string
}

interface ShopTeamJoinCancel {
  readonly reason: string
  readonly refund_amount: number | null
}

interface ShopTeamTeamAudit {
  readonly result: 'agree' | 'refuse'
  readonly note: string
}

interface ShopTeamTeamDissolve {
  readonly reason: string
}

interface ShopUserLevelRemove {
  readonly target_id: number | null
}

interface ShopUserUserMoney {
  readonly money: number
  readonly memo: string
}

interface ShopUserUserScore {
  readonly score: number
  readonly memo: string
}

interface ShopUserUserCoupon {
  readonly coupon_id: number
  readonly quantity: number
}

interface ShopUserUserCouponCount {
  readonly coupon_id: number
  readonly quantity: number
}

interface ShopUserUserSetTags {
  readonly tags: readonly string[]
}

interface ShopUserUserSetLevel {
  readonly level_id: number
  readonly level_lock: 1 | 0
}
