import type { Platform, SocketLike } from '../platform.ts'

/** Milliseconds, and how often. */
export const feedTimes = { ping: 50_000, reconnect: 5_000, attempts: 3 } as const

/** The server closed because the account has too many sockets (decision 16): trying again would not help. */
const refused = 1008

const open = 1

export type SocketState = 'off' | 'connecting' | 'open' | 'bound' | 'waiting' | 'gaveUp'

export interface FeedSocket {
  /** Opens, and opens again after a close: 5 s later, at most 3 times in a row, then one warning. */
  start(): void
  /** Closes for good; no timer is left. */
  stop(): void
  /** Sends, or warns when the socket is not open. */
  send(text: string): void
}

export interface FeedSocketOptions {
  platform: Platform
  url: () => string
  token: () => string
  /** Language of the messages. */
  lang: () => string
  gaveUpText: () => string
  onState(state: SocketState): void
  onMessage(type: string, data: unknown): void
}

/** Makes the socket of the live feed, closed. */
export function createFeedSocket(options: FeedSocketOptions): FeedSocket {
  return new ReconnectingSocket(options)
}

class ReconnectingSocket implements FeedSocket {
  readonly #options: FeedSocketOptions
  #socket: SocketLike | undefined
  #pinging: ReturnType<typeof setInterval> | undefined
  #waiting: ReturnType<typeof setTimeout> | undefined
  #attempts = 0
  #running = false

  constructor(options: FeedSocketOptions) {
    this.#options = options
  }

  start() {
    if (this.#running) return
    this.#running = true
    this.#attempts = 0
    this.#connect()
  }

  stop() {
    this.#running = false
    this.#release()
    this.#options.onState('off')
  }

  send(text: string) {
    if (this.#socket?.readyState === open) this.#socket.send(text)
    else this.#options.platform.log.warn('the live feed is not open; not sent:', text)
  }

  #connect() {
    const { platform, url, token, lang, onState } = this.#options
    onState('connecting')
    let socket: SocketLike
    try {
      socket = platform.openSocket(url())
    } catch (error) {
      platform.log.warn('the live feed cannot be opened', error)
      this.#closed(0)
      return
    }
    this.#socket = socket
    socket.onopen = () => {
      onState('open')
      this.send(JSON.stringify({ pathInfo: 'shop/worker.notify/bind', ba_token: token(), lang: lang() }))
      this.#pinging = setInterval(() => this.send('ping'), feedTimes.ping)
    }
    socket.onmessage = ({ data }) => this.#heard(data)
    // A close always follows an error.
    socket.onerror = () => undefined
    socket.onclose = ({ code }) => {
      if (this.#socket === socket) this.#closed(code)
    }
  }

  #heard(data: unknown) {
    const message = parsed(data)
    if (!message) return
    if (message.type === 'bind') {
      this.#attempts = 0
      this.#options.onState('bound')
    }
    this.#options.onMessage(message.type, message.data)
  }

  #closed(code: number) {
    const { platform, onState, gaveUpText } = this.#options
    this.#release()
    if (!this.#running) return
    if (code === refused || this.#attempts >= feedTimes.attempts) {
      this.#running = false
      onState('gaveUp')
      platform.log.warn(gaveUpText())
      return
    }
    this.#attempts++
    onState('waiting')
    this.#waiting = setTimeout(() => this.#connect(), feedTimes.reconnect)
  }

  /** Lets go of the socket and of both timers. */
  #release() {
    clearInterval(this.#pinging)
    clearTimeout(this.#waiting)
    const last = this.#socket
    this.#socket = undefined
    if (last && last.readyState <= open) last.close()
  }
}

function parsed(data: unknown): { type: string; data: unknown } | undefined {
  if (typeof data !== 'string' || !data.startsWith('{')) return undefined
  try {
    const message: unknown = JSON.parse(data)
    if (message === null || typeof message !== 'object' || !('type' in message) || typeof message.type !== 'string')
      return undefined
    return { type: message.type, data: 'data' in message ? message.data : undefined }
  } catch {
    return undefined
  }
}
