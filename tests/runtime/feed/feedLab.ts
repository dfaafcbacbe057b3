import { notifications } from '../../../modules/shop/browser/notifications.ts'
import { createFeed, type FeedOptions } from '../../../src/runtime/feed/feed.ts'
import type { HttpClient } from '../../../src/runtime/http/client.ts'
import { createWords } from '../../../src/runtime/i18n/words.ts'
import { createNavigation, type Destination } from '../../../src/runtime/navigation/navigation.ts'
import { headlessPlatform, memoryStorage, type Platform, type SocketLike } from '../../../src/runtime/platform.ts'
import { createStores } from '../../../src/runtime/stores/stores.ts'
import { kontor } from '../../../src/runtime/wire/kontor.ts'
import { runtimeWords, signedIn } from '../support.ts'

/** A socket whose other end the test holds. */
export class TestSocket implements SocketLike {
  readyState = 0
  sent: string[] = []
  onopen: SocketLike['onopen'] = null
  onmessage: SocketLike['onmessage'] = null
  onclose: SocketLike['onclose'] = null
  onerror: SocketLike['onerror'] = null
  readonly url: string
  constructor(url: string) {
    this.url = url
  }
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.end(1000)
  }
  open() {
    this.readyState = 1
    this.onopen?.()
  }
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  end(code: number) {
    this.readyState = 3
    this.onclose?.({ code })
  }
}

/** The tabs of one browser: locks and channels between them. */
export function browser() {
  const queues = new Map<string, Promise<unknown>>()
  const channels = new Set<{ onmessage: ((event: { data: unknown }) => void) | null }>()
  return {
    locks: {
      request<T>(name: string, { signal }: { signal?: AbortSignal }, hold: () => Promise<T>): Promise<T> {
        const before = queues.get(name) ?? Promise.resolve()
        const mine = before.then(() => {
          signal?.throwIfAborted()
          return hold()
        })
        queues.set(
          name,
          mine.catch(() => undefined),
        )
        return mine
      },
    },
    channel() {
      const channel: { onmessage: ((event: { data: unknown }) => void) | null; postMessage(data: unknown): void; close(): void } =
        {
          onmessage: null,
          postMessage(data) {
            for (const other of channels) if (other !== channel) other.onmessage?.({ data })
          },
          close: () => void channels.delete(channel),
        }
      channels.add(channel)
      return channel
    },
  }
}

let tabs = 0

/** One tab with a feed; the server's answers are `config`. */
export function tab(parts: Partial<Platform> = {}, at = { path: '/admin/dashboard', protocol: 'http:', host: 'shop.test:8000' }) {
  const sockets: TestSocket[] = []
  const played: string[] = []
  const warnings: string[] = []
  const posted: [string, object | undefined][] = []
  const config = { notify: true, feed_port: 2829, unread_count: 3 }
  /** What happens when the server is asked for its configuration: a renewed token, for one. */
  let onAsked = () => {}
  const platform = headlessPlatform({
    location: () => at,
    id: () => `tab-${++tabs}`,
    openSocket(url) {
      const socket = new TestSocket(url)
      sockets.push(socket)
      return socket
    },
    playSound: async (url) => void played.push(url),
    log: { warn: (...said) => void warnings.push(said.join(' ')), error: (...said) => void warnings.push(said.join(' ')) },
    ...parts,
  })
  const { stores } = createStores(memoryStorage(signedIn('T1', 'R1')), 'en')
  const navigation = createNavigation()
  const went: Destination[] = []
  navigation.listen((destination) => void went.push(destination))
  const envelope = (data: unknown) => Promise.resolve({ code: 1 as const, msg: '', time: 0, data })
  const http = {
    get: async () => {
      onAsked()
      return envelope({ ...config })
    },
    post: (path: string, body?: object) => {
      posted.push([path, body])
      return envelope(null)
    },
  } as unknown as HttpClient
  /** One entry for each time that screens have to be read again. */
  const revisions: number[] = []
  const options: FeedOptions = {
    http,
    platform,
    dialect: kontor,
    navigation,
    words: createWords('en', runtimeWords, platform.log),
    adminInfo: stores.adminInfo,
    settings: stores.liveFeed,
    source: notifications,
    revised: () => void revisions.push(tabs),
  }
  const feed = createFeed(options)
  const socket = (n = sockets.length - 1): TestSocket => {
    const found = sockets[n]
    if (!found) throw new Error(`no socket ${n} was opened`)
    return found
  }
  return {
    feed,
    sockets,
    socket,
    played,
    warnings,
    posted,
    revisions,
    config,
    stores,
    went,
    at,
    words: options.words,
    whenAsked(then: () => void) {
      onAsked = then
    },
  }
}

/** A message of the server that tells of a notice. */
export const notice = (id: number, type = 'order', message_data: object = { order_no: 'A1' }) => ({
  type: 'notify',
  data: {
    unread_count: 4,
    message: {
      id,
      message_type: type,
      message_type_map: { order: 'New order' },
      message: 'Paid',
      message_data,
      audio_path: '/audio/order.mp3',
    },
  },
})
