import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeFaults } from '../../harness/browser/axe.ts'
import { looks } from '../../harness/browser/looks.ts'
import { openSite, shot, soon } from '../../harness/browser/site.ts'
import { longTest } from '../../harness/longTest.ts'
import { signIn } from '../../harness/server.ts'

const { server, enter, open, signIn: enterAs } = await openSite()

const companies = 'shop/delivery/company'
const field = (form: Locator, name: string) => form.locator(`[data-field="${name}"] input`).first()
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('drafts_admin'))
const offer = (page: Page) => page.locator('.s-draft').filter({ hasText: /unsaved changes|未保存的修改/ })

/** Opens the form of the first carrier. */
async function openFirst(page: Page): Promise<Locator> {
  await page.goto(`${server.url}/admin/${companies}`)
  await page
    .locator('[data-id]')
    .first()
    .getByRole('button', { name: /^(Edit|编辑)$/ })
    .click()
  const form = page.getByRole('dialog')
  await field(form, 'phone').waitFor()
  return form
}

/** The browser is gone without a word: the page in another tab of it, with what the storage holds. */
async function killed(page: Page): Promise<Page> {
  const next = await page.context().newPage()
  next.setDefaultTimeout(20_000)
  await page.close({ runBeforeUnload: false })
  return next
}

