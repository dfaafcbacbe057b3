// Written by `npm run docs` from the computed fields of modules/shop/pages. Change their "reads", then run it again.

/** What the functions of computed fields get of each row, by page and function: model values of the fields that they declare. */
export interface Reads {
  'shop/account/contestant': {
    age: ShopAccountContestantAge
  }
  'shop/account/level': {
    nextLevel: ShopAccountLevelNextLevel
    growthNeeded: ShopAccountLevelGrowthNeeded
  }
  'shop/account/order': {
    goodsImages: ShopAccountOrderGoodsImages
    items: ShopAccountOrderItems
  }
  'shop/account/recharge': {
    giftTitles: ShopAccountRechargeGiftTitles
  }
  'shop/account/refund': {
    goods: ShopAccountRefundGoods
    goodsImages: ShopAccountRefundGoodsImages
    stage: ShopAccountRefundStage
    returnTo: ShopAccountRefundReturnTo
    items: ShopAccountRefundItems
  }
  'shop/account/result': {
    finish: ShopAccountResultFinish
    result: ShopAccountResultResult
    rank: ShopAccountResultRank
    award: ShopAccountResultAward
  }
  'shop/adverts/banner': {
    target: ShopAdvertsBannerTarget
    targetState: ShopAdvertsBannerTargetState
    state: ShopAdvertsBannerState
  }
  'shop/adverts/hotRecommend': {
    goodsCount: ShopAdvertsHotRecommendGoodsCount
  }
  'shop/coupon/center': {
    progress: ShopCouponCenterProgress
    state: ShopCouponCenterState
  }
  'shop/coupon/code': {
    member: ShopCouponCodeMember
  }
  'shop/coupon/coupon': {
    valueText: ShopCouponCouponValueText
    validText: ShopCouponCouponValidText
    state: ShopCouponCouponState
  }
  'shop/coupon/send': {
    error: ShopCouponSendError
  }
  'shop/delivery/company': {
    parcelCount: ShopDeliveryCompanyParcelCount
  }
  'shop/delivery/template': {
    areaCount: ShopDeliveryTemplateAreaCount
  }
  'shop/goods/classify': {
    goodsCount: ShopGoodsClassifyGoodsCount
  }
  'shop/goods/goods': {
    spec: ShopGoodsGoodsSpec
    low: ShopGoodsGoodsLow
    problemCount: ShopGoodsGoodsProblemCount
    problems: ShopGoodsGoodsProblems
    stockLog: ShopGoodsGoodsStockLog
  }
  'shop/goods/paramsTemplate': {
    paramNames: ShopGoodsParamsTemplateParamNames
    goodsCount: ShopGoodsParamsTemplateGoodsCount
  }
  'shop/goods/service': {
    goodsCount: ShopGoodsServiceGoodsCount
  }
  'shop/goods/specTemplate': {
    specNames: ShopGoodsSpecTemplateSpecNames
    combinations: ShopGoodsSpecTemplateCombinations
  }
  'shop/order/evaluate': {
    image: ShopOrderEvaluateImage
  }
  'shop/order/export': {
    statusIn: ShopOrderExportStatusIn
    timeField: ShopOrderExportTimeField
    timeFrom: ShopOrderExportTimeFrom
    timeTo: ShopOrderExportTimeTo
  }
  'shop/order/order': {
    goods: ShopOrderOrderGoods
    goodsImages: ShopOrderOrderGoodsImages
    items: ShopOrderOrderItems
    memberOrders: ShopOrderOrderMemberOrders
    memberPaid: ShopOrderOrderMemberPaid
  }
  'shop/order/refund': {
    goods: ShopOrderRefundGoods
    goodsImages: ShopOrderRefundGoodsImages
    refundable: ShopOrderRefundRefundable
    stage: ShopOrderRefundStage
    returnTo: ShopOrderRefundReturnTo
    items: ShopOrderRefundItems
  }
  'shop/recharge/order': {
    giftTitles: ShopRechargeOrderGiftTitles
  }
  'shop/settings': {
    feedPath: ShopSettingsFeedPath
  }
  'shop/team/chengji': {
    result: ShopTeamChengjiResult
  }
  'shop/team/competition': {
    filled: ShopTeamCompetitionFilled
    taken: ShopTeamCompetitionTaken
    stage: ShopTeamCompetitionStage
    places: ShopTeamCompetitionPlaces
  }
  'shop/team/team': {
    memberCount: ShopTeamTeamMemberCount
  }
  'shop/user/contestant': {
    age: ShopUserContestantAge
  }
  'shop/user/ledgerFault': {
    shown: ShopUserLedgerFaultShown
    summed: ShopUserLedgerFaultSummed
    difference: ShopUserLedgerFaultDifference
  }
}

