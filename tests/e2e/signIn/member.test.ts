import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { yuan } from '../../../src/renderers/cells/money.tsx'
import { axeFaults } from '../../harness/browser/axe.ts'
import { openSite } from '../../harness/browser/site.ts'
import { DEMO_PASSWORD } from '../../harness/database.ts'
import { longTest } from '../../harness/longTest.ts'
import { sampleOf } from '../../harness/sampling.ts'
import { demoMember, openRegistration, registerMember } from '../../member/people.ts'

const { server, open } = await openSite()

const shared = await open({ lang: 'en' })

/** The page of all tests with nobody signed in: what it has loaded once is loaded for all of them. */
async function fresh(lang: 'en' | 'zh-cn' = 'en', width = 1280): Promise<Page> {
  await shared.setViewportSize({ width, height: 900 })
  await shared.goto(`${server.url}/healthz`)
  await shared.evaluate((layout) => {
    localStorage.clear()
    localStorage.setItem('storeConfig_v2', layout)
  }, JSON.stringify({ lang }))
  return shared
}

async function signIn(page: Page, path: string, username: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto(`${server.url}${path}`, { waitUntil: 'networkidle' }) // what registering needs may be drawn a moment later
  await page.locator('input[name="username"]').fill(username)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
}

const member = (page: Page, username = demoMember, password?: string) => signIn(page, '/user/login', username, password)
const pathOf = (page: Page) => new URL(page.url()).pathname

test('a member signs in where they wanted to go, sees what is theirs, and goes from screen to screen by the menu', async () => {
  const page = await fresh()
  await page.goto(`${server.url}/user/account/balance`)
  await expect.poll(() => pathOf(page)).toBe('/user/login')
  await page.locator('input[name="username"]').fill(demoMember)
  await page.locator('input[name="password"]').fill(DEMO_PASSWORD)
  await page.locator('button[type="submit"]').click()
  await page.getByRole('heading', { name: 'Balance log' }).waitFor()
  expect(pathOf(page)).toBe('/user/account/balance')
  // What the member has is written as everywhere else.
  const [has] = await server.query<{ fen: number; score: number }>(
    'SELECT money::int AS fen, score FROM "user" WHERE username = $1',
    [demoMember],
  )
  const figures = page.locator('.m-card-has strong')
  await expect.poll(() => figures.allTextContents()).toEqual([yuan(has?.fen ?? 0), Number(has?.score).toLocaleString('en-US')])
  const [own] = await server.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM user_money_log l JOIN "user" u ON u.id = l.user_id WHERE username = $1',
    [demoMember],
  )
  await expect.poll(() => page.locator('main tbody tr, main [role="row"][aria-rowindex]').count()).toBeGreaterThan(0)
  await page.getByText(`${own?.n}`, { exact: false }).first().waitFor()
  const menu = page.getByRole('navigation', { name: 'Member menu' })
  await menu.getByRole('link', { name: 'Account overview' }).click()
  await page.getByText('To ship').waitFor()
  await menu.getByRole('link', { name: 'Points log' }).click()
  await page.getByRole('heading', { name: 'Points log' }).waitFor()
  await expect.poll(() => page.title()).toBe('Points log - Kontor')
})

test('a changed nickname appears in the menu at once, and admin addresses stay closed to members', async () => {
  const page = await fresh()
  await registerMember(server, 'renamed', 'Some-password-1')
  await member(page, 'renamed', 'Some-password-1')
  await page.getByRole('link', { name: 'Profile' }).click()
  const nickname = page.getByLabel('Nickname')
  await nickname.fill('Brand new')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.m-card-who').getByText('Brand new').waitFor()
  await page.goto(`${server.url}/user/user/user`)
  await expect.poll(() => pathOf(page)).toMatch(/^\/(401|404)$/)
})

longTest('member/session.test over HTTP, and codes.test in the browser')(
  'a new password ends the session: the member signs in again with it',
  async () => {
    const page = await fresh()
    await registerMember(server, 'changed', 'Some-password-1')
    await member(page, 'changed', 'Some-password-1')
    await page.getByRole('link', { name: 'Change password' }).click()
    const current = page.getByLabel('Current password')
    await page.getByLabel(/^New password/).fill('Other-password-1')
    await page.getByLabel('Confirm new password').fill('Other-password-1')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    // It is no secret that a record keeps: left empty it is asked for, here.
    await expect.poll(() => current.getAttribute('aria-invalid')).toBe('true')
    expect(await current.getAttribute('placeholder')).toBe(null)
    await current.fill('Some-password-1')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => pathOf(page)).toBe('/user/login')
    await page.locator('input[name="username"]').fill('changed')
    await page.locator('input[name="password"]').fill('Other-password-1')
    await page.locator('button[type="submit"]').click()
    await expect.poll(() => pathOf(page)).toBe('/user/account/changePassword')
  },
)

test('somebody registers by their name alone where the site allows that, after accepting the terms, and is in', async () => {
  const page = await fresh()
  await openRegistration(server, ['name'])
  await page.goto(`${server.url}/user/login?type=register`)
  await page.getByLabel('Account').fill('fresh1')
  await page.locator('input[name="password"]').fill('Some-password-1')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByText('Please accept the terms').waitFor()
  await page.getByLabel('I have read').check()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect.poll(() => pathOf(page)).toBe('/user/account/overview')
  // Nothing is bound yet by which they could get back in.
  await page.getByRole('link', { name: 'Add a mobile number' }).click()
  await expect.poll(() => pathOf(page)).toBe('/user/account/profile')
})

