import { sql } from 'kysely'
import { stepEnv } from '../../../../server/core/command.ts'
import { actorOf } from '../../../../server/core/context.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { areaCodes } from '../../../../server/core/regions.ts'
import type { Row } from '../../../../server/crud/domain.ts'
import { defaultLocale } from '../../../../src/schemas/language/words.ts'
import { type ActionInput, type ActionValues, defineActions } from '../actions.ts'
import { lastCompany } from '../delivery/numberRule.ts'
import { ShopOrderPayStatus } from '../options.generated.ts'
import { deliveryRefunded } from '../refund/apply.ts'
import { refundByShop } from '../refund/byShop.ts'
import { waitingRefunds } from '../refund/end.ts'
import type { ShopDeliveryAddressRow } from '../rows.generated.ts'
import { type AddressChange, changeAddress, freightThere } from './address.ts'
import { adjustOrder } from './adjust.ts'
import { handleCancel } from './cancel.ts'
import { closeOrder } from './close.ts'
import { type Delivery, deliverOrder } from './deliver.ts'
import { changeParcels, type ParcelChange } from './parcel.ts'
import { payOrder } from './pay.ts'
import { receiveOrder } from './receive.ts'
import { retryOrderMoney } from './retry.ts'
import { plannedBack } from './returnToStock.ts'
import { type LineRow, type OrderRow, openUnits } from './row.ts'
import { carriedParcels, hasAgreedReturn, openLines, readLines, refundableLines } from './rules.ts'

/** What the buttons of the order list do: the steps of E1, as the administrator who pressed them. */
export const orderActions = defineActions({
  'shop/order/order.delivery': {
    refuse: { nothingOpen: async ({ trx, row }) => openLines(await readLines(trx, row.id)).length === 0 },
    prepare: async ({ ctx, db, row }) => ({
      address_id: await usualAddress(db),
      company_id: await lastCompany(db, actorOf(ctx).id),
      lines: openLines(await readLines(db, row.id)).map(formLine),
    }),
    run: ({ ctx, trx, row, values }) => {
      const lines = values.lines.map(({ id, quantity }) => ({ id: id ?? 0, quantity }))
      return deliverOrder(trx, { ...deliveryOf(row.id, values.mode, values), lines }, stepEnv(ctx))
    },
  },
  'shop/order/order.deliveries': {
    refuse: { nothingOpen: async ({ trx, row }) => openLines(await readLines(trx, row.id)).length === 0 },
    prepare: async ({ ctx, db }) => ({
      address_id: await usualAddress(db),
      company_id: await lastCompany(db, actorOf(ctx).id),
    }),
    run: ({ ctx, trx, row, values }) => deliverOrder(trx, deliveryOf(row.id, 'all', values), stepEnv(ctx)),
  },
  'shop/order/order.receive': {
    run: ({ ctx, trx, row }) => receiveOrder(trx, { orderId: row.id }, stepEnv(ctx)),
  },
  'shop/order/order.cancel': {
    run: ({ ctx, trx, row, values }) =>
      handleCancel(trx, { orderId: row.id, result: values.result, reason: values.reason.trim() }, stepEnv(ctx)),
  },
  'shop/order/order.close': {
    refuse: { agreedReturn: ({ trx, row }) => hasAgreedReturn(trx, row.id) },
    run: ({ ctx, trx, page, row, values }) => {
      const { reason, note } = values
      // In the language of the shop, as the texts of its short messages are; what language the member reads nobody knows.
      const reasonText = ctx.schema.words.text(defaultLocale, page.id, `fields.close_reason.options.${reason}`)
      return closeOrder(trx, { orderId: row.id, reason, note: note.trim(), reasonText }, stepEnv(ctx))
    },
  },
  'shop/order/order.parcel': {
    refuse: { noParcel: async ({ trx, row }) => (await carriedParcels(trx, row.id)).length === 0 },
    prepare: async ({ db, row }) => ({ parcels: await carriedParcels(db, row.id) }),
    run: ({ ctx, trx, row, values }) =>
      changeParcels(trx, { orderId: row.id, parcels: values.parcels.map(parcelOf) }, stepEnv(ctx)),
  },
  'shop/order/order.refund': {
    refuse: { nothingLeft: async ({ trx, row }) => refundableLines(await readLines(trx, row.id)).length === 0 },
    prepare: async ({ db, row }) => shopRefundValues(db, row),
    run: (input) => refundByShop(input.trx, shopRefundOf(input), stepEnv(input.ctx)),
  },
  'shop/order/order.changeAddress': {
    prepare: async ({ row }) => ({ receiver_city: areaCodes(row.receiver_city.trim()) ?? [] }),
    run: (input) => changeAddress(input.trx, addressOf(input), stepEnv(input.ctx)),
  },
  'shop/order/order.freight': {
    answer: ({ db, row, values }) => freightThere(db, row.id, values.receiver_city).then((told) => ({ ...told })),
  },
  'shop/order/order.retryMoney': { run: ({ ctx, trx, row }) => retryOrderMoney(trx, { orderId: row.id }, stepEnv(ctx)) },
  // The lines of a file become parcels on their own screen; this only leads there.
  'shop/order/order.shipByFile': { run: async () => ({}) },
  'shop/order/order.givesBack': { answer: ({ db, row }) => givenBack(db, row.id) },
  'shop/order/order.pay': {
    run: ({ ctx, trx, row, values }) => {
      const payment = {
        orderId: row.id,
        amount: row.pay_amount,
        payType: 'offline' as const,
        tradeNo: values.trade_no.trim(),
        note: values.remark.trim(),
      }
      return payOrder(trx, payment, stepEnv(ctx))
    },
  },
  'shop/order/order.adjust': {
    run: ({ ctx, trx, row, values }) => {
      const { adjust_amount, delivery_amount, reason } = values
      const change = { orderId: row.id, adjustAmount: adjust_amount, deliveryAmount: delivery_amount, reason: reason.trim() }
      return adjustOrder(trx, change, stepEnv(ctx))
    },
  },
})

