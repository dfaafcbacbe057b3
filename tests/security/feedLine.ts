import { expect } from 'vitest'
import { WebSocket } from 'ws'

/** What a page of ours says first. */
export const bindWith = (token: string, more: object = {}) => ({ pathInfo: 'shop/worker.notify/bind', ba_token: token, ...more })

export interface FeedMessageIn {
  type: string
  data?: { unread_count: number; last: number; message: Record<string, unknown> }
}

/** A socket of the live feed and what was heard on it. */
export interface FeedLine {
  socket: WebSocket
  messages: FeedMessageIn[]
  /** The close code. */
  closed: Promise<number>
  say(message: unknown): void
  /** Says who it is and waits until the server has agreed. */
  bind(token: string, more?: object): Promise<void>
  /** Ids of the notices told so far. */
  told(): unknown[]
}

/** Opens a socket as a page of `origin` would. Rejects with the status when it is refused. */
export function openLine(url: string, origin: string): Promise<FeedLine> {
  const socket = new WebSocket(url, { origin })
  const messages: FeedMessageIn[] = []
  socket.on('message', (data) => messages.push(JSON.parse(data.toString()) as FeedMessageIn))
  const closed = new Promise<number>((done) => socket.on('close', done))
  const say = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  const bind = async (token: string, more: object = {}) => {
    const before = messages.length
    say(bindWith(token, more))
    await expect.poll(() => messages.slice(before).map(({ type }) => type), { timeout: 15_000 }).toContain('bind')
  }
  const told = () => messages.filter(({ type }) => type === 'notify').map(({ data }) => data?.message.id)
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ socket, messages, closed, say, bind, told }))
    socket.on('unexpected-response', (_request, answer) => reject(new Error(String(answer.statusCode))))
    socket.on('error', reject)
  })
}
