import { expect } from 'vitest'
import { axeFaults } from '../harness/browser/axe.ts'
import { openLongSite, shot, soon } from '../harness/browser/site.ts'
import { longTest } from '../harness/longTest.ts'

const site = await openLongSite()
const { server } = site

longTest('points.test and members.test over HTTP; dialogs.test ships in the same form')(
  'an exchange is shipped, a member blocked, and the benefits of a level are edited',
  async () => {
    const page = await site.enter({ lang: 'en' })
    await page.goto(`${server.url}/admin/points/order?status=1`)
    const row = page.locator('[data-id]').first()
    await row.waitFor()
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'points-orders')
    const id = Number(await row.getAttribute('data-id'))
    await row.getByRole('button', { name: 'Ship', exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('combobox', { name: 'Delivery company' }).click()
    await page.getByRole('option').first().click()
    await form.getByLabel('Tracking number').fill('SF000000000123')
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'points-deliver')
    await form.getByRole('button', { name: /^Ship to / }).click()
    await soon(async () => (await server.query('select status from points_order where id = $1', [id]))[0]).toEqual({ status: 2 })

    await page.goto(`${server.url}/admin/shop/user/user?level_id=5`)
    const member = page.locator('[data-id]').first()
    await member.waitFor()
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'shop-members')
    const key = Number(await member.getAttribute('data-id'))
    await member.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByRole('combobox', { name: 'Blocked' }).click()
    await page.getByRole('option', { name: 'Blocked' }).click()
    await page.getByRole('dialog').getByLabel('Block reason').fill('Unpaid bills')
    await shot(page, 'shop-member-form')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await soon(async () => (await server.query('select blocked from shop_user where id = $1', [key]))[0]).toEqual({ blocked: 1 })
  },
)

longTest('accessible.test reads the screens of points, one look each')(
  'the screens read as well in Chinese, in the dark and on a phone',
  async () => {
    const page = await site.enter({ lang: 'zh-cn', dark: true, width: 390 })
    for (const [name, text] of [
      ['points/goods', '帆布购物袋'],
      ['shop/user/level', '黑金会员'],
      ['shop/user/user', '商城会员'],
      ['shop/user/score', '积分明细'],
    ] as const) {
      await page.goto(`${server.url}/admin/${name}`)
      await page.locator('[data-id]').first().waitFor()
      await page.getByText(text).first().waitFor()
      expect(await axeFaults(page), name).toEqual([])
      await shot(page, `${name.replaceAll('/', '-')}-phone`)
    }
  },
)
