import { describe, expect, test } from 'vitest'
import { notifications } from '../../modules/shop/browser/notifications.ts'
import { mergeWords } from '../../src/runtime/i18n/words.ts'
import type { Route } from '../../src/runtime/navigation/menu.ts'
import { createNotices } from '../../src/runtime/notices.ts'
import { type KeyValue, memoryStorage } from '../../src/runtime/platform.ts'
import { createStores } from '../../src/runtime/stores/stores.ts'
import { closeOtherTabs, closeTab, openTab } from '../../src/runtime/stores/tabs.ts'
import { isSignedIn, maskEmail, maskMobile } from '../../src/runtime/stores/userInfo.ts'
import { littleServer, signedIn, testRuntime } from './support.ts'

/** Storage that tabs share: each hears what another writes, and nothing of what it wrote itself. */
function sharedStorage(): { tab(): KeyValue; values: Map<string, string> } {
  const values = new Map<string, string>()
  const tabs: ((key: string) => void)[][] = []
  return {
    values,
    tab() {
      const mine: ((key: string) => void)[] = []
      tabs.push(mine)
      const tell = (key: string) => {
        for (const listener of tabs.filter((other) => other !== mine).flat()) listener(key)
      }
      return {
        get: (key) => values.get(key) ?? null,
        set(key, value) {
          values.set(key, value)
          tell(key)
        },
        remove(key) {
          values.delete(key)
          tell(key)
        },
        listen(changed) {
          mine.push(changed)
          return () => mine.splice(mine.indexOf(changed), 1)
        },
      }
    },
  }
}

describe('what is kept in the browser', () => {
  test('uses the five keys of the specification, each storing only what it should', () => {
    const storage = memoryStorage()
    const { stores } = createStores(storage, undefined, { liveFeedKey: notifications.storageKey })
    Object.assign(stores.adminInfo, { id: 1, token: 'T' })
    Object.assign(stores.userInfo, {
      id: 2,
      token: 'M',
      email: 'someone@example.com',
      mobile: '13900001999',
      birthday: '1990-01-01',
      money: '88.00',
      last_login_ip: '10.0.0.1',
    })
    Object.assign(stores.layout, { isDark: true, shrink: true, lang: 'en' })
    Object.assign(stores.tabs, { tabFullScreen: true, authNode: { '/admin/x': ['/admin/x/add'] } })
    Object.assign(stores.liveFeed, { playAudio: true, unreadCount: 4, notify: true, feedPort: 9 })
    const kept = (key: string) => JSON.parse(storage.get(key) ?? 'null')
    expect(kept('adminInfo')).toMatchObject({ id: 1, token: 'T' })
    expect(kept('userInfo')).toMatchObject({
      id: 2,
      token: 'M',
      email: 's***@example.com',
      mobile: '139****1999',
      birthday: '',
      money: '',
      last_login_ip: '',
    })
    expect(kept('storeConfig_v2')).toMatchObject({ isDark: true, lang: 'en', menuWidth: 260, layoutMode: 'Default' })
    expect(kept('storeConfig_v2')).not.toHaveProperty('shrink')
    expect(kept('storeTabViewConfig')).toMatchObject({ tabFullScreen: true, tabsView: [] })
    expect(kept('shopConfig')).toEqual({ playAudio: true, desktop: false, unreadCount: 4, notify: true })
    expect(stores.userInfo.email).toBe('someone@example.com')
  })

  test('comes back at the next start; sounds are off and the window is wide again', () => {
    const storage = memoryStorage()
    const before = createStores(storage, undefined, { liveFeedKey: notifications.storageKey }).stores
    Object.assign(before.layout, { isDark: true, shrink: true, menuWidth: 200, lang: 'en' })
    Object.assign(before.liveFeed, { playAudio: true, unreadCount: 4 })
    before.tabs.tabFullScreen = true
    const { stores } = createStores(storage, undefined, { liveFeedKey: notifications.storageKey })
    expect(stores.layout).toMatchObject({ isDark: true, shrink: false, menuWidth: 200, lang: 'en' })
    expect(stores.liveFeed).toMatchObject({ playAudio: false, unreadCount: 4, feedPort: 2828 })
    expect(stores.tabs).toMatchObject({ tabFullScreen: true, tabsView: [] })
  })

  test('of a wrong shape is not taken: what cannot be read is as if it were not there', () => {
    const storage = memoryStorage({
      storeConfig_v2: '{"lang":"klingon","layoutMode":"Fancy","menuWidth":"wide","isDark":true,"menuColor":"red"}',
      shopConfig: 'nonsense',
      storeTabViewConfig: '{"tabFullScreen":"yes"}',
    })
    const { stores } = createStores(storage, undefined, { liveFeedKey: notifications.storageKey })
    expect(stores.layout).toMatchObject({
      lang: 'zh-cn',
      layoutMode: 'Default',
      menuWidth: 260,
      isDark: true,
      menuColor: ['', ''],
    })
    expect(stores.liveFeed.unreadCount).toBe(0)
    expect(stores.tabs.tabFullScreen).toBe(false)
  })

  test('changes in one tab reach the other, also the end of a session', () => {
    const shared = sharedStorage()
    const one = createStores(shared.tab(), undefined)
    const two = createStores(shared.tab(), undefined)
    one.stores.adminInfo.token = 'T9'
    one.stores.layout.isDark = true
    expect([two.stores.adminInfo.token, two.stores.layout.isDark]).toEqual(['T9', true])
    one.signedIn.admin.reset()
    expect([two.stores.adminInfo.token, shared.values.has('adminInfo')]).toEqual(['', false])
  })
})

