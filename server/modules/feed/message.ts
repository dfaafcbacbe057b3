import { isObject } from '../../../src/schemas/isObject.ts'
import type { Lang } from '../../core/context.ts'

/** Messages of a client: a heartbeat, its token, or the echo of a test word. */
export type ClientMessage = 'ping' | BindMessage | { received: string }

export interface BindMessage {
  token: string
  lang: Lang
  /** Id of the last notification this client received before its connection was lost. */
  since?: number
}

/** Where a socket says whose it is: the platform's word, and the one that clients of BuildAdmin's shop send. */
const bindPaths: ReadonlySet<unknown> = new Set(['notification/bind', 'shop/worker.notify/bind'])

/** Reads a text message; undefined for anything a client has no reason to send. */
export function readMessage(text: string): ClientMessage | undefined {
  if (text === 'ping') return 'ping'
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isObject(json)) return undefined
  const member = (name: string): unknown => (Object.hasOwn(json, name) ? json[name] : undefined)
  const received = member('heard')
  if (typeof received === 'string') return { received }
  const token = member('ba_token')
  if (!bindPaths.has(member('pathInfo')) || typeof token !== 'string') return undefined
  const since = member('since')
  const lang: Lang = member('lang') === 'en' ? 'en' : 'zh-cn'
  return Number.isSafeInteger(since) ? { token, lang, since: since as number } : { token, lang }
}
