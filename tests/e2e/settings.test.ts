import { expect, test } from 'vitest'
import { axeFaults } from '../harness/browser/axe.ts'
import { openOffice, shot, soon } from '../harness/browser/site.ts'

const { server, page } = await openOffice({ look: { lang: 'en' } })

test('settings are found by their words on any tab, and what is typed is saved, with the keyboard alone', async () => {
  await page.goto(`${server.url}/admin/routine/config`)
  const finder = page.getByRole('searchbox', { name: 'Find a setting' })
  const tabs = page.getByRole('tab')
  await tabs.first().waitFor()
  const all = await tabs.allTextContents()
  await finder.focus()
  await page.keyboard.type('idle')
  // The tab with the setting is in front, those without any are gone.
  await soon(() => tabs.allTextContents()).toEqual(['Security'])
  expect(await page.locator('[data-field]:visible').count()).toBe(1)
  await page
    .getByRole('status')
    .filter({ hasText: /^1 of \d+ settings$/ })
    .waitFor()
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'settings-found')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('25')
  await page.keyboard.press('Control+Enter')
  const stored = async () => (await server.query("select value from config where name = 'idle_logout_minutes'"))[0]
  await soon(stored).toEqual({ value: '25' })
  await finder.fill('nothing like it')
  await page.getByText('No setting found').waitFor()
  await finder.press('Escape')
  await soon(() => tabs.allTextContents()).toEqual(all)
})

test('what is about one tab is offered on that tab only', async () => {
  const mail = page.getByRole('button', { name: 'Send test e-mail' })
  await page.getByRole('tab', { name: 'Mail' }).click()
  await mail.waitFor()
  await page.getByRole('tab').first().click()
  await mail.waitFor({ state: 'detached' })
})

test('a setting that is refused stays in sight, whatever is searched for', async () => {
  await page.getByRole('tab').first().click()
  await page.getByLabel('Site name').fill('')
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('time zone')
  await page.getByLabel('Record number').waitFor({ state: 'hidden' })
  await page.getByLabel('Time zone').waitFor()
  await page.getByLabel('Site name').waitFor()
})
