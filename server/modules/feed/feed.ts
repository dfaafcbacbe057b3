import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import type { RevisionNews } from '../../../src/schemas/api/pages.ts'
import { type Actor, can, type Lang } from '../../core/context.ts'
import type { Inbox, InboxNotice } from '../../core/inbox.ts'
import type { Sessions } from '../../core/session/sessions.ts'
import type { AccountKey } from '../../core/transaction/transaction.ts'
import { type BindMessage, readMessage } from './message.ts'
import { makeRate } from './rate.ts'

export interface FeedOptions {
  sessions: Sessions
  source: Inbox
  /** Whether an Origin header, with the Host it came with, may open a socket. */
  mayOpen(origin: string, host: string | undefined): boolean
  /** A screen has said the word of a test back. */
  onHeard?(word: string): void
  log: FastifyBaseLogger
  /** Milliseconds between two looks at whether peers are alive; one that was silent in between is dropped. */
  heartbeat?: number
  /** Milliseconds in which a new socket must say who it is. */
  bindWithin?: number
}

const perAccount = 20
const inAll = 1000
const frame = { maxPayload: 4096, maxFragments: 16, maxBufferedChunks: 64 }
const messagesPerSecond = 10
/** Notices read with one statement. */
const atOnce = 500
/** Bytes that may wait for a peer that does not read. */
const backlog = 1024 * 1024
const closeCode = { away: 1001, textOnly: 1003, policy: 1008, later: 1013 } as const

interface Bound {
  actor: Actor
  lang: Lang
}

/** A socket and who is at its other end. */
interface Line {
  socket: WebSocket
  bound: Bound
}

/**
 * The live feed: one hub for all its ports. A socket receives nothing before it is bound to the token of a live session that holds the
 * node; it closes when the session or the node is lost.
 */
export class Feed {
  private readonly options: FeedOptions
  private readonly server = new WebSocketServer({ noServer: true, perMessageDeflate: false, clientTracking: false, ...frame })
  private readonly sockets = new Map<WebSocket, Bound | null>()
  private readonly alive = new WeakSet<WebSocket>()
  private readonly beat: NodeJS.Timeout
  private last = 0
  /** Ids waiting to be sent, in order of arrival. */
  private readonly waiting: number[] = []
  private sending: Promise<void> | undefined

  constructor(options: FeedOptions) {
    this.options = options
    this.beat = setInterval(() => this.look(), options.heartbeat ?? 50_000)
    this.beat.unref()
    options.sessions.onChange((who) => void this.recheck(who).catch(this.failed))
  }

  /** Takes over a request to open a socket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refusal = this.refusalOf(request)
    if (refusal) refuse(socket, refusal)
    else this.server.handleUpgrade(request, socket, head, (opened) => this.open(opened))
  }

  /**
   * Sends what an inbox row says to those of its readers who are connected here. What is pushed meanwhile goes out together, after it: the
   * order stays, and a notice to hundreds costs a few statements.
   */
  push(notifyId: number): Promise<void> {
    this.waiting.push(notifyId)
    this.sending ??= this.sendWaiting().finally(() => {
      this.sending = undefined
    })
    return this.sending
  }

  /** Sends all screens that are connected here the hash of the revision that the server serves from now on. */
  revised(news: RevisionNews): void {
    for (const { socket } of this.bound('*')) send(socket, { type: 'revision', data: news })
  }

  /** Sends an administrator's sockets the current number of unread notifications. */
  async recount(adminId: number): Promise<void> {
    const lines = this.bound(adminId)
    if (lines.length === 0) return
    const { unread, last } = await this.options.source.inbox(adminId)
    for (const { socket } of lines) send(socket, { type: 'unread', data: { unread_count: unread, last } })
  }

  /** Sends progress of a job to an administrator's screens; those not connected here poll for it. */
  tell({ adminId, news }: { adminId: number; news: object }): void {
    for (const { socket } of this.bound(adminId)) send(socket, { type: 'work', data: news })
  }

  /** Sends a test word to an administrator's screens, which echo it; returns how many are connected here. */
  try({ adminId, word }: { adminId: number; word: string }): number {
    const lines = this.bound(adminId)
    for (const { socket } of lines) send(socket, { type: 'test', data: { word } })
    return lines.length
  }

  /** Call it whenever the database connection is (re)established: sends what was missed. */
  async catchUp(): Promise<void> {
    if (this.last === 0) this.last = await this.options.source.newest()
    else await Promise.all((await this.options.source.since(this.last)).map((id) => this.push(id)))
  }

  /** Says goodbye to all; who does not answer within a second is cut off. */
  async close(): Promise<void> {
    clearInterval(this.beat)
    for (const socket of this.sockets.keys()) socket.close(closeCode.away, 'the server stops')
    const timeout = setTimeout(() => this.sockets.forEach((_bound, socket) => void socket.terminate()), 1000)
    timeout.unref()
    await new Promise<void>((resolve) => this.server.close(() => resolve()))
  }

  private refusalOf(request: IncomingMessage): string | undefined {
    const path = (request.url ?? '').split('?')[0]
    const { origin, host } = request.headers
    if (request.method !== 'GET' || (path !== '/' && path !== '/wss')) return '404 Not Found'
    if (!origin || !this.options.mayOpen(origin, host)) return '403 Forbidden'
    return this.sockets.size >= inAll ? '503 Service Unavailable' : undefined
  }

