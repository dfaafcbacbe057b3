import { expect, it } from 'vitest'
import { rule, std } from '../../crud/labPages.ts'
import { axeFaults } from '../../harness/browser/axe.ts'
import { openOffice, shot, soon } from '../../harness/browser/site.ts'
import { buildVariant } from '../../harness/browser/variant.ts'
import { productSchema } from '../../harness/schemas.ts'

const names = Array.from({ length: 40 }, (_, i) => `c${i}`)
const wide = {
  version: 1,
  kind: 'crud',
  entity: { table: 'lab_wide', unindexedBecause: 'a table of tests' },
  fields: Object.fromEntries(names.map((name) => [name, { kind: 'integer', default: 0 }])),
  table: { columns: ['id', ...names.map((field) => ({ field, width: 120 }))], row: ['edit'] },
}
const wideWords = { title: 'Wide', noun: 'row', fields: Object.fromEntries(names.map((name) => [name, { label: name }])) }
const variant = await buildVariant({
  'pages/lab/wide/page.json': (json) => void Object.assign(json, wide),
  'pages/lab/wide/zh-cn.json': (json) => void Object.assign(json, wideWords),
  'pages/lab/wide/en.json': (json) => void Object.assign(json, wideWords),
  'menus/admin.json': (menu) => void (menu as unknown as object[]).push(rule('lab/wide', std)),
})
const { page, server, openList: open } = await openOffice({ variant })

/** A hundred orders from the first on. A page that has them already is not loaded again. */
async function showOrders(): Promise<void> {
  if (!page.url().endsWith('?limit=100')) await open('shop/order/order?limit=100')
  await box().evaluate((el) => el.scrollTo({ top: 0 }))
  await page.locator('tr[aria-rowindex="2"]').waitFor()
}

/** The owner has chosen these columns, as many as they are. */
const chooseColumns = (screen: string, columns: readonly string[]) =>
  server.query("insert into saved_view (admin_id, screen, name, query, columns, shared) values (1, $1, '', '', $2, 0)", [
    screen,
    JSON.stringify({ hidden: Object.fromEntries(columns.map((id) => [id, false])) }),
  ])

const rows = () => page.locator('tr[data-id]')
const box = () => page.locator('.s-grid-box')
const focusedId = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.id)

/** The place of the row that has the focus, as assistive technology counts it: the head is the first. */
const focusedRow = () => page.evaluate(() => Number(document.activeElement?.getAttribute('aria-rowindex')))

/** Is the row that has the focus below the head and above the lower edge? */
const isFocusInSight = () =>
  page.evaluate(() => {
    const row = document.activeElement?.getBoundingClientRect()
    const box = document.querySelector('.s-grid-box')
    const head = box?.querySelector('thead')?.getBoundingClientRect()
    if (!row || !head || !box) return false
    return row.top >= head.bottom - 1 && row.bottom <= box.getBoundingClientRect().top + box.clientHeight + 1
  })

it('draws of a hundred orders those in sight, and others as the list is scrolled', async () => {
  await showOrders()
  await soon(() => rows().count()).toBeLessThan(45)
  const ids = await server.query<{ id: number }>('select id from shop_order order by create_time desc, id desc limit 100')
  const table = page.locator('table.s-grid')
  expect(await table.getAttribute('aria-rowcount')).toBe('101')
  expect(await rows().first().getAttribute('aria-rowindex')).toBe('2')
  const height = await box().evaluate((el) => el.scrollHeight)
  for (const part of [0.3, 0.6, 1]) {
    await box().evaluate((el, to) => el.scrollTo({ top: (el.scrollHeight - el.clientHeight) * to }), part)
    await soon(() => page.locator('tr[data-id]').last().getAttribute('aria-rowindex').then(Number)).toBeGreaterThan(90 * part)
    expect(await rows().count()).toBeLessThan(45)
    expect(await box().evaluate((el) => el.scrollHeight), 'the rows that come are as high as their place').toBe(height)
  }
  expect(await rows().last().getAttribute('data-id')).toBe(String(ids.at(-1)?.id))
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'large-list-end')
})

it('prints all rows, at the length of the paper', async () => {
  await showOrders()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => {
    addEventListener('beforeprint', () => {
      const box = document.querySelector('.s-grid-box')
      document.body.dataset.printed = String(document.querySelectorAll('tr[data-id]').length)
      document.body.dataset.cut = String((box?.scrollHeight ?? 0) > (box?.clientHeight ?? 0))
    })
  })
  await page.pdf({ landscape: true })
  expect(await page.locator('body').getAttribute('data-printed')).toBe('100')
  expect(await page.locator('body').getAttribute('data-cut')).toBe('false')
  await page.emulateMedia({ media: null })
  await soon(() => rows().count()).toBeLessThan(45)
})

it('prints columns as wide as on screen, without the boxes that select rows', async () => {
  await showOrders()
  const widths = () => page.locator('thead th[data-col]').evaluateAll((all) => all.map((head) => head.clientWidth))
  const onScreen = await widths()
  await page.emulateMedia({ media: 'print' })
  const onPaper = await widths()
  expect(onPaper.filter((width, at) => width < (onScreen[at] ?? 0))).toEqual([])
  expect(onPaper.length).toBeGreaterThan(5)
  expect(await page.locator('thead').getByRole('checkbox').isVisible()).toBe(false)
  await page.emulateMedia({ media: null })
})

