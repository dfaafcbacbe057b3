import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
})
afterAll(() => server.close())

interface Exchange {
  step: string
  path: string
  method: string
  response: { code: number; msg: string; data: Record<string, unknown> | null }
}

const recorded = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../fixtures/buildadmin-exchanges.json'), 'utf8'),
) as Exchange[]

/** The recorded answer of a real BuildAdmin. */
function answerOf(step: string, path: string, method = 'GET'): Exchange['response'] {
  const found = recorded.find((each) => each.step === step && each.path === path && each.method === method)
  if (!found) throw new Error(`no recorded exchange ${step} ${method} ${path}`)
  return found.response
}

/** Names and types of an object, one level deep: what a client reads by. */
function shape(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(value as object).map(([key, part]) => [key, part === null ? 'null' : typeof part]))
}

const signIn = (keep: boolean) =>
  server
    .guest()
    .post<{ userInfo: Record<string, unknown> }>('/admin/Index/login', { username: 'admin', password: OWNER_PASSWORD, keep })

test('the sign-in page learns whether it needs a captcha, as in BuildAdmin', async () => {
  const { body } = await server.guest().get('/admin/Index/login')
  expect(shape(body)).toEqual(shape(answerOf('login-page', '/admin/Index/login')))
  expect(body.data).toMatchObject({ captcha: false, site: { siteName: 'Kontor' } })
})

