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
