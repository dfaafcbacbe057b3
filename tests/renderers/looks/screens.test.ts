import { expect, it } from 'vitest'
import { openOffice, soon } from '../../harness/browser/site.ts'
import { longTest } from '../../harness/longTest.ts'

const { page, server, openList: open } = await openOffice()

const rows = () => page.locator('tr[data-id]')
const dialog = () => page.getByRole('dialog')

/** Names of the rows in sight. */
const names = () => page.locator('tr[data-id] [role=rowheader]').allInnerTexts()

longTest('records.test opens with Enter and comes back with Escape, largeLists.test goes by the arrows')(
  'goes through a list with the arrow keys, opens a record with Enter and comes back to its row with Escape',
  async () => {
    await open('shop/order/order')
    await rows().first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const third = await rows().nth(2).getAttribute('data-id')
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.id)).toBe(third)
    await page.keyboard.press('Enter')
    await dialog().getByRole('heading', { name: '商品明细' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.id)).toBe(third)
  },
)

it('goes to the quick search with the slash and keeps what is looked for in the address', async () => {
  await open('shop/order/order')
  const [order] = await server.query<{ order_no: string }>('select order_no from shop_order order by id limit 1')
  await page.keyboard.press('/')
  await page.keyboard.type(order?.order_no ?? '')
  await soon(() => rows().count()).toBe(1)
  // Whoever types slowly sees the row before the number is whole.
  await soon(() => page.url()).toContain(`q=${order?.order_no}`)
  await page.reload()
  await soon(() => rows().count()).toBe(1)
})

longTest('filters.test opens addresses with filters and takes their chips away')(
  'shows every filter of the address as a chip, and takes it away with its cross',
  async () => {
    await open('shop/order/order?status=2,7')
    const shown = await server.query<{ n: string }>('select count(*) n from shop_order where status in (2, 7)')
    await page
      .getByText(`${Number(shown[0]?.n).toLocaleString('en-US')} 条`)
      .first()
      .waitFor()
    await page.getByText('待发货, 申请取消').waitFor()
    await page.getByRole('button', { name: '移除筛选：状态' }).click()
    await page.getByText('1,200 条').first().waitFor()
    expect(new URL(page.url()).search).toBe('')
  },
)

longTest('rows.test: the menu of the row of one’s own group says why')(
  'says in the menu of a row why an action cannot be done now',
  async () => {
    await open('shop/order/order?status=2')
    await rows().first().getByRole('button', { name: '更多操作' }).click()
    const receive = page.getByRole('menuitem', { name: '确认收货' })
    expect(await receive.getAttribute('aria-disabled')).toBe('true')
    expect(await receive.getAttribute('aria-description')).toBe('仅当状态为待收货时可用')
    await page.keyboard.press('Escape')
  },
)

longTest('largeLists.test chooses a range with Shift, and takes it back')(
  'chooses a range of rows with Shift, and says how many are chosen',
  async () => {
    await open('user/user')
    await rows().nth(1).locator('input').click()
    await rows()
      .nth(4)
      .locator('input')
      .click({ modifiers: ['Shift'] })
    await page.getByRole('toolbar').getByText('已选 4 条').waitFor()
    await page.getByRole('button', { name: '取消选择' }).click()
    await page.getByRole('button', { name: '添加', exact: true }).waitFor()
  },
)

longTest('ownColumns.test hides a column in the list of columns, and finds it hidden elsewhere')(
  'hides a column for this person, also after a reload',
  async () => {
    await open('user/user')
    await page.getByRole('columnheader', { name: '手机号' }).waitFor()
    await page.getByRole('button', { name: '显示的列' }).click()
    await page.getByRole('checkbox', { name: '手机号' }).click()
    await page.getByRole('columnheader', { name: '手机号' }).waitFor({ state: 'detached' })
    await page.reload()
    await rows().first().waitFor()
    expect(await page.getByRole('columnheader', { name: '手机号' }).count()).toBe(0)
  },
)

