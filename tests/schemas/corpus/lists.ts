import {
  address,
  adminInfo,
  attachment,
  classify,
  contestant,
  type Fault,
  moneyLog,
  order,
  rule,
  settings,
  user,
} from './fault.ts'

const tabs = '"tabs": "status",'
const summary = '"summary": ["pay_amount", "refund_amount"]'
const filters = '"has_remark": {'
const birthday = '"birthday": {\n      "kind": "date",'
const avatar = '"crop": "1:1"'
const count = '"virtual": { "sum": "lines.quantity" }'
const gone = '"goods_quantity": { "kind": "integer",'
const formOfName = '"form": { "size": "dialog", "fields": ["name"] }'
const tone = '"tone": { "danger": { "refund_amount": { "gt": "0.00" } } }'

/** What narrows, sums up and opens a list. */
export const lists: readonly Fault[] = [
  [order, filters, '¦"status": {', /"status" means something else in the address of the list; choose another name/],
  [order, filters, '¦"Has": {', /the name "Has" has the wrong form/],
  [order, filters, '¦"limit": {', /"limit" means something else in the address of the list/],
  [order, filters, '"has_remark": { ¦"goods_quantity": { "gt": 1 } }, "other": {', /no such field/],
  [order, summary, '"summary": [¦"pay_amont"]', /no such field "pay_amont"; did you mean "pay_amount"\?/],
  [order, summary, '"summary": [¦"order_no"]', /"order_no" holds no stored number and has no sum/],
  [
    order,
    summary,
    '"summary": [{ "field": "pay_amount" }, { ¦"field": "status", "as": "avg" }]',
    /"status" holds no stored number and has no avg/,
  ],
  [order, summary, '"summary": ["pay_amount", ¦"pay_amount"]', /two figures are called "pay_amount"/],
  [order, summary, '"summary": [{ "field": "pay_amount", ¦"as": "mean" }]', /"mean" is not allowed here/],
  [order, tabs, '¦"tabs": "order_no",', /"order_no" is no choice of one option/],
  [order, tabs, '¦"tabs": "statuss",', /no such field "statuss"; did you mean "status"\?/],
  [moneyLog, '"tabs": ["in", "out"]', '"tabs": ["in", ¦"aut"]', /no such filter "aut"; did you mean "out"\?/],
  [
    moneyLog,
    '"format": "signed"',
    '¦"format": "age"',
    /the cell "money" has no format "age"; did you mean|the cell "money" has no format "age"/,
  ],
  [
    moneyLog,
    '"field": "memo",\n        "width": 176',
    '"field": "memo", ¦"format": "date"',
    /the cell "text" has no format "date"; remove it/,
  ],
  [
    moneyLog,
    '"field": "memo",\n        "width": 176',
    '"field": "before", ¦"default": "none"',
    /"none" is no value of kind "money"/,
  ],
  [
    moneyLog,
    '{ "when": { "source": "order" }, "page"',
    '¦{ "page"',
    /the links behind this one are never reached; say "when", or put it last/,
  ],
  [
    moneyLog,
    '{ "when": { "source": "order" }, "page"',
    '{ "when": { ¦"sorce": "order" }, "page"',
    /no such field; did you mean "source"\?/,
  ],
  [
    moneyLog,
    '"page": "shop/order/order", "query": { "order_no": "ref_no" }',
    '¦"page": "shop/order/ordr", "query": { "order_no": "ref_no" }',
    /no such page "shop\/order\/ordr"/,
  ],
  [
    moneyLog,
    '"query": { "order_no": "ref_no" }',
    '"query": { ¦"order": "ref_no" }',
    /the page "shop\/order\/order" cannot be filtered by "order"/,
  ],
  [moneyLog, '"query": { "order_no": "memo" }', '"query": { ¦"order_no": "memmo" }', /no such field "memmo"/],
  [
    order,
    tabs,
    '¦"view": "grid", "tabs": "status",',
    /"grid" is not allowed here|string is not allowed here|did you mean|allowed/,
  ],
  [
    classify,
    '"expanded": true',
    '"expanded": true, ¦"view": ["table", "cards"]',
    /the rows of a tree are a table; remove "view"/,
  ],
  [order, tone, '"tone": { "danger": { ¦"refund_amont": { "gt": "0.00" } } }', /no such field; did you mean "refund_amount"\?/],
  [order, tone, '"tone": { ¦"dangre": { "refund_amount": { "gt": "0.00" } } }', /did you mean "danger"\?/],
  [order, '"expand": ["lines"]', '"expand": [¦"line"]', /no section of "detail" is called "line"; did you mean "lines"\?/],
  [order, tabs, '"preset": { ¦"trade_no": "1" }, "tabs": "status",', /the list cannot be searched by "trade_no"/],
  [order, tabs, '¦"open": "edti", "tabs": "status",', /no such action "edti"/],
  [
    classify,
    '"expanded": true',
    '"expanded": true, ¦"expand": ["name"]',
    /the rows of a tree open to the rows below them; remove "expand"/,
  ],
  [order, tabs, '"deleted": [¦"undo"], "tabs": "status",', /"undo" is not allowed here/],
  [order, tabs, '¦"deleted": ["restore"], "tabs": "status",', /only a table with "softDelete" that is no tree has a list/],
  [
    classify,
    '"expanded": true',
    '"expanded": true, ¦"deleted": ["restore"]',
    /only a table with "softDelete" that is no tree has a list/,
  ],
  [user, '"bulk": ["delete"]', '"bulk": [¦"restore"]', /"restore" is an action of deleted rows; name it in "deleted"/],
  [user, '"bulk": ["delete"]', '"bulk": ["delete"], "deleted": ["destroy"]', /no button "destroy"/],
  [
    user,
    '"search": [\n      "username"',
    '"search": [\n      { "field": "status", ¦"below": true }, "username"',
    /"status" is no choice from a tree/,
  ],
]

