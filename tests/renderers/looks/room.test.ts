import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { follow, openSite, shot, soon } from '../../harness/browser/site.ts'

/** What is whole in small windows, and on one line. */
const { enterHome } = await openSite()
const small = { width: 1024, height: 768 }
const phone = { width: 390, height: 844 }

async function open(page: Page, path: string): Promise<void> {
  await follow(page, `/admin/${path}`)
  await page.locator('[data-id]:visible').first().waitFor()
}

/** Texts of a column that are not whole. */
const cutIn = (page: Page, column: string) =>
  page
    .locator(`tr[data-id]:visible td[data-col="${column}"]`)
    .evaluateAll((cells) =>
      cells
        .filter((cell) =>
          [cell, ...cell.querySelectorAll('.s-cut, .s-lines, .s-go, .s-beneath > span')].some(
            (part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1,
          ),
        )
        .map((cell) => cell.textContent),
    )

it('what can be done with selected rows takes one line, the rest of it is in a menu', async () => {
  const page = await enterHome({ lang: 'en', viewport: small })
  await open(page, 'shop/goods/goods')
  for (const at of [0, 1]) await page.locator('[data-id]:visible').nth(at).getByRole('checkbox').first().click()
  const bar = page.getByRole('toolbar')
  const height = async () => (await bar.boundingBox())?.height
  await bar.getByText('2 selected').waitFor()
  await soon(height).toBeLessThan(60)
  await shot(page, 'room-bulk-1024')
  expect(await bar.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0)
  // What cannot be done takes no room from what can.
  await bar.getByRole('button', { name: 'Unlist' }).waitFor()
  await bar.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.setViewportSize(phone)
  await soon(height).toBeLessThan(64)
  await shot(page, 'room-bulk-390')
  await page.setViewportSize({ width: 1440, height: 900 })
  await bar.getByRole('button', { name: 'Delete', exact: true }).waitFor()
  expect(await bar.getByRole('button', { name: 'More actions' }).count()).toBe(0)
  await page.context().close()
})

it('the number of a product is whole below its name, whatever stands before it', async () => {
  const page = await enterHome({ lang: 'en', viewport: small })
  await open(page, 'shop/goods/goods')
  const numbers = page.locator('tr[data-id]:visible .s-beneath > :last-child')
  expect(await numbers.count()).toBeGreaterThan(10)
  expect(await numbers.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length)).toBe(0)
  await page.context().close()
})

it.each(['zh-cn', 'en'] as const)('value and validity of coupons are whole in a small window: %s', async (lang) => {
  const page = await enterHome({ lang, viewport: small })
  await open(page, 'shop/coupon/coupon')
  await shot(page, `room-coupons-${lang}`)
  expect(await cutIn(page, 'value_text')).toEqual([])
  await page.context().close()
})

it('product and member of an order are whole in the English list', async () => {
  const page = await enterHome({ lang: 'en' })
  await open(page, 'shop/order/order')
  await shot(page, 'room-orders-en')
  const cut = await cutIn(page, 'goods')
  // The names of several products may take more than two lines.
  expect(cut.filter((text) => !text?.includes(', '))).toEqual([])
  expect(await cutIn(page, 'user.nickname')).toEqual([])
  await page.context().close()
})

it('the title of a screen is whole on a phone, and its tools are beside it in a small window', async () => {
  const page = await enterHome({ lang: 'en', viewport: small })
  await follow(page, '/admin/routine/config')
  const heading = page.getByRole('heading', { name: 'System configuration' })
  const add = page.getByRole('button', { name: 'Add item' })
  await add.waitFor()
  await shot(page, 'room-config-1024')
  const middle = async () => (await add.boundingBox())?.y ?? 0
  expect(await middle()).toBeLessThan(((await heading.boundingBox())?.y ?? 0) + 24)
  await page.setViewportSize(phone)
  const title = page.getByRole('navigation').locator('[aria-current="page"]')
  await soon(() => title.evaluate((each) => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight)).toBe(
    true,
  )
  expect(await title.innerText()).toBe('System configuration')
  await shot(page, 'room-config-390')
  await page.context().close()
})

it('a filter in force is whole beside the tools of an English list, however much they take', async () => {
  const page = await enterHome({ lang: 'en' })
  await open(page, 'shop/order/order?pay_status=1')
  const filter = page.locator('.s-chips')
  await filter.getByText('Paid', { exact: true }).waitFor()
  expect(await filter.evaluate((chips) => chips.scrollWidth - chips.clientWidth)).toBe(0)
  await shot(page, 'room-filter-en')
  await page.context().close()
})