interface ShopAccountContestantAge {
  readonly birthday: string | null
}

interface ShopAccountLevelNextLevel {
  readonly growth: number
}

interface ShopAccountLevelGrowthNeeded {
  readonly growth: number
}

interface ShopAccountOrderGoodsImages {
  readonly id: number
}

interface ShopAccountOrderItems {
  readonly id: number
  readonly status: 1 | 2 | 3 | 4 | 5 | 6 | 7
}

interface ShopAccountRechargeGiftTitles {
  readonly [none: string]: never
}

interface ShopAccountRefundGoods {
  readonly id: number
}

interface ShopAccountRefundGoodsImages {
  readonly id: number
}

interface ShopAccountRefundStage {
  readonly status: 1 | 2 | 3
  readonly user_ship_status: 0 | 1 | 2
}

interface ShopAccountRefundReturnTo {
  readonly [none: string]: never
}

interface ShopAccountRefundItems {
  readonly id: number
}

interface ShopAccountResultFinish {
  readonly id: number
}

interface ShopAccountResultResult {
  readonly id: number
}

interface ShopAccountResultRank {
  readonly id: number
}

interface ShopAccountResultAward {
  readonly id: number
}

interface ShopAdvertsBannerTarget {
  readonly link_type: 'none' | 'goods' | 'classify' | 'coupon' | 'competition' | 'url'
  readonly goods_id: number | null
  readonly classify_id: number | null
  readonly coupon_id: number | null
  readonly competition_id: number | null
  readonly link_url: string
}

interface ShopAdvertsBannerTargetState {
  readonly link_type: 'none' | 'goods' | 'classify' | 'coupon' | 'competition' | 'url'
  readonly goods_id: number | null
  readonly classify_id: number | null
  readonly coupon_id: number | null
  readonly competition_id: number | null
}

interface ShopAdvertsBannerState {
  readonly end_time: number | null
  readonly start_time: number | null
}

interface ShopAdvertsHotRecommendGoodsCount {
  readonly mode: 'manual' | 'auto'
  readonly goods_ids: readonly number[]
  readonly limit: number
  readonly classify_id: number | null
}

interface ShopCouponCenterProgress {
  readonly coupon_id: number
}

interface ShopCouponCenterState {
  readonly end_time: number
  readonly start_time: number
}

interface ShopCouponCodeMember {
  readonly receive_id: number | null
}

interface ShopCouponCouponValueText {
  readonly type: 1 | 2 | 3 | 4
  readonly threshold: number
  readonly amount: number | null
  readonly discount: number | null
  readonly max_amount: number | null
}

interface ShopCouponCouponValidText {
  readonly valid_type: 1 | 2
  readonly valid_days: number | null
  readonly valid_start: number | null
  readonly valid_end: number | null
}

interface ShopCouponCouponState {
  readonly receive_end: number | null
  readonly valid_type: 1 | 2
  readonly valid_end: number | null
  readonly receive_start: number | null
  readonly remaining: number
}

interface ShopCouponSendError {
  readonly error_code: string
  readonly error_params: unknown
}

interface ShopDeliveryCompanyParcelCount {
  readonly id: number
}

interface ShopDeliveryTemplateAreaCount {
  readonly areas: readonly ({ is_default?: 1 | 0; regions?: readonly number[]; first_quantity: number; first_fee: number; continue_quantity: number; continue_fee: number })[]
}

interface ShopGoodsClassifyGoodsCount {
  readonly id: number
}

interface ShopGoodsGoodsSpec {
  readonly id: number
}

interface ShopGoodsGoodsLow {
  readonly id: number
  readonly low_stock: number
}

