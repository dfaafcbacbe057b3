import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { follow, openSite, soon } from '../../harness/browser/site.ts'
import { longTest } from '../../harness/longTest.ts'
import { everyNth, sampleOf } from '../../harness/sampling.ts'

const { server, enter } = await openSite()

/** The owner in a window of this width. */
async function signedIn(options: { lang?: 'en' | 'zh-cn'; width?: number; touch?: boolean } = {}): Promise<Page> {
  const { lang = 'en', width = 1440, touch = false } = options
  const viewport = { width, height: width < 640 ? 844 : 900 }
  return enter({ lang, viewport, hasTouch: touch })
}

const open = async (page: Page, path: string) => {
  await page.goto(`${server.url}/admin/${path}`)
  await page.locator('[data-id]:visible').first().waitFor()
}

/** Texts of the elements whose text does not fit into them. */
const cut = (all: Locator) =>
  all.evaluateAll((found) => found.flatMap((el) => (el.scrollWidth > el.clientWidth + 1 ? [el.textContent] : [])))

const langs = ['en', 'zh-cn'] as const

/** The page of the tests that look at a wide window in English. */
const wide = await signedIn()

describe('a list', () => {
  longTest('roomOfLists.test measures titles and states of lists in both languages').each(langs)(
    'shows the titles of its columns and its states in full: %s',
    async (lang) => {
      const page = lang === 'en' ? wide : await signedIn({ lang })
      for (const path of ['shop/order/order?status=7', 'shop/notify/notify', 'user/rule', 'auth/group', 'user/scoreLog']) {
        await open(page, path)
        expect(await cut(page.locator('thead .s-cut:visible')), path).toEqual([])
        expect(await cut(page.locator('td:visible:has(> .k-tag)')), path).toEqual([])
      }
      if (page !== wide) await page.context().close()
    },
  )

  longTest('rows.test finds status and order time beside the actions at 1440 px').each(langs)(
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
    const page = wide
    await page.setViewportSize({ width: 1024, height: 900 })
    await open(page, 'user/user')
    // A width of their own: from then on the list keeps all its columns.
    await page.locator('thead .s-head[tabindex="0"]:visible').focus()
    await page.keyboard.press('ArrowRight')
    for (let wider = 0; wider < 10; wider++) await page.keyboard.press('Shift+ArrowRight')
    const box = page.locator('.s-grid-box:visible')
    const shade = (edge: string) => page.locator(`.s-edge[data-edge=${edge}]:visible`)
    const isSeen = (edge: string) => shade(edge).evaluate((el) => el.checkVisibility({ opacityProperty: true }))
    await soon(() => isSeen('after')).toBe(true)
    expect(await isSeen('before')).toBe(false)
    const [shadeBox, head] = [await shade('after').boundingBox(), await page.locator('th.s-td-actions:visible').boundingBox()]
    expect(Math.abs((shadeBox?.x ?? 0) + (shadeBox?.width ?? 0) - (head?.x ?? 0))).toBeLessThanOrEqual(1)
    await box.evaluate((el) => el.scrollTo({ left: el.scrollWidth }))
    await soon(() => isSeen('after')).toBe(false)
    expect(await isSeen('before')).toBe(true)
    const last = await page.locator('tbody tr:visible td[data-col]:nth-last-child(2)').first().boundingBox()
    const actions = await page.locator('td.s-td-actions:visible').first().boundingBox()
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual((actions?.x ?? 0) + 1)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('of cards calls each by its name, and one without rows has no head of a table', async () => {
    const page = await signedIn({ width: 390, touch: true })
    await open(page, 'shop/delivery/company')
    const names = await server.query<{ name: string }>('select name from shop_delivery_company order by weigh desc, id desc')
    expect(await page.locator('.s-card-title:visible').allTextContents()).toEqual(names.map(({ name }) => name))
    await follow(page, '/admin/dataio/export')
    await page.getByText('Nothing exported yet').waitFor()
    expect(await page.locator('table:visible').count()).toBe(0)
    await page.context().close()
  })
})

describe('a form', () => {
  it('has its files below their label, at its start', async () => {
    const page = wide
    await follow(page, '/admin/routine/adminInfo')
    const field = page.locator('[data-field="avatar"]')
    await field.getByRole('button', { name: 'Upload' }).waitFor()
    const label = await field.locator('.k-label').boundingBox()
    const zone = await field.locator('.k-drop').boundingBox()
    expect(zone?.x).toBe(label?.x)
  })
})

describe('by keyboard', () => {
  it('the palette finds the commands of super administrators, and leads into the screen it opens', async () => {
    const page = wide
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
  })

  it('columns are chosen, and the focus is back where it was', async () => {
    const page = wide
    await follow(page, '/admin/shop/delivery/company')
    await page.getByRole('region', { name: 'Delivery companies' }).locator('tr[data-id]:visible').first().waitFor()
    const button = page.getByRole('button', { name: 'Columns' })
    await button.focus()
    await page.keyboard.press('Enter')
    await soon(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('dialog')
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Logo' }).focus()
    await page.keyboard.press('Space')
    await soon(() => page.getByRole('columnheader', { name: 'Logo' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await soon(() => button.evaluate((el) => el === document.activeElement)).toBe(true)
  })
})

describe('the bar of the lens', () => {
  it.each(sampleOf('widths of the lens’s bar', [390, 1440], everyNth(2)))(
    'stays in sight and in use over what is modal, %s px wide',
    async (width) => {
      const page = await signedIn({ width, touch: width < 640 })
      await page.goto(`${server.url}/admin/routine/adminInfo`) // what they may do is known after a first screen
      await page.locator('[data-field=nickname]').waitFor()
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
