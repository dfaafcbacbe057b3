/** What is compared: part of a screen. */
export const parts = ['fields', 'columns', 'search', 'actions', 'nodes', 'words'] as const
export type Part = (typeof parts)[number]

/** A name of the catalogue that the product has otherwise, on purpose. */
export interface Otherwise {
  /** `*`: on whatever screen it is. */
  screen: string
  part: Part
  name: string
  /** What the product calls it: something on the page, or a node with its page (`auth/admin/kick`). Absent: it is no name, or not wanted. */
  is?: string
  why: string
}

const rows =
  (part: Part, why: string) =>
  (screen: string, ...names: readonly (string | readonly [name: string, is: string])[]): Otherwise[] =>
    names.map((each) =>
      typeof each === 'string' ? { screen, part, name: each, why } : { screen, part, name: each[0], is: each[1], why },
    )

const wordOfList = 'a word of the list, no name'
const buildAdmin = 'the name that BuildAdmin has (decision 51)'
const asText = 'shown as the server words it'
const clear = 'a name that says what it holds'
const oneWord = 'the page calls its buttons by one word'
const leads = 'the figure in the column is the link'
const asFile = 'a key of the files that are the draft, not a column of a form (decision 137)'
const drawn = 'part of the screen, no button'

/** Names that differ on purpose. A row that no longer applies is an error of the comparison. */
export const otherwise: readonly Otherwise[] = [
  ...rows('columns', wordOfList)('*', 'none'),
  ...rows('search', wordOfList)('*', 'none'),
  ...rows('actions', wordOfList)('*', 'none'),
  ...rows('actions', 'the built-in action of a list')('*', ['info', 'detail']),
  ...rows('actions', 'every form has it')('*', 'save', 'reset'),

  ...rows('fields', 'the period of a dashboard is no field')('dashboard', 'range'),
  ...rows('actions', 'every dashboard has it')('dashboard', 'refresh', 'range'),

  ...rows('fields', buildAdmin)('auth/admin', ['group_ids', 'group_arr']),
  ...rows('columns', buildAdmin)('auth/admin', ['group_names', 'group_name_arr']),
  ...rows('search', buildAdmin)('auth/admin', ['group_ids', 'group_arr']),
  ...rows('actions', oneWord)('auth/rule', ['sort handle', 'sort']),

  ...rows('columns', wordOfList)('routine/attachment', 'default', 'view'),
  ...rows('actions', 'a section of the record')('routine/attachment', ['copy address', 'address'], ['where used', 'places']),
  ...rows('actions', oneWord)('routine/attachment', ['move to topic', 'move']),

  ...rows('fields', 'BuildAdmin’s name of the same setting (decision 85)')('routine/config', [
    'admin_token_hours',
    'admin_token_keep_time',
  ]),
  ...rows('fields', clear)(
    'routine/config',
    ['upload_allowed_suffixes', 'upload_suffixes'],
    ['upload_allowed_mime_types', 'upload_mime_types'],
  ),
  ...rows('fields', 'files are stored on this server: a choice of one')('routine/config', 'upload_mode'),
  ...rows('fields', buildAdmin)('routine/config', ['dict', 'content'], ['input_extend', 'inputExtend']),
  ...rows('search', 'every long form has it')('routine/config', 'filter'),
  ...rows('actions', oneWord)('routine/config', ['add', 'addItem']),
  ...rows('actions', 'the cross of an item that people made')('routine/config', 'delete'),
  ...rows('actions', 'on the list of sessions')('routine/adminInfo', ['end session', 'routine/session/del']),

  ...rows('fields', 'what a button downloads')('dataio/import', ['file', 'report'], ['error_file', 'report']),
  ...rows('fields', 'what a button downloads')('dataio/export', ['file', 'download']),
  ...rows('fields', 'asked with the file, not kept')('dataio/import', 'delimiter'),
  ...rows('actions', oneWord)('dataio/import', ['add', 'import'], ['error report', 'report'], ['retry failed', 'retry']),
  ...rows('actions', 'in the dialog that takes the file')('dataio/import', ['template download', 'import']),

  ...rows('columns', 'their account, which stays when they are deleted')('security/dataRecycleLog', ['admin', 'username']),
  ...rows('columns', 'their account, which stays when they are deleted')('security/sensitiveDataLog', ['admin', 'username']),
  ...rows('actions', 'restore and rollback act on chosen rows')('security/dataRecycleLog', ['restore', 'putBack']),
  ...rows('actions', 'restore and rollback act on chosen rows')('security/sensitiveDataLog', ['rollback', 'rollBack']),
  ...rows('search', 'the stored name of the same')('security/sensitiveDataLog', ['data_comment', 'data_field']),
  ...rows('nodes', 'asked where the values are shown (decision 92)')('security/sensitiveData', [
    'plain',
    'security/sensitiveDataLog/plain',
  ]),

  ...rows('fields', asFile)(
    'crud/crud',
    ...['name', 'comment', 'comment_en', 'screen_id', 'primary_key', 'soft_delete', 'tree', 'drag_sort', 'owner', 'quick_search'],
    ...['sort_field', 'sort_type', 'form_width', 'title', 'title_en', 'kind', 'column_type', 'length', 'scale', 'nullable'],
    ...['default_value', 'dict', 'validators', 'in_form', 'in_table', 'renderer', 'operator', 'sortable', 'width'],
    ...['remote_screen', 'remote_label'],
  ),
  ...rows('fields', 'a choice of the kind: each kind has its own')(
    'crud/crud',
    'default_mode',
    'unsigned',
    'multiple',
    'message',
  ),
  ...rows('fields', 'the server’s own is the only one (decision 136)')('crud/crud', 'connection'),
  ...rows('fields', 'menu entries are a file of the workspace')('crud/crud', 'menu_parent'),
  ...rows('fields', 'tables are never dropped (decision 137)')('crud/crud', 'rebuild'),
  ...rows('actions', 'a screen of its own: its buttons are no actions of a list (decision 137)')(
    'crud/crud',
    ...['preview', 'generate', 'delete'],
    ['copy', 'crud/log/index'],
  ),
  ...rows('actions', 'a copy of the built-in action is a record of the same list')('crud/log', ['copy', 'design']),

  ...rows('fields', 'one of four, by the type of the link')('shop/adverts/banner', ['link_id', 'goods_id']),
  ...rows('columns', clear)('shop/adverts/banner', ['link', 'target']),
  ...rows('actions', 'a button of each row')('shop/adverts/hotRecommend', ['preview', 'preview']),

  ...rows('fields', 'a column of the editor of specs')(
    'shop/goods/goods',
    ...['image', 'cost_price', 'weight', 'volume', 'sku_code'].map((name) => [name, 'spec'] as const),
  ),
  ...rows('fields', 'a range')('shop/goods/goods', ['price_max', 'prices']),
  ...rows('columns', 'a range')('shop/goods/goods', ['price', 'prices']),
  ...rows('search', 'the field of this name is the threshold')('shop/goods/goods', ['low_stock', 'is_low']),
  ...rows('actions', oneWord)(
    'shop/goods/goods',
    ['on', 'onSale'],
    ['change classify', 'setClasses'],
    ['change template', 'setTemplate'],
    ['price +', 'reprice'],
    ['tags', 'setTags'],
  ),
  ...rows('columns', 'their names')('shop/goods/paramsTemplate', ['params', 'param_names']),
  ...rows('columns', 'their names')('shop/goods/specTemplate', ['specs', 'spec_names']),

  ...rows('columns', asText)('shop/coupon/coupon', ['value', 'value_text'], ['valid', 'valid_text']),
  ...rows('actions', leads)('shop/coupon/coupon', ['receipts', 'received']),

  ...rows('actions', oneWord)('points/order', ['deliver', 'deliverEach']),
  ...rows('actions', oneWord)('shop/recharge/order', ['confirm payment', 'pay']),
  ...rows('fields', 'their names')('shop/recharge/order', ['gift_coupons', 'gift_titles']),
  ...rows('fields', 'part of a message of the live feed')('shop/notify/notify', 'message_type_map', 'audio_path'),
  ...rows('columns', clear)('shop/notify/setting', ['recipients', 'group_ids']),

  ...rows('fields', 'where a refused cancellation leads back to; the timeline tells it')('shop/order/order', 'status_before'),
  ...rows('columns', clear)('shop/order/order', ['receiver', 'receiver_name']),
  ...rows('search', clear)(
    'shop/order/order',
    ['goods', 'lines.name'],
    ['coupon', 'with_coupon'],
    ['receiver_city', 'receiver_region'],
    ['has', 'has_remark'],
  ),
  ...rows('actions', oneWord)(
    'shop/order/order',
    ['batch ship by file', 'shipByFile'],
    ['handle cancel', 'cancel'],
    ['confirm payment', 'pay'],
    ['deliver', 'deliverEach'],
  ),
  ...rows('actions', 'stands over every list whose notices arrive live (NewRows)')('shop/order/order', 'live strip'),
  ...rows('actions', 'acts on chosen rows')('shop/order/order', ['print', 'printSlip']),
  ...rows('actions', 'asks whether the chosen rows or all that were found')('shop/order/order', ['export', 'export']),

  ...rows('actions', oneWord)('shop/order/evaluate', ['reply with one text', 'reply']),
  ...rows('fields', 'two inputs')('shop/order/export', ['time_range', 'time_from']),
  ...rows('fields', 'the name that all exports have')('shop/order/export', ['mask_mobile', 'mask_sensitive']),
  ...rows('fields', asText)('shop/order/refund', ['return_address', 'return_to']),
  ...rows('columns', 'says where the request stands')('shop/order/refund', ['status', 'stage']),
  ...rows('actions', oneWord)('shop/order/refund', ['retry money', 'retry']),

  ...rows('search', 'their names')('shop/team/join', ['contestant', 'contestant_names']),
  ...rows('actions', oneWord)('shop/team/join', ['add', 'register'], ['confirm payment', 'pay']),
  ...rows('columns', clear)('shop/team/competition', ['joined', 'filled'], ['quota', 'taken']),
  ...rows('actions', leads)('shop/team/competition', ['registrations', 'join_count'], ['results', 'result_count']),
  ...rows('columns', 'how many there are')('shop/user/competition', ['result', 'result_count']),
  ...rows('columns', 'how many there are')('shop/user/contestant', ['entries', 'entry_count']),
  ...rows('actions', oneWord)(
    'shop/user/competition',
    ['print bibs', 'printBib'],
    ['mark absent', 'absent'],
    ['number again', 'number'],
  ),
  ...rows('actions', 'asks where its members go')('shop/user/level', ['delete', 'remove']),
  ...rows('columns', wordOfList)('shop/user/moneyLog', 'out'),
  ...rows('actions', oneWord)('shop/user/user', ['send coupon', 'coupon'], ['tags', 'setTags'], ['level', 'setLevel']),

  ...rows('columns', 'what stands in the message')('sms/variable', ['value', 'stands']),
  ...rows('actions', 'the name leads there')('user/user', ['shop profile', 'nickname']),
  ...rows('actions', 'a figure under the list, while it is narrowed to a member')('user/moneyLog', [
    "chip with the filtered member's balance",
    'balance',
  ]),
  ...rows('actions', 'a figure under the list, while it is narrowed to a member')('user/scoreLog', [
    "chip with the member's points",
    'balance',
  ]),
  ...rows('search', 'the list says: as the balance log')('user/scoreLog', ['as', 'score']),

  ...rows('fields', 'four buttons, each of one type')('account/profile', ['type', 'bindEmail']),
  ...rows('columns', wordOfList)('account/balance', 'paging', 'head', 'balance'),
  ...rows('columns', drawn)('account/balance', ['recharge', 'topUp']),
  ...rows('columns', wordOfList)('account/integral', 'head', 'integral'),
  ...rows('columns', drawn)('account/integral', ['sign', 'signIn'], ['link', 'mall']),
]

/** Screens of the catalogue that the product does not have yet, or not as the catalogue has them. */
export const notYet: readonly string[] = ['moduleStore']

/** Menu entries that have another name, by type and name: no two entries of a menu have one name (decision 41 of the catalogue). */
export const menusOtherwise: Readonly<Record<string, string>> = { 'nav_user_menu account/overview': 'memberCentre' }

/** Labels that belong to no field of a page. */
export const labelsElsewhere: Readonly<Record<string, string>> = {
  service_phone: 'an item that the demo shop makes at run time',
  download: 'a singular of `downloads` that no screen has',
}

/** Screens that are no pages: the address that answers, and why. */
export const routes: Readonly<Record<string, string>> = { home: '/', 'user/login': '/user/login' }
