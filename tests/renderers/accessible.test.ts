import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSchema } from '../../codegen/pages.ts'
import type { Area } from '../../src/schemas/language/area.ts'
import { axeFaults } from '../harness/axe.ts'
import { DEMO_PASSWORD } from '../harness/database.ts'
import { openSite } from '../harness/site.ts'
import { demoMember } from '../member/people.ts'

const { schema } = await loadSchema()
const idsOf = (area: Area) => [...schema.pages.values()].filter((each) => each.area === area).map(({ id }) => id)
const { server, open, signIn } = await openSite()

/**
 * A run reads every other screen, by a seed that may be given, each in one of the two themes, by turns: all are drawn by the same parts. The
 * long run reads each in both.
 */
const themes = ['light', 'dark'] as const
const seed = Number(process.env.KONTOR_SEED ?? Math.floor(Math.random() * 2))
const readIn = (theme: (typeof themes)[number], area: Area) =>
  idsOf(area).filter(
    (_, at) => process.env.KONTOR_LONG || (themes[at % themes.length] === theme && (Math.floor(at / 2) + seed) % 2 === 0),
  )
const openedIn = (theme: (typeof themes)[number]) =>
  floats.filter((_, at) => process.env.KONTOR_LONG || themes[at % themes.length] === theme)

/** Waits until the page shows what it is for: rows or that there are none, a form to be saved, figures; and nothing of it is still grey. */
async function isThere(page: Page): Promise<void> {
  await page.locator('tr[data-id], .k-empty, .s-form-foot, .s-board-card-figure').first().waitFor()
  await expect.poll(() => page.locator('.k-skeleton:visible').count()).toBe(0)
}

/** What a page shows only when asked, with the address of the page. */
const floats: readonly [what: string, path: string, open: (page: Page) => Promise<void>][] = [
  [
    'the read-only view of an order',
    'shop/order/order?status=3',
    async (page) => {
      await page.locator('tr[data-id] .s-into').first().click()
      await page.getByRole('dialog').getByRole('heading', { name: 'Items' }).waitFor()
    },
  ],
  [
    'a delivery by line with its findings',
    'shop/order/order?status=2',
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
    'the menu of a row',
    'shop/order/order?status=1',
    async (page) => {
      await page.locator('tr[data-id] .s-row-more').first().click()
      await page.getByRole('menu').waitFor()
    },
  ],
  [
    'a row',
    'shop/order/order',
    async (page) => {
      await page.locator('tr[data-id] [aria-expanded]').first().click()
      await page.locator('.s-panel .s-detail-table').waitFor()
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
    async (page) => {
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByRole('dialog').getByLabel('Current password').waitFor()
    },
  ],
  [
    'the figures of charts as tables',
    'dashboard',
    async (page) => {
      const buttons = page.getByRole('button', { name: 'Show as table' })
      for (let left = await buttons.count(); left > 0; left--) await buttons.first().click()
      await page.locator('.s-board canvas').first().waitFor({ state: 'detached' })
    },
  ],
  [
    'the filters',
    'shop/order/order',
    async (page) => {
      await page.getByRole('button', { name: 'Filter' }).click()
      await page.locator('.s-search-item').first().waitFor()
    },
  ],
]

describe.each(themes)(`in the %s theme (KONTOR_SEED=${seed}), without a fault of WCAG 2.2 AA,`, (theme) => {
  let page: Page
  beforeAll(async () => {
    page = await open({ lang: 'en', dark: theme === 'dark', reducedMotion: 'reduce' })
  })
  afterAll(() => page.context().close())

  it('one signs in', async () => {
    await page.goto(`${server.url}/admin/login`)
    await page.locator('input[name="username"]').fill('admin')
    expect(await axeFaults(page)).toEqual([])
    await signIn(page)
  })

  it.each(readIn(theme, 'admin'))('one reads %s', async (id) => {
    await page.goto(`${server.url}/admin/${id}`)
    await isThere(page)
    expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(theme === 'dark')
    expect(await axeFaults(page)).toEqual([])
  })

  it('a member signs in', async () => {
    await page.goto(`${server.url}/user/login`)
    await page.locator('input[name="username"]').fill(demoMember)
    await page.locator('input[name="password"]').fill(DEMO_PASSWORD)
    expect(await axeFaults(page)).toEqual([])
    await page.locator('button[type="submit"]').click()
    await page.waitForURL(/\/user\/(?!login|loading)/)
  })

  it.each(readIn(theme, 'user'))('a member reads %s', async (id) => {
    await page.goto(`${server.url}/user/${id}`)
    await isThere(page)
    expect(await axeFaults(page)).toEqual([])
  })

  it.each(openedIn(theme))('one opens %s', async (_what, path, show) => {
    await page.goto(`${server.url}/admin/${path}`)
    await isThere(page)
    await show(page)
    expect(await axeFaults(page)).toEqual([])
  })
})
