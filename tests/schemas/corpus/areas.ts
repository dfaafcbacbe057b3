import { adminInfo, dashboard, type Fault } from './fault.ts'

const balance = 'pages/account/balance/page.json'
const overview = 'pages/account/overview/page.json'
const profile = 'pages/account/profile/page.json'
const use = '"use": "user_money_log",\n    "owner": "user_id"'
const toPay = '"toPay": { "table": "shop_order", "owner": "user_id", '
const refunded = '"table": "shop_refund",\n        "right": "shop/order/refund/index",'

/** Screens of members: whose rows they are, and that none of the other area is mixed in. */
export const areas: readonly Fault[] = [
  [balance, '"area": "user"', '¦"area": "member"', /"member" is not allowed here; allowed: admin, user/],
  [balance, use, '"use": "user_money_log"', /missing "owner": the field that holds the member/, '"entity"'],
  [balance, use, '"use": "user_money_log",\n    ¦"owner": "usr_id"', /no such field "usr_id"; did you mean "user_id"\?/],
  [balance, use, '"use": "user_money_log",\n    ¦"owner": "after"', /"after" says whose a row is and has no index/],
  [
    balance,
    '"field": "after",',
    '"field": "after", "link": { ¦"page": "user/user", "query": { "id": "id" } },',
    /"user\/user" is a screen of the area "admin"/,
  ],
  [adminInfo, '"use": "admin"', '"use": "admin", ¦"owner": "id"', /only pages of the area "user" say whose rows they show/],
  [adminInfo, '"use": "admin"', '"use": "user"', /who acts in the area "admin" is a row of "admin", not of "user"/, '"$self"'],
  [profile, '"row": {\n    "$self": "id"\n  }', '"row": 1', /is about the member: a "row" \{ "\$self": "id" \}/, '"store"'],
  [
    profile,
    '"fields": ["email", "mobile"]',
    '"fields": ["email", "mobile", "group_id"]',
    /"user\/group" is a screen of the area/,
    '"fields": {\n    "avatar"',
  ],
  [
    overview,
    '"balance": { "page": "account/balance",',
    '"balance": { ¦"page": "user/moneyLog",',
    /"user\/moneyLog" is a screen of the area "admin"/,
  ],
  [
    overview,
    '"balance": { "page": "account/balance",',
    '"balance": { "page": "account/balance", ¦"owner": "user_id",',
    /the list says itself whose rows they are/,
  ],
  [overview, toPay, '"toPay": { "table": "shop_order", ', /missing "owner": the field that holds the member/, '"toPay": {'],
  [overview, toPay, '"toPay": { "table": "shop_order", ¦"owner": "usr_id", ', /no such field "usr_id"/],
  [overview, toPay, `${toPay}¦"right": "shop/order/order/index", `, /the right is that of this page, "account\/overview\/index"/],
  [dashboard, refunded, `${refunded} ¦"owner": "id",`, /only pages of the area "user" say whose rows they count/],
]