it('ticks all rows of the page with one press, those out of sight as well, and a range with Shift', async () => {
  await showOrders()
  await page.locator('thead').getByRole('checkbox').click()
  await page.getByRole('toolbar').getByText('100').first().waitFor()
  await page.locator('thead').getByRole('checkbox').click()
  await rows().first().getByRole('checkbox').click()
  await box().evaluate((el) => el.scrollTo({ top: el.scrollHeight }))
  await page
    .locator('tr[aria-rowindex="101"]')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await page.getByRole('toolbar').getByText('100').first().waitFor()
  await page.getByRole('button', { name: '取消选择' }).click()
  await page.locator('tr[aria-selected=true]').first().waitFor({ state: 'detached' })
})

it('goes through a large list by keys, and keeps the focus on a row that is scrolled away', async () => {
  await showOrders()
  await rows().first().focus()
  await page.keyboard.press('End')
  await soon(focusedRow).toBe(101)
  expect(await isFocusInSight()).toBe(true)
  await page.keyboard.press('ArrowUp')
  await soon(focusedRow).toBe(100)
  await page.keyboard.press('PageUp')
  await soon(focusedRow).toBeLessThan(95)
  await soon(isFocusInSight).toBe(true)
  const at = await focusedId()
  await page.keyboard.press('Space')
  await page.locator(`tr[data-id="${at}"][aria-selected=true]`).waitFor()
  await box().evaluate((el) => el.scrollTo({ top: 0 }))
  await page.locator('tr[aria-rowindex="3"]').waitFor()
  expect(await focusedId(), 'the focus stays while its row is out of sight').toBe(at)
  await page.keyboard.press('Escape')
  await page.locator(`tr[data-id="${at}"]`).focus()
  await page.keyboard.press('Home')
  await soon(focusedRow).toBe(2)
  await soon(isFocusInSight).toBe(true)
  for (let i = 0; i < 30; i += 1) await page.keyboard.press('ArrowDown')
  await soon(focusedRow).toBe(32)
  expect(await isFocusInSight()).toBe(true)
  const id = await focusedId()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await focusedId()).toBe(id)
})

it('keeps an open panel, and its height, when it is scrolled out of sight and back', async () => {
  await showOrders()
  await rows().nth(2).getByRole('button', { name: '展开详情' }).click()
  const panel = page.locator('.s-panel-row')
  await panel.getByRole('row').nth(1).waitFor() // what it shows has been read
  const { height } = (await panel.boundingBox()) ?? { height: 0 }
  await box().evaluate((el) => el.scrollTo({ top: 3000 }))
  await page.locator('tr[aria-rowindex="70"]').waitFor()
  let asked = 0
  page.on('request', (request) => {
    asked += request.url().includes('/info') ? 1 : 0
  })
  await box().evaluate((el) => el.scrollTo({ top: 0 }))
  await panel.getByRole('heading', { name: '商品明细' }).waitFor()
  await soon(async () => (await panel.boundingBox())?.height).toBe(height)
  expect(asked, 'what it shows is not read again').toBe(0)
})

it('begins the next page, another order and another filter at the top', async () => {
  await showOrders()
  const atTop = () => box().evaluate((el) => el.scrollTop)
  for (const act of [
    () => page.getByRole('button', { name: '下一页' }).click(),
    () => page.getByRole('button', { name: '下单时间' }).click(),
    () => page.getByRole('tab', { name: /^待发货/ }).click(),
  ]) {
    await box().evaluate((el) => el.scrollTo({ top: 2000 }))
    await soon(atTop).toBe(2000)
    await act()
    await soon(atTop).toBe(0)
    await page.locator('tr[aria-rowindex="2"]').waitFor()
  }
})

it('has the cells of a jump sideways ready once it is at rest', async () => {
  const orders = (await productSchema()).pages.get('shop/order/order')
  await chooseColumns('shop/order/order', orders?.table.columns.map(({ field }) => field) ?? [])
  await open('shop/order/order?limit=100')
  const last = rows().first().locator('td[data-col=pay_time]')
  await last.waitFor({ state: 'attached' })
  expect(await box().evaluate((el) => el.scrollLeft)).toBe(0)
  expect(await last.evaluate((cell) => cell.getBoundingClientRect().left > innerWidth)).toBe(true)
  await box().evaluate((el) => el.scrollTo({ left: el.scrollWidth }))
  await soon(() => last.evaluate((cell) => cell.getBoundingClientRect().right <= innerWidth)).toBe(true)
})

it('draws of very many columns those in sight and, at rest, those at both ends; others when the list is scrolled to them', async () => {
  await server.query('insert into lab_wide (c0, c20, c39) select n, n, n from generate_series(1, 3) n')
  await chooseColumns('lab/wide', names)
  await open('lab/wide')
  const drawn = () =>
    rows()
      .first()
      .locator('td[data-col]')
      .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset.col))
  await soon(drawn).toContain('c39')
  expect(await drawn()).toEqual(expect.arrayContaining(['id', 'c0', 'c5']))
  expect(await drawn()).not.toContain('c20')
  const columnsOf = () => page.locator('tr[data-id] td[data-col]').count()
  const before = await columnsOf()
  await box().evaluate((el) => el.scrollTo({ left: el.scrollWidth }))
  const at = (name: string) => rows().first().locator(`td[data-col=${name}]`)
  await soon(() => at('c39').evaluate((cell) => cell.getBoundingClientRect().right <= innerWidth)).toBe(true)
  expect(await columnsOf(), 'the jump finds its cells').toBe(before)
  await box().evaluate((el) => el.scrollTo({ left: 20 * 120 }))
  await soon(drawn).toContain('c20')
  expect(await at('c20').getAttribute('aria-colindex')).toBe('23')
})
