import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { notifications } from '../../modules/shop/browser/notifications.ts'
import { greeting } from '../../src/renderers/shell/frame/greeting.ts'
import { memberOf } from '../../src/runtime/app/member.ts'
import type { Area } from '../../src/runtime/navigation/navigation.ts'
import { memoryStorage } from '../../src/runtime/platform.ts'
import { createStores } from '../../src/runtime/stores/stores.ts'
import { tab } from '../runtime/feed/feedLab.ts'
import { type Answer, type Asked, littleServer, testRuntime } from '../runtime/support.ts'

/** Each value of section 4 of the specification that is not about one screen is a row here; its lines are quoted as the rows' names. */

interface AreaFacts {
  area: Area
  header: 'batoken' | 'ba-user-token'
  key: 'adminInfo' | 'userInfo'
  call: string
  here: string
}
const areas: AreaFacts[] = [
  { area: 'admin', header: 'batoken', key: 'adminInfo', call: '/admin/x/index', here: '/admin/shop/order/order?status=2' },
  { area: 'user', header: 'ba-user-token', key: 'userInfo', call: '/api/x/index', here: '/user/account/balance?page=2' },
]

const pair = (n: number) => ({ id: 7, username: 'somebody', token: `T${n}`, refresh_token: `R${n}` })
/** Both areas are signed in: what happens to one leaves the other alone. */
const bothSignedIn = () => memoryStorage({ adminInfo: JSON.stringify(pair(1)), userInfo: JSON.stringify(pair(1)) })

async function facing(facts: AreaFacts, answer: (asked: Asked) => Answer | Promise<Answer>, path = facts.here) {
  const server = await littleServer(answer)
  return { server, ...testRuntime(server.url, { storage: bothSignedIn(), path }) }
}
const isRefresh = ({ path }: Asked) => path === '/api/common/refreshToken'
const expired: Answer = { code: 409, data: [] }
const pairOf = ({ runtime }: ReturnType<typeof testRuntime>, area: Area) => [
  runtime.session.token(area),
  runtime.session.refreshToken(area),
]
const other = (area: Area): Area => (area === 'admin' ? 'user' : 'admin')

describe.each(areas)('4, token lifecycle: $area', (facts) => {
  const { area, header, call } = facts

  test('holds an access token and a refresh token of its own', async () => {
    const lab = await facing(facts, () => ({}))
    expect(pairOf(lab, area)).toEqual(['T1', 'R1'])
    await lab.runtime.http.get(call)
    expect(lab.server.asked[0]?.headers[header]).toBe('T1')
  })

  test('409: one refresh is made; calls that fail meanwhile wait in a queue and are retried with the new token', async () => {
    const lab = await facing(facts, async (asked) => {
      if (isRefresh(asked)) {
        await vi.waitFor(() => expect(lab.server.to('/index').length).toBe(50)) // all fail before it is answered
        return { data: { type: `${area}-refresh`, token: 'T2', refresh_token: 'R2' } }
      }
      return asked.headers[header] === 'T1' ? expired : { data: asked.headers[header] ?? '' }
    })
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => lab.runtime.http.get(call, { n })))
    expect(new Set(answers.map(({ data }) => data))).toEqual(new Set(['T2']))
    expect(lab.server.asked.filter(isRefresh)).toHaveLength(1)
    expect(pairOf(lab, area)).toEqual(['T2', 'R2'])
    expect(pairOf(lab, other(area))).toEqual(['T1', 'R1'])
  })

  test('the refresh fails: the pair is cleared and the user goes to that area’s login route', async () => {
    const lab = await facing(facts, (asked) => (isRefresh(asked) ? { code: 0, msg: 'over' } : expired))
    await expect(lab.runtime.http.get(call)).rejects.toThrow()
    expect(pairOf(lab, area)).toEqual(['', ''])
    expect(lab.went).toEqual([{ type: 'signIn', area, to: facts.here }])
    expect(pairOf(lab, other(area))).toEqual(['T1', 'R1'])
  })

  test('already on the login route: the queued calls are retried with an empty token', async () => {
    const lab = await facing(
      facts,
      (asked) => (isRefresh(asked) ? { code: 0 } : asked.headers[header] === 'T1' ? expired : { data: 'as a guest' }),
      `/${area}/login`,
    )
    const answers = await Promise.all([1, 2, 3].map((n) => lab.runtime.http.get(call, { n })))
    expect(answers.map(({ data }) => data)).toEqual(Array(3).fill('as a guest'))
    expect(lab.server.to('/index').filter((asked) => asked.headers[header] === undefined)).toHaveLength(3)
    expect(lab.went).toEqual([])
  })

  test('the clock of the browser says nothing about it: hours wrong, a call is made and refreshed as ever', async () => {
    for (const hours of [-72, -5, 5, 72]) {
      const server = await littleServer((asked) =>
        isRefresh(asked)
          ? { data: { type: `${area}-refresh`, token: 'T2', refresh_token: 'R2' } }
          : asked.headers[header] === 'T1'
            ? expired
            : { data: 'fine' },
      )
      const now = () => Date.now() + hours * 3_600_000
      const { runtime, went } = testRuntime(server.url, { storage: bothSignedIn(), path: facts.here, platform: { now } })
      expect((await runtime.http.get(call)).data).toBe('fine')
      expect(went).toEqual([])
      expect(Math.abs(runtime.http.now() - Date.now() / 1000)).toBeLessThan(5)
    }
  })
})

