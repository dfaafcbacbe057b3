import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeFaults } from '../../harness/browser/axe.ts'
import { isNarrow, looks } from '../../harness/browser/looks.ts'
import { openSite, shot, soon } from '../../harness/browser/site.ts'
import { DEMO_PASSWORD, OWNER_PASSWORD } from '../../harness/database.ts'
import { longTest } from '../../harness/longTest.ts'
import { everyNth, sampleOf } from '../../harness/sampling.ts'
import { demoMember } from '../../member/people.ts'

const { server, enter, enterHome, open } = await openSite()

const pathOf = (page: Page) => new URL(page.url()).pathname
const tabs = (page: Page) => page.getByRole('navigation', { name: /Open screens|已打开的页面|打开的页面/ })
const tabOf = (page: Page, title: string) => tabs(page).getByRole('link', { name: new RegExp(`^${title}`) })
const asked = (page: Page) => page.getByRole('alertdialog')

/** Goes to a screen as the menu does, without loading the document again. */
async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, `/admin/${path}`)
  await page.waitForURL(new RegExp(`/admin/${path}`))
}

/** The own account with another nickname: the field, and what it held. */
async function dirtyAccount(page: Page): Promise<{ field: Locator; before: string }> {
  await page.locator('.k-user').click()
  await page.getByRole('menuitem', { name: 'My account' }).click()
  const field = page.locator('#main').getByRole('textbox', { name: 'Nickname' })
  await soon(() => field.inputValue()).not.toBe('')
  const before = await field.inputValue()
  await field.fill(`${before} II`)
  return { field, before }
}

describe('what was entered and not saved', () => {
  test('is marked in its tab, asked about when the tab is closed, and kept while one looks at other screens', async () => {
    const page = await enterHome({ lang: 'en' })
    const { field, before } = await dirtyAccount(page)
    const title = 'My account'
    const marked = tabOf(page, `${title}, not saved`)
    await marked.waitFor()
    await shot(page, 'tab-unsaved')
    expect(await axeFaults(page)).toEqual([])
    // A value put back is no change.
    await field.fill(before)
    await soon(() => marked.count()).toBe(0)
    await field.fill(`${before} II`)
    await visit(page, 'user/user')
    await marked.waitFor()

    // The cross, the middle button, the keyboard and the menu all ask; each time it is kept.
    const tab = tabs(page).locator('li').filter({ hasText: title })
    const keep = async () => {
      await asked(page).getByText(`Not saved yet: ${title}.`).waitFor()
      await asked(page).getByRole('button', { name: 'Keep editing' }).click()
      await soon(() => asked(page).count()).toBe(0)
      expect(await marked.count()).toBe(1)
    }
    await tab.getByRole('button').click()
    await shot(page, 'tab-close-question')
    expect(await axeFaults(page)).toEqual([])
    await keep()
    await marked.click({ button: 'middle' })
    await keep()
    await marked.focus()
    await page.keyboard.press('Delete')
    await keep()
    expect(await marked.evaluate((element) => element === document.activeElement)).toBe(true)
    for (const entry of ['Close others', 'Close all']) {
      await tabOf(page, 'Members').click({ button: 'right' })
      await page.getByRole('menuitem', { name: entry }).click()
      await keep()
    }
    await marked.click()
    expect(await field.inputValue()).toBe(`${before} II`)
    // By the keyboard alone: the question is answered, and the focus is in the tabs again.
    await marked.focus()
    await page.keyboard.press('Delete')
    await asked(page).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await soon(() => marked.count()).toBe(0)
    await soon(() => page.evaluate(() => document.activeElement?.closest('nav') !== null)).toBe(true)
  })

  test('in a dialog over a list belongs to the list: leaving the page, signing out and leaving the office ask', async () => {
    const page = await enter({ lang: 'en' })
    await page.goto(`${server.url}/admin/user/group`)
    await page.locator('[data-id]').first().waitFor()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Half a group')
    // A notice or the back button leads elsewhere; the dialog sleeps with its tab.
    await visit(page, 'user/user')
    await page.locator('[data-id]:visible').first().waitFor()
    await tabOf(page, '.*, not saved').waitFor()
    let said = ''
    page.once('dialog', (dialog) => {
      said = dialog.type()
      void dialog.dismiss()
    })
    await page.close({ runBeforeUnload: true })
    await soon(() => said).toBe('beforeunload')
    await page.locator('.k-user').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await asked(page).getByRole('button', { name: 'Keep editing' }).click()
    await tabOf(page, '.*, not saved').click()
    expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Half a group')
  })

  test('is asked about before the back button leaves the office, which goes nowhere until the answer', async () => {
    const page = await open({ lang: 'en' })
    await page.goto(server.url)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Back office' }).click()
    await page.locator('input[name="username"]').fill('admin')
    await page.locator('input[name="password"]').fill(OWNER_PASSWORD)
    await page.keyboard.press('Enter')
    await page.locator('.k-user').waitFor()
    const { field, before } = await dirtyAccount(page)
    await page.goBack()
    await soon(() => pathOf(page)).toBe('/admin/dashboard')
    await page.goBack()
    await asked(page).getByRole('button', { name: 'Keep editing' }).click()
    await soon(() => pathOf(page)).toBe('/admin/dashboard')
    await tabOf(page, 'My account').waitFor()
    // The entries of the history are where they were: the account is one step on, the home page one back.
    await page.goForward()
    await soon(() => pathOf(page)).toBe('/admin/routine/adminInfo')
    expect(await field.inputValue()).toBe(`${before} II`)
    await page.goBack()
    await soon(() => pathOf(page)).toBe('/admin/dashboard')
    await page.goBack()
    await asked(page).getByRole('button', { name: 'Discard' }).click()
    await soon(() => pathOf(page)).toBe('/')
    await page.getByRole('contentinfo').waitFor()
  })

  longTest('renderers/shell: aliveTabs keep what is not saved; the first test here comes back to it from another screen')(
    'is never dropped, however many screens are opened after it',
    async () => {
      const page = await enterHome({ lang: 'en' })
      const { field, before } = await dirtyAccount(page)
      const others = [
        'user/user',
        'user/group',
        'auth/admin',
        'auth/group',
        'shop/order/order',
        'shop/order/refund',
        'shop/goods/goods',
      ]
      others.push(
        'shop/goods/classify',
        'shop/coupon/coupon',
        'shop/coupon/receive',
        'shop/delivery/company',
        'shop/delivery/template',
      )
      others.push('shop/user/user', 'shop/user/level', 'sms/template')
      for (const path of sampleOf('screens opened after an unsaved form', others, everyNth(3))) {
        await visit(page, path)
        await page.locator('[data-id]:visible, .k-empty:visible').first().waitFor()
      }
      await tabOf(page, 'My account').click()
      await field.waitFor()
      expect(await field.inputValue()).toBe(`${before} II`)
    },
    120_000,
  )
})

