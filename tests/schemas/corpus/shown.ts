import { address, admin, dashboard, dataExport, type Fault, join, order } from './fault.ts'

const members = '"as": "line",\n        "page": "user/user",'
const adjusted = '"goods_amount",\n        "pay_amount"\n      ],\n      "node": "order-adjust",'
const parcels = '"columns": [\n        "company_name",'

/** What rows, forms and figures show beside the rest, and where it leads. */
export const shown: readonly Fault[] = [
  [
    order,
    '"amount": { "kind": "money", "required": true, "min": "0.00", "most": "left" }',
    '"amount": { "kind": "money", "required": true, "min": "0.00", ¦"most": "rest" }',
    /no such field "rest"/,
  ],
  [order, '"sum": ["left", "amount"]', '"sum": ["left", ¦"amounts"]', /no such field of a row "amounts"/],
  [order, '"sum": ["left", "amount"]', '"sum": ["left", ¦"line"]', /"line" is no number/],
  [
    order,
    '{ "field": "pay_amount", "sortable": true, "width": 98 }',
    '{ "field": "pay_amount", ¦"secondLine": true, "sortable": true, "width": 98 }',
    /there is nothing to show on a second line/,
  ],
  [
    order,
    '{ "field": "status", "cell": "tag", "width": 104 }',
    '{ "field": "status", "cell": "tag", ¦"color": "order_no", "width": 104 }',
    /"order_no" holds no colour/,
  ],
  [
    order,
    '{ "field": "pay_amount", "sortable": true, "width": 98 }',
    '{ "field": "pay_amount", ¦"color": "flag", "sortable": true, "width": 98 }',
    /only a tag has a colour of its own/,
  ],
  [
    order,
    '"node": "order-receive",',
    '¦"summary": ["pay_amount"],\n      "node": "order-receive",',
    /"receive" has no form of its own to show them in/,
  ],
  [
    order,
    adjusted,
    '"goods_amount",\n        ¦"pay_amont"\n      ],\n      "node": "order-adjust",',
    /no such field "pay_amont"; did you mean "pay_amount"\?/,
  ],
  [
    order,
    '"columns": ["image", "name", "spec_text", "to_ship"]',
    '"columns": ["image", "name", "spec_text", ¦"to_shop"]',
    /no such column "to_shop" in its rows; did you mean "to_ship"\?/,
  ],
  [
    order,
    '"node": "order-adjust",',
    '"projected": { ¦"score_amount": "adjust_amount" },\n      "node": "order-adjust",',
    /"score_amount" is not among the facts shown/,
  ],
  [
    order,
    '"node": "order-adjust",',
    '"projected": { ¦"pay_amount": "ajust_amount" },\n      "node": "order-adjust",',
    /no such field of its form "ajust_amount"; did you mean "adjust_amount"\?/,
  ],
  [
    order,
    '"node": "order-adjust",',
    '"projected": { ¦"pay_amount": "reason" },\n      "node": "order-adjust",',
    /"reason" is no number that could be added/,
  ],
  [
    order,
    '"node": "order-receive",',
    '¦"tool": "import",\n      "node": "order-receive",',
    /"receive" is of type "run", which has no "tool"; an action with "tool" is of type "tool"/,
  ],
  [
    address,
    '"table": {',
    '"actions": { "check": { "type": "tool", "node": "add", "icon": "list-check", ¦"tool": "import" } },\n  "table": {',
    /the list has no tool "import"; declare the action "import"/,
  ],
  [
    order,
    parcels,
    `¦"more": { "page": "shop/order/parcel", "query": { "order_id": "id" } },\n      ${parcels}`,
    /all rows are shown/,
  ],
  [
    dashboard,
    members,
    `¦"link": { "page": "user/user", "filter": "nickname" },\n        ${members}`,
    /only groups lead to a list/,
  ],
  [dashboard, '"group": "status",', '¦"group": "user_id.mobile",', /"mobile" is masked: its groups would tell values apart/],
  [join, '"depends": ["user_id"],', '"depends": [¦"mobile"],', /"mobile" is masked where the choices are, and would be compared/],
  [admin, '"reads": ["id"]', '"reads": ["id", ¦"password"]', /"password" is secret: nothing is computed from it/],
  [
    dataExport,
    '"options": { "source": "exports" },',
    '¦"store": "enum", "options": { "source": "exports" },',
    /only a table of another system \("external"\) has columns of enumerated types/,
  ],
]