describe('before a tab has heard what another one stored,', () => {
  const values = new Map<string, string>()
  const heard: ((key: string) => void)[] = []
  const writes: string[] = []
  const tab = (name: string): KeyValue => ({
    get: (key) => values.get(key) ?? null,
    set(key, value) {
      writes.push(name)
      values.set(key, value)
    },
    remove: (key) => void values.delete(key),
    listen: (changed) => {
      heard.push(changed)
      return () => undefined
    },
  })
  const one = createStores(tab('one'), undefined)
  const two = createStores(tab('two'), undefined)
  const tell = (key: string) => heard.forEach((changed) => void changed(key)) // as browsers do: later, when all of it is written
  const stored = (key: string) => JSON.parse(values.get(key) ?? 'null') as unknown

  test('it writes nothing back of it: half of a sign-in would sign the other tab out', () => {
    Object.assign(one.stores.userInfo, { id: 2, username: 'someone', token: 'M', refresh_token: 'R' })
    writes.length = 0
    tell('userInfo')
    expect(writes).toEqual([])
    expect(stored('userInfo')).toMatchObject({ id: 2, token: 'M', refresh_token: 'R' })
    expect(two.stores.userInfo).toMatchObject({ id: 2, token: 'M' })
  })

  test('a change of its own leaves the tokens that were renewed there', () => {
    Object.assign(one.stores.userInfo, { token: 'M2', refresh_token: 'R2' })
    two.stores.userInfo.nickname = 'Some One'
    expect(stored('userInfo')).toMatchObject({ token: 'M2', refresh_token: 'R2', nickname: 'Some One' })
    expect(two.stores.userInfo.token).toBe('M2')
  })

  test('a change of its own does not bring back a session that ended there', () => {
    tell('userInfo')
    one.signedIn.user.reset()
    two.stores.userInfo.nickname = 'Some Two'
    expect(stored('userInfo')).toMatchObject({ id: 0, token: '', refresh_token: '' })
    expect(two.stores.userInfo.token).toBe('')
  })
})

test('what another tab stored of a member does not mask what this tab knows of the same one', () => {
  const shared = sharedStorage()
  const one = createStores(shared.tab(), undefined).stores.userInfo
  const two = createStores(shared.tab(), undefined).stores.userInfo
  for (const user of [one, two]) Object.assign(user, { id: 2, token: 'M', email: 'someone@example.com', birthday: '1990-01-01' })
  one.token = 'M2'
  expect(two).toMatchObject({ token: 'M2', email: 'someone@example.com', birthday: '1990-01-01' })
  one.id = 3
  expect(two).toMatchObject({ id: 3, email: 's***@example.com', birthday: '' })
})

describe('signing out', () => {
  test('takes every token and personal trace away, also when the server cannot be reached', async () => {
    const storage = memoryStorage({ ...signedIn('T1', 'R1'), shopConfig: '{"unreadCount":5,"notify":true}' })
    const { runtime, said } = testRuntime('http://127.0.0.1:1', { storage })
    runtime.access.take({ '/admin/x': ['/admin/x/add'] }, [])
    await runtime.signOut()
    expect(storage.get('adminInfo')).toBeNull()
    expect(JSON.parse(storage.get('shopConfig') ?? '')).toEqual({
      playAudio: false,
      desktop: false,
      unreadCount: 0,
      notify: false,
    })
    expect([runtime.session.token('admin'), runtime.access.can('x', 'add'), runtime.booted(), said()]).toEqual([
      '',
      false,
      false,
      [],
    ])
  })

  test('tells the server which tokens are over', async () => {
    const server = await littleServer(() => ({}))
    const { runtime } = testRuntime(server.url)
    await runtime.signOut()
    expect(server.asked).toMatchObject([
      { method: 'POST', path: '/admin/Index/logout', body: { refreshToken: 'R1' }, headers: { batoken: 'T1' } },
    ])
  })
})

