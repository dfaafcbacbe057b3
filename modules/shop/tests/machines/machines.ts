import type { timers } from '../../server/timers.ts'

/** What is posted for an action on a row, besides its `id`. */
export interface MachineAction {
  name: string
  /** Of a page: its id and the call's name there; else an address of members. */
  page?: string
  url: string
  who: 'owner' | 'member'
  body: Record<string, unknown>
  /** The states in which the machine has an edge for it (screen catalogue, chapter E). */
  from: readonly string[]
  /** It is done to each of several rows: what is wrong with one is told at its line. */
  each?: true
  /** It only tells, and changes nothing in any state; `print`: it is a GET with the keys of the rows. */
  reads?: true | 'print'
}

/** A step that time alone takes, so many seconds later. */
export interface MachineClock {
  name: string
  timer: keyof typeof timers
  later: number
  from: readonly string[]
  to: string
}

export const orderStates = [
  'toPay',
  'toShip',
  'partlyShipped',
  'toReceive',
  'toEvaluate',
  'complete',
  'cancelled',
  'applyCancel',
] as const
export type OrderState = (typeof orderStates)[number]

const months = 60 * 86_400
const orderPage = 'shop/order/order'
const orderUrl = '/admin/shop.order.Order'
const parcel = { mode: 'none', address_id: 1, notify_user: 0 }
const ofOrder = (name: string, body: Record<string, unknown>, from: readonly OrderState[], action = name): MachineAction => ({
  name,
  page: orderPage,
  url: `${orderUrl}/${action}`,
  who: 'owner',
  body,
  from,
})
const ofMember = (name: string, url: string, body: Record<string, unknown>, from: readonly string[]): MachineAction => ({
  name,
  url,
  who: 'member',
  body,
  from,
})

/** E1: who may do what to an order, and in which states. */
export const orderMachine: readonly MachineAction[] = [
  ofOrder('deliver', parcel, ['toShip', 'partlyShipped'], 'delivery'),
  {
    ...ofOrder('deliverEach', { address_id: 1, company_id: 1, notify_user: 0 }, ['toShip', 'partlyShipped'], 'deliveries'),
    each: true,
  },
  ofOrder('changeParcel', {}, ['toReceive'], 'parcel'),
  ofOrder('receive', {}, ['toReceive']),
  ofOrder('cancel', { result: 'refuse', reason: '已发货' }, ['applyCancel']),
  ofOrder('close', { reason: 'other', note: '' }, ['toPay', 'toShip', 'partlyShipped', 'toReceive', 'toEvaluate']),
  { ...ofOrder('givesBack', {}, ['toPay', 'toShip', 'partlyShipped', 'toReceive', 'toEvaluate']), reads: true },
  { ...ofOrder('printSlip', {}, orderStates), reads: 'print' },
  { ...ofOrder('pickList', {}, ['toShip', 'partlyShipped']), reads: 'print' },
  ofOrder('pay', { trade_no: '', remark: '' }, ['toPay']),
  ofOrder('adjust', { adjust_amount: '-0.10', delivery_amount: '1.00', reason: '改价' }, ['toPay']),
  ofOrder('retryMoney', {}, []), // what failed is no state: modules/shop/tests/orders/moneyOnce.test.ts
  ofOrder('remark', { admin_remark: '备注', flag: '' }, orderStates),
  ofOrder(
    'changeAddress',
    {
      receiver_name: '李雷',
      receiver_mobile: '13800131001',
      receiver_city: [110000, 110100, 110105],
      receiver_address: '和平路2号',
    },
    ['toPay', 'toShip', 'partlyShipped'],
  ),
  ofOrder('refund', { reason: 'other', include_delivery: 0, note: '补偿' }, [
    'toShip',
    'partlyShipped',
    'toReceive',
    'toEvaluate',
    'complete',
  ]),
  ofMember('pay from the balance', '/api/shop.Order/pay', { type: 'balance' }, ['toPay']),
  ofMember('pay through a provider', '/api/shop.Order/pay', { type: 'wechat' }, ['toPay']),
  ofMember('cancel unpaid', '/api/shop.Order/cancel', {}, ['toPay']),
  ofMember('ask to cancel', '/api/shop.Order/applyCancel', { reason: '不要了' }, ['toShip']),
  ofMember('withdraw the asking', '/api/shop.Order/withdrawCancel', {}, ['applyCancel']),
  ofMember('receive it', '/api/shop.Order/receive', {}, ['toReceive']),
  ofMember('ask for money', '/api/shop.Refund/apply', {}, ['toShip', 'partlyShipped', 'toReceive', 'toEvaluate', 'complete']),
]

