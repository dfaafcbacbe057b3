import { describe, expect, test } from 'vitest'
import { CallError } from '../../src/runtime/callError.ts'
import { memoryStorage } from '../../src/runtime/platform.ts'
import { buildAdminWire } from '../../src/runtime/wire/buildadmin/wire.ts'
import { type Answer, type Asked, littleServer, signedIn, testRuntime } from './support.ts'

/** A server whose access token T1 has expired; refreshing is answered as told. */
function expired(refresh: (asked: Asked, count: number) => Answer | Promise<Answer>) {
  let refreshes = 0
  return littleServer((asked) => {
    if (asked.path === '/api/common/refreshToken') return refresh(asked, ++refreshes)
    return asked.headers.batoken === 'T1'
      ? { code: 409, msg: 'token expired', data: [] }
      : { data: { token: asked.headers.batoken ?? '' } }
  })
}
const granted: Answer = { data: { type: 'admin-refresh', token: 'T2', refresh_token: 'R2' } }
const later = (answer: Answer, ms = 20) => new Promise<Answer>((done) => setTimeout(() => done(answer), ms))

describe('when the access token has expired', () => {
  test('fifty calls at once make one refresh, and each is sent again once with the new token', async () => {
    const server = await expired(() => later(granted))
    const { runtime, said } = testRuntime(server.url)
    const calls = Array.from({ length: 50 }, (_, n) => runtime.http.get<{ token: string }>('/admin/x/index', { n }))
    const answers = await Promise.all(calls)
    expect(answers.map(({ data }) => data.token)).toEqual(Array(50).fill('T2'))
    expect(server.to('/refreshToken')).toHaveLength(1)
    expect(server.to('/index')).toHaveLength(100)
    expect(said()).toEqual([])
  })

  test('the refresh carries the expired token and asks for a new refresh token, which is stored', async () => {
    const server = await expired(() => granted)
    const { runtime, storage } = testRuntime(server.url)
    await runtime.http.get('/admin/x/index')
    const [refresh] = server.to('/refreshToken')
    expect(refresh?.headers.batoken).toBe('T1')
    expect(refresh?.headers['ba-user-token']).toBeUndefined()
    expect(refresh?.body).toEqual({ refreshToken: 'R1', rotate: true })
    expect(JSON.parse(storage.get('adminInfo') ?? '')).toMatchObject({ token: 'T2', refresh_token: 'R2', username: 'admin' })
  })

  test('a BuildAdmin server is not asked to rotate, and its one refresh token stays', async () => {
    const server = await expired(() => ({ data: { type: 'admin-refresh', token: 'T2' } }))
    const { runtime } = testRuntime(server.url, { options: { wire: buildAdminWire } })
    await runtime.http.get('/admin/x/index')
    expect(server.to('/refreshToken')[0]?.body).toEqual({ refreshToken: 'R1' })
    expect(runtime.session.refreshToken('admin')).toBe('R1')
  })

  test('a call whose 409 arrives after the refresh goes on with the new token', async () => {
    const server = await littleServer(async (asked) => {
      if (asked.path === '/api/common/refreshToken') return granted
      if (asked.headers.batoken !== 'T1') return { data: 'ok' }
      const expiredAnswer: Answer = { code: 409, data: [] }
      return asked.query.get('slow') ? later(expiredAnswer, 80) : expiredAnswer
    })
    const { runtime } = testRuntime(server.url)
    const slow = runtime.http.get('/admin/x/index', { slow: 1 })
    await runtime.http.get('/admin/x/index')
    expect((await slow).data).toBe('ok')
    expect(server.to('/refreshToken')).toHaveLength(1)
  })

  test('a second 409 is final: no call is sent a third time', async () => {
    const server = await littleServer((asked) =>
      asked.path.endsWith('refreshToken') ? granted : { code: 409, msg: 'expired', data: [] },
    )
    const { runtime } = testRuntime(server.url)
    await expect(runtime.http.post('/admin/x/add', {})).rejects.toThrow('expired')
    expect(server.to('/add')).toHaveLength(2)
    expect(server.to('/refreshToken')).toHaveLength(1)
  })
})

