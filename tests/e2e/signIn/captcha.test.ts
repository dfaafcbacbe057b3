import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '../../harness/browser/browser.ts'
import { DEMO_PASSWORD, OWNER_PASSWORD } from '../../harness/database.ts'
import { longTest } from '../../harness/longTest.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { demoMember } from '../../member/people.ts'

let server: TestServer
let browser: TestBrowser
beforeAll(async () => {
  server = await startTestServer({ database: 'demo', settings: { loginCaptcha: true } })
  await server.query(
    "INSERT INTO config (name, value) VALUES ('user_login_captcha', '1') ON CONFLICT (name) DO UPDATE SET value = '1'",
  )
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await server?.close()
})
beforeEach(() => server.query('DELETE FROM captcha'))
afterEach(() => browser.expectNoProblems())

const pathOf = (page: Page) => new URL(page.url()).pathname

async function signIn(lang: 'en' | 'zh-cn', width: number, isDark = false, path = '/admin/login'): Promise<Page> {
  const page = await browser.page({ viewport: { width, height: 800 } })
  await page.addInitScript((chosen) => localStorage.setItem('storeConfig_v2', chosen), JSON.stringify({ lang, isDark }))
  await page.goto(`${server.url}${path}`)
  const admin = path.startsWith('/admin')
  await page.locator('input[name="username"]').fill(admin ? 'admin' : demoMember)
  await page.locator('input[name="password"]').fill(admin ? OWNER_PASSWORD : DEMO_PASSWORD)
  await page.locator('input[name="password"]').press('Enter')
  await page.getByRole('dialog').waitFor()
  if (process.env.KONTOR_SHOTS) {
    await page.locator('.k-captcha-picture img').waitFor()
    await page.screenshot({ path: `${process.env.KONTOR_SHOTS}/captcha-${lang}-${width}-${isDark ? 'dark' : 'light'}.png` })
  }
  return page
}

type Answer = { boxes: { x: number; y: number; size: number }[]; value: number }
async function answerOf(): Promise<Answer> {
  const [row] = await server.query<{ answer: string }>('SELECT answer FROM captcha')
  return JSON.parse(row?.answer ?? '{}')
}

/** Clicks the middle of each thing, wherever and however large the picture is shown. */
async function click(page: Page, boxes: Answer['boxes']) {
  const image = page.locator('.k-captcha-picture img')
  await image.waitFor()
  const shown = await image.boundingBox()
  if (!shown) throw new Error('the picture is not shown')
  const scale = shown.width / 350
  for (const { x, y, size } of boxes) await page.mouse.click(shown.x + (x + size / 2) * scale, shown.y + (y + size / 2) * scale)
}

const clicked = [
  { lang: 'en', width: 1440, dark: false, said: 'Verification is successful!' },
  { lang: 'zh-cn', width: 390, dark: true, said: '验证通过' },
] as const

longTest('the next test comes in by clicks in their order as well, after a wrong one').each(clicked)(
  'whoever clicks the things in their order comes in ($lang, $width)',
  async ({ lang, width, dark, said }) => {
    const page = await signIn(lang, width, dark)
    const image = page.locator('.k-captcha-picture img')
    await image.waitFor()
    await click(page, (await answerOf()).boxes)
    await page.getByText(said).waitFor()
    await expect.poll(() => pathOf(page)).not.toBe('/admin/login')
    await page.locator('header').first().waitFor()
    expect(await server.query('SELECT 1 FROM captcha')).toEqual([])
  },
)

test('a click can be taken back; a wrong place is said and a new picture comes; whoever clicks in order then comes in', async () => {
  const page = await signIn('en', 1440)
  const image = page.locator('.k-captcha-picture img')
  await image.waitFor()
  const first = await image.getAttribute('src')
  const { boxes } = await answerOf()
  await click(page, boxes.slice(0, 1))
  await page.getByRole('button', { name: 'Remove click 1' }).click()
  await expect.poll(() => page.locator('.k-captcha-mark').count()).toBe(0)
  await click(page, [...boxes].reverse())
  await page.getByText('Wrong area clicked, please try again').waitFor()
  await expect.poll(() => image.getAttribute('src')).not.toBe(first)
  await page.route('**/clickCaptcha**', (route) =>
    route.fulfill({ status: 200, json: { code: 0, msg: 'x', time: 0, data: null } }),
  )
  await page.getByRole('button', { name: 'New picture' }).click()
  const again = page.getByRole('button', { name: 'Loading failed, click to refresh' })
  await again.waitFor()
  await page.unroute('**/clickCaptcha**')
  await again.click()
  await image.waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.locator('input[name="password"]').inputValue()).toBe(OWNER_PASSWORD)
  await server.query('DELETE FROM captcha')
  await page.locator('input[name="password"]').press('Enter')
  await image.waitFor()
  await click(page, (await answerOf()).boxes)
  await page.getByText('Verification is successful!').waitFor()
  await expect.poll(() => pathOf(page)).not.toBe('/admin/login')
  await page.locator('header').first().waitFor()
  expect(await server.query('SELECT 1 FROM captcha')).toEqual([])
})

test('a member comes in with the keyboard alone, by answering a question', async () => {
  const page = await signIn('en', 1440, false, '/user/login')
  const other = page.getByRole('button', { name: 'Answer a question instead', exact: true })
  for (let i = 0; i < 8 && !(await other.evaluate((el) => el === document.activeElement)); i++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const answer = page.locator('input[name="captcha"]')
  await expect.poll(() => answer.evaluate((el) => el === document.activeElement)).toBe(true)
  if (process.env.KONTOR_SHOTS) await page.screenshot({ path: `${process.env.KONTOR_SHOTS}/captcha-question.png` })
  await page.getByText(/^What is .* plus .*\?$/).waitFor()
  const given = (await server.query<{ answer: string }>('SELECT answer FROM captcha')).map(
    ({ answer }) => JSON.parse(answer) as Answer,
  )
  await page.keyboard.type(String(given.find(({ value }) => value !== undefined)?.value))
  await page.keyboard.press('Enter')
  await page.getByText('Verification is successful!').waitFor()
  await expect.poll(() => pathOf(page)).toMatch(/^\/user\/(?!login)/)
})