/** Where an action of the machine leads to, whatever it comes from; those that are not here leave the state as it is. */
export const orderEnds: Readonly<Record<string, number>> = {
  deliver: 3,
  deliverEach: 3,
  receive: 4,
  cancel: 2,
  close: 6,
  pay: 2,
  'pay from the balance': 2,
  'cancel unpaid': 6,
  'ask to cancel': 7,
  'withdraw the asking': 2,
  'receive it': 4,
}

/** What time alone does with an order, months later. */
export const orderClocks: readonly MachineClock[] = [
  { name: 'time-out of paying', timer: 'unpaid', later: months, from: ['toPay'], to: '6' },
  { name: 'received by time', timer: 'receive', later: months, from: ['toReceive'], to: '4' },
  { name: 'complete by time', timer: 'finish', later: months, from: ['toEvaluate'], to: '5' },
]

/** Actions of the order page that have no edge in the machine and are possible in every state: they read, or lead elsewhere. */
export const noEdges = ['detail', 'freight', 'shipByFile', 'export']

export const refundStates = [
  '1/1/0 money',
  '1/1/0 goods',
  '2/1/0',
  '2/1/1',
  '2/2/0',
  '2/2/2',
  '2/2/0 failed',
  '2/3/0',
  '2/3/2',
  '3/3/0',
] as const
export type RefundState = (typeof refundStates)[number]

const ofRefund = (name: string, body: Record<string, unknown>, from: readonly RefundState[]): MachineAction => ({
  name,
  page: 'shop/order/refund',
  url: `/admin/shop.order.Refund/${name}`,
  who: 'owner',
  body,
  from,
})

/** E2: who may do what to a refund, and in which states (audit / status / parcel). */
export const refundMachine: readonly MachineAction[] = [
  ofRefund('audit', { result: 'refuse', audit_note: '不符合条件' }, ['1/1/0 money', '1/1/0 goods']),
  ofRefund('receive', { result: 'reject', note: '有使用痕迹' }, ['2/1/1']),
  ofRefund('retry', {}, ['2/2/0 failed']),
  ofRefund('remark', { admin_remark: '备注' }, refundStates),
  ofMember('change the request', '/api/shop.Refund/change', { reason: 'quality' }, ['1/1/0 money', '1/1/0 goods']),
  ofMember('change the tracking number', '/api/shop.Refund/tracking', { company_id: null, tracking_no: 'YT7700000000001' }, [
    '2/1/1',
  ]),
  ofMember('withdraw', '/api/shop.Refund/withdraw', {}, ['1/1/0 money', '1/1/0 goods', '2/1/0']),
  ofMember('send the goods', '/api/shop.Refund/send', { company_id: 1, tracking_no: 'SF123456789012' }, ['2/1/0']),
]

/** The goods are not sent in time. */
export const refundClocks: readonly MachineClock[] = [
  { name: 'time-out of sending', timer: 'return', later: months, from: ['2/1/0'], to: '2/3/0' },
]

/** As `orderEnds`, of a refund: audit / status / parcel. */
export const refundEnds: Readonly<Record<string, (from: RefundState) => string>> = {
  audit: () => '3/3/0',
  receive: () => '2/3/2',
  withdraw: (from) => (from === '2/1/0' ? '2/3/0' : '3/3/0'),
  'send the goods': () => '2/1/1',
}

export const receiptStates = ['unused', 'locked', 'used', 'expired', 'revoked'] as const
const ofReceipt = (
  name: string,
  body: Record<string, unknown>,
  from: readonly (typeof receiptStates)[number][],
): MachineAction => ({
  name,
  page: 'shop/coupon/receive',
  url: `/admin/shop.coupon.Receive/${name}`,
  who: 'owner',
  body,
  from,
})

/** As `orderEnds`, of a receipt. */
export const receiptEnds: Readonly<Record<string, number>> = { revoke: 5, extend: 1 }

/** E5: what the shop may do to a coupon receipt. */
export const receiptMachine: readonly MachineAction[] = [
  ofReceipt('revoke', { reason: '误发' }, ['unused']),
  ofReceipt('extend', { valid_end: Math.floor(Date.now() / 1000) + 4000 * 86_400 }, ['unused', 'expired']),
]
