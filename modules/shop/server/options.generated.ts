// Written by `npm run docs` from the named options of modules/shop. Change those, then run it again.

/** Values of `points_order.status`. */
export const PointsOrderStatus = {
  toShip: 1,
  toReceive: 2,
  complete: 3,
  cancelled: 4,
} as const

/** Values of `shop_coupon_receive.status`. */
export const ShopCouponReceiveStatus = {
  unused: 1,
  locked: 2,
  used: 3,
  expired: 4,
  revoked: 5,
} as const

/** Values of `shop_money_back.status`. */
export const ShopMoneyBackStatus = {
  sending: 1,
  sent: 2,
  failed: 3,
} as const

/** Values of `shop_order.status`. */
export const ShopOrderStatus = {
  toPay: 1,
  toShip: 2,
  toReceive: 3,
  toEvaluate: 4,
  complete: 5,
  cancelled: 6,
  applyCancel: 7,
} as const

/** Values of `shop_order.pay_status`. */
export const ShopOrderPayStatus = {
  unpaid: 0,
  paid: 1,
  partlyRefunded: 2,
  refunded: 3,
} as const

/** Values of `shop_order.ship_status`. */
export const ShopOrderShipStatus = {
  none: 0,
  partly: 1,
  shipped: 2,
} as const

/** Values of `shop_payment.status`. */
export const ShopPaymentStatus = {
  waiting: 1,
  paid: 2,
  returned: 3,
} as const

/** Values of `shop_recharge_order.status`. */
export const ShopRechargeOrderStatus = {
  toPay: 1,
  paid: 2,
  cancelled: 3,
  refunded: 4,
} as const

/** Values of `shop_refund.type`. */
export const ShopRefundType = {
  money: 1,
  goods: 2,
} as const

/** Values of `shop_refund.audit_status`. */
export const ShopRefundAuditStatus = {
  wait: 1,
  agree: 2,
  refuse: 3,
} as const

/** Values of `shop_refund.status`. */
export const ShopRefundStatus = {
  open: 1,
  done: 2,
  ended: 3,
} as const

/** Values of `shop_refund.user_ship_status`. */
export const ShopRefundUserShipStatus = {
  none: 0,
  sent: 1,
  received: 2,
} as const

/** Values of `shop_refund.money_status`. */
export const ShopRefundMoneyStatus = {
  none: 0,
  sending: 1,
  sent: 2,
  failed: 3,
} as const

/** Values of `shop_team.status`. */
export const ShopTeamStatus = {
  toAudit: 1,
  approved: 2,
  refused: 3,
  dissolved: 4,
} as const

/** Values of `shop_team_join.status`. */
export const ShopTeamJoinStatus = {
  toPay: 1,
  toAudit: 2,
  approved: 3,
  refused: 4,
  cancelled: 5,
} as const

/** Values of `shop_user_competition.check_in`. */
export const ShopUserCompetitionCheckIn = {
  open: 0,
  present: 1,
  absent: 2,
} as const
