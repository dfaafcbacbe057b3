import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axeFaults } from '../../harness/browser/axe.ts'
import { follow, openSite, shot, soon } from '../../harness/browser/site.ts'

const { server, enter } = await openSite()
const chinese = await enter()
const english = await enter({ lang: 'en' })

async function open(page: Page, path = 'shop/order/order'): Promise<void> {
  await page.goto(`${server.url}/admin/${path}`)
  await page.locator('[data-id]').first().waitFor()
}

/** The same without loading the product again, where it is loaded; the caller waits for the chips of the address. */
const show = (page: Page, path: string) => (page.url().startsWith(server.url) ? follow(page, `/admin/${path}`) : open(page, path))

const asked = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
const height = (page: Page) => page.locator('.s-tools').evaluate((line) => line.getBoundingClientRect().height)

/** How many orders were made from the first to the last day, counted back from today in a zone. */
async function orders(zone: string, from: number, to = 0): Promise<string> {
  const [found] = await server.query<{ n: string }>(
    `select count(*) n from shop_order where (to_timestamp(create_time) at time zone $1)::date
      between (now() at time zone $1)::date - $2::int and (now() at time zone $1)::date - $3::int`,
    [zone, from, to],
  )
  return Number(found?.n).toLocaleString('en-US')
}

it('adds a filter by typing its name, asks for its value, and shows both as a chip that a press changes', async () => {
  const page = chinese
  await open(page)
  const before = await height(page)
  await page.getByRole('button', { name: '添加筛选' }).click()
  await page.getByRole('combobox', { name: '选择筛选条件' }).fill('支付状')
  await page.getByRole('option', { name: '支付状态' }).click()
  const dialog = page.getByRole('dialog', { name: '筛选：支付状态' })
  await dialog.getByRole('checkbox', { name: '部分退款' }).click()
  await dialog.getByRole('checkbox', { name: '已全额退款' }).click()
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'filters-editor')
  await dialog.getByRole('button', { name: '应用' }).click()
  await soon(() => asked(page)).toEqual({ pay_status: '2,3' })
  await page.locator('.k-chip-text', { hasText: '支付状态' }).click()
  await dialog.getByRole('checkbox', { name: '部分退款' }).click()
  await dialog.getByRole('button', { name: '应用' }).click()
  await soon(() => asked(page)).toEqual({ pay_status: '3' })
  // One of a few is chosen by a press.
  await page.getByRole('button', { name: '添加筛选' }).click()
  await page.getByRole('option', { name: '来源' }).click()
  await page.getByRole('menuitemradio', { name: '小程序' }).click()
  await soon(() => asked(page)).toEqual({ pay_status: '3', source: 'mini' })
  await shot(page, 'filters-chips')
  expect(await height(page), 'the line of tools never grows').toBe(before)
  await page.getByRole('button', { name: '全部清除' }).click()
  await soon(() => asked(page)).toEqual({})
  expect(await page.locator('.k-chip').count()).toBe(0)
})

