import { readFileSync } from 'node:fs'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axeFaults } from '../../harness/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../../harness/browser/browser.ts'
import { DEMO_PASSWORD, OWNER_PASSWORD } from '../../harness/database.ts'
import { longTest } from '../../harness/longTest.ts'
import { codeOf, freeSteps, turnOn } from '../../harness/secondFactor.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { person } from '../../security/people.ts'

let server: TestServer
let browser: TestBrowser
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await server?.close()
})
afterEach(() => browser.expectNoProblems())

const pathOf = (page: Page) => new URL(page.url()).pathname
const shot = (page: Page, name: string) =>
  process.env.KONTOR_SHOTS ? page.screenshot({ path: `${process.env.KONTOR_SHOTS}/${name}.png` }) : undefined

interface Look {
  lang?: 'en' | 'zh-cn'
  width?: number
  isDark?: boolean
  options?: BrowserContextOptions
}

async function open({ lang = 'en', width = 1440, isDark = false, options = {} }: Look = {}): Promise<Page> {
  const page = await browser.page({ viewport: { width, height: 800 }, ...options })
  await page.addInitScript((chosen) => {
    if (!localStorage.getItem('storeConfig_v2')) localStorage.setItem('storeConfig_v2', chosen)
  }, JSON.stringify({ lang, isDark }))
  await page.goto(`${server.url}/admin/login`)
  return page
}

async function enterPassword(page: Page, username: string, password = DEMO_PASSWORD): Promise<void> {
  await page.locator('input[name="username"]').fill(username)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.locator('input[name="totp"]').fill(code)
  await page.keyboard.press('Enter')
}

const inside = async (page: Page) => {
  await expect.poll(() => pathOf(page)).not.toBe('/admin/login')
  await page.locator('.k-user').waitFor()
}

async function signOut(page: Page): Promise<void> {
  await page.locator('.k-user').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect.poll(() => pathOf(page)).toBe('/admin/login')
}

async function toAccount(page: Page): Promise<void> {
  await page.goto(`${server.url}/admin/routine/adminInfo`)
  await page.locator('.sf-section .k-tag').waitFor()
}

test('turned on in one’s account, asked for at the sign-in, replaced by a recovery code, turned off again', async () => {
  const page = await open({ options: { acceptDownloads: true } })
  await enterPassword(page, 'manager')
  await inside(page)
  await toAccount(page)
  const section = page.locator('.sf-section')
  expect(await section.locator('.k-tag').textContent()).toBe('Off')

  // On: password, key and code, recovery codes.
  await section.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog', { name: 'Second factor' })
  await dialog.getByText('Step 1 of 3').waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByText('Please enter your password').waitFor()
  await dialog.getByLabel('Current password').fill('Wrong-pass1')
  await page.keyboard.press('Enter')
  await dialog.getByText('The current password is incorrect').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByLabel('Current password').fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  const picture = dialog.getByRole('img', { name: 'QR code for the authenticator app' })
  await picture.waitFor()
  expect(await picture.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBeGreaterThan(20)
  const key = (await dialog.locator('.sf-key code').textContent()) ?? ''
  expect(await dialog.getByRole('link', { name: 'Open in an app on this device' }).getAttribute('href')).toContain(
    `secret=${key.replaceAll(' ', '')}`,
  )
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('totp')
  await enterCode(page, '12345')
  await dialog.getByText('Enter the six digits of the code').waitFor()
  expect(await axeFaults(page)).toEqual([])
  const code = codeOf(key)
  await enterCode(page, `${code.slice(0, 3)} ${code.slice(3)}`)
  await dialog.getByText('Step 3 of 3').waitFor()
  const codes = await dialog.locator('.sf-codes code').allTextContents()
  expect(codes).toHaveLength(10)
  expect(await axeFaults(page)).toEqual([])
  const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download' }).click()])
  expect(file.suggestedFilename()).toBe('recovery-codes.txt')
  const text = readFileSync(await file.path(), 'utf8')
  for (const each of codes) expect(text).toContain(each)
  await dialog.getByRole('button', { name: 'I have saved the codes' }).click()
  await expect.poll(() => section.locator('.k-tag').textContent()).toBe('On')
  await section.getByText('10 of 10 recovery codes left').waitFor()

  // The sign-in asks for the code, after the password and in its place.
  await freeSteps(server)
  await signOut(page)
  await enterPassword(page, 'manager')
  const field = page.locator('input[name="totp"]')
  await field.waitFor()
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await field.getAttribute('inputmode')).toBe('numeric')
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
  expect(await page.evaluate(() => localStorage.getItem('adminInfo') ?? '')).not.toMatch(/"token":"[^"]/)
  await enterCode(page, 'abc')
  await page.getByText('Enter the six digits of the code').waitFor()
  await enterCode(page, codeOf(key) === '000000' ? '111111' : '000000')
  await page.getByText('The code is incorrect or already used. Enter a new one.').waitFor()
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await page.locator('.k-toast').count()).toBe(0)
  expect(await axeFaults(page)).toEqual([])
  // Back to name and password, which stand there still.
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => page.locator('input[name="username"]').inputValue()).toBe('manager')
  await page.locator('button[type="submit"]').click()
  const again = codeOf(key)
  await enterCode(page, `${again.slice(0, 3)} ${again.slice(3)}`)
  await inside(page)

  // Without the phone, with a recovery code.
  await signOut(page)
  await enterPassword(page, 'manager')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[3] ?? '')
  await page.keyboard.press('Enter')
  await inside(page)
  await toAccount(page)
  await section.getByText('9 of 10 recovery codes left').waitFor()

  // New recovery codes, then off.
  await freeSteps(server)
  await section.getByRole('button', { name: 'New recovery codes' }).click()
  await page.getByLabel('Current password').fill(DEMO_PASSWORD)
  await enterCode(page, codeOf(key))
  await expect.poll(() => page.locator('.sf-codes li').count()).toBe(10)
  const fresh = await page.locator('.sf-codes code').allTextContents()
  expect(fresh.filter((each) => codes.includes(each))).toEqual([])
  await page.keyboard.press('Escape')
  await section.getByText('10 of 10 recovery codes left').waitFor()
  await section.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog', { name: 'Turn off second factor' }).waitFor()
  await page.getByLabel('Current password').fill(DEMO_PASSWORD)
  await enterCode(page, fresh[0] ?? '')
  await expect.poll(() => section.locator('.k-tag').textContent()).toBe('Off')
  await signOut(page)
  await enterPassword(page, 'manager')
  await inside(page)
})

