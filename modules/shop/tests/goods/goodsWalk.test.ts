import { expect, it } from 'vitest'
import { axeFaults } from '../../../../tests/harness/browser/axe.ts'
import { openOffice, shot } from '../../../../tests/harness/browser/site.ts'

const { server, page, openList } = await openOffice({ look: { lang: 'en', reducedMotion: 'reduce' } })

const skus = (id: number) =>
  server.query<{ id: number; spec_text: string; price: number; stock: number; volume_cm3: number }>(
    'select id, spec_text, price::int, stock, volume_cm3 from shop_goods_sku where goods_id = $1 and delete_time is null order by id',
    [id],
  )

it('goods are found, explained, priced and saved with their specs, and new ones begin as the shop wants them', async () => {
  await openList('shop/goods/goods?sold_out=1')
  const row = page.locator('[data-id]').first()
  await row.getByRole('button', { expanded: false }).first().click()
  await page.getByText('Why can’t this be bought?').waitFor()
  await page.getByText(/is sold out/).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'goods-doctor-en')

  await openList('shop/goods/goods?goods_no=KT10001')
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

  await page.getByRole('checkbox').nth(1).click()
  await page.getByRole('button', { name: 'Adjust prices' }).first().click()
  const raise = page.getByRole('dialog').first()
  await raise.locator('input[id$="percent"]').fill('10')
  await raise.getByRole('button', { name: 'Preview' }).click()
  const prices = page.getByRole('dialog', { name: 'Preview' })
  await prices.getByText('¥97.35').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'goods-prices-en')
  await prices.getByRole('button', { name: 'Close' }).last().click()
  await raise.getByRole('button', { name: 'Adjust prices' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change 1 products' }).click()
  await raise.waitFor({ state: 'detached' })
  await expect.poll(async () => (await skus(1))[0]?.price).toBe(9735)

  await openList('shop/goods/goods')
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
})
