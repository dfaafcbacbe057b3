import { expect, it } from 'vitest'
import { rule, std } from '../../crud/labPages.ts'
import { axeFaults } from '../../harness/browser/axe.ts'
import { openOffice, shot } from '../../harness/browser/site.ts'
import { buildVariant } from '../../harness/browser/variant.ts'

/** Rows inside rows whose fields depend on what stands around them, several regions, and two texts to compare. */
const parts = {
  version: 1,
  kind: 'crud',
  entity: { table: 'lab_parts' },
  fields: {
    name: { kind: 'string', required: true },
    zones: { kind: 'regions' },
    old_text: { kind: 'textarea' },
    new_text: { kind: 'textarea' },
    boxes: {
      kind: 'subtable',
      fields: {
        title: { kind: 'string', required: true },
        packed: { kind: 'integer', readOnly: true, default: 0 },
        items: {
          kind: 'subtable',
          fields: {
            size: {
              kind: 'select',
              options: [{ value: 's' }, { value: 'l' }],
              when: { options: { l: { '$parent.title': 'big' } } },
            },
            weight: { kind: 'integer', when: { visible: { size: 'l' }, required: { size: 'l' } } },
            note: { kind: 'string', when: { disabled: { '$root.name': 'closed' } } },
          },
        },
      },
    },
  },
  table: { columns: ['id', 'name', 'zones'], toolbar: ['add'], row: ['detail', 'edit'], open: 'edit' },
  form: { size: 'drawer', fields: ['name', 'zones', 'boxes'] },
  detail: [
    { name: 'base', fields: ['name', 'zones'] },
    { name: 'change', difference: ['old_text', 'new_text'] },
  ],
}
const label = (text: string) => ({ label: text })
const words = {
  title: 'Parts',
  noun: 'part',
  detail: { base: 'Record', change: 'Change' },
  fields: {
    name: label('Name'),
    zones: label('Zones'),
    old_text: label('Before'),
    new_text: label('After'),
    boxes: {
      label: 'Boxes',
      fields: {
        title: label('Title'),
        packed: label('Packed'),
        items: {
          label: 'Items',
          fields: { size: { label: 'Size', options: { s: 'Small', l: 'Large' } }, weight: label('Weight'), note: label('Note') },
        },
      },
    },
  },
}

/** Rows of before, when nothing in them was required. */
const older = {
  version: 1,
  kind: 'crud',
  entity: { table: 'lab_older' },
  fields: {
    name: { kind: 'string', required: true },
    code: { kind: 'string', required: true },
    reason: { kind: 'string', when: { visible: { name: 'other' }, required: { name: 'other' } } },
    marks: { kind: 'tags', max: 4 },
  },
  table: { columns: ['id', 'name', 'code', 'marks'], toolbar: ['add'], row: ['edit'], open: 'edit' },
  form: { size: 'drawer' },
}
const olderWords = {
  title: 'Older rows',
  noun: 'older row',
  fields: { name: label('Name'), code: label('Code'), reason: label('Reason'), marks: label('Marks') },
}

const variant = await buildVariant({
  'pages/lab/older/page.json': (json) => void Object.assign(json, older),
  'pages/lab/older/zh-cn.json': (json) => void Object.assign(json, olderWords),
  'pages/lab/older/en.json': (json) => void Object.assign(json, olderWords),
  'pages/lab/parts/page.json': (json) => void Object.assign(json, parts),
  'pages/lab/parts/zh-cn.json': (json) => void Object.assign(json, words),
  'pages/lab/parts/en.json': (json) => void Object.assign(json, words),
  'menus/admin.json': (menu) => void (menu as unknown as object[]).push(rule('lab/parts', std), rule('lab/older', std)),
})
const { server, page } = await openOffice({ variant, look: { lang: 'en', reducedMotion: 'reduce' } })
const boxes = [
  { title: 'first', packed: 3, items: [] },
  { title: 'second', packed: 7, items: [] },
]
await server.query(
  `insert into lab_parts (name, boxes, zones, old_text, new_text, create_time, update_time) values
    ('packing', $1, '{}', '', '', 1, 1), ('zoned', '[]', '{330100}', '', '', 1, 1),
    ('changed', '[]', '{}', 'ten red apples', 'ten green apples', 1, 1)`,
  [JSON.stringify(boxes)],
)

