import { sql } from 'kysely'
import { stepEnv } from '../../../../server/core/command.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { areaCodes } from '../../../../server/core/regions.ts'
import type { ActionInput, Row, RowAction } from '../../../../server/crud/domain.ts'
import { defaultLocale } from '../../../../src/schemas/language/words.ts'
import { ShopOrderPayStatus } from '../options.generated.ts'
import { refundByShop } from '../refund/byShop.ts'
import { waitingRefunds } from '../refund/end.ts'
import type { ShopDeliveryAddressRow } from '../rows.generated.ts'
import { type AddressChange, changeAddress, freightThere } from './address.ts'
import { adjustOrder } from './adjust.ts'
import { handleCancel } from './cancel.ts'
import { type CloseReason, closeOrder } from './close.ts'
import { type Delivery, deliverOrder } from './deliver.ts'
import { changeParcels, type ParcelChange } from './parcel.ts'
import { payOrder } from './pay.ts'
import { receiveOrder } from './receive.ts'
import { retryOrderMoney } from './retry.ts'
import { plannedBack } from './returnToStock.ts'
import { type LineRow, type OrderRow, openUnits } from './row.ts'
import { carriedParcels, hasAgreedReturn, openLines, readLines, refundableLines } from './rules.ts'

const id = (input: ActionInput) => Number(input.row.id)
const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** What the buttons of the order list do: the steps of E1, as the administrator who pressed them. */
export const orderActions: Readonly<Record<string, RowAction>> = {
  'shop/order/order.delivery': {
    refuse: { nothingOpen: async ({ trx, row }) => openLines(await readLines(trx, row.id)).length === 0 },
    prepare: async ({ db, row }) => ({
      address_id: await usualAddress(db),
      lines: openLines(await readLines(db, row.id)).map(formLine),
    }),
    run: (input) => deliverOrder(input.trx, deliveryOf(input), stepEnv(input.ctx)),
  },
  'shop/order/order.deliveries': {
    refuse: { nothingOpen: async ({ trx, row }) => openLines(await readLines(trx, row.id)).length === 0 },
    prepare: async ({ db }) => ({ address_id: await usualAddress(db) }),
    run: (input) => deliverOrder(input.trx, { ...deliveryOf(input), mode: 'all', lines: [] }, stepEnv(input.ctx)),
  },
  'shop/order/order.receive': {
    run: (input) => receiveOrder(input.trx, { orderId: id(input) }, stepEnv(input.ctx)),
  },
  'shop/order/order.cancel': {
    run: (input) => {
      const result = input.values.result === 'agree' ? 'agree' : 'refuse'
      return handleCancel(input.trx, { orderId: id(input), result, reason: text(input.values.reason) }, stepEnv(input.ctx))
    },
  },
  'shop/order/order.close': {
    refuse: { agreedReturn: ({ trx, row }) => hasAgreedReturn(trx, row.id) },
    run: (input) => {
      const { reason, note } = input.values
      const { schema } = input.ctx
      // In the language of the shop, as the texts of its short messages are; what language the member reads nobody knows.
      const reasonText = schema.words.text(defaultLocale, input.page.id, `fields.close_reason.options.${reason}`)
      const closing = { orderId: id(input), reason: reason as CloseReason, note: text(note), reasonText }
      return closeOrder(input.trx, closing, stepEnv(input.ctx))
    },
  },
  'shop/order/order.parcel': {
    refuse: { noParcel: async ({ trx, row }) => (await carriedParcels(trx, row.id)).length === 0 },
    prepare: async ({ db, row }) => ({ parcels: await carriedParcels(db, row.id) }),
    run: (input) =>
      changeParcels(input.trx, { orderId: id(input), parcels: parcelsOf(input.values.parcels) }, stepEnv(input.ctx)),
  },
  'shop/order/order.refund': {
    refuse: { nothingLeft: async ({ trx, row }) => refundableLines(await readLines(trx, row.id)).length === 0 },
    prepare: async ({ db, row }) => ({ lines: refundableLines(await readLines(db, row.id)).map(refundLine) }),
    run: (input) => refundByShop(input.trx, shopRefundOf(input), stepEnv(input.ctx)),
  },
  'shop/order/order.changeAddress': {
    prepare: async ({ row }) => ({ receiver_city: areaCodes(text(row.receiver_city)) ?? [] }),
    run: (input) => changeAddress(input.trx, addressOf(input), stepEnv(input.ctx)),
  },
  'shop/order/order.freight': {
    answer: ({ db, row, values }) =>
      freightThere(db, Number(row.id), codesIn(values.receiver_city)).then((told) => ({ ...told })),
  },
  'shop/order/order.retryMoney': { run: (input) => retryOrderMoney(input.trx, { orderId: id(input) }, stepEnv(input.ctx)) },
  // The lines of a file become parcels on their own screen; this only leads there.
  'shop/order/order.shipByFile': { run: async () => ({}) },
  'shop/order/order.givesBack': { answer: ({ db, row }) => givenBack(db, Number(row.id)) },
  'shop/order/order.pay': {
    run: (input) => {
      const { trade_no, remark } = input.values
      const payment = {
        orderId: id(input),
        amount: Number(input.row.pay_amount),
        payType: 'offline' as const,
        tradeNo: text(trade_no),
        note: text(remark),
      }
      return payOrder(input.trx, payment, stepEnv(input.ctx))
    },
  },
  'shop/order/order.adjust': {
    run: (input) => {
      const { adjust_amount, delivery_amount, reason } = input.values
      const change = {
        orderId: id(input),
        adjustAmount: Number(adjust_amount),
        deliveryAmount: Number(delivery_amount),
        reason: text(reason),
      }
      return adjustOrder(input.trx, change, stepEnv(input.ctx))
    },
  },
}