it('is used by the keyboard alone, and takes chips away with Delete', async () => {
  const page = english
  await open(page)
  await page.getByRole('button', { name: 'Add filter' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Choose a filter' }).waitFor()
  await page.keyboard.type('order to')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Filter: Order total' })
  await dialog.waitFor()
  await soon(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await page.keyboard.type('500')
  await page.keyboard.press('Enter')
  await soon(() => asked(page)).toEqual({ pay_amount: '500,' })
  await page.locator('.k-chip', { hasText: 'at least 500' }).waitFor()
  await soon(() => focused(page)).toBe('Add filter')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Choose a filter' }).waitFor()
  await page.keyboard.type('payment')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Filter: Payment' }).waitFor()
  await soon(() => page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe('checkbox')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await soon(() => asked(page)).toEqual({ pay_amount: '500,', pay_status: '0' })
  await soon(() => focused(page)).toBe('Add filter')
  await page.locator('.k-chip-text', { hasText: 'Payment' }).focus()
  await page.keyboard.press('Delete')
  await soon(() => asked(page)).toEqual({ pay_amount: '500,' })
  await soon(() => focused(page)).toBe('Order totalat least 500')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Filter: Order total' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Filter: Order total' }).waitFor({ state: 'detached' })
  await soon(() => focused(page)).toBe('Order totalat least 500')
  await page.keyboard.press('Backspace')
  await soon(() => asked(page)).toEqual({})
  await soon(() => focused(page)).toBe('Add filter')
})

it('takes a second chip away while the address without the first is still being drawn', async () => {
  const page = english
  await show(page, 'shop/order/order?pay_amount=500,&pay_status=1&source=mini')
  await page.locator('.k-chip', { hasText: 'Source' }).waitFor()
  await page.evaluate(() => {
    const push = history.pushState
    history.pushState = (...entry) => {
      history.pushState = push
      push.apply(history, entry)
      queueMicrotask(() => document.querySelector<HTMLElement>('.k-chip-x')?.click())
    }
  })
  await page.getByRole('button', { name: 'Remove filter Payment' }).click()
  await soon(() => asked(page)).toEqual({ source: 'mini' })
  await soon(() => page.locator('.k-chip').count()).toBe(1)
  await page.goBack()
  await soon(() => asked(page)).toEqual({ pay_amount: '500,', source: 'mini' })
  await soon(() => page.locator('.k-chip').count()).toBe(2)
  // Gone back from at once, the address is never drawn.
  await page.evaluate(() => {
    const push = history.pushState
    history.pushState = (...entry) => {
      history.pushState = push
      push.apply(history, entry)
      history.back()
    }
  })
  await page.getByRole('button', { name: 'Remove filter Order total' }).click()
  await soon(() => page.locator('.k-chip').count()).toBe(2)
  expect(asked(page)).toEqual({ pay_amount: '500,', source: 'mini' })
})

it('offers periods before the calendar, keeps them relative in the address, and goes by the zone of the site', async () => {
  // Orders of each of the last forty days, some of them in the first minute of the day of the site.
  await server.query(
    `update shop_order set create_time = extract(epoch from (date_trunc('day', now() at time zone 'Asia/Shanghai')
      - make_interval(days => (id % 40)::int)) at time zone 'Asia/Shanghai')::bigint where id % 5 = 0 or id % 40 in (1, 6, 29)`,
  )
  expect(Number(await orders('Asia/Shanghai', 6))).toBeGreaterThan(50)
  // It is another day in this browser for most of the day of the site.
  const page = await enter({ timezoneId: 'Pacific/Pago_Pago' })
  await open(page)
  await page.getByRole('button', { name: '添加筛选' }).click()
  await page.getByRole('combobox', { name: '选择筛选条件' }).fill('下单')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '筛选：下单时间' })
  const periods = dialog.getByRole('group', { name: '常用时间' }).getByRole('button')
  expect(await periods.allTextContents()).toEqual(['今天', '昨天', '近 7 天', '近 30 天', '本月', '上月'])
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'filters-periods')
  await dialog.getByRole('button', { name: '近 7 天' }).click()
  await soon(() => asked(page)).toEqual({ create_time: 'last7Days' })
  await page
    .getByText(`${await orders('Asia/Shanghai', 6)} 条`)
    .first()
    .waitFor()
  await page.reload()
  await page.locator('.k-chip', { hasText: '近 7 天' }).waitFor()
  await page
    .getByText(`${await orders('Asia/Shanghai', 6)} 条`)
    .first()
    .waitFor()
  await page.locator('.k-chip-text', { hasText: '下单时间' }).click()
  expect(await dialog.getByRole('button', { name: '近 7 天' }).getAttribute('aria-pressed')).toBe('true')
  await dialog.getByRole('button', { name: '昨天' }).click()
  await soon(() => asked(page)).toEqual({ create_time: 'yesterday' })
  await page
    .getByText(`${await orders('Asia/Shanghai', 1, 1)} 条`)
    .first()
    .waitFor()
  // The panel of all filters has them too.
  await page.getByRole('button', { name: /^筛选/ }).click()
  await page.getByRole('button', { name: '下单时间: 常用时间' }).click()
  await page.getByRole('menuitemradio', { name: '近 30 天' }).click()
  await page.getByRole('button', { name: '搜索', exact: true }).click()
  await soon(() => asked(page)).toEqual({ create_time: 'last30Days' })
  await page
    .getByText(`${await orders('Asia/Shanghai', 29)} 条`)
    .first()
    .waitFor()
})

it('says open ranges in words, and has no chip for what a tab says', async () => {
  const page = english
  // 5 January 2026 in Shanghai begins.
  const at = '1767542400'
  await show(page, `shop/order/order?status=2&create_time=${at},`)
  await page.locator('.k-chip', { hasText: 'from 5 Jan 2026' }).waitFor()
  expect(await page.locator('.k-chip').count()).toBe(1)
  await page.getByRole('tab', { name: /^All/ }).click()
  await soon(() => asked(page)).toEqual({ create_time: `${at},` })
  await show(page, 'shop/order/order?status=2,3')
  await page.locator('.k-chip', { hasText: 'Status' }).waitFor()
})

it('keeps the line of tools in one piece on a phone', async () => {
  const page = chinese
  await page.setViewportSize({ width: 390, height: 900 })
  await show(page, 'shop/order/order?pay_status=1&source=mini&has_remark=1')
  await page.locator('.k-chip').first().waitFor()
  await shot(page, 'filters-390')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: '添加筛选' }).click()
  await page.getByRole('option', { name: '下单时间' }).click()
  await page.getByRole('button', { name: '今天' }).waitFor()
  await shot(page, 'filters-390-periods')
})

it('tells the filter by a row from the one by a part of its name', async () => {
  await show(english, 'user/moneyLog')
  await english.getByRole('heading', { name: 'Member balance log' }).waitFor()
  await english.getByRole('button', { name: 'Add filter' }).locator('visible=true').click()
  const part = english.getByRole('option', { name: 'Member contains' })
  await part.waitFor()
  const names = await english.getByRole('option').allInnerTexts()
  expect(names).toContain('Member')
  expect(new Set(names).size).toBe(names.length)
  await part.click()
  const dialog = english.getByRole('dialog', { name: 'Filter: Member contains' })
  await dialog.getByRole('textbox').fill('a')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await english.locator('.k-chip-text', { hasText: 'Member contains' }).waitFor()
})
