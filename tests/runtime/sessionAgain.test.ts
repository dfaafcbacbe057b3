import { describe, expect, test } from 'vitest'
import { memberOf } from '../../src/runtime/app/member.ts'
import type { Area } from '../../src/runtime/navigation/navigation.ts'
import { memoryStorage } from '../../src/runtime/platform.ts'
import { type Answer, type Asked, littleServer, testRuntime } from './support.ts'

/** A session that ends while something was entered in the page: who was signed in signs in again, and goes on where they were. */

interface AreaFacts {
  area: Area
  header: 'batoken' | 'ba-user-token'
  key: 'adminInfo' | 'userInfo'
  call: string
  here: string
}
const areas: AreaFacts[] = [
  { area: 'admin', header: 'batoken', key: 'adminInfo', call: '/admin/x/add', here: '/admin/shop/order/order?status=2' },
  { area: 'user', header: 'ba-user-token', key: 'userInfo', call: '/api/x/add', here: '/user/account/profile' },
]

const needLogin: Answer = { code: 303, msg: 'sign in first', data: { type: 'need login' } }
/** The two ways a session ends under a call: its refresh is refused, or somebody ended it. */
const endings: [string, Answer][] = [
  ['the refresh is refused', { code: 409, data: [] }],
  ['somebody else ended it', needLogin],
]
const stored = (id = 7, n = 1) =>
  JSON.stringify({ id, username: `u${id}`, nickname: `N${id}`, token: `T${n}`, refresh_token: '' })

/** Tabs of one browser: what one stores the others hear of at once. */
function tabsOf(key: string, count: number) {
  const listeners: { tab: number; hear(key: string): void }[] = []
  const shared = memoryStorage({ [key]: stored() })
  const tell = (but: number, changed: string) => {
    for (const { tab, hear } of listeners) if (tab !== but) hear(changed)
  }
  return Array.from({ length: count }, (_, tab) => ({
    get: shared.get,
    set(name: string, text: string) {
      shared.set(name, text)
      tell(tab, name)
    },
    remove(name: string) {
      shared.remove(name)
      tell(tab, name)
    },
    listen(hear: (key: string) => void) {
      listeners.push({ tab, hear })
      return () => undefined
    },
  }))
}

async function lab({ area, header, key, call, here }: AreaFacts, ended: Answer, tabs = 1) {
  const login = area === 'admin' ? '/admin/Index/login' : '/api/user/checkIn'
  const server = await littleServer((asked: Asked) => {
    if (asked.path === login) {
      const id = asked.body.username === 'other' ? 8 : 7
      return { data: { userInfo: { id, username: `u${id}`, nickname: `N${id}`, token: `T${id}`, refresh_token: '' } } }
    }
    if (asked.path !== call) return {}
    return asked.headers[header] === 'T7' ? { data: 'done' } : asked.headers[header] === 'T1' ? ended : needLogin
  })
  const pages = tabsOf(key, tabs).map((storage) => testRuntime(server.url, { storage, path: here }))
  const signIn = (n: number, username: string) => {
    const { runtime } = pages[n] as (typeof pages)[number]
    const values = { username, password: 'secret', keep: false }
    return area === 'admin' ? runtime.signIn(values) : memberOf(runtime).signIn(values, 'login')
  }
  const [page] = pages
  if (!page) throw new Error('no page')
  return { server, pages, page, signIn, sent: () => server.to(call) }
}

