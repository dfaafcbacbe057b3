import { describe, expect, it } from 'vitest'
import { makeLimited } from '../auth/people.ts'
import { axeFaults } from '../harness/browser/axe.ts'
import { type Look, openSite, shot } from '../harness/browser/site.ts'
import { DEMO_PASSWORD } from '../harness/database.ts'
import { longTest } from '../harness/longTest.ts'

const { server, enter } = await openSite()
await server.query(
  'update shop_order set pay_time = extract(epoch from now())::bigint - 60 where pay_time is not null and id % 9 = 0',
)
const look: Look = { lang: 'en', reducedMotion: 'reduce' }
const page = await enter(look)

/** Goes to the dashboard, where it is not in front. */
const showDashboard = async () => {
  if (page.url() !== `${server.url}/admin/dashboard`) await page.goto(`${server.url}/admin/dashboard`)
}

describe('on the dashboard', () => {
  it('a chart is a table of text as well, for as many days as one chooses', async () => {
    await showDashboard()
    const chart = page.getByRole('figure', { name: 'Sales and orders' })
    await chart.getByRole('button', { name: 'Show as table' }).click()
    await expect.poll(() => chart.locator('tbody tr').count()).toBe(7)
    await page.getByRole('button', { name: '30 days' }).click()
    await expect.poll(() => chart.locator('tbody tr').count()).toBe(30)
    expect(await axeFaults(page)).toEqual([])
  })

  it('one sees figures, follows one to its list and finds as many rows there', async () => {
    await showDashboard()
    const card = page.getByRole('link', { name: /To ship/ })
    const figure = await card.locator('.s-board-card-figure').innerText()
    await page.locator('.s-board canvas').first().waitFor()
    await page.locator('.s-rows-table tbody tr').first().waitFor()
    await shot(page, 'dashboard-light')
    expect(await axeFaults(page)).toEqual([])
    await card.click()
    await page.waitForURL(/status\.in=2|status=2/)
    await expect.poll(() => page.locator('.s-tools-found').innerText()).toBe(`${figure} found`)
  })

  it('one who may not see turnover sees no amount, and nothing is broken on a phone in the dark', async () => {
    await makeLimited(server, await server.signIn('admin'), 'desk', ['dashboard/index', 'shop/order/order/index'])
    await server.query(
      `update admin set password = (select password from admin where username = 'manager') where username = 'desk'`,
    )
    const dark = await enter({ ...look, dark: true, width: 390 }, 'desk')
    await dark.goto(`${server.url}/admin/dashboard`)
    await dark.locator('.s-board canvas').first().waitFor()
    await dark.getByRole('link', { name: /To ship/ }).waitFor()
    await shot(dark, 'dashboard-dark-phone')
    // Single orders below them have what was paid, as in their list.
    const [figures] = (await dark.getByRole('main').innerText()).split('Newest orders')
    expect(figures).not.toMatch(/¥/)
    expect(await axeFaults(dark)).toEqual([])
    expect(await dark.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await dark.context().close()
  })
})

describe('in my account', () => {
  it('changes the nickname and shows an error next to the field', async () => {
    await page.goto(`${server.url}/admin/routine/adminInfo`)
    const nickname = page.getByLabel('Nickname')
    await nickname.fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await nickname.fill('Boss')
    await page.getByLabel('E-mail').fill('boss@example.com')
    await shot(page, 'account-light')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => server.query("select nickname, email from admin where username = 'admin'"))
      .toEqual([{ nickname: 'Boss', email: 'boss@example.com' }])
    await expect.poll(() => page.getByText('Not saved yet').count()).toBe(0)
    // The header says it at once, without the page being loaded anew.
    await expect.poll(() => page.locator('.k-user-name').textContent()).toBe('Boss')
  })

  it('what others have taken already is said by the server at its field', async () => {
    await server.query("update admin set email = 'packer@example.com' where username = 'packer'")
    await page.getByLabel('E-mail').fill('packer@example.com')
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('alert')
      .getByText(/E-mail/)
      .waitFor()
    await expect.poll(() => page.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true')
  })

  longTest('e2e/unsaved')('a tab with unsaved entries asks before it closes', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).first().click()
    await page.locator('.s-board canvas').first().waitFor()
    await page.getByRole('navigation', { name: 'Open screens' }).getByRole('link', { name: 'My account' }).click()
    await page.getByLabel('Motto').fill('never saved')
    await page.getByText('Not saved yet').waitFor()
    await page.getByRole('button', { name: 'Close My account' }).click()
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await question.getByRole('button', { name: 'Keep editing' }).click()
    expect(await page.getByLabel('Motto').inputValue()).toBe('never saved')
  })

  longTest('e2e/unsaved')('it asks as well while another screen is in front, and keeps what was entered', async () => {
    const tabs = page.getByRole('navigation', { name: 'Open screens' })
    await tabs.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('heading', { name: 'Dashboard' }).first().waitFor()
    await page.getByRole('button', { name: 'Close My account' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Keep editing' }).click()
    await tabs.getByRole('link', { name: 'My account' }).click()
    await expect.poll(() => page.getByLabel('Motto').inputValue()).toBe('never saved')
  })

  longTest('accessible.test opens it; ownSessions.test and member over HTTP')(
    'one changes the password in a dialog',
    async () => {
      const own = await enter(look, 'packer')
      await own.goto(`${server.url}/admin/routine/adminInfo`)
      await own.getByRole('button', { name: 'Change password' }).click()
      const dialog = own.getByRole('dialog')
      await dialog.locator('[data-field=old_password] input').fill('not-this-one')
      await dialog.locator('[data-field=password] input').fill('Changed-1')
      await dialog.locator('[data-field=password_confirm] input').fill('Changed-1')
      await dialog.getByRole('button', { name: 'Change password' }).click()
      await dialog.getByRole('alert').waitFor()
      expect(await axeFaults(own)).toEqual([])
      await dialog.locator('[data-field=old_password] input').fill(DEMO_PASSWORD)
      await dialog.getByRole('button', { name: 'Change password' }).click()
      await own.getByText('Password changed. Your other sessions have ended.').first().waitFor()
      await expect.poll(() => own.getByRole('dialog').count()).toBe(0)
      await server.signIn('packer', 'Changed-1')
      await own.context().close()
    },
  )
})

describe('in the shop settings', () => {
  it('a finding on a tab behind is counted on it, and the summary leads there', async () => {
    await page.goto(`${server.url}/admin/shop/settings`)
    await page.getByRole('tab', { name: 'Trade' }).click()
    await page.getByLabel('Close unpaid orders after').fill('1')
    await page.getByRole('tab', { name: 'Shop', exact: true }).click()
    await page.getByLabel('Shop name').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('tab', { name: 'Trade: 1 field to check' }).waitFor()
    await shot(page, 'settings-light')
    expect(await axeFaults(page)).toEqual([])
    await page
      .getByRole('alert')
      .getByRole('button', { name: /Close unpaid orders/ })
      .click()
    expect(await page.getByRole('tab', { name: /Trade/ }).getAttribute('aria-selected')).toBe('true')
    expect(await page.getByLabel('Close unpaid orders after').evaluate((input) => input === document.activeElement)).toBe(true)
    await page.getByLabel('Close unpaid orders after').fill('45')
    await page.getByRole('tab', { name: 'Trade' }).press('Home')
    await page.getByLabel('Shop name').fill('Corner shop')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => (await server.query("select value from shop_setting where name = 'auto_close_minutes'"))[0])
      .toEqual({ value: 45 })
  })

  it('one works with the keyboard alone, and goes on where one was after saving', async () => {
    await page.goto(`${server.url}/admin/shop/settings`)
    const hasFocus = (label: string) => page.getByLabel(label).evaluate((input) => input === document.activeElement)
    await expect.poll(() => hasFocus('Shop name')).toBe(true)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
    await expect.poll(() => hasFocus('Close unpaid orders after')).toBe(true)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('2')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('alert').getByText('Close unpaid orders after must be at least 5.').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus('Close unpaid orders after')).toBe(true)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('50')
    await page.keyboard.press('Control+Enter')
    await expect
      .poll(async () => (await server.query("select value from shop_setting where name = 'auto_close_minutes'"))[0])
      .toEqual({ value: 50 })
    await expect.poll(() => page.getByText('Not saved yet').count()).toBe(0)
    expect(await page.getByRole('tab', { name: 'Trade' }).getAttribute('aria-selected')).toBe('true')
    await expect.poll(() => hasFocus('Close unpaid orders after')).toBe(true)
  })
})
