import { expect, test } from 'vitest'
import { loadSchema } from '../../codegen/load/pages.ts'
import { schemaSources } from '../../codegen/load/schemaSources.ts'
import { readScreens } from '../../scripts/compareScreens/catalogue.ts'
import { readLabels, readLooks, readMenu } from '../../scripts/compareScreens/chapters.ts'
import { compareLooks, compareMenus } from '../../scripts/compareScreens/chaptersCompared.ts'
import { Comparison } from '../../scripts/compareScreens/comparison.ts'
import { labelsOf } from '../../scripts/compareScreens/product.ts'
import { compareScreen, nodesOf } from '../../scripts/compareScreens/screens.ts'

const catalogue = `
### auth/admin — Administrators / 管理员
- fields:
  - \`username\` account(required)
  - \`group_ids\` remoteMultiSelect(auth/group, name)
  - \`shoe_size\` integer
- columns: id S, username F, group_names (tags), hat (tag), times
- search: username LIKE, coat eq; quick: username
- toolbar: std
- row:
  - edit
  - unlock — node \`unlock\`, when {login_failure: {gte: 10}}, form \`reason\` string
  - dance — node \`dance\`
- nodes: std + unlock, dance
`

const { schema } = await loadSchema(schemaSources(['shop']))
const listedLabels = readLabels(
  'username Account/用户名 · shoe_size Shoe size/鞋码\nFurther: avatar(s) Avatar/头像. Nothing more.',
)
const product = {
  schema,
  nodes: nodesOf(schema),
  labels: labelsOf(schema),
  listedLabels: new Map(listedLabels.map((each) => [each.name, each])),
}

test('what a catalogue lists and a page lacks is named, screen by screen', () => {
  const found = new Comparison()
  for (const screen of readScreens(catalogue)) compareScreen(screen, product, found)
  expect(found.lacking).toEqual([
    'auth/admin: fields shoe_size',
    'auth/admin: fields reason',
    'auth/admin: columns hat',
    'auth/admin: search coat',
    'auth/admin: actions dance',
    'auth/admin: nodes dance',
  ])
  const figures = found.screens.get('auth/admin')
  // A name that differs on purpose is there under the other one; `times` are two columns, `std` is eight buttons.
  expect(figures).toMatchObject({
    fields: { has: 2, of: 4 },
    columns: { has: 5, of: 6 },
    search: { has: 1, of: 2 },
    actions: { has: 10, of: 11 },
    nodes: { has: 5, of: 6 },
  })
})

test('a label that the page words otherwise is told, and does not lack', () => {
  const found = new Comparison()
  for (const screen of readScreens(catalogue)) compareScreen(screen, product, found)
  expect(found.reworded).toEqual([
    { name: 'auth/admin username', listed: 'Account / 用户名', now: expect.stringMatching(/ \/ /) },
  ])
  expect(listedLabels.map(({ name }) => name)).toEqual(['username', 'shoe_size', 'avatar', 'avatars'])
})

test('a screen that is no page lacks as a whole', () => {
  const found = new Comparison()
  for (const screen of readScreens('### shop/moon — Moon / 月亮\n- fields:\n  - `name` string\n'))
    compareScreen(screen, product, found)
  expect(found.lacking).toEqual(['shop/moon: no page'])
})

test('names that were said to differ and that no catalogue lists are errors', () => {
  expect(new Comparison().unusedRows()).toContainEqual(expect.stringContaining('no fields "group_ids" of auth/admin'))
})

test('menu entries, their buttons and the looks of actions are compared', () => {
  const found = new Comparison()
  const menu = readMenu(
    '| id | pid | type | name | title | 标题 | icon | buttons |\n|---|\n' +
      '| 12 | 10 | menu | auth/admin | Administrators | 管理员管理 | user-edit | index kick fly |\n' +
      '| 13 | 10 | menu | auth/moon | Moon | 月亮 | moon | index |\n',
  )
  expect(compareMenus(menu, 'admin', product, found)).toEqual({ has: 3, of: 5 })
  expect(found.lacking).toEqual(['menu: auth/admin button fly', 'menu: menu auth/moon'])
  const looks = readLooks(
    '| action | title | icon | look | confirm |\n|---|\n| reply | Reply / 回复 | moon | primary | Sure? / 确定？ |\n',
  )
  const actions = new Comparison()
  compareLooks(looks, product, actions)
  expect(actions.lacking.slice(0, 2)).toEqual([
    'action: shop/order/evaluate reply is reply primary, not moon primary',
    'action: reply does not ask first',
  ])
})
