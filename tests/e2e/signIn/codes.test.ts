import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { axeFaults } from '../../harness/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../../harness/browser/browser.ts'
import { type BrowserLook, isNarrow, isWide, looks } from '../../harness/browser/looks.ts'
import { DEMO_PASSWORD, OWNER_PASSWORD } from '../../harness/database.ts'
import { longTest } from '../../harness/longTest.ts'
import { isLong, sampleOf } from '../../harness/sampling.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { type MailServer, mailPassword, mailUser, sendThrough, startMailServer } from '../../harness/services/mail.ts'
import { sendToLog } from '../../harness/services/sms.ts'
import { picture } from '../../harness/uploads.ts'
import { openRegistration, registerMember } from '../../member/people.ts'

let server: TestServer
let mail: MailServer
let browser: TestBrowser
beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer({ database: 'seed', settings: { mailOwnNetwork: true } })
  await sendToLog(server)
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await server?.close()
  await mail?.close()
})
beforeEach(async () => {
  await server.query('delete from verification_code')
  await server.query('delete from captcha')
  await sendThrough(server, mail)
  mail.mails.length = 0
})
afterEach(() => browser.expectNoProblems())

/** Screenshots of what is on the page, where somebody wants to look at them. */
async function shot(page: Page, name: string): Promise<void> {
  if (process.env.KONTOR_SHOTS) await page.screenshot({ path: `${process.env.KONTOR_SHOTS}/${name}.png` })
}

async function fresh({ lang, width, dark }: BrowserLook): Promise<Page> {
  const page = await browser.page({ viewport: { width, height: 900 } })
  await page.addInitScript(
    (layout) => {
      if (!localStorage.getItem('storeConfig_v2')) localStorage.setItem('storeConfig_v2', JSON.stringify(layout))
    },
    { lang, isDark: dark },
  )
  return page
}

/** Presses a button that sends a code, answers the captcha's question, and gives the code from the mail. */
async function codeBy(page: Page, { field, to, en }: { field: string; to: string; en: boolean }): Promise<string> {
  const before = mail.mails.length
  const row = page.locator('.k-code').filter({ has: page.locator(`input[name="${field}"]`) })
  await row.getByRole('button').click()
  const dialog = page.locator('.k-captcha')
  await dialog.getByRole('button', { exact: true, name: en ? 'Answer a question instead' : '改为回答问题' }).click()
  const answer = dialog.locator('input')
  await answer.waitFor()
  const given = await server.query<{ answer: string }>('select answer from captcha order by update_time desc')
  const numbers = given.map((each) => (JSON.parse(each.answer) as { value?: number }).value)
  await answer.fill(String(numbers.find((each) => each !== undefined)))
  await answer.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await row.getByRole('button', { name: en ? /^Resend in \d+ s$/ : /^\d+ 秒后重发$/ }).waitFor()
  expect(await row.getByRole('button').isDisabled()).toBe(true)
  await expect.poll(() => mail.mails.slice(before).some((each) => each.to === to)).toBe(true)
  return mail.codeFor(to) ?? ''
}

test.each(sampleOf('codes by mail for a new password', looks, isWide))(
  'who forgot the password sets a new one by a code from the mail and signs in ($lang, $width)',
  async (look) => {
    const { lang, width } = look
    const en = lang === 'en'
    const [name, email] = [`forgot${lang === 'en' ? 'en' : 'zh'}${width}`, `${lang}${width}@example.com`]
    await registerMember(server, name, DEMO_PASSWORD)
    await server.query('update "user" set email = $2 where username = $1', [name, email])
    const page = await fresh(look)
    await page.goto(`${server.url}/user/login`)
    await page.getByRole('button', { name: en ? 'Forgot your password?' : '忘记密码？' }).click()
    const dialog = page.getByRole('dialog', { name: en ? 'New password' : '找回密码' })
    const send = dialog.getByRole('button', { name: en ? 'Send code' : '发送验证码' })
    await send.click()
    await dialog.locator('.k-error').waitFor() // no address yet: said before any captcha
    await dialog.locator('input[name="account"]').fill(email)
    const code = await codeBy(page, { field: 'captcha', to: email, en })
    await shot(page, `forgot-${lang}-${width}`)
    await dialog.locator('input[name="captcha"]').fill(code)
    await dialog.locator('input[name="password"]').fill('Remembered-1')
    await dialog.locator('input[name="password"]').press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(en ? 'Password changed. Sign in with your new password.' : '密码已修改，请使用新密码登录。').waitFor()
    await page.locator('input[name="username"]').fill(email)
    await page.locator('input[name="password"]').fill('Remembered-1')
    await page.locator('button[type="submit"]').click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/user/account/overview')
  },
)

