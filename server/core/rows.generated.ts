// Written by `npm run docs` from the tables of src/schemas. Change those, then run it again.
//
// A row of each table as a statement returns it (`sql<Pick<UserRow, 'id' | 'status'>>`): amounts are whole fen, times unix seconds,
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
  title: string
  url: string
  method: 'POST' | 'DELETE' | null
  data: string
  result_code: 1 | 0 | 303 | 401 | 409
  duration_ms: number
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
  name: string
  rule_id: number
  seeded: unknown
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
  active_time: number | null
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

/** A row of `attachment_owner`. */
export interface AttachmentOwnerRow {
  id: number
  attachment_id: number
  admin_id: number
  user_id: number
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

/** A row of `crud_log`. */
export interface CrudLogRow {
  id: number
  screen_id: string
  table_name: string
  comment: string
  connection: string
  table: unknown
  fields: unknown
  files: unknown
  before: string
  after: string
  admin_id: number | null
  username: string
  status: 'start' | 'success' | 'error' | 'delete'
  error: string
  create_time: number | null
  update_time: number | null
}

/** A row of `dataio_bulk`. */
export interface DataioBulkRow {
  id: number
  name: string
  target: string
  action: string
  entered: unknown
  filters: unknown
  sort: string
  lang: string
  status: 0 | 1 | 2 | 3 | 4 | 5
  progress: number
  total: number
  done: number
  succeeded: number
  skipped: number
  failed: number
  undone: number
  inverse: string
  undo_of: number | null
  error: string
  ticket: string
  ticket_time: number | null
  finish_time: number | null
  expire_time: number | null
  admin_id: number
  create_time: number | null
  update_time: number | null
}

/** A row of `dataio_bulk_row`. */
export interface DataioBulkRowRow {
  id: number
  bulk_id: number
  row_key: string
  name: string
  outcome: number
  reason: string
  create_time: number | null
  update_time: number | null
}

/** A row of `dataio_export`. */
export interface DataioExportRow {
  id: number
  name: string
  target: string
  scope: string
  mask_sensitive: 1 | 0
  format: 'csv' | 'xlsx' | 'json'
  columns: readonly string[]
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
  finish_time: number | null
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
  has_header: 1 | 0
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
  skipped: number
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

/** A row of `dataio_import_fault`. */
export interface DataioImportFaultRow {
  id: number
  import_id: number
  faults: unknown
  create_time: number | null
  update_time: number | null
}

/** A row of `dismissed_card`. */
export interface DismissedCardRow {
  id: number
  admin_id: number
  name: string
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

/** A row of `module`. */
export interface ModuleRow {
  id: number
  uid: string
  version: string
  state: 1 | 6
  hash: string
  signed_by: string
  archive: Buffer
  hidden_rules: unknown
  yields: unknown
  admin_id: number
  username: string
  create_time: number | null
  update_time: number | null
}

/** A row of `module_due`. */
export interface ModuleDueRow {
  id: number
  uid: string
  create_time: number | null
  update_time: number | null
}

/** A row of `module_log`. */
export interface ModuleLogRow {
  id: number
  uid: string
  step: 'install' | 'enable' | 'disable' | 'update' | 'uninstall' | 'revert' | 'reapply'
  version: string
  from_version: string
  hash: string
  detail: unknown
  admin_id: number
  username: string
  create_time: number | null
  update_time: number | null
}

/** A row of `module_order`. */
export interface ModuleOrderRow {
  id: number
  order_no: string
  uid: string
  amount: number
  pay_type: 'wechat' | 'alipay'
  status: 1 | 2 | 3
  trade_no: string
  admin_id: number
  create_time: number | null
  update_time: number | null
}

/** A row of `notification`. */
export interface NotificationRow {
  id: number
  admin_id: number
  message_type: 'mention' | 'action'
  texts: unknown
  message_data: unknown
  object_key: string
  status: 1 | 0
  read_time: number | null
  create_time: number | null
  update_time: number | null
}

/** A row of `page_words`. */
export interface PageWordsRow {
  id: number
  page: string
  hash: string
  words: unknown
  create_time: number | null
  update_time: number | null
}

/** A row of `queued_message`. */
export interface QueuedMessageRow {
  id: number
  channel: string
  body: string | null
  status: number
  attempts: number
  fault: string
  until_time: number
  create_time: number | null
  update_time: number | null
}

/** A row of `recent_record`. */
export interface RecentRecordRow {
  id: number
  admin_id: number
  page: string
  row_key: string
  create_time: number | null
  update_time: number | null
}

/** A row of `record_change`. */
export interface RecordChangeRow {
  id: number
  table_name: string
  row_key: string
  operation: 1 | 2 | 3
  old_values: unknown
  new_values: unknown
  part_of: string
  part_key: string
  transaction_id: number
  admin_id: number
  user_id: number
  username: string
  action: string
  ip: string
  useragent: string
  request_id: string
  create_time: number | null
  update_time: number | null
}

/** A row of `record_comment`. */
export interface RecordCommentRow {
  id: number
  table_name: string
  row_key: string
  admin_id: number
  author: string
  text: string
  mentions: unknown
  edit_time: number | null
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
  shared: 1 | 0
  start_view: number | null
  view_order: unknown
  weigh: number | null
  create_time: number | null
  update_time: number | null
}

/** A row of `security_data_recycle`. */
export interface SecurityDataRecycleRow {
  id: number
  name: string
  screen: string
  data_table: string | null
  connection: string
  primary_key: string
  keep_days: number
  status: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `security_data_recycle_log`. */
export interface SecurityDataRecycleLogRow {
  id: number
  recycle_id: number | null
  admin_id: number | null
  username: string
  data_table: string
  connection: string
  primary_key: string
  row_key: string
  row_title: string
  data: string
  children: string
  is_restore: 0 | 1
  ip: string
  useragent: string
  create_time: number | null
  update_time: number | null
}

/** A row of `security_sensitive_data`. */
export interface SecuritySensitiveDataRow {
  id: number
  name: string
  screen: string
  data_table: string
  connection: string
  primary_key: string
  data_fields: readonly string[]
  mask: 'none' | 'middle' | 'all'
  notify: 1 | 0
  status: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `security_sensitive_data_log`. */
export interface SecuritySensitiveDataLogRow {
  id: number
  sensitive_id: number | null
  admin_id: number | null
  username: string
  data_table: string
  connection: string
  primary_key: string
  row_key: string
  data_field: string
  before: string
  after: string
  old_value: unknown
  new_value: unknown
  is_rollback: 0 | 1
  notify: 1 | 0
  ip: string
  useragent: string
  create_time: number | null
  update_time: number | null
}

/** A row of `site_visit`. */
export interface SiteVisitRow {
  id: number
  day: string
  visitor: string
  create_time: number | null
  update_time: number | null
}

/** A row of `sms_config`. */
export interface SmsConfigRow {
  id: number
  name: string
  driver: 'log' | 'aliyun' | 'tencent' | 'huawei' | 'qiniu' | 'http'
  access_key: string
  secret: string
  sign: string
  region: string
  endpoint: string
  params: readonly { key: string; value: string }[]
  timeout: number
  day_limit_mobile: number
  interval: number
  code_minutes: number
  code_length: number
  ip_day_limit: number
  is_default: 1 | 0
  status: 1 | 0
  create_time: number | null
  update_time: number | null
}

/** A row of `sms_log`. */
export interface SmsLogRow {
  id: number
  config_id: number | null
  template_id: number | null
  title: string
  mobile: string
  is_code: 1 | 0
  values: string | null
  content_hash: string
  parts: number
  status: 0 | 1 | 2
  fault: 'unknownHost' | 'ownNetwork' | 'insecure' | 'noConnection' | 'tooSlow' | 'noTemplate' | 'noSecret' | 'refused' | 'tooMany' | 'internal' | null
  error: string
  ip: string
  create_time: number | null
  update_time: number | null
}

/** A row of `sms_template`. */
export interface SmsTemplateRow {
  id: number
  title: string
  code: string
  event: 'user_register' | 'user_login' | 'user_retrieve_pwd' | 'user_change_mobile' | 'user_mobile_verify' | 'admin_notice' | 'custom'
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

/** A row of `sms_variable`. */
export interface SmsVariableRow {
  id: number
  title: string
  name: string
  source: 'code' | 'field' | 'text' | 'config' | 'caller'
  value: string
  place: string | null
  format: 'none' | 'date' | 'money' | 'mobile_mask' | 'upper'
  length: number | null
  charset: 'digits' | 'mixed'
  sample: string
  remark: string
  status: 1 | 0
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
  disable_reason: string
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
  source: 'manual'
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
  name: string
  rule_id: number
  seeded: unknown
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
  source: 'manual'
  ref_no: string | null
  expire_time: number | null
  remaining: number
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

/** A row of `workspace_revision`. */
export interface WorkspaceRevisionRow {
  id: number
  hash: string
  files: unknown
  create_time: number | null
  update_time: number | null
}