describe.each(areas)('4, answer codes that move the user: $area', (facts) => {
  const { area, call } = facts
  test.each([
    {
      line: '302 with routePath',
      answer: { code: 302, data: { routePath: `/${area}/there` } },
      to: { type: 'path', path: `/${area}/there` },
    },
    {
      line: '302 with routeName',
      answer: { code: 302, data: { routeName: 'shop/order' } },
      to: { type: 'name', name: 'shop/order' },
    },
    {
      line: '303 goes to the area root',
      answer: { code: 303, data: { type: 'logged in' } },
      to: { type: 'path', path: `/${area}` },
    },
  ] as const)('$line', async ({ answer, to }) => {
    const lab = await facing(facts, () => answer)
    await expect(lab.runtime.http.get(call)).rejects.toThrow()
    expect(lab.went).toEqual([to])
    expect(pairOf(lab, area)).toEqual(['T1', 'R1'])
  })

  test("303 'need login': the tokens are removed and the user goes to that area's login", async () => {
    const lab = await facing(facts, () => ({ code: 303, data: { type: 'need login' } }))
    await expect(lab.runtime.http.get(call)).rejects.toThrow()
    expect(pairOf(lab, area)).toEqual(['', ''])
    expect(lab.storage.get(facts.key)).toBeNull()
    expect(lab.went).toEqual([{ type: 'signIn', area, to: facts.here }])
  })
})

describe.each(areas.slice(0, 1))('signing out in one tab: $area', (facts) => {
  const { area, key } = facts
  const listening = () => {
    const storage = bothSignedIn()
    const heard = new Set<(changed: string) => void>()
    return {
      storage: {
        ...storage,
        listen: (changed: (key: string) => void) => {
          heard.add(changed)
          return () => void heard.delete(changed)
        },
      },
      tell: () => {
        for (const each of heard) each(key)
      },
    }
  }

  test.each([
    { where: 'in the area', path: facts.here, goes: [{ type: 'signIn', area, to: facts.here }] },
    { where: 'in the other area', path: areas.find((one) => one.area !== area)?.here ?? '', goes: [] },
    { where: 'on a public page', path: '/', goes: [] },
  ])('another tab $where forgets it as well', async ({ path, goes }) => {
    const server = await littleServer(() => ({}))
    const { storage, tell } = listening()
    const { runtime, went } = testRuntime(server.url, { storage, path })
    storage.remove(key) // what signing out in another tab leaves
    tell()
    expect(runtime.session.token(area)).toBe('')
    expect(runtime.session.token(other(area))).toBe('T1')
    expect(went).toEqual(goes)
  })
})

