import { expect, it } from 'vitest'
import { axeFaults } from '../harness/browser/axe.ts'
import { openSite, shot, soon } from '../harness/browser/site.ts'
import type { Answer } from '../harness/client.ts'

/** An owner's own tabs of the configuration. */

const { server, enter } = await openSite()
const owner = await server.signIn('admin')

const path = '/admin/routine.Config'
const empty = { content: '', tip: '', rule: [], extend: '', inputExtend: '', weigh: 0, type: 'string' }
const save = (...groups: [string, string][]) =>
  owner.post(`${path}/edit`, { config_group: groups.map(([key, value]) => ({ key, value })) })
const add = (group: string, name: string, title: string) => owner.post(`${path}/add`, { ...empty, group, name, title })
const errorsOf = (answer: Answer): unknown => (answer.body.data as { errors?: unknown } | null)?.errors
const own = async () =>
  (await owner.get<{ groups: unknown; items: { group: string; field: { name: string } }[] }>(`${path}/index`)).body.data

it('are made with name and title, take items, keep their order, and go when they are empty', async () => {
  expect(errorsOf(await add('stores', 'store_hours', 'Hours'))).toHaveProperty('group')
  expect((await save(['stores', 'Stores'], ['social', 'Social media'])).body.code).toBe(1)
  expect((await add('stores', 'store_hours', 'Hours')).body).toMatchObject({ code: 1 })
  expect((await owner.post(`${path}/edit`, { store_hours: '9 to 5' })).body.code).toBe(1)
  const now = await own()
  expect(now.groups).toEqual([
    { key: 'stores', value: 'Stores' },
    { key: 'social', value: 'Social media' },
  ])
  expect(now.items.map(({ group, field }) => [group, field.name])).toContainEqual(['stores', 'store_hours'])

  // With items in it a tab stays, and nothing else of the save is done.
  const refused = await owner.post(`${path}/edit`, { config_group: [], site_name: 'Not saved' })
  expect(errorsOf(refused)).toEqual({ config_group: 'Own tabs: “stores” still has items (Hours). Delete them first.' })
  expect(await server.query("select value from config where name = 'site_name' and value = 'Not saved'")).toEqual([])
  expect((await save(['social', 'Social'], ['stores', 'Shops'])).body.code).toBe(1)
  const item = (await server.query<{ id: number }>("select id from config_item where name = 'store_hours'"))[0]
  expect((await owner.del(`${path}/del`, { ids: [item?.id] })).body.code).toBe(1)
  expect((await save()).body.code).toBe(1)
  expect((await own()).groups).toEqual([])
})

it.each([
  [[['Two words', 'x']], 'cannot be a name'],
  [[['9lives', 'x']], 'cannot be a name'],
  [[['__proto__', 'x']], 'cannot be a name'],
  [[['mail', 'x']], 'already a tab with the name “mail”'],
  [[['a', 'x'], ['a', 'y']], 'already a tab with the name “a”'], // biome-ignore format: one case a line
  [[['a', ' ']], 'enter a title for “a”'],
] as [[string, string][], string][])('are refused where they could be no tabs: %j', async (groups, says) => {
  expect(errorsOf(await save(...groups))).toEqual({ config_group: expect.stringContaining(says) })
  expect((await own()).groups).toEqual([])
})

it('are groups to BuildAdmin’s client', async () => {
  await save(['stores', 'Stores'])
  const plain = owner.with({ headers: { 'x-kontor-strict': '0' } })
  const { body } = await plain.get<{
    configGroup: Record<string, string>
    list: Record<string, { title: string; list: unknown[] }>
  }>(`${path}/index`)
  expect(body.data.configGroup).toMatchObject({ basics: 'Basics', stores: 'Stores' })
  expect(body.data.list.stores).toMatchObject({ title: 'Stores', list: [] })
  // It posts what it was shown back: all tabs, those of the page too.
  const tabs = Object.entries(body.data.configGroup).map(([key, value]) => ({ key, value }))
  const saved = await plain.post(`${path}/edit`, { config_group: [...tabs, { key: 'social', value: 'Social' }] })
  expect(saved.body, saved.text).toMatchObject({ code: 1 })
  expect((await own()).groups).toEqual([
    { key: 'stores', value: 'Stores' },
    { key: 'social', value: 'Social' },
  ])
  await save()
})

it('are made in the form, and an item is added to one at once, with the keyboard alone', async () => {
  const page = await enter({ lang: 'en' })
  await page.goto(`${server.url}/admin/routine/config`)
  const groups = page.locator('[data-field=config_group]')
  await groups.getByRole('button', { name: 'Add row' }).press('Enter')
  await groups.getByRole('textbox').first().fill('stores')
  await groups.getByRole('textbox').last().fill('Stores')
  await page.keyboard.press('Control+Enter')
  const tab = page.getByRole('tab', { name: 'Stores' })
  await tab.press('Enter')
  await page.getByText('Nothing here yet').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Add item' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.locator('[data-field=name] input').fill('store_hours')
  await dialog.locator('[data-field=title] input').fill('Hours')
  await dialog.locator('[data-field=group]').getByRole('combobox').press('Enter')
  await page.getByRole('option', { name: 'Stores' }).click()
  await dialog.getByRole('button', { name: 'Add item' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await soon(() => page.getByRole('tab').allTextContents()).toContain('Stores')
  await tab.click()
  await page.getByRole('textbox', { name: 'Hours' }).fill('9 to 5')
  await shot(page, 'own-tab')
  await page.keyboard.press('Control+Enter')
  await soon(() => server.query("select value from config where name = 'store_hours'")).toEqual([{ value: '9 to 5' }])
})
