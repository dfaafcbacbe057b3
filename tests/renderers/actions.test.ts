import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openBrowser, type TestBrowser } from '../harness/browser.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
let browser: TestBrowser
let page: Page

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  browser = await openBrowser()
  page = await browser.page({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN', allow: [earlySocket] })
  page.setDefaultTimeout(20_000)
  await page.goto(`${server.url}/admin/login`)
  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(OWNER_PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/\/admin\/(?!login|loading)/)
})
afterEach(() => browser.expectNoProblems())
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

/** Before the server has told its port the live feed tries the usual one, which the tests' policy does not allow. */
const earlySocket = /ws:\/\/127\.0\.0\.1:2828/

const rows = () => page.locator('tr[data-id]:visible')
const dialog = () => page.getByRole('dialog')
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 })

async function open(path: string) {
  await page.goto(`${server.url}/admin/${path}`)
  await rows().first().waitFor()
}

it('copies a group: the form holds its rights and not its name, nothing is saved unless the person says so', async () => {
  const [group] = await server.query<{ id: number; rules: string[]; pid: number }>(
    'select id, rules, pid from admin_group where pid > 0 and array_length(rules, 1) > 3 order by id limit 1',
  )
  const groups = async () => (await server.query('select 1 from admin_group')).length
  const before = await groups()
  const copy = async () => {
    await page.locator(`tr[data-id="${group?.id}"]`).getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '复制' }).click()
    await dialog().getByLabel('组名').waitFor()
  }
  await open('auth/group')
  await copy()
  expect(await dialog().getByLabel('组名').inputValue()).toBe('')
  // What was copied counts as entered: it is not thrown away without a question.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '继续填写' }).click()
  expect(await groups()).toBe(before)
  await dialog().getByLabel('组名').fill('照抄的组')
  await dialog().getByRole('button', { name: '保存', exact: true }).click()
  await soon(() => server.query('select rules, pid from admin_group where name = $1', ['照抄的组'])).toEqual([
    { rules: expect.arrayContaining(group?.rules ?? ['none']), pid: group?.pid },
  ])
  await soon(() => dialog().count()).toBe(0)
})

it('tells what closing an order would give back, in a dialog, and changes nothing', async () => {
  const [order] = await server.query<{ id: number; pay_amount: number; refund_amount: number }>(
    'select id, pay_amount::int, refund_amount::int from shop_order where status = 2 and refund_amount = 0 and pay_amount > 0 order by id limit 1',
  )
  const state = () =>
    server.query('select status, pay_status, refund_amount, update_time from shop_order where id = $1', [order?.id])
  const before = await state()
  await open(`shop/order/order?id=${order?.id}`)
  await rows().first().getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '关闭会退回什么' }).click()
  const told = dialog().getByRole('status')
  const amount = ((order?.pay_amount ?? 0) / 100).toFixed(2)
  await soon(async () => (await told.innerText()).replaceAll(',', '')).toContain(amount)
  await told.getByRole('columnheader', { name: '下单数量' }).waitFor()
  await page.keyboard.press('Escape')
  await soon(() => dialog().count()).toBe(0)
  expect(await state()).toEqual(before)
})

it('tries what is entered in a form and not saved, again and again, and the form stays as it was', async () => {
  await open('shop/delivery/company')
  await rows().first().getByRole('button', { name: '编辑' }).click()
  const form = dialog().first()
  await form.getByLabel('单号规则').fill('^KT[0-9]{4}$')
  await form.getByLabel('查询地址').fill('https://example.com/?no={no}')
  await form.getByRole('button', { name: '试填单号' }).click()
  const asked = dialog().filter({ has: page.getByLabel('快递单号') })
  for (const [number, verdict] of [
    ['KT12', '单号不符合规则'],
    ['KT1234', '单号符合规则'],
  ] as const) {
    await asked.getByLabel('快递单号').fill(number)
    await asked.getByRole('button', { name: '试填单号' }).click()
    await asked.getByRole('status').getByText(verdict).waitFor()
  }
  expect(await asked.getByRole('status').getByRole('link').getAttribute('href')).toBe('https://example.com/?no=KT1234')
  await asked.getByRole('button', { name: '关闭' }).last().click()
  await soon(() => dialog().count()).toBe(1)
  expect(await form.getByLabel('单号规则').inputValue()).toBe('^KT[0-9]{4}$')
  expect(await server.query("select 1 from shop_delivery_company where no_pattern like '%KT%'")).toEqual([])
})
