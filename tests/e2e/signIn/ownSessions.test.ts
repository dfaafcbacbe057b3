import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite, shot } from '../../harness/browser/site.ts'
import type { Client } from '../../harness/client.ts'
import { longTest } from '../../harness/longTest.ts'

const { server, enterHome } = await openSite()

const pathOf = (page: Page) => new URL(page.url()).pathname

async function signIn(lang: 'en' | 'zh-cn' = 'en', width = 1440, dark = false, username = 'manager'): Promise<Page> {
  const page = await enterHome({ lang, width, dark }, username)
  await page.locator('.k-user').waitFor()
  return page
}

test('an administrator ends the sessions of other browsers of theirs, which are asked to sign in with their next call', async () => {
  const isIn = async (client: Client) => (await client.get('/admin/Index/index')).body.code === 1
  const other = await server.signIn('manager')
  const page = await signIn()
  await page.locator('.k-user').click()
  await page.getByRole('menuitem', { name: 'My sessions' }).click()
  await page.getByText('This browser').waitFor()
  const third = await server.signIn('manager')
  expect([await isIn(other), await isIn(third)]).toEqual([true, true])
  await page.getByRole('button', { name: 'Refresh' }).click()
  // Of three sessions the two that are not in use can be ended.
  await expect.poll(() => page.getByRole('button', { name: 'End session' }).count()).toBe(2)
  await shot(page, 'sessions-en-1440')
  await page.getByRole('button', { name: 'End session' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'End session' }).count()).toBe(1)
  expect([await isIn(other), await isIn(third)].filter(Boolean)).toHaveLength(1)
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await page.getByText('End all your sessions except this one?').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all other sessions' }).click()
  await expect
    .poll(async () => (await server.query('SELECT 1 FROM admin_session s JOIN admin a ON a.id = s.admin_id')).length)
    .toBe(1)
  expect([await isIn(other), await isIn(third)]).toEqual([false, false])
  await page.reload()
  await page.getByText('This browser').waitFor()
  // What super administrators alone may do is not offered to them.
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Clear cache' }).count()).toBe(0)
})

longTest('runtime/session holds it; the end by another browser is here')(
  'signing out in one tab takes the other tab of this browser to the sign-in page by itself',
  async () => {
    const page = await signIn()
    const other = await page.context().newPage()
    await other.goto(`${server.url}/admin/routine/session`)
    await other.getByText('This browser').waitFor()
    await page.locator('.k-user').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect.poll(() => pathOf(page)).toBe('/admin/login')
    await expect.poll(() => pathOf(other)).toBe('/admin/login')
    expect(await other.getByText('This browser').count()).toBe(0)
    // Nothing of who it was is kept; the store may stand there empty.
    const kept = () =>
      other.evaluate(() => JSON.parse(localStorage.getItem('adminInfo') ?? '{}') as { token?: string; username?: string })
    await expect.poll(async () => (await kept()).token ?? '').toBe('')
    expect((await kept()).username ?? '').toBe('')
  },
)

test('a super administrator clears the cache from the head and reads what that was', async () => {
  const page = await signIn('en', 1440, false, 'admin')
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('menuitem', { name: 'Clear cache' }).click()
  await shot(page, 'cache-en-1440')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear cache' }).click()
  await page.getByText(/^Cleared: cached sessions and rights; expired sessions/).waitFor()
})

longTest('accessible.test reads lists on a phone')('the list reads well on a narrow dark screen in Chinese', async () => {
  const page = await signIn('zh-cn', 390, true)
  await page.goto(`${server.url}/admin/routine/session`)
  await page.getByText('本浏览器').first().waitFor()
  await shot(page, 'sessions-zh-390-dark')
})