interface ShopGoodsGoodsProblemCount {
  readonly id: number
  readonly status: 1 | 0 | 2
  readonly on_sale_time: number | null
  readonly off_sale_time: number | null
  readonly classify_ids: readonly number[]
  readonly images: readonly string[]
  readonly template_id: number | null
}

interface ShopGoodsGoodsProblems {
  readonly id: number
}

interface ShopGoodsGoodsStockLog {
  readonly id: number
}

interface ShopGoodsParamsTemplateParamNames {
  readonly params: readonly { key: string; value: string }[]
}

interface ShopGoodsParamsTemplateGoodsCount {
  readonly id: number
}

interface ShopGoodsServiceGoodsCount {
  readonly id: number
}

interface ShopGoodsSpecTemplateSpecNames {
  readonly specs: readonly ({ name: string; values: readonly { value: string }[]; with_image?: 1 | 0 })[]
}

interface ShopGoodsSpecTemplateCombinations {
  readonly specs: readonly ({ name: string; values: readonly { value: string }[]; with_image?: 1 | 0 })[]
}

interface ShopOrderEvaluateImage {
  readonly order_goods_id: number
}

interface ShopOrderExportStatusIn {
  readonly filters: unknown
}

interface ShopOrderExportTimeField {
  readonly filters: unknown
}

interface ShopOrderExportTimeFrom {
  readonly filters: unknown
}

interface ShopOrderExportTimeTo {
  readonly filters: unknown
}

interface ShopOrderOrderGoods {
  readonly id: number
}

interface ShopOrderOrderGoodsImages {
  readonly id: number
}

interface ShopOrderOrderItems {
  readonly id: number
  readonly status: 1 | 2 | 3 | 4 | 5 | 6 | 7
}

interface ShopOrderOrderMemberOrders {
  readonly user_id: number
}

interface ShopOrderOrderMemberPaid {
  readonly user_id: number
}

interface ShopOrderRefundGoods {
  readonly id: number
}

interface ShopOrderRefundGoodsImages {
  readonly id: number
}

interface ShopOrderRefundRefundable {
  readonly order_id: number
}

interface ShopOrderRefundStage {
  readonly status: 1 | 2 | 3
  readonly user_ship_status: 0 | 1 | 2
}

interface ShopOrderRefundReturnTo {
  readonly return_address: unknown
}

interface ShopOrderRefundItems {
  readonly id: number
}

interface ShopRechargeOrderGiftTitles {
  readonly gift_coupons: unknown
}

interface ShopSettingsFeedPath {
  readonly [none: string]: never
}

interface ShopTeamChengjiResult {
  readonly finish: 'ok' | 'dnf' | 'dns' | 'dsq'
  readonly result_type: 'time' | 'score' | 'distance'
  readonly time_result: number | null
  readonly score_result: number | null
}

interface ShopTeamCompetitionFilled {
  readonly id: number
  readonly groups: readonly ({ name: string; fee: number; quota: number; gender?: 0 | 1 | 2 | null; min_age?: number | null; max_age?: number | null })[]
}

interface ShopTeamCompetitionTaken {
  readonly id: number
  readonly groups: readonly ({ name: string; fee: number; quota: number; gender?: 0 | 1 | 2 | null; min_age?: number | null; max_age?: number | null })[]
}

interface ShopTeamCompetitionStage {
  readonly join_start: number
  readonly join_end: number
  readonly start_time: number
  readonly end_time: number
}

interface ShopTeamCompetitionPlaces {
  readonly id: number
  readonly groups: readonly ({ name: string; fee: number; quota: number; gender?: 0 | 1 | 2 | null; min_age?: number | null; max_age?: number | null })[]
}

interface ShopTeamTeamMemberCount {
  readonly members: readonly ({ contestant_id: number; role: 'captain' | 'player' | 'coach' | 'reserve'; number?: number | null })[]
}

interface ShopUserContestantAge {
  readonly birthday: string | null
}

interface ShopUserLedgerFaultShown {
  readonly ledger: 'money' | 'score'
  readonly held: number
}

interface ShopUserLedgerFaultSummed {
  readonly ledger: 'money' | 'score'
  readonly booked: number
}

interface ShopUserLedgerFaultDifference {
  readonly ledger: 'money' | 'score'
  readonly held: number
  readonly booked: number
}
