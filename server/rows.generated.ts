// Written by `npm run docs` from the tables of src/schemas/pages and src/schemas/entities. Change those, then run it again.
//
// A row of each table as a statement returns it (`sql<Pick<ShopOrderRow, 'id' | 'status'>>`): amounts are whole fen, times unix seconds,
// numeric columns text. `findRow` gives model values: the same, but numbers for numeric columns, and what the field's kind makes of
// booleans and points in time.

/** A row of `admin`. */
export interface AdminRow {
  id: number
  username: string
  nickname: string
  avatar: string
  email: string
  mobile: string
  password: string
  motto: string
  status: 1 | 0
  last_login_time: number | null
  last_login_ip: string
  login_failure: number
  second_factor: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `admin_group`. */
export interface AdminGroupRow {
  id: number
  pid: number
  name: string
  rules: readonly string[]
  data_scope: 'own' | 'children' | 'all'
  status: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `admin_group_access`. */
export interface AdminGroupAccessRow {
  id: number
  uid: number
  group_id: number
  create_time: number | null
  update_time: number | null
}

/** A row of `admin_log`. */
export interface AdminLogRow {
  id: number
  admin_id: number | null
  username: string
  url: string
  title: string
  data: string
  ip: string
  useragent: string
  create_time: number | null
  update_time: number | null
}

/** A row of `admin_recovery_code`. */
export interface AdminRecoveryCodeRow {
  id: number
  admin_id: number
  code_hash: string
  used_time: number | null
  create_time: number | null
  update_time: number | null
}

/** A row of `admin_rule`. */
export interface AdminRuleRow {
  id: number
  pid: number
  type: 'menu_dir' | 'menu' | 'button'
  title: string
  title_en: string
  name: string
  path: string
  icon: string
  menu_type: 'tab' | 'link' | 'iframe' | null
  url: string
  component: string
  extend: 'none' | 'add_rules_only' | 'add_menu_only'
  remark: string
  weigh: number
  keepalive: 1 | 0
  status: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `admin_rule_seed`. */
export interface AdminRuleSeedRow {
  id: number
  rule_id: number
  create_time: number | null
  update_time: number | null
}

/** A row of `admin_second_factor`. */
export interface AdminSecondFactorRow {
  admin_id: number
  secret: string
  recovery_salt: string
  last_step: number
  create_time: number | null
  update_time: number | null
}

/** A row of `admin_session`. */
export interface AdminSessionRow {
  id: string
  admin_id: number
  access_hash: string
  access_time: number
  previous_access_hash: string
  refresh_hash: string
  previous_hash: string
  salt: string
  sequence: number
  refreshed_time: number | null
  expires_time: number
  ip: string
  user_agent: string
  create_time: number | null
  update_time: number | null
}

/** A row of `attachment`. */
export interface AttachmentRow {
  id: number
  topic: string
  admin_id: number
  user_id: number
  url: string
  name: string
  suffix: string
  mimetype: string
  size: number
  width: number
  height: number
  quote: number
  storage: string
  sha1: string
  last_upload_time: number | null
  create_time: number | null
  update_time: number | null
}

/** A row of `audit`. */
export interface AuditRow {
  id: number
  admin_id: number
  username: string
  action: string
  table_name: string
  row_key: string
  detail: string
  ip: string
  request_id: string
  previous_hash: string
  hash: string
  create_time: number | null
  update_time: number | null
}

/** A row of `captcha`. */
export interface CaptchaRow {
  key: string
  answer: string
  tries: number
  solved: 1 | 0
  expires_time: number
  create_time: number | null
  update_time: number | null
}

/** A row of `config`. */
export interface ConfigRow {
  name: string
  value: string
  create_time: number | null
  update_time: number | null
}

/** A row of `config_item`. */
export interface ConfigItemRow {
  id: number
  name: string
  group: string
  title: string
  type: string
  content: string
  tip: string
  rule: string
  extend: string
  input_extend: string
  weigh: number
  create_time: number | null
  update_time: number | null
}

/** A row of `dataio_export`. */
export interface DataioExportRow {
  id: number
  name: string
  target: string
  format: 'csv' | 'xlsx'
  columns: unknown
  filters: unknown
  sort: string
  zone: string
  lang: string
  status: 0 | 1 | 2 | 3 | 4 | 5
  progress: number
  done: number
  total: number
  size: number
  file: string
  ticket: string
  ticket_time: number | null
  error: string
  expire_time: number | null
  admin_id: number
  create_time: number | null
  update_time: number | null
}

/** A row of `dataio_import`. */
export interface DataioImportRow {
  id: number
  name: string
  target: string
  file: string
  encoding: string
  mode: 'insert' | 'upsert' | 'update'
  match_field: string
  mapping: unknown
  on_error: 'skip' | 'stop'
  lang: string
  status: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7
  progress: number
  done: number
  total: number
  inserted: number
  updated: number
  failed: number
  faults: unknown
  error: string
  error_file: string
  ticket: string
  ticket_time: number | null
  started_time: number | null
  finished_time: number | null
  expire_time: number | null
  admin_id: number
  create_time: number | null
  update_time: number | null
}

/** A row of `idempotency`. */
export interface IdempotencyRow {
  id: string
  body_hash: string
  answer: string
  create_time: number | null
  update_time: number | null
}

/** A row of `job`. */
export interface JobRow {
  id: number
  kind: string
  ref_id: number
  lease: string
  lease_time: number | null
  attempts: number
  create_time: number | null
  update_time: number | null
}

/** A row of `login_throttle`. */
export interface LoginThrottleRow {
  name: string
  attempts: number
  failures: number
  until_time: number
  last_time: number
  create_time: number | null
  update_time: number | null
}

/** A row of `saved_view`. */
export interface SavedViewRow {
  id: number
  admin_id: number
  screen: string
  name: string
  query: string
  columns: unknown
  weigh: number | null
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_banner`. */
export interface ShopBannerRow {
  id: number
  title: string
  position: 'home' | 'classify' | 'coupon' | 'points' | 'member'
  image: string
  image_mobile: string
  alt: string
  background: string
  link_type: 'none' | 'goods' | 'classify' | 'url'
  goods_id: number | null
  classify_id: number | null
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
  audience: 'all' | 'new'
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
  action: 'collect' | 'exchange' | 'send' | 'register' | 'put_in' | 'release' | 'use' | 'give_back' | 'expire' | 'extend' | 'revoke'
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
  source: 'center' | 'send' | 'register' | 'recharge' | 'points' | 'code'
  status: 1 | 2 | 3 | 4 | 5
  order_no: string | null
  amount: number | null
  valid_start: number
  valid_end: number
  use_time: number | null
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

/** A row of `shop_goods`. */
export interface ShopGoodsRow {
  id: number
  classify_ids: readonly number[]
  name: string
  subtitle: string
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
  subtitle: string
  position: 'home_hot' | 'home_new' | 'cart' | 'detail'
  icon: string
  color: string
  cover: string
  mode: 'manual' | 'auto'
  goods_ids: readonly number[]
  auto_rule: 'sales_30' | 'newest' | null
  classify_id: number | null
  limit: number
  start_time: number | null
  end_time: number | null
  weigh: number
  status: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_money_back`. */
export interface ShopMoneyBackRow {
  id: number
  back_no: string
  order_id: number
  refund_id: number | null
  kind: 'refund' | 'close' | 'cancel' | 'late'
  amount: number
  channel: 'balance' | 'wechat' | 'alipay' | 'offline'
  status: 1 | 2 | 3
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
  message_type: 'order' | 'order_cancel' | 'order_refund' | 'order_export' | 'low_stock' | 'refund_ship' | 'action'
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

/** A row of `shop_notify_setting`. */
export interface ShopNotifySettingRow {
  id: number
  message_type: 'order' | 'order_cancel' | 'order_refund' | 'order_export' | 'low_stock' | 'refund_ship' | 'action'
  title: string
  title_en: string
  template: string
  template_en: string
  popup: 1 | 0
  sound: 1 | 0
  audio: string
  volume: string
  group_ids: readonly number[]
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
  goods_amount: number
  delivery_amount: number
  level_amount: number
  coupon_amount: number
  score_amount: number
  adjust_amount: number
  pay_amount: number
  refund_amount: number
  score: number
  give_score: number
  pay_type: 'balance' | 'wechat' | 'alipay' | 'offline' | null
  trade_no: string
  receiver_name: string
  receiver_mobile: string
  receiver_city: string
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
  action: 'create' | 'pay' | 'confirm_pay' | 'late_pay' | 'adjust' | 'apply_cancel' | 'withdraw_cancel' | 'cancel' | 'cancel_agree' | 'cancel_refuse' | 'deliver_part' | 'deliver' | 'receive' | 'evaluate' | 'finish' | 'close' | 'time_out' | 'refund' | 'refund_all' | 'remark'
  from: 1 | 2 | 3 | 4 | 5 | 6 | 7 | null
  to: 1 | 2 | 3 | 4 | 5 | 6 | 7 | null
  note: string
  data: unknown
  create_time: number | null
  update_time: number | null
}

/** A row of `shop_refund`. */
export interface ShopRefundRow {
  id: number
  refund_no: string
  order_id: number
  user_id: number
  type: 1 | 2
  reason: 'no_need' | 'quality' | 'wrong' | 'late' | 'damaged' | 'other' | null
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
  end_reason: string
  return_address: unknown
  company_id: number | null
  tracking_no: string
  ship_images: readonly string[]
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
  action: 'apply' | 'withdraw' | 'agree' | 'refuse' | 'order_closed' | 'send' | 'accept' | 'reject' | 'time_out' | 'money_sent' | 'money_failed' | 'retry'
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

/** A row of `user`. */
export interface UserRow {
  id: number
  username: string
  nickname: string
  group_id: number
  avatar: string
  email: string
  mobile: string
  gender: 0 | 1 | 2
  birthday: string | null
  money: number
  score: number
  password: string
  motto: string
  status: 'enable' | 'disable'
  last_login_time: number | null
  last_login_ip: string
  login_failure: number
  join_time: number | null
  join_ip: string
  create_time: number | null
  update_time: number | null
  delete_time: number | null
}

/** A row of `user_group`. */
export interface UserGroupRow {
  id: number
  name: string
  rules: readonly string[]
  remark: string
  status: 1 | 0
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

/** A row of `user_rule`. */
export interface UserRuleRow {
  id: number
  pid: number
  type: 'route' | 'menu_dir' | 'menu' | 'nav' | 'nav_user_menu' | 'button'
  title: string
  title_en: string
  name: string
  path: string
  icon: string
  menu_type: 'tab' | 'link' | 'iframe'
  url: string
  component: string
  no_login_valid: 1 | 0
  extend: 'none' | 'add_rules_only' | 'add_menu_only'
  remark: string
  weigh: number
  status: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `user_rule_seed`. */
export interface UserRuleSeedRow {
  id: number
  rule_id: number
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
  source: 'manual' | 'register' | 'sign_in' | 'order' | 'deduct' | 'back' | 'refund' | 'evaluate' | 'exchange' | 'competition' | 'recharge' | 'birthday' | 'expire'
  ref_no: string | null
  expire_time: number | null
  memo: string
  admin_id: number | null
  create_time: number | null
  update_time: number | null
}

/** A row of `user_session`. */
export interface UserSessionRow {
  id: string
  user_id: number
  access_hash: string
  access_time: number
  previous_access_hash: string
  refresh_hash: string
  previous_hash: string
  salt: string
  sequence: number
  refreshed_time: number | null
  expires_time: number
  ip: string
  user_agent: string
  create_time: number | null
  update_time: number | null
}

/** A row of `verification_code`. */
export interface VerificationCodeRow {
  id: number
  target: string
  event: string
  code_hash: string
  tries: number
  ip: string
  expires_time: number
  create_time: number | null
  update_time: number | null
}