longTest('registration.test over HTTP; member.test registers in the browser, and codes are sent and entered in this file').each(
  looks,
)('somebody registers by the code that is sent to their address ($lang, $width)', async (look) => {
  const { lang, width } = look
  const en = lang === 'en'
  await openRegistration(server, ['email', 'mobile'])
  const page = await fresh(look)
  await page.goto(`${server.url}/user/login?type=register`)
  const email = `new-${lang}${width}@example.com`
  await page.locator('input[name="username"]').fill(`new${en ? 'en' : 'zh'}${width}`)
  await page.locator('input[name="password"]').fill('Remembered-1')
  await page.getByRole('button', { name: en ? 'Send code' : '发送验证码' }).click()
  await page.locator('.k-error').waitFor() // no address yet: said before any captcha
  await page.locator('input[name="address"]').fill(email)
  const code = await codeBy(page, { field: 'captcha', to: email, en })
  await page.locator('input[name="captcha"]').fill(code)
  await page.getByRole('checkbox').last().check()
  await shot(page, `register-${lang}-${width}`)
  await page.locator('button[type="submit"]').click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/user/account/overview')
  expect(await server.query('select username from "user" where email = $1', [email])).toHaveLength(1)
})

test.each(sampleOf('sign-ins by a code', looks, isNarrow))(
  'a member signs in with a code and no password, by keyboard ($lang, $width)',
  async (look) => {
    const { lang, width } = look
    const en = lang === 'en'
    const [name, email] = [`coded${en ? 'en' : 'zh'}${width}`, `coded-${lang}${width}@example.com`]
    await registerMember(server, name, DEMO_PASSWORD)
    await server.query('update "user" set email = $2 where username = $1', [name, email])
    const page = await fresh(look)
    await page.goto(`${server.url}/user/login?to=/user/account/balance`)
    const toCode = page.getByRole('button', { name: en ? 'Sign in with a code' : '验证码登录' })
    await toCode.focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('input[name="password"]').count()).toBe(0)
    await page.locator('button[type="submit"]').click()
    await page.locator('.k-error').first().waitFor() // what is missing is said before the server is asked
    await page.locator('input[name="address"]').fill(email)
    const code = await codeBy(page, { field: 'captcha', to: email, en })
    await page.locator('input[name="captcha"]').fill('000000')
    await page.locator('input[name="captcha"]').press('Enter')
    await page.getByText(en ? 'Please enter the correct verification code' : '请输入正确的验证码').waitFor()
    expect(await page.locator('input[name="address"]').inputValue()).toBe(email)
    expect(await axeFaults(page)).toEqual([])
    await shot(page, `code-${lang}-${width}`)
    await page.locator('input[name="captcha"]').fill(code)
    await page.locator('input[name="captcha"]').press('Enter')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/user/account/balance')
  },
)

test('where nothing can be sent, the page says whom to ask', async () => {
  await server.query(`delete from config where name = 'smtp_server'`)
  const plain = await startTestServer({ database: 'seed' })
  try {
    const page = await fresh({ lang: 'en', width: 1440, dark: false })
    await page.goto(`${plain.url}/user/login`)
    await page.getByText('Forgot your password? Customer service can reset it.').waitFor()
    expect(await page.getByRole('button', { name: 'Forgot your password?' }).count()).toBe(0)
    await page.context().close() // what it still loads must not fail because its server is gone
  } finally {
    await plain.close()
  }
})

