import type { Lang } from '../../../../server/core/context.ts'

export const messageTypes = [
  'order',
  'order_cancel',
  'order_refund',
  'order_export',
  'low_stock',
  'refund_ship',
  'action',
  'mention',
] as const
export type MessageType = (typeof messageTypes)[number]

/**
 * What a type of message says in each language, whom it concerns and how it sounds (screen catalogue, chapter F), as long as the settings
 * screen says nothing else.
 */
export interface MessageFacts {
  title: Readonly<Record<Lang, string>>
  text: Readonly<Record<Lang, string>>
  /** The placeholders that a template of this type may have. */
  knows: readonly string[]
  /** Members of the message's data that clients get: what a click needs. */
  sent: readonly string[]
  /** Holders of this node receive it, unless the command names people or a node of its own (then in its data, as `node`). */
  node: string
  audio: string
}

export const messageFacts: Readonly<Record<MessageType, MessageFacts>> = {
  order: {
    title: { 'zh-cn': '新订单', en: 'New order' },
    text: { 'zh-cn': '您有新的订单 {order_no}，请及时发货', en: 'New order {order_no} to ship' },
    knows: ['order_no', 'user', 'amount'],
    sent: ['order_no'],
    node: 'shop/order/order/index',
    audio: '/audio/order.wav',
  },
  order_cancel: {
    title: { 'zh-cn': '取消申请', en: 'Cancel request' },
    text: { 'zh-cn': '订单 {order_no} 申请取消，请处理', en: 'Order {order_no}: cancel requested' },
    knows: ['order_no', 'user', 'amount'],
    sent: ['order_no'],
    node: 'shop/order/order/index',
    audio: '/audio/cancel.wav',
  },
  order_refund: {
    title: { 'zh-cn': '退款申请', en: 'Refund request' },
    text: { 'zh-cn': '订单 {order_no} 申请退款 ¥{amount}', en: 'Order {order_no}: refund of ¥{amount} requested' },
    knows: ['order_no', 'user', 'amount'],
    sent: ['order_no'],
    node: 'shop/order/refund/index',
    audio: '/audio/refund.wav',
  },
  order_export: {
    title: { 'zh-cn': '导出完成', en: 'Export completed' },
    // {text} says how it ended: ready, or not.
    text: { 'zh-cn': '导出任务“{name}”{text}', en: 'Export "{name}" {text}' },
    knows: ['name', 'text'],
    sent: ['name'],
    node: 'shop/order/export/index',
    audio: '/audio/export.wav',
  },
  low_stock: {
    title: { 'zh-cn': '库存预警', en: 'Low stock' },
    text: { 'zh-cn': '商品“{name}”库存仅剩 {stock}', en: '"{name}": {stock} left' },
    knows: ['name', 'stock'],
    sent: ['name'],
    node: 'shop/goods/goods/index',
    audio: '/audio/stock.wav',
  },
  refund_ship: {
    title: { 'zh-cn': '退货已寄出', en: 'Return sent' },
    text: { 'zh-cn': '订单 {order_no} 的退货已寄出，请验收', en: 'Return for order {order_no} is on its way' },
    knows: ['order_no', 'user', 'amount'],
    sent: ['order_no'],
    node: 'shop/order/refund/index',
    audio: '/audio/refund.wav',
  },
  // What an action of a page says (`notify`): its words, its recipients, its row.
  action: {
    title: { 'zh-cn': '操作通知', en: 'Action' },
    text: { 'zh-cn': '{text}', en: '{text}' },
    knows: ['text'],
    sent: ['page', 'key', 'value', 'node'],
    node: '',
    audio: '/audio/order.wav',
  },
  // Somebody named this administrator in a comment on a record.
  mention: {
    title: { 'zh-cn': '提到我', en: 'Mention' },
    text: { 'zh-cn': '{text}', en: '{text}' },
    knows: ['text'],
    sent: ['page', 'key', 'value', 'node'],
    node: '',
    audio: '/audio/order.wav',
  },
}

/** The types in the order in which they want somebody: the money of members and the work on orders come before what can wait. */
export const byUrgency: readonly MessageType[] = [
  'order_refund',
  'refund_ship',
  'order_cancel',
  'order',
  'mention',
  'low_stock',
  'action',
  'order_export',
]

/** Types of which one line is enough until somebody asks for more. */
export const canWait: readonly MessageType[] = ['low_stock', 'action', 'order_export']
