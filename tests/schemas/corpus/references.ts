import { address, admin, classify, dataExport, dataImport, type Fault, menu, order, rule, shopMenu, user } from './fault.ts'

/** A field of the page over all exports that no other page over them shares. */
const chosen = `"columns": {
      "kind": "multiselect",
      "options": { "source": "exportColumns", "depends": ["target"], "preselected": true },
      "store": "jsonb",
      "help": true
    }`

/** What leads from one page, table or rule to another. */
export const references: readonly Fault[] = [
  [
    rule,
    '"translated": { "en": "title_en" }',
    '"translated": { ¦"en": "title_eng" }',
    /no stored text "title_eng"; did you mean "title_en"\?/,
  ],
  [rule, '"translated": { "en": "title_en" }', '"translated": { ¦"en": "weigh" }', /no stored text "weigh"/],
  [
    dataExport,
    '"options": { "source": "exports" }',
    '"options": { ¦"source": "export" }',
    /no such source "export"; the choices would be all, or none; did you mean "exports"\?/,
  ],
  [
    dataExport,
    '"options": { "source": "exports" }',
    '¦"options": { "source": "columns" }',
    /the source "columns" needs 1 fields, "depends" names 0/,
  ],
  [
    dataExport,
    '"options": { "source": "exports" }',
    '"options": { "source": "columns", "depends": [¦"nam"] }',
    /no such field "nam"; the choices would be all, or none; did you mean "name"\?/,
  ],
  [
    dataExport,
    '"options": { "source": "exports" }',
    '"options": { "source": "exports" }, ¦"wire": "number"',
    /choices that the server makes are texts/,
  ],
  [
    dataExport,
    '"options": { "source": "exports" }',
    '"options": { "source": "exports", ¦"depend": ["name"] }',
    /unknown key; did you mean "depends"\?/,
  ],
  [
    dataExport,
    '"options": { "source": "exports" }',
    '"options": { "source": "exports", ¦"preselected": true }',
    /"preselected" needs several choices that depend on another field/,
  ],
  [
    dataExport,
    '"node": "plain"',
    '¦"node": "plan"',
    /the menu rule "dataio\/export" has no button "plan"; did you mean "plain"\?/,
  ],
  [
    dataImport,
    '"choose": "target"',
    '¦"choose": "name"',
    /only "import" asks for a list, by a field whose choices the server makes/,
  ],
  [
    dataImport,
    '"node": "add",\n      "choose": "target",',
    '¦"node": "add",',
    /an import of the list itself has the right "import"; remove it, or add "choose"/,
  ],
  [
    dataExport,
    chosen,
    '"columns": { "kind": "specEditor", ¦"type": "nme" }',
    /no field "nme" beside it; .*did you mean "name"\?/,
  ],
  [dataExport, chosen, '"columns": { "kind": "specEditor", ¦"template": "spec" }', /no relation "spec" in form\.lookup/],
  [
    dataExport,
    chosen,
    '"columns": { "kind": "subtable", "fields": { "one": { "kind": "select", ¦"options": { "source": "screens" } } } }',
    /rows inside a field have options of their own/,
  ],
  [
    order,
    '"page": "shop/delivery/company"',
    '¦"page": "shop/delivery/compny"',
    /no such page "shop\/delivery\/compny"; did you mean "shop\/delivery\/company"\?/,
  ],
  [
    order,
    '"lines": { "table": "shop_order_goods",',
    '"lines": { ¦"table": "shop_order_good",',
    /no such table "shop_order_good"; did you mean "shop_order_goods"\?/,
  ],
  [
    order,
    '"lines": { "table": "shop_order_goods", "many": "order_id"',
    '"lines": { "table": "shop_order_goods", ¦"many": "orderid"',
    /the table "shop_order_goods" has no field "orderid"; did you mean "order_id"\?/,
  ],
  [
    order,
    '"many": "order_id", "sort": [["id", "asc"]] },\n      "parcels"',
    '"many": "order_id", "sort": [[¦"idd", "asc"]] },\n      "parcels"',
    /the table "shop_order_goods" has no field "idd"/,
  ],
  [user, '"show": "name",', '¦"show": "nam",', /the table "user_group" has no field "nam"; did you mean "name"\?/],
  [
    user,
    '"where": {\n        "status": 1',
    '"where": {\n        ¦"state": 1',
    /the table "user_group" has no field "state" to narrow by/,
  ],
  [
    order,
    '"where": { "status": 1, "types": "ship" }',
    '"where": { "status": 1, ¦"types": "shop" }',
    /"shop" is no value of field "types"/,
  ],
  [classify, '"pid": { "kind": "remoteSelect",', '"pid": { "kind": "remoteSelect", "depends": [¦"nme"],', /no such field "nme"/],
  [classify, '"pid": { "kind": "remoteSelect",', '"pid": { "kind": "remoteSelect", "clears": [¦"nme"],', /no such field "nme"/],
  [user, '"field": "group.name"', '"field": "group.title"', /the table "user_group" has no field "title"/],
  [user, '"field": "group.name"', '¦"field": "grup.name"', /no such relation "grup"; did you mean "group"\?/],
  [order, '"secondary": ["receiver_mobile"]', '"secondary": [¦"user.nam"]', /the table "user" has no field "nam"/],
  [
    order,
    '"virtual": { "sum": "lines.quantity" }',
    '"virtual": { ¦"sum": "lines.quantities" }',
    /the table "shop_order_goods" has no stored number "quantities"; did you mean "quantity"\?/,
  ],
  [
    'modules/shop/pages/shop/delivery/template/page.json',
    '"virtual": { "count": "goods" }',
    '"virtual": { ¦"count": "good" }',
    /no relation of many rows "good"; did you mean "goods"\?/,
  ],
  [admin, '"table": "admin_group_access"', '¦"table": "admin_group_acess"', /no such table "admin_group_acess"/],
  [admin, '"own": "uid"', '¦"own": "userid"', /the table "admin_group_access" has no field "userid"/],
  [
    user,
    '"set": {\n        "login_failure": 0',
    '"set": {\n        ¦"login_failure": "none"',
    /"none" is no value of field "login_failure"/,
  ],
  [
    order,
    '"link": { "page": "shop/user/user", "query"',
    '"link": { ¦"page": "shop/user/users", "query"',
    /no such page "shop\/user\/users"; did you mean "shop\/user\/user"\?/,
  ],
  [
    order,
    '"query": { "id": "user_id" }',
    '"query": { ¦"idd": "user_id" }',
    /the page "shop\/user\/user" cannot be filtered by "idd"/,
  ],
  [order, '"query": { "id": "user_id" }', '"query": { ¦"id": "user_no" }', /no such field "user_no"/],
  [
    order,
    '"query": { "id": "user_id" }',
    '"query": { "id": "user_id" }, "values": { ¦"statuss": "enable" }',
    /the page "shop\/user\/user" cannot be filtered by "statuss"/,
  ],
  [
    order,
    '"query": { "id": "user_id" }',
    '"query": { "id": "user_id" }, "values": { ¦"blocked": "enabled" }',
    /"enabled" is no value of "blocked"/,
  ],
  [
    order,
    '"query": { "id": "user_id" }',
    '"query": { ¦"password": "user_id" }',
    /the page "shop\/user\/user" cannot be filtered by "password"/,
  ],
  [
    order,
    '"guessBy": "no_pattern"',
    '¦"guessBy": "no_patern"',
    /the table "shop_delivery_company" keeps no text "no_patern" with a pattern/,
  ],
  [order, '"guessBy": "no_pattern",', '', /a guess needs both "guessFrom" and "guessBy"/, '"company_id": {\n          "kind"'],
  [
    order,
    '"lines": {\n          "kind": "subtable",',
    '"lines": {\n          "kind": "subtable", ¦"from": "line",',
    /no relation of many rows "line"; did you mean "lines"\?/,
  ],
  // Its fields are read by four other pages, and adminInfo uses the table: none of them is blamed.
  [admin, '"table": "admin",', '"table": "admin", ¦"softDelete": 3,', /expected boolean, got number/],
  [
    address,
    '"table": "shop_delivery_address"',
    '"table": "shop_order_log"',
    /the table "shop_order_log" belongs to .* already/,
    '"entity"',
  ],
]

