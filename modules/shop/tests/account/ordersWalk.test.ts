import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFaults } from '../../../../tests/harness/browser/axe.ts'
import { openLongSite, shot, soon } from '../../../../tests/harness/browser/site.ts'
import { DEMO_PASSWORD } from '../../../../tests/harness/database.ts'
import { longTest } from '../../../../tests/harness/longTest.ts'
import { demoMember } from '../../../../tests/member/people.ts'

const { server, open } = await openLongSite()

/** The member whose order it is, at their orders. */
async function enter(userId: number, look: Parameters<typeof open>[0], path: string): Promise<Page> {
  await server.query(
    `update "user" set status = 'enable', password = (select m.password from "user" m where m.username = $2) where id = $1`,
    [userId, demoMember],
  )
  const [member] = await server.query<{ username: string }>('select username from "user" where id = $1', [userId])
  const page = await open(look)
  await page.goto(`${server.url}/user/login`)
  await page.locator('input[name="username"]').fill(member?.username ?? '')
  await page.locator('input[name="password"]').fill(DEMO_PASSWORD)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL(/\/user\/(?!login|loading)/)
  await page.goto(`${server.url}/user/${path}`)
  await page.locator('[data-id]').first().waitFor()
  return page
}

async function orderOfTwo(n = 0): Promise<{ id: number; user_id: number; order_no: string }> {
  const [row] = await server.query<{ id: number; user_id: number; order_no: string }>(
    `select o.id, o.user_id, o.order_no from shop_order o where o.status = 3
      and (select count(*) from shop_order_goods l where l.order_id = o.id) = 2
      and not exists (select 1 from shop_refund r where r.order_id = o.id) order by o.id limit 1 offset ${n}`,
  )
  if (!row) throw new Error('no order of two lines is on its way')
  return row
}

longTest('storeWalk.test receives, asks for the money of one line and reviews the other on the same pages')(
  'a member receives an order, asks for the money of one line and reviews the other',
  async () => {
    const order = await orderOfTwo()
    const page = await enter(order.user_id, { lang: 'en' }, 'shop/account/order')
    await shot(page, 'orders')
    expect(await axeFaults(page)).toEqual([])
    await page.goto(`${server.url}/user/shop/account/order?order_no=${order.order_no}`)
    const row = page.locator(`[data-id="${order.id}"]`)
    await row.waitFor()

    await row.getByRole('button', { name: 'Confirm receipt' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm receipt' }).click()
    await row.getByText('To review').waitFor()

    await row.click()
    const record = page.getByRole('dialog')
    await record.getByText('Timeline', { exact: true }).waitFor()
    await shot(page, 'order-record')
    expect(await axeFaults(page)).toEqual([])
    await record.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Request refund' }).click()
    const form = page.getByRole('dialog').last()
    await form.getByText('Refund only').click()
    await form.getByLabel('Reason').click()
    await page.getByRole('option').first().click()
    await form.getByLabel('Amount').first().fill('0.01')
    await shot(page, 'order-refund')
    expect(await axeFaults(page)).toEqual([])
    await form.getByRole('button', { name: 'Request refund' }).click()
    await soon(() => server.query('select amount::int as amount from shop_refund where order_id = $1', [order.id])).toEqual([
      { amount: 1 },
    ])

    await page.goto(`${server.url}/user/shop/account/order?order_no=${order.order_no}`)
    await row.getByRole('button', { name: 'Write review' }).click()
    const review = page.getByRole('dialog')
    await review.getByLabel('Your review').last().fill('Sturdy and well packed')
    const stars = (name: string) => review.getByRole('radiogroup', { name }).last()
    // What is asked back is not rated unless the member does; a rating that may be left out can be taken back.
    await stars('Rating').getByRole('radio', { name: '5 stars – excellent' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => stars('Rating').getByRole('radio', { name: '4 stars – good' }).isChecked()).toBe(true)
    await stars('Delivery').getByRole('radio', { name: '3 stars – average' }).click()
    await review.getByRole('button', { name: 'Clear' }).last().waitFor()
    await shot(page, 'order-review')
    expect(await axeFaults(page)).toEqual([])
    await review.getByRole('button', { name: 'Write review' }).click()
    const given = 'select content, score::int, delivery_score::int, service_score::int from shop_evaluate where order_id = $1'
    await soon(() => server.query(given, [order.id])).toEqual([
      { content: 'Sturdy and well packed', score: 4, delivery_score: 3, service_score: 5 },
    ])
  },
  90_000,
)

longTest('accessible.test reads pages of members, narrow and dark')(
  'on a phone, in the dark and in Chinese the pages of the member fit',
  async () => {
    const order = await orderOfTwo()
    const page = await enter(order.user_id, { width: 390, dark: true }, 'shop/account/order')
    for (const name of ['order', 'refund', 'coupon', 'address', 'pointsOrder', 'registration']) {
      await page.goto(`${server.url}/user/shop/account/${name}`)
      await page.getByRole('main').getByRole('button').first().waitFor()
      await shot(page, `phone-${name}`)
      expect(await axeFaults(page), name).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(390)
    }
  },
  90_000,
)
