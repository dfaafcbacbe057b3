import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DesktopLike, DesktopPermission } from '../../../src/runtime/platform.ts'
import { browser, notice, tab } from './feedLab.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const gaveUp =
  'The connection for live notifications was lost. It reconnects when you come back to this page or open another screen.'
const bindOf = (text: string | undefined) => JSON.parse(text ?? '{}') as Record<string, unknown>

/** A tab whose socket is bound; the newest notice it knows of is 10. */
async function bound(parts: Parameters<typeof tab>[0] = {}) {
  const made = tab(parts)
  await made.words.load()
  await made.feed.load()
  await vi.advanceTimersByTimeAsync(0)
  made.socket().open()
  made.socket().say({ type: 'bind', data: { unread_count: 3, last: 10 } })
  return made
}

describe('a connection that is cut without a word', () => {
  test('counts as closed 10 seconds after a ping that nobody answers', async () => {
    const { socket, sockets, feed } = await bound()
    vi.advanceTimersByTime(50_000)
    expect(socket().sent.at(-1)).toBe('ping')
    vi.advanceTimersByTime(9_999)
    expect(feed.state.connection).toBe('bound')
    vi.advanceTimersByTime(1)
    expect([feed.state.connection, socket().readyState]).toEqual(['waiting', 3])
    vi.advanceTimersByTime(5_000)
    expect(sockets).toHaveLength(2)
  })

  test('whatever the server says is an answer', async () => {
    const { socket, sockets, feed } = await bound()
    for (const answer of [{ type: 'pong' }, notice(11), { type: 'unread', data: { unread_count: 1 } }]) {
      vi.advanceTimersByTime(50_000)
      socket().say(answer)
    }
    vi.advanceTimersByTime(20_000)
    expect([sockets.length, feed.state.connection]).toEqual([1, 'bound'])
  })

  test('also while it is being made: a host that takes the connection and says nothing is given up after three more tries', async () => {
    const { feed, sockets, socket, words, warnings } = tab()
    await words.load()
    await feed.load()
    for (const n of [1, 2, 3, 4]) {
      expect(sockets).toHaveLength(n)
      if (n % 2 === 0) socket().open()
      vi.advanceTimersByTime(10_000 + 5_000)
    }
    expect([sockets.length, feed.state.connection, warnings]).toEqual([4, 'gaveUp', [gaveUp]])
    expect(vi.getTimerCount()).toBe(0)
    expect(sockets.map(({ readyState }) => readyState)).toEqual([3, 3, 3, 3])
  })

  test('that found no server in three more tries is made again when the person comes back, in any tab', async () => {
    const shared = browser()
    const { feed, sockets, socket, revisions, warnings } = await bound(shared)
    const other = tab(shared)
    await other.feed.load()
    for (const here of [feed, other.feed]) {
      const before = sockets.length
      for (let n = 0; n <= 3; n++) {
        socket().end(1006)
        vi.advanceTimersByTime(5_000)
      }
      expect([sockets.length - before, feed.state.connection]).toEqual([3, 'gaveUp'])
      here.follow()
      here.follow()
      expect([sockets.length - before, feed.state.connection]).toEqual([4, 'connecting'])
      socket().open()
      socket().say({ type: 'bind', data: { unread_count: 3, last: 10 } })
      expect(feed.state.connection).toBe('bound')
    }
    expect([revisions.length, other.revisions.length], 'what changed meanwhile is asked for').toEqual([2, 2])
    expect(warnings).toEqual([gaveUp, gaveUp])
  })

  test('what a socket says after it was let go is not heard', async () => {
    const { socket, stores } = await bound()
    vi.advanceTimersByTime(60_000)
    socket(0).onmessage?.({ data: JSON.stringify(notice(11)) })
    expect(stores.liveFeed.unreadCount).toBe(3)
  })
})

