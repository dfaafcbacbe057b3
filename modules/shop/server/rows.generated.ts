// Written by `npm run docs` from the tables of modules/shop. Change those, then run it again.
//
// A row of each table as a statement returns it (`sql<Pick<UserRow, 'id' | 'status'>>`): amounts are whole fen, times unix seconds,
// numeric columns text. `findRow` gives model values: the same, but numbers for numeric columns, and what the field's kind makes of
// booleans and points in time.

/** A row of `points_goods`. */
export interface PointsGoodsRow {
  id: number
  title: string
  type: 'goods' | 'coupon' | 'money'
  coupon_id: number | null
  money_value: number | null
  image: string
  images: readonly string[]
  content: string
  score: number
  money: number
  market_price: number | null
  stock: number
  per_limit: number
  level_ids: readonly number[]
  start_time: number | null
  end_time: number | null
  weigh: number | null
  status: 1 | 0
  sales: number
  create_time: number | null
  update_time: number | null
  delete_time: number | null
}

/** A row of `points_order`. */
export interface PointsOrderRow {
  id: number
  order_no: string
  user_id: number
  goods_id: number
  title: string
  image: string
  type: 'goods' | 'coupon' | 'money'
  quantity: number
  score: number
  money: number
  receiver_name: string
  receiver_mobile: string
  receiver_city: readonly number[]
  receiver_address: string
  company_id: number | null
  tracking_no: string
  remark: string
  cancel_reason: string
  status: 1 | 2 | 3 | 4
  ship_time: number | null
  finish_time: number | null
  auto_receive_time: number | null
  create_time: number | null
  update_time: number | null
}

/** A row of `points_order_log`. */
export interface PointsOrderLogRow {
  id: number
  order_id: number
  actor: 'admin' | 'member' | 'system'
  actor_id: number | null
  actor_name: string
  action: 'create' | 'give' | 'deliver' | 'receive' | 'time_out' | 'cancel' | 'remark'
  from: 1 | 2 | 3 | 4 | null
  to: 1 | 2 | 3 | 4
  note: string
  create_time: number | null
  update_time: number | null
}