describe('when the refresh is refused', () => {
  test('everybody who waits fails, the tokens are gone, and one step leads to the sign-in that keeps the way back', async () => {
    const server = await expired(() => later({ code: 0, msg: 'invalid', data: null }))
    const { runtime, storage, went, said } = testRuntime(server.url)
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => runtime.http.get('/admin/x/index', { n })))
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
    expect(went).toEqual([{ type: 'signIn', area: 'admin', to: '/admin/shop/order/order?status=2' }])
    expect(runtime.session.token('admin')).toBe('')
    expect(storage.get('adminInfo')).toBeNull()
    expect(said()).toHaveLength(1)
    expect(server.to('/index')).toHaveLength(20)
  })

  test('on the sign-in route the waiting calls are sent once more without a token', async () => {
    const server = await expired(() => ({ code: 303, data: { type: 'need login' } }))
    const { runtime, went } = testRuntime(server.url, { path: '/admin/login' })
    const { data } = await runtime.http.get<{ token: string }>('/admin/Index/login')
    expect(data.token).toBe('')
    expect(went).toEqual([])
  })

  test.each([
    ['admin', '/admin/x/index', '/user/shop/account/order'],
    ['user', '/api/x/index', '/admin/shop/order/order'],
  ] as const)('who is at home in the other area is not sent to the sign-in of the area %s', async (area, call, path) => {
    const server = await littleServer(() => ({ code: 303, data: { type: 'need login' } }))
    const { runtime, went } = testRuntime(server.url, { path, storage: memoryStorage({}) })
    await expect(runtime.http.get(call)).rejects.toThrow(CallError)
    expect(went).toEqual([])
    const home = testRuntime(server.url, { path: `/${area}/x`, storage: memoryStorage({}) })
    await expect(home.runtime.http.get(call)).rejects.toThrow(CallError)
    expect(home.went).toEqual([{ type: 'signIn', area, to: `/${area}/x` }])
  })

  test.each<[string, Answer]>([
    ['answers 409', { code: 409, data: [] }],
    ['answers 302', { code: 302, data: { routePath: '/admin/elsewhere' } }],
  ])('a refresh that %s ends the session', async (_name, answer) => {
    const server = await expired(() => answer)
    const { runtime, went } = testRuntime(server.url)
    await expect(runtime.http.get('/admin/x/index')).rejects.toThrow(CallError)
    expect(went).toEqual([{ type: 'signIn', area: 'admin', to: '/admin/shop/order/order?status=2' }])
    expect(server.to('/refreshToken')).toHaveLength(1)
  })

  test('without a refresh token nothing is asked', async () => {
    const server = await expired(() => granted)
    const { runtime, went } = testRuntime(server.url, { storage: memoryStorage(signedIn('T1', '')) })
    await expect(runtime.http.get('/admin/x/index')).rejects.toThrow(CallError)
    expect(server.to('/refreshToken')).toHaveLength(0)
    expect(went).toHaveLength(1)
  })
})

describe('when the server cannot be asked for a refresh', () => {
  test.each<[string, Answer, string]>([
    ['answers HTTP 500', { status: 500, text: 'oh' }, 'status'],
    ['answers a page instead of an envelope', { status: 200, text: '<html>hotel network</html>' }, 'status'],
    ['breaks the connection', 'drop', 'network'],
  ])('a refresh that %s leaves the person signed in, and the next call tries again', async (_name, answer, failure) => {
    const server = await expired((_asked, count) => (count === 1 ? answer : granted))
    const { runtime, went } = testRuntime(server.url)
    await expect(runtime.http.get('/admin/x/index')).rejects.toMatchObject({ failure })
    expect(went).toEqual([])
    expect(runtime.session.token('admin')).toBe('T1')
    expect((await runtime.http.get<{ token: string }>('/admin/x/index')).data.token).toBe('T2')
  })

  test('an answer that arrives after the sign-out does not sign in again', async () => {
    const server = await littleServer(async (asked) => {
      if (asked.path.endsWith('refreshToken')) return later(granted, 60)
      return asked.path.endsWith('logout') ? {} : { code: 409, data: [] }
    })
    const { runtime, storage } = testRuntime(server.url)
    const call = runtime.http.get('/admin/x/index').catch((error: unknown) => error)
    while (server.to('/refreshToken').length === 0) await new Promise((done) => setTimeout(done, 5))
    await runtime.signOut()
    expect(await call).toBeInstanceOf(CallError)
    expect(runtime.session.token('admin')).toBe('')
    expect(storage.get('adminInfo')).toBeNull()
  })
})

describe('several tabs', () => {
  /** One holder at a time. */
  function oneLock() {
    let turn: Promise<unknown> = Promise.resolve()
    return {
      request: <T>(_name: string, _options: object, hold: () => Promise<T>): Promise<T> => {
        const mine = turn.then(hold)
        turn = mine.catch(() => undefined)
        return mine
      },
    }
  }

  /** The storages of tabs that are processes of their own: what one writes the others read and hear of `lag` milliseconds later. */
  function laggingStorages(count: number, lag: number) {
    const listeners = new Map<number, (key: string) => void>()
    const copies = Array.from({ length: count }, () => memoryStorage(signedIn('T1', 'R1')))
    return copies.map((own, tab) => ({
      ...own,
      set(key: string, text: string) {
        own.set(key, text)
        setTimeout(() => {
          for (const [other, copy] of copies.entries()) {
            if (other === tab) continue
            copy.set(key, text)
            listeners.get(other)?.(key)
          }
        }, lag)
      },
      listen(listener: (key: string) => void) {
        listeners.set(tab, listener)
        return () => void listeners.delete(tab)
      },
    }))
  }

  test.each([
    ['at once', 0],
    ['a little later than the turn', 60],
  ])('five tabs make one refresh between them, where what one stores reaches the others %s', async (_, lag) => {
    const server = await expired(() => later(granted))
    const locks = oneLock()
    const tabs = laggingStorages(5, lag).map((storage) => testRuntime(server.url, { storage, platform: { locks } }).runtime)
    const answers = await Promise.all(
      tabs.flatMap((tab) => Array.from({ length: 10 }, (_, n) => tab.http.get<{ token: string }>('/admin/x/index', { n }))),
    )
    expect(answers.map(({ data }) => data.token)).toEqual(Array(50).fill('T2'))
    expect(server.to('/refreshToken')).toHaveLength(1)
  })
})
