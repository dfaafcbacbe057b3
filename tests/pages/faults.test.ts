import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadSchema } from '../../codegen/load/pages.ts'
import { formatIssue } from '../../src/schemas/language/issue.ts'
import { copySchemas, schemasIn } from '../harness/schemas.ts'

const board = 'pages/dashboard/page.json'
/** The shop's part of it. */
const laid = 'modules/shop/overlays/shop/dashboard.json'
const account = 'pages/routine/adminInfo/page.json'
const settings = 'modules/shop/pages/shop/settings/page.json'

/** One fault each, made in a real page: what is replaced, what the finding points at (a text of the faulty file), what it says. */
const faults: [file: string, from: string, to: string, at: string, says: RegExp][] = [
  [board, '"dashboard": {', '"table": {}, "dashboard": {', '"table": {}', /a page of kind "dashboard" has no "table"/],
  [
    board,
    '"page": "user/user"',
    '"page": "user/usr"',
    '"page": "user/usr"',
    /no such page "user\/usr"; did you mean "user\/user"\?/,
  ],
  [
    laid,
    '"table": "shop_refund"',
    '"table": "shop_refnd"',
    '"table": "shop_refnd"',
    /no such table "shop_refnd"; did you mean "shop_refund"\?/,
  ],
  [
    laid,
    '"right": "shop/order/refund/index"',
    '"right": "shop/order/refund/indx"',
    '"right": "shop/order/refund/indx"',
    /no menu rule has the button "shop\/order\/refund\/indx"/,
  ],
  [
    laid,
    '"node": "sales"',
    '"node": "sale"',
    '"node": "sale"',
    /no menu rule has the button "dashboard\/sale"; did you mean "dashboard\/sales"\?/,
  ],
  [
    laid,
    '"sum": "pay_amount"',
    '"sum": "pay_amout"',
    '"sum": "pay_amout"',
    /no stored number "pay_amout"; did you mean "pay_amount"\?/,
  ],
  [laid, '"sum": "pay_amount"', '"sum": "status"', '"sum": "status"', /no stored number "status"/],
  [laid, '"time": "pay_time"', '"time": "pay_tiem"', '"time": "pay_tiem"', /no time "pay_tiem"; did you mean "pay_time"\?/],
  [
    laid,
    '"time": "pay_time"',
    '"time": "finish_time"',
    '"time": "finish_time"',
    /cannot be searched by "finish_time", so the card cannot lead to it; set "link": false/,
  ],
  [laid, '"status": { "in": [2] }', '"status": { "in": [9] }', '9] }', /9 is no value of field "status"/],
  [
    laid,
    '"where": {\n        "status": { "in": [2] }\n      }',
    '"where": { "not": { "status": 2 } }',
    '"where": { "not"',
    /a list has no "not", so the card cannot lead to it/,
  ],
  [
    laid,
    '"count": true,\n      "icon": "truck"',
    '"icon": "truck"',
    '"dashboard.cards.toShip": {',
    /say what is shown: one of "count", "sum" and "avg"/,
  ],
  [board, '"window": "today",', '', '"newMembers": {', /a card has both "window" and "time", or none of them/],
  [laid, '"group": "status"', '"group": "statsu"', '"group": "statsu"', /no choice or text "statsu"; did you mean "status"\?/],
  [
    laid,
    '"show": [\n        "toShip",',
    '"show": [\n        "toShp",',
    '"toShp"',
    /no card, chart or list "toShp"; did you mean "toShip"\?/,
  ],
  [
    board,
    '"columns": ["nickname", ',
    '"columns": ["nicknam", ',
    '"nicknam"',
    /the list of user\/user has no column "nicknam"; did you mean "nickname"\?/,
  ],
  [account, '"store": "row"', '"store": "rows"', '"store": "rows"', /"rows" is not allowed here; did you mean "row"\?/],
  [account, '"store": "row",', '', '{', /a form has either "store" \(row or keyValue\) or "call"/],
  [account, '"$self": "id"', '"$self": "ids"', '"$self": "ids"', /"ids" is not allowed here; did you mean "id"\?/],
  [account, '"use": "admin"', '"use": "admim"', '"use": "admim"', /no such entity "admim"/],
  [
    account,
    '"fields": ["username", ',
    '"fields": ["usernam", ',
    '"usernam"',
    /no such field "usernam"; did you mean "username"\?/,
  ],
  [
    settings,
    '"use": "shop_setting"',
    '"use": "shop_order"',
    '"use": "shop_order"',
    /keeps no settings: it needs a given text key and a field "value"/,
  ],
  [settings, '"name": "cancel"', '"name": "trade"', '"name": "trade"', /another tab is called "trade"/],
  [
    settings,
    '"fields": ["allow_apply_cancel",',
    '"fields": ["refund_days",',
    '"refund_days", "apply_cancel_minutes"',
    /"refund_days" stands in the form twice/,
  ],
]

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'kontor-faults-'))
  copySchemas(dir)
})
afterAll(() => rm(dir, { recursive: true }))

it.each(faults)('%s: %s written as %s is reported at its position', async (file, from, to, at, says) => {
  const path = join(dir, file)
  const text = await readFile(path, 'utf8')
  const broken = text.replace(from, to)
  expect(broken).not.toBe(text)
  await writeFile(path, broken)
  const { issues } = await loadSchema(schemasIn(dir)).finally(() => writeFile(path, text))
  const found = issues.filter((issue) => issue.file === file && says.test(formatIssue(issue)))
  expect(found.length, issues.map(formatIssue).slice(0, 8).join('\n')).toBeGreaterThan(0)
  const lines = broken.split('\n')
  const points = found.map(({ line, column }) => (lines[line - 1] ?? '').slice(column - 1))
  expect(
    points.some((rest) => rest.startsWith(at)),
    `${points.join(' | ')} is not at ${at}`,
  ).toBe(true)
})