const terms = [
  { lang: 'en', width: 1280, read: 'Read the terms', terms: 'Terms of service', text: 'Your personal data', accept: 'Accept' },
  { lang: 'zh-cn', width: 390, read: '查看条款', terms: '服务条款', text: '个人信息', accept: '同意' },
] as const

test.each(sampleOf('looks of the terms', terms, ({ width }) => width === 390))(
  'who registers reads the terms before accepting them ($lang, $width)',
  async ({ lang, width, ...words }) => {
    const page = await fresh(lang, width)
    await openRegistration(server, ['name'])
    await page.goto(`${server.url}/user/login?type=register`)
    const link = page.getByRole('button', { name: words.read })
    await link.waitFor()
    const box = page.getByRole('checkbox').last()
    const dialog = page.getByRole('dialog', { name: words.terms })
    await link.focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('heading', { name: words.text }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await box.isChecked()).toBe(false)
    await link.click()
    await dialog.getByRole('button', { name: words.accept }).click()
    expect(await box.isChecked()).toBe(true)
    // Who signs in is only shown them.
    await page.goto(`${server.url}/user/login`)
    await page.getByRole('button', { name: words.terms }).click()
    await dialog.getByRole('heading', { name: words.text }).waitFor()
    expect(await dialog.getByRole('button', { name: words.accept }).count()).toBe(0)
  },
)

longTest('member/session.test: the sign-out of one leaves the other; runtime/http.test keeps the tokens of the two apart')(
  'administrator and member are signed in in one browser, and the sign-out of one leaves the other',
  async () => {
    const page = await fresh()
    await signIn(page, '/admin/login', 'manager')
    await expect.poll(() => pathOf(page)).toMatch(/^\/admin\/(?!login|loading)/)
    await member(page)
    await expect.poll(() => pathOf(page)).toBe('/user/account/overview')
    const other = await page.context().newPage()
    await other.goto(`${server.url}/admin/user/user`)
    await other.getByRole('heading', { name: 'Members' }).waitFor()
    const third = await page.context().newPage()
    await third.goto(`${server.url}/user/account/balance`)
    await third.getByRole('heading', { name: 'Balance log' }).waitFor()
    await page.getByRole('banner').getByRole('button', { name: /./ }).last().click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect.poll(() => pathOf(page)).toBe('/user/login')
    // The member's other tab goes too; the administrator's stays, also when it is loaded anew.
    await expect.poll(() => pathOf(third)).toBe('/user/login')
    await other.reload()
    await other.getByRole('heading', { name: 'Members' }).waitFor()
    expect(pathOf(other)).toBe('/admin/user/user')
    await member(third)
    await expect.poll(() => pathOf(third)).toMatch(/^\/user\/account\//) // where they were, if the tab still knows
    await third.goto(`${server.url}/user/account/overview`)
    await other.evaluate(() => localStorage.removeItem('adminInfo'))
    await third.reload()
    await third.getByText('To ship').waitFor()
    for (const each of [other, third]) await each.close()
  },
)

longTest('realServer.test renews one without a browser, tabs.test in one')(
  'an access token that ran out is renewed without a word',
  async () => {
    const page = await fresh()
    await page.goto(`${server.url}/user/login`)
    await page.getByLabel('Keep').or(page.getByRole('checkbox')).first().check()
    await page.locator('input[name="username"]').fill(demoMember)
    await page.locator('input[name="password"]').fill(DEMO_PASSWORD)
    await page.locator('button[type="submit"]').click()
    await expect.poll(() => pathOf(page)).toBe('/user/account/overview')
    await server.query('UPDATE user_session SET access_time = 1')
    await server.query("SELECT pg_notify('kontor_access', '*')")
    await page.goto(`${server.url}/user/account/integral`)
    await page.getByRole('heading', { name: 'Points log' }).waitFor()
    expect(pathOf(page)).toBe('/user/account/integral')
  },
)

longTest('runtime/sessionAgain.test in both areas; unsaved.test signs an administrator in over a form')(
  'a member whose session ends while they type signs in over the page and loses nothing',
  async () => {
    await registerMember(server, 'typist', 'Some-password-1')
    const page = await fresh()
    await member(page, 'typist', 'Some-password-1')
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByLabel('Nickname').fill('Still typing')
    await server.query(`DELETE FROM user_session WHERE user_id = (SELECT id FROM "user" WHERE username = 'typist')`)
    await server.query("SELECT pg_notify('kontor_access', '*')")
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog').filter({ has: page.locator('input[name="password"]') })
    await dialog.locator('input[name="password"]').fill('Some-password-1')
    expect(await dialog.locator('input[name="username"]').inputValue()).toBe('typist')
    await dialog.locator('input[name="password"]').press('Enter')
    await page.locator('.m-card-who').getByText('Still typing').waitFor()
    expect(pathOf(page)).toBe('/user/account/profile')
  },
)

test('on a phone the menu is a drawer that closes when an entry is chosen', async () => {
  const page = await fresh('zh-cn', 390)
  await member(page)
  await page.getByRole('button', { name: '打开菜单' }).click()
  await page.getByRole('dialog').getByRole('link', { name: '积分明细' }).click()
  await expect.poll(() => pathOf(page)).toBe('/user/account/integral')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('the back office loads nothing of the member area', async () => {
  const page = await fresh()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await signIn(page, '/admin/login', 'manager')
  await expect.poll(() => pathOf(page)).toMatch(/^\/admin\/(?!login|loading)/)
  await page.goto(`${server.url}/admin/user/user`)
  await page.getByRole('heading', { name: 'Members' }).waitFor()
  expect(asked.some((path) => path.endsWith('.js'))).toBe(true)
  expect(asked.filter((path) => /\/assets\/(area|member)-/.test(path))).toEqual([])
})