  private open(socket: WebSocket): void {
    this.sockets.set(socket, null)
    this.alive.add(socket)
    const rate = makeRate(messagesPerSecond)
    const late = () => this.sockets.get(socket) === null && socket.close(closeCode.policy, 'not bound in time')
    const unbound = setTimeout(late, this.options.bindWithin ?? 5000)
    socket.on('pong', () => this.alive.add(socket))
    socket.on('message', (data, binary) => {
      this.alive.add(socket)
      if (rate()) this.receive(socket, data, binary)
      else socket.close(closeCode.policy, 'too many messages')
    })
    socket.on('error', () => socket.terminate()) // a frame that breaks the protocol or its limits: ws has sent the close code
    socket.on('close', () => {
      clearTimeout(unbound)
      this.sockets.delete(socket)
    })
  }

  private receive(socket: WebSocket, data: RawData, binary: boolean): void {
    const message = binary ? undefined : readMessage(data.toString())
    if (message === 'ping') {
      // Browsers hide the protocol's own pings: this is how a page sees that the connection is alive. Nothing is said before a bind.
      if (this.sockets.get(socket)) send(socket, { type: 'pong' })
      return
    }
    if (!message) {
      socket.close(binary ? closeCode.textOnly : closeCode.policy, 'no such message')
      return
    }
    if ('received' in message) {
      if (this.sockets.get(socket)) this.options.onHeard?.(message.received)
      return
    }
    this.bind(socket, message).catch((error: unknown) => {
      this.failed(error)
      socket.close(closeCode.later, 'try again later')
    })
  }

  /** Sent again with a newer token of the same session. Its answer is the first message a socket receives. */
  private async bind(socket: WebSocket, { token, lang, since }: BindMessage): Promise<void> {
    const actor = await this.options.sessions.resolve(token)
    if (typeof actor === 'string' || !this.mayHear(actor)) return socket.close(closeCode.policy, 'not allowed')
    const { unread, last } = await this.options.source.inbox(actor.id)
    const before = this.sockets.get(socket)
    if (before === undefined) return // it went away meanwhile
    if (before && before.actor.sessionId !== actor.sessionId) return socket.close(closeCode.policy, 'bound to another session')
    if (!before && this.bound(actor.id).length >= perAccount) return socket.close(closeCode.policy, 'too many sockets')
    const bound = { actor, lang }
    this.sockets.set(socket, bound)
    send(socket, { type: 'bind', data: { unread_count: unread, last } })
    await this.sendMissed({ socket, bound }, since ?? last, unread)
  }

  /** What came after the notice `since`, also while the inbox was being counted; and the count, if it is another one by now. */
  private async sendMissed(line: Line, since: number, counted: number): Promise<void> {
    const { source } = this.options
    const { id } = line.bound.actor
    const { unread, last } = await source.inbox(id)
    if (last > since) for (const notice of await source.notices(await source.missed(id, since))) tell(line, notice)
    else if (unread !== counted) send(line.socket, { type: 'unread', data: { unread_count: unread, last } })
  }

  private async sendWaiting(): Promise<void> {
    while (this.waiting.length > 0) {
      const ids = this.waiting.splice(0, atOnce)
      for (const notice of await this.options.source.notices(ids))
        for (const line of this.bound(notice.adminId)) tell(line, notice)
      this.last = Math.max(this.last, ...ids)
    }
  }

  private mayHear(actor: Actor): boolean {
    const { node } = this.options.source
    return node === undefined || can(actor, node)
  }

  private bound(who: AccountKey): Line[] {
    return [...this.sockets].flatMap(([socket, bound]) =>
      bound && (who === '*' || bound.actor.id === who) ? [{ socket, bound }] : [],
    )
  }

  /** Closes sockets whose session ended or lost the node. */
  private async recheck(who: AccountKey): Promise<void> {
    for (const { socket, bound } of this.bound(who)) {
      const actor = await this.options.sessions.ofSession(bound.actor.sessionId)
      if (!actor || !this.mayHear(actor)) socket.close(closeCode.policy, 'signed out')
      else if (this.sockets.has(socket)) this.sockets.set(socket, { ...bound, actor })
    }
  }

  /** Drops peers that were silent since the last look, and sessions that ended by time. */
  private look(): void {
    for (const socket of this.sockets.keys()) {
      if (this.alive.delete(socket)) socket.ping()
      else socket.terminate()
    }
    this.recheck('*').catch(this.failed)
  }

  private readonly failed = (error: unknown): void => {
    this.options.log.error({ err: error }, 'live feed')
  }
}

function tell({ socket, bound: { actor, lang } }: Line, { unread, node, message, id }: InboxNotice): void {
  if (node !== undefined && !can(actor, node)) return
  send(socket, { type: 'notify', data: { unread_count: unread, last: id, message: message(lang) } })
}

function send(socket: WebSocket, data: object): void {
  if (socket.readyState !== WebSocket.OPEN) return
  if (socket.bufferedAmount > backlog) socket.terminate()
  else socket.send(JSON.stringify(data))
}

/** Answers a request to open a socket with a status instead, and hangs up. */
export function refuse(socket: Duplex, status: string): void {
  socket.on('error', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\nX-Content-Type-Options: nosniff\r\n\r\n`, () =>
    socket.destroy(),
  )
}
