import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { axeFaults } from '../../harness/browser/axe.ts'
import { holdRequests } from '../../harness/browser/hold.ts'
import { openSite, shot, soon } from '../../harness/browser/site.ts'

const { server, enter } = await openSite()

const page = await enter()
const list = 'user/moneyLog'

beforeEach(() => server.query("delete from saved_view where name = ''"))

async function open(page: Page): Promise<void> {
  await page.goto(`${server.url}/admin/${list}`)
  await page.locator('tr[data-id]').first().waitFor()
}

/** The list with the usual columns: what the test before has reset is not loaded again. */
async function show(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  if (!(await page.locator('tr[data-id]').first().isVisible())) await open(page)
}

const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const names = (page: Page) => page.locator('thead th[data-col]').evaluateAll((all) => all.map((one) => one.textContent))
const widthOf = async (page: Page, name: string) => Math.round((await head(page, name).boundingBox())?.width ?? 0)

/** What the server keeps for a person of the list. */
const kept = async (username: string) => {
  const [row] = await server.query<{ columns: Record<string, unknown> }>(
    `select v.columns from saved_view v join admin a on a.id = v.admin_id where a.username = $1 and v.screen = $2 and v.name = ''`,
    [username, list],
  )
  return row?.columns
}

/** Drags from the middle of one place to another. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, from.y, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
}

async function middleOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await head(page, name).boundingBox()
  if (!box) throw new Error(`no column ${name}`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function edgeOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await head(page, name).boundingBox()
  if (!box) throw new Error(`no column ${name}`)
  return { x: box.x + box.width - 3, y: box.y + box.height / 2 }
}

it('keeps order, width, pinned and hidden columns for the person everywhere, and for nobody else', async () => {
  await open(page)
  await page.waitForLoadState('networkidle') // nobody drags before the code for it has come
  const before = await names(page)
  expect(before.length).toBeGreaterThan(5)
  const [, , third = '', fourth = '', fifth = ''] = before.map(String)

  // Order, by dragging a name.
  await drag(page, await middleOf(page, fourth), await middleOf(page, third))
  await soon(() => names(page)).toEqual([...before.slice(0, 2), fourth, third, ...before.slice(4)])
  expect(new URL(page.url()).search, 'a drag sorts nothing').toBe('')

  // Size, by dragging an edge.
  const wide = await widthOf(page, third)
  const edge = await edgeOf(page, third)
  await drag(page, edge, { x: edge.x + 60, y: edge.y })
  await soon(() => widthOf(page, third)).toBe(wide + 60)

  // Pinned, through the menu of the column: it stands behind the one that names the record.
  await head(page, fifth).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '固定在左侧' }).click()
  await soon(() => names(page).then((all) => all.slice(0, 2))).toEqual([before[0], fifth])

  // Hidden, through the list of columns.
  await page.getByRole('button', { name: '显示的列' }).click()
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'columns-chooser')
  await page.getByRole('dialog').getByRole('checkbox', { name: fourth }).click()
  await head(page, fourth).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')

  const after = await names(page)
  await soon(() => kept('admin')).toMatchObject({ pinned: [expect.any(String)], sizes: expect.any(Object) })
  await soon(async () => Object.keys((await kept('admin'))?.hidden ?? {})).toHaveLength(1)
  // In another browser, which has stored nothing of them.
  const elsewhere = await enter()
  await open(elsewhere)
  expect(await names(elsewhere)).toEqual(after)
  expect(await widthOf(elsewhere, third)).toBe(wide + 60)
  await shot(elsewhere, 'columns-own')

  const [other] = await server.query<{ username: string }>(
    `select a.username from admin a join admin_group_access g on g.uid = a.id where a.username <> 'admin' order by a.id limit 1`,
  )
  const colleague = await enter({}, other?.username ?? '')
  await colleague.goto(`${server.url}/admin/${list}`)
  await colleague.locator('tr[data-id], .s-grid-empty, .k-empty').first().waitFor()
  if ((await colleague.locator('thead th[data-col]').count()) > 0) expect(await names(colleague)).toEqual(before)

  await elsewhere.getByRole('button', { name: '显示的列' }).click()
  await elsewhere.getByRole('button', { name: '恢复默认' }).click()
  await soon(() => names(elsewhere)).toEqual(before)
  await soon(() => kept('admin')).toBe(undefined)
  await elsewhere.context().close()
  await colleague.context().close()
  await open(page)
  expect(await names(page)).toEqual(before)
})

it('does what every key says that was pressed on a column before the code for it had come', async () => {
  const early = await enter()
  const goOn = await holdRequests(early, '**/listEvents-*.js')
  await open(early)
  const [first = '', second = '', third = ''] = (await names(early)).map(String)
  const wide = await widthOf(early, second)
  await early.locator('thead .s-head[tabindex="0"]').focus()
  await early.keyboard.press('ArrowRight')
  for (let times = 0; times < 5; times++) await early.keyboard.press('Shift+ArrowRight')
  for (let times = 0; times < 2; times++) await early.keyboard.press('Alt+Shift+ArrowRight')
  goOn()
  await soon(() => widthOf(early, second)).toBe(wide + 5 * 16)
  await soon(async () => (await names(early)).slice(0, 4)).toEqual([first, third, expect.any(String), second])
  await early.context().close()
})

