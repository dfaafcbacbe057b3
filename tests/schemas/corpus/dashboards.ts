import { dashboard, type Fault, market } from './fault.ts'

const cards =
  '"toShip": {\n        "page": "shop/order/order",\n        "where": { "status": { "in": [2] } },\n        "count": true,'
/** The card of orders to be shipped, with other rows and another figure. */
const card = (json: string, says: RegExp, at?: string): Fault =>
  at ? [dashboard, cards, `"toShip": { ${json}`, says, at] : [dashboard, cards, `"toShip": { ${json}`, says]
const refunded = '"table": "shop_refund",\n        "right": "shop/order/refund/index",\n        "where": { "money_status": 2 },'
const members = '"page": "user/user",\n        "time": "create_time",\n        "count": true\n'
const chart = (json: string, says: RegExp, at?: string): Fault =>
  at ? [dashboard, members, json, says, at] : [dashboard, members, json, says]
const classesNow = '"group": "lines.goods_id.classify_ids.name",\n        "sum": "lines.pay_share"'
const classes = (json: string, says: RegExp): Fault => [dashboard, classesNow, json, says]
const statuses = '"as": "pie",\n        "page": "shop/order/order",\n        "group": "status",'
const orders = '"columns": ["order_no", "status",'

/** Figures, charts and lists of other screens. */
export const dashboards: readonly Fault[] = [
  [market, '"plugin",\n  "plugin": "module-market"', '"dashboard",\n  ¦"dashboard": {}', /a dashboard shows something/],
  [dashboard, '"statuses": {', '¦"toShip": {', /two parts of the dashboard are called "toShip"/],
  [
    dashboard,
    '"show": [\n          "toShip",',
    '"show": [\n          ¦"toShp",',
    /no card, chart or list "toShp"; did you mean "toShip"\?/,
  ],
  [dashboard, '"show": [\n          "toShip",', '"show": ["toShip", ¦"toShip",', /"toShip" is shown twice/],
  [dashboard, '"show": [\n          "toShip",', '"show": [', /"toShip" is in no section/, '"toShip": {'],
  [dashboard, '"range": [7, 30, 90]', '"range": [7, ¦0, 90]', /must be at least 1/],
  card('"count": true,', /say whose rows: either "page" or "table"/, '"toShip": {'),
  card('"page": "shop/order/order", "table": "user", "count": true,', /either "page" or "table"/, '"toShip": {'),
  card('¦"page": "shop/order/orders", "count": true,', /no such page "shop\/order\/orders"; did you mean "shop\/order\/order"\?/),
  card('¦"page": "shop/settings", "count": true,', /no such page "shop\/settings"/),
  card('"page": "shop/order/order", ¦"right": "shop/order/order/index", "count": true,', /the right is that of the list/),
  [
    dashboard,
    refunded,
    '"table": "shop_refund", "where": { "money_status": 2 },',
    /missing "right": the node that may see rows of a table without a screen/,
    '"refundAmount": {',
  ],
  [
    dashboard,
    refunded,
    refunded.replace('"table": "shop_refund"', '¦"table": "shop_refnd"'),
    /no such table "shop_refnd"; did you/,
  ],
  [
    dashboard,
    refunded,
    refunded.replace('"right": "shop/order/refund/index"', '¦"right": "shop/order/refnd/index"'),
    /no menu rule has the button "shop\/order\/refnd\/index"; did you mean "shop\/order\/refund\/index"\?/,
  ],
  [
    dashboard,
    '"page": "shop/order/order",\n        "sum": "pay_amount",\n        "time": "pay_time",\n        "window": "today",\n        "compare": true,\n        "node": "sales",',
    '"page": "shop/order/order", "sum": "pay_amount", "time": "pay_time", "window": "today", ¦"node": "sale",',
    /no menu rule has the button "dashboard\/sale"/,
  ],
  [
    dashboard,
    '"amount": { "sum": "pay_amount", "node": "sales" }',
    '"amount": { "sum": "pay_amount", ¦"node": "sale" }',
    /no menu rule has/,
  ],
  card(
    '"page": "shop/order/order", ¦"time": "pay_tme", "window": "today", "count": true,',
    /no time "pay_tme"; did you mean "pay_time"/,
  ),
  card('"page": "shop/order/order", ¦"time": "pay_type", "window": "today", "count": true,', /no time "pay_type"/),
  card('"page": "shop/order/order",', /say what is shown: one of "count", "sum" and "avg"/, '"toShip": {'),
  card('"page": "shop/order/order", "count": true, "sum": "score",', /one of "count", "sum" and "avg"/, '"toShip": {'),
  card('"page": "shop/order/order", ¦"sum": "pay_amont",', /no stored number "pay_amont"; did you mean "pay_amount"\?/),
  card('"page": "shop/order/order", ¦"avg": "order_no",', /no stored number "order_no"/),
  card('"page": "shop/order/order", "count": true, "time": "pay_time",', /a card has both "window" and "time"/, '"toShip": {'),
  card('"page": "shop/order/order", "count": true, ¦"compare": true,', /only periods can be compared/),
  card('"page": "shop/order/order", "count": true, ¦"window": "week",', /"week" is not allowed here/),
  card(
    '"page": "shop/order/order", ¦"where": { "score": { "gt": 3 } }, "count": true,',
    /cannot be searched by "score", so the card/,
  ),
  card('"page": "shop/order/order", ¦"where": { "any": [{ "status": 1 }] }, "count": true,', /a list has no "any", so the card/),
  card(
    '"page": "shop/order/order", ¦"where": { "pay_time": { "gt": { "$field": "ship_time" } } }, "count": true,',
    /a list compares with values only, so the card cannot lead to it/,
  ),
  card(
    '"page": "shop/order/order", ¦"time": "receive_time", "window": "today", "count": true,',
    /cannot be searched by "receive_time", so the card cannot lead to it/,
  ),
  card(
    '"page": "shop/order/order", ¦"filter": "has_remarks", "count": true,',
    /no named filter "has_remarks"; did you mean "has_remark"\?/,
  ),
  card('"page": "shop/order/order", "where": { ¦"statu": 2 }, "count": true,', /no such field; did you mean "status"\?/),
  chart('"page": "user/user", "count": true\n', /a chart over days needs "time"/, '"members": {'),
  chart('"page": "user/user", ¦"group": "grup_id", "count": true\n', /no choice or text "grup_id"/),
  chart('"page": "user/user", ¦"group": "password", "count": true\n', /no choice or text "password"/),
  classes('¦"group": "line.goods_id.name", "count": true', /"shop_order" leads nowhere by "line"; did you mean "lines"\?/),
  classes(
    '¦"group": "lines.goods.name", "count": true',
    /"shop_order_goods" leads nowhere by "goods"; allowed: order_id, goods_id,/,
  ),
  classes('¦"group": "lines.goods_id.nam", "count": true', /no choice or text "nam"; did you mean "name"\?/),
  classes(
    '"group": "lines.goods_id.name", ¦"sum": "lines.pay_shar"',
    /no stored number "lines.pay_shar"; did you mean "lines.pay_share"\?/,
  ),
  classes('"group": "lines.goods_id.name", ¦"sum": "pay_amount"', /"pay_amount" would be counted more than once or not at all/),
  [dashboard, statuses, '¦"as": "pie", "page": "shop/order/order",', /a pie has one figure for each value of a "group"/],
  [dashboard, statuses, statuses.replace('"as": "pie"', '¦"as": "cake"'), /"cake" is not allowed here/],
  [
    dashboard,
    '"as": "line",\n        "page": "shop/order/order",',
    '"as": "line", "page": "shop/order/order", "count": true,',
    /the figures of a chart stand in its "series"/,
    '"sales": {\n        "as"',
  ],
  [dashboard, '"recharge": { "sum": "money",', '"recharge": { ¦"sum": "monney",', /no stored number "monney"/],
  [
    dashboard,
    '"where": { "source": { "in": ["order", "join",',
    '"where": { "source": { "in": [¦"ordr", "join",',
    /"ordr" is no value/,
  ],
  [
    dashboard,
    '"orders": { "count": true }',
    '"orders": { "count": true, ¦"negate": true }',
    /only a "sum" or an "avg" has another sign/,
  ],
  [
    dashboard,
    `"page": "shop/order/order",\n        ${orders}`,
    `¦"page": "shop/order/order2", ${orders}`,
    /no such list "shop\/order\/order2"/,
  ],
  [
    dashboard,
    orders,
    '"columns": [¦"order_nr", "status",',
    /the list of shop\/order\/order has no column "order_nr"; did you mean/,
  ],
  [dashboard, orders, `¦"where": { "score": { "gt": 3 } }, ${orders}`, /cannot be searched by "score"/],
]