describe('signing in', () => {
  test('stores who it is with both tokens; without "keep" there is no refresh token', async () => {
    const server = await littleServer(({ body }) => ({
      data: {
        userInfo: {
          id: 3,
          username: body.username,
          nickname: 'Li',
          avatar: '',
          last_login_time: 'now',
          token: 'T3',
          refresh_token: body.keep ? 'R3' : '',
        },
      },
    }))
    const { runtime, storage } = testRuntime(server.url, { storage: memoryStorage(), path: '/admin/login' })
    await runtime.signIn({ username: 'li', password: 'Secret123', keep: true })
    expect(JSON.parse(storage.get('adminInfo') ?? '')).toMatchObject({ id: 3, username: 'li', token: 'T3', refresh_token: 'R3' })
    expect(storage.get('adminInfo')).not.toContain('Secret123')
    await runtime.signIn({ username: 'li', password: 'Secret123', keep: false })
    expect(runtime.session.refreshToken('admin')).toBe('')
  })
})

describe('tabs', () => {
  const route = (id: number): Route => ({
    key: `rule:${id}`,
    id,
    path: `/admin/${id}`,
    alias: null,
    name: String(id),
    title: `Tab ${id}`,
    icon: '',
    type: 'tab',
    pageId: String(id),
    known: true,
    url: '',
    keepalive: null,
    extend: 'none',
  })

  test('a screen has one tab, whose address follows; closing the shown one goes to the last', () => {
    const { tabs } = createStores(memoryStorage(), undefined).stores
    for (const id of [1, 2, 3]) openTab(tabs, route(id), `/admin/${id}`)
    openTab(tabs, route(2), '/admin/2?status=1')
    expect(tabs.tabsView.map(({ fullPath }) => fullPath)).toEqual(['/admin/1', '/admin/2?status=1', '/admin/3'])
    expect([tabs.activeIndex, tabs.activeRoute?.id]).toEqual([1, 'rule:2'])
    expect(closeTab(tabs, 'rule:1')?.id).toBe('rule:2')
    expect(tabs.activeIndex).toBe(0)
    expect(closeTab(tabs, 'rule:2')?.id).toBe('rule:3')
    expect(closeOtherTabs(tabs)).toBeNull()
    expect(tabs.tabsView).toEqual([])
  })

  test('closing the others leaves the one', () => {
    const { tabs } = createStores(memoryStorage(), undefined).stores
    for (const id of [1, 2, 3]) openTab(tabs, route(id), `/admin/${id}`)
    expect(closeOtherTabs(tabs, 'rule:2')?.id).toBe('rule:2')
    expect([tabs.tabsView.length, tabs.activeIndex]).toEqual([1, 0])
  })
})

test('a member is signed in with id and token only', () => {
  expect([isSignedIn({ id: 1, token: 'x' }), isSignedIn({ id: 0, token: 'x' }), isSignedIn({ id: 1, token: '' })]).toEqual([
    true,
    false,
    false,
  ])
})

test.each([
  [maskEmail('a@b.cn'), 'a***@b.cn'],
  [maskEmail(''), ''],
  [maskMobile('13900001999'), '139****1999'],
  [maskMobile('123'), '***'],
])('%s hides what it should', (masked, expected) => {
  expect(masked).toBe(expected)
})

test('the same word in two files of a language is an error', () => {
  expect(mergeWords([{ ui: { a: 'x' } }, { ui: { b: 'y' } }])).toEqual({ 'ui.a': 'x', 'ui.b': 'y' })
  expect(() => mergeWords([{ ui: { a: 'x' } }, { 'ui.a': 'y' }])).toThrow('"ui.a" is in two words files')
})

test('choosing another language stores it and reloads the page', () => {
  let reloads = 0
  const storage = memoryStorage()
  const { runtime } = testRuntime('http://127.0.0.1:1', { storage, platform: { reload: () => void reloads++ } })
  runtime.setLanguage('zh-cn')
  expect([reloads, JSON.parse(storage.get('storeConfig_v2') ?? '').lang]).toEqual([1, 'zh-cn'])
})

const noticed = (notices: ReturnType<typeof createNotices>) => notices.state.queue.map(({ text }) => text)

test('shows the newest four of what went well, and everything that went wrong or stays', () => {
  const notices = createNotices()
  notices.push('error', 'lost')
  notices.push('info', 'a new version', { stays: true })
  for (let n = 1; n <= 8; n++) notices.push('success', `saved ${n}`, { undo: () => undefined })
  notices.push('warning', 'slow')
  expect(noticed(notices)).toEqual(['lost', 'a new version', 'saved 5', 'saved 6', 'saved 7', 'saved 8', 'slow'])
})

test('keeps the newest twenty of what went wrong', () => {
  const notices = createNotices()
  for (let n = 1; n <= 25; n++) notices.push('error', `failed ${n}`)
  expect(noticed(notices)).toEqual(Array.from({ length: 20 }, (_, i) => `failed ${i + 6}`))
})
