import { describe, expect } from 'vitest'
import { axeFaults } from '../harness/browser/axe.ts'
import { openLongSite, shot, soon } from '../harness/browser/site.ts'
import { longTest } from '../harness/longTest.ts'

const site = await openLongSite()
const { server } = site

describe('coupons', () => {
  longTest(
    'goods/coupons.test over HTTP; keysAlone.test fills in a form, templatesWalk.test tries one, refundWalk.test answers a question',
  )('are added, tried on a cart and followed to their receipts, which are revoked', async () => {
    const page = await site.enter({ lang: 'en' })
    await page.goto(`${server.url}/admin/shop/coupon/coupon`)
    await page.locator('[data-id]').first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Title').fill('Ten off a hundred')
    await form.getByLabel('Threshold', { exact: true }).fill('100.00')
    await form.locator('[data-field="amount"] input').fill('100.00')
    await form.getByLabel('Total').fill('5')
    await form.getByLabel('Valid days').fill('7')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('The amount off must be less than the threshold').first().waitFor()
    await form.locator('[data-field="amount"] input').fill('10.00')
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'coupon-form')
    await form.getByRole('button', { name: 'Save' }).click()
    const row = page.locator('[data-id]').filter({ hasText: 'Ten off a hundred' })
    await row.waitFor()

    await row.getByRole('button').last().click()
    await page.getByRole('menuitem', { name: 'Dry run' }).click()
    const ask = page.getByRole('dialog')
    // It begins with a piece of goods in the coupon's scope.
    await soon(() => ask.getByRole('combobox').first().textContent()).toMatch(/\p{Letter}{3}/u)
    await ask.getByRole('button', { name: 'Dry run' }).click()
    await ask.getByText('Discount', { exact: true }).first().waitFor()
    await soon(() => ask.textContent()).toMatch(/Applies|Does not apply/)
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'coupon-dry-run')
    await ask.getByRole('button', { name: 'Close' }).last().click()

    await page.goto(`${server.url}/admin/shop/coupon/receive?status=1`)
    const receipt = page.locator('[data-id]').first()
    await receipt.waitFor()
    const id = Number(await receipt.getAttribute('data-id'))
    await receipt.getByRole('button').last().click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Given twice')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await soon(async () => (await server.query('select status from shop_coupon_receive where id = $1', [id]))[0]).toEqual({
      status: 5,
    })
  })

  longTest('accessible.test reads the screens of coupons, one look each')(
    'read as well in Chinese, in the dark and on a phone',
    async () => {
      const page = await site.enter({ lang: 'zh-cn', dark: true, width: 390 })
      for (const [name, text] of [
        ['coupon', '满 ¥199 减 ¥30'],
        ['center', '领券中心'],
        ['receive', '领取记录'],
      ] as const) {
        await page.goto(`${server.url}/admin/shop/coupon/${name}`)
        await page.locator('[data-id]').first().waitFor()
        await page.getByText(text).first().waitFor()
        expect(await axeFaults(page), name).toEqual([])
        await shot(page, `${name}-phone`)
      }
    },
  )
})
