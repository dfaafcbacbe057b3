import { afterAll, describe, expect, test } from 'vitest'
import { axeFaults } from '../harness/browser/axe.ts'
import { looks } from '../harness/browser/looks.ts'
import { follow, openSite, shot, soon } from '../harness/browser/site.ts'
import { longTest } from '../harness/longTest.ts'
import { startTestSandbox } from '../harness/services/sandbox.ts'

const sandbox = await startTestSandbox({ delay: [600, 900] })
afterAll(() => sandbox.close())
const { server, enter } = await openSite({ settings: sandbox.settings })
/** The owner's page, for all tests that need no other. */
const shared = await enter({ lang: 'en' })

/** What is done to many people, or cannot be undone, is asked about with what it is; and what it did is seen. */

describe('a coupon for everybody', () => {
  const coupons = async () => (await server.query('SELECT 1 FROM shop_coupon_receive')).length

  test('is sent after a question that names it and how many it reaches', async () => {
    const page = shared
    const owner = await server.signIn('admin')
    let coupon: { id: number; title: string } | undefined
    for (const each of await server.query<{ id: number; title: string }>(
      'SELECT id, title FROM shop_coupon WHERE status = 1 AND valid_type = 2',
    )) {
      const entered = { target: 'all', quantity: 1 }
      const { body } = await owner.post<{ result?: string }>('/admin/shop.coupon.Coupon/sendCount', { id: each.id, entered })
      if (body.data.result === 'now') coupon ??= each
    }
    await page.goto(`${server.url}/admin/shop/coupon/coupon?id=${coupon?.id}`)
    await page
      .locator('[data-id]')
      .getByRole('button', { name: /^(More actions|更多操作)$/ })
      .click()
    await page.getByRole('menuitem', { name: 'Send', exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByText('All members', { exact: true }).click()
    const before = await coupons()
    await form.getByRole('button', { name: /^Send/ }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText(`Send “${coupon?.title}” to`).waitFor()
    const [, members] = /to (\d+) members/.exec((await question.textContent()) ?? '') ?? []
    expect(Number(members)).toBeGreaterThan(50)
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'coupon-send-question')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await soon(() => question.count()).toBe(0)
    expect(await coupons()).toBe(before)
    expect(await server.query('SELECT 1 FROM shop_coupon_send WHERE coupon_id = $1 AND status = 1', [coupon?.id])).toEqual([])
    // By the keyboard: the focus is on the button again, which is pressed, and the question answered.
    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: `Send to ${members} members` }).press('Enter')
    await soon(coupons).toBe(before + Number(members))
  })

  longTest('the first test reads the question with axe, and how many it reaches').each(looks)(
    'is asked about in $lang, $width px wide',
    async (look) => {
      const page = await enter(look)
      await page.goto(`${server.url}/admin/shop/user/user`)
      await page.locator('[data-id]').first().waitFor()
      await page
        .locator('[data-id]')
        .first()
        .getByRole('button', { name: /^(More actions|更多操作)$/ })
        .click()
      await page.getByRole('menuitem', { name: /^(Send coupon|发优惠券|发放优惠券|发券|Send a coupon)/ }).click()
      const form = page.getByRole('dialog')
      await form.getByRole('combobox').first().click()
      await page.getByRole('option').first().click()
      await form.locator('.k-dialog-foot .k-btn-primary').click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^(Send coupons \(1\)|发给 1 人)$/ })
        .waitFor()
      expect(await axeFaults(page)).toEqual([])
      await shot(page, `coupon-send-${look.lang}-${look.width}`)
    },
  )
})

test('a question goes with the screen that it is asked on, and is answered with no', async () => {
  const page = shared
  const companies = async () => (await server.query('SELECT 1 FROM shop_delivery_company')).length
  const before = await companies()
  const list = page.locator('[data-id]:visible')
  await page.goto(`${server.url}/admin/shop/coupon/coupon`)
  await list.first().waitFor()
  await follow(page, '/admin/shop/delivery/company')
  await list
    .first()
    .getByRole('button', { name: /^(More actions|更多操作)$/ })
    .click()
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete', exact: true }).waitFor()
  await page.goBack()
  await page.waitForURL(/coupon\/coupon/)
  await soon(() => question.count()).toBe(0)
  await page.goForward()
  await page.waitForURL(/delivery\/company/)
  await list.first().waitFor()
  expect(await question.count()).toBe(0)
  expect(await companies()).toBe(before)
})

