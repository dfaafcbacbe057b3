import { describe, expect, test } from 'vitest'
import { notifications } from '../../modules/shop/browser/notifications.ts'
import type { Route } from '../../src/runtime/navigation/menu.ts'
import { memoryStorage } from '../../src/runtime/platform.ts'
import { layoutColors, toggleFavourite } from '../../src/runtime/stores/layout.ts'
import { createStores, type Stores } from '../../src/runtime/stores/stores.ts'
import { moveTab, openTab, takeRoutes } from '../../src/runtime/stores/tabs.ts'
import { keys, wrong } from './corrupted.ts'

/** Section 3 of the specification: what the browser keeps. One row per member. */

const route = (id: number): Route => ({
  key: `rule:${id}`,
  id,
  path: `/admin/${id}`,
  alias: null,
  name: String(id),
  title: `Screen ${id}`,
  icon: '',
  type: 'tab',
  pageId: String(id),
  known: true,
  url: '',
  keepalive: null,
  extend: 'none',
})

/** The shop keeps the settings of the live feed under the specification's key. */
const keyOfShop = { liveFeedKey: notifications.storageKey }

/** Writes with one set of stores and reads with the next, as a reload does. */
function reloaded(change: (stores: Stores) => void): {
  before: Stores
  after: Stores
  kept(key: string): Record<string, unknown>
} {
  const storage = memoryStorage()
  const before = createStores(storage, undefined, keyOfShop).stores
  change(before)
  const after = createStores(storage, undefined, keyOfShop).stores
  return { before, after, kept: (key) => JSON.parse(storage.get(key) ?? '{}') as Record<string, unknown> }
}

describe('3, layout settings: every member of storeConfig_v2 comes back', () => {
  test.each<[keyof Stores['layout'], unknown]>([
    ['layoutMode', 'Classic'],
    ['layoutMode', 'Streamline'],
    ['layoutMode', 'Double'],
    ['mainAnimation', 'slide-left'],
    ['isDark', true],
    ['followSystem', false],
    ['menuWidth', 320],
    ['menuDefaultIcon', 'fa fa-circle-o'],
    ['menuCollapse', true],
    ['menuUniqueOpened', true],
    ['menuShowTopBar', false],
    ['density', 'roomy'],
    ['lang', 'en'],
    ['favourites', ['auth/admin', 'shop/order/order']],
    ...layoutColors.map((name) => [name, ['#fafafa', 'rgb(10, 20, 30)']] as [keyof Stores['layout'], unknown]),
  ])('%s as %j', (name, value) => {
    const { after } = reloaded(({ layout }) => Object.assign(layout, { [name]: value }))
    expect(after.layout[name]).toEqual(value)
  })

  test('a narrow window is no setting', () => {
    const { after, kept } = reloaded(({ layout }) => Object.assign(layout, { shrink: true }))
    expect([after.layout.shrink, 'shrink' in kept('storeConfig_v2')]).toEqual([false, false])
  })

  test.each<[string, unknown]>([
    ['layoutMode', 'Fancy'],
    ['mainAnimation', 'spin'],
    ['density', 'tiny'],
    ['lang', 'klingon'],
    ['menuWidth', 1e9],
    ['menuWidth', -1],
    ['menuWidth', null],
    ['isDark', 'yes'],
    ['menuDefaultIcon', '"><img src=x>'],
    ['menuDefaultIcon', 'x'.repeat(5000)],
    ['menuColor', ['url(https://evil.example)', 'red;background:url(x)']],
    ['menuColor', [{}, 5]],
    ['menuColor', []],
    ['menuColor', 'red'],
    ['favourites', [5, {}, 'x'.repeat(500)]],
    ['favourites', { length: 3 }],
  ])('%s as %j counts as never chosen', (name, value) => {
    const storage = memoryStorage({ storeConfig_v2: JSON.stringify({ [name]: value }) })
    const plain = createStores(memoryStorage(), undefined).stores.layout
    expect({ ...createStores(storage, undefined).stores.layout }).toEqual({ ...plain })
  })

  test('favourites are put at the end and taken away again', () => {
    const { layout } = createStores(memoryStorage(), undefined).stores
    for (const name of ['a', 'b', 'c', 'b']) toggleFavourite(layout, name)
    expect(layout.favourites).toEqual(['a', 'c'])
  })
})