describe('what was entered when the browser went away', () => {
  test('is offered when the form is opened again, restored, saved, and then forgotten', async () => {
    const page = await enter({ lang: 'en' })
    const form = await openFirst(page)
    const before = await field(form, 'phone').inputValue()
    await field(form, 'phone').fill('Kept phone')
    await soon(() => kept(page)).toContain('Kept phone')
    const next = await killed(page)
    const again = await openFirst(next)
    await offer(next).waitFor()
    expect(await field(again, 'phone').inputValue()).toBe(before)
    expect(await axeFaults(next)).toEqual([])
    await shot(next, 'draft-offer')
    await again.getByRole('button', { name: 'Restore' }).click()
    await soon(() => field(again, 'phone').inputValue()).toBe('Kept phone')
    expect(await offer(next).count()).toBe(0)
    await again.getByRole('button', { name: 'Save', exact: true }).click()
    await soon(() => again.count()).toBe(0)
    await soon(() => kept(next)).toBe(null)
    expect(await server.query("select 1 from shop_delivery_company where phone = 'Kept phone'")).toHaveLength(1)
  })

  longTest('runtime/drafts.test lets drafts go')(
    'is let go by “Discard”, by values put back, and by closing the form for good',
    async () => {
      const page = await enter({ lang: 'en' })
      const form = await openFirst(page)
      const before = await field(form, 'phone').inputValue()
      await field(form, 'phone').fill('For nothing')
      await soon(() => kept(page)).toContain('For nothing')
      await field(form, 'phone').fill(before)
      await soon(() => kept(page)).toBe(null)
      await field(form, 'phone').fill('Again for nothing')
      await soon(() => kept(page)).toContain('Again for nothing')
      await form.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
      await soon(() => kept(page)).toBe(null)
      const second = await openFirst(page)
      await field(second, 'phone').fill('A third time')
      await soon(() => kept(page)).toContain('A third time')
      const next = await killed(page)
      const third = await openFirst(next)
      await third.getByRole('button', { name: 'Discard' }).click()
      await soon(() => kept(next)).toBe(null)
      expect(await field(third, 'phone').inputValue()).toBe(before)
    },
  )

  longTest('conflicts.test asks in the same dialog')('asks where somebody else has saved another value meanwhile', async () => {
    const page = await enter({ lang: 'en' })
    const form = await openFirst(page)
    await field(form, 'phone').fill('Mine, of before')
    await soon(() => kept(page)).toContain('Mine, of before')
    const id = Number(await page.locator('[data-id]').first().getAttribute('data-id'))
    const next = await killed(page)
    const owner = await signIn(server.url, 'admin')
    expect((await owner.post('/admin/shop.delivery.Company/edit', { id, phone: 'Theirs, of now' })).body.code).toBe(1)
    const again = await openFirst(next)
    await again.getByRole('button', { name: 'Restore' }).click()
    const choice = again.getByRole('group', { name: 'Phone' })
    await choice.getByText('Theirs, of now').waitFor()
    await choice.getByRole('radio', { name: 'Yours' }).check()
    await again.getByRole('button', { name: 'Save', exact: true }).click()
    await soon(() => again.count()).toBe(0)
    expect(await server.query("select 1 from shop_delivery_company where phone = 'Mine, of before'")).toHaveLength(1)
  })

  test('of a page of its own is offered there, without passwords and masked values', async () => {
    const page = await enter({ lang: 'en' })
    const open = async (on: Page) => {
      await on.goto(`${server.url}/admin/user/user`)
      await on.getByRole('button', { name: 'Add', exact: true }).click()
      const form = on.getByRole('dialog')
      await field(form, 'username').waitFor()
      return form
    }
    const form = await open(page)
    await field(form, 'username').fill('newcomer')
    await form.locator('input[type="password"]').first().fill('never-kept-1')
    await field(form, 'mobile').fill('13812345678')
    await soon(() => kept(page)).toContain('newcomer')
    await page.waitForTimeout(600)
    expect(await kept(page)).not.toMatch(/never-kept|13812345678/)
    await page.goto(`${server.url}/admin/routine/adminInfo`).catch(() => undefined)
    const profile = page.locator('#main').getByRole('textbox', { name: 'Nickname' })
    await soon(() => profile.inputValue()).not.toBe('')
    await profile.fill('Half a name')
    await soon(() => kept(page)).toContain('Half a name')
    const next = await killed(page)
    const again = await open(next)
    await offer(next).getByText('Passwords and masked fields are not included.').waitFor()
    await again.getByRole('button', { name: 'Restore' }).click()
    await soon(() => field(again, 'username').inputValue()).toBe('newcomer')
    await next.goto(`${server.url}/admin/routine/adminInfo`)
    await offer(next).waitFor()
    await next.locator('#main').getByRole('button', { name: 'Restore' }).click()
    await soon(() => next.locator('#main').getByRole('textbox', { name: 'Nickname' }).inputValue()).toBe('Half a name')
    await shot(next, 'draft-page')
  }, 90_000)

  longTest('runtime/drafts.test: of somebody else it goes when another person signs in')(
    'is taken away when another person signs in',
    async () => {
      const page = await open({ lang: 'en' })
      await enterAs(page)
      const form = await openFirst(page)
      await field(form, 'phone').fill('Only mine')
      await soon(() => kept(page)).toContain('Only mine')
      const next = await killed(page)
      await next.goto(`${server.url}/healthz`)
      await next.evaluate(() => localStorage.removeItem('adminInfo'))
      await enterAs(next, 'manager')
      await soon(() => kept(next)).toBe(null)
    },
  )

  longTest('the first test reads the offer with axe; accessible.test reads forms').each(looks)(
    'looks right in $lang, $width px wide',
    async (look) => {
      const page = await enter(look)
      const form = await openFirst(page)
      await field(form, 'phone').fill('Another look')
      await soon(() => kept(page)).toContain('Another look')
      const next = await killed(page)
      await openFirst(next)
      await offer(next).waitFor()
      expect(await axeFaults(next)).toEqual([])
      await shot(next, `draft-${look.lang}-${look.width}${look.dark ? '-dark' : ''}`)
    },
  )
})

test('a save without a network keeps the form, says so, and saves once the network is back', async () => {
  const page = await enter({ lang: 'en', allow: [/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to load/] })
  const form = await openFirst(page)
  await field(form, 'phone').fill('Written offline')
  await page.context().setOffline(true)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.getByText('Your entries are kept in this browser. Save again when you are back online.').waitFor()
  expect(await field(form, 'phone').inputValue()).toBe('Written offline')
  await soon(() => kept(page)).toContain('Written offline')
  await shot(page, 'draft-offline')
  await page.context().setOffline(false)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await soon(() => form.count()).toBe(0)
  await soon(() => kept(page)).toBe(null)
  expect(await server.query("select 1 from shop_delivery_company where phone = 'Written offline'")).toHaveLength(1)
})
