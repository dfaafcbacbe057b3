import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openSite } from '../harness/browser/site.ts'

const { server, browser } = await openSite()

/** The sign-in page as a browser sees it that was never here. */
async function arrive(options: BrowserContextOptions): Promise<Page> {
  const page = await browser.page({ allow: [/ws:\/\/127\.0\.0\.1:2828/], ...options })
  await page.goto(`${server.url}/admin/login`)
  await page.locator('input[name="username"]').waitFor()
  return page
}

const look = (page: Page) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.classList.contains('dark')])

it('an English browser on a dark system is met in English and dark, and can choose otherwise for good', async () => {
  const page = await arrive({ locale: 'en-GB', colorScheme: 'dark' })
  await page.getByLabel('Username').waitFor()
  expect(await look(page)).toEqual(['en', true])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => look(page)).toEqual(['en', false])
  await page.getByRole('button', { name: 'Switch to dark' }).click()
  await expect.poll(() => look(page)).toEqual(['en', true])
  await page.reload()
  await page.getByLabel('Username').waitFor()
  expect(await look(page)).toEqual(['en', true])
})

it('a browser whose languages the product lacks gets the language of the site', async () => {
  const page = await arrive({ locale: 'fr-FR' })
  expect(await look(page)).toEqual(['zh-CN', false])
})

it('a stored theme of another client counts as chosen', async () => {
  const page = await browser.page({ allow: [/ws:\/\/127\.0\.0\.1:2828/], colorScheme: 'dark', locale: 'zh-TW' })
  await page.addInitScript(() => localStorage.setItem('storeConfig_v2', JSON.stringify({ isDark: false })))
  await page.goto(`${server.url}/admin/login`)
  await page.locator('input[name="username"]').waitFor()
  expect(await look(page)).toEqual(['zh-CN', false])
})