/** A row of `points_rule`. */
export interface PointsRuleRow {
  id: number
  event: 'register' | 'sign_in' | 'order_complete' | 'evaluate' | 'evaluate_image' | 'competition_finish' | 'birthday' | 'profile'
  title: string
  mode: 'fixed' | 'ratio' | 'ladder'
  value: number | null
  ratio: string | null
  ladder: readonly { day: number; value: number }[]
  day_limit: number
  valid_days: number
  remark: string
  weigh: number | null
  status: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `points_stock_log`. */
export interface PointsStockLogRow {
  id: number
  goods_id: number
  delta: number
  before: number
  after: number
  reason: 'manual' | 'exchange' | 'cancel'
  ref_no: string
  memo: string
  admin_name: string
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_banner`. */
export interface ShopBannerRow {
  id: number
  title: string
  title_en: string
  position: 'home' | 'classify' | 'coupon' | 'points' | 'member'
  image: string
  image_mobile: string
  image_en: string
  image_mobile_en: string
  alt: string
  background: string
  link_type: 'none' | 'goods' | 'classify' | 'coupon' | 'competition' | 'url'
  goods_id: number | null
  classify_id: number | null
  coupon_id: number | null
  competition_id: number | null
  link_url: string
  start_time: number | null
  end_time: number | null
  clicks: number
  views: number
  weigh: number
  status: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_cart`. */
export interface ShopCartRow {
  id: number
  user_id: number
  sku_id: number
  quantity: number
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_competition`. */
export interface ShopCompetitionRow {
  id: number
  title: string
  cover: string
  images: readonly string[]
  season: number
  category: 'run' | 'ride' | 'ball' | 'esport' | 'other'
  type: 'person' | 'team'
  result_type: 'time' | 'score' | 'distance'
  city: readonly number[]
  place: string
  join_start: number
  join_end: number
  start_time: number
  end_time: number
  start_gun: string | null
  groups: readonly ({ name: string; fee: number; quota: number; gender?: 0 | 1 | 2 | null; min_age?: number | null; max_age?: number | null })[]
  team_min: number | null
  team_max: number | null
  need_idnumber: 1 | 0
  need_audit: 1 | 0
  refund_until: number | null
  content: string
  rules_file: readonly string[]
  contact_mobile: string
  weigh: number
  status: 1 | 0
  join_count: number
  result_count: number
  create_time: number | null
  update_time: number | null
  delete_time: number | null
}

/** A row of `shop_contestant`. */
export interface ShopContestantRow {
  id: number
  user_id: number
  name: string
  idnumber: string
  idnumber_sealed: string
  gender: 1 | 2
  birthday: string | null
  mobile: string
  email: string
  blood: 'A' | 'B' | 'AB' | 'O' | 'unknown'
  size: 'XS' | 'S' | 'M' | 'L' | 'XL' | 'XXL'
  city: readonly number[]
  emergency_name: string
  emergency_mobile: string
  avatar: string
  health_file: string
  is_self: 1 | 0
  status: 1 | 0
  create_time: number | null
  update_time: number | null
  delete_time: number | null
}

/** A row of `shop_coupon`. */
export interface ShopCouponRow {
  id: number
  title: string
  description: string
  type: 1 | 2 | 3 | 4
  threshold: number
  amount: number | null
  discount: string | null
  max_amount: number | null
  scope: 'all' | 'classify' | 'goods' | 'exclude'
  classify_ids: readonly number[]
  goods_ids: readonly number[]
  total: number
  received: number
  remaining: number
  used: number
  cost: number
  per_limit: number
  receive_start: number | null
  receive_end: number | null
  valid_type: 1 | 2
  valid_start: number | null
  valid_end: number | null
  valid_days: number | null
  level_ids: readonly number[]
  new_only: 1 | 0
  stack_level: 1 | 0
  stack_score: 1 | 0
  code_mode: 'none' | 'code'
  return_on_refund: 1 | 0
  status: 1 | 0
  create_time: number | null
  update_time: number | null
  delete_time: number | null
}

/** A row of `shop_coupon_center`. */
export interface ShopCouponCenterRow {
  id: number
  coupon_id: number
  position: readonly ('center' | 'home' | 'goods' | 'register')[]
  label: string
  color: string
  audience: 'all' | 'new' | 'level'
  level_ids: readonly number[]
  start_time: number
  end_time: number
  daily_quota: number
  weigh: number | null
  status: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_coupon_code`. */
export interface ShopCouponCodeRow {
  id: number
  coupon_id: number
  code: string
  status: 1 | 2 | 3
  receive_id: number | null
  use_time: number | null
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_coupon_log`. */
export interface ShopCouponLogRow {
  id: number
  receive_id: number
  actor: 'admin' | 'member' | 'system'
  actor_id: number | null
  actor_name: string
  action: 'collect' | 'exchange' | 'send' | 'register' | 'recharge' | 'put_in' | 'release' | 'use' | 'give_back' | 'expire' | 'extend' | 'revoke'
  from: 1 | 2 | 3 | 4 | 5 | null
  to: 1 | 2 | 3 | 4 | 5
  note: string
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_coupon_receive`. */
export interface ShopCouponReceiveRow {
  id: number
  coupon_id: number
  user_id: number
  center_id: number | null
  code: string
  source: 'center' | 'send' | 'register' | 'recharge' | 'points' | 'code' | 'level'
  status: 1 | 2 | 3 | 4 | 5
  order_no: string | null
  amount: number | null
  valid_start: number
  valid_end: number
  use_time: number | null
  remind_time: number | null
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_coupon_send`. */
export interface ShopCouponSendRow {
  id: number
  coupon_id: number
  target: 'users' | 'level' | 'all'
  user_ids: readonly number[]
  level_ids: readonly number[]
  quantity: number
  status: 0 | 1 | 2 | 3 | 4
  total: number
  done: number
  sent: number
  last_id: number
  until_id: number
  error_code: string
  error_params: unknown
  admin_id: number | null
  admin_name: string
  finish_time: number | null
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_delivery_address`. */
export interface ShopDeliveryAddressRow {
  id: number
  name: string
  mobile: string
  tel: string
  city: readonly number[]
  address: string
  zip: string
  types: readonly ('ship' | 'return')[]
  default_ship: 1 | 0
  default_return: 1 | 0
  remark: string
  status: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_delivery_company`. */
export interface ShopDeliveryCompanyRow {
  id: number
  name: string
  code: string
  logo: string
  phone: string
  website: string
  tracking_url: string
  no_pattern: string
  weigh: number
  status: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_delivery_template`. */
export interface ShopDeliveryTemplateRow {
  id: number
  name: string
  billing: 1 | 2 | 3
  areas: readonly ({ is_default?: 1 | 0; regions?: readonly number[]; first_quantity: number; first_fee: number; continue_quantity: number; continue_fee: number })[]
  free: readonly ({ regions?: readonly number[]; condition: 'amount' | 'quantity' | 'both'; amount?: number | null; quantity?: number | null })[]
  refuse_regions: readonly number[]
  ship_address_id: number | null
  ship_days: number
  company_ids: readonly number[]
  weigh: number
  status: 1 | 0
  create_time: number | null
  update_time: number | null
  delete_time: number | null
}

/** A row of `shop_evaluate`. */
export interface ShopEvaluateRow {
  id: number
  order_id: number
  order_no: string
  order_goods_id: number
  user_id: number
  goods_id: number
  spec: string
  score: string
  delivery_score: string
  service_score: string
  content: string
  images: readonly string[]
  append_content: string
  append_time: number | null
  anonymous: 1 | 0
  reply: string
  reply_time: number | null
  is_top: 1 | 0
  status: 1 | 0
  create_time: number | null
  update_time: number | null
  delete_time: number | null
}

/** A row of `shop_goods`. */
export interface ShopGoodsRow {
  id: number
  classify_ids: readonly number[]
  name: string
  name_en: string
  subtitle: string
  subtitle_en: string
  goods_no: string
  images: readonly string[]
  video: string
  unit: 'jian' | 'ge' | 'he' | 'tao' | 'shuang' | 'ping' | 'ben' | 'kg'
  tags: readonly ('hot' | 'new' | 'recommend' | 'limited')[]
  keywords: string
  service_ids: readonly number[]
  params_template_id: number | null
  params: readonly { key: string; value: string }[]
  content: string
  spec_type: 'single' | 'multi'
  spec_template_id: number | null
  template_id: number | null
  ship_type: 'express' | 'pickup'
  low_stock: number
  per_limit: number
  min_buy: number
  virtual_sales: number
  score_deduct: 1 | 0
  level_discount: 1 | 0
  on_sale_time: number | null
  off_sale_time: number | null
  next_sale_time: number | null
  weigh: number
  status: 1 | 0 | 2
  price: number
  price_max: number
  stock: number
  sales: number
  views: number
  score: string | null
  evaluate_count: number
  admin_id: number | null
  create_time: number | null
  update_time: number | null
  delete_time: number | null
}

/** A row of `shop_goods_attr`. */
export interface ShopGoodsAttrRow {
  id: number
  goods_id: number
  name: string
  value: string
  image: string
  sort: number
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_goods_classify`. */
export interface ShopGoodsClassifyRow {
  id: number
  pid: number
  name: string
  name_en: string
  icon: string
  image: string
  banner: string
  description: string
  is_nav: 1 | 0
  weigh: number
  status: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_goods_params_template`. */
export interface ShopGoodsParamsTemplateRow {
  id: number
  name: string
  classify_ids: readonly number[]
  params: readonly { key: string; value: string }[]
  weigh: number
  status: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_goods_service`. */
export interface ShopGoodsServiceRow {
  id: number
  name: string
  icon: string
  image: string
  color: string
  description: string
  is_default: 1 | 0
  weigh: number
  status: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_goods_sku`. */
export interface ShopGoodsSkuRow {
  id: number
  goods_id: number
  spec_key: string
  spec_text: string
  image: string
  price: number
  origin_price: number | null
  cost_price: number | null
  stock: number
  weight_g: number
  volume_cm3: number
  sku_code: string
  low_stock: number | null
  sales: number
  status: 1 | 0
  create_time: number | null
  update_time: number | null
  delete_time: number | null
}

/** A row of `shop_goods_spec_template`. */
export interface ShopGoodsSpecTemplateRow {
  id: number
  name: string
  specs: readonly ({ name: string; values: readonly { value: string }[]; with_image?: 1 | 0 })[]
  remark: string
  weigh: number
  status: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_goods_stock_log`. */
export interface ShopGoodsStockLogRow {
  id: number
  sku_id: number
  delta: number
  before: number
  after: number
  reason: 'initial' | 'order' | 'cancel' | 'refund' | 'close' | 'manual' | 'import'
  ref_no: string
  memo: string
  admin_id: number | null
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_hot_recommend`. */
export interface ShopHotRecommendRow {
  id: number
  title: string
  title_en: string
  subtitle: string
  subtitle_en: string
  position: 'home_hot' | 'home_new' | 'cart' | 'detail'
  icon: string
  color: string
  cover: string
  mode: 'manual' | 'auto'
  goods_ids: readonly number[]
  auto_rule: 'sales_30' | 'newest' | 'score' | null
  classify_id: number | null
  limit: number
  start_time: number | null
  end_time: number | null
  weigh: number
  status: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_ledger_check`. */
export interface ShopLedgerCheckRow {
  id: number
  day: string
  faults: number
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_ledger_fault`. */
export interface ShopLedgerFaultRow {
  id: number
  user_id: number
  ledger: 'money' | 'score'
  held: string
  booked: string
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_money_back`. */
export interface ShopMoneyBackRow {
  id: number
  back_no: string
  order_id: number | null
  recharge_id: number | null
  refund_id: number | null
  kind: 'refund' | 'close' | 'cancel' | 'late' | 'recharge'
  amount: number
  channel: 'balance' | 'wechat' | 'alipay' | 'offline'
  status: 1 | 2 | 3
  trade_no: string
  total: number
  send_time: number | null
  asked: number
  error: string
  tries: number
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_notice_bar`. */
export interface ShopNoticeBarRow {
  id: number
  content: string
  content_en: string
  icon: string
  color: string
  background: string
  link_url: string
  detail: string
  detail_en: string
  closable: 1 | 0
  scroll: 1 | 0
  audience: 'all' | 'guest' | 'member'
  start_time: number | null
  end_time: number | null
  weigh: number
  status: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_notify`. */
export interface ShopNotifyRow {
  id: number
  admin_id: number
  message_type: 'order' | 'order_cancel' | 'order_refund' | 'order_export' | 'low_stock' | 'refund_ship' | 'action' | 'mention'
  message: string
  message_en: string
  message_data: unknown
  object_key: string
  audio_path: string
  status: 0 | 1
  read_time: number | null
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_notify_send`. */
export interface ShopNotifySendRow {
  id: number
  setting_id: number | null
  notify_id: number
  admin_id: number
  channel: 'email' | 'sms'
  status: 0 | 1 | 2
  fault: 'noMail' | 'noSms' | 'noAddress' | 'unknownHost' | 'ownNetwork' | 'insecure' | 'noConnection' | 'tooSlow' | 'tls' | 'login' | 'address' | 'refused' | 'noTemplate' | 'noSecret' | 'tooMany' | 'internal' | null
  tries: number
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_notify_setting`. */
export interface ShopNotifySettingRow {
  id: number
  message_type: 'order' | 'order_cancel' | 'order_refund' | 'order_export' | 'low_stock' | 'refund_ship' | 'action' | 'mention'
  title: string
  title_en: string
  template: string
  template_en: string
  popup: 1 | 0
  sound: 1 | 0
  audio: string
  volume: string
  group_ids: readonly number[]
  channels: readonly ('site' | 'email' | 'sms')[]
  quiet_start: string | null
  quiet_end: string | null
  merge_seconds: number
  status: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_order`. */
export interface ShopOrderRow {
  id: number
  order_no: string
  user_id: number
  source: 'web' | 'h5' | 'mini' | 'admin'
  status: 1 | 2 | 3 | 4 | 5 | 6 | 7
  status_before: number | null
  pay_status: 0 | 1 | 2 | 3
  ship_status: 0 | 1 | 2
  stock_mode: 'create' | 'pay'
  goods_amount: number
  delivery_amount: number
  level_amount: number
  coupon_amount: number
  score_amount: number
  adjust_amount: number
  pay_amount: number
  refund_amount: number
  score: number
  receive_id: number | null
  give_score: number
  pay_type: 'balance' | 'wechat' | 'alipay' | 'offline' | null
  trade_no: string
  receiver_name: string
  receiver_mobile: string
  receiver_city: string
  receiver_region: readonly number[]
  receiver_address: string
  user_remark: string
  admin_remark: string
  flag: string
  cancel_reason: string
  close_reason: 'out_of_stock' | 'member_request' | 'duplicate' | 'risk' | 'other' | null
  close_note: string
  pay_time: number | null
  ship_time: number | null
  receive_time: number | null
  evaluate_time: number | null
  finish_time: number | null
  cancel_time: number | null
  auto_close_time: number | null
  auto_receive_time: number | null
  auto_finish_time: number | null
  refund_until: number | null
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_order_delivery`. */
export interface ShopOrderDeliveryRow {
  id: number
  order_id: number
  company_id: number | null
  company_name: string
  tracking_no: string
  address_id: number | null
  quantity: number
  lines: unknown
  notify_user: 1 | 0
  admin_id: number | null
  admin_name: string
  receive_time: number | null
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_order_goods`. */
export interface ShopOrderGoodsRow {
  id: number
  order_id: number
  goods_id: number
  sku_id: number
  name: string
  name_en: string
  image: string
  spec_text: string
  sku_code: string
  price: number
  quantity: number
  shipped: number
  returned: number
  refunded_quantity: number
  amount: number
  pay_share: number
  refunded_amount: number
  refund_id: number | null
  evaluated: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_order_log`. */
export interface ShopOrderLogRow {
  id: number
  order_id: number
  actor: 'admin' | 'member' | 'system'
  actor_id: number | null
  actor_name: string
  action: 'create' | 'pay' | 'confirm_pay' | 'late_pay' | 'pay_no_stock' | 'pay_match' | 'adjust' | 'apply_cancel' | 'withdraw_cancel' | 'cancel' | 'cancel_agree' | 'cancel_refuse' | 'deliver_part' | 'deliver' | 'receive' | 'evaluate' | 'finish' | 'close' | 'time_out' | 'refund' | 'refund_all' | 'retry' | 'remark' | 'address' | 'parcel'
  from: 1 | 2 | 3 | 4 | 5 | 6 | 7 | null
  to: 1 | 2 | 3 | 4 | 5 | 6 | 7 | null
  note: string
  data: unknown
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_payment`. */
export interface ShopPaymentRow {
  id: number
  pay_no: string
  order_id: number | null
  recharge_id: number | null
  join_id: number | null
  channel: 'wechat' | 'alipay'
  amount: number
  status: 1 | 2 | 3
  trade_no: string | null
  pay_time: number | null
  expire_time: number
  ask_time: number | null
  asked: number
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_payment_notice`. */
export interface ShopPaymentNoticeRow {
  id: number
  nonce: string
  event: 'payment' | 'refund'
  number: string
  state: 'processing' | 'done' | 'failed'
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_recharge_log`. */
export interface ShopRechargeLogRow {
  id: number
  order_id: number
  actor: 'admin' | 'member' | 'system'
  actor_id: number | null
  actor_name: string
  action: 'create' | 'pay' | 'confirm_pay' | 'cancel' | 'time_out' | 'late_pay' | 'pay_twice' | 'pay_match' | 'refund' | 'retry'
  from: 1 | 2 | 3 | 4 | null
  to: 1 | 2 | 3 | 4
  note: string
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_recharge_order`. */
export interface ShopRechargeOrderRow {
  id: number
  order_no: string
  user_id: number
  plan_id: number
  amount: number
  gift_money: number
  gift_score: number
  gift_coupons: unknown
  pay_type: 'wechat' | 'alipay' | 'offline' | null
  trade_no: string
  pay_time: number | null
  status: 1 | 2 | 3 | 4
  refund_amount: number
  remark: string
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_recharge_plan`. */
export interface ShopRechargePlanRow {
  id: number
  title: string
  amount: number
  gift_money: number
  gift_score: number
  gift_coupon_ids: readonly number[]
  per_limit: number
  new_only: 1 | 0
  level_ids: readonly number[]
  label: string
  color: string
  start_time: number | null
  end_time: number | null
  weigh: number | null
  status: 1 | 0
  sold: number
  income: number
  create_time: number | null
  update_time: number | null
  delete_time: number | null
}

/** A row of `shop_refund`. */
export interface ShopRefundRow {
  id: number
  refund_no: string
  order_id: number
  user_id: number
  type: 1 | 2
  reason: string | null
  description: string
  images: readonly string[]
  amount: number
  agree_amount: number
  include_delivery: 1 | 0
  audit_status: 1 | 2 | 3
  status: 1 | 2 | 3
  user_ship_status: 0 | 1 | 2
  money_status: 0 | 1 | 2 | 3
  audit_note: string
  admin_remark: string
  end_reason: 'withdrawn' | 'order_closed' | 'not_sent' | 'rejected' | null
  return_address: unknown
  company_id: number | null
  tracking_no: string
  ship_images: readonly string[]
  receive_images: readonly string[]
  apply_time: number | null
  audit_time: number | null
  user_ship_time: number | null
  receive_time: number | null
  money_time: number | null
  deadline: number | null
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_refund_goods`. */
export interface ShopRefundGoodsRow {
  id: number
  refund_id: number
  order_goods_id: number
  quantity: number
  amount: number
  restock: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_refund_log`. */
export interface ShopRefundLogRow {
  id: number
  refund_id: number
  actor: 'admin' | 'member' | 'system'
  actor_id: number | null
  actor_name: string
  action: 'apply' | 'shop' | 'change' | 'withdraw' | 'agree' | 'refuse' | 'order_closed' | 'send' | 'tracking' | 'accept' | 'reject' | 'time_out' | 'money_sent' | 'money_failed' | 'retry' | 'remark'
  from: string
  to: string
  note: string
  data: unknown
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_setting`. */
export interface ShopSettingRow {
  name: string
  value: unknown
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_team`. */
export interface ShopTeamRow {
  id: number
  name: string
  logo: string
  color: string
  captain_id: number
  city: readonly number[]
  mobile: string
  slogan: string
  description: string
  members: readonly ({ contestant_id: number; role: 'captain' | 'player' | 'coach' | 'reserve'; number?: number | null })[]
  audit_note: string
  status: 1 | 2 | 3 | 4
  create_time: number | null
  update_time: number | null
  delete_time: number | null
}

/** A row of `shop_team_chengji`. */
export interface ShopTeamChengjiRow {
  id: number
  competition_id: number
  result_type: 'time' | 'score' | 'distance'
  entry_id: number
  contestant_id: number | null
  team_id: number | null
  group_name: string
  round: 'heat' | 'semi' | 'final'
  finish: 'ok' | 'dnf' | 'dns' | 'dsq'
  time_result: number | null
  score_result: string | null
  rank: number | null
  rank_fixed: number | null
  certificate: string
  images: readonly string[]
  award: string
  award_score: number
  remark: string
  published: 1 | 0
  publish_time: number | null
  change_reason: string
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_team_join`. */
export interface ShopTeamJoinRow {
  id: number
  join_no: string
  competition_id: number
  type: 'person' | 'team'
  team_id: number | null
  contestant_ids: readonly number[]
  contestant_names: string
  user_id: number
  group_name: string
  fee: number
  refund_amount: number
  pay_type: 'balance' | 'wechat' | 'alipay' | 'offline' | null
  trade_no: string
  pay_time: number | null
  expire_time: number | null
  attachments: readonly string[]
  remark: string
  audit_note: string
  cancel_reason: string
  former_id: number | null
  status: 1 | 2 | 3 | 4 | 5
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_team_join_log`. */
export interface ShopTeamJoinLogRow {
  id: number
  join_id: number
  actor: 'admin' | 'member' | 'system'
  actor_id: number | null
  actor_name: string
  action: 'register' | 'again' | 'pay' | 'confirm_pay' | 'agree' | 'pass' | 'refuse' | 'cancel' | 'time_out' | 'late_pay'
  from: 1 | 2 | 3 | 4 | 5 | null
  to: 1 | 2 | 3 | 4 | 5
  note: string
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_team_log`. */
export interface ShopTeamLogRow {
  id: number
  team_id: number
  actor: 'admin' | 'member' | 'system'
  actor_id: number | null
  actor_name: string
  action: 'submit' | 'agree' | 'refuse' | 'resubmit' | 'dissolve'
  from: 1 | 2 | 3 | 4 | null
  to: 1 | 2 | 3 | 4
  note: string
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_user`. */
export interface ShopUserRow {
  id: number
  level_id: number
  level_lock: 1 | 0
  level_until: number | null
  growth: number
  order_count: number
  pay_total: number
  refund_total: number
  last_order_time: number | null
  tags: readonly string[]
  note: string
  blocked: 0 | 1
  block_reason: string
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_user_address`. */
export interface ShopUserAddressRow {
  id: number
  user_id: number
  name: string
  mobile: string
  city: readonly number[]
  address: string
  is_default: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_user_competition`. */
export interface ShopUserCompetitionRow {
  id: number
  competition_id: number
  join_id: number
  user_id: number
  contestant_id: number
  team_id: number | null
  group_name: string
  bib_no: string
  size: 'XS' | 'S' | 'M' | 'L' | 'XL' | 'XXL'
  check_in: 0 | 1 | 2
  check_time: number | null
  remark: string
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_user_competition_log`. */
export interface ShopUserCompetitionLogRow {
  id: number
  entry_id: number
  actor: 'admin' | 'member' | 'system'
  actor_id: number | null
  actor_name: string
  action: 'enter' | 'check_in' | 'undo' | 'absent'
  from: 0 | 1 | 2 | null
  to: 0 | 1 | 2
  note: string
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_user_level`. */
export interface ShopUserLevelRow {
  id: number
  name: string
  level: number
  icon: string
  image: string
  color: string
  growth: number
  discount: string
  score_rate: string
  free_delivery: 1 | 0
  coupon_ids: readonly number[]
  birthday_score: number
  keep_days: number
  rights: readonly { key: string; value: string }[]
  description: string
  status: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_user_sign`. */
export interface ShopUserSignRow {
  id: number
  user_id: number
  day: string
  streak: number
  score: number
  create_time: number | null
  update_time: number | null
}

/** A row of `sms_template`. */
export interface SmsTemplateRow {
  id: number
  title: string
  code: string
  event: 'user_register' | 'user_login' | 'user_retrieve_pwd' | 'user_change_mobile' | 'user_mobile_verify' | 'order_shipped' | 'refund_done' | 'coupon_expiring' | 'join_approved' | 'join_refused' | 'join_cancelled' | 'team_approved' | 'team_refused' | 'result_published' | 'order_adjusted' | 'order_closed' | 'cancel_agreed' | 'cancel_refused' | 'refund_return' | 'refund_refused' | 'refund_rejected' | 'coupon_given' | 'evaluate_replied' | 'admin_notice' | 'custom'
  config_id: number | null
  provider_template: string
  content: string
  variable_ids: readonly number[]
  is_code: 1 | 0
  status: 1 | 0
  sent_count: number
  create_time: number | null
  update_time: number | null
}

/** A row of `user_money_log`. */
export interface UserMoneyLogRow {
  id: number
  user_id: number
  money: number
  before: number
  after: number
  source: 'manual' | 'order' | 'refund' | 'cancel' | 'recharge' | 'gift' | 'recharge_refund' | 'join' | 'points'
  ref_no: string | null
  memo: string
  admin_id: number | null
  create_time: number | null
  update_time: number | null
}

/** A row of `user_score_log`. */
export interface UserScoreLogRow {
  id: number
  user_id: number
  score: number
  before: number
  after: number
  source: 'manual' | 'register' | 'sign_in' | 'order' | 'deduct' | 'back' | 'refund' | 'evaluate' | 'exchange' | 'competition' | 'recharge' | 'birthday' | 'profile' | 'expire'
  ref_no: string | null
  expire_time: number | null
  remaining: number
  memo: string
  admin_id: number | null
  create_time: number | null
  update_time: number | null
}
