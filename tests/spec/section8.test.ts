import { describe, expect, test } from 'vitest'
import type { CallOptions, HttpClient } from '../../src/runtime/http/client.ts'
import type { Platform } from '../../src/runtime/platform.ts'
import type { Locale } from '../../src/schemas/language/words.ts'
import { type Answer, littleServer, testRuntime } from '../runtime/support.ts'

/** A message of the specification: what the server answers, how it is asked, and what the person then reads in both languages. */
interface Row {
  section: string
  answer: Answer
  en: string
  zh: string
  options?: CallOptions
  platform?: Partial<Platform>
}

const status = (code: number, en: string, zh: string): Row => ({
  section: `8, HTTP status ${code}`,
  answer: { status: code, text: 'what a proxy writes' },
  en,
  zh,
})

const rows: Row[] = [
  { section: '8, a code other than 1 shows msg', answer: { code: 0, msg: '库存不足' }, en: '库存不足', zh: '库存不足' },
  {
    section: '8, success shows msg',
    answer: { msg: 'Saved' },
    options: { showSuccess: true },
    en: 'Saved',
    zh: 'Saved',
  },
  {
    section: '8, success without msg',
    answer: { msg: '' },
    options: { showSuccess: true },
    en: 'Operation successful',
    zh: '操作成功',
  },
  status(302, 'Interface redirected!', '接口重定向了！'),
  status(400, 'Incorrect parameter!', '参数不正确！'),
  status(401, 'You do not have permission to operate!', '您没有权限操作！'),
  status(403, 'You do not have permission to operate!', '您没有权限操作！'),
  status(404, 'Error requesting address: /admin/x/add', '请求地址出错：/admin/x/add'),
  status(408, 'Request timed out!', '请求超时！'),
  status(409, 'The same data already exists in the system!', '系统已存在相同数据！'),
  status(500, 'Server internal error!', '服务器内部错误！'),
  status(501, 'Service not implemented!', '服务未实现！'),
  status(502, 'Gateway error!', '网关错误！'),
  status(503, 'Service unavailable!', '服务不可用！'),
  status(504, 'The service is temporarily unavailable Please try again later!', '服务暂时无法访问，请稍后再试！'),
  status(505, 'HTTP version is not supported!', 'HTTP 版本不受支持！'),
  status(418, 'Abnormal problem, please contact the website administrator!', '异常问题，请联系网站管理员！'),
  status(599, 'Abnormal problem, please contact the website administrator!', '异常问题，请联系网站管理员！'),
  {
    section: '8, other: a page in the place of an answer',
    answer: { status: 200, text: '<!doctype html><title>Welcome</title>' },
    en: 'Abnormal problem, please contact the website administrator!',
    zh: '异常问题，请联系网站管理员！',
  },
  {
    section: '8, a message containing timeout',
    answer: 'hang',
    options: { timeout: 40 },
    en: 'Network request timeout!',
    zh: '网络请求超时！',
  },
  { section: '8, a network error while online', answer: 'drop', en: 'Server exception!', zh: '服务端异常！' },
  {
    section: '8, a network error while offline',
    answer: 'drop',
    platform: { online: () => false },
    en: 'You are disconnected!',
    zh: '网络已断开！',
  },
]

/** A tab that speaks a language, in front of a server that always answers so. */
async function tab(answer: Answer | Parameters<typeof littleServer>[0], lang: Locale, platform: Partial<Platform> = {}) {
  const server = await littleServer(typeof answer === 'function' ? answer : () => answer)
  const made = testRuntime(server.url, { platform, options: { lang } })
  await made.runtime.start()
  return { ...made, server, http: made.runtime.http }
}

const settled = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    () => undefined,
  )
const each = rows.flatMap((row) => [
  { ...row, lang: 'en' as const, text: row.en },
  { ...row, lang: 'zh-cn' as const, text: row.zh },
])

test.each(each)('$section, in $lang: $text', async ({ answer, options, platform, lang, text }) => {
  const { http, said } = await tab(answer, lang, platform)
  await settled(http.post('/admin/x/add', {}, options))
  expect(said()).toEqual([text])
})

describe('section 8, what is said only where it is wanted', () => {
  const kept: [string, Answer, CallOptions][] = [
    ['section 7, show code message off: a refusal', { code: 0, msg: 'no' }, { showCodeMessage: false }],
    ['section 7, show error off: a status', { status: 500, text: '' }, { showError: false }],
    ['section 7, show error off: a timeout', 'hang', { showError: false, timeout: 40 }],
    ['section 7, show error off: no server', 'drop', { showError: false }],
    ['section 7, show success message off by default', { msg: 'Saved' }, {}],
  ]
  test.each(kept)('%s', async (_section, answer, options) => {
    const { http, said } = await tab(answer, 'en')
    await settled(http.post('/admin/x/add', {}, options))
    expect(said()).toEqual([])
  })
})

describe('section 8, a cancelled duplicate is only logged', () => {
  test.each([
    ['en', 'Automatic cancellation due to duplicate request: GET /admin/x/index'],
    ['zh-cn', '因为请求重复被自动取消： GET /admin/x/index'],
  ] as const)('%s: %s', async (lang, text) => {
    let answer = (): void => undefined
    const first = new Promise<void>((done) => {
      answer = done
    })
    const { http, said, warnings } = await tab(async () => {
      await first
      return {}
    }, lang)
    const older = settled(http.get('/admin/x/index'))
    const newer = http.get('/admin/x/index')
    await older
    answer()
    expect((await newer).code).toBe(1)
    expect([warnings, said()]).toEqual([[text], []])
  })
})

describe('section 8, codes that are no error of the person', () => {
  test('409 asks for a new token and resends the call, without a message', async () => {
    const { http, said, server } = await tab(({ path, headers }) => {
      if (path.endsWith('refreshToken')) return { data: { type: 'admin-refresh', token: 'T2' } }
      return headers.batoken === 'T2' ? { data: 'done' } : { code: 409, msg: 'expired' }
    }, 'en')
    expect((await http.post('/admin/x/add')).data).toBe('done')
    expect([server.to('/refreshToken').length, server.to('/add').length, said()]).toEqual([1, 2, []])
  })

  const moves: [string, unknown, 302 | 303, object[]][] = [
    ['302 with a path', { routePath: '/admin/dashboard' }, 302, [{ type: 'path', path: '/admin/dashboard' }]],
    ['302 with a name', { routeName: 'dashboard' }, 302, [{ type: 'name', name: 'dashboard' }]],
    ['303, logged in', { type: 'logged in' }, 303, [{ type: 'path', path: '/admin' }]],
    ['303, need login', { type: 'need login' }, 303, [{ type: 'signIn', area: 'admin', to: '/admin/shop/order/order?status=2' }]],
  ]
  test.each(moves)('code %s', async (_name, data, code, went) => {
    const made = await tab({ code, msg: '', data }, 'en')
    await settled((made.http as HttpClient).get('/admin/x/index'))
    expect(made.went).toEqual(went)
  })
})