test('what comes in before the first bind is asked for by the newest notice that the configuration names', async () => {
  const { feed, config, socket, stores } = tab()
  Object.assign(config, { last: 9 })
  await feed.load()
  socket().open()
  expect(bindOf(socket().sent[0]).since).toBe(9)
  stores.adminInfo.token = ''
  await vi.advanceTimersByTimeAsync(0)
  Object.assign(config, { last: 4 })
  stores.adminInfo.token = 'T2'
  await feed.load()
  socket().open()
  expect(bindOf(socket().sent[0]).since).toBe(4)
})

describe('after a while away', () => {
  test('the number of unread notices comes with the bind, and what was missed is asked for by the last notice known', async () => {
    const { socket, stores, feed } = await bound()
    expect(bindOf(socket().sent[0])).not.toHaveProperty('since')
    socket().say(notice(12))
    socket().end(1006)
    vi.advanceTimersByTime(5_000)
    socket().open()
    expect(bindOf(socket().sent[0]).since).toBe(12)
    socket().say({ type: 'bind', data: { unread_count: 7, last: 14 } })
    expect(stores.liveFeed.unreadCount).toBe(7)
    for (const id of [12, 13, 14]) socket().say(notice(id))
    vi.advanceTimersByTime(10_000)
    expect(feed.popups.state.showing.map(({ id }) => id)).toEqual([12, 13, 14])
    expect(feed.news.state.byPath['/admin/shop/order/order']).toEqual([12, 13, 14])
  })

  test('a server that is out of reach when it is asked again does not switch the feed off', async () => {
    const { socket, feed, stores, whenAsked } = await bound()
    socket().end(1006)
    vi.advanceTimersByTime(5_000)
    whenAsked(() => {
      throw new Error('out of reach')
    })
    await feed.load()
    expect([stores.liveFeed.notify, feed.state.connection]).toEqual([true, 'connecting'])
  })
})