/** Nodes, menus and who may reach what. */
export const rights: readonly Fault[] = [
  [
    order,
    '"order-delivery"',
    '"order-delivry"',
    /has no button "order-delivry"; did you mean "order-delivery"\?/,
    '"node": "order-delivry"',
  ],
  [order, '"givesBack",\n      "close"', '"close"', /no place of the page offers the action "givesBack"/, '"givesBack": {'],
  [
    shopMenu,
    '"name": "shop/order/order",',
    '"name": "shop/order/order",\n    "status": 0,',
    /is switched off: no role can hold its nodes/,
  ],
  [
    shopMenu,
    '"name": "shop/delivery/company",',
    '"name": "shop/delivery/companies",',
    /no menu rule is called "shop\/delivery\/company"; add one to modules\/shop\/menus\/admin\.json/,
  ],
  [menu, '"component": "user/group"', '"component": "user/grop"', /no such page "user\/grop"; did you mean "user\/group"\?/],
  [
    shopMenu,
    '"parent": "shop/order",',
    '¦"parent": "shop/orders",',
    /no entry is called "shop\/orders"; did you mean "shop\/order"\?/,
  ],
  [
    shopMenu,
    '"after": "dashboard",',
    '¦"after": "dashbord",',
    /no entry before it is called "dashbord"; did you mean "dashboard"\?/,
  ],
  [shopMenu, '"parent": "shop",', '¦"parent": "shop/order",', /"shop\/order" is below itself/],
  [menu, '"parent": "user",', '¦"pid": 20, "parent": "user",', /entries have no numbers; say "parent": "<name>"/],
  [
    menu,
    '"name": "user/group",',
    '¦"id": 23, "name": "user/group",',
    /entries have no numbers: the database gives them; remove "id"/,
  ],
  [menu, '"name": "user/group",', '¦"name": "User/user",', /the name "User\/user" is taken by entry \d+/],
  [
    menu,
    '"name": "user/group",',
    '"name": "user/user/add",',
    /the name "user\/user\/add" is taken by entry \d+/,
    '"add", "edit", "del", "unlock", "kick", "import"',
  ],
  [
    shopMenu,
    '"type": "menu_dir",\n    "name": "shop/goods",',
    '"type": "button",\n    "name": "shop/goods",',
    /"shop\/goods" is a button, so only buttons can be below it/,
    '"parent": "shop/goods"',
  ],
  [
    menu,
    '"title": "会员管理",',
    '¦"title": "会员管理会员管理会员管理会员管理会员管理会员管理会员管理会员管理会员管理会员管理会员管理会员管理会员管理",',
    /must be at most 50/,
  ],
  [menu, '"name": "user/group",', '¦"name": "user group",', /"user group" has the wrong form/],
  [menu, '"menu_type": "tab"', '¦"menu_type": "tabb"', /"tabb" is not allowed here/],
]