/** The list, once the form before is gone. */
async function showParts(): Promise<void> {
  if (page.url() !== `${server.url}/admin/lab/parts`) await page.goto(`${server.url}/admin/lab/parts`)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

it('draws in rows of rows what their conditions say: hidden, needed, disabled, and what is offered', async () => {
  await showParts()
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const form = page.getByRole('dialog')
  await form.locator('[data-field=name] input').fill('open')
  await form.locator('[data-field=boxes]').getByRole('button', { name: 'Add row' }).click()
  const title = form.locator('input[id$="boxes-0-title"]')
  await title.fill('small')
  await form.locator('[data-field=boxes]').getByRole('button', { name: 'Add row' }).first().click()
  const size = form.locator('[id$="boxes-0-items-0-size"]')
  await size.click()
  await page.getByRole('option', { name: 'Small' }).waitFor()
  expect(await page.getByRole('option', { name: 'Large' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await title.fill('big')
  await size.click()
  await page.getByRole('option', { name: 'Large' }).click()
  const weight = form.locator('input[id$="boxes-0-items-0-weight"]')
  await weight.waitFor()
  const note = form.locator('input[id$="boxes-0-items-0-note"]')
  expect(await note.isDisabled()).toBe(false)
  await form.locator('[data-field=name] input').fill('closed')
  await expect.poll(() => note.isDisabled()).toBe(true)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByRole('alert').getByText('Boxes 1, Items 1, Weight').waitFor()
  await shot(page, 'rows-in-rows')
  expect(await axeFaults(page)).toEqual([])
  await weight.fill('7')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.query("select boxes from lab_parts where name = 'closed'"))
    .toEqual([{ boxes: [{ title: 'big', packed: 0, items: [expect.objectContaining({ size: 'l', weight: 7 })] }] }])
})

it('adds, moves and removes rows of which something is only read, and keeps that', async () => {
  await showParts()
  await page
    .getByRole('row', { name: /packing/ })
    .getByText('packing')
    .click()
  const form = page.getByRole('dialog')
  const list = form.locator('[data-field=boxes]')
  const title = (at: number) => form.locator(`input[id$="boxes-${at}-title"]`)
  await title(1).waitFor()
  await list.getByRole('button', { name: 'Add row' }).last().click()
  await title(2).fill('third')
  await list.getByRole('button', { name: /^Move up 2$/ }).click()
  await expect.poll(() => title(0).inputValue()).toBe('second')
  await shot(page, 'read-only-in-rows')
  expect(await axeFaults(page)).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  const stored = async () => {
    const [row] = await server.query<{ boxes: { title: string; packed: number }[] }>(
      `select boxes from lab_parts where name = 'packing'`,
    )
    return row?.boxes.map((box) => [box.title, box.packed])
  }
  const all = [
    ['second', 7],
    ['first', 3],
    ['third', 0],
  ]
  await expect.poll(stored).toEqual(all)
  await page
    .getByRole('row', { name: /packing/ })
    .getByText('packing')
    .click()
  await title(2).waitFor()
  await list.getByRole('button', { name: /^Remove 2$/ }).click()
  await expect.poll(() => title(2).count()).toBe(0)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(stored).toEqual([all[0], all[2]])
})

it('leaves an empty field of before as it is; one that is shown only now has to be filled in', async () => {
  const [row] = await server.query<{ id: number }>(
    "insert into lab_older (name, code, reason, create_time, update_time) values ('before', '', '', 1, 1) returning id",
  )
  const stored = () => server.query('select name, code, reason from lab_older where id = $1', [row?.id])
  await page.goto(`${server.url}/admin/lab/older`)
  await page
    .getByRole('row', { name: /before/ })
    .getByRole('button', { name: 'Edit' })
    .click()
  const form = page.getByRole('dialog')
  const name = form.locator('[data-field=name] input')
  await name.fill('renamed')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(stored).toEqual([{ name: 'renamed', code: '', reason: '' }])
  await form.waitFor({ state: 'detached' })
  await page
    .getByRole('row', { name: /renamed/ })
    .getByRole('button', { name: 'Edit' })
    .click()
  await form.locator('[data-field=code] input').fill('c')
  await form.locator('[data-field=code] input').fill('')
  await name.fill('other')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByRole('alert').getByText('Reason').waitFor()
  await name.fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByRole('alert').getByText('Name').waitFor()
  // Whoever talks to the server without a form is told the same.
  const owner = await server.signIn('admin')
  const { body } = await owner.post<{ errors: object }>('/admin/lab.Older/edit', { id: row?.id, name: 'other' })
  expect(body).toMatchObject({ code: 0, data: { errors: { reason: expect.any(String) } } })
  expect(Object.keys(body.data.errors)).toEqual(['reason'])
  expect(await stored()).toEqual([{ name: 'renamed', code: '', reason: '' }])
})

it('takes short texts one by one, by Enter, by a comma and as pasted lines, and takes them away again', async () => {
  await page.goto(`${server.url}/admin/lab/older`)
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const form = page.getByRole('dialog')
  await form.locator('[data-field=name] input').fill('marked')
  await form.locator('[data-field=code] input').fill('c')
  const marks = form.getByRole('textbox', { name: 'Marks' })
  const ended = () => form.getByRole('list', { name: 'Marks' }).getByRole('listitem').allInnerTexts()
  await marks.click()
  await page.keyboard.type('red')
  await page.keyboard.press('Enter')
  await page.keyboard.type('dark green，blue')
  await expect.poll(ended).toEqual(['red', 'dark green'])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Backspace')
  await expect.poll(ended).toEqual(['red', 'dark green'])
  await marks.evaluate((input) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'one\r\ntwo\r\nthree')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect.poll(ended).toEqual(['red', 'dark green', 'one', 'two'])
  expect(await marks.inputValue()).toBe('three')
  await shot(page, 'tags')
  expect(await axeFaults(page)).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByRole('alert').getByText('at most 4').waitFor()
  await form.getByRole('button', { name: 'Remove one' }).click()
  expect(await marks.evaluate((input) => input === document.activeElement)).toBe(true)
  // The last one was never ended: it counts all the same.
  await form.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.query("select marks from lab_older where name = 'marked'"))
    .toEqual([{ marks: ['red', 'dark green', 'two', 'three'] }])
  await page
    .getByRole('row', { name: /marked/ })
    .getByText('red, dark green, two, three')
    .waitFor()
})

it('takes several regions from a tree that is read as it is opened; one includes everything inside it', async () => {
  await showParts()
  await page.getByText('浙江省/杭州市').waitFor()
  await page.getByRole('row', { name: /zoned/ }).getByText('zoned').click()
  const tree = page.getByRole('dialog').getByRole('tree')
  const item = (name: string) =>
    tree.locator('[role=treeitem]', { has: page.locator('.k-tree-label', { hasText: new RegExp(`^${name}$`) }) })
  await item('杭州市').waitFor()
  expect(await item('浙江省').getAttribute('aria-checked')).toBe('mixed')
  // With the keyboard: a province is opened, and its first town ticked.
  await item('江苏省').focus()
  await page.keyboard.press('ArrowRight')
  await item('南京市').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.getByRole('dialog').getByText('江苏省/南京市').waitFor()
  await shot(page, 'regions')
  expect(await axeFaults(page)).toEqual([])
  // A whole province takes the place of the town in it.
  await item('浙江省').click()
  await expect.poll(() => item('浙江省').getAttribute('aria-checked')).toBe('true')
  expect(await item('宁波市').getAttribute('aria-checked')).toBe('true')
  // Without one town it stands for the others.
  await item('江苏省').click()
  await item('苏州市').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => {
      const [row] = await server.query<{ zones: number[] }>("select zones from lab_parts where name = 'zoned'")
      return [
        row?.zones.includes(330_000),
        row?.zones.includes(320_000),
        row?.zones.includes(320_100),
        row?.zones.includes(320_500),
        row?.zones.length,
      ]
    })
    .toEqual([true, false, true, false, 13])
})

it('marks in two texts what went and what came', async () => {
  await showParts()
  await page
    .getByRole('row', { name: /changed/ })
    .getByRole('button', { name: 'Details' })
    .click()
  const part = page.getByRole('region', { name: 'Change' }).or(page.locator('section[aria-label=Change]')).first()
  await part.locator('del').first().waitFor()
  const read = async (mark: string) =>
    (await part.locator(mark).evaluateAll((all) => all.map((each) => each.lastChild?.textContent ?? ''))).join('')
  expect((await part.locator('dd').first().innerText()).replaceAll(/removed:\s*/g, '')).toContain('apples')
  expect(await read('del')).toMatch(/d/)
  expect(await read('ins')).toMatch(/g/)
  await shot(page, 'difference')
  expect(await axeFaults(page)).toEqual([])
})

it('shows the balance of a member who is chosen, and what it will be', async () => {
  const [member] = await server.query<{ id: number; nickname: string; money: string }>(
    'select id, nickname, money from "user" where money > 100000 and delete_time is null order by id limit 1',
  )
  const yuan = (fen: number) => (fen / 100).toLocaleString('en', { minimumFractionDigits: 2 })
  const balance = Number(member?.money)
  await page.goto(`${server.url}/admin/user/moneyLog`)
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const form = page.getByRole('dialog')
  await form.locator('[data-field=user_id]').getByRole('combobox').click()
  await page.keyboard.type(member?.nickname ?? '')
  await page
    .getByRole('option', { name: member?.nickname ?? '' })
    .first()
    .click()
  const facts = form.locator('.s-beside')
  await facts.waitFor()
  await form.locator('[data-field=money] input').fill('12.34')
  await form.locator('[data-field=memo] input').focus()
  await facts.getByText(yuan(balance + 1234)).waitFor()
  expect(await facts.innerText()).toContain(yuan(balance))
  await shot(page, 'beside')
  expect(await axeFaults(page)).toEqual([])
})

it('lists the records that name a file, each a link to it', async () => {
  const [company] = await server.query<{ id: number }>('select id from shop_delivery_company order by id limit 1')
  await server.query(
    `insert into attachment (topic, admin_id, user_id, url, name, suffix, mimetype, size, width, height, quote, storage, sha1, create_time, update_time, last_upload_time)
     values ('default', 1, 0, '/storage/default/1/a.png', 'used.png', 'png', 'image/png', 1, 1, 1, 1, 'local', 'x', 1, 1, extract(epoch from now())::bigint)`,
  )
  await server.query(`update shop_delivery_company set logo = '/storage/default/1/a.png' where id = $1`, [company?.id])
  const owner = await server.signIn('admin')
  const packer = await server.signIn('packer')
  const [file] = await server.query<{ id: number }>("select id from attachment where name = 'used.png'")
  const placesFor = async (who: typeof owner) =>
    (await who.get<{ row?: { places: unknown } }>('/admin/routine.Attachment/info', { id: file?.id })).body.data?.row?.places
  expect(await placesFor(owner)).toEqual([expect.objectContaining({ page: 'shop/delivery/company', key: company?.id })])
  expect(await placesFor(packer)).toBeUndefined()
  await page.route('**/storage/default/1/a.png', (route) => route.fulfill({ contentType: 'image/png', body: '' }))
  await page.goto(`${server.url}/admin/routine/attachment`)
  await page
    .getByRole('row', { name: /used\.png/ })
    .getByRole('button', { name: 'Details' })
    .click()
  const link = page.locator('.s-links a')
  await link.waitFor()
  await shot(page, 'places')
  await link.click()
  await page.waitForURL(/delivery\/company\/\d+$/)
  await page.getByRole('heading', { level: 1 }).waitFor()
})