describe('4, other transitions', () => {
  test('member logout: calls logout with the refresh token, and the stored user info is cleared', async () => {
    const lab = await facing(areas[1] as AreaFacts, () => ({}))
    await memberOf(lab.runtime).signOut()
    const [asked] = lab.server.to('/api/user/logout')
    expect([asked?.body, asked?.headers['ba-user-token']]).toEqual([{ refreshToken: 'R1' }, 'T1'])
    expect(lab.storage.get('userInfo')).toBeNull()
    expect(lab.runtime.session.token('admin')).toBe('T1')
  })

  test('identical duplicate requests are cancelled', async () => {
    const lab = await facing(areas[0] as AreaFacts, () => ({ data: 'answered' }))
    const first = lab.runtime.http.get('/admin/x/index', { a: 1 }).catch((error: Error) => error)
    const second = lab.runtime.http.get('/admin/x/index', { a: 1 })
    expect((await second).data).toBe('answered')
    expect(await first).toMatchObject({ failure: 'cancelled' })
    expect(lab.said()).toEqual([])
  })

  test('the loading overlay is reference-counted across concurrent calls', async () => {
    const lab = await facing(areas[0] as AreaFacts, () => ({}))
    const calls = [1, 2, 3].map((n) => lab.runtime.http.get('/admin/x/index', { n }, { loading: true }))
    expect(lab.runtime.overlay.state.count).toBe(3)
    await Promise.all(calls)
    expect(lab.runtime.overlay.state.count).toBe(0)
  })

  test('changing the language stores the choice and reloads the page', () => {
    let reloads = 0
    const { runtime, storage } = testRuntime('http://127.0.0.1:9', { platform: { reload: () => void reloads++ } })
    runtime.setLanguage('zh-cn')
    expect(JSON.parse(storage.get('storeConfig_v2') ?? '{}').lang).toBe('zh-cn')
    expect(reloads).toBe(1)
  })

  test.each([
    { word: 'night', hours: [0, 1, 2, 3, 4] },
    { word: 'morning', hours: [5, 6, 7, 8] },
    { word: 'forenoon', hours: [9, 10, 11] },
    { word: 'noon', hours: [12, 13] },
    { word: 'afternoon', hours: [14, 15, 16, 17] },
    { word: 'evening', hours: [18, 19, 20, 21, 22, 23] },
  ])('greeting $word at $hours', ({ word, hours }) => {
    expect(hours.map(greeting)).toEqual(hours.map(() => word))
  })
})

describe('4, live notification feed', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const at = (path: string) => ({ path, protocol: 'http:', host: 'shop.test' })

  test('on open a bind message is sent; after a close it reconnects', async () => {
    const { feed, sockets, socket } = tab()
    await feed.load()
    expect(socket().sent).toEqual([])
    socket().open()
    expect(JSON.parse(socket().sent[0] ?? '{}')).toMatchObject({ pathInfo: 'shop/worker.notify/bind', ba_token: 'T1' })
    socket().end(1006)
    vi.advanceTimersByTime(5000)
    expect(sockets).toHaveLength(2)
  })

  test('reconnect delay is 5 seconds, at most 3 attempts, after which it gives up', async () => {
    const { feed, sockets, socket, words } = tab()
    await words.load()
    await feed.load()
    for (const attempts of [0, 1, 2, 3]) {
      expect(sockets).toHaveLength(attempts + 1)
      socket().end(1006)
      vi.advanceTimersByTime(4999)
      expect(sockets).toHaveLength(attempts + 1)
      vi.advanceTimersByTime(1)
    }
    vi.advanceTimersByTime(3_600_000)
    expect(sockets).toHaveLength(4)
    expect(feed.state.connection).toBe('gaveUp')
  })

  test('sound is off by default at each start-up', () => {
    const kept = memoryStorage({ shopConfig: JSON.stringify({ playAudio: true, desktop: true }) })
    expect(createStores(kept, 'en', { liveFeedKey: notifications.storageKey }).stores.liveFeed).toMatchObject({
      playAudio: false,
      desktop: true,
    })
  })

  test.each([
    { line: 'in the back office', path: '/admin/dashboard', notify: true, token: true, opens: 1 },
    { line: 'not on the login page', path: '/admin/login', notify: true, token: true, opens: 0 },
    { line: 'not on the root', path: '/', notify: true, token: true, opens: 0 },
    { line: 'not in the member centre', path: '/user/account', notify: true, token: true, opens: 0 },
    { line: 'only if the server says notify is enabled', path: '/admin/dashboard', notify: false, token: true, opens: 0 },
    { line: 'without a token notify is turned off', path: '/admin/dashboard', notify: true, token: false, opens: 0 },
  ])('$line', async ({ path, notify, token, opens }) => {
    const { feed, sockets, config, stores } = tab({}, at(path))
    config.notify = notify
    stores.liveFeed.notify = true // as an earlier visit left it
    if (!token) stores.adminInfo.token = ''
    await feed.load()
    expect(sockets).toHaveLength(opens)
    if (!token) expect(stores.liveFeed.notify).toBe(false)
  })
})
