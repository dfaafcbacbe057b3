import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, type TestBrowser } from '../../harness/browser/browser.ts'
import { OWNER_PASSWORD } from '../../harness/database.ts'
import { everyNth, sampleOf } from '../../harness/sampling.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'

let server: TestServer
let browser: TestBrowser

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  browser = await openBrowser()
}, 300_000)
afterEach(() => browser.expectNoProblems())
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

/** Before the server has told its port the live feed tries the usual one, which the tests' policy does not allow. */
const earlySocket = /ws:\/\/127\.0\.0\.1:2828/
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 })

/** The owner in a window of this width. */
async function signedIn(options: { lang?: 'en' | 'zh-cn'; width?: number; touch?: boolean } = {}): Promise<Page> {
  const { lang = 'en', width = 1440, touch = false } = options
  const viewport = { width, height: width < 640 ? 844 : 900 }
  const page = await browser.page({ viewport, hasTouch: touch, reducedMotion: 'reduce', allow: [earlySocket] })
  page.setDefaultTimeout(30_000)
  await page.addInitScript((layout) => localStorage.setItem('storeConfig_v2', JSON.stringify(layout)), { lang, isDark: false })
  await page.goto(`${server.url}/admin/login`)
  await page.locator('input[name="username"]').fill('admin')
  await page.locator('input[name="password"]').fill(OWNER_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/admin\/(?!login|loading)/)
  return page
}

const open = async (page: Page, path: string) => {
  await page.goto(`${server.url}/admin/${path}`)
  await page.locator('[data-id]:visible').first().waitFor()
}

/** Texts of the elements whose text does not fit into them. */
const cut = (all: Locator) =>
  all.evaluateAll((found) => found.flatMap((el) => (el.scrollWidth > el.clientWidth + 1 ? [el.textContent] : [])))

const langs = ['en', 'zh-cn'] as const
const isLast = (_: unknown, at: number) => at === langs.length - 1

describe('a list', () => {
  it.each(sampleOf('languages of column titles', langs, everyNth(2)))(
    'shows the titles of its columns and its states in full: %s',
    async (lang) => {
      const page = await signedIn({ lang })
      for (const path of ['shop/order/order?status=7', 'shop/notify/notify', 'user/rule', 'auth/group', 'user/scoreLog']) {
        await open(page, path)
        expect(await cut(page.locator('thead .s-cut:visible')), path).toEqual([])
        expect(await cut(page.locator('td:visible:has(> .k-tag)')), path).toEqual([])
      }
      await page.context().close()
    },
  )

  it.each(sampleOf('languages of the list of orders', langs, isLast))(
    'of orders has all up to their time in a usual window: %s',
    async (lang) => {
      const page = await signedIn({ lang })
      await open(page, 'shop/order/order')
      const time = page.locator('tbody tr:visible td[data-col="create_time"]')
      expect(await cut(time)).toEqual([])
      const last = await time.first().boundingBox()
      const actions = await page.locator('td.s-td-actions:visible').first().boundingBox()
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual((actions?.x ?? 0) + 1)
      await page.context().close()
    },
  )

  it('that is wider than the window says so at its edge, and scrolls to its last column', async () => {
    const page = await signedIn({ width: 1024 })
    await open(page, 'user/user')
    // A width of their own: from then on the list keeps all its columns.
    await page.locator('thead .s-head[tabindex="0"]:visible').focus()
    await page.keyboard.press('ArrowRight')
    for (let wider = 0; wider < 10; wider++) await page.keyboard.press('Shift+ArrowRight')
    const box = page.locator('.s-grid-box:visible')
    const shade = (edge: string) => page.locator(`.s-edge[data-edge=${edge}]:visible`)
    await soon(() => shade('after').count()).toBe(1)
    expect(await shade('before').count()).toBe(0)
    const [shadeBox, head] = [await shade('after').boundingBox(), await page.locator('th.s-td-actions:visible').boundingBox()]
    expect(Math.abs((shadeBox?.x ?? 0) + (shadeBox?.width ?? 0) - (head?.x ?? 0))).toBeLessThanOrEqual(1)
    await box.evaluate((el) => el.scrollTo({ left: el.scrollWidth }))
    await soon(() => shade('after').count()).toBe(0)
    expect(await shade('before').count()).toBe(1)
    const last = await page.locator('tbody tr:visible td[data-col]:nth-last-child(2)').first().boundingBox()
    const actions = await page.locator('td.s-td-actions:visible').first().boundingBox()
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual((actions?.x ?? 0) + 1)
    await page.context().close()
  })

  it('of cards calls each by its name, and one without rows has no head of a table', async () => {
    const page = await signedIn({ width: 390, touch: true })
    await open(page, 'shop/delivery/company')
    const names = await server.query<{ name: string }>('select name from shop_delivery_company order by weigh desc, id desc')
    expect(await page.locator('.s-card-title:visible').allTextContents()).toEqual(names.map(({ name }) => name))
    await page.goto(`${server.url}/admin/dataio/export`)
    await page.getByText('Nothing exported yet').waitFor()
    expect(await page.locator('table:visible').count()).toBe(0)
    await page.context().close()
  })
})

