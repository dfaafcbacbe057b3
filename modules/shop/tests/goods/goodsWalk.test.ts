import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFaults } from '../../../../tests/harness/browser/axe.ts'
import { openLongSite, shot } from '../../../../tests/harness/browser/site.ts'
import { longTest } from '../../../../tests/harness/longTest.ts'

const { server, open, enter } = await openLongSite()

const skus = (id: number) =>
  server.query<{ id: number; spec_text: string; price: number; stock: number; volume_cm3: number }>(
    'select id, spec_text, price::int, stock, volume_cm3 from shop_goods_sku where goods_id = $1 and delete_time is null order by id',
    [id],
  )

async function openList(page: Page, path: string): Promise<void> {
  await page.goto(`${server.url}/admin/${path}`)
  await page.locator('[data-id]').first().waitFor()
}

longTest('keysAlone.test makes a product with specs; selling.test and goodsTemplates.test over HTTP')(
  'goods are found, explained and saved with their specs, and new ones begin as the shop wants them',
  async () => {
    const page = await enter({ lang: 'en', reducedMotion: 'reduce' })
    await openList(page, 'shop/goods/goods?sold_out=1')
    const row = page.locator('[data-id]').first()
    await row.getByRole('button', { expanded: false }).first().click()
    await page.getByText('Why can’t this be bought?').waitFor()
    await page.getByText(/is sold out/).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'goods-doctor-en')

    await openList(page, 'shop/goods/goods?goods_no=KT10001')
    const before = await skus(1)
    await page.locator('[data-id="1"]').first().getByRole('button', { name: 'Edit' }).first().click()
    const form = page.getByRole('dialog').first()
    await form.getByRole('tab', { name: 'Sales' }).click()
    const cell = (column: string) => form.locator(`[role=row][aria-rowindex="2"] .p-cell-${column}`)
    await cell('price').click()
    await page.keyboard.type('88.5')
    await page.keyboard.press('Tab')
    await expect.poll(() => cell('price').textContent()).toMatch(/^88\.50/)
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'goods-form-en')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    const [first, ...rest] = await skus(1)
    expect(first).toEqual({ ...before[0], price: 8850 })
    expect(rest).toEqual(before.slice(1))

    await openList(page, 'shop/goods/goods')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const add = page.getByRole('dialog').first()
    await add.getByRole('tab', { name: 'Delivery' }).click()
    await add.getByText('七天无理由退换, 正品保证').waitFor()
    await add.getByRole('tab', { name: 'Details' }).click()
    await add.locator('[data-field=params_template_id]').getByRole('combobox').click()
    await page.getByRole('option', { name: '服装' }).click()
    await add.getByRole('button', { name: /Copy from it/ }).click()
    await expect.poll(() => add.locator('[data-field=params] input').first().inputValue()).toBe('面料')
    expect(await axeFaults(page)).toEqual([])
    await page.close()
  },
)

longTest('goods.test over HTTP; actions.test presses a preview, bulk.test acts on chosen products')(
  'prices of chosen goods are changed by a percentage, after a preview',
  async () => {
    const page = await enter({ lang: 'en', reducedMotion: 'reduce' })
    const [before] = await skus(1)
    const price = Math.round((before?.price ?? 0) * 1.1)
    await openList(page, 'shop/goods/goods?goods_no=KT10001')
    await page.getByRole('checkbox').nth(1).click()
    await page.getByRole('button', { name: 'Adjust prices' }).first().click()
    const raise = page.getByRole('dialog').first()
    await raise.locator('input[id$="percent"]').fill('10')
    await raise.getByRole('button', { name: 'Preview' }).click()
    const prices = page.getByRole('dialog', { name: 'Preview' })
    await prices
      .getByText(`¥${(price / 100).toFixed(2)}`)
      .first()
      .waitFor()
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'goods-prices-en')
    await prices.getByRole('button', { name: 'Close' }).last().click()
    await raise.getByRole('button', { name: /^Change 1 product/ }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Change 1 product/ })
      .click()
    await raise.waitFor({ state: 'detached' })
    await expect.poll(async () => (await skus(1))[0]?.price).toBe(price)

    await page.close()
  },
)

longTest('uploads.test makes a table in rich text by keyboard')(
  'a table of the details is made in the editor, and scrolls inside itself on the page of the product on a phone',
  async () => {
    const page = await enter({ lang: 'en', reducedMotion: 'reduce' })
    await page.goto(`${server.url}/admin/shop/goods/goods?goods_no=KT10002`)
    await page.locator('[data-id="2"]').first().getByRole('button', { name: 'Edit' }).first().click()
    const form = page.getByRole('dialog').first()
    await form.getByRole('tab', { name: 'Details' }).click()
    const text = form.locator('[data-field=content]').getByRole('textbox')
    await text.click()
    await text.press('Control+Home')
    const choose = async (entry: string) => {
      await form.getByRole('button', { name: 'Table', exact: true }).press('Enter')
      const found = page
        .getByRole('menu', { name: 'Table' })
        .locator('[role^="menuitem"]')
        .getByText(entry, { exact: true })
        .locator('..')
      await found.press('Enter')
      await found.waitFor({ state: 'detached' })
    }
    await choose('Insert table')
    await page.keyboard.type('Measurements')
    for (const entry of ['Header row', 'Insert column after', 'Insert column after', 'Insert column after']) await choose(entry)
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })

    for (const look of [{ width: 1440 }, { width: 390, dark: true }]) {
      const shop = await open({ lang: 'en', reducedMotion: 'reduce', ...look })
      await shop.goto(`${server.url}/goods/2`)
      const table = shop.getByRole('table').filter({ hasText: 'Measurements' })
      await table.scrollIntoViewIfNeeded()
      expect(await table.getByRole('columnheader').count()).toBe(6)
      const box = await table
        .locator('..')
        .evaluate((around) => ({ wide: around.scrollWidth > around.clientWidth, stops: around.tabIndex === 0 }))
      expect(box).toEqual({ wide: look.width === 390, stops: look.width === 390 })
      expect(await shop.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width)
      expect(await axeFaults(shop)).toEqual([])
      await shot(shop, `product-table-${look.width}`)
      await shop.context().close()
    }
    await page.context().close()
  },
)
