import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axeFaults } from '../../../../tests/harness/browser/axe.ts'
import { openSite, shot } from '../../../../tests/harness/browser/site.ts'
import { longTest } from '../../../../tests/harness/longTest.ts'

const { server, enter } = await openSite()

/** Chooses 浙江省 / 杭州市 / 西湖区 as the region of the sample cart. */
async function chooseRegion(page: Page): Promise<void> {
  await page.getByRole('dialog').last().locator('[data-field=region]').getByRole('combobox').click()
  for (const name of ['浙江省', '杭州市', '西湖区']) await page.getByRole('option', { name, exact: true }).click()
}

it('a template is opened, tested with its unsaved values, and an overlap is shown next to its row', async () => {
  const page = await enter({ lang: 'en', reducedMotion: 'reduce' })
  await page.goto(`${server.url}/admin/shop/delivery/template`)
  const row = page.locator('[data-id="2"]').first()
  await row.waitFor()
  await row.locator('button[aria-expanded]').first().click()
  await page.getByText('上海市、江苏省、浙江省').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'template-list-en')

  await row.getByRole('button', { name: 'Edit', exact: true }).first().click()
  const form = page.getByRole('dialog').first()
  const areas = form.locator('[data-field=areas]')
  await areas.locator('input[id$="areas-0-first_fee"]').fill('7.00')
  await form.getByRole('button', { name: 'Test template' }).click()
  const test = page.getByRole('dialog', { name: /Test template/ })
  const goods = test.locator('[data-field=lines]').getByRole('combobox').first()
  await expect.poll(() => goods.textContent()).toMatch(/\p{Letter}{3}/u)
  await test.locator('input[id$="lines-0-quantity"]').fill('2')
  await chooseRegion(page)
  await test.getByRole('button', { name: 'Test template' }).click()
  const answer = test.getByRole('status').last()
  await answer.getByText('By a row of its region').waitFor()
  await expect.poll(() => answer.innerText()).toContain('¥9.00')
  await test.locator('footer button[aria-disabled]').waitFor({ state: 'detached' })
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'template-test-en')
  await test.getByRole('button', { name: 'Close' }).last().click()
  await test.waitFor({ state: 'detached' })

  await areas.getByRole('button', { name: 'Add row' }).click()
  await areas
    .getByRole('button', { name: /Choose regions/ })
    .last()
    .click()
  await areas.getByRole('treeitem', { name: /浙江省/ }).click()
  for (const fee of ['first_fee', 'continue_fee']) await areas.locator(`input[id$="areas-2-${fee}"]`).fill('1.00')
  await form.getByRole('button', { name: 'Save' }).click()
  await areas.getByText('浙江省 is already in row 1').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'template-form-en')
  await areas.getByRole('button', { name: 'Remove 3' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  const [stored] = await server.query<{ fee: number }>(
    "select (areas->0->>'first_fee')::int as fee from shop_delivery_template where id = 2",
  )
  expect(stored).toEqual({ fee: 700 })
  await page.close()
})

longTest('the first test in one look')('on a phone, in Chinese and in the dark, a template is tested from its card', async () => {
  const page = await enter({ lang: 'zh-cn', width: 390, dark: true, reducedMotion: 'reduce' })
  await page.goto(`${server.url}/admin/shop/delivery/template`)
  const card = page.locator('[data-id="5"]').first()
  await card.waitFor()
  await card.getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: '试算运费' }).click()
  const test = page.getByRole('dialog', { name: /试算运费/ })
  await test.locator('[data-field=lines]').getByRole('combobox').first().waitFor()
  await chooseRegion(page)
  await test.getByRole('button', { name: '试算运费' }).click()
  await test.getByText('按“其余地区”一行计费').waitFor()
  await test.locator('footer button[aria-disabled]').waitFor({ state: 'detached' })
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'template-test-zh')
  await page.close()
})

longTest('freight.test and templates over HTTP; the first test with the mouse')(
  'with the keyboard alone a template is made, and another way of billing asks before it clears the areas',
  async () => {
    const page = await enter({ lang: 'en', width: 1024, reducedMotion: 'reduce' })
    await page.goto(`${server.url}/admin/shop/delivery/template`)
    await page.locator('[data-id]').first().waitFor()
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
    const form = page.getByRole('dialog').first()
    await form.getByLabel('Name').waitFor()
    await form.getByLabel('Name').focus()
    await page.keyboard.type('By keyboard')
    const areas = form.locator('[data-field=areas]')
    const put = async (name: string, text: string) => {
      await areas.locator(`input[id$="${name}"]`).focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    }
    await areas.getByRole('button', { name: 'Add row' }).press('Enter')
    await areas.getByRole('switch').first().press('Space')
    await put('areas-0-first_fee', '8')
    await put('areas-0-continue_fee', '2')
    await areas.getByRole('button', { name: 'Add row' }).press('Enter')
    await areas
      .getByRole('button', { name: /Choose regions/ })
      .last()
      .press('Enter')
    await areas.getByRole('treeitem', { name: /浙江省/ }).press('Space')
    await put('areas-1-first_fee', '5')
    await put('areas-1-continue_fee', '1')

    const byWeight = form.getByRole('radio', { name: 'By weight (Kg)' })
    await byWeight.press('Space')
    const question = page.getByRole('alertdialog', { name: 'Billing' })
    await question.getByText(/clears the areas/).waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => byWeight.isChecked()).toBe(false)
    await form.getByRole('button', { name: 'Save' }).press('Enter')
    await form.waitFor({ state: 'detached' })
    const [stored] = await server.query<{ billing: number; areas: { first_fee: number }[] }>(
      "select billing, areas from shop_delivery_template where name = 'By keyboard'",
    )
    expect(stored).toMatchObject({ billing: 1, areas: [{ first_fee: 800 }, { first_fee: 500, regions: [330000] }] })

    const row = page.locator('[data-id]').filter({ hasText: 'By keyboard' }).first()
    await row.getByRole('button', { name: 'Edit', exact: true }).first().press('Enter')
    await byWeight.press('Space')
    await page.getByText(/clears the areas/).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => byWeight.isChecked()).toBe(true)
    await areas.getByText('No rows yet.').waitFor()
    await page.close()
  },
)
