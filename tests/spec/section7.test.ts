import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Runtime } from '../../src/runtime/app/runtime.ts'
import type { CallError } from '../../src/runtime/callError.ts'
import type { CallOptions } from '../../src/runtime/http/client.ts'
import { memoryStorage } from '../../src/runtime/platform.ts'
import { solvedCaptcha } from '../harness/captcha.ts'
import { DEMO_PASSWORD, OWNER_PASSWORD } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { type MailServer, sendThrough, startMailServer } from '../harness/services/mail.ts'
import { picture } from '../harness/uploads.ts'
import { demoMember, type Pair, registerMember, signInMember } from '../member/people.ts'
import { type Answer, type Asked, littleServer, signedIn, testRuntime } from '../runtime/support.ts'

let server: TestServer
let mail: MailServer
/** A tab of the front end, before the real server, with the owner and a member of the shop signed in at once. */
let http: Runtime['http']
let tab: ReturnType<typeof testRuntime>
beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer({ database: 'demo', settings: { mailOwnNetwork: true } })
  await sendThrough(server, mail)
  tab = testRuntime(server.url, { storage: memoryStorage() })
  await tab.runtime.start()
  http = tab.runtime.http
  await tab.runtime.signIn({ username: 'admin', password: OWNER_PASSWORD, keep: true })
  tab.runtime.session.set('user', await signInMember(server))
}, 240_000)
afterAll(async () => {
  await server?.close()
  await mail?.close()
})

/** A member who is not needed after the test that changes or ends them. */
async function newMember(name: string) {
  const one = testRuntime(server.url, { storage: memoryStorage() })
  await one.runtime.start()
  one.runtime.session.set('user', await registerMember(server, name, DEMO_PASSWORD))
  return one
}

/** A call of the specification's tables, and what the real server answers. */
type Call = [call: string, ask: () => Promise<{ data: unknown; msg: string }>, data: unknown]

const rowOf = (id: unknown) => ({ row: expect.objectContaining({ id }) })
const list = { list: expect.any(Array), total: expect.any(Number) }
const classes = '/admin/shop.goods.classify'

const calls: Call[] = [
  [
    'POST /api/user/checkIn',
    () =>
      http.post('/api/user/checkIn', { tab: 'login', username: demoMember, password: DEMO_PASSWORD, keep: false }, { token: '' }),
    { routePath: '/user', userInfo: expect.objectContaining({ username: demoMember, token: expect.stringMatching(/./) }) },
  ],
  [
    'GET /api/user/checkIn (caller may choose)',
    async () => (await newMemberGuest()).get('/api/user/checkIn'),
    expect.objectContaining({}),
  ],
  ['GET /api/account/overview', () => http.get('/api/account/overview'), expect.objectContaining({ days: expect.any(Array) })],
  ['GET /api/account/profile', () => http.get('/api/account/profile'), { accountVerificationType: ['email', 'mobile'] }],
  [
    'GET /api/account/balance, query page, limit',
    () => http.get('/api/account/balance', { page: 1, limit: 5 }),
    expect.objectContaining(list),
  ],
  [
    'GET /api/account/integral, query page, limit',
    () => http.get('/api/account/integral', { page: 1, limit: 5 }),
    expect.objectContaining(list),
  ],
  [
    'GET /api/ajax/area, params province, city',
    () => http.get('/api/ajax/area', { province: 330_000, city: '' }),
    expect.arrayContaining([{ value: 330_100, label: '杭州市' }]),
  ],
  [
    'GET /admin/ajax/area, params province, city',
    () => http.get('/admin/ajax/area', { province: 330_000, city: 330_100 }),
    expect.arrayContaining([{ value: 330_102, label: '上城区' }]),
  ],
  [
    'remote-select, select=true, quickSearch',
    () => http.get(`${classes}/index`, { select: true, quickSearch: '' }),
    expect.objectContaining({ options: expect.any(Array) }),
  ],
  [
    'GET /admin/shop.base/config carries a notify flag',
    () => http.get('/admin/shop.base/config'),
    expect.objectContaining({ notify: true }),
  ],
  ['GET index (params)', () => http.get('/admin/shop.order.order/index', { page: 1, limit: 2 }), expect.objectContaining(list)],
  ['GET edit (params)', () => http.get(`${classes}/edit`, { id: 1 }), expect.objectContaining(rowOf(1))],
]

async function newMemberGuest() {
  const guest = testRuntime(server.url, { storage: memoryStorage() })
  await guest.runtime.start()
  return guest.runtime.http
}

test.each(calls)('section 7, %s', async (_call, ask, data) => {
  expect((await ask()).data).toEqual(data)
})

