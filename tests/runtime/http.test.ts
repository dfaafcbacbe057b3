import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDuplicates } from '../../src/runtime/http/duplicates.ts'
import { createOverlay } from '../../src/runtime/http/overlay.ts'
import { memoryStorage } from '../../src/runtime/platform.ts'
import { buildAdminWire } from '../../src/runtime/wire/buildadmin/wire.ts'
import { type Answer, littleServer, testRuntime } from './support.ts'

/** A runtime with its words, in front of a server that always answers so. */
async function facing(answer: Answer | ((path: string) => Answer), parts: Parameters<typeof testRuntime>[1] = {}) {
  const server = await littleServer(({ path }) => (typeof answer === 'function' ? answer(path) : answer))
  const test = testRuntime(server.url, parts)
  await test.runtime.start()
  return { server, ...test, http: test.runtime.http }
}

describe('what every call carries', () => {
  test('the language, the server mark, the strict mark and the token of the area', async () => {
    const { server, http, storage } = await facing({})
    await http.get('/admin/auth.Admin/index')
    await http.get('/api/index/index')
    const [admin, member] = server.asked
    expect(admin?.headers).toMatchObject({ 'think-lang': 'en', server: 'true', 'x-kontor-strict': '1', batoken: 'T1' })
    expect(admin?.headers['ba-user-token']).toBeUndefined()
    expect(member?.headers.batoken).toBeUndefined()
    expect(storage.get('adminInfo')).toContain('T1')
  })

  test('the member token goes to member paths only', async () => {
    const storage = memoryStorage({ userInfo: JSON.stringify({ id: 3, token: 'M1' }) })
    const { server, http } = await facing({}, { storage })
    await http.get('/api/account/overview')
    await http.get('/admin/auth.Admin/index')
    expect(server.asked.map(({ headers }) => headers['ba-user-token'])).toEqual(['M1', undefined])
  })

  test('a BuildAdmin server gets no mark it does not know', async () => {
    const { server, http } = await facing({}, { options: { wire: buildAdminWire } })
    await http.get('/admin/auth.Admin/index')
    expect(server.asked[0]?.headers['x-kontor-strict']).toBeUndefined()
  })

  test('another entry of the back office turns /admin/ into <entry>.php/, and /api/ stays', async () => {
    const { server, http } = await facing({}, { options: { entry: '/office' } })
    await http.get('/admin/auth.Admin/index')
    await http.get('/api/common/captcha')
    expect(server.asked.map(({ path }) => path)).toEqual(['/office.php/auth.Admin/index', '/api/common/captcha'])
  })

  test('lists of parameters are written as the protocol has them', async () => {
    const { server, http } = await facing({})
    await http.delete('/admin/x/del', { ids: [1, 2] })
    await http.get('/admin/x/index', { search: [{ field: 'status', operator: 'IN', val: ['1', '2'] }], page: undefined })
    expect([...(server.asked[0]?.query ?? [])]).toEqual([
      ['ids[]', '1'],
      ['ids[]', '2'],
    ])
    expect([...(server.asked[1]?.query ?? [])]).toEqual([
      ['search[0][field]', 'status'],
      ['search[0][operator]', 'IN'],
      ['search[0][val][0]', '1'],
      ['search[0][val][1]', '2'],
    ])
  })
})

describe('addresses that are not of this site are never called', () => {
  test.each([
    'https://canary/x',
    '//canary/x',
    '/\\canary/x',
    'http:canary',
    'admin/x',
    '/admin/../../x',
    '/admin/x\n',
    '\\\\canary',
  ])('%j', async (address) => {
    const { server, http, said } = await facing({})
    await expect(http.get(address)).rejects.toMatchObject({ failure: 'address' })
    expect(server.asked).toEqual([])
    expect(said()[0]).toContain('This address is outside this site')
  })
})

