import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest'
import { placeDemoOrder } from '../../modules/shop/demo/orders/order.ts'
import { openDatabase } from '../../server/core/db/connect.ts'
import { openBrowser, type TestBrowser } from '../harness/browser/browser.ts'
import { DEMO_PASSWORD, OWNER_PASSWORD } from '../harness/database.ts'
import { longTest } from '../harness/longTest.ts'
import { everyNth, sampleOf } from '../harness/sampling.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

/** The job of an administrator, in the order of a working day: each step goes on where the one before stopped. */
describe('an administrator', () => {
  let server: TestServer
  let browser: TestBrowser
  let page: Page

  beforeAll(async () => {
    server = await startTestServer({ database: 'demo' })
    browser = await openBrowser()
    page = await browser.page({ reducedMotion: 'no-preference', viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
    page.setDefaultTimeout(15_000)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  beforeEach(({ task }) => {
    const path = join(tmpdir(), `kontor-walk-${task.name.replace(/\W+/g, '-').slice(0, 40)}.png`)
    onTestFailed(async () => {
      await page.screenshot({ path }).catch(() => {})
      console.error(`picture of the failure: ${path}`)
    })
  })

  it('sees what is wrong at the sign-in, keeps the input, and signs in', async () => {
    await page.goto(`${server.url}/admin/login`)
    await page.getByLabel('用户名').fill('admin')
    await page.getByLabel('密码', { exact: true }).fill('wrong-password')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect.poll(() => page.getByRole('alert').first().textContent()).toMatch(/用户名或密码|账号|密码/)
    expect(await page.getByLabel('用户名').inputValue()).toBe('admin')
    await page.getByLabel('密码', { exact: true }).fill(OWNER_PASSWORD)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.waitForURL(/\/admin\/(?!login|loading)/)
    browser.expectNoProblems()
  })

  it('finds the menu in Chinese, and in English after a switch', async () => {
    await page.getByRole('navigation', { name: '菜单' }).waitFor()
    await page.getByRole('button', { name: '语言' }).click()
    await page
      .getByRole('menuitemradio', { name: 'English' })
      .or(page.getByRole('menuitem', { name: 'English' }))
      .click()
    await page.getByRole('navigation', { name: 'Menu' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
    browser.expectNoProblems()
  })

  it('opens the orders: newest first, paged, with status tags in their colours', async () => {
    await openMenu(page, 'Shop', 'Orders', 'Orders')
    await page.getByText('1,200 found').waitFor()
    await expect.poll(() => rowsOf(page).count()).toBe(20) // the dashboard, which has rows too, goes out of sight a moment later
    const newest = await server.query<{ order_no: string }>(
      'select order_no from shop_order order by create_time desc, id desc limit 20',
    )
    expect(await textsOf(rowsOf(page))).toEqual(newest.map((r) => expect.stringContaining(r.order_no)))
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.poll(() => page.url()).toContain('page=2')
    browser.expectNoProblems()
  })

  it('searches by number and by status, and sorts', async () => {
    const [{ order_no: number } = { order_no: '' }] = await server.query<{ order_no: string }>(
      'select order_no from shop_order where status = 3 limit 1',
    )
    await page.keyboard.press('/')
    await page.keyboard.type(number)
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    expect(await rowsOf(page).first().textContent()).toContain('Shipped')
    await page.goto(`${server.url}/admin/shop/order/order?status=7`)
    await page.getByText('12 found').waitFor()
    expect(await rowsOf(page).count()).toBe(12)
    for (const tag of await page.locator('tbody .k-tag', { hasText: 'Cancel requested' }).all())
      expect(await tag.getAttribute('class')).toContain('warning')
    await page.getByRole('columnheader', { name: 'Order total' }).getByRole('button').click()
    const sorted = await server.query<{ order_no: string }>(
      'select order_no from shop_order where status = 7 order by pay_amount asc, id desc limit 1',
    )
    await expect.poll(() => rowsOf(page).first().textContent()).toContain(sorted[0]?.order_no)
    browser.expectNoProblems()
  })

  it('ships an order: the list shows it, the timeline has one more entry', async () => {
    const order = await oneOrder(
      `select id, order_no from shop_order where status = 2 and ship_status = 0 order by id desc limit 1`,
    )
    await page.goto(`${server.url}/admin/shop/order/order?order_no=${order.order_no}`)
    const row = rowsOf(page).first()
    await row.getByRole('button', { name: 'Ship', exact: true }).click()
    const form = page.getByRole('dialog')
    await form
      .getByRole('button', { name: 'Save' })
      .or(form.getByRole('button', { name: /^Ship to / }))
      .click()
    await expect.poll(() => form.textContent()).toMatch(/required/)
    await choose(page, form.getByLabel('Delivery company'), '顺丰速运')
    await form.getByLabel('Tracking number').fill('SF123456789012')
    await page.keyboard.press('Control+Enter')
    await expect
      .poll(async () => (await oneOrder('select id, order_no, status from shop_order where id = $1', [order.id])).status)
      .toBe(3)
    await expect.poll(() => row.textContent()).toContain('Shipped')
    const logs = await server.query(
      'select action, "from", "to" from shop_order_log where order_id = $1 order by id desc limit 1',
      [order.id],
    )
    expect(logs).toEqual([{ action: 'deliver', from: 2, to: 3 }])
    await row.getByRole('button', { name: 'Mark as received' }).waitFor()
    expect(await row.getByRole('button', { name: 'Ship', exact: true }).count()).toBe(0)
    browser.expectNoProblems()
  })

  it('reads an order: lines, amounts, address, timeline', async () => {
    await page.locator('tbody tr').first().focus()
    await page.keyboard.press('Enter')
    const detail = page.getByRole('dialog')
    await detail.getByText('SF123456789012').first().waitFor()
    for (const part of ['Order total', 'Receiver', 'Address']) await detail.getByText(part, { exact: false }).first().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    browser.expectNoProblems()
  })

  it('gets a live notice of a new paid order, and is led to it', async () => {
    const database = openDatabase(server.databaseUrl, { connections: 1 })
    try {
      const made = await database.write.transaction().execute((trx) => placeDemoOrder(trx, Math.floor(Date.now() / 1000)))
      const notice = page.getByRole('log').filter({ hasText: made.orderNo })
      await notice.waitFor()
      const [{ n: before } = { n: 0 }] = await server.query<{ n: number }>(
        'select count(*)::int as n from shop_notify where status = 1',
      )
      await notice.getByRole('button', { name: 'Open' }).click()
      await page.waitForURL((url) => url.searchParams.get('order_no') === made.orderNo && url.searchParams.get('status') === '2')
      await expect.poll(() => rowsOf(page).count()).toBe(1)
      await expect
        .poll(
          async () => (await server.query<{ n: number }>('select count(*)::int as n from shop_notify where status = 1'))[0]?.n,
        )
        .toBe(before + 1)
    } finally {
      await database.close()
    }
    browser.expectNoProblems()
  })

  longTest('crud/save over HTTP; actions.test presses add, edit and delete')(
    'adds, edits, switches and deletes a goods class',
    async () => {
      await page.goto(`${server.url}/admin/shop/goods/classify`)
      await rowsOf(page).first().waitFor()
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      const form = page.getByRole('dialog')
      await form.getByLabel(/^Name/).fill('Toys')
      await page.keyboard.press('Control+Enter')
      const row = rowsOf(page).filter({ hasText: 'Toys' })
      await row.waitFor()
      await row.getByRole('switch').first().click()
      await expect
        .poll(async () => (await server.query('select is_nav, status from shop_goods_classify where name = $1', ['Toys']))[0])
        .not.toEqual({ is_nav: 0, status: 1 })
      await row.getByRole('button', { name: 'Edit', exact: true }).click()
      await form.getByLabel(/^Name/).fill('Toys and games')
      await page.keyboard.press('Control+Enter')
      await rowsOf(page).filter({ hasText: 'Toys and games' }).waitFor()
      await rowsOf(page).filter({ hasText: 'Toys and games' }).getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page
        .getByRole('alertdialog')
        .or(page.getByRole('dialog'))
        .getByRole('button', { name: 'Delete' })
        .or(page.getByRole('button', { name: 'OK' }))
        .first()
        .click()
      await expect
        .poll(async () => (await server.query("select 1 from shop_goods_classify where name like 'Toys%'")).length)
        .toBe(0)
      browser.expectNoProblems()
    },
  )

  const screens = ['auth/admin', 'auth/group', 'auth/rule', 'user/user']
  it.each(sampleOf('screens whose form to add is opened', screens, everyNth(4)))(
    'opens %s, and the form to add to it',
    async (id) => {
      await page.goto(`${server.url}/admin/${id}`)
      await rowsOf(page).first().waitFor()
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('dialog').getByRole('textbox').first().waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      browser.expectNoProblems()
    },
  )

  it('signs out, and is asked to sign in at the next address', async () => {
    await page.locator('.k-user').click()
    await page.getByRole('menuitem', { name: /^(Sign out|退出登录)$/ }).click()
    await page.waitForURL(/\/admin\/login/)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/"token":"[^"]/)
    await page.goto(`${server.url}/admin/shop/order/order`)
    await page.waitForURL(/\/admin\/login/)
    browser.expectNoProblems()
  })

  longTest('e2e/unsaved ends sessions')(
    'whose session has ended is asked to sign in, and then sees the list they wanted',
    async () => {
      await page.evaluate(() => {
        const key = 'adminInfo'
        localStorage.setItem(
          key,
          JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), id: 1, token: 'no-such-token' }),
        )
      })
      await page.goto(`${server.url}/admin/shop/order/order?status=7`)
      await page.waitForURL(/\/admin\/login/)
      await page.locator('input[name="username"]').fill('admin')
      await page.locator('input[name="password"]').fill(OWNER_PASSWORD)
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.pathname === '/admin/shop/order/order' && url.searchParams.get('status') === '7')
      await expect.poll(() => rowsOf(page).count()).toBe(12)
      browser.expectNoProblems()
    },
  )

  longTest('security/lens and permission over HTTP; runtime/crud holds what a button asks')(
    'who is the packer sees fewer menus and buttons, and can deliver',
    async () => {
      const packer = await browser.page({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
      packer.setDefaultTimeout(15_000)
      await packer.addInitScript(() => localStorage.setItem('storeConfig_v2', JSON.stringify({ lang: 'en' })))
      await packer.goto(`${server.url}/admin/login`)
      await packer.locator('input[name="username"]').fill('packer')
      await packer.locator('input[name="password"]').fill(DEMO_PASSWORD)
      await packer.keyboard.press('Enter')
      await packer.waitForURL(/\/admin\/(?!login|loading)/)
      await packer.goto(`${server.url}/admin/shop/order/order?status=2`)
      await rowsOf(packer).first().waitFor()
      expect(await packer.getByRole('navigation').first().textContent()).not.toMatch(/管理员|Administrators/)
      await rowsOf(packer)
        .first()
        .getByRole('button', { name: /^(Ship|发货)$/ })
        .click()
      await packer.getByRole('dialog').getByRole('combobox').first().waitFor()
      await packer.context().close()
      browser.expectNoProblems()
    },
  )

  async function oneOrder(sql: string, values: unknown[] = []) {
    const [row] = await server.query<{ id: number; order_no: string; status: number }>(sql, values)
    if (!row) throw new Error(`no order: ${sql}`)
    return row
  }
})

/** Rows of the list on the tab in front. */
function rowsOf(page: Page): Locator {
  return page.locator('tbody tr:visible')
}

async function textsOf(rows: Locator): Promise<string[]> {
  return (await rows.all()).reduce<Promise<string[]>>(
    async (all, row) => [...(await all), (await row.textContent()) ?? ''],
    Promise.resolve([]),
  )
}

/** Opens a screen by the menu, unfolding the directories above it. */
async function openMenu(page: Page, ...titles: string[]): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menu' })
  for (const [i, title] of titles.entries()) {
    const last = i === titles.length - 1
    const entry = last
      ? menu.getByRole('link', { name: title, exact: true })
      : menu.getByRole('button', { name: title, exact: true }).first()
    if (last || (await entry.getAttribute('aria-expanded')) !== 'true') await entry.click()
  }
}

/** Takes a choice of a remote select: the one named, found by typing, or the first. */
async function choose(page: Page, control: Locator, name?: string): Promise<void> {
  await control.click()
  if (name) await page.keyboard.type(name)
  await page
    .getByRole('option', name ? { name } : {})
    .first()
    .click()
}