describe('a session that ends', () => {
  const end = () => server.query('DELETE FROM admin_session').then(() => server.query("SELECT pg_notify('kontor_access', '*')"))

  /** No word comes over the live feed: the end shows with the next call. */
  const quiet = (page: Page) => page.context().routeWebSocket(/.*/, () => undefined)

  /** Opens the form of the nth member group and enters another name. */
  async function startGroup(page: Page, name: string, nth = 0): Promise<Locator> {
    await page.goto(`${server.url}/admin/user/group`)
    await page.locator('[data-id]').nth(nth).getByRole('button').first().waitFor()
    await page
      .locator('[data-id]')
      .nth(nth)
      .getByRole('button', { name: /^(Edit|编辑)$/ })
      .click()
    const form = page.getByRole('dialog')
    await form.locator('input[name="name"], [data-field="name"] input').first().fill(name)
    await page.waitForLoadState('networkidle') // a late answer would show the end before the call that the test makes
    return form
  }

  test('asks for the sign-in over the form, which is then saved once', async () => {
    const page = await enter({ lang: 'en' })
    await quiet(page)
    const form = await startGroup(page, 'After the night')
    await end()
    await form.getByRole('button', { name: 'Save' }).click()
    const over = page.getByRole('dialog', { name: 'Sign in again' })
    await over.waitFor()
    expect(await over.locator('input[name="username"]').inputValue()).toBe('admin')
    await soon(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password')
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'sign-in-over')
    await page.keyboard.type('wrong-password')
    await page.keyboard.press('Enter')
    await over.getByRole('alert').waitFor()
    await over.locator('input[name="password"]').fill(OWNER_PASSWORD)
    await page.keyboard.press('Enter')
    await page.locator('[data-id]').filter({ hasText: 'After the night' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await server.query("SELECT 1 FROM user_group WHERE name = 'After the night'")).toHaveLength(1)
    expect(pathOf(page)).toBe('/admin/user/group')
  })

  longTest('runtime/sessionAgain: another account is not let through; the sign-in over the form is tested just before')(
    'warns when another account signs in, which may go back; whoever leaves is asked and goes to the sign-in',
    async () => {
      const page = await enter({ lang: 'en' })
      await quiet(page)
      const form = await startGroup(page, 'Of the owner')
      await end()
      await form.getByRole('button', { name: 'Save' }).click()
      const over = page.getByRole('dialog', { name: 'Sign in again' })
      await over.locator('input[name="username"]').fill('manager')
      await over.locator('input[name="password"]').fill(DEMO_PASSWORD)
      await page.keyboard.press('Enter')
      await asked(page).getByText('This page belongs to').waitFor()
      expect(await axeFaults(page)).toEqual([])
      await shot(page, 'sign-in-over-other')
      await asked(page)
        .getByRole('button', { name: /^Sign in as/ })
        .click()
      await over.waitFor()
      expect(await server.query("SELECT 1 FROM user_group WHERE name = 'Of the owner'")).toEqual([])
      await over.getByRole('button', { name: 'Leave without saving' }).click()
      await asked(page).getByRole('button', { name: 'Leave without saving' }).click()
      await soon(() => pathOf(page)).toBe('/admin/login')
      await page.locator('input[name="username"]').fill('admin')
      await page.locator('input[name="password"]').fill(OWNER_PASSWORD)
      await page.keyboard.press('Enter')
      await soon(() => pathOf(page)).toBe('/admin/user/group')
    },
  )

  longTest('runtime/sessionAgain.test goes on in the other window')(
    'is one for all windows of the browser: a sign-in in one lets the other go on',
    async () => {
      const page = await enter({ lang: 'en' })
      await quiet(page)
      const other = await page.context().newPage()
      const forms = [await startGroup(page, 'First window'), await startGroup(other, 'Second window', 1)]
      await end()
      await forms[0]?.getByRole('button', { name: 'Save' }).click()
      for (const each of [page, other]) await each.getByRole('dialog', { name: 'Sign in again' }).waitFor()
      const over = page.getByRole('dialog', { name: 'Sign in again' })
      await over.locator('input[name="password"]').fill(OWNER_PASSWORD)
      await over.locator('input[name="password"]').press('Enter')
      await page.locator('[data-id]').filter({ hasText: 'First window' }).waitFor()
      await soon(() => other.getByRole('dialog', { name: 'Sign in again' }).count()).toBe(0)
      await forms[1]?.getByRole('button', { name: 'Save' }).click()
      await other.locator('[data-id]').filter({ hasText: 'Second window' }).waitFor()
    },
  )

  test('says so where nothing was entered, and a first visit says nothing', async () => {
    const page = await open({ lang: 'en' })
    await quiet(page)
    await page.goto(`${server.url}/admin`)
    await soon(() => pathOf(page)).toBe('/admin/login')
    await page.locator('input[name="username"]').fill('admin')
    await page.locator('input[name="password"]').fill(OWNER_PASSWORD)
    expect(await page.locator('.k-toast').count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.locator('.k-user').waitFor()
    expect(await page.locator('.k-toast').count()).toBe(0)
    await visit(page, 'user/group')
    await page.locator('[data-id]:visible').first().waitFor()
    await end()
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await soon(() => pathOf(page)).toBe('/admin/login')
    await page.locator('.k-toast').getByText('Your session has ended. Please sign in again.').waitFor()
    await shot(page, 'session-ended')
    await page.locator('input[name="username"]').fill('admin')
    await page.locator('input[name="password"]').fill(OWNER_PASSWORD)
    await page.keyboard.press('Enter')
    await soon(() => pathOf(page)).toBe('/admin/user/group')
    expect(await page.locator('.k-toast').count()).toBe(0)
  })

  test.each(sampleOf('looks of the sign-in over a form', looks, isNarrow))(
    'looks right in $lang, $width px wide',
    async (look) => {
      const page = await enter(look)
      await startGroup(page, `Look ${look.width}`)
      await end() // The live feed reports it: nobody has to press anything.
      await page.getByRole('dialog', { name: /Sign in again|重新登录/ }).waitFor()
      expect(await axeFaults(page)).toEqual([])
      await shot(page, `sign-in-over-${look.lang}-${look.width}`)
    },
  )

  longTest('an administrator’s form is kept in the same way')('of a member keeps the form as well', async () => {
    const page = await open({ lang: 'en' })
    await page.goto(`${server.url}/user/login`)
    await page.locator('input[name="username"]').fill(demoMember)
    await page.locator('input[name="password"]').fill(DEMO_PASSWORD)
    await page.locator('button[type="submit"]').click()
    await page.waitForURL(/\/user\/account/)
    await page.goto(`${server.url}/user/account/profile`)
    const nickname = page.getByLabel('Nickname')
    await nickname.fill('Kept over night')
    await server.query('DELETE FROM user_session')
    await server.query("SELECT pg_notify('kontor_access', '*')")
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const over = page.getByRole('dialog', { name: 'Sign in again' })
    await over.locator('input[name="password"]').fill(DEMO_PASSWORD)
    await page.keyboard.press('Enter')
    await soon(() => over.count()).toBe(0)
    await soon(() => server.query(`SELECT 1 FROM "user" WHERE nickname = 'Kept over night'`).then((rows) => rows.length)).toBe(1)
    expect(pathOf(page)).toBe('/user/account/profile')
  })
})