describe('section 7, calls that change something', () => {
  test('POST /api/user/logout ends the session its refresh token belongs to', async () => {
    const { runtime } = await newMember('section7out')
    const [token, refreshToken] = [runtime.session.token('user'), runtime.session.refreshToken('user')]
    await runtime.http.post('/api/user/logout', { refreshToken })
    await expect(runtime.http.get('/api/account/overview', {}, { token })).rejects.toMatchObject({ failure: 'refused' })
  })

  test('POST /api/account/profile and changePassword show their success', async () => {
    const { runtime } = await newMember('section7own')
    const shown = { showSuccess: true }
    await runtime.http.post('/api/account/profile', { nickname: 'Seven', username: 'section7own', gender: 0, motto: '' }, shown)
    await runtime.http.post('/api/account/changePassword', { oldPassword: DEMO_PASSWORD, newPassword: 'Other-password-7' }, shown)
    expect(runtime.notices.state.queue).toEqual([
      expect.objectContaining({ type: 'success', text: 'Updated successfully!', times: 2 }),
    ])
    expect(await server.query('select nickname from "user" where username = \'section7own\'')).toEqual([{ nickname: 'Seven' }])
    await signInMember(server, 'section7own', 'Other-password-7')
  })

  test.each(['admin', 'user'] as const)('POST /api/common/refreshToken with the token of the %s', async (area) => {
    const { session } = tab.runtime
    const tokens = { token: session.token(area), refresh_token: session.refreshToken(area) }
    const { code, data } = await http.refreshTokens(area, tokens)
    expect([code, data]).toEqual([1, expect.objectContaining({ type: `${area}-refresh`, token: expect.stringMatching(/./) })])
    session.set(area, { ...tokens, ...(data as Pair) })
  })

  test('POST /api/Ems/send, account/verification, changeBind and retrievePassword: e-mail', async () => {
    const { runtime } = await newMember('section7mail')
    const own = runtime.http
    const shown = { showSuccess: true }
    const [email, next, password] = ['seven@example.com', 'seven@example.org', DEMO_PASSWORD]
    const send = async (to: string, event: string, extras: object = {}) => {
      const before = mail.mails.length
      await own.post('/api/Ems/send', { email: to, event, ...extras, ...(await solvedCaptcha(server)) }, shown)
      await expect.poll(() => mail.mails.slice(before).some((each) => each.to === to && /\d{6}/.test(each.text))).toBe(true)
      return mail.codeFor(to)
    }
    const captcha = await send(email, 'user_change_email')
    await own.post('/api/account/changeBind', { type: 'email', captcha, email, accountVerificationToken: '', password }, shown)
    const code = await send(email, 'user_email_verify', { password })
    const { data } = await own.post('/api/account/verification', { type: 'email', captcha: code })
    expect(data).toEqual({ type: 'email', accountVerificationToken: expect.stringMatching(/./) })
    const changed = await send(next, 'user_change_email')
    await own.post('/api/account/changeBind', { ...(data as object), captcha: changed, email: next, password: '' }, shown)
    expect(await server.query('select email from "user" where username = \'section7mail\'')).toEqual([{ email: next }])
    const retrieval = { type: 'email', account: next, captcha: await send(next, 'user_retrieve_pwd'), password: 'Retrieved-7' }
    expect((await own.post('/api/account/retrievePassword', retrieval, shown)).msg).toMatch(/^Password changed/)
    await signInMember(server, 'section7mail', 'Retrieved-7')
    expect(runtime.notices.state.queue.map(({ type, text, times }) => [type, text.slice(0, 12), times])).toEqual([
      ['success', 'Sent. If no ', 4],
      ['success', 'Updated succ', 2],
      ['success', 'Password cha', 1],
    ])
  })

  test('POST /api/Sms/send with mobile, template_code and extras', async () => {
    const { runtime } = await newMember('section7sms')
    const body = { mobile: '13800138007', template_code: 'user_change_mobile', ...(await solvedCaptcha(server)) }
    expect((await runtime.http.post('/api/Sms/send', body, { showSuccess: true })).msg).toMatch(/^Sent\./)
    expect(server.logs.at(-1)).toMatch(/13800138007.*\d{6}/)
  })

  test('POST /admin/ajax/upload: multipart with file', async () => {
    const form = new FormData()
    form.append('file', new Blob([await picture(7)], { type: 'image/png' }), 'seven.png')
    const { data } = await http.upload<{ file: { url: string; suffix: string } }>('/admin/ajax/upload', form)
    expect(data.file).toMatchObject({ suffix: 'png', url: expect.stringMatching(/^\/storage\//) })
    expect((await fetch(server.url + data.file.url)).headers.get('content-type')).toBe('image/png')
  })

  test('POST /api/ajax/upload: the same for a member', async () => {
    const form = new FormData()
    form.append('file', new Blob([await picture(8)], { type: 'image/png' }), 'eight.png')
    const { data } = await http.upload<{ file: { url: string; topic: string } }>('/api/ajax/upload', form)
    expect(data.file).toMatchObject({ topic: 'member', url: expect.stringMatching(/^\/storage\/member\//) })
  })

  test.each(['/api/ajax/buildSuffixSvg', '/admin/ajax/buildSuffixSvg'])('the picture of a suffix from %s', async (path) => {
    const answer = await fetch(`${server.url}${path}?batoken=&suffix=pdf&background=%23eee&server=1`)
    expect(answer.headers.get('content-type')).toContain('image/svg+xml')
    expect(await answer.text()).toMatch(/pdf/i)
  })

  test('POST /admin/shop.notify.Notify/read with the id of a notification', async () => {
    const unread = () => server.query<{ id: number }>('select id from shop_notify where status = 0 and admin_id = 1 order by id')
    const before = await unread()
    expect(before.length).toBeGreaterThan(0)
    const { data } = await http.post('/admin/shop.notify.Notify/read', { id: before[0]?.id })
    expect(data).toEqual({ unread_count: before.length - 1 })
    expect(await unread()).toEqual(before.slice(1))
  })

  test('the helper: POST add and edit, POST sortable, DELETE del with ids, each with its success', async () => {
    const shown = { showSuccess: true }
    const one = testRuntime(server.url, { storage: memoryStorage() })
    await one.runtime.start()
    await one.runtime.signIn({ username: 'admin', password: OWNER_PASSWORD, keep: false })
    const own = one.runtime.http
    const idOf = async (name: string) =>
      (await server.query<{ id: number; weigh: number }>('select id, weigh from shop_goods_classify where name = $1', [name]))[0]
    await own.post(`${classes}/add`, { name: 'Seven A', pid: 0 }, shown)
    await own.post(`${classes}/add`, { name: 'Seven B', pid: 0 }, shown)
    const [a, b] = [await idOf('Seven A'), await idOf('Seven B')]
    await own.post(`${classes}/edit`, { id: a?.id, name: 'Seven C' }, shown)
    await own.post(`${classes}/sortable`, { move: a?.id, target: b?.id, direction: 'up' })
    const order = await server.query('select id from shop_goods_classify where id = any($1) order by weigh desc', [
      [a?.id, b?.id],
    ])
    expect(order).toEqual([{ id: a?.id }, { id: b?.id }])
    await own.delete(`${classes}/del`, { ids: [a?.id, b?.id] }, shown)
    expect([await idOf('Seven C'), await idOf('Seven B')]).toEqual([undefined, undefined])
    const messages = one.runtime.notices.state.queue
    expect(messages.every(({ type, text }) => type === 'success' && text !== '')).toBe(true)
    expect(messages.reduce((sum, { times }) => sum + times, 0)).toBe(4)
  })
})

/** What the specification says every call does, before a server that only writes down. */
type Common = [value: string, seen: () => Promise<unknown>, expected: unknown]

const ok = (): Answer => ({})
async function small(answer: (asked: Asked) => Answer | Promise<Answer> = ok, parts: Parameters<typeof testRuntime>[1] = {}) {
  const little = await littleServer(answer)
  const storage = memoryStorage({
    ...signedIn('T1', 'R1'),
    userInfo: JSON.stringify({ id: 3, token: 'M1', refresh_token: 'S1' }),
  })
  const made = testRuntime(little.url, { storage, ...parts })
  await made.runtime.start()
  return { ...made, little, http: made.runtime.http }
}
const headerOf = async (path: string, name: string, parts?: Parameters<typeof testRuntime>[1], options?: CallOptions) => {
  const { http, little } = await small(ok, parts)
  await http.get(path, {}, options)
  return little.asked[0]?.headers[name]
}
const addressOf = async (path: string, entry: string) => {
  const { http, little } = await small(ok, { options: { entry } })
  await http.get(path)
  return little.asked[0]?.path
}

const common: Common[] = [
  [
    'payload is JSON',
    async () => {
      const { http, little } = await small()
      await http.post('/admin/x/add', { a: [1, { b: '二' }] })
      return [little.asked[0]?.headers['content-type'], little.asked[0]?.body]
    },
    ['application/json', { a: [1, { b: '二' }] }],
  ],
  ['header think-lang: en', () => headerOf('/admin/x', 'think-lang'), 'en'],
  ['header think-lang: zh-cn', () => headerOf('/admin/x', 'think-lang', { options: { lang: 'zh-cn' } }), 'zh-cn'],
  ['header server', () => headerOf('/api/x', 'server'), 'true'],
  ['token of the administrator', () => headerOf('/admin/x', 'batoken'), 'T1'],
  ['token of the member', () => headerOf('/api/x', 'ba-user-token'), 'M1'],
  ['no token of the other area: member', () => headerOf('/api/x', 'batoken'), undefined],
  ['no token of the other area: administrator', () => headerOf('/admin/x', 'ba-user-token'), undefined],
  ['no token, no header', () => headerOf('/admin/x', 'batoken', { storage: memoryStorage() }), undefined],
  ['alternate token', () => headerOf('/admin/x', 'batoken', {}, { token: 'other' }), 'other'],
  [
    'entry /office: /admin/ becomes /office.php/',
    () => addressOf('/admin/auth.Admin/index', '/office'),
    '/office.php/auth.Admin/index',
  ],
  ['entry /office: /api/ stays', () => addressOf('/api/user/checkIn', '/office'), '/api/user/checkIn'],
  ['entry /admin: nothing is rewritten', () => addressOf('/admin/auth.Admin/index', '/admin'), '/admin/auth.Admin/index'],
  [
    'an alternate token is never refreshed',
    async () => {
      const { http, little } = await small(() => ({ code: 409, msg: 'over' }))
      await http.get('/admin/x', {}, { token: 'other' }).catch(() => undefined)
      return little.asked.map(({ path }) => path)
    },
    ['/admin/x'],
  ],
  [
    'loading overlay: up while one is under way, down after',
    async () => {
      const { http, runtime } = await small(({ path }) => (path.endsWith('bad') ? { code: 0, msg: '' } : {}))
      const calls = ['good', 'bad'].map((name) => http.get(`/admin/x/${name}`, {}, { loading: true }).catch(() => undefined))
      const during = runtime.overlay.state.count
      await Promise.all(calls)
      return [during, runtime.overlay.state.count]
    },
    [2, 0],
  ],
  [
    'cancel duplicates off: both reads are answered',
    async () => {
      const { http, little } = await small()
      const read = () => http.get('/admin/x/index', {}, { cancelDuplicate: false })
      await Promise.all([read(), read()])
      return little.asked.length
    },
    2,
  ],
  [
    'cancel duplicates: of equal reads the last is answered',
    async () => {
      const { http } = await small()
      const [first, second] = await Promise.allSettled([http.get('/admin/x/index'), http.get('/admin/x/index')])
      return [first.status === 'rejected' && (first.reason as CallError).failure, second.status]
    },
    ['cancelled', 'fulfilled'],
  ],
  [
    'cancel duplicates: a write is never dropped',
    async () => {
      const { http, little } = await small()
      const answers = await Promise.allSettled([1, 1, 2].map((id) => http.post('/admin/x/pay', { id })))
      return [answers.map(({ status }) => status), little.asked.length]
    },
    [['fulfilled', 'fulfilled', 'fulfilled'], 2],
  ],
  ['timeout is 10 seconds', () => timeoutOf((http) => http.get('/admin/x')), 10_000],
  ['timeout is 10 seconds for writes', () => timeoutOf((http) => http.post('/admin/x')), 10_000],
  ['no timeout for upload', () => timeoutOf((http) => http.upload('/admin/ajax/upload', new FormData())), undefined],
  [
    'answer envelope: data of code 1',
    async () => {
      const { http } = await small(() => ({ code: 1, msg: 'm', data: { n: 1 } }))
      const { code, msg, data } = await http.get('/admin/x')
      return [code, msg, data]
    },
    [1, 'm', { n: 1 }],
  ],
]

/** Milliseconds after which a call that is never answered is given up, by the timers that axios, which asks through follow-redirects, sets for it; undefined for never. */
async function timeoutOf(ask: (http: Runtime['http']) => Promise<unknown>): Promise<number | undefined> {
  const { http, little } = await small(() => 'hang')
  const set: number[] = []
  const real = globalThis.setTimeout
  globalThis.setTimeout = ((run: () => void, ms = 0, ...rest: unknown[]) => {
    if (/[\\/](axios|follow-redirects)[\\/]/.test(new Error().stack ?? '')) set.push(ms) // the server in this process sets others
    return real(run, ms, ...rest)
  }) as typeof setTimeout
  try {
    void ask(http).catch(() => undefined)
    await expect.poll(() => little.asked.length).toBe(1)
  } finally {
    globalThis.setTimeout = real
  }
  return set.find((ms) => ms >= 5000)
}

test.each(common)('section 7, common: %s', async (_value, seen, expected) => {
  expect(await seen()).toEqual(expected)
})

/** A call that is nowhere: the person is told the address, not shown a screen without content. */
test('section 7, an address that the server does not have', async () => {
  const path = '/admin/ajax/getNothing'
  const one = testRuntime(server.url)
  await one.runtime.start()
  await expect(one.runtime.http.get(path)).rejects.toMatchObject({ failure: 'status', status: 404 })
  expect(one.said()).toEqual([`Error requesting address: ${path}`])
})
