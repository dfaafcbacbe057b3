import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '../harness/browser/browser.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
let browser: TestBrowser
beforeAll(async () => {
  server = await startTestServer({ database: 'demo', settings: { terminal: true } })
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

test('by keyboard a super administrator opens the terminal, enters the password and reads the output as it comes', async () => {
  const page = await browser.page()
  await page.addInitScript(() => localStorage.setItem('storeConfig_v2', JSON.stringify({ lang: 'en' })))
  await page.goto(`${server.url}/admin/login`)
  await page.locator('input[name="username"]').fill('admin')
  await page.locator('input[name="password"]').fill(OWNER_PASSWORD)
  await page.locator('button[type="submit"]').click()
  await page.locator('.k-user').waitFor()
  await page.getByRole('button', { name: 'Display' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Terminal' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Terminal' })
  const password = dialog.getByLabel('Your password')
  await password.fill('Wrong-one-1')
  await password.press('Enter')
  await page.getByText('The password is incorrect').first().waitFor()
  await expect.poll(() => password.inputValue()).toBe('')
  await password.fill(OWNER_PASSWORD)
  await password.press('Enter')
  await expect.poll(() => dialog.getByRole('status').innerText()).toBe('Done')
  const output = await dialog.getByRole('log', { name: 'Output' }).innerText()
  expect(output).toContain('> health')
  expect(output).toContain('PostgreSQL')
  expect(output).toContain('exitCode: 0')
  if (process.env.KONTOR_SHOTS) await page.screenshot({ path: `${process.env.KONTOR_SHOTS}/terminal.png` })
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  browser.expectNoProblems()
})