describe('the token', () => {
  test('is said again on the same socket when it was renewed, once', async () => {
    const { socket, sockets, stores } = await bound()
    stores.adminInfo.token = 'T2'
    await vi.advanceTimersByTimeAsync(0)
    stores.adminInfo.nickname = 'somebody'
    await vi.advanceTimersByTimeAsync(0)
    expect(socket().sent.map((text) => bindOf(text).ba_token)).toEqual(['T1', 'T2'])
    expect(sockets).toHaveLength(1)
  })

  test('that ran out while the tab slept is renewed, and the feed goes on with the new one', async () => {
    const { feed, socket, sockets, stores, whenAsked, warnings } = tab()
    await feed.load()
    socket().open()
    whenAsked(() => {
      stores.adminInfo.token = 'T2'
    })
    socket().end(1008)
    await vi.advanceTimersByTimeAsync(0)
    expect(sockets).toHaveLength(2)
    socket().open()
    expect(bindOf(socket().sent[0]).ba_token).toBe('T2')
    expect(warnings).toEqual([])
  })

  test('that stays refused is the end, with one warning and no timer', async () => {
    const { feed, socket, sockets, warnings } = await bound()
    socket().end(1008)
    await vi.advanceTimersByTimeAsync(600_000)
    feed.follow()
    expect([sockets.length, feed.state.connection, warnings]).toEqual([1, 'gaveUp', [gaveUp]])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('several tabs', () => {
  test('sounds are heard once, where they are on, whichever tab holds the socket', async () => {
    const shared = browser()
    const [first, second, third] = [await bound(shared), tab(shared), tab(shared)]
    await second.feed.load()
    await third.feed.load()
    first.socket().say(notice(11))
    await vi.advanceTimersByTimeAsync(1_000)
    second.stores.liveFeed.playAudio = true
    third.stores.liveFeed.playAudio = true
    first.socket().say(notice(12))
    await vi.advanceTimersByTimeAsync(1_000)
    expect([first.played, [...second.played, ...third.played]]).toEqual([[], ['/audio/order.mp3']])
  })

  test('without locks (plain http) each has its socket; a notice still sounds once and appears once in each', async () => {
    const { channel } = browser()
    const both = [await bound({ channel }), await bound({ channel })]
    for (const { stores } of both) stores.liveFeed.playAudio = true
    for (const { socket } of both) socket().say(notice(11))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(both.flatMap(({ played }) => played)).toEqual(['/audio/order.mp3'])
    expect(both.map(({ feed }) => feed.popups.state.showing.length)).toEqual([1, 1])
  })

  test('a notice that was opened in one goes away in the others', async () => {
    const shared = browser()
    const [first, second] = [await bound(shared), tab(shared)]
    await second.feed.load()
    first.socket().say(notice(11))
    const [message] = second.feed.popups.state.showing
    if (!message) throw new Error('the other tab shows nothing')
    await second.feed.open(message)
    expect(first.feed.popups.state.showing).toEqual([])
    expect(first.went).toEqual([])
  })

  test('what is unread is the server’s number in all of them', async () => {
    const shared = browser()
    const [first, second] = [await bound(shared), tab(shared)]
    await second.feed.load()
    first.socket().say({ type: 'unread', data: { unread_count: 0, last: 10 } })
    expect([first, second].map(({ stores }) => stores.liveFeed.unreadCount)).toEqual([0, 0])
    first.feed.stop()
    await vi.advanceTimersByTimeAsync(0)
    second.socket().open()
    expect(bindOf(second.socket().sent[0]).since).toBe(10)
  })
})

describe('as the settings of the server say', () => {
  test('a notice without popup is counted and listed only, and a volume goes with the sound', async () => {
    const volumes: number[] = []
    const { socket, stores, feed } = await bound({ playSound: async (_url, volume) => void volumes.push(volume) })
    stores.liveFeed.playAudio = true
    const silent = notice(11)
    Object.assign(silent.data.message, { popup: false, audio_path: '' })
    socket().say(silent)
    const soft = notice(12)
    Object.assign(soft.data.message, { volume: 0.3 })
    socket().say(soft)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(feed.popups.state.showing.map(({ id }) => id)).toEqual([12])
    expect(feed.news.state.byPath['/admin/shop/notify/notify']).toEqual([11, 12])
    expect(volumes).toEqual([0.3])
  })
})

describe('notices of the desktop', () => {
  /** A browser's notices; the person answers `answer` when asked. */
  function desktopOf(answer: DesktopPermission) {
    let permission: DesktopPermission = 'default'
    let asked = 0
    const shown: Parameters<DesktopLike['show']>[0][] = []
    const desktop: DesktopLike = {
      permission: () => permission,
      ask: async () => {
        asked++
        permission = answer
        return permission
      },
      show: (one) => void shown.push(one),
    }
    return { desktop, shown, asked: () => asked }
  }

  test('are asked for by the person only, shown while the tab is out of sight, and a click opens the notice', async () => {
    const { desktop, shown, asked } = desktopOf('granted')
    let visible = false
    const { feed, socket, went } = await bound({ desktop, visible: () => visible })
    socket().say(notice(11))
    expect([asked(), shown]).toEqual([0, []])
    expect(await feed.wantDesktop(true)).toBe(true)
    socket().say(notice(12))
    visible = true
    socket().say(notice(13))
    expect(shown.map(({ tag, title, text }) => ({ tag, title, text }))).toEqual([
      { tag: 'kontor-notice-12', title: 'New order', text: 'Paid' },
    ])
    shown[0]?.clicked()
    expect(went).toEqual([{ type: 'path', path: '/admin/shop/order/order?status=2&order_no=A1' }])
    expect(await feed.wantDesktop(false)).toBe(true)
    visible = false
    socket().say(notice(14))
    expect([shown.length, asked()]).toEqual([1, 1])
  })

  test('that the person refuses stay off', async () => {
    const { desktop, shown } = desktopOf('denied')
    const { feed, socket, stores } = await bound({ desktop, visible: () => false })
    expect([await feed.wantDesktop(true), stores.liveFeed.desktop]).toEqual([false, false])
    socket().say(notice(11))
    expect(shown).toEqual([])
  })

  test('where the browser has none there is nothing to switch on', async () => {
    const { feed } = await bound()
    expect([feed.desktop(), await feed.wantDesktop(true)]).toEqual([undefined, false])
  })
})
