import { Client, escapeIdentifier } from 'pg'

export interface ListenerOptions {
  url: string
  channels: readonly string[]
  onMessage(channel: string, payload: string): void
  /** true: listening from now on (again); false: the connection is lost and messages are missed. */
  onState(listening: boolean): void
  log(error: unknown): void
}

const firstPause = 100
const longestPause = 5000
/** A dead peer is silent: probe it this often (ms), and wait this long for an answer. */
const pollEvery = 15_000
const answerWithin = 5000

/**
 * A dedicated connection that receives notifications of other nodes from the database. When lost it reconnects forever, with pauses
 * doubling up to 5 s.
 */
export class Listener {
  /** Resolves when the first connection listens; rejects when it cannot be made. */
  readonly ready: Promise<void>
  private readonly options: ListenerOptions
  private client: Client | undefined
  private timer: NodeJS.Timeout | undefined
  private pause = firstPause
  private closed = false

  constructor(options: ListenerOptions) {
    this.options = options
    this.ready = this.connect()
  }

  /** Closes the connection; no further notifications arrive. */
  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.timer)
    const open = this.client
    this.client = undefined
    await open?.end().catch(() => {}) // a broken connection is closed too
  }

  private async connect(): Promise<void> {
    const next = new Client({
      connectionString: this.options.url,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      application_name: 'kontor-listen',
    })
    this.client = next
    next.on('error', () => this.lost(next))
    next.on('end', () => this.lost(next))
    next.on('notification', (message) => this.options.onMessage(message.channel, message.payload ?? ''))
    try {
      await next.connect()
      for (const channel of this.options.channels) await next.query(`LISTEN ${escapeIdentifier(channel)}`)
    } catch (error) {
      this.lost(next)
      throw error
    }
    this.pause = firstPause
    this.options.onState(true)
    this.askLater(next)
  }

  private lost(which: Client): void {
    if (this.client !== which) return
    this.client = undefined
    clearTimeout(this.timer)
    which.end().catch(() => {}) // it is broken already
    if (this.closed) return
    this.options.onState(false)
    this.timer = setTimeout(() => void this.connect().catch(this.options.log), this.pause)
    this.pause = Math.min(longestPause, this.pause * 2)
  }

  private askLater(which: Client): void {
    this.timer = setTimeout(() => void this.ask(which), pollEvery)
    this.timer.unref()
  }

  private async ask(which: Client): Promise<void> {
    const timeout = setTimeout(() => this.lost(which), answerWithin)
    try {
      await which.query('SELECT 1')
      if (this.client === which) this.askLater(which)
    } catch {
      this.lost(which)
    } finally {
      clearTimeout(timeout)
    }
  }
}