test('a super administrator sees who has it in the list, and takes it away', async () => {
  await turnOn(server, await server.signIn('packer'), DEMO_PASSWORD)
  const page = await open()
  await enterPassword(page, 'admin', OWNER_PASSWORD)
  await inside(page)
  await page.goto(`${server.url}/admin/auth/admin?second_factor=1`)
  const row = page.getByRole('row', { name: /packer/ })
  await row.waitFor()
  expect(await page.getByRole('row').count()).toBe(2)
  await row.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Reset second factor' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset second factor' }).click()
  await expect.poll(() => page.getByRole('row', { name: /packer/ }).count()).toBe(0)
  const { body } = await server.guest().post('/admin/Index/login', { username: 'packer', password: DEMO_PASSWORD, keep: false })
  expect(body).toMatchObject({ code: 1, data: { userInfo: { token: expect.stringMatching(/./) } } }) // asked for no code
})

longTest('security/secondFactor.test holds the rights of the same addresses')(
  'who may see their account and not change it has no such section',
  async () => {
    const nodes = ['routine', 'routine/adminInfo', 'routine/adminInfo/index']
    const { username } = await person(server, nodes)
    const page = await open()
    await enterPassword(page, username, OWNER_PASSWORD)
    await inside(page)
    await page.goto(`${server.url}/admin/routine/adminInfo`)
    await page.getByRole('heading', { name: 'Contact' }).waitFor()
    expect(await page.locator('.sf-section').count()).toBe(0)
  },
)

const looks = [
  ['en', 1440, false],
  ['zh-cn', 390, true],
] as const

longTest('the first test reads each step with axe').each(looks)(
  'step and section in %s, %d px wide, dark %s: nothing is wider than the window, axe has nothing to say',
  async (lang, width, isDark) => {
    const username = lang === 'en' ? 'service' : 'finance'
    const { codes } = await turnOn(server, await server.signIn(username), DEMO_PASSWORD)
    const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
    const page = await open({ lang, width, isDark })
    await enterPassword(page, username)
    await page.locator('input[name="totp"]').waitFor()
    await shot(page, `second-step-${lang}-${width}`)
    expect(await fits(page)).toBe(true)
    expect(await axeFaults(page)).toEqual([])
    await page.locator('.k-login-more button').last().click()
    await enterCode(page, codes[0] ?? '')
    await inside(page)
    await toAccount(page)
    const section = page.locator('.sf-section')
    await section.getByRole('button').last().focus()
    await section.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await shot(page, `second-section-${lang}-${width}`)
    expect(await fits(page)).toBe(true)
    expect(await axeFaults(page)).toEqual([])
    await section.getByRole('button').last().click()
    await page.locator('input[name="password"]').fill(DEMO_PASSWORD)
    await shot(page, `second-off-${lang}-${width}`)
    await enterCode(page, codes[1] ?? '')
    await section.locator('.k-tag-info').waitFor()
    await section.getByRole('button').click()
    await page.locator('input[name="password"]').fill(DEMO_PASSWORD)
    await shot(page, `second-on-1-${lang}-${width}`)
    await page.keyboard.press('Enter')
    await page.locator('.sf-qr').waitFor()
    await shot(page, `second-on-2-${lang}-${width}`)
    expect(await fits(page)).toBe(true)
    expect(await axeFaults(page)).toEqual([])
    await enterCode(page, codeOf((await page.locator('.sf-key code').textContent()) ?? ''))
    await page.locator('.sf-codes').waitFor()
    await shot(page, `second-on-3-${lang}-${width}`)
    expect(await fits(page)).toBe(true)
    expect(await axeFaults(page)).toEqual([])
  },
)
