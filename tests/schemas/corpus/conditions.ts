import { address, classify, company, type Fault, order, rule, user } from './fault.ts'

const when = '"when": { "status": 2 },'
/** The condition of the order's action `deliver`. */
const deliver = (json: string, says: RegExp): Fault => [order, when, `"when": ${json},`, says]
/** A condition of a field in the form of `deliver`, beside `lines`. */
const sender = '"address_id": {\n          "kind": "remoteSelect",'
const inForm = (json: string, says: RegExp): Fault => [
  order,
  sender,
  `"address_id": { "kind": "remoteSelect", "when": ${json},`,
  says,
]
/** A condition of a field in a row of `deliver`'s subtable. */
const quantity = '"quantity": { "kind": "integer", "required": true,'
const inRow = (json: string, says: RegExp): Fault => [order, quantity, `"quantity": { "kind": "integer", "when": ${json},`, says]
const column = (json: string, says: RegExp): Fault => [
  order,
  '{ "field": "pay_type", "cell": "tag",',
  `{ "field": "pay_type", "cell": "tag", "when": ${json},`,
  says,
]
const check = (json: string, says: RegExp): Fault => [address, '"entity": {', `"check": [${json}], "entity": {`, says]

/** What the parser refuses in conditions. */
export const grammar: readonly Fault[] = [
  deliver('{ ¦"statsu": 2 }', /no such field; did you mean "status"\?/),
  deliver('{ ¦"status": 9 }', /9 is no value of field "status" \(select\)/),
  deliver('{ ¦"status": "paid" }', /"paid" is no value of field "status"/),
  deliver('{ ¦"status": null }', /null fails every comparison; write \{ "empty": true \}/),
  deliver('{ ¦"status": [2, 3] }', /a list is not a value; write \{ "in": \[\.\.\.\] \}/),
  deliver('{ "status": { ¦"eqq": 2 } }', /no such comparison "eqq"; did you mean "eq"\?/),
  deliver('{ "status": { ¦"in": 2 } }', /"in" takes a list of values/),
  deliver('{ "status": { ¦"notIn": [] } }', /"notIn" takes a list of values/),
  deliver('{ "status": { "in": [1, ¦8] } }', /8 is no value of field "status"/),
  deliver('{ "status": { ¦"empty": 1 } }', /"empty" takes true or false/),
  deliver('{ ¦"any": { "status": 2 } }', /"any" takes a list of conditions/),
  deliver('{ ¦"any": [] }', /"any" takes a list of conditions/),
  deliver('{ "any": [¦2] }', /a condition must be an object/),
  deliver('{ ¦"not": 2 }', /a condition must be an object/),
  deliver('{ "not": { ¦"stauts": 2 } }', /no such field; did you mean "status"\?/),
  [order, when, '¦"when": {},', /an empty condition is always true; remove it/],
  [order, when, '¦"when": 2,', /expected record, got number/],
  deliver('{ "user_id": { ¦"eq": { "$selv": "id" } } }', /not an operand/),
  deliver('{ ¦"user_id": { "$self": "name" } }', /not an operand/),
  deliver('{ ¦"pay_time": { "$now": "today" } }', /not an operand/),
  deliver('{ "pay_time": { "gt": { ¦"$field": "ship_tiem" } } }', /no such field; did you mean "ship_time"\?/),
  deliver('{ "pay_amount": { ¦"gt": "a lot" } }', /"a lot" is no value of field "pay_amount" \(money\)/),
  deliver('{ ¦"$parent.status": 2 }', /there is no row around this one; write "status"/),
  deliver('{ ¦"$up.status": 2 }', /no such scope "\$up\.status"; allowed: \$parent/),
  deliver('{ ¦"$root.statsu": 2 }', /no such field; did you mean "\$root\.status"\?/),
  deliver('{ "lines": { "some": { ¦"quantiti": 2 } } }', /no such field; did you mean "quantity"\?/),
  deliver('{ "lines": { "every": { ¦"pay_amount": "1.00" } } }', /no such field; did you mean "\$parent\.pay_amount"\?/),
  deliver('{ ¦"lines": 2 }', /rows are not compared with a value; write \{ "some"/),
  deliver('{ "lines": { ¦"gt": 2 } }', /rows are not compared with "gt"; allowed: some, every, empty/),
  deliver('{ "status": { ¦"some": { "id": 1 } } }', /"status" has no rows inside/),
  deliver('{ "pay_amount": { "gt": { ¦"$field": "lines" } } }', /"lines" is a list of rows and no value/),
  deliver('{ ¦"user": { "some": { "id": 1 } } }', /no such field/),
  inForm('{ "visible": { ¦"status": 2 } }', /no such field; did you mean "\$parent\.status"\?/),
  inForm('{ ¦"visibel": { "mode": "all" } }', /unknown key; did you mean "visible"\?/),
  inForm('{ ¦"options": { "1": { "mode": "all" } } }', /"address_id" has no options of its own/),
  inRow('{ "required": { ¦"mode": "all" } }', /no such field; did you mean "\$parent\.mode"\?/),
  inRow('{ "required": { ¦"$parent.status": 2 } }', /no such field; did you mean "\$root\.status"\?/),
  column('{ ¦"satus": 2 }', /no such field; did you mean "status"\?/),
  check('{ ¦"telephone": "1" }', /no such field/),
  [
    user,
    '"password": {',
    '"motto2": { "kind": "string", "when": { "visible": { ¦"password": "x" } } }, "password": {',
    /a secret field cannot be compared/,
  ],
  [
    rule,
    '"when": { "visible": { "type": "menu", "menu_type": "tab" }',
    '"when": { "visible": { "type": "menu", ¦"menu_type": "tabs" }',
    /"tabs" is no value of field "menu_type" \(radio\): did you mean "tab"\?/,
  ],
  [
    rule,
    '"options": [{ "value": "tab" }, { "value": "link" }, { "value": "iframe" }],\n      "when": {',
    '"options": [{ "value": "tab" }, { "value": "link" }, { "value": "iframe" }],\n      "when": { "options": { ¦"lnk": { "type": "menu" } },',
    /"lnk" is no option of "menu_type"; did you mean "link"\?/,
  ],
]

const never = /this condition can never be true/
const always = /this condition is always true/

/** What is decided over the values that the fields may hold. */
export const truth: readonly Fault[] = [
  [order, when, '¦"when": { "status": { "gt": 7 } },', never],
  [order, when, '¦"when": { "status": { "lte": 7 } },', always],
  [order, when, '¦"when": { "status": { "in": [1, 2, 3, 4, 5, 6, 7] } },', always],
  [order, when, '¦"when": { "status": { "eq": 2, "ne": 2 } },', never],
  [order, when, '¦"when": { "status": { "empty": true } },', never],
  [order, when, '¦"when": { "status": { "empty": false } },', always],
  [order, when, '¦"when": { "pay_amount": { "lt": "0.00" } },', never],
  [order, when, '¦"when": { "pay_amount": { "gte": "0.00" } },', always],
  [order, when, '¦"when": { "pay_amount": { "gt": "1.00", "lt": "1.01" } },', never],
  [order, when, '¦"when": { "any": [{ "status": 2 }, { "status": { "ne": 2 } }] },', always],
  [order, when, '¦"when": { "status": 2, "not": { "status": { "in": [2, 3] } } },', never],
  [order, when, '¦"when": { "pay_time": { "gt": { "$now": 0 }, "lt": { "$now": -60 } } },', never],
  [order, when, '¦"when": { "pay_time": { "empty": true, "gt": { "$field": "ship_time" } } },', never],
  [order, when, '¦"when": { "trade_no": { "eq": "a", "gt": "b" } },', never],
  [order, when, '¦"when": { "lines": { "some": { "quantity": { "lt": 1 } } } },', never],
  [order, when, '¦"when": { "lines": { "every": { "quantity": { "gte": 1 } } } },', always],
  [order, when, '¦"when": { "lines": { "empty": true, "some": { "quantity": 1 } } },', never],
  [order, '"when": { "status": 3 }', '¦"when": { "status": { "notIn": [1, 2, 3, 4, 5, 6, 7] } }', never],
  [
    order,
    '"when": { "visible": { "mode": "part" }, "required": { "mode": "part" } },',
    '"when": { ¦"visible": { "mode": { "in": ["all", "part", "none"] } }, "required": { "mode": "part" } },',
    always,
  ],
  [order, sender, '"address_id": { "kind": "remoteSelect", "when": { ¦"disabled": { "mode": { "empty": true } } },', never],
  [order, quantity, '"quantity": { "kind": "integer", "when": { ¦"required": { "$root.status": { "lt": 1 } } },', never],
  [
    order,
    '{ "field": "pay_type", "cell": "tag",',
    '{ "field": "pay_type", "cell": "tag", ¦"when": { "status": { "gte": 1 } },',
    always,
  ],
  [address, '"entity": {', '"check": [¦{ "name": { "empty": true } }], "entity": {', never],
  [address, '"when": { "required": { "tel": { "empty": true } } }', '"when": { ¦"required": { "tel": "x" } }', never],
  [user, '"gte": 10', '"gte": 10, "lt": 10', never, '"when": {'],
  [
    rule,
    '"keepalive": { "kind": "switch", "default": 1, "when": { "visible": { "type": "menu" } } }',
    '"keepalive": { "kind": "switch", "default": 1, "when": { ¦"visible": { "status": { "in": [0, 1] } } } }',
    always,
  ],
  [
    rule,
    '"options": [{ "value": "tab" }, { "value": "link" }, { "value": "iframe" }],\n      "when": {',
    '"options": [{ "value": "tab" }, { "value": "link" }, { "value": "iframe" }],\n      "when": { "options": { "link": { "type": "menu", ¦"keepalive": 3 } },',
    /3 is no value of field "keepalive"|can never/,
  ],
  [order, when, '¦"when": { "goods_quantity": { "gt": 3 } },', /"goods_quantity" is virtual and cannot guard a write/],
  [
    company,
    '"entity": {',
    '"check": [¦{ "parcel_count": { "gt": 3 } }], "entity": {',
    /"parcel_count" is virtual and cannot guard a write/,
  ],
]

/** Fields that hide what they ask for, or wait for each other. */
export const forms: readonly Fault[] = [
  [
    order,
    '"kind": "radio",\n          "required": true,\n          "default": "all",',
    '"kind": "radio",\n          "required": true,\n          "default": "all", "when": { ¦"disabled": { "mode": "none" } },',
    /a circle: mode \(disabled\) → mode/,
  ],
  [
    address,
    '"tel": { "kind": "string",',
    '"tel": { "kind": "string", "when": { "required": { "mobile": { "empty": true } } },',
    /a circle: mobile \(required\) → tel \(required\) → mobile/,
    '"required": { "tel": { "empty": true } }',
  ],
  [
    address,
    '"zip": { "kind": "string",',
    '"zip": { "kind": "string", "when": { ¦"visible": { "zip": { "empty": false } } },',
    /a circle: zip \(visible\) → zip/,
  ],
  [
    order,
    quantity,
    '"quantity": { "kind": "integer", "when": { ¦"required": { "quantity": { "gt": 1 } } },',
    /a circle: lines\.quantity \(required\) → lines\.quantity/,
  ],
  [
    classify,
    '"pid": { "kind": "remoteSelect",',
    '"pid": { "kind": "remoteSelect", "depends": [¦"pid"],',
    /a circle: pid \(depends\) → pid/,
  ],
  [
    address,
    '"name": { "kind": "string", "required": true,',
    '"name": { "kind": "string", ¦"required": true, "when": { "visible": { "status": 1 } },',
    /"name" is required also while it is hidden/,
  ],
  [
    rule,
    '"required": { "type": "menu", "menu_type": "tab" }',
    '¦"required": { "type": "menu" }',
    /"component" can be required and hidden at once/,
  ],
  [
    'pages/user/group/page.json',
    '"fields": ["name", "rules", "remark",',
    '"fields": ["name", "remark",',
    /"rules" is required, and the form does not ask for it/,
    '"required": true,\n      "store"',
  ],
  [
    order,
    quantity,
    '"quantity": { "kind": "integer", ¦"required": true, "when": { "visible": { "open": { "gt": 1 } } },',
    /"quantity" is required also while it is hidden/,
  ],
]