it('orders, sizes, fits, hides and resets columns by the keyboard alone, and says what happened', async () => {
  await show(page)
  const before = (await names(page)).map(String)
  const said = () => page.locator('.s-head-said').innerText()
  await page.locator('thead .s-head[tabindex="0"]').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const second = before[2] ?? ''
  const focused = () => page.evaluate(() => document.activeElement?.closest('th')?.textContent)
  await soon(focused).toBe(second)
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await soon(() => names(page)).toEqual([...before.slice(0, 2), before[3], second, ...before.slice(4)])
  await soon(focused).toBe(second)
  expect(await said()).toBe(`${second}，第 4 列，共 ${before.length} 列`)
  const wide = await widthOf(page, second)
  await page.keyboard.press('Shift+ArrowRight')
  await soon(() => widthOf(page, second)).toBe(wide + 16)
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await soon(() => widthOf(page, second)).toBe(wide - 16)
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menu', { name: `列：${second}` }).waitFor()
  await shot(page, 'columns-menu')
  await page.getByRole('menuitem', { name: '适应内容宽度' }).focus()
  await page.keyboard.press('Enter')
  await soon(() => widthOf(page, second)).not.toBe(wide - 16)
  await soon(focused).toBe(second)
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: '隐藏此列' }).focus()
  await page.keyboard.press('Enter')
  await head(page, second).waitFor({ state: 'detached' })
  await soon(focused).toBe(before[4])
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: '恢复默认列' }).focus()
  await page.keyboard.press('Enter')
  await soon(() => names(page)).toEqual(before)
  await page.keyboard.press('ArrowDown')
  await soon(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.id)).toBeTruthy()
})

it('orders columns in their list with Space and arrow keys', async () => {
  await show(page)
  const before = (await names(page)).map(String)
  await page.getByRole('button', { name: '显示的列' }).click()
  const handle = page.getByRole('button', { name: `移动“${before[2]}”` })
  await handle.focus()
  for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key)
  await soon(() => names(page)).toEqual([...before.slice(0, 2), before[3], before[2], ...before.slice(4)])

  // All pressed while the browser is busy, as on a slow machine: none is lost, of one move nor of the next.
  await handle.focus()
  await Promise.all([
    page.evaluate(() => {
      for (const end = performance.now() + 200; performance.now() < end; );
    }),
    ...['Space', 'ArrowDown', 'ArrowDown', 'Space', 'Space', 'ArrowUp', 'Enter'].map((key) => page.keyboard.press(key)),
  ])
  await soon(() => names(page)).toEqual([...before.slice(0, 2), before[3], before[4], before[2], ...before.slice(5)])
  // Escape leaves everything where it was.
  await handle.focus()
  await page.keyboard.press('Space')
  await soon(() => page.locator('.k-tip:popover-open').count()).toBe(0)
  for (const key of ['ArrowUp', 'Escape']) await page.keyboard.press(key)
  await page.getByText('已放回原处', { exact: true }).waitFor({ state: 'attached' })
  expect(await names(page)).toEqual([...before.slice(0, 2), before[3], before[4], before[2], ...before.slice(5)])
  await page.getByRole('button', { name: '恢复默认' }).click()
  await soon(() => names(page)).toEqual(before)
})

it('keeps a column that was hidden just before the page is left', async () => {
  const early = await enter()
  await holdRequests(early, '**/crudActions-*.js') // the code of what is done beyond the list
  await open(early)
  await early.getByRole('button', { name: '显示的列' }).click()
  const name = '变更后'
  await early.getByRole('checkbox', { name }).click()
  await head(early, name).waitFor({ state: 'detached' })
  await early.reload()
  await early.locator('tr[data-id]').first().waitFor()
  expect(await names(early)).not.toContain(name)
  await early.context().close()
})

it('fits a column to what it shows on a double click', async () => {
  await show(page)
  const name = String((await names(page))[2])
  const edge = await edgeOf(page, name)
  await drag(page, edge, { x: edge.x + 200, y: edge.y })
  const wide = await widthOf(page, name)
  const now = await edgeOf(page, name)
  await page.mouse.dblclick(now.x, now.y)
  await soon(() => widthOf(page, name)).toBeLessThan(wide - 50)
  const cut = await page
    .locator('tbody tr[data-id] > td:nth-child(3)')
    .evaluateAll((cells) => cells.map((cell) => [cell, ...cell.children].some((one) => one.scrollWidth > one.clientWidth)))
  expect([...new Set(cut)]).toEqual([false])
})
