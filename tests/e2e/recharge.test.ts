import { expect } from 'vitest'
import { axeFaults } from '../harness/browser/axe.ts'
import { openLongSite, shot } from '../harness/browser/site.ts'
import { longTest } from '../harness/longTest.ts'

const { server, enter } = await openLongSite()

longTest('orders/recharge.test over HTTP; refundWalk.test and decisions.test are asked with the amount that is entered')(
  'finance confirms a payment and returns one, and is asked with the amount that is entered',
  async () => {
    const page = await enter({ lang: 'en', reducedMotion: 'reduce' }, 'finance')
    await page.goto(`${server.url}/admin/shop/recharge/plan`)
    await page.locator('[data-id="1"]').first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'recharge-plans-en')
    await page.goto(`${server.url}/admin/shop/recharge/order?status=1`)
    const open = page.locator('[data-id]').first()
    await open.waitFor()
    const id = Number(await open.getAttribute('data-id'))
    await open.getByRole('button', { name: 'Confirm payment' }).first().click()
    const form = page.getByRole('dialog')
    await form.locator('input[id$="trade_no"]').fill('对公20260331001')
    await form.getByRole('button', { name: 'Confirm payment' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm payment' }).click()
    await form.waitFor({ state: 'detached' })
    const status = async () =>
      (await server.query<{ status: number }>('select status from shop_recharge_order where id = $1', [id]))[0]?.status
    await expect.poll(status).toBe(2)

    await page.goto(`${server.url}/admin/shop/recharge/order?id=${id}`)
    const row = page.locator(`[data-id="${id}"]`).first()
    await row.waitFor()
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'recharge-orders-en')
    const refund = row.getByRole('button', { name: 'Refund' })
    if ((await refund.count()) === 0) await row.getByRole('button', { name: /More/ }).click()
    await page
      .getByRole('button', { name: 'Refund', exact: true })
      .or(page.getByRole('menuitem', { name: 'Refund', exact: true }))
      .first()
      .click()
    const back = page.getByRole('dialog').first()
    await back.locator('input[id$="amount"]').fill('1.50')
    await back.locator('textarea[id$="reason"]').fill('Wrong account')
    await back.getByRole('button', { name: 'Refund' }).click()
    const asked = page.getByRole('alertdialog').or(page.getByRole('dialog').last())
    await asked.getByText('You are about to refund ¥1.50').waitFor()
    await shot(page, 'recharge-refund-en')
    await asked.getByRole('button', { name: 'Refund' }).last().click()
    await expect.poll(status).toBe(4)
    await page.close()
  },
)

longTest('sms.test over HTTP')(
  'a text of short messages is looked at and tried, in Chinese, in the dark and on a phone',
  async () => {
    const page = await enter({ lang: 'zh-cn', width: 390, dark: true, reducedMotion: 'reduce' })
    await page.goto(`${server.url}/admin/sms/template`)
    const card = page.locator('[data-id="6"]').first()
    await card.waitFor()
    expect(await axeFaults(page)).toEqual([])
    await card.getByRole('button', { name: /更多/ }).click()
    await page.getByRole('menuitem', { name: '测试' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[id$="mobile"]').fill('13800130001')
    await dialog.getByRole('button', { name: '测试' }).click()
    await dialog.getByText('已发送至 13800130001。').waitFor()
    await shot(page, 'sms-test-zh')
    await page.goto(`${server.url}/admin/sms/config`)
    await page.locator('[data-id="1"]').first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'sms-config-zh')
    await page.close()
  },
)
