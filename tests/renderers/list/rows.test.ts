import { expect, it } from 'vitest'
import { placeDemoOrder } from '../../../modules/shop/demo/orders/order.ts'
import { openDatabase } from '../../../server/core/db/connect.ts'
import { openOffice, soon } from '../../harness/browser/site.ts'
import { longTest } from '../../harness/longTest.ts'

const { page, server, openList: open } = await openOffice()

const rows = () => page.locator('tr[data-id]')
/** The same, where it is not in front. */
const show = async (path: string) => {
  if (!page.url().endsWith(`/admin/${path}`)) await open(path)
}
const dialog = () => page.getByRole('dialog')

/** What the focused element is called. */
const focused = () => page.evaluate(() => document.activeElement?.closest('label')?.textContent ?? document.activeElement?.id)

const focusedText = () => page.evaluate(() => document.activeElement?.textContent)

it('ships an order with the keyboard alone: what is wrong is said in the form, nothing lies over its button', async () => {
  await open('shop/order/order?status=2')
  const number = await rows().first().locator('.s-into').innerText()
  await rows().first().focus()
  for (let i = 0; i < 6 && (await focusedText()) !== '发货'; i++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await dialog().getByLabel('快递单号').waitFor()
  await soon(focused).toBe('整单发货')
  await page.keyboard.press('Control+Enter')
  await dialog().getByRole('alert').getByRole('button', { name: '请填写物流公司' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: '顺丰速运' }).waitFor()
  await page.keyboard.type('顺丰')
  await soon(() => page.getByRole('option').count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('SF1')
  await page.keyboard.press('Control+Enter')
  await dialog().locator('[data-field=tracking_no] .k-error').waitFor()
  expect(await page.locator('.k-toast').count()).toBe(0)
  await dialog().getByLabel('快递单号').focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('SF123456789012')
  await page.keyboard.press('Control+Enter')
  await dialog().waitFor({ state: 'detached' })
  const sql = 'select status from shop_order where order_no = $1'
  expect(await server.query(sql, [number])).toEqual([{ status: 3 }])
})

it('shows status and order time at 1440 without scrolling', async () => {
  await open('shop/order/order')
  const edge = (await page.locator('th.s-td-actions').boundingBox())?.x ?? 0
  for (const name of ['状态', '下单时间']) {
    const box = await page.getByRole('columnheader', { name, exact: true }).boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(edge + 1)
  }
})

longTest('roomOfLists.test measures orders in a small window; the test before at 1440 px')(
  'shows status and amount at 1024 without anything lying over them',
  async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await open('shop/order/order')
    const edge = (await page.locator('th.s-td-actions').boundingBox())?.x ?? 0
    for (const name of ['状态', '订单金额']) {
      const box = await page.getByRole('columnheader', { name, exact: true }).boundingBox()
      expect(box?.width ?? 0, name).toBeGreaterThan(50)
      expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(edge + 1)
    }
    if (process.env.KONTOR_SHOTS) await page.screenshot({ path: `${process.env.KONTOR_SHOTS}/orders-1024.png` })
    await page.setViewportSize({ width: 1440, height: 900 })
  },
)

it('offers to look at an unpaid order; confirming that it was paid waits in the menu', async () => {
  await open('shop/order/order?status=1')
  expect(await rows().first().locator('.s-row-action').innerText()).toBe('详情')
  await rows().first().getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '确认收款' }).waitFor()
  await page.keyboard.press('Escape')
})

it('opens the rights of a group where something is chosen, so that ticks are in sight', async () => {
  await open('auth/group')
  await rows().filter({ hasText: '仓库打包' }).getByRole('button', { name: '编辑' }).click()
  await dialog().getByRole('treeitem', { name: '商城管理' }).waitFor()
  expect(await dialog().getByRole('treeitem', { name: '商城管理' }).getAttribute('aria-checked')).toBe('mixed')
  expect(await dialog().getByRole('treeitem', { name: '发货', exact: true }).getAttribute('aria-checked')).toBe('true')
  expect(await dialog().getByRole('treeitem', { name: '权限管理' }).getAttribute('aria-checked')).toBe('false')
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
})

it('offers no change of one’s own group, and says why', async () => {
  await show('auth/group')
  const own = rows().filter({ hasText: '超级管理组' })
  expect(await own.getByRole('button', { name: '编辑' }).count()).toBe(0)
  await own.getByRole('button', { name: '更多操作' }).click()
  expect(await page.getByRole('menuitem', { name: '编辑' }).getAttribute('aria-description')).toContain('自己所在的角色组')
  await page.keyboard.press('Escape')
  await own.locator('.s-into').click()
  await dialog().getByRole('button', { name: '更多操作' }).click()
  expect(await page.getByRole('menuitem', { name: '编辑' }).getAttribute('aria-description')).toContain('自己所在的角色组')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
})

it('names the record in the question before it is deleted', async () => {
  await open('shop/delivery/company')
  await rows().first().getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('alertdialog').getByRole('heading', { name: '删除“顺丰速运”' }).waitFor()
  await page.keyboard.press('Escape')
})

it('says how many orders came in since the list was read, and shows them when asked', async () => {
  // The socket is held back: the order comes in between the reading of the list and its opening.
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const told = page.waitForResponse(/shop\.base\/config/)
  await page.routeWebSocket(/^ws:/, async (socket) => {
    await held
    socket.connectToServer()
  })
  await open('shop/order/order')
  await told
  const first = await rows().first().innerText()
  const database = openDatabase(server.databaseUrl, { connections: 1 })
  try {
    const now = Math.floor(Date.now() / 1000)
    const { orderNo } = await database.write.transaction().execute((trx) => placeDemoOrder(trx, now))
    letGo()
    const strip = page.getByRole('button', { name: '有 1 条新数据，点击显示' })
    await strip.waitFor()
    expect(await rows().first().innerText()).toBe(first)
    await strip.click()
    await soon(() => rows().first().innerText()).toContain(orderNo)
    await strip.waitFor({ state: 'detached' })
  } finally {
    await database.close()
  }
})

it('gives each filter the whole width of a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await show('shop/order/order')
  await page.getByRole('button', { name: /^筛选/ }).click()
  const fields = page.locator('.s-search-item')
  await fields.first().waitFor()
  for (const field of await fields.all()) expect((await field.boundingBox())?.width).toBeGreaterThan(300)
})
