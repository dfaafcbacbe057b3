import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openBrowser, type TestBrowser } from '../harness/browser.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { buildVariant, type Variant } from '../harness/variant.ts'

/** The orders as a shop has extended them: nothing of the page itself is changed. */
const overlay = {
  add: {
    'fields.gift': { kind: 'switch', default: 0 },
    'table.columns.gift': { width: 90, after: 'order_no' },
    'table.row.wrap': { before: 'deliver' },
    'actions.wrap': {
      node: 'order-remark',
      when: { gift: 0 },
      set: { gift: 1 },
    },
  },
  set: {
    'actions.wrap.then': { page: 'user/user', query: { id: 'user_id' } },
    'actions.remark.then': 'open',
    'actions.pay.then': 'download',
  },
}
const words = { fields: { gift: { label: '礼物' } }, actions: { wrap: { title: '包装' } } }

let variant: Variant
let server: TestServer
let browser: TestBrowser
let page: Page
beforeAll(async () => {
  variant = await buildVariant({
    'overlays/gifts/shop/order/order.json': (json) => Object.assign(json, overlay),
    'overlays/gifts/shop/order/order.zh-cn.json': (json) => Object.assign(json, words),
    'overlays/gifts/shop/order/order.en.json': (json) => Object.assign(json, words),
  })
  server = await startTestServer({ database: 'demo', schemaDir: variant.schemaDir, siteDir: variant.siteDir })
  browser = await openBrowser()
  page = await browser.page({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN', allow: [earlySocket] })
  page.setDefaultTimeout(20_000)
  await page.goto(`${server.url}/admin/login`)
  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(OWNER_PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/\/admin\/(?!login|loading)/)
}, 180_000)
afterEach(() => browser.expectNoProblems())
afterAll(async () => {
  await browser?.close()
  await server?.close()
  variant?.remove()
})

/** Before the server has told its port the live feed tries the usual one, which the tests' policy does not allow. */
const earlySocket = /ws:\/\/127\.0\.0\.1:2828/
const rows = () => page.locator('tr[data-id]:visible')

async function choose(status: number, title: string) {
  await page.goto(`${server.url}/admin/shop/order/order?status=${status}`)
  await rows().first().waitFor()
  await rows().first().getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: title }).click()
}

it('the row opens after an action with a form', async () => {
  await choose(3, '备注')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('商家备注').fill('记下来了')
  await dialog.getByRole('button', { name: '备注', exact: true }).click()
  await page.getByRole('dialog').getByText('记下来了').first().waitFor()
  await expect.poll(() => page.getByRole('dialog').getByLabel('商家备注').count()).toBe(0)
})

it('where the answer names no file, that is said', async () => {
  await choose(1, '确认收款')
  await page.getByRole('dialog').getByRole('button', { name: '确认收款', exact: true }).click()
  await page.getByText('服务器没有给出可下载的文件').waitFor()
})

it('an action of an overlay stands in the row, is done, and leads to the member of that row', async () => {
  await page.goto(`${server.url}/admin/shop/order/order?status=5`)
  await page.getByRole('columnheader', { name: '礼物' }).waitFor()
  const id = Number(await rows().first().getAttribute('data-id'))
  await rows().first().getByRole('button', { name: '包装' }).click()
  await page.waitForURL(/\/admin\/user\/user\?id=\d+/)
  const [order] = await server.query<{ gift: number; user_id: number }>('select gift, user_id from shop_order where id = $1', [
    id,
  ])
  expect(order?.gift).toBe(1)
  expect(new URL(page.url()).searchParams.get('id')).toBe(String(order?.user_id))
  await expect.poll(() => rows().count(), { timeout: 15_000 }).toBe(1)
})
