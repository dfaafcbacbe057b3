import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { notifications } from '../../../modules/shop/browser/notifications.ts'
import { noticeList } from '../../../modules/shop/contract/noticeTargets.ts'
import { createPopups } from '../../../src/runtime/feed/popups.ts'
import { createSounds } from '../../../src/runtime/feed/sounds.ts'
import { headlessPlatform } from '../../../src/runtime/platform.ts'
import { browser, notice, tab } from './feedLab.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the live feed', () => {
  test('binds with the token and the language when it opens, and sends ping every 50 seconds', async () => {
    const { feed, socket, stores } = tab()
    await feed.load()
    expect(socket().url).toBe('ws://shop.test:2829')
    expect(stores.liveFeed.unreadCount).toBe(3)
    socket().open()
    expect(socket().sent).toEqual([JSON.stringify({ pathInfo: 'shop/worker.notify/bind', ba_token: 'T1', lang: 'en' })])
    socket().say({ type: 'bind' })
    expect(feed.state.connection).toBe('bound')
    for (const pings of [1, 2, 3]) {
      vi.advanceTimersByTime(49_999)
      expect(socket().sent.slice(1)).toHaveLength(pings - 1)
      vi.advanceTimersByTime(1)
      expect(socket().sent.slice(1)).toEqual(Array(pings).fill('ping'))
      socket().say({ type: 'pong' })
    }
  })

  test('says the word of a test back', async () => {
    const { feed, socket } = tab()
    await feed.load()
    socket().open()
    socket().say({ type: 'bind' })
    socket().say({ type: 'test', data: { word: 'w-1' } })
    expect(socket().sent.at(-1)).toBe('{"heard":"w-1"}')
  })

  test('goes to /wss on https pages', async () => {
    const { feed, socket } = tab({}, { path: '/admin', protocol: 'https:', host: 'shop.test' })
    await feed.load()
    expect(socket().url).toBe('wss://shop.test/wss')
  })

  test.each([
    ['on the sign-in page', '/admin/login', true],
    ['on the public pages', '/', true],
    ['in the member centre', '/user/account', true],
    ['when the server says so', '/admin/dashboard', false],
  ])('stays off %s', async (_name, path, notify) => {
    const { feed, sockets, config } = tab({}, { path, protocol: 'http:', host: 'x' })
    config.notify = notify
    await feed.load()
    expect(sockets).toEqual([])
    expect(feed.state.connection).toBe('off')
  })

  test('follows the route: off on leaving the back office, on again when back', async () => {
    const { feed, sockets, socket, at } = tab()
    await feed.load()
    socket().open()
    at.path = '/'
    feed.follow()
    expect([socket().readyState, feed.state.connection]).toEqual([3, 'off'])
    at.path = '/admin/dashboard'
    feed.follow()
    expect(sockets).toHaveLength(2)
  })

  test('is over with the session, and nothing is left running', async () => {
    const { feed, socket, stores, sockets } = tab()
    await feed.load()
    socket().open()
    stores.adminInfo.token = ''
    await vi.advanceTimersByTimeAsync(0)
    expect([socket().readyState, stores.liveFeed.notify, feed.state.connection]).toEqual([3, false, 'off'])
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sockets).toHaveLength(1)
  })

  test('keeps its socket when the token is renewed', async () => {
    const { feed, socket, stores, sockets } = tab()
    await feed.load()
    socket().open()
    stores.adminInfo.token = 'T2'
    await vi.advanceTimersByTimeAsync(0)
    expect([sockets.length, socket().readyState]).toEqual([1, 1])
  })
})

