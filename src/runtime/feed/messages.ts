import { isOwnPath } from '../navigation.ts'

/** A notice of the shop. `message_data` names what it is about. */
export interface FeedMessage {
  id: number
  message_type: string
  /** Type → title. */
  message_type_map: Readonly<Record<string, string>>
  message: string
  message_data: Readonly<Record<string, unknown>>
  /** Path of a sound on this origin; '' for none. */
  audio_path: string
}

/** A server message of type `notify`. */
export interface Push {
  unread: number
  message: FeedMessage | null
}

/** Where a click on a notice leads, by its type (specification, section 2): the list, with filters out of the notice's data. */
const targets: Readonly<
  Record<string, { path: string; fixed: Readonly<Record<string, string>>; from: Readonly<Record<string, string>> }>
> = {
  order: { path: '/admin/shop/order/order', fixed: { status: '2' }, from: { order_no: 'order_no' } },
  order_cancel: { path: '/admin/shop/order/order', fixed: { status: '7' }, from: { order_no: 'order_no' } },
  order_refund: { path: '/admin/shop/order/refund', fixed: { audit_status: '1' }, from: { 'order.order_no': 'order_no' } },
  order_export: { path: '/admin/shop/order/export', fixed: {}, from: { name: 'name' } },
  low_stock: { path: '/admin/shop/goods/goods', fixed: {}, from: { name: 'name' } },
}

/** The list of all notices, unread ones first asked for: where the icon leads. */
export const noticeList = '/admin/shop/notify/notify?status=0'

/** Address a notice leads to; the list of notices for a type that has no place of its own. */
export function targetOf(message: FeedMessage): string {
  const target = targets[message.message_type]
  if (!target) return noticeList
  const query = new URLSearchParams(target.fixed)
  for (const [field, name] of Object.entries(target.from)) {
    const value = message.message_data[name]
    if (typeof value === 'string' || typeof value === 'number') query.set(field, String(value))
  }
  const text = query.toString()
  return text ? `${target.path}?${text}` : target.path
}

/** The `data` of a `notify` message, as far as it can be read; undefined when it is none. */
export function readPush(data: unknown): Push | undefined {
  const push = asObject(data)
  if (!push) return undefined
  return { unread: Number(push.unread_count) || 0, message: readMessage(push.message) }
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
  }
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
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
}
