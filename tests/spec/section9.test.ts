import { describe, expect, test } from 'vitest'
import { notifications } from '../../modules/shop/browser/notifications.ts'
import { popupGap } from '../../src/runtime/feed/popups.ts'
import { feedTimes } from '../../src/runtime/feed/socket.ts'
import { defaultTimeout } from '../../src/runtime/http/client.ts'
import { memoryStorage } from '../../src/runtime/platform.ts'
import { menuWidths } from '../../src/runtime/stores/layout.ts'
import { defaultFeedPort } from '../../src/runtime/stores/liveFeed.ts'
import { createStores } from '../../src/runtime/stores/stores.ts'
import { openTab } from '../../src/runtime/stores/tabs.ts'
import { defaultLocale, locales } from '../../src/schemas/language/words.ts'

/** Section 9 of the specification: constants of the front end. Heights and widths as drawn are in tests/e2e/shell.test.ts. */

const fresh = () => createStores(memoryStorage(), undefined).stores

test.each<[string, unknown, unknown]>([
  ['request timeout (ms)', defaultTimeout, 10_000],
  ['menu width (px)', menuWidths.normal, 260],
  ['menu width, collapsed', menuWidths.collapsed, 64],
  ['menu width, shrunk', menuWidths.shrunk, 0],
  ['menu width at first', fresh().layout.menuWidth, 260],
  ['languages', locales, ['zh-cn', 'en']],
  ['language by default', defaultLocale, 'zh-cn'],
  ['language at first', fresh().layout.lang, 'zh-cn'],
  ['layout at first', fresh().layout.layoutMode, 'Default'],
  ['socket port', defaultFeedPort, 2828],
  ['heartbeat (ms)', feedTimes.ping, 50_000],
  ['reconnect delay (ms)', feedTimes.reconnect, 5_000],
  ['reconnect attempts', feedTimes.attempts, 3],
  ['popup queue interval (ms)', popupGap, 3_000],
  ['sound at start-up', fresh().liveFeed.playAudio, false],
  ['upload mode', fresh().siteConfig.upload.mode, 'local'],
])('9, %s', (_what, value, expected) => {
  expect(value).toEqual(expected)
})

describe('9, storage keys', () => {
  test('are the five of the specification and no other', () => {
    const written = new Set<string>()
    const plain = memoryStorage()
    const set = (key: string, value: string) => {
      written.add(key)
      plain.set(key, value)
    }
    const { stores } = createStores({ ...plain, set }, undefined, { liveFeedKey: notifications.storageKey })
    stores.adminInfo.token = 'T'
    stores.userInfo.token = 'M'
    stores.layout.isDark = true
    stores.liveFeed.unreadCount = 3
    stores.memberCentre.open = true
    stores.siteConfig.siteName = 'Shop'
    const route = { key: 'rule:1', title: 'T' } as Parameters<typeof openTab>[1]
    openTab(stores.tabs, route, '/admin/a')
    expect([...written].sort()).toEqual(['adminInfo', 'shopConfig', 'storeConfig_v2', 'storeTabViewConfig', 'userInfo'])
  })
})
