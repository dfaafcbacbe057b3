import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { type Actor, can, type Lang } from '../app/context.ts'
import type { Who } from '../app/transaction.ts'
import type { Sessions } from '../auth/sessions.ts'
import { readMessage } from './message.ts'
import { makeRate } from './rate.ts'

/** Where the feed learns what to send; the shop's inbox is one. */
export interface FeedSource {
  recipients(notifyId: number): Promise<{ adminId: number; unread: number }[]>
  /** The message for a reader of that language; undefined when it is gone. */
  message(notifyId: number, lang: Lang): Promise<unknown>
  unread(adminId: number): Promise<number>
  /** Ids above `last`, in order: what came while the database was not heard. */
  since(last: number): Promise<number[]>
  /** The highest id there is; 0 when there is none. */
  newest(): Promise<number>
}

export interface FeedOptions {
  sessions: Sessions
  source: FeedSource
  /** Whether an Origin header, with the Host it came with, may open a socket. */
  mayOpen(origin: string, host: string | undefined): boolean
  log: FastifyBaseLogger
  /** Milliseconds between two looks at whether peers are alive; one that was silent in between is dropped. */
  heartbeat?: number
  /** Milliseconds in which a new socket must say who it is. */
  bindWithin?: number
}

/** The node that one must hold to hear messages. */
export const feedNode = 'shop/notify/notify/index'
const perAccount = 20
const inAll = 1000
const frame = { maxPayload: 4096, maxFragments: 16, maxBufferedChunks: 64 }
const messagesPerSecond = 10
/** Bytes that may wait for a peer that does not read. */
const backlog = 1024 * 1024
const closeCode = { away: 1001, textOnly: 1003, policy: 1008, later: 1013 } as const

interface Bound {
  actor: Actor
  token: string
  lang: Lang
}

/**
 * The live feed: one hub for all its ports. Nothing is sent to a socket before it bound itself with the token of a live session that
 * holds the node; whoever loses the session or the node loses the socket.
 */
export class Feed {
  private readonly options: FeedOptions
  private readonly server = new WebSocketServer({ noServer: true, perMessageDeflate: false, clientTracking: false, ...frame })
  private readonly sockets = new Map<WebSocket, Bound | null>()
  private readonly alive = new WeakSet<WebSocket>()
  private readonly beat: NodeJS.Timeout
  private last = 0

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

  /** Sends what an inbox row says to those of its readers who are connected here. */
  async push(notifyId: number): Promise<void> {
    this.last = Math.max(this.last, notifyId)
    for (const { adminId, unread } of await this.options.source.recipients(notifyId)) {
      for (const { socket, bound } of this.bound(adminId)) {
        const message = await this.options.source.message(notifyId, bound.lang)
        if (message) send(socket, { type: 'notify', data: { unread_count: unread, message } })
      }
    }
  }

  /** Tells an administrator's screens how their work is getting on; who is not connected here asks for it. */
  tell({ adminId, news }: { adminId: number; news: object }): void {
    for (const { socket } of this.bound(adminId)) send(socket, { type: 'work', data: news })
  }

  /** To be called whenever the database is heard (again): sends what was missed. */
  async catchUp(): Promise<void> {
    if (this.last === 0) this.last = await this.options.source.newest()
    else for (const id of await this.options.source.since(this.last)) await this.push(id)
  }

  /** Says goodbye to all; who does not answer within a second is cut off. */
  async close(): Promise<void> {
    clearInterval(this.beat)
    for (const socket of this.sockets.keys()) socket.close(closeCode.away, 'the server stops')
    const patience = setTimeout(() => this.sockets.forEach((_bound, socket) => void socket.terminate()), 1000)
    patience.unref()
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
    if (message === 'ping') return
    if (!message) {
      socket.close(binary ? closeCode.textOnly : closeCode.policy, 'no such message')
      return
    }
    this.bind(socket, message.token, message.lang).catch((error: unknown) => {
      this.failed(error)
      socket.close(closeCode.later, 'try again later')
    })
  }

  private async bind(socket: WebSocket, token: string, lang: Lang): Promise<void> {
    const before = this.sockets.get(socket)
    if (before && before.token !== token) return socket.close(closeCode.policy, 'bound to another session')
    const actor = await this.options.sessions.resolve(token)
    if (typeof actor === 'string' || !can(actor, feedNode)) return socket.close(closeCode.policy, 'not allowed')
    const now = this.sockets.get(socket)
    if (now === undefined) return // it went away meanwhile
    if (now && now.token !== token) return socket.close(closeCode.policy, 'bound to another session')
    if (!now && this.bound(actor.id).length >= perAccount) return socket.close(closeCode.policy, 'too many sockets')
    this.sockets.set(socket, { actor, token, lang })
    send(socket, { type: 'bind', data: { unread_count: await this.options.source.unread(actor.id) } })
  }

  private bound(who: Who): { socket: WebSocket; bound: Bound }[] {
    return [...this.sockets].flatMap(([socket, bound]) =>
      bound && (who === '*' || bound.actor.id === who) ? [{ socket, bound }] : [],
    )
  }

  /** Closes sockets whose session ended or lost the node. */
  private async recheck(who: Who): Promise<void> {
    for (const { socket, bound } of this.bound(who)) {
      const actor = await this.options.sessions.ofSession(bound.actor.sessionId)
      if (!actor || !can(actor, feedNode)) socket.close(closeCode.policy, 'signed out')
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
