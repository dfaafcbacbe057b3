import { describe, expect, it } from 'vitest'
import { rule, std } from '../../crud/labPages.ts'
import { axeFaults } from '../../harness/browser/axe.ts'
import { openOffice, shot } from '../../harness/browser/site.ts'
import { buildVariant } from '../../harness/browser/variant.ts'
import { everyNth, sampleOf } from '../../harness/sampling.ts'

const fields = {
  name: { kind: 'string', required: true, unique: true, maxLength: 40 },
  code: { kind: 'string', maxLength: 3 },
  mode: { kind: 'radio', default: 'short', options: [{ value: 'short' }, { value: 'long' }] },
  extra: { kind: 'string', when: { visible: { mode: 'long' }, required: { mode: 'long' } } },
  origin: { kind: 'radio', options: { source: 'tables' }, required: true },
  column: { kind: 'select', options: { source: 'columns', depends: ['origin'] }, required: true },
  columns: { kind: 'checkbox', options: { source: 'columns', depends: ['origin'] } },
  screens: { kind: 'multiselect', options: { source: 'screens' } },
}
const steps = [
  { name: 'what', fields: ['name', 'code', 'mode'] },
  { name: 'more', fields: ['extra'] },
  {
    name: 'where',
    sections: [
      { name: 'place', fields: ['origin', 'column', 'columns'] },
      { name: 'rest', fields: ['screens'] },
    ],
  },
]
const screen = (table: string, size: string) => ({
  version: 1,
  kind: 'crud',
  entity: { table, unindexedBecause: 'a table of tests' },
  fields,
  table: {
    columns: ['id', 'name', 'column', 'screens'],
    search: ['screens', 'column'],
    row: ['detail', 'edit'],
    toolbar: ['add', 'search'],
  },
  form: { size, steps },
  detail: [{ name: 'base', fields: ['name', 'origin', 'column', 'columns', 'screens'] }],
})
const page = {
  version: 1,
  kind: 'form',
  store: 'keyValue',
  entity: { use: 'shop_setting' },
  fields: { lab_title: { kind: 'string', required: true }, lab_text: { kind: 'string', required: true } },
  form: {
    steps: [
      { name: 'what', fields: ['lab_title'] },
      { name: 'where', fields: ['lab_text'] },
    ],
  },
}
const label = (text: string) => ({ label: text })
const words = {
  title: 'Wizards',
  noun: 'wizard',
  steps: { what: 'What', more: 'More', where: 'Where' },
  sections: { place: 'Place', rest: 'Rest' },
  detail: { base: 'Record' },
  fields: {
    name: label('Name'),
    code: label('Code'),
    mode: { label: 'Mode', options: { short: 'Short', long: 'Long' } },
    extra: label('Extra'),
    origin: label('Table'),
    column: label('Column'),
    columns: label('Columns'),
    screens: label('Screens'),
  },
}
const formWords = {
  title: 'Wizard page',
  steps: { what: 'What', where: 'Where' },
  fields: { lab_title: label('Title'), lab_text: label('Text') },
}

const put = (json: object) => (target: Record<string, unknown>) => void Object.assign(target, json)
const both = (id: string, json: object, own: object) => ({
  [`pages/lab/${id}/page.json`]: put(json),
  [`pages/lab/${id}/en.json`]: put(own),
  [`pages/lab/${id}/zh-cn.json`]: put(own),
})
const variant = await buildVariant({
  ...both('dialog', screen('lab_dialog', 'dialog'), words),
  ...both('drawer', screen('lab_drawer', 'drawer'), words),
  ...both('whole', page, formWords),
  'menus/admin.json': (menu) =>
    void (menu as unknown as object[]).push(
      rule('lab/dialog', std),
      rule('lab/drawer', std),
      rule('lab/whole', ['index', 'edit']),
    ),
})
const { server, page: tab } = await openOffice({ variant, look: { lang: 'en', reducedMotion: 'reduce' } })

const form = () => tab.getByRole('dialog')
const input = (name: string) => form().locator(`[data-field=${name}] input`).first()
const focused = () => tab.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field') ?? '')
const button = (name: string) => form().getByRole('button', { name, exact: true })
/** By the keyboard: what leaves a message behind moves what stands below it. */
const tick = async (field: string, name: string) => {
  const box = form().locator(`[data-field=${field}]`).getByLabel(name, { exact: true })
  await box.focus()
  await box.press('Space')
  await expect.poll(() => box.isChecked()).toBe(true)
}
const pick = async (field: string, name: string) => {
  const box = form().locator(`[data-field=${field}] [role=combobox]`)
  await box.focus()
  await box.press('ArrowDown')
  await tab.getByRole('listbox').waitFor()
  await tab.keyboard.type(name)
  await tab.getByRole('option', { name, exact: true }).click()
}
const announced = () => form().locator('.s-form-steps [role=status]').textContent()