/** Searching and sorting without an index, and reasons that are none. */
export const indexes: readonly Fault[] = [
  [
    order,
    '"quickSearch": ["order_no"',
    '"quickSearch": [¦"receiver_region", "order_no"',
    /"receiver_region" is searched by a part, and only texts and whole numbers have an index for that/,
  ],
  [
    order,
    '["status", "create_time"],\n      ["status", "auto_finish_time"],',
    '',
    /"status" is searched and has no index/,
    '{ "field": "status", "operator": "IN" }',
  ],
  [order, '["pay_amount"]', '["id"]', /"pay_amount" is (sorted|searched) and has no index/],
  // Trade numbers are unique where they are filled, so the unique index lacks the other recharges.
  ['modules/shop/pages/shop/recharge/order/page.json', '["pay_type", "id"]', '["id"]', /"pay_type" is searched and has no index/],
  [user, '"index": [["group_id"], ["create_time"]],', '', /"create_time" is (sorted|searched) and has no index/],
  [
    'modules/shop/pages/shop/coupon/coupon/page.json',
    '"unindexedBecause": "a few hundred coupons"',
    '"external": false',
    /"received" is sorted and has no index/,
    '{\n        "field": "received",\n        "sortable": true',
  ],
  [
    order,
    '"trade_no": { "kind": "string",',
    '"trade_no": { "kind": "string", ¦"unindexedBecause": "why not",',
    /"trade_no" needs no reason to have no index/,
  ],
  [
    'modules/shop/entities/shop_order_goods.json',
    '"price": { "kind": "money",',
    '"price": { "kind": "money", ¦"unindexedBecause": "why not",',
    /"price" needs no reason to have no index/,
  ],
  [rule, '"unindexedBecause": "a few hundred rules"', '¦"unindexedBecause": ""', /must be at least 1|at least/],
  [
    'modules/shop/entities/shop_order_goods.json',
    '"atMost": "quantity"',
    '¦"atMost": "quantities"',
    /no stored whole number "quantities".*quantity/,
  ],
  [
    'modules/shop/entities/points_stock_log.json',
    '"equals": ["after"]',
    '"equals": [¦"afters"]',
    /no stored whole number "afters".*after/,
  ],
  ['modules/shop/entities/shop_order_goods.json', '"sum": ["returned"]', '"sum": [¦"name"]', /no stored whole number "name"/],
]
const en = 'modules/shop/pages/shop/order/order/en.json'
/** Words that are missing, left over or lead nowhere. */
export const words: readonly Fault[] = [
  [en, '"goods_images":', '"goods_imags":', /missing word "fields\.goods_images\.label"/, '"fields"'],
  [
    en,
    '"goods_images": {',
    '"goods_imags": { ¦"label": "x" }, "goods_images": {',
    /nothing in the page uses the word "fields\.goods_imags\.label"; did you mean "fields\.goods_images\.label"\?/,
  ],
  [en, '"goods_quantity": {\n      "label": "Units"', '"goods_quantity": {\n      ¦"label": 5', /a word must be a text/],
  [
    'words/en/common.json',
    '"fields": {',
    '"fields": { ¦"nowhere": "Nowhere",',
    /the word "fields\.nowhere" is missing in zh-cn|no page uses/,
  ],
  ['words/en/common.json', '"eq": "{field} is {value}",', '', /the word "ui\.condition\.eq" is missing in en/],
  [en, '"done": "Shipped order {order_no}"', '¦"done": "Shipped from {address_id}"', /"\{address_id\}" is a code and no text/],
  [
    'modules/shop/glossary.json',
    '"terms": [',
    `"except": { "${en}": { ¦"title": "the name of the list" } }, "terms": [`,
    /the text has no forbidden wording/,
  ],
  [en, '"title": "Orders"', '¦"title": "Orders of goods"', /the glossary has no "goods"; say "product"/],
  ['pages/user/user/en.json', '"confirm": "', '¦"confirm": "{naem} ', /"\{naem\}" is no field of the page/],
  [
    'modules/shop/pages/shop/goods/goods/en.json',
    '"confirm": "Change the prices of {n} products?',
    '¦"confirm": "Change the prices of {name}?',
    /"\{name\}" is of one row, and the action is done to several; allowed: n/,
  ],
  [
    'modules/shop/entities/shop_order_goods.json',
    '"table": "shop_order_goods",',
    '¦"table": "shop_order_good",',
    /the file is called shop_order_goods\.json/,
  ],
]