describe('3, admin tab state', () => {
  const open = ({ tabs }: Stores) => {
    takeRoutes(tabs, [route(1), route(2), route(3)], { '/admin/1': ['/admin/1/add'] })
    for (const id of [1, 2, 3]) openTab(tabs, route(id), `/admin/${id}`)
    openTab(tabs, route(2), '/admin/2?status=1')
    tabs.tabFullScreen = true
  }

  test.each(['activeIndex', 'activeRoute', 'tabsView', 'tabFullScreen', 'tabsViewRoutes', 'authNode'] as const)(
    '%s is kept under storeTabViewConfig',
    (name) => {
      const { before, kept } = reloaded(open)
      expect(kept('storeTabViewConfig')[name]).toEqual(JSON.parse(JSON.stringify(before.tabs[name])))
    },
  )

  test('the open tabs come back in their order and at their addresses, with routes and rights of the freshly loaded menu', () => {
    const { after } = reloaded(open)
    expect([after.tabs.authNode, after.tabs.tabsViewRoutes, after.tabs.activeRoute]).toEqual([{}, [], null])
    const renamed = { ...route(2), title: 'Renamed' }
    takeRoutes(after.tabs, [route(1), renamed], { '/admin/2': [] })
    expect(after.tabs.tabsView.map(({ title, fullPath }) => `${title} ${fullPath}`)).toEqual([
      'Screen 1 /admin/1',
      'Renamed /admin/2?status=1',
    ])
    expect(after.tabs.authNode).toEqual({ '/admin/2': [] })
    expect(openTab(after.tabs, renamed, '/admin/2?status=1').id).toBe('rule:2')
    expect([after.tabs.activeIndex, after.tabs.tabsView.length]).toEqual([1, 2])
  })

  test.each<[string, unknown]>([
    ['an address of another screen', [{ id: 'rule:1', fullPath: '/admin/2' }]],
    ['another site', [{ id: 'rule:1', fullPath: 'https://evil.example' }]],
    ['a route of its own', [{ id: 'rule:7', fullPath: '/admin/7', route: { ...route(7), url: 'javascript:alert(1)' } }]],
    ['no tab at all', [null, 5, 'x', [], {}, { id: 1, fullPath: 2 }]],
    ['what is no list', { 0: { id: 'rule:1', fullPath: '/admin/1' } }],
  ])('of %s nothing is opened', (_what, tabsView) => {
    const storage = memoryStorage({ storeTabViewConfig: JSON.stringify({ tabsView, activeRoute: { id: 'x' }, activeIndex: 99 }) })
    const { tabs } = createStores(storage, undefined).stores
    takeRoutes(tabs, [route(1), route(2)], {})
    expect([tabs.tabsView, tabs.activeRoute, tabs.activeIndex]).toEqual([[], null, 0])
  })

  test.each<[string, number, boolean, string]>([
    ['rule:1', 2, true, '2 3 1'],
    ['rule:3', 0, true, '3 1 2'],
    ['rule:2', 1, true, '1 2 3'],
    ['rule:1', -1, false, '1 2 3'],
    ['rule:3', 3, false, '1 2 3'],
    ['gone', 0, false, '1 2 3'],
  ])('%s is moved to place %i: %s', (id, to, moved, order) => {
    const { tabs } = createStores(memoryStorage(), undefined).stores
    for (const one of [1, 2, 3]) openTab(tabs, route(one), `/admin/${one}`)
    expect(moveTab(tabs, id, to)).toBe(moved)
    expect(tabs.tabsView.map((tab) => tab.route.id).join(' ')).toBe(order)
    expect(tabs.tabsView[tabs.activeIndex]?.id).toBe('rule:3')
  })

  test('what another window opens does not change the tabs of this one', () => {
    const listeners: ((key: string) => void)[] = []
    const values = memoryStorage()
    const listen = (changed: (key: string) => void) => {
      listeners.push(changed)
      return () => undefined
    }
    const storage = { ...values, listen }
    const { tabs } = createStores(storage, undefined).stores
    openTab(tabs, route(1), '/admin/1')
    values.set('storeTabViewConfig', JSON.stringify({ tabsView: [{ id: 'rule:2', fullPath: '/admin/2' }], tabFullScreen: true }))
    for (const listener of listeners) listener('storeTabViewConfig')
    expect([tabs.tabsView.length, tabs.activeRoute?.id, tabs.tabFullScreen]).toEqual([1, 'rule:1', false])
  })
})

describe('3, entities kept: their members', () => {
  test.each([
    ['adminInfo', 'id username nickname avatar last_login_time token refresh_token super'],
    [
      'userInfo',
      'id username nickname email mobile avatar gender birthday money score last_login_time last_login_ip join_time motto token refresh_token',
    ],
    ['siteConfig', 'siteName recordNumber version cdnUrl apiUrl upload headNav initialize'],
    ['memberCentre', 'open layoutMode viewRoutes authNode navUserMenus menuExpand'],
    ['liveFeed', 'playAudio unreadCount notify'],
    ['tabs', 'activeIndex activeRoute tabsView tabFullScreen tabsViewRoutes authNode'],
    ['layout', 'shrink layoutMode mainAnimation isDark menuWidth menuCollapse menuUniqueOpened menuShowTopBar menuDefaultIcon'],
  ] as const)('%s: %s', (store, members) => {
    const made = createStores(memoryStorage(), undefined).stores[store]
    expect(Object.keys(made)).toEqual(expect.arrayContaining(members.split(' ')))
  })
})

describe('3, a broken copy counts as none', () => {
  const first = () => JSON.stringify(createStores(memoryStorage(), undefined).stores)
  test.each(keys.flatMap((key) => wrong.map((text) => [key, JSON.stringify(text).slice(0, 60), text] as const)))(
    '%s: %s',
    (key, _shown, text) => {
      expect(JSON.stringify(createStores(memoryStorage({ [key]: text }), undefined, keyOfShop).stores)).toBe(first())
    },
  )

  test.each(keys)('%s: values of every wrong type leave every member as it is at first', (key) => {
    const shapes: unknown[] = [null, 7, 'x', true, [], {}, [[]], { toString: 1 }]
    const fresh = createStores(memoryStorage(), undefined).stores
    const store = {
      adminInfo: 'adminInfo',
      userInfo: 'userInfo',
      storeConfig_v2: 'layout',
      storeTabViewConfig: 'tabs',
      shopConfig: 'liveFeed',
    } as const
    const plain: Readonly<Record<string, unknown>> = { ...fresh[store[key]] }
    for (const shape of shapes) {
      const stored = Object.fromEntries(Object.keys(plain).map((name) => [name, shape]))
      const made: Readonly<Record<string, unknown>> = {
        ...createStores(memoryStorage({ [key]: JSON.stringify(stored) }), undefined, keyOfShop).stores[store[key]],
      }
      for (const [name, value] of Object.entries(plain))
        expect([name, typeof made[name], Array.isArray(made[name])]).toEqual([name, typeof value, Array.isArray(value)])
    }
  })
})
