import { adminInfo, attachment, chengji, company, type Fault, goods, market, moneyLog, settings, user } from './fault.ts'

const store = '"kind": "form",\n  "store": "keyValue",'
const plugin = '"kind": "plugin"'
const entity = '"entity": {\n    "use": "shop_setting"\n  },'
const self = '"row": {\n    "$self": "id"\n  },'
const trade = '"name": "trade",'
const account = '"name": "account",'

const lookup = '"lookup": { "user": { "fields": ["username", "nickname", "money"]'
const after = '"projected": { "money": "money" }'
const takes = '"copies": { "result_type": "result_type" }'
const lookupProjected = `${lookup}, ${after} } }`
const memberKind = '"kind": "remoteSelect",\n      "page": "user/user",\n      "show": "nickname",'
const places = '{ "name": "places", "links": "places" }'

/** Pages of one record, read-only pages, plugins: what each kind has and needs. */
export const pages: readonly Fault[] = [
  [settings, store, `${store} ¦"table": {},`, /a page of kind "form" has no "table"/],
  [settings, store, `${store} ¦"items": "shop_items",`, /no such table "shop_items" for the items/],
  [settings, store, `${store} ¦"items": "shop_order_log",`, /keeps no items: it has no field "group"/],
  [settings, store, `${store} ¦"itemGroups": "tags",`, /groups are of items/],
  [
    settings,
    store,
    `${store} "items": "config_item", ¦"itemGroups": "shop_close",`,
    /"shop_close" is no field of kind array, or the form has no tabs/,
  ],
  [adminInfo, '"store": "row",', '"store": "row", ¦"items": "config_item",', /only a form with "store": "keyValue" has items/],
  [settings, store, `${store} ¦"dashboard": {},`, /a page of kind "form" has no "dashboard"/],
  [company, '"kind": "crud"', '"kind": "crud", ¦"store": "row"', /a page of kind "crud" has no "store"/],
  [market, `${plugin},\n  "plugin": "module-market"`, plugin, /missing "plugin": the name of the plugin screen/, '{'],
  [market, plugin, `${plugin}, ¦"store": "row"`, /a page of kind "plugin" has no "store"/],
  [
    settings,
    '"kind": "form"',
    '¦"kind": "plugin", "plugin": "designer"',
    /a page of kind "plugin" has no "store", "entity", "fields"/,
  ],
  [attachment, '"kind": "crud"', '¦"kind": "detail"', /a page of kind "detail" has no "table", "form", "actions"/],
  [
    attachment,
    '"detail": [\n    {\n      "name": "base"',
    '"detials": [\n    {\n      "name": "base"',
    /unknown key; did you mean "detail"\?/,
    '"detials"',
  ],
  [settings, store, '¦"kind": "detail",', /a page of kind "detail" has no "form", "actions"/],
  [
    market,
    `${plugin},\n  "plugin": "module-market"`,
    '"kind": "detail", "entity": { "use": "user" }',
    /missing "detail": the sections that are shown/,
    '{',
  ],
  [settings, store, '"kind": "form",', /a form has either "store" \(row or keyValue\) or "call"/, '{'],
  [
    settings,
    store,
    '"kind": "form", "call": "save", ¦"store": "keyValue",',
    /a form has either "store" \(row or keyValue\) or "call"/,
  ],
  [settings, store, '"kind": "form", ¦"store": "file",', /"file" is not allowed here/],
  [
    settings,
    `${store}\n  ${entity}`,
    '"kind": "form", ¦"store": "keyValue",',
    /missing "entity": the table the form is stored in/,
  ],
  [settings, store, `${store} ¦"row": 1,`, /the fields of a keyValue form are rows of their own; remove it/],
  [settings, '"use": "shop_setting"', '¦"use": "shop_order"', /the table "shop_order" keeps no settings/],
  [settings, '"use": "shop_setting"', '¦"use": "shop_settings"', /no such entity "shop_settings"/],
  [adminInfo, self, '', /missing "row": the key of the record/, '"store": "row"'],
  [adminInfo, '"$self": "id"', '¦"$self": "name"', /"name" is not allowed here/],
  [
    adminInfo,
    '"fields": {\n    "username"',
    '"fields": { ¦"usrname": { "kind": "string" }, "username"',
    /the entity "admin" has no such field; did you mean "username"\?/,
  ],
  [
    settings,
    '"columns": 2,',
    '"columns": 2, "fields": ["logo"],',
    /a form has either fields or tabs; remove one of them/,
    '"form": {',
  ],
  [settings, '"columns": 2,', '¦"columns": 3,', /not allowed here|Invalid|wrong form/],
  [settings, trade, '¦"name": "base",', /another tab is called "base"/],
  [adminInfo, '"name": "contact",', '¦"name": "account",', /another section is called "account"/],
  [settings, '"shop_name",\n          "logo"', '"shop_name",\n          ¦"lgo"', /no such field "lgo"; did you mean "logo"\?/],
  [settings, trade, `${trade} "sections": [{ "name": "a", "fields": [¦"logo"] }],`, /"logo" stands in the form twice/],
  [adminInfo, account, `${account} ¦"size": 2,`, /unknown key/],
  [
    adminInfo,
    '"node": "edit",\n      "icon": "key",',
    '"node": "edit", "icon": "key", "when": { ¦"usernam": "x" },',
    /no such field; did you mean "username"\?/,
  ],
  [adminInfo, '"node": "edit",', '¦"node": "password",', /the menu rule "routine\/adminInfo" has no button "password"/],
  [
    user,
    '"kind": "crud",',
    '"kind": "crud", "detail": [{ "name": "more", "difference": ["username", ¦"password"] }],',
    /"password" is secret and cannot be compared/,
  ],
  [
    goods,
    '"fill": { "params": "params" }',
    '"fill": { ¦"param": "params" }',
    /"param" is not among the fields shown; did you mean "params"\?/,
  ],
  [
    goods,
    '"fill": { "params": "params" }',
    '"fill": { ¦"params": "stock" }',
    /no such field of the form "stock" that could be filled in/,
  ],
  [
    goods,
    '"fill": { "params": "params" }',
    '"fill": { ¦"params": "keywords" }',
    /"params" and "keywords" are of different kinds and cannot be taken over/,
  ],
  [
    moneyLog,
    lookup,
    '"lookup": { ¦"usr": { "fields": ["username", "nickname", "money"]',
    /no relation of one row "usr"; did you mean "user"/,
  ],
  [
    moneyLog,
    lookup,
    '"lookup": { ¦"admin": { "fields": ["username", "nickname", "money"]',
    /"admin_id", which names its row, is not in the form/,
  ],
  [
    moneyLog,
    lookup,
    '"lookup": { "user": { "fields": ["username", "nickname", ¦"monney"]',
    /keeps no "monney" that may be shown; did you mean "money"/,
  ],
  [
    moneyLog,
    lookup,
    '"lookup": { "user": { "fields": ["username", "nickname", ¦"password"]',
    /keeps no "password" that may be shown/,
  ],
  [moneyLog, after, '"projected": { ¦"monny": "money" }', /"monny" is not among the fields shown; did you mean "money"/],
  [moneyLog, after, '"projected": { ¦"money": "mony" }', /no such field of the form "mony"; did you mean "money"/],
  [moneyLog, after, '"projected": { ¦"money": "memo" }', /"memo" is no number that could be added/],
  [chengji, takes, '"copies": { ¦"result_typ": "result_type" }', /"result_typ" is not among the fields shown/],
  [chengji, takes, '"copies": { ¦"result_type": "round" }', /no read-only field of the form "round" that is kept/],
  [chengji, takes, '"copies": { ¦"result_type": "rank" }', /"result_type" and "rank" are of different kinds/],
  [
    moneyLog,
    lookupProjected,
    '"lookup": { "user": { "fields": ["username", "score"], "projected": { ¦"score": "money" } } }',
    /of different kinds/,
  ],
  [moneyLog, memberKind, '"kind": "integer",', /"user_id" is no remote field/, '"user": { "fields"'],
  [attachment, places, '{ "name": "places", ¦"links": "used_by" }', /no such field "used_by"/],
  [attachment, places, '{ "name": "places", ¦"links": "name" }', /"name" is no computed field/],
  [attachment, places, '{ "name": "places", "links": "places", ¦"fields": ["name"] }', /a section with "links" has nothing else/],
  [attachment, places, '{ "name": "places", "difference": ["name", ¦"size"] }', /"size" is no text/],
  [
    'modules/shop/pages/shop/account/address/page.json',
    '"area": "user",',
    '"area": "user", ¦"comments": true,',
    /only administrators comment, on records with a key/,
  ],
]
