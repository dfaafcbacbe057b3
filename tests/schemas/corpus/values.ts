import { address, admin, classify, company, type Fault, menu } from './fault.ts'

/** What a field says of its values does not hold together; and what is named twice, or can never be reached. */
export const values: readonly Fault[] = [
  [
    company,
    '"weigh": { "kind": "weigh", "default": 0 }',
    '"weigh": { "kind": "integer", ¦"min": 5, "max": 1, "default": 0 }',
    /fields\.weigh\.min: nothing is at least 5 and at most 1/,
  ],
  [
    company,
    '"phone": { "kind": "string", "maxLength": 20 }',
    '"phone": { "kind": "string", "maxLength": 20 }, "since": { "kind": "date", ¦"min": "2030-01-01", "max": "2020-01-01" }',
    /the earliest is after the latest/,
  ],
  [
    company,
    '"weigh": { "kind": "weigh", "default": 0 }',
    '"weigh": { "kind": "integer", "min": 5, ¦"default": 0 }',
    /the first value is below the smallest, 5/,
  ],
  [
    company,
    '"phone": { "kind": "string", "maxLength": 20 }',
    '"phone": { "kind": "string", "maxLength": 3, ¦"default": "95338" }',
    /the first value is longer than 3 characters/,
  ],
  [
    company,
    '"phone": { "kind": "string", "maxLength": 20 }',
    '"phone": { "kind": "string", "maxLength": 20, "pattern": "^\\\\d+$", ¦"default": "none" }',
    /the first value does not fit the pattern/,
  ],
  [
    company,
    '"phone": { "kind": "string", "maxLength": 20 }',
    '"phone": { "kind": "string", "maxLength": 20, ¦"pattern": "^[0-9" }',
    /this is no regular expression: .*Unterminated character class/,
  ],
  [
    company,
    '{ "value": "no", "tag": "danger" }',
    '{ ¦"value": "yes", "tag": "danger" }',
    /two options have the value "yes"; remove one of them/,
  ],
  [company, '{ "value": "no", "tag": "danger" }', '{ ¦"value": 0, "tag": "danger" }', /0 is of another type than "yes"/],
  [
    'modules/shop/pages/points/goods/page.json',
    '"undo": "offSale",\n      "node": "edit",\n      "icon": "arrow-up",\n      "when": { "status": 0 },\n      "set": { "status": 1 },',
    '"node": "edit",\n      "icon": "arrow-up",\n      "when": { "status": 0 },\n      "set": { "status": 1, ¦"score": -5 },',
    /-5 is below the smallest, \d+ of "score"/,
  ],
  [classify, '"parent": "pid"', '¦"parent": "name"', /"name" cannot hold the key of a row/],
  [
    company,
    '{ "field": "phone", "width": 100 }',
    '{ "field": "phone", "width": 100 },\n      ¦"name"',
    /"name" is named twice; remove one of them/,
  ],
  [company, '"search": ["name", "code",', '"search": ["name", ¦"name", "code",', /"name" is named twice/],
  [company, '"quickSearch": ["name", "code"]', '"quickSearch": ["name", ¦"name"]', /"name" is named twice/],
  [
    company,
    '"toolbar": ["refresh", "add", "edit", "delete", "search",',
    '"toolbar": ["refresh", "add", "edit", "delete",',
    /"toolbar" has no tool "search"; nobody could ever use it/,
    '"search": [',
  ],
  [company, '"icon": "check-circle"', '¦"icon": "chek-circle"', /there is no icon "chek-circle"; did you mean "check-circle"\?/],
  [menu, '"icon": "pi pi-gauge"', '¦"icon": "pi pi-gaige"', /there is no icon "pi pi-gaige"; did you mean "gauge"\?/],
  [
    address,
    '"name": { "kind": "string", "required": true,',
    '¦"__proto__": { "kind": "switch" }, "name": { "kind": "string", "required": true,',
    /no part can be called "__proto__"/,
  ],
  [
    'modules/shop/pages/shop/delivery/company/en.json',
    '"title": "Delivery companies"',
    '¦"title": " "',
    /the word "title" is empty; write it/,
  ],
  [
    'modules/shop/words/en/coupon.json',
    '"none": "Coupon not found"',
    '¦"none": ""',
    /the word "errors.coupon.none" is empty; write it/,
  ],
  [admin, '"entity": {', '"check": [¦{ "second_factor": 1 }], "entity": {', /no new row can keep this rule/],
]