type Shipment = Pick<ActionValues<'shop/order/order.delivery'>, 'address_id' | 'company_id' | 'tracking_no' | 'notify_user'>

/** A delivery of no line in particular. */
function deliveryOf(orderId: number, mode: Delivery['mode'], values: Shipment): Delivery {
  return {
    orderId,
    mode,
    addressId: values.address_id,
    companyId: values.company_id,
    trackingNo: values.tracking_no.trim(),
    lines: [],
    // The message names the carrier and its number; without a parcel there is nothing to tell.
    notifyUser: mode !== 'none' && values.notify_user === 1,
  }
}

function addressOf({ row, values }: ActionInput<'shop/order/order.changeAddress'>): AddressChange {
  const { receiver_name, receiver_mobile, receiver_city: city, receiver_address, new_fee } = values
  const [name, mobile, address] = [receiver_name.trim(), receiver_mobile.trim(), receiver_address.trim()]
  return { orderId: row.id, name, mobile, city, address, newFee: new_fee === 1 }
}

type FormParcel = ActionValues<'shop/order/order.parcel'>['parcels'][number]

function parcelOf({ id, company_id, tracking_no }: FormParcel): ParcelChange {
  return { id: id ?? 0, companyId: company_id, trackingNo: tracking_no.trim() }
}

/** What the shop gives back by itself; lines with neither units nor money are left out. */
function shopRefundOf({ row, values }: ActionInput<'shop/order/order.refund'>): Parameters<typeof refundByShop>[1] {
  const { reason, lines, include_delivery, note } = values
  const asked = lines.map(({ id, quantity, amount }, at) => ({ at, id: id ?? 0, quantity, amount }))
  return {
    orderId: row.id,
    reason,
    description: note.trim(),
    lines: asked.filter((line) => line.quantity > 0 || line.amount > 0),
    includeDelivery: include_delivery === 1,
  }
}

/** What can be refunded, and the delivery fee, which goes back once: on request, or with the last units. */
async function shopRefundValues(db: Reader, { id, delivery_amount }: Pick<OrderRow, 'id' | 'delivery_amount'>): Promise<Row> {
  const all = await readLines(db, id)
  const lines = refundableLines(all)
  const fee = (await deliveryRefunded(db, id)) ? 0 : delivery_amount
  return { lines: lines.map(refundLine), delivery_fee: fee, delivery_due: lines.length === all.length ? fee : 0 }
}

function refundLine(line: LineRow): Row {
  const left = line.pay_share - line.refunded_amount
  return { id: line.id, line: lineName(line), left, open: openUnits(line), quantity: 0, amount: 0 }
}

/** What closing an order would return; the command itself uses the same plan. */
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
