import { describe, expect, it } from 'vitest'
import { openOffice } from '../harness/browser/site.ts'
import { buildVariant } from '../harness/browser/variant.ts'

const text = { kind: 'string', maxLength: 40 }
/** More fields than a form draws at once. */
const many = Array.from({ length: 60 }, (_, i) => `n${i}`)
/** As text: an object with a member `then` is taken for a promise. */
const downloads: object = JSON.parse('{ "then": "download" }')
/** Pages of kinds that the product has none of so far. */
const pages: Readonly<Record<string, { page: object; words: object; buttons: string[] }>> = {
  'lab/view': {
    page: {
      kind: 'detail',
      entity: { use: 'shop_order' },
      detail: [
        { name: 'base', fields: ['order_no', 'status', 'user.nickname'] },
        { name: 'lines', relation: 'lines', columns: ['name', 'quantity'] },
      ],
    },
    words: {
      title: 'One order',
      detail: { base: 'Order', lines: 'Items' },
      related: { lines: { name: { label: 'Product' }, quantity: { label: 'Number' } } },
    },
    buttons: ['index'],
  },
  'lab/plugged': { page: { kind: 'plugin', plugin: 'star-chart' }, words: { title: 'Plugged' }, buttons: ['index'] },
  'lab/report': {
    page: {
      kind: 'form',
      call: 'report',
      fields: {
        subject: { ...text, required: true },
        reason: { ...text, required: true },
        ...Object.fromEntries(many.map((name) => [name, text])),
      },
      form: {
        tabs: [
          { name: 'what', fields: ['subject'] },
          { name: 'why', fields: ['reason'] },
          { name: 'rest', fields: many },
        ],
      },
    },
    words: {
      title: 'Report',
      tabs: { what: 'What', why: 'Why', rest: 'Rest' },
      fields: {
        subject: { label: 'Subject' },
        reason: { label: 'Reason' },
        ...Object.fromEntries(many.map((name) => [name, { label: name }])),
      },
    },
    buttons: ['index', 'edit'],
  },
  'lab/note': {
    page: {
      kind: 'crud',
      entity: { table: 'lab_note', unindexedBecause: 'a table of tests' },
      fields: { name: { ...text, required: true } },
      table: { columns: ['id', 'name'], search: ['name'], toolbar: ['refresh', 'search', 'stamp', 'sheet'], row: ['sheetOf'] },
      actions: {
        stamp: { type: 'run', node: 'edit', fields: { name: { ...text, required: true } } },
        sheet: { type: 'run', node: 'index', call: 'sheet', ...downloads },
        sheetOf: { type: 'run', node: 'index', call: 'sheetOf', ...downloads },
      },
    },
    words: {
      title: 'Notes',
      fields: { name: { label: 'Name' } },
      actions: {
        stamp: { title: 'Stamp', fields: { name: { label: 'Text' } } },
        sheet: { title: 'Sheet of all' },
        sheetOf: { title: 'Sheet' },
      },
    },
    buttons: ['index', 'add', 'edit', 'del'],
  },
}

const reported: unknown[] = []
const variant = await buildVariant({
  ...Object.fromEntries(
    Object.entries(pages).flatMap(([id, { page, words }]) => [
      [`pages/${id}/page.json`, (json: object) => void Object.assign(json, { version: 1, ...page })],
      ...['zh-cn', 'en'].map((locale) => [`pages/${id}/${locale}.json`, (json: object) => void Object.assign(json, words)]),
    ]),
  ),
  'menus/admin.json': (json) => {
    if (!Array.isArray(json)) throw new Error('the menu is a list')
    const rules = Object.entries(pages).map(([name, { buttons }]) => ({ name, buttons }))
    json.push(...rules.map((rule) => ({ type: 'menu', title: rule.name, title_en: rule.name, ...rule })))
  },
})
const { server, page } = await openOffice({
  variant,
  look: { lang: 'en', locale: 'en-GB' },
  rowActions: {
    'lab/report.report': { run: async ({ values }) => void reported.push(values) },
    'lab/note.stamp': {
      run: async ({ trx, values }) => {
        const row = { name: String(values.name), create_time: 0, update_time: 0 }
        await trx.insertInto('lab_note').values(row).execute()
      },
    },
    'lab/note.sheet': { run: async () => ({ url: '/favicon.svg' }) },
    'lab/note.sheetOf': { run: async () => ({ url: '/favicon.ico' }) },
  },
})

const open = (path: string) => page.goto(`${server.url}/admin/${path}`)

describe('a page of one record', () => {
  it('shows the record that its address names, with the rows below it', async () => {
    const [order] = await server.query<{ id: number; order_no: string; name: string }>(
      'select o.id, o.order_no, l.name from shop_order o join shop_order_goods l on l.order_id = o.id order by o.id limit 1',
    )
    await open(`lab/view?id=${order?.id}`)
    await page
      .getByText(order?.order_no ?? '')
      .first()
      .waitFor()
    await page.getByRole('heading', { name: 'Items' }).waitFor()
    await page
      .getByText(order?.name ?? '')
      .first()
      .waitFor()
  })

  it('says so where none is named', async () => {
    await open('lab/view')
    await page.getByText('No record selected').waitFor()
  })
})

it('a page of a plugin that is not built in says which one is missing', async () => {
  await open('lab/plugged')
  await page
    .getByText(/star-chart/)
    .first()
    .waitFor()
  await page.getByText('src/schemas/pages/lab/plugged/page.json').waitFor()
})

describe('a form that calls an action, in tabs', () => {
  it('tells on the tab what is missing there, is gone through by keyboard, and sends what was entered', async () => {
    await open('lab/report')
    await page.getByLabel('Subject').fill('Rain')
    // What stands on the other tab is not in sight.
    // Of so many fields those of a tab that was never in front are not drawn.
    expect(await page.getByLabel('Reason').count()).toBe(0)
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await page.getByRole('tab', { name: 'Why: 1 field to check' }).waitFor()
    expect(reported).toEqual([])
    await page.getByRole('tab', { name: 'What' }).press('ArrowRight')
    await expect.poll(() => page.getByRole('tab', { name: /^Why/ }).getAttribute('aria-selected')).toBe('true')
    await expect.poll(() => page.getByLabel('Reason').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Reason').fill('Clouds')
    await page.getByLabel('Reason').press('Control+Enter')
    await expect.poll(() => reported).toMatchObject([{ subject: 'Rain', reason: 'Clouds' }])
  })
})

describe('actions about no row', () => {
  const rows = () => page.locator('tr[data-id]:visible')

  it('with a form are done from the toolbar, and the list shows what came of it', async () => {
    await open('lab/note')
    for (const [name, byKeyboard] of [
      ['by mouse', false],
      ['by keyboard', true],
    ] as const) {
      const button = page.getByRole('button', { name: 'Stamp', exact: true }).first()
      await (byKeyboard ? button.press('Enter') : button.click())
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Text').fill(name)
      if (byKeyboard) await dialog.getByLabel('Text').press('Control+Enter')
      else await dialog.getByRole('button', { name: 'Stamp', exact: true }).click()
      await rows().filter({ hasText: name }).waitFor()
      await expect.poll(() => dialog.count()).toBe(0)
    }
  })

  it('whose answer names a file download it, about a row as well', async () => {
    for (const [name, file] of [
      ['Sheet of all', 'favicon.svg'],
      ['Sheet', 'favicon.ico'],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name, exact: true }).first().click(),
      ])
      expect(download.suggestedFilename()).toBe(file)
      expect(await download.failure()).toBeNull()
    }
    await rows().first().waitFor()
  })
})