test('signing in answers with the fields and formats that BuildAdmin sends', async () => {
  const theirs = answerOf('login', '/admin/Index/login', 'POST')
  const { body } = await signIn(true)
  expect(body.code).toBe(1)
  expect(shape(body)).toEqual(shape(theirs))
  const { userInfo } = theirs.data as { userInfo: Record<string, unknown> }
  expect(shape(body.data.userInfo)).toEqual(shape(userInfo))
  expect(body.data.userInfo.last_login_time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
})

test('a person who does not stay signed in gets no refresh token', async () => {
  const { body } = await signIn(false)
  expect(body.data.userInfo.refresh_token).toBe('')
})

test('after signing in, the client is given who it is, its menus and the site’s settings', async () => {
  const theirs = answerOf('login', '/admin/Index/index').data as Record<string, Record<string, unknown>>
  const admin = await server.signIn('admin')
  const { body } = await admin.get<Record<string, unknown>>('/admin/Index/index')
  // `columns`: how the person has arranged the columns of lists; `pages`: the screens they have; `views`: their saved views.
  expect(Object.keys(body.data).sort()).toEqual([...Object.keys(theirs), 'columns', 'pages', 'views'].sort())
  expect(shape(body.data.adminInfo)).toEqual(shape(theirs.adminInfo))
  // What is more than BuildAdmin sends: what the frame and the dashboard show, the time zone and its offsets, when idle people are signed out.
  expect(shape(body.data.siteConfig)).toEqual({
    ...shape(theirs.siteConfig),
    recordNumber: 'string',
    logo: 'string',
    timeZone: 'string',
    zoneOffsets: 'object',
    idleMinutes: 'number',
    quickEntrance: 'object',
    editor: 'boolean',
    terminal: 'boolean',
  })
  expect(shape((body.data.siteConfig as { upload: object }).upload)).toEqual(shape(theirs.siteConfig?.upload))
  const [theirMenu] = theirs.menus as unknown as Record<string, unknown>[]
  const rule = findRule(body.data.menus as Rule[], 'auth/admin')
  expect(Object.keys(rule).sort()).toEqual(Object.keys(theirMenu ?? {}).sort())
  expect(rule).toMatchObject({ type: 'menu', menu_type: 'tab', component: 'auth/admin', keepalive: 'auth/admin', extend: 'none' })
  const [button] = rule.children ?? []
  expect(button).toMatchObject({ type: 'button', name: 'auth/admin/index', menu_type: null, keepalive: 0, component: '' })
  expect(button).not.toHaveProperty('children')
})

test('menus come in the language asked for, and in Chinese when it is unknown', async () => {
  const admin = await server.signIn('admin')
  const title = async (lang: string) => {
    const { body } = await admin
      .with({ token: admin.token ?? '', headers: { 'think-lang': lang } })
      .get<{ menus: Rule[] }>('/admin/Index/index')
    return findRule(body.data.menus, 'auth/admin').title
  }
  const [chinese, english] = [await title('zh-cn'), await title('en')]
  expect(chinese).toMatch(/\p{Script=Han}/u)
  expect(english).toMatch(/^[\x20-\x7e]+$/)
  for (const odd of ['fr', 'EN', '../../etc/passwd', 'zh-cn%00', '__proto__', 'x'.repeat(5000)])
    expect(await title(odd)).toBe(chinese)
})

test('someone with fewer rights sees fewer menus', async () => {
  const all = await server.signIn('admin')
  const packer = await server.signIn('packer')
  const names = async (client: typeof all) =>
    allNames((await client.get<{ menus: Rule[] }>('/admin/Index/index')).body.data.menus)
  const [ownerSees, packerSees] = [await names(all), await names(packer)]
  expect(packerSees.length).toBeLessThan(ownerSees.length)
  expect(packerSees).toContain('shop/order/order/order-delivery')
  expect(packerSees).not.toContain('auth/admin')
})

test('a signed-in person who opens the sign-in page is redirected', async () => {
  const admin = await server.signIn('admin')
  const { body } = await admin.get('/admin/Index/login')
  expect(body).toMatchObject({ code: 303, data: { type: 'logged in' } })
})

test('signing out ends the session, also with a token nobody knows', async () => {
  const admin = await server.signIn('admin')
  expect((await admin.post('/admin/Index/logout', { refreshToken: '' })).body.code).toBe(1)
  expect((await admin.get('/admin/Index/index')).body).toMatchObject({ code: 303, data: { type: 'need login' } })
  expect((await admin.post('/admin/Index/logout', {})).body.code).toBe(1)
})

test('input that no account can have shows an error per field, in the person’s language', async () => {
  const guest = server.guest()
  const english = await guest.post('/admin/Index/login', { username: 'ad' })
  expect(english.body.code).toBe(0)
  expect(english.body.data.errors).toEqual({ username: expect.stringMatching(/3 to 30/), password: expect.any(String) })
  expect(english.body.msg).toMatch(/3 to 30/)
  const chinese = await server.guest({ lang: 'zh-cn' }).post('/admin/Index/login', { username: 'ad' })
  expect(chinese.body.msg).toMatch(/3 到 30/)
  for (const username of [{ $gt: '' }, ['admin'], 1, null]) {
    expect((await guest.post('/admin/Index/login', { username, password: 'Passw0rd1' })).body.code).toBe(0)
  }
})

test('BuildAdmin’s client keeps its refresh token and gets a new access token for it', async () => {
  const theirs = answerOf('refresh-token', '/api/common/refreshToken', 'POST')
  const { body } = await signIn(true)
  const { token, refresh_token } = body.data.userInfo as { token: string; refresh_token: string }
  const renewed = await server
    .guest({ token })
    .post<{ token: string }>('/api/common/refreshToken', { refreshToken: refresh_token })
  expect(shape(renewed.body.data)).toEqual(shape(theirs.data))
  expect(renewed.body.data.token).not.toBe(token)
  const now = server.guest({ token: renewed.body.data.token })
  expect((await now.get('/admin/Index/index')).body.code).toBe(1)
  const again = await now.post('/api/common/refreshToken', { refreshToken: refresh_token })
  expect(again.body).toMatchObject({ code: 1, data: { type: 'admin-refresh' } })
})

test('the last sign-in is written when one signs in, not with every call', async () => {
  const admin = await server.signIn('admin')
  await server.query('UPDATE admin SET last_login_time = 1000 WHERE username = $1', ['admin'])
  await admin.get('/admin/Index/index')
  const [row] = await server.query<{ last_login_time: string }>('SELECT last_login_time FROM admin WHERE username = $1', [
    'admin',
  ])
  expect(Number(row?.last_login_time)).toBe(1000)
})

test('a setting makes the server name views as BuildAdmin’s client knows them', async () => {
  const other = await startTestServer({ database: 'seed', settings: { component: 'buildadmin' } })
  try {
    const admin = await other.signIn('admin')
    const { body } = await admin.get<{ menus: Rule[] }>('/admin/Index/index')
    expect(findRule(body.data.menus, 'auth/admin').component).toBe('/src/views/backend/auth/admin/index.vue')
  } finally {
    await other.close()
  }
})

interface Rule {
  name: string
  title: string
  component: string
  children?: Rule[]
}

function findRule(rules: Rule[], name: string): Rule {
  const found = flat(rules).find((rule) => rule.name === name)
  if (!found) throw new Error(`no rule ${name}`)
  return found
}

const flat = (rules: Rule[]): Rule[] => rules.flatMap((rule) => [rule, ...flat(rule.children ?? [])])
const allNames = (rules: Rule[]) => flat(rules).map((rule) => rule.name)