describe('a feed that was cut', () => {
  test('comes back after 5 seconds, three times, then gives up with one warning', async () => {
    const { feed, sockets, socket, warnings, words } = tab()
    await words.load()
    await feed.load()
    socket().end(1006)
    for (const n of [2, 3, 4]) {
      vi.advanceTimersByTime(4_999)
      expect(sockets).toHaveLength(n - 1)
      vi.advanceTimersByTime(1)
      expect(sockets).toHaveLength(n)
      socket().end(1006)
    }
    vi.advanceTimersByTime(600_000)
    expect(sockets).toHaveLength(4)
    expect(warnings).toEqual([
      'The connection for live notifications was lost. It reconnects when you come back to this page or open another screen.',
    ])
    expect(feed.state.connection).toBe('gaveUp')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('resets its count after binding, and asks the server what it missed', async () => {
    const { feed, sockets, socket, stores, config } = tab()
    await feed.load()
    for (const _ of Array(10).keys()) {
      socket().open()
      socket().say({ type: 'bind' })
      socket().end(1006)
      vi.advanceTimersByTime(5_000)
    }
    expect(sockets).toHaveLength(11)
    config.unread_count = 9
    socket().open()
    socket().say({ type: 'bind' })
    await vi.advanceTimersByTimeAsync(0)
    expect(stores.liveFeed.unreadCount).toBe(9)
  })

  test('does not come back when the server has too many sockets of the account', async () => {
    const { feed, sockets, socket } = tab()
    await feed.load()
    socket().open()
    socket().end(1008)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([sockets.length, feed.state.connection]).toEqual([1, 'gaveUp'])
  })

  test('ignores what is no message', async () => {
    const { feed, socket, stores } = tab()
    await feed.load()
    socket().open()
    for (const data of ['pong', '{', '{"type":5}', '{"type":"notify"}', '[]', 5]) socket().onmessage?.({ data })
    expect(feed.popups.state.showing).toEqual([])
    expect(stores.liveFeed.unreadCount).toBe(3)
  })
})

describe('a notice', () => {
  test('is new in the list it is about and in the list of notices, once, until that list is read again', async () => {
    const { feed, socket } = tab()
    await feed.load()
    socket().open()
    for (const id of [11, 12, 12]) socket().say(notice(id))
    const orders = '/admin/shop/order/order'
    expect(feed.news.state.byPath).toEqual({ [orders]: [11, 12], '/admin/shop/notify/notify': [11, 12] })
    feed.news.seen(orders)
    expect(feed.news.state.byPath).toEqual({ '/admin/shop/notify/notify': [11, 12] })
    feed.stop()
    expect(feed.news.state.byPath).toEqual({})
  })

  test('is counted and shown; clicking it marks it read and opens the filtered list', async () => {
    const { feed, socket, stores, went, posted } = tab()
    await feed.load()
    socket().open()
    socket().say(notice(11))
    expect(stores.liveFeed.unreadCount).toBe(4)
    const [message] = feed.popups.state.showing
    if (!message) throw new Error('no notice is shown')
    expect(message).toMatchObject({ id: 11, message: 'Paid' })
    await feed.open(message)
    expect(went).toEqual([{ type: 'path', path: '/admin/shop/order/order?status=2&order_no=A1' }])
    expect(posted).toEqual([['/admin/shop.notify.Notify/read', { id: 11 }]])
    expect(feed.popups.state.showing).toEqual([])
    expect(stores.liveFeed.unreadCount).toBe(3)
  })

  test.each([
    ['order', { order_no: 'A1' }, '/admin/shop/order/order?status=2&order_no=A1'],
    ['order_cancel', { order_no: 'A1' }, '/admin/shop/order/order?status=7&order_no=A1'],
    ['order_refund', { order_no: 'A1' }, '/admin/shop/order/refund?audit_status=1&order.order_no=A1'],
    ['order_export', { name: 'June' }, '/admin/shop/order/export?name=June'],
    ['low_stock', { name: 'Tea' }, '/admin/shop/goods/goods?name=Tea'],
    ['refund_ship', { order_no: 'A1' }, '/admin/shop/order/refund?status=1&user_ship_status=1&order.order_no=A1'],
    ['mention', { page: 'shop/order/order', key: 'id', value: 7 }, '/admin/shop/order/order/7'],
    ['something', {}, noticeList],
    ['constructor', {}, noticeList],
  ])('of type %s leads to its list', (type, data, path) => {
    const message = {
      id: 1,
      message_type: type,
      message_type_map: {},
      message: '',
      message_data: data,
      audio_path: '',
      volume: 1,
      popup: true,
    }
    expect(notifications.target(message)).toBe(path)
  })

  test('makes a sound only when sounds were switched on, and only from this site', async () => {
    const { feed, socket, stores, played } = tab()
    await feed.load()
    socket().open()
    socket().say(notice(1))
    stores.liveFeed.playAudio = true
    socket().say(notice(2))
    const foreign = notice(3)
    foreign.data.message.audio_path = 'https://evil.example/x.mp3'
    socket().say(foreign)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(played).toEqual(['/audio/order.mp3'])
  })
})

describe('popups and sounds', () => {
  test('popups come 3 seconds apart while others are coming, each notice once', () => {
    const popups = createPopups()
    const message = (id: number) => ({
      id,
      message_type: '',
      message_type_map: {},
      message: '',
      message_data: {},
      audio_path: '',
      volume: 1,
      popup: true,
    })
    for (const id of [1, 2, 3, 2]) popups.push(message(id))
    const shown = () => popups.state.showing.map(({ id }) => id)
    expect(shown()).toEqual([1])
    vi.advanceTimersByTime(2_999)
    expect(shown()).toEqual([1])
    vi.advanceTimersByTime(1)
    expect(shown()).toEqual([1, 2])
    popups.dismiss(1)
    vi.advanceTimersByTime(3_000)
    expect(shown()).toEqual([2, 3])
    vi.advanceTimersByTime(3_000)
    popups.push(message(4))
    expect(shown()).toEqual([2, 3, 4])
    popups.clear()
    expect([popups.state.showing, vi.getTimerCount()]).toEqual([[], 0])
  })

  test('sounds play one at a time with 100 ms between; one that fails is only logged', async () => {
    const said: string[] = []
    const sounds = createSounds(
      headlessPlatform({
        playSound: (url) =>
          url === 'bad'
            ? Promise.reject(new Error('refused'))
            : new Promise((done) => setTimeout(done, 500)).then(() => void said.push(`${url} ended`)),
        log: { warn: () => undefined, error: (...parts) => void said.push(String(parts[0])) },
      }),
    )
    for (const url of ['a', 'bad', 'b']) sounds.play(url)
    await vi.advanceTimersByTimeAsync(500)
    expect(said).toEqual(['a ended'])
    await vi.advanceTimersByTimeAsync(100)
    expect(said).toEqual(['a ended', 'the sound cannot be played'])
    await vi.advanceTimersByTimeAsync(599)
    expect(said).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(said[2]).toBe('b ended')
  })
})

describe('a new revision of the server', () => {
  test('has every tab read its screens again, also when it came while the socket was away', async () => {
    const shared = browser()
    const first = tab(shared)
    const second = tab(shared)
    for (const { feed } of [first, second]) await feed.load()
    await vi.advanceTimersByTimeAsync(0)
    first.socket().open()
    first.socket().say({ type: 'bind' })
    expect([first, second].map(({ revisions }) => revisions.length)).toEqual([0, 0])
    first.socket().say({ type: 'revision', data: { hash: 'next' } })
    expect([first, second].map(({ revisions }) => revisions.length)).toEqual([1, 1])
    first.socket().end(1006)
    vi.advanceTimersByTime(5_000)
    first.socket().open()
    first.socket().say({ type: 'bind' })
    first.socket().say({ type: 'bind' })
    expect([first, second].map(({ revisions }) => revisions.length)).toEqual([2, 2])
  })
})

describe('several tabs', () => {
  test('one holds the socket for all, all show the notice, one plays its sound; the next takes over when it goes', async () => {
    const shared = browser()
    const first = tab(shared)
    const second = tab(shared)
    for (const { feed, stores } of [first, second]) {
      await feed.load()
      stores.liveFeed.playAudio = true
    }
    await vi.advanceTimersByTimeAsync(0)
    expect([first.sockets.length, second.sockets.length]).toEqual([1, 0])
    expect(second.feed.state.connection).toBe('other')
    first.socket().open()
    first.socket().say(notice(5))
    await vi.advanceTimersByTimeAsync(200)
    expect([first, second].map(({ stores }) => stores.liveFeed.unreadCount)).toEqual([4, 4])
    expect([first, second].map(({ feed }) => feed.popups.state.showing.length)).toEqual([1, 1])
    expect([...first.played, ...second.played]).toEqual(['/audio/order.mp3'])
    first.feed.stop()
    await vi.advanceTimersByTimeAsync(0)
    expect(second.sockets).toHaveLength(1)
  })
})
