import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadSchema } from '../../codegen/load/pages.ts'
import { ClosedCentre } from '../../src/renderers/member/ClosedCentre.tsx'
import { CodeSignIn } from '../../src/renderers/member/CodeSignIn.tsx'
import { MemberLogin } from '../../src/renderers/member/MemberLogin.tsx'
import { RuntimeProvider } from '../../src/renderers/RuntimeProvider.tsx'
import { memberOf } from '../../src/runtime/app/member.ts'
import { createRuntime, type Runtime } from '../../src/runtime/app/runtime.ts'
import { headlessPlatform, memoryStorage } from '../../src/runtime/platform.ts'
import { solvedCaptcha } from '../harness/captcha.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { type MailServer, sendThrough, startMailServer } from '../harness/services/mail.ts'
import { openRegistration, registerMember } from './people.ts'

/** The members' sign-in page without a browser: its first picture, and what it asks of the real server. */

let server: TestServer
let mail: MailServer
let words: Record<'zh-cn' | 'en', unknown>
beforeAll(async () => {
  words = (await loadSchema()).schema.words.shared
  mail = await startMailServer()
  server = await startTestServer({ database: 'seed', settings: { mailOwnNetwork: true } })
  await sendThrough(server, mail)
})
afterAll(async () => {
  await server?.close()
  await mail?.close()
})
beforeEach(() => server.query(`delete from config where name = 'open_member_center'`))

async function tab(lang: 'zh-cn' | 'en' = 'en'): Promise<Runtime> {
  const at = { path: '/user/login', protocol: 'http:', host: new URL(server.url).host }
  const runtime = createRuntime({
    baseUrl: server.url,
    storage: memoryStorage(),
    lang,
    fetchPage: () => Promise.reject(new Error('no page is asked for')),
    fetchWords: async (chosen) => [words[chosen === 'en' ? 'en' : 'zh-cn']],
    platform: headlessPlatform({ location: () => at }),
  })
  await runtime.start()
  return runtime
}

describe('the page asks', () => {
  test('what is offered: registration, codes, captcha, and whether the member centre is open', async () => {
    await openRegistration(server, ['email', 'name'])
    const member = memberOf(await tab())
    expect(await member.signInNeeds()).toEqual({ open: true, register: ['email', 'name'], codes: ['email'], captcha: false })
    await server.query(`insert into config (name, value) values ('open_member_center', '0')`)
    expect(await member.signInNeeds()).toEqual({ open: false, register: [], codes: [], captcha: false })
  })

  test('for the terms in its language', async () => {
    expect(await memberOf(await tab('en')).terms()).toContain('Your personal data')
    expect(await memberOf(await tab('zh-cn')).terms()).toContain('个人信息')
  })

  test('to sign in with a code, after which the member centre opens', async () => {
    const email = 'page@example.com'
    await registerMember(server, 'page_user', 'Quiet-harbour-7')
    await server.query('update "user" set email = $1 where username = $2', [email, 'page_user'])
    const runtime = await tab()
    const member = memberOf(runtime)
    await runtime.http.post('/api/Ems/send', { email, event: 'user_login', ...(await solvedCaptcha(server)) })
    await expect.poll(() => mail.codeFor(email)).toBeDefined()
    await member.signIn({ keep: true, loginType: 'email', email, captcha: mail.codeFor(email) ?? '' }, 'login')
    await member.boot()
    expect(runtime.stores.userInfo).toMatchObject({ username: 'page_user' })
    expect(runtime.stores.memberCentre.open).toBe(true)
  })
})

describe.each(['zh-cn', 'en'] as const)('the page is drawn in %s', (lang) => {
  async function drawn(element: ReactElement, address = '/user/login'): Promise<string> {
    const runtime = await tab(lang)
    return renderToString(
      <RuntimeProvider runtime={runtime}>
        <MemoryRouter initialEntries={[address]}>{element}</MemoryRouter>
      </RuntimeProvider>,
    )
  }
  const named = (html: string) => [...html.matchAll(/ name="(\w+)"/g)].map(([, name]) => name)
  const own = {
    'zh-cn': ['服务条款', '会员中心已关闭', '退出登录', '查看条款'],
    en: ['Terms of service', 'The member centre is closed', 'Sign out', 'Read the terms'],
  }[lang]

  test('with name and password, and a way to the terms below', async () => {
    const html = await drawn(<MemberLogin />)
    expect(named(html)).toEqual(expect.arrayContaining(['username', 'password']))
    expect(html).toContain(own[0])
    expect(html).not.toMatch(/member\.\w+/) // a key in the place of its words
  })

  test('with the box that accepts the terms beside the way to them', async () => {
    const html = await drawn(<MemberLogin />, '/user/login?type=register')
    expect(html).toContain(own[3])
    expect(html).not.toMatch(/member\.\w+/)
  })

  test('with address and code in the place of name and password', async () => {
    const html = await drawn(<CodeSignIn ways={['email', 'mobile']} />)
    expect(named(html)).toEqual(expect.arrayContaining(['address', 'captcha']))
    expect(named(html)).not.toContain('password')
    expect(html).not.toMatch(/member\.\w+/)
  })

  test('with a notice alone while the member centre is closed', async () => {
    const html = await drawn(<ClosedCentre />)
    expect(html).toContain(own[1])
    expect(named(html)).toEqual([])
    expect(html).toContain('href="/"')
    expect(html).not.toContain(own[2])
    expect(await drawn(<ClosedCentre onSignOut={() => undefined} />)).toContain(own[2])
  })
})
