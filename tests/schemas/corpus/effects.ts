import { attachment, type Fault, goods, order, user } from './fault.ts'

const remarkSet = '"set": { "admin_remark": { "form": "admin_remark" }, "flag": { "form": "flag" } },'
const remarkLog = '"relation": "logs",\n        "values": {\n          "actor": "admin",'

/** What actions do as data: values of `set` and `log`, and whom `notify` tells. */
export const effects: readonly Fault[] = [
  // what takes an action back, and what its button says
  [goods, '"undo": "offSale"', '¦"undo": "ofSale"', /no other action of type "run" is called "ofSale"; did you mean "offSale"\?/],
  [goods, '"undo": "offSale"', '¦"undo": "stock"', /"stock" asks for "skus", which nobody fills in when it takes something back/],
  [
    goods,
    '"severity": "success",\n      "when": { "status": 0 }',
    '"severity": "success"',
    /"onSale" and "offSale" are not told apart by a state; give both a "when"/,
    '"undo": "offSale"',
  ],
  [order, '"submitBy": "mode"', '¦"submitBy": "mod"', /its form has no choice "mod"; did you mean "mode"\?/],
  [
    order,
    '"total": ["lines.amount"',
    '"total": [¦"lines.amout"',
    /its form has no amount "lines.amout"; did you mean "lines.amount"\?/,
  ],
  [
    order,
    '"guessFrom": "tracking_no"',
    '¦"guessFrom": "tracking"',
    /its form has no text "tracking"; did you mean "tracking_no"\?/,
  ],
  // what is shown before an action is done
  [
    goods,
    '"preview": "newPrices"',
    '¦"preview": "newPrice"',
    /no action with an "answer" is called "newPrice"; did you mean "newPrices"\?/,
  ],
  [
    goods,
    '"node": "price",\n      "icon": "eye",',
    '"node": "price",\n      ¦"fields": { "note": { "kind": "string" } },\n      "icon": "eye",',
    /"newPrices" has fields of its own; it is asked with those of "reprice": remove them/,
  ],
  [
    goods,
    '"icon": "arrow-up",',
    '"icon": "arrow-up", ¦"preview": "newPrices",',
    /"onSale" has no form of its own to be looked at before it is done; remove "preview"/,
  ],
  [
    order,
    remarkSet,
    '"set": { "admin_remark": { ¦"form": "admin_remarks" } },',
    /no such input "admin_remarks"; did you mean "admin_remark"\?/,
  ],
  [
    order,
    remarkSet,
    '"set": { "admin_remark": { ¦"row": "user_remarks" } },',
    /no such stored field "user_remarks"; did you mean "user_remark"\?/,
  ],
  [
    user,
    '"set": {\n        "login_failure": 0',
    '"set": {\n        "motto": { ¦"row": "password" }, "login_failure": 0',
    /"password" is not everybody's to read/,
  ],
  [
    attachment,
    '"force": { "type": "run", "node": "force",',
    '"force": { ¦"notify": {}, "type": "run", "node": "force",',
    /who may meet a row with an owner is not known by node; remove it/,
  ],
  [order, '"actor": "admin",', '¦"actor": "nobody",', /"nobody" is no value of field "actor" \(select\)/],
  [
    order,
    remarkSet,
    '"set": { "flag": { ¦"form": "admin_remark" } },',
    /the field "flag" \(color\) does not take every value of "admin_remark" \(textarea\)/,
  ],
  [
    order,
    remarkSet,
    '"set": { "flag": { ¦"actor": "name" } },',
    /the field "flag" \(color\) cannot hold the name of the person who acts/,
  ],
  [order, '"log": {\n        "relation": "logs",', '¦"log": {', /a log needs either "relation" or "table"/],
  [
    order,
    '"relation": "logs",\n        "values"',
    '¦"relation": "log",\n        "values"',
    /no such relation of many "log"; did you mean "logs"\?/,
  ],
  [
    order,
    '"relation": "logs",\n        "values"',
    '¦"table": "shop_order_logs",\n        "values"',
    /no such table "shop_order_logs"; did you mean "shop_order_log"\?/,
  ],
  [
    order,
    '"relation": "logs",\n        "values"',
    '"table": "shop_order_log",\n        ¦"values"',
    /required in "shop_order_log" and not written: order_id/,
  ],
  [
    order,
    '"log": {\n        "relation": "logs",',
    '¦"log": {\n        "table": "shop_order",',
    /a log is kept in another table than its rows/,
  ],
  [
    order,
    remarkLog,
    '"relation": "logs",\n        "values": {\n          ¦"actors": 1, "actor": "admin",',
    /the table "shop_order_log" has no field "actors" to write; did you mean "actor"\?/,
  ],
  [
    order,
    remarkLog,
    '"relation": "logs",\n        "values": {\n          ¦"order_id": { "row": "id" }, "actor": "admin",',
    /"order_id" is filled in by the relation; remove it/,
  ],
  [
    order,
    remarkLog,
    '"relation": "logs",\n        "values": {\n          "actor": { ¦"row": "source" },',
    /the field "actor" \(select\) does not take every value of "source" \(select\)/,
  ],
  [order, '"action": "remark",', '"action": { ¦"form": "flag" },', /the field "action" is required and "flag" may be empty/],
  [
    order,
    remarkSet,
    `${remarkSet} "notify": { ¦"node": "shop/order/order/indx" },`,
    /no menu rule of administrators has the node "shop\/order\/order\/indx"; did you mean "shop\/order\/order\/index"\?/,
  ],
  [
    order,
    remarkSet,
    `${remarkSet} "notify": {},`,
    /"actions.remark.notify"/,
    '"remark": {\n      "title"',
    order.replace('page.json', 'zh-cn.json'),
  ],
]
