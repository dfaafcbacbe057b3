import { expect, it } from 'vitest'
import { axeFaults } from '../../../../tests/harness/browser/axe.ts'
import { holdRequests } from '../../../../tests/harness/browser/hold.ts'
import { openOffice, shot, soon } from '../../../../tests/harness/browser/site.ts'

const { server, page, openList } = await openOffice({ look: { lang: 'zh-cn', width: 1440 } })

const options = () => page.getByRole('option')
const option = (name: string) => page.getByRole('option', { name })

/** Opens the palette and types into it. */
async function ask(text: string) {
  await page.keyboard.press('Control+k')
  await soon(() => page.evaluate(() => document.activeElement?.matches('[role=dialog] [role=combobox]'))).toBe(true)
  await page.keyboard.type(text)
}

/** One of the oldest orders: its number, and how that begins and goes on. */
async function oldOrder(at: number) {
  const [order] = await server.query<{ id: number; order_no: string }>(
    'select id, order_no from shop_order order by id limit 1 offset $1',
    [at],
  )
  const number = order?.order_no ?? '-'
  return { id: order?.id, number, beginning: number.slice(0, 1), rest: number.slice(1) }
}

it('an order is opened from anywhere by its number, and a screen by the initials of its title', async () => {
  const { id, number } = await oldOrder(0)
  await openList('shop/delivery/company')
  await ask(number)
  await option(number).first().waitFor()
  await shot(page, 'palette-records')
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/admin/shop/order/order/${id}`)
  await page.getByRole('heading', { name: number }).first().waitFor()

  // Where one was last is there after a reload too, on every device.
  await page.goto(`${server.url}/admin/shop/delivery/company`)
  await page.locator('[data-id]').first().waitFor()
  await ask('')
  await option(number).first().waitFor()
  expect(await page.getByRole('option').first().innerText()).toContain(number)
  await page.keyboard.press('Escape')

  await ask('spfl')
  await option('商品分类').first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/admin\/shop\/goods\/classify/)
})

it('Enter never opens what was found for a text that has changed since, but the one thing that is found for this one', async () => {
  const { id, beginning, rest } = await oldOrder(1)
  await ask(beginning)
  await options().first().waitFor()
  await soon(() => page.getByText('正在搜索记录').count()).toBe(0)
  const release = await holdRequests(page, '**/admin/ajax/find*')
  await page.keyboard.type(rest)
  const before = page.url()
  await page.keyboard.press('Enter')
  await page.getByText('正在搜索记录').waitFor()
  expect(page.url()).toBe(before)
  release()
  await page.waitForURL(`**/admin/shop/order/order/${id}`)
})

it('what one has chosen with the arrows stays chosen when more is found', async () => {
  const { beginning } = await oldOrder(1)
  await openList('shop/delivery/company')
  const release = await holdRequests(page, '**/admin/ajax/recent*')
  await ask(beginning)
  await options().nth(1).waitFor()
  await soon(() => page.getByText('正在搜索记录').count()).toBe(0)
  const before = await options().count()
  await page.keyboard.press('ArrowDown')
  const chosen = await options().nth(1).innerText()
  const selected = page.getByRole('option', { selected: true })
  expect(await selected.innerText()).toBe(chosen)
  release()
  await soon(() => options().count()).toBeGreaterThan(before) // what was looked at last stands before what was found
  expect(await selected.innerText()).toBe(chosen)
  await page.keyboard.press('Escape')
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

it('opened again it shows at once what was looked at last: nothing moves under the pointer', async () => {
  await ask('')
  await soon(() => options().nth(1).innerText()).toContain('已打开的标签')
  const last = await options().first().innerText()
  await page.keyboard.press('Escape')
  const release = await holdRequests(page, '**/admin/ajax/recent*')
  await ask('')
  expect(await options().first().innerText()).toBe(last)
  release()
  await page.keyboard.press('Escape')
})

it('a scanner, whose Enter comes at once, opens the order; where several are found one chooses', async () => {
  const { id, number } = await oldOrder(2)
  await openList('shop/delivery/company')
  await ask('')
  await page.keyboard.type(number, { delay: 0 })
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/admin/shop/order/order/${id}`)

  const [several] = await server.query<{ beginning: string }>(
    'select left(name, 2) as beginning from shop_goods group by 1 having count(*) between 2 and 5 order by 1 limit 1',
  )
  const release = await holdRequests(page, '**/admin/ajax/find*')
  await ask(several?.beginning ?? '-')
  await page.keyboard.press('Enter')
  release()
  await options().nth(1).waitFor()
  await soon(() => page.getByText('正在搜索记录').count()).toBe(0)
  expect(await options().count()).toBeGreaterThan(1) // still open: nothing was chosen
  expect(new URL(page.url()).pathname).toBe(`/admin/shop/order/order/${id}`)
  await page.keyboard.press('Escape')
})
