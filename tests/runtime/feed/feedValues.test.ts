import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFeedSocket } from '../../../src/runtime/feed/socket.ts'
import { headlessPlatform, memoryStorage } from '../../../src/runtime/platform.ts'
import { createLiveFeed } from '../../../src/runtime/stores/liveFeed.ts'
import { notice, tab } from './feedLab.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type At = Parameters<typeof tab>[1]
const start = async (at?: At, parts: Parameters<typeof tab>[0] = {}) => {
  const made = tab(parts, at)
  await made.words.load()
  await made.feed.load()
  return made
}
const bound = async (parts: Parameters<typeof tab>[0] = {}) => {
  const made = await start(undefined, parts)
  made.socket().open()
  made.socket().say({ type: 'bind' })
  return made
}
const socketsAt = async (path: string) => (await start({ path, protocol: 'http:', host: 'shop.test' })).sockets.length

/** Milliseconds until `seen` holds, in steps of 10. */
async function until(seen: () => boolean): Promise<number> {
  for (let passed = 0; passed <= 120_000; passed += 10) {
    if (seen()) return passed
    await vi.advanceTimersByTimeAsync(10)
  }
  return Number.NaN
}

/** A value of the specification, by its section, and what the feed does when it is asked for. */
const values: [section: string, value: unknown, observed: () => Promise<unknown>][] = [
  [
    '4: on open a bind message is sent',
    1,
    async () => {
      const { socket } = await start()
      socket().open()
      return socket().sent.filter((text) => text.includes('"shop/worker.notify/bind"')).length
    },
  ],
  ['4: active on the back office', 1, () => socketsAt('/admin/dashboard')],
  ['4: not on the login page', 0, () => socketsAt('/admin/login')],
  ['4: not on root', 0, () => socketsAt('/')],
  ['4: not in the member centre', 0, () => socketsAt('/user/account/overview')],
  [
    '4: without a token, notify is turned off',
    false,
    async () => {
      const { stores } = await bound()
      stores.adminInfo.token = ''
      await vi.advanceTimersByTimeAsync(0)
      return stores.liveFeed.notify
    },
  ],
  [
    '4 and 9: reconnect delay 5 seconds',
    5_000,
    async () => {
      const { socket, sockets } = await bound()
      socket().end(1006)
      return until(() => sockets.length === 2)
    },
  ],
  [
    '4 and 9: at most 3 attempts',
    3,
    async () => {
      const { socket, sockets } = await bound()
      for (let i = 0; i < 9; i++) {
        socket().end(1006)
        await vi.advanceTimersByTimeAsync(20_000)
      }
      return sockets.length - 1
    },
  ],
  [
    '8: after 3 failed reconnects one warning',
    1,
    async () => {
      const { socket, warnings } = await bound()
      for (let i = 0; i < 9; i++) {
        socket().end(1006)
        await vi.advanceTimersByTimeAsync(20_000)
      }
      return warnings.length
    },
  ],
  [
    '8: a send on a closed socket only warns',
    ['the live feed is not open; not sent: hello'],
    async () => {
      const said: string[] = []
      const { platform, options } = closedSocket(said)
      createFeedSocket({ ...options, platform }).send('hello')
      return said
    },
  ],
  [
    '8: sound playback failure is only logged',
    ['the sound cannot be played'],
    async () => {
      const said: string[] = []
      const log = { warn: () => undefined, error: (...parts: unknown[]) => void said.push(String(parts[0])) }
      const { socket, stores, feed } = await bound({ log, playSound: () => Promise.reject(new Error('refused')) })
      stores.liveFeed.playAudio = true
      socket().say(notice(1))
      await vi.advanceTimersByTimeAsync(1_000)
      return feed.state.connection === 'bound' ? said : []
    },
  ],
  [
    '9: heartbeat every 50 seconds',
    50_000,
    async () => {
      const { socket } = await bound()
      return until(() => socket().sent.includes('ping'))
    },
  ],
  ['9: socket port', 2828, async () => createLiveFeed(memoryStorage(), 'feed').state.feedPort],
  [
    '9: popup queue interval 3 seconds',
    3_000,
    async () => {
      const { socket, feed } = await bound()
      socket().say(notice(1))
      socket().say(notice(2))
      return until(() => feed.popups.state.showing.length === 2)
    },
  ],
  [
    '9: sound gap 100 ms',
    100,
    async () => {
      const began: number[] = []
      const { socket, stores } = await bound({ playSound: async () => void began.push(Date.now()) })
      stores.liveFeed.playAudio = true
      socket().say(notice(1))
      socket().say(notice(2))
      await vi.advanceTimersByTimeAsync(2_000)
      return (began[1] ?? Number.NaN) - (began[0] ?? Number.NaN)
    },
  ],
  [
    '9: sound off at each start-up',
    false,
    async () => {
      const storage = memoryStorage({ feed: '{"playAudio":true,"unreadCount":1,"notify":true}' })
      return createLiveFeed(storage, 'feed').state.playAudio
    },
  ],
  ['7: over ws to the current host', 'ws://shop.test:2829', async () => (await start()).socket().url],
  [
    '7: on path /wss when the page is on https',
    'wss://shop.test/wss',
    async () => (await start({ path: '/admin', protocol: 'https:', host: 'shop.test' })).socket().url,
  ],
  [
    '7: notify carries unread_count',
    4,
    async () => {
      const { socket, stores } = await bound()
      socket().say(notice(1))
      return stores.liveFeed.unreadCount
    },
  ],
]

function closedSocket(said: string[]) {
  const { words, stores } = tab()
  return {
    platform: {
      ...headlessPlatform(),
      log: { warn: (...parts: unknown[]) => void said.push(parts.join(' ')), error: () => undefined },
    },
    options: {
      url: () => 'ws://shop.test',
      token: () => stores.adminInfo.token,
      lang: words.lang,
      bind: 'bind',
      since: () => undefined,
      gaveUpText: () => '',
      onState: () => undefined,
      onMessage: () => undefined,
      renew: async () => undefined,
    },
  }
}

test.each(values)('section %s', async (_section, value, observed) => {
  expect(await observed()).toEqual(value)
})