describe.each(sampleOf('sizes of a form in steps', ['dialog', 'drawer'], everyNth(2)))('a form in steps in a %s', (size) => {
  it('goes on when the step is right, tells where one is, and keeps what was entered', async () => {
    await tab.goto(`${server.url}/admin/lab/${size}`)
    await tab.getByRole('button', { name: 'Add', exact: true }).first().click()
    await expect.poll(announced).toBe('Step 1 of 2: What')
    await expect.poll(focused).toBe('name')
    expect(await button('Save').count()).toBe(0)
    expect(await button('Back').count()).toBe(0)
    await button('Next').click()
    await form().getByRole('alert').getByText('Name').waitFor()
    expect(await form().getByRole('alert').getByText('Column').count()).toBe(0)
    expect(await announced()).toBe('Step 1 of 2: What')
    await input('name').fill(`first ${size}`)
    await expect.poll(() => form().getByRole('alert').count()).toBe(0)
    // The message beside the field goes when it is left.
    await input('code').focus()
    await expect.poll(() => form().getByText('Name required').count()).toBe(0)
    await shot(tab, `steps-${size}-1`)
    expect(await axeFaults(tab)).toEqual([])
    // A choice brings a further step into sight.
    await form().getByText('Long', { exact: true }).click()
    await expect.poll(announced).toBe('Step 1 of 3: What')
    await form().getByText('Short', { exact: true }).click()
    await expect.poll(announced).toBe('Step 1 of 2: What')
    await input('code').focus()
    await tab.keyboard.press('Control+Enter')
    await expect.poll(announced).toBe('Step 2 of 2: Where')
    await expect.poll(focused).toBe('origin')
    await button('Back').click()
    await expect.poll(focused).toBe('name')
    expect(await input('name').inputValue()).toBe(`first ${size}`)
    await button('Next').click()
    await expect.poll(announced).toBe('Step 2 of 2: Where')
  })

  it('offers what the server makes, by what was chosen before', async () => {
    await button('Save').click()
    await form().getByRole('alert').getByText('Table').waitFor()
    await tick('origin', 'Members (user)')
    await tick('columns', 'Nickname')
    await tick('columns', 'Username')
    await pick('column', 'Nickname')
    await tick('origin', 'Administrators (admin)')
    // What no longer fits is gone.
    await expect.poll(() => form().locator('[data-field=columns] input:checked').count()).toBe(0)
    await tick('columns', 'Motto')
    await pick('column', 'Motto')
    await pick('screens', 'Members')
    await tab.keyboard.press('Escape')
    await shot(tab, `steps-${size}-2`)
    expect(await axeFaults(tab)).toEqual([])
  })

  it('leads to the step of what the server refuses', async () => {
    await server.query(
      `insert into lab_${size} (name, mode, origin, "column", create_time, update_time) values ($1, 'short', 'user', 'id', 1, 1)`,
      [`first ${size}`],
    )
    await button('Save').click()
    await form().getByRole('alert').getByRole('button', { name: /Name/ }).click()
    await expect.poll(announced).toBe('Step 1 of 2: What')
    await expect.poll(focused).toBe('name')
    await input('name').fill(`second ${size}`)
    await button('Next').click()
    await button('Save').click()
    await expect.poll(() => tab.getByRole('dialog').count()).toBe(0)
    expect(
      await server.query(`select origin, "column", columns, screens from lab_${size} where name = $1`, [`second ${size}`]),
    ).toEqual([{ origin: 'admin', column: 'motto', columns: ['motto'], screens: ['user/user'] }])
    const row = tab.getByRole('row', { name: new RegExp(`second ${size}`) })
    await row.getByText('Motto').waitFor()
    await row.getByText('Members').waitFor()
    await shot(tab, `steps-${size}-list`)
  })
})

it('leads through a page of one record as well', async () => {
  await tab.goto(`${server.url}/admin/lab/whole`)
  const main = tab.locator('.s-form-page')
  const step = () => main.locator('.s-form-steps [role=status]').textContent()
  await expect.poll(step).toBe('Step 1 of 2: What')
  await main.getByRole('button', { name: 'Next' }).click()
  await main.getByRole('alert').getByText('Title').waitFor()
  await main.locator('[data-field=lab_title] input').fill('a title')
  await main.getByRole('button', { name: 'Next' }).click()
  await expect.poll(step).toBe('Step 2 of 2: Where')
  await main.locator('[data-field=lab_text] input').fill('a text')
  await shot(tab, 'steps-page')
  expect(await axeFaults(tab)).toEqual([])
  await main.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.query("select count(*)::int as n from shop_setting where name like 'lab\\_%'"))
    .toEqual([{ n: 2 }])
})