it('says what is missing beside the field and above the form, and leads to it', async () => {
  await open('auth/admin')
  await page.getByRole('button', { name: '添加', exact: true }).click()
  await dialog().getByRole('button', { name: '保存' }).click()
  const summary = dialog().getByRole('alert')
  await summary.getByRole('button', { name: '请填写昵称' }).click()
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('nickname')
  await page.keyboard.type('新同事')
  await soon(() => summary.getByRole('button', { name: '请填写昵称' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '放弃', exact: true }).click()
  await dialog().waitFor({ state: 'detached' })
})

it('keeps what was typed when the server refuses, and shows its message at the field', async () => {
  await open('user/user')
  const taken = await rows().nth(3).locator('.s-into').innerText()
  await rows().first().getByRole('button', { name: '编辑' }).click()
  const field = dialog().getByRole('textbox', { name: '用户名' })
  await field.fill(taken)
  await page.keyboard.press('Control+Enter')
  await dialog().locator('[data-field=username] .k-error').waitFor()
  expect(await field.inputValue()).toBe(taken)
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '放弃', exact: true }).click()
})

longTest('formParts.test shows and hides by conditions; accessible.test opens a delivery by line')(
  'shows the lines of an order only when it is delivered in parts, and the tracking number only when there is a parcel',
  async () => {
    await open('shop/order/order?status=2')
    await rows().first().getByRole('button', { name: '发货' }).click()
    await dialog().getByRole('radio', { name: '拆单发货' }).check()
    const quantity = dialog().locator('[data-field=lines] input').first()
    await quantity.waitFor()
    await dialog().getByRole('radio', { name: '无需物流' }).check()
    await dialog().locator('[data-field=lines]').waitFor({ state: 'detached' })
    expect(await dialog().locator('[data-field=tracking_no]').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '放弃', exact: true }).click()
  },
)

longTest('auth/menus over HTTP; actions.test sorts a tree')(
  'unfolds a tree with the arrow keys and sorts it with the keyboard, on the server too',
  async () => {
    await open('auth/rule')
    const before = await names()
    await rows().first().focus()
    await page.keyboard.press('ArrowRight')
    await soon(async () => (await names()).length).toBeGreaterThan(before.length)
    await page.keyboard.press('ArrowLeft')
    await soon(names).toEqual(before)
    await page.locator('.s-handle').first().focus()
    await page.keyboard.press('Space')
    await page.getByText(/^第 1 位，共 \d+ 位$/).waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowDown')
    await page.getByText(/^第 2 位，共 \d+ 位$/).waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    const moved = [before[1], before[0], ...before.slice(2)]
    await soon(names).toEqual(moved)
    await page.reload()
    await rows().first().waitFor()
    await soon(names).toEqual(moved)
  },
)

it('changes a switch in its row at once, and keeps it', async () => {
  await open('auth/rule')
  const toggle = rows().last().getByRole('switch', { name: '状态' })
  const before = await toggle.getAttribute('aria-checked')
  await toggle.click()
  const after = before === 'true' ? 'false' : 'true'
  await soon(() => toggle.getAttribute('aria-checked')).toBe(after)
  await page.getByText('的状态已改为').first().waitFor()
  await page.reload()
  await rows().first().waitFor()
  expect(await rows().last().getByRole('switch', { name: '状态' }).getAttribute('aria-checked')).toBe(after)
})

it('says that nothing was found, and how to see everything again', async () => {
  await page.goto(`${server.url}/admin/shop/order/order?order_no=000000000000000000`)
  await page.getByText('没有符合条件的记录').waitFor()
  await page.getByRole('button', { name: '清除条件' }).click()
  await rows().first().waitFor()
})

it('turns rows into cards on a phone, with the same actions', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open('shop/order/order?status=2')
  const card = page.locator('li[data-id]').first()
  await card.getByRole('button', { name: '发货' }).click()
  await dialog().getByRole('radio', { name: '整单发货' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })
})