describe('what a person reads when a call fails', () => {
  test.each<[number, string]>([
    [400, 'Incorrect parameter!'],
    [401, 'You do not have permission to operate!'],
    [403, 'You do not have permission to operate!'],
    [404, 'Error requesting address: /admin/x/index'],
    [408, 'Request timed out!'],
    [409, 'The same data already exists in the system!'],
    [500, 'Server internal error!'],
    [501, 'Service not implemented!'],
    [502, 'Gateway error!'],
    [503, 'Service unavailable!'],
    [504, 'The service is temporarily unavailable Please try again later!'],
    [505, 'HTTP version is not supported!'],
    [418, 'Abnormal problem, please contact the website administrator!'],
  ])('HTTP %d: %s', async (status, text) => {
    const { http, said } = await facing({ status, text: 'x' })
    await expect(http.get('/admin/x/index')).rejects.toMatchObject({ failure: 'status', status })
    expect(said()).toEqual([text])
  })

  test('no answer in time: the request timed out', async () => {
    const { http, said } = await facing('hang')
    await expect(http.get('/admin/x/index', {}, { timeout: 30 })).rejects.toMatchObject({ failure: 'timeout' })
    expect(said()).toEqual(['Network request timeout!'])
  })

  test('no server: an exception of the server when online, else the machine is disconnected', async () => {
    const reached = await facing('drop')
    await expect(reached.http.get('/admin/x/index')).rejects.toMatchObject({ failure: 'network' })
    expect(reached.said()).toEqual(['Server exception!'])
    const alone = await facing('drop', { platform: { online: () => false } })
    await expect(alone.http.get('/admin/x/index')).rejects.toMatchObject({ failure: 'offline' })
    expect(alone.said()).toEqual(['You are disconnected!'])
  })

  test('a refusal says what the server said; many equal ones are one message', async () => {
    const { http, runtime } = await facing({ code: 0, msg: 'not possible', data: { errors: { name: 'too long' } } })
    for (const n of [1, 2, 3]) await http.post('/admin/x/add', { n }).catch(() => undefined)
    expect(runtime.notices.state.queue).toEqual([{ id: 1, type: 'error', text: 'not possible', times: 3 }])
    await expect(http.post('/admin/x/add')).rejects.toMatchObject({ fieldErrors: { name: 'too long' } })
  })

  test('no right without a text of its own has one', async () => {
    const { http, said } = await facing({ code: 401, msg: '', data: [] })
    await expect(http.get('/admin/x/index')).rejects.toThrow('You do not have permission to operate!')
    expect(said()).toEqual(['You do not have permission to operate!'])
  })

  test('callers can keep messages from being shown', async () => {
    const refused = await facing({ code: 0, msg: 'no' })
    await refused.http.get('/admin/x/index', {}, { showCodeMessage: false }).catch(() => undefined)
    const broken = await facing({ status: 500, text: '' })
    await broken.http.get('/admin/x/index', {}, { showError: false }).catch(() => undefined)
    expect([...refused.said(), ...broken.said()]).toEqual([])
  })

  test('success is said when asked for, in the words of the server or the usual ones', async () => {
    const { http, said } = await facing((path) => ({ msg: path.endsWith('add') ? 'Added!' : '' }))
    await http.post('/admin/x/add', {}, { showSuccess: true })
    await http.post('/admin/x/edit', {}, { showSuccess: true })
    await http.post('/admin/x/other', {})
    expect(said()).toEqual(['Added!', 'Operation successful'])
  })

  test('reads are tried again while the server is away, writes never', async () => {
    let count = 0
    const { http, server } = await facing(() => (++count % 3 === 0 ? { data: 'back' } : { status: 503, text: '' }))
    expect((await http.get('/admin/x/index')).data).toBe('back')
    await expect(http.post('/admin/x/add')).rejects.toMatchObject({ status: 503 })
    expect(server.to('/index')).toHaveLength(3)
    expect(server.to('/add')).toHaveLength(1)
    const away = await facing({ status: 503, text: '' })
    await expect(away.http.get('/admin/x/index')).rejects.toMatchObject({ status: 503 })
    expect(away.server.asked).toHaveLength(3)
  })
})

describe('answers that move the person', () => {
  test('302 goes to the route it names, by path or by name, but never off the site', async () => {
    const byPath = await facing({ code: 302, msg: '', data: { routePath: '/admin/dashboard' } })
    await byPath.http.get('/admin/x/index').catch(() => undefined)
    const byName = await facing({ code: 302, msg: '', data: { routeName: 'dashboard' } })
    await byName.http.get('/admin/x/index').catch(() => undefined)
    const off = await facing({ code: 302, msg: '', data: { routePath: '//evil.example' } })
    await off.http.get('/admin/x/index').catch(() => undefined)
    expect([...byPath.went, ...byName.went, ...off.went]).toEqual([
      { type: 'path', path: '/admin/dashboard' },
      { type: 'name', name: 'dashboard' },
    ])
  })

  test('303 goes to the root of the area; "need login" to the sign-in without tokens, once for many calls', async () => {
    const logged = await facing({ code: 303, data: { type: 'logged in' } })
    await logged.http.get('/admin/Index/login').catch(() => undefined)
    expect(logged.went).toEqual([{ type: 'path', path: '/admin' }])
    expect(logged.runtime.session.token('admin')).toBe('T1')

    const needed = await facing({ code: 303, msg: 'Please sign in', data: { type: 'need login' } })
    await Promise.allSettled(Array.from({ length: 10 }, (_, n) => needed.http.get('/admin/x/index', { n })))
    expect(needed.went).toEqual([{ type: 'signIn', area: 'admin', to: '/admin/shop/order/order?status=2' }])
    expect(needed.runtime.session.token('admin')).toBe('')
    expect(needed.said()).toEqual(['Your session has ended. Please sign in again.'])
  })
})