test.each(sampleOf('addresses of a member', looks, isNarrow))(
  'a member binds an address, changes it, and shows a picture ($lang, $width)',
  async (look) => {
    const { lang, width } = look
    const en = lang === 'en'
    const name = `binder${en ? 'en' : 'zh'}${width}`
    const [first, second] = [`${name}@example.com`, `${name}@example.org`]
    await registerMember(server, name, DEMO_PASSWORD)
    const page = await fresh(look)
    await page.goto(`${server.url}/user/login?to=/user/account/profile`)
    await page.locator('input[name="username"]').fill(name)
    await page.locator('input[name="password"]').fill(DEMO_PASSWORD)
    await page.locator('button[type="submit"]').click()
    const button = (label: string) => page.getByRole('button', { name: label, exact: true })
    const bind = en ? 'Add e-mail' : '绑定邮箱'
    const change = en ? 'Change e-mail' : '更换邮箱'
    await button(bind).waitFor()
    await shot(page, `profile-${lang}-${width}`)
    expect(await button(change).count()).toBe(0)
    await button(bind).click()
    const dialog = page.getByRole('dialog').filter({ has: page.locator('.k-code') })
    const field = (own: string) => dialog.locator(`input[name="${own}"]`)
    await field('password').fill(DEMO_PASSWORD)
    await field('email').fill(first)
    await field('captcha').fill(await codeBy(page, { field: 'captcha', to: first, en }))
    await shot(page, `bind-${lang}-${width}`)
    await dialog.getByRole('button', { name: bind, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await button(change).waitFor()
    expect(await server.query('select email from "user" where username = $1', [name])).toEqual([{ email: first }])
    // Changing it is proven over HTTP by member/codes.test, the choice of a picture by uploads.test.
    if (!isLong) return

    await server.query('delete from verification_code')
    await button(change).click()
    await field('password').fill(DEMO_PASSWORD)
    const own = await codeBy(page, { field: 'own_captcha', to: first, en })
    await field('own_captcha').fill(own)
    await field('email').fill(second)
    const next = await codeBy(page, { field: 'captcha', to: second, en })
    await field('captcha').fill(next === '000000' ? '000001' : '000000')
    await dialog.getByRole('button', { name: change, exact: true }).click()
    await dialog
      .getByText(en ? 'Please enter the correct verification code' : '请输入正确的验证码')
      .first()
      .waitFor()
    await shot(page, `change-${lang}-${width}`)
    await field('captcha').fill(next)
    await dialog.getByRole('button', { name: change, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => server.query('select email from "user" where username = $1', [name])).toEqual([{ email: second }])

    await page.reload() // the form is read again after the change: what is chosen in the old one meanwhile is lost with it
    await button(change).waitFor()
    await page.locator('input[type="file"]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture(9) })
    const crop = page.getByRole('dialog')
    await crop.locator('.ReactCrop__crop-selection').waitFor()
    await crop.getByRole('button', { name: en ? 'Use crop' : '使用裁剪' }).click()
    await page.locator('.s-tiles img').waitFor()
    expect(await page.getByRole('button', { name: en ? 'Choose existing' : '选择已有文件' }).count()).toBe(0)
    await shot(page, `avatar-${lang}-${width}`)
    await button(en ? 'Save' : '保存').click()
    await expect
      .poll(
        async () => (await server.query<{ avatar: string }>('select avatar from "user" where username = $1', [name]))[0]?.avatar,
      )
      .toMatch(/^\/storage\/member\//)
    await page.locator('header img[src*="/storage/member/"]').waitFor()
  },
)

longTest('member/mail.test: what is on the screen goes out; buildadminScreens.test presses the button').each(looks)(
  'an administrator tries the mail settings with what stands on the screen ($lang, $width)',
  async (look) => {
    const { lang, width } = look
    const en = lang === 'en'
    await server.query(`delete from config where name like 'smtp%'`)
    const page = await fresh(look)
    await page.goto(`${server.url}/admin/login`)
    await page.locator('input[name="username"]').fill('admin')
    await page.locator('input[name="password"]').fill(OWNER_PASSWORD)
    await page.locator('button[type="submit"]').click()
    await expect.poll(() => new URL(page.url()).pathname).not.toBe('/admin/login')
    await page.goto(`${server.url}/admin/routine/config`)
    await page.getByRole('tab', { name: en ? /^Mail/ : /^邮件/ }).click()
    const field = (name: string) => page.locator(`input[name$="${name}"], input[id$="${name}"]`).first()
    await field('smtp_server').fill('127.0.0.1')
    await field('smtp_port').fill(String(mail.port))
    await field('smtp_user').fill(mailUser)
    await field('smtp_pass').fill(mailPassword)
    expect(await field('smtp_pass').getAttribute('type')).toBe('password')
    await field('smtp_sender_mail').fill('shop@kontor.test')
    await page.getByRole('button', { name: en ? 'Send test e-mail' : '发送测试邮件', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input').fill('boss@example.com')
    const send = dialog.getByRole('button', { name: en ? 'Send test e-mail' : '发送测试邮件', exact: true })
    await send.click()
    await dialog.getByText(en ? /Could not connect securely/ : /无法建立加密连接/).waitFor()
    await shot(page, `testmail-${lang}-${width}`)
    await dialog
      .getByRole('button', { name: en ? 'Close' : '关闭', exact: true })
      .last()
      .click()
    await page.getByLabel(en ? /^Encryption/ : /^加密方式/).click()
    await page.getByRole('option', { name: en ? 'None' : '无', exact: true }).click()
    await page.getByRole('button', { name: en ? 'Send test e-mail' : '发送测试邮件', exact: true }).click()
    await dialog.locator('input').fill('boss@example.com')
    await send.click()
    await dialog.getByText(en ? 'Sent to boss@example.com.' : '已发送至 boss@example.com。').waitFor()
    await shot(page, `testmail-sent-${lang}-${width}`)
    expect(mail.mails.at(-1)?.to).toBe('boss@example.com')
    expect(await server.query(`select 1 from config where name like 'smtp%'`)).toEqual([]) // tried, not saved
  },
)