function deliveryOf(input: ActionInput): Delivery {
  const { mode, address_id, company_id, tracking_no, lines, notify_user } = input.values
  const rows = Array.isArray(lines) ? (lines as Record<string, unknown>[]) : []
  return {
    orderId: id(input),
    mode: mode as Delivery['mode'],
    addressId: Number(address_id),
    companyId: company_id === null || company_id === undefined ? null : Number(company_id),
    trackingNo: text(tracking_no),
    lines: rows.map((row) => ({ id: Number(row.id), quantity: Number(row.quantity) })),
    // The message names the carrier and its number; without a parcel there is nothing to tell.
    notifyUser: mode !== 'none' && notify_user === 1,
  }
}

const codesIn = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : [])

function addressOf(input: ActionInput): AddressChange {
  const { receiver_name, receiver_mobile, receiver_city, receiver_address, new_fee } = input.values
  const city = codesIn(receiver_city)
  const [name, mobile, address] = [text(receiver_name), text(receiver_mobile), text(receiver_address)]
  return { orderId: id(input), name, mobile, city, address, newFee: new_fee === 1 }
}

const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : [])

function parcelsOf(value: unknown): ParcelChange[] {
  return rowsIn(value).map((row) => ({
    id: Number(row.id),
    companyId: row.company_id === null || row.company_id === undefined ? null : Number(row.company_id),
    trackingNo: text(row.tracking_no),
  }))
}

/** What the shop gives back by itself; lines with neither units nor money are left out. */
function shopRefundOf(input: ActionInput): Parameters<typeof refundByShop>[1] {
  const { reason, lines, include_delivery, note } = input.values
  const asked = rowsIn(lines).map((row, at) => ({
    at,
    id: Number(row.id),
    quantity: Number(row.quantity),
    amount: Number(row.amount),
  }))
  return {
    orderId: id(input),
    reason: reason as Parameters<typeof refundByShop>[1]['reason'],
    description: text(note),
    lines: asked.filter((line) => line.quantity > 0 || line.amount > 0),
    includeDelivery: include_delivery === 1,
  }
}

function refundLine(line: LineRow): Row {
  const left = line.pay_share - line.refunded_amount
  return { id: line.id, line: lineName(line), left, open: openUnits(line), quantity: 0, amount: 0 }
}

/** What closing an order would give back; the step itself goes by the same plan. */
async function givenBack(db: Reader, orderId: number): Promise<Record<string, unknown>> {
  const found = await sql<OrderRow>`select * from shop_order where id = ${orderId}`.execute(db)
  const [order] = found.rows
  if (!order) throw new Refused('shop.noOrder')
  const { amount, score, units } = plannedBack(order, await readLines(db, orderId))
  return {
    back: amount,
    score,
    requests: order.pay_status === ShopOrderPayStatus.unpaid ? 0 : await waitingRefunds(db, orderId),
    lines: units.map((each) => ({ line: lineName(each.line), quantity: each.line.quantity, units: each.units })),
  }
}

/** A line as the deliver form shows it; one that somebody wants to have refunded starts at 0. */
function formLine(line: LineRow): Record<string, unknown> {
  const open = openUnits(line)
  return {
    id: line.id,
    line: lineName(line),
    open,
    quantity: line.refund_id === null ? open : 0,
  }
}

function lineName(line: LineRow): string {
  return [line.name, line.spec_text].filter(Boolean).join(' ')
}

/** The address goods are usually sent from; null when none is set. */
export async function usualAddress(db: Reader): Promise<number | null> {
  const { rows } = await sql<
    Pick<ShopDeliveryAddressRow, 'id'>
  >`select id from shop_delivery_address where status = 1 and 'ship' = any(types)
    order by default_ship desc, id limit 1`.execute(db)
  return rows[0]?.id ?? null
}