describe('identical calls', () => {
  test('a second read cancels the first, which is only logged', async () => {
    const server = await littleServer(async () => {
      await new Promise((done) => setTimeout(done, 40))
      return { data: 'answer' }
    })
    const { runtime, warnings, said } = testRuntime(server.url)
    await runtime.start()
    const first = runtime.http.get('/admin/x/index', { page: 1 })
    const second = runtime.http.get('/admin/x/index', { page: 1 })
    const other = runtime.http.get('/admin/x/index', { page: 2 })
    await expect(first).rejects.toMatchObject({ failure: 'cancelled' })
    expect([(await second).data, (await other).data]).toEqual(['answer', 'answer'])
    expect(warnings).toEqual(['Automatic cancellation due to duplicate request: GET /admin/x/index'])
    expect(said()).toEqual([])
  })

  test('of many identical reads the last one is answered, whenever the others end', async () => {
    const duplicates = createDuplicates()
    const ended: (() => void)[] = []
    const signals: AbortSignal[] = []
    const read = () =>
      duplicates.run({ method: 'GET', path: '/a' }, (signal) => {
        signals.push(signal)
        return new Promise<void>((done) => void ended.push(done))
      })
    const calls = [read(), read()]
    ended[0]?.()
    await calls[0]
    calls.push(read())
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false])
    for (const end of ended) end()
    await Promise.all(calls)
    expect(duplicates.count()).toBe(0)
  })

  test('a second write joins the first: the server sees one; another body or key is another write', async () => {
    const server = await littleServer(async ({ body }) => {
      await new Promise((done) => setTimeout(done, 40))
      return { data: body }
    })
    const { http } = testRuntime(server.url).runtime
    const body = { id: 1, idempotency_key: 'a' }
    const answers = await Promise.all([
      http.post('/admin/x/pay', body),
      http.post('/admin/x/pay', { ...body }),
      http.post('/admin/x/pay', { ...body, idempotency_key: 'b' }),
    ])
    expect(answers.map(({ data }) => data)).toEqual([body, body, { id: 1, idempotency_key: 'b' }])
    expect(server.to('/pay')).toHaveLength(2)
    await http.post('/admin/x/pay', body)
    expect(server.to('/pay')).toHaveLength(3)
  })

  test('whatever the order of calls and answers, nothing stays registered and every call ends', async () => {
    const step = fc.record({ method: fc.constantFrom('GET', 'POST'), path: fc.constantFrom('/a', '/b'), fails: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(step, { maxLength: 20 }), async (scheduler, steps) => {
        const duplicates = createDuplicates()
        const overlay = createOverlay()
        let ended = 0
        for (const { method, path, fails } of steps) {
          const close = overlay.open()
          const work = (signal: AbortSignal) =>
            scheduler.schedule(Promise.resolve(), path).then(() => {
              if (fails || signal.aborted) throw new Error('failed')
            })
          void duplicates
            .run({ method, path }, work)
            .catch(() => undefined)
            .finally(() => {
              close()
              close()
              ended++
            })
        }
        await scheduler.waitAll()
        await new Promise((done) => setImmediate(done))
        expect(duplicates.count()).toBe(0)
        expect(overlay.state.count).toBe(0)
        expect(ended).toBe(steps.length)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the loading overlay', () => {
  test('is shown while any of its calls is in progress, however they end', async () => {
    const { runtime, http } = await facing((path) =>
      path.endsWith('bad') ? { code: 0, msg: 'no' } : path.endsWith('broken') ? { status: 500, text: '' } : {},
    )
    const heights: number[] = []
    const calls = ['/admin/x/good', '/admin/x/bad', '/admin/x/broken'].map((path) =>
      http
        .get(path, {}, { loading: true })
        .catch(() => undefined)
        .finally(() => void heights.push(runtime.overlay.state.count)),
    )
    const cancelled = http.get('/admin/x/good', {}, { loading: true }).catch(() => undefined)
    const quiet = http.get('/admin/x/quiet')
    expect(runtime.overlay.state.count).toBe(4)
    await Promise.all([...calls, cancelled, quiet])
    expect(runtime.overlay.state.count).toBe(0)
    expect(heights.length).toBe(3)
  })
})
