import type { Platform, SocketLike } from '../platform.ts'

/** Milliseconds, and how often. `answer`: how long the server may take to answer a bind or a ping before the connection counts as dead. */
export const feedTimes = { ping: 50_000, answer: 10_000, reconnect: 5_000, attempts: 3 } as const

/** The server does not want this socket: its token is no good (any more), or the account has too many (decision 16). */
const refused = 1008

const open = 1

export type SocketState = 'off' | 'connecting' | 'open' | 'bound' | 'waiting' | 'gaveUp'

export interface FeedSocket {
  /** Opens, and opens again after a close: 5 s later, at most 3 times in a row, then one warning. */
  start(): void
  /** Reconnects after all tries have failed; does nothing if the token was refused. */
  tryAgain(): void
  /** Closes for good; no timer is left. */
  stop(): void
  /** Says again who this is, after the token has changed. A socket that is not bound yet, or waits, does so by itself. */
  rebind(): void
  /** Sends, or warns when the socket is not open. */
  send(text: string): void
}

export interface FeedSocketOptions {
  platform: Platform
  url: () => string
  token: () => string
  /** Language of the messages. */
  lang: () => string
  /** `pathInfo` of the message that says who this is. */
  bind: string
  /** Id of the last notification received: the server resends everything after it. */
  since: () => number | undefined
  gaveUpText: () => string
  onState(state: SocketState): void
  onMessage(type: string, data: unknown): void
  /** The server refused the token. Settles when a newer one has come, if there is one. */
  renew(): Promise<void>
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
  /** Runs while the server owes an answer. */
  #owed: ReturnType<typeof setTimeout> | undefined
  #attempts = 0
  /** Counts starts: what was begun under another one is over. 0 while stopped. */
  #run = 0
  #runs = 0
  #bound = false
  #triedWith = ''
  /** All tries failed: the server was out of reach. */
  #isOutOfReach = false

  constructor(options: FeedSocketOptions) {
    this.#options = options
  }

  start() {
    if (this.#run > 0) return
    this.#run = ++this.#runs
    this.#attempts = 0
    this.#isOutOfReach = false
    this.#connect()
  }

  tryAgain() {
    if (this.#isOutOfReach) this.start()
  }

  stop() {
    this.#run = 0
    this.#isOutOfReach = false
    this.#release()
    this.#options.onState('off')
  }

  rebind() {
    if (this.#bound && this.#triedWith !== this.#options.token()) this.#bind()
  }

  send(text: string) {
    if (this.#socket?.readyState === open) this.#socket.send(text)
    else this.#options.platform.log.warn('the live feed is not open; not sent:', text)
  }

  #connect() {
    const { platform, url, onState } = this.#options
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
    // A host that takes the connection and then says nothing is as good as none.
    this.#expectAnswer()
    socket.onopen = () => {
      onState('open')
      this.#bind()
      this.#pinging = setInterval(() => this.#ping(), feedTimes.ping)
    }
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#heard(data)
    }
    // A close always follows an error.
    socket.onerror = () => undefined
    socket.onclose = ({ code }) => {
      if (this.#socket === socket) this.#closed(code)
    }
  }

  #bind() {
    const { token, lang, since, bind } = this.#options
    this.#triedWith = token()
    this.send(JSON.stringify({ pathInfo: bind, ba_token: this.#triedWith, lang: lang(), since: since() }))
  }

  #ping() {
    this.send('ping')
    this.#expectAnswer()
  }

  /** A connection that was cut without a word (a sleeping laptop, a lost network) never closes by itself. */
  #expectAnswer() {
    this.#owed ??= setTimeout(() => this.#closed(0), feedTimes.answer)
  }

  #heard(data: unknown) {
    clearTimeout(this.#owed)
    this.#owed = undefined
    const message = parsed(data)
    if (!message) return
    if (message.type === 'bind') {
      this.#attempts = 0
      this.#bound = true
      this.#options.onState('bound')
    }
    this.#options.onMessage(message.type, message.data)
  }

  #closed(code: number) {
    const { onState } = this.#options
    this.#release()
    if (this.#run === 0) return
    if (code === refused) {
      void this.#tryNewerToken(this.#run)
      return
    }
    if (this.#attempts >= feedTimes.attempts) {
      this.#isOutOfReach = true
      this.#giveUp()
      return
    }
    this.#attempts++
    onState('waiting')
    this.#waiting = setTimeout(() => this.#connect(), feedTimes.reconnect)
  }

  /** With the token that was refused there is no second try; with a newer one there is. */
  async #tryNewerToken(run: number) {
    this.#options.onState('waiting')
    await this.#options.renew()
    if (this.#run !== run) return
    const token = this.#options.token()
    if (token !== '' && token !== this.#triedWith) this.#connect()
    else this.#giveUp()
  }

  #giveUp() {
    const { platform, onState, gaveUpText } = this.#options
    this.#run = 0
    onState('gaveUp')
    platform.log.warn(gaveUpText())
  }

  /** Lets go of the socket and of all timers. */
  #release() {
    clearInterval(this.#pinging)
    clearTimeout(this.#waiting)
    clearTimeout(this.#owed)
    this.#owed = undefined
    this.#bound = false
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