describe('a form', () => {
  it('has its files below their label, at its start', async () => {
    const page = await signedIn()
    await page.goto(`${server.url}/admin/routine/adminInfo`)
    const field = page.locator('[data-field="avatar"]')
    await field.getByRole('button', { name: 'Upload' }).waitFor()
    const label = await field.locator('.k-label').boundingBox()
    const zone = await field.locator('.k-drop').boundingBox()
    expect(zone?.x).toBe(label?.x)
    await page.context().close()
  })
})

describe('by keyboard', () => {
  it('the palette finds the commands of super administrators, and leads into the screen it opens', async () => {
    const page = await signedIn()
    await open(page, 'shop/delivery/company')
    await page.keyboard.press('/')
    await page.keyboard.press('Control+k')
    await soon(() => page.evaluate(() => document.activeElement?.matches('[role=dialog] [role=combobox]'))).toBe(true)
    await page.keyboard.type('clear cache')
    await page.getByRole('option', { name: 'Clear cache' }).waitFor()
    for (let i = 0; i < 'clear cache'.length; i++) await page.keyboard.press('Backspace')
    await page.keyboard.type('member groups')
    await page.keyboard.press('Enter')
    await page.waitForURL(/user\/group/)
    // The rows of the new screen: those of the old one may still be visible, and a screen that loads has nothing for Tab to stop at.
    await page.getByRole('region', { name: 'Member groups' }).locator('tr[data-id]:visible').first().waitFor()
    await soon(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
    await page.context().close()
  })

  it('columns are chosen, and the focus is back where it was', async () => {
    const page = await signedIn()
    await open(page, 'shop/delivery/company')
    const button = page.getByRole('button', { name: 'Columns' })
    await button.focus()
    await page.keyboard.press('Enter')
    await soon(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('dialog')
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Logo' }).focus()
    await page.keyboard.press('Space')
    await soon(() => page.getByRole('columnheader', { name: 'Logo' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await soon(() => button.evaluate((el) => el === document.activeElement)).toBe(true)
    await page.context().close()
  })
})

describe('the bar of the lens', () => {
  it.each(sampleOf('widths of the lens’s bar', [390, 1440], everyNth(2)))(
    'stays in sight and in use over what is modal, %s px wide',
    async (width) => {
      const page = await signedIn({ width, touch: width < 640 })
      await page.evaluate(() => sessionStorage.setItem('kontor-lens', 'group:4'))
      await open(page, 'shop/order/order?status=2')
      const bar = page.getByRole('region', { name: 'Looking through the lens' })
      await bar.getByText('You are viewing the back office as').waitFor()
      await page.locator('.s-into:visible').first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('heading', { name: 'Items' }).waitFor()
      const barBox = await bar.boundingBox()
      const dialogBox = await dialog.boundingBox()
      expect(dialogBox?.y).toBeGreaterThanOrEqual((barBox?.y ?? 0) + (barBox?.height ?? 0))
      expect((dialogBox?.y ?? 0) + (dialogBox?.height ?? 0)).toBeLessThanOrEqual(901)
      await bar.getByRole('button', { name: 'Exit lens' }).click()
      await page.waitForURL(/auth\/lens\?of=/)
      await soon(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--above'))).toBe('')
      await page.context().close()
    },
  )
})