/** Made values, limits and uploads of fields, and actions of a list as a whole. */
export const options: readonly Fault[] = [
  [address, '"toolbar": ["refresh", ', '"toolbar": ["refresh", ¦"upload", ', /files that are uploaded are rows of "attachment"/],
  [attachment, '"upload": { "topic": "library" }', '"upload": { ¦"topic": "Library" }', /"Library" has the wrong form/],
  [
    attachment,
    '"delete": { "confirm": true }',
    '"delete": { "confirm": true, ¦"topic": "library" }',
    /"delete" takes no files in; only "upload" has a topic/,
  ],
  [
    attachment,
    '"bulk": ["delete"]',
    '"bulk": ["delete", ¦"upload"]',
    /"upload" is about the list as a whole; name it in "toolbar"/,
  ],
  [attachment, formOfName, '"form": { ¦"steps": [{ "name": "one", "fields": ["name"] }] }', /must be at least 2/],
  [
    attachment,
    formOfName,
    '"form": { "steps": [{ "name": "one", "fields": ["name"] }, { ¦"name": "one", "fields": ["quote"] }] }',
    /another step is called "one"/,
  ],
  [
    attachment,
    formOfName,
    '"form": { "steps": [{ "name": "one", "fields": ["name"] }, { "name": "two", "fields": [¦"nam"] }] }',
    /no such field "nam"; did you mean "name"\?/,
  ],
  [
    attachment,
    formOfName,
    '¦"form": { "fields": ["name"], "steps": [{ "name": "one", "fields": ["name"] }, { "name": "two", "fields": ["quote"] }] }',
    /a form has either fields or steps/,
  ],
  [
    attachment,
    formOfName,
    '"form": { "steps": [{ "name": "one", "fields": ["name"] }, { "name": "two", "fields": ["quote"] }] }',
    /missing word "steps\.one"/,
  ],
  [
    user,
    birthday,
    '"groups": { ¦"kind": "string", "virtual": { "labels": "group_id" } }, "birthday": {\n      "kind": "date",',
    /names are a list; declare the field with "kind": "json"/,
  ],
  [
    user,
    birthday,
    '"groups": { "kind": "json", "virtual": { ¦"labels": "group" } }, "birthday": {\n      "kind": "date",',
    /no such remote field "group"; allowed: group_id/,
  ],
  [order, count, '"virtual": { ¦"summ": "lines.quantity" }', /unknown key; did you mean "sum"\?/],
  [
    order,
    '"parcels": { "table": "shop_order_delivery", "many": "order_id", "sort"',
    '"parcels": { "table": "shop_order_delivery", "many": "order_id", ¦"srot"',
    /unknown key; did you mean "sort"\?/,
  ],
  [order, count, '"virtual": { ¦"sum": "lines" }', /"lines" is not a column of a relation, like "lines.quantity"/],
  [order, count, '"virtual": { ¦"count": "lines.quantity" }', /"lines.quantity" is not a relation/],
  [order, count, '"virtual": { ¦"range": "line.quantity" }', /no relation of many rows "line"; did you mean "lines"\?/],
  [order, count, '"virtual": { "ratio": ["score", ¦"give_scores"] }', /no relation of many rows "give_scores"/],
  [order, count, '"virtual": { "ratio": ["score", ¦"lines.name"] }', /has no stored number "name"/],
  [order, gone, `${gone} ¦"maxSize": 3,`, /unknown key/],
  [user, birthday, `${birthday} ¦"max": "tomorrow",`, /"tomorrow" is neither "now" nor a value of kind "date"/],
  [
    settings,
    '"kind": "time",\n      "default": "09:00:00"',
    '"kind": "time", ¦"min": "25:00:00"',
    /"25:00:00" is neither "now" nor/,
  ],
  [
    settings,
    '"kind": "time",\n      "default": "09:00:00"',
    '"kind": "time", ¦"default": "9 am"',
    /"9 am" is no value of kind "time"/,
  ],
  [user, avatar, '¦"crop": "wide"', /"wide" has the wrong form/],
  [user, avatar, '¦"accept": "pdf"', /"pdf" has the wrong form/],
  [user, avatar, '¦"maxSize": 0', /must be at least 1/],
  [user, birthday, `"pin": { "kind": "string", ¦"mask": "start" }, ${birthday}`, /"start" is not allowed here/],
  [
    user,
    birthday,
    `"pin": { "kind": "string", "secret": true, ¦"mask": "all" }, ${birthday}`,
    /"pin" is secret or not stored: there is nothing to mask/,
  ],
  [
    user,
    birthday,
    `"pin": { "kind": "string", ¦"sealed": "password" }, ${birthday}`,
    /"pin" is encrypted and shows nothing; .*say "mask"/,
  ],
  [contestant, '"sealed": "idnumber_sealed"', '¦"sealed": "name"', /"name" keeps no secret text; .*"secret": true/],
  [user, '"bulk": ["delete"]', '"bulk": [¦"reveal"]', /"reveal" stands beside every masked value by itself; remove it/],
  [
    order,
    '"tracking_no": {',
    '"pin": { "kind": "string", ¦"mask": "all" }, "tracking_no": {',
    /"pin" cannot be masked: what an action asks for is typed/,
  ],
  [adminInfo, '"kind": "image",', '"kind": "image", ¦"max": 3,', /unknown key/],
  [attachment, '"kind": "image", "virtual"', '"kind": "image", ¦"virtuel"', /unknown key; did you mean "virtual"\?/],
  [
    order,
    '"columns", "density", "export"],\n    "row": ["deliver", "receive",',
    '"columns", "density", "export", "receive"],\n    "row": ["deliver",',
    /"receive" is about no row; remove it, or name the action in "row"/,
    '"when": { "status": 3 }',
  ],
  [
    user,
    '"row": ["edit", "unlock", "delete"]',
    '"row": ["edit", ¦"export", "unlock", "delete"]',
    /"export" is about the list as a whole; name it in "toolbar"/,
  ],
  [
    user,
    '"actions": {',
    '"actions": { "export": { ¦"when": { "login_failure": { "gte": 10 } } },',
    /"export" is about no row; remove it, or name the action in "row"/,
  ],
  [
    order,
    '"node": "order-pay",',
    '"node": "order-pay", "set": { ¦"flags": null },',
    /no such stored field; did you mean "flag"\?/,
  ],
  [rule, '"kind": "weigh"', '"kind": "weigh", ¦"weight": 1', /unknown key/],
]