describe.each(areas)('the $area session ends over a page with something entered', (facts) => {
  const { area, call, here, header } = facts

  test.each(endings)('because %s: the call waits for the sign-in and is sent again once', async (_why, ended) => {
    const { page, signIn, sent } = await lab(facts, ended)
    const { runtime, went, said } = page
    runtime.unsaved.add({}, 'rule:1')
    const calls = [1, 2].map((n) => runtime.http.post(call, { n }))
    await expect.poll(() => runtime.session.state[area]).toMatchObject({ id: 7, nickname: 'N7', other: null })
    expect([runtime.session.token(area), went, said()]).toEqual(['', [], []])
    await signIn(0, 'me')
    expect((await Promise.all(calls)).map(({ data }) => data)).toEqual(['done', 'done'])
    expect(sent().filter(({ headers }) => headers[header] === 'T7')).toHaveLength(2)
    expect(runtime.session.state[area]).toBeNull()
    expect([runtime.unsaved.has(), went, said()]).toEqual([true, [], []])
  })

  test('a call made meanwhile waits as well', async () => {
    const { page, signIn } = await lab(facts, needLogin)
    const { runtime } = page
    runtime.unsaved.add({}, '')
    const first = runtime.http.post(call, { n: 1 })
    await expect.poll(() => runtime.session.state[area]).not.toBeNull()
    const second = runtime.http.post(call, { n: 2 })
    await signIn(0, 'me')
    expect((await Promise.all([first, second])).map(({ data }) => data)).toEqual(['done', 'done'])
  })

  test('another account is not let through, and the same one still is afterwards', async () => {
    const { page, signIn, sent } = await lab(facts, needLogin)
    const { runtime } = page
    runtime.unsaved.add({}, '')
    const waiting = runtime.http.post(call)
    await expect.poll(() => runtime.session.state[area]).not.toBeNull()
    await signIn(0, 'other')
    expect(runtime.session.state[area]).toMatchObject({ id: 7, other: { id: 8, nickname: 'N8' } })
    expect(sent().some(({ headers }) => headers[header] === 'T8')).toBe(false)
    runtime.session.askAgain(area)
    expect([runtime.session.state[area]?.other, runtime.session.token(area)]).toEqual([null, ''])
    await signIn(0, 'me')
    expect((await waiting).data).toBe('done')
  })

  test('cancelling leads to the sign-in route, and the call fails silently', async () => {
    const { page } = await lab(facts, needLogin)
    const { runtime, went, said } = page
    runtime.unsaved.add({}, '')
    const waiting = runtime.http.post(call).catch((error: Error) => error.name)
    await expect.poll(() => runtime.session.state[area]).not.toBeNull()
    runtime.session.leave(area)
    expect(await waiting).toBe('CallError')
    expect([runtime.session.state[area], runtime.unsaved.has(), said()]).toEqual([null, false, []])
    expect(went).toEqual([{ type: 'signIn', area, to: here }])
  })

  test('tabs of a browser agree: one signs in, all go on; another person there is asked about', async () => {
    const { pages, signIn } = await lab(facts, needLogin, 2)
    for (const { runtime } of pages) runtime.unsaved.add({}, '')
    const calls = pages.map(({ runtime }) => runtime.http.post(call))
    await expect.poll(() => pages.map(({ runtime }) => runtime.session.state[area]?.id)).toEqual([7, 7])
    await signIn(0, 'other')
    expect(pages.map(({ runtime }) => runtime.session.state[area]?.other?.id)).toEqual([8, 8])
    pages[0]?.runtime.session.askAgain(area)
    expect(pages.map(({ runtime }) => runtime.session.state[area]?.other)).toEqual([null, null])
    await signIn(1, 'me')
    expect((await Promise.all(calls)).map(({ data }) => data)).toEqual(['done', 'done'])
    expect(pages.map(({ runtime }) => runtime.session.state[area])).toEqual([null, null])
  })

  test('a tab whose person signs out in another one keeps what was entered', async () => {
    const { pages } = await lab(facts, needLogin, 2)
    const [one, two] = pages.map(({ runtime }) => runtime)
    two?.unsaved.add({}, '')
    await (area === 'admin' ? one?.signOut() : one && memberOf(one).signOut())
    expect(two?.session.state[area]).toMatchObject({ id: 7, nickname: 'N7' })
    expect(pages[1]?.went).toEqual([])
    expect(one?.session.state[area]).toBeNull()
  })

  test('with nothing entered they go to the sign-in route, with a message', async () => {
    const { page } = await lab(facts, needLogin)
    await page.runtime.start()
    await expect(page.runtime.http.post(call)).rejects.toThrow()
    expect(page.went).toEqual([{ type: 'signIn', area, to: here }])
    expect(page.said()).toEqual(['Your session has ended. Please sign in again.'])
  })
})

test('nobody who was never signed in reads that a session has ended', async () => {
  const server = await littleServer(() => needLogin)
  const { runtime, went, said } = testRuntime(server.url, { storage: memoryStorage(), path: '/admin/loading' })
  await expect(runtime.boot()).rejects.toThrow()
  expect([went, said()]).toEqual([[{ type: 'signIn', area: 'admin', to: '' }], []])
})
