import { isObject } from '../../schemas/isObject.ts'
import { isOwnPath } from '../navigation/navigation.ts'

/** A notification. `message_data` names what it is about. */
export interface FeedMessage {
  id: number
  message_type: string
  /** Type → title. */
  message_type_map: Readonly<Record<string, string>>
  message: string
  message_data: Readonly<Record<string, unknown>>
  /** Path of a sound on this origin; '' for none. */
  audio_path: string
  /** From 0 to 1. */
  volume: number
  /** Shown at the corner; else only counted and listed. */
  popup: boolean
}

/** What a message of the server says: of type `notify` with a notice, of the types `bind` and `unread` without. */
export interface Push {
  unread: number
  /** The newest notice of this administrator when it was sent; 0 when the server does not say. */
  last: number
  message: FeedMessage | null
}

/** A message of the server, as far as it can be read; undefined when it says nothing of notices. */
export function readPush(type: string, value: unknown): Push | undefined {
  if (type !== 'notify' && type !== 'bind' && type !== 'unread') return undefined
  const data = asObject(value)
  if (!data || typeof data.unread_count !== 'number') return undefined
  const message = type === 'notify' ? readMessage(data.message) : null
  const last = typeof data.last === 'number' ? data.last : (message?.id ?? 0)
  return { unread: data.unread_count, last, message }
}

function readMessage(value: unknown): FeedMessage | null {
  const message = asObject(value)
  if (!message || typeof message.id !== 'number') return null
  const audio = typeof message.audio_path === 'string' && isOwnPath(message.audio_path) ? message.audio_path : ''
  return {
    id: message.id,
    message_type: String(message.message_type ?? ''),
    message_type_map: (asObject(message.message_type_map) ?? {}) as Record<string, string>,
    message: String(message.message ?? ''),
    message_data: asObject(parsed(message.message_data)) ?? {},
    audio_path: audio,
    volume: volumeOf(message.volume),
    popup: message.popup !== false,
  }
}

/** Servers that say nothing of it want the sound as it is. */
function volumeOf(value: unknown): number {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : 1
}

/** `message_data` may come as JSON text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  return isObject(value) ? { ...value } : undefined
}
