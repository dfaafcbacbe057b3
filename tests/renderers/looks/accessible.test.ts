import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Area } from '../../../src/schemas/language/area/area.ts'
import type { Page as SchemaPage } from '../../../src/schemas/language/page.ts'
import { axeFaults, wcagTags } from '../../harness/browser/axe.ts'
import { openSite } from '../../harness/browser/site.ts'
import { DEMO_PASSWORD } from '../../harness/database.ts'
import { firstOfEach, isLong, sampleOf } from '../../harness/sampling.ts'
import { productSchema } from '../../harness/schemas.ts'
import { demoMember } from '../../member/people.ts'

const schema = await productSchema()
const { server, open, signIn } = await openSite()

/**
 * The components are read in the gallery (gallery.test.ts): here it is how a screen puts them together. `npm test` reads the first screen of
 * each composition and every float once, themes, languages and widths by turns of their places; the long run reads all screens in all.
 */
const themes = ['light', 'dark'] as const
const langs = ['en', 'zh-cn'] as const
const widths = [1440, 390] as const
type Theme = (typeof themes)[number]
type Screen = readonly [id: string, width: number, area: Area, theme: Theme]

const looks = isLong
  ? themes.flatMap((theme) => langs.map((lang) => ({ theme, lang })))
  : themes.map((theme, at) => ({ theme, lang: langs[at] ?? 'en' }))

/** What a screen consists of. */
function compositionOf({ area, kind, entity, table, detail }: SchemaPage): string {
  // Sums are read above the orders, whose row and filters are opened; the size of a form is no part of its list.
  const ofList = [entity.tree !== null, table.tabs !== null, detail !== null]
  return JSON.stringify([area, kind, ...(kind === 'crud' ? ofList : [])])
}

const pages = sampleOf('screens read by axe', [...schema.pages.values()], firstOfEach(compositionOf))
const screens: readonly Screen[] = pages.flatMap(({ id, area }, at) =>
  isLong
    ? themes.flatMap((theme) => widths.map((width) => [id, width, area, theme] as const))
    : [[id, widths[(at >> 1) % 2] ?? 1440, area, themes[at % 2] ?? 'light'] as const],
)
/** More rows of a list are more of the same. */
const ofTenRows = (id: string) => (schema.pages.get(id)?.kind === 'crud' ? '?limit=10' : '')
const readIn = (theme: Theme, area: Area) => screens.filter((screen) => screen[2] === area && screen[3] === theme)
/** walk.test reads charts as tables without the rules about pixels; forms in a dialog are read with the delivery. */
const isAlone = (what: string) => !/as tables|form of an action/.test(what)
const openedIn = (theme: Theme) =>
  sampleOf(`floats in the ${theme} theme`, floats, ([what], at) => themes[at % 2] === theme && isAlone(what))

/** Waits until the page shows what it is for: rows or that there are none, a form to be saved, figures; and nothing of it is still grey. */
async function isThere(page: Page): Promise<void> {
  await page.locator('[data-id], .k-empty, .s-form-foot, .s-board-card-figure, .d-cards, .m-cards, .o-calls').first().waitFor()
  await expect.poll(() => page.locator('.k-skeleton:visible').count()).toBe(0)
}

/** What a page shows only when asked, with the address of the page. */
const floats: readonly [
  what: string,
  path: string,
  open: (page: Page, say: (en: string, zh: string) => string) => Promise<void>,
][] = [
  [
    'the read-only view of an order',
    'shop/order/order?status=3&limit=10',
    async (page, say) => {
      await page.locator('tr[data-id] .s-into').first().click()
      await page
        .getByRole('dialog')
        .getByRole('heading', { name: say('Items', '商品') })
        .first()
        .waitFor()
    },
  ],
  [
    'a delivery by line with its findings',
    'shop/order/order?status=2&limit=10',
    async (page) => {
      await page.locator('tr[data-id] .s-row-action').first().click()
      await page.getByRole('radio').nth(1).check()
      await page.keyboard.press('Control+Enter')
      await page.getByRole('dialog').getByRole('alert').waitFor()
    },
  ],
  [
    'the rights of a group',
    'auth/group',
    async (page) => {
      await page.locator('tr[data-id] .s-row-action').first().click()
      await page.getByRole('tree').waitFor()
    },
  ],
  [
    'a row of a list with sums, the filters, and the menu of a row',
    'shop/order/order?status=1&limit=10',
    async (page, say) => {
      await page.locator('tr[data-id] [aria-expanded]').first().click()
      await page.locator('.s-panel .s-detail-table').waitFor()
      await page.getByRole('button', { name: say('Filter', '筛选'), exact: true }).click()
      await page.locator('.s-search-item').first().waitFor()
      await page.locator('tr[data-id] .s-row-more').first().click()
      await page.getByRole('menu').waitFor()
    },
  ],
  [
    'the last tab of the settings',
    'shop/settings',
    async (page) => {
      await page.getByRole('tab').last().click()
      await page.getByRole('tabpanel').getByRole('toolbar').first().waitFor()
    },
  ],
  [
    'the form of an action on a page of one record',
    'routine/adminInfo',
    async (page, say) => {
      await page.getByRole('button', { name: say('Change password', '修改密码') }).click()
      await page.getByRole('dialog').getByLabel(say('Current password', '当前密码')).waitFor()
    },
  ],
  [
    'the figures of charts as tables',
    'dashboard',
    async (page, say) => {
      const buttons = page.getByRole('button', { name: say('Show as table', '以表格显示') })
      for (let left = await buttons.count(); left > 0; left--) await buttons.first().click()
      await page.locator('.s-board canvas').first().waitFor({ state: 'detached' })
    },
  ],
]

describe.each(looks)('in the $theme theme, $lang, without a fault of WCAG 2.2 AA,', ({ theme, lang }) => {
  let page: Page
  beforeAll(async () => {
    page = await open({ lang, dark: theme === 'dark', reducedMotion: 'reduce' })
  })
  afterAll(() => page.context().close())

  it('one signs in', async () => {
    await page.goto(`${server.url}/admin/login`)
    await page.locator('input[name="username"]').fill('admin')
    expect(await axeFaults(page, wcagTags)).toEqual([])
    await signIn(page)
  })

  it.each(readIn(theme, 'admin'))('one reads %s, %i wide', async (id, width) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${server.url}/admin/${id}${ofTenRows(id)}`)
    await isThere(page)
    expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(theme === 'dark')
    expect(await axeFaults(page, wcagTags)).toEqual([])
  })

  it('a member signs in', async () => {
    await page.goto(`${server.url}/user/login`)
    await page.locator('input[name="username"]').fill(demoMember)
    await page.locator('input[name="password"]').fill(DEMO_PASSWORD)
    expect(await axeFaults(page, wcagTags)).toEqual([])
    await page.locator('button[type="submit"]').click()
    await page.waitForURL(/\/user\/(?!login|loading)/)
  })

  it.each(readIn(theme, 'user'))('a member reads %s, %i wide', async (id, width) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${server.url}/user/${id}${ofTenRows(id)}`)
    await isThere(page)
    expect(await axeFaults(page, wcagTags)).toEqual([])
  })

  it.each(openedIn(theme))('one opens %s', async (_what, path, show) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${server.url}/admin/${path}`)
    await isThere(page)
    await show(page, (en, zh) => (lang === 'en' ? en : zh))
    expect(await axeFaults(page, wcagTags)).toEqual([])
  })
})
