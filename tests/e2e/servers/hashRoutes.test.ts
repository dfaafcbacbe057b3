import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, expect, it } from 'vitest'
import { openSite } from '../../harness/browser/site.ts'
import { OWNER_PASSWORD } from '../../harness/database.ts'

/** The front end for a host that serves one page only: its routes stand behind the #. */
const siteDir = mkdtempSync(join(tmpdir(), 'kontor-hash-'))
afterAll(() => rmSync(siteDir, { recursive: true, force: true }))
process.env.VITE_KONTOR_ROUTES = 'hash'
try {
  await build({ logLevel: 'error', build: { outDir: siteDir, emptyOutDir: true } })
} finally {
  delete process.env.VITE_KONTOR_ROUTES
}
const { server, open } = await openSite({ siteDir })
const page = await open({ lang: 'en' })
const at = () => page.evaluate(() => location.pathname + location.hash)

it('asks to sign in, goes where one wanted to go, and is there again after a reload', async () => {
  await page.goto(`${server.url}/#/admin/user/user?page=2`)
  await expect.poll(at).toBe('/#/admin/login')
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.locator('tr[data-id]:visible').first().waitFor()
  await expect.poll(at).toBe('/#/admin/user/user?page=2')
  await page.reload()
  await page.locator('tr[data-id]:visible').first().waitFor()
  expect(await at()).toBe('/#/admin/user/user?page=2')
})

it('goes from screen to screen by the menu and back, keeps what is searched in the address, and knows what is not there', async () => {
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Member groups' }).click()
  await expect.poll(at).toBe('/#/admin/user/group')
  await page.locator('tr[data-id]:visible').first().waitFor()
  await page.goBack()
  await expect.poll(at).toBe('/#/admin/user/user?page=2')
  await page.goto(`${server.url}/#/admin/no/such`)
  await expect.poll(at).toBe('/#/404')
})

it('a member signs in on a path of their own behind the #', async () => {
  await page.goto(`${server.url}/#/user/account/balance`)
  await expect.poll(at).toBe('/#/user/login')
})
