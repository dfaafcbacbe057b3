import { expect, it } from 'vitest'
import { axeFaults } from '../../../../tests/harness/browser/axe.ts'
import { openOffice, shot, soon } from '../../../../tests/harness/browser/site.ts'

const { server, page, openList } = await openOffice({ look: { lang: 'zh-cn', width: 1440 } })

const option = (name: string) => page.getByRole('option', { name })

/** Opens the palette and types into it. */
async function ask(text: string) {
  await page.keyboard.press('Control+k')
  await soon(() => page.evaluate(() => document.activeElement?.matches('[role=dialog] [role=combobox]'))).toBe(true)
  await page.keyboard.type(text)
}

it('an order is opened from anywhere by its number, and a screen by the initials of its title', async () => {
  const [order] = await server.query<{ id: number; order_no: string }>('select id, order_no from shop_order order by id limit 1')
  await openList('shop/delivery/company')
  await ask(order?.order_no ?? '-')
  await option(order?.order_no ?? '-')
    .first()
    .waitFor()
  await shot(page, 'palette-records')
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/admin/shop/order/order/${order?.id}`)
  await page
    .getByRole('heading', { name: order?.order_no ?? '-' })
    .first()
    .waitFor()

  // Where one was last is there after a reload too, on every device.
  await page.goto(`${server.url}/admin/shop/delivery/company`)
  await page.locator('[data-id]').first().waitFor()
  await ask('')
  await option(order?.order_no ?? '-')
    .first()
    .waitFor()
  expect(await page.getByRole('option').first().innerText()).toContain(order?.order_no)
  await page.keyboard.press('Escape')

  await ask('spfl')
  await option('商品分类').first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/admin\/shop\/goods\/classify/)
})

it('the last record and the open tabs come first while nothing is typed, and what is nowhere is said', async () => {
  await ask('')
  await option('物流公司').first().waitFor()
  // Behind the record that was opened last.
  await soon(() => page.getByRole('option').nth(1).innerText()).toContain('已打开的标签')
  await page.keyboard.type('没有这个东西')
  await page.getByText('没有匹配的结果').waitFor()
  await page.keyboard.press('Escape')
})