describe('the refund of an order', () => {
  /** A paid order of one line, that nothing was refunded of. */
  const orderOf = (payType: string, width = 0) =>
    server
      .query<{ id: number; order_no: string; left: number }>(
        `SELECT o.id, o.order_no, max(g.pay_share)::int AS left FROM shop_order o JOIN shop_order_goods g ON g.order_id = o.id
          WHERE o.status = 5 AND o.pay_status = 1 AND o.refund_amount = 0 AND o.pay_type = $1 AND g.refund_id IS NULL
          GROUP BY o.id HAVING count(*) = 1 AND max(g.pay_share) BETWEEN 5000 AND 90000 ORDER BY o.id OFFSET $2 LIMIT 1`,
        [payType, width],
      )
      .then(([row]) => row ?? { id: 0, order_no: '', left: 0 })
  const yuan = (fen: number) => (fen / 100).toFixed(2)

  test('says in the cell what is the most before anything is asked, and the list shows what was refunded, also when the money takes a moment', async () => {
    const page = shared
    const { order_no, left } = await orderOf('wechat')
    await page.goto(`${server.url}/admin/shop/order/order?order_no=${order_no}`)
    const row = page.locator('[data-id]')
    await row.getByRole('button', { name: /^(More actions|更多操作)$/ }).click()
    await page.getByRole('menuitem', { name: 'Refund', exact: true }).click()
    const form = page.getByRole('dialog')
    const amount = form.getByRole('textbox', { name: 'Amount 1' })
    await amount.fill(yuan(left + 100))
    await form.getByLabel('Note').fill('Arrived broken')
    await form
      .getByText(`Amount must be at most ${yuan(left)}`)
      .first()
      .waitFor()
    await shot(page, 'refund-limit')
    expect(await axeFaults(page)).toEqual([])
    await form.getByRole('button', { name: /^Refund/ }).click()
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    expect(await amount.getAttribute('aria-invalid')).toBe('true')
    await amount.fill('12.30')
    await form.getByText('Amount, total').waitFor()
    expect(await form.locator('.s-subtable-sums').textContent()).toContain('12.30')
    await form.getByRole('button', { name: /^Refund/ }).click()
    await page.getByRole('alertdialog').getByText('Refund ¥12.30 to').waitFor()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Refund/ })
      .click()
    // Nobody presses anything: the provider takes a moment, and the list hears of it.
    await page.getByRole('region', { name: 'Total' }).getByText('¥12.30').waitFor()
    await soon(() => server.query('select pay_status from shop_order where order_no = $1', [order_no])).toEqual([
      { pay_status: 2 },
    ])
    await shot(page, 'refund-done')
  })

  longTest('the refund is read in its list in the test before')(
    'shows in the tab of the refunds too, when one goes there',
    async () => {
      const page = shared
      const { order_no } = await orderOf('balance')
      await page.goto(`${server.url}/admin/shop/order/refund`)
      await page.locator('[data-id]').first().waitFor()
      const link = page.getByRole('navigation', { name: 'Open screens' }).getByRole('link', { name: 'Refunds' })
      await page.evaluate((to) => {
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate', { state: null }))
      }, `/admin/shop/order/order?order_no=${order_no}`)
      const row = page.locator('[data-id]:visible').filter({ hasText: order_no })
      await row.getByRole('button', { name: /^(More actions|更多操作)$/ }).click()
      await page.getByRole('menuitem', { name: 'Refund', exact: true }).click()
      const form = page.getByRole('dialog')
      await form.getByRole('textbox', { name: 'Amount 1' }).fill('9.90')
      await form.getByLabel('Note').fill('A gesture')
      await form.getByRole('button', { name: /^Refund/ }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^Refund/ })
        .click()
      const given = () => server.query('SELECT refund_amount FROM shop_order WHERE order_no = $1', [order_no])
      await soon(given).toEqual([{ refund_amount: '990' }])
      await link.click()
      await page.locator('[data-id]:visible').filter({ hasText: '¥9.90' }).first().waitFor()
    },
  )

  longTest('the refund before is read with axe, sums and all').each(looks)(
    'reads well in $lang, $width px wide',
    async (look) => {
      const page = await enter(look)
      const { order_no } = await orderOf('wechat', 3)
      await page.goto(`${server.url}/admin/shop/order/order?order_no=${order_no}`)
      await page
        .locator('[data-id]')
        .getByRole('button', { name: /^(More actions|更多操作)$/ })
        .click()
      await page.getByRole('menuitem', { name: /^(Refund|退款|主动退款)$/ }).click()
      await page.locator('.s-subtable-sums').waitFor()
      expect(await axeFaults(page)).toEqual([])
      await shot(page, `refund-${look.lang}-${look.width}`)
    },
  )
})
