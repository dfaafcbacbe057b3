import { sql } from 'kysely'
import { actorColumns, adminIdOf, type CommandContext, rowOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { settingsOf } from '../command.ts'
import { exampleOf } from '../delivery/numberRule.ts'
import { notifyMember } from '../notices/members.ts'
import { ShopOrderShipStatus, ShopOrderStatus } from '../options.generated.ts'
import type { ShopDeliveryCompanyRow, ShopOrderDeliveryRow, ShopOrderRow } from '../rows.generated.ts'
import { type LineRow, linesOf, lockOrder, type OrderRow, openUnits, orderMachine } from './row.ts'
import { openLines } from './rules.ts'

export interface Delivery {
  orderId: number
  /** Everything that is open; the lines named; everything, without a parcel. */
  mode: 'all' | 'part' | 'none'
  addressId: number
  companyId: number | null
  trackingNo: string
  /** Units by order line, for mode `part`; lines left out or with 0 units stay open. */
  lines: readonly { id: number; quantity: number }[]
  notifyUser: boolean
}

interface Shipped {
  id: number
  name: string
  quantity: number
}

/**
 * E1 deliver: 2 → 2 while something stays open, else 2 → 3 with the time at which it counts as received. Writes the parcel and the units
 * shipped. Refuses when nothing is open, when a line gets more units than are open, and a tracking number the carrier would not know.
 */
export async function deliverOrder(
  trx: Writer,
  delivery: Delivery,
  env: CommandContext,
): Promise<{ parcelId: number; status: number }> {
  const plan = await planDelivery(trx, delivery)
  const row = await rowOf(
    trx,
    sql<
      Pick<ShopOrderDeliveryRow, 'id'>
    >`insert into shop_order_delivery (order_id, company_id, company_name, tracking_no, address_id, quantity, lines, notify_user,
        admin_id, admin_name, create_time, update_time)
      values (${plan.order.id}, ${plan.company?.id ?? null}, ${plan.company?.name ?? ''}, ${plan.company ? delivery.trackingNo : ''},
        ${delivery.addressId}, ${plan.units}, ${JSON.stringify(plan.shipped)}::jsonb, ${delivery.notifyUser ? 1 : 0}, ${adminIdOf(env.actor)},
        ${actorColumns(env.actor).name}, ${env.now}, ${env.now})
      returning id`,
  )
  const parcelId = row?.id ?? 0
  return { parcelId, status: await finishDelivery(trx, plan, { ...delivery, parcelId }, env) }
}

/** What a delivery would ship, validated, with the order locked. */
export interface DeliveryPlan {
  order: OrderRow
  lines: readonly LineRow[]
  shipped: readonly Shipped[]
  units: number
  company: Carrier | null
}

/** Locks the order of a delivery and validates it; nothing is written. */
export async function planDelivery(trx: Writer, delivery: Delivery): Promise<DeliveryPlan> {
  const order = await lockOrder(trx, delivery.orderId)
  orderMachine.require(order, 'deliver')
  const lines = await linesOf(trx, order.id)
  if (openLines(lines).length === 0) throw new Refused('shop.nothingOpen')
  const shipped = chosen(delivery, lines)
  await requireAddress(trx, delivery.addressId)
  const company = delivery.mode === 'none' ? null : await carrierOf(trx, delivery.companyId, delivery.trackingNo)
  return { order, lines, shipped, units: shipped.reduce((sum, s) => sum + s.quantity, 0), company }
}

/** Marks the units of a written parcel as shipped and moves the order; returns its new state. */
export async function finishDelivery(
  trx: Writer,
  { order, lines, shipped, units, company }: DeliveryPlan,
  { parcelId, trackingNo, notifyUser }: Pick<Delivery, 'trackingNo' | 'notifyUser'> & { parcelId: number },
  env: CommandContext,
): Promise<OrderRow['status']> {
  await sql`update shop_order_goods l set shipped = l.shipped + d.quantity, update_time = ${env.now}
    from unnest(${shipped.map((s) => s.id)}::int[], ${shipped.map((s) => s.quantity)}::int[]) as d(id, quantity) where l.id = d.id`.execute(
    trx,
  )
  const open = lines.reduce((sum, line) => sum + openUnits(line), 0) - units
  const note = company ? `${company.name} ${trackingNo}` : ''
  if (notifyUser && company) await notifyOfParcel(trx, order, parcelId, env)
  const set = open === 0 ? await shippedSet(trx, env) : { ship_status: ShopOrderShipStatus.partly }
  const action = open === 0 ? 'deliver' : 'deliver_part'
  await orderMachine.move(trx, order, { action, set, note, data: { parcel_id: parcelId } }, env)
  return open === 0 ? ShopOrderStatus.toReceive : ShopOrderStatus.toShip
}

/** A short message for the member, or the receiver where the member has no number, with the parcel's own; it goes after the commit. */
async function notifyOfParcel(trx: Writer, order: OrderRow, parcelId: number, env: CommandContext): Promise<void> {
  const receiver = await rowOf(
    trx,
    sql<Pick<ShopOrderRow, 'receiver_mobile'>>`select receiver_mobile from shop_order where id = ${order.id}`,
  )
  const about = { shop_order: order.id, shop_order_delivery: parcelId }
  const otherwise = receiver?.receiver_mobile ?? ''
  await notifyMember(trx, { event: 'order_shipped', userId: order.user_id, about, otherwise }, env)
}

/** Columns of an order of which everything has been shipped. */
export async function shippedSet(trx: Writer, env: CommandContext): Promise<Partial<ShopOrderRow>> {
  return {
    ship_status: ShopOrderShipStatus.shipped,
    ship_time: env.now,
    auto_receive_time: env.now + (await settingsOf(trx, env)).autoReceiveDays * 86_400,
  }
}

function chosen(delivery: Delivery, lines: readonly LineRow[]): Shipped[] {
  const wanted = new Map(delivery.lines.map((line) => [line.id, line.quantity]))
  if (delivery.mode === 'part') {
    const known = new Set(lines.map((line) => line.id))
    if (wanted.size !== delivery.lines.length || [...wanted.keys()].some((id) => !known.has(id)))
      throw new Refused('shop.noSuchLine')
  }
  const shipped = lines.flatMap((line) => {
    const quantity = delivery.mode === 'part' ? (wanted.get(line.id) ?? 0) : openUnits(line)
    const place = { field: `lines.${delivery.lines.findIndex((one) => one.id === line.id)}.quantity` }
    if (!Number.isSafeInteger(quantity) || quantity < 0) throw new Refused('shop.badQuantity', {}, place)
    if (quantity > openUnits(line)) throw new Refused('shop.moreThanOpen', { name: line.name, open: openUnits(line) }, place)
    return quantity > 0 ? [{ id: line.id, name: line.name, quantity }] : []
  })
  if (shipped.length === 0) throw new Refused('shop.nothingChosen', {}, delivery.mode === 'part' ? { field: 'lines' } : {})
  return shipped
}

async function requireAddress(trx: Writer, addressId: number): Promise<void> {
  const address = await rowOf(
    trx,
    sql<{ ok: boolean }>`select status = 1 and 'ship' = any(types) as ok from shop_delivery_address where id = ${addressId}`,
  )
  if (!address?.ok) throw new Refused('shop.badAddress', {}, { field: 'address_id' })
}

type Carrier = Pick<ShopDeliveryCompanyRow, 'id' | 'name'>

/**
 * The carrier, when it is in use and the number fits its pattern (the database's regular expressions: their time is bounded). What is
 * wrong is told at the fields `<at>company_id` and `<at>tracking_no` of the form.
 */
export async function carrierOf(trx: Writer, companyId: number | null, trackingNo: string, at = ''): Promise<Carrier> {
  if (trackingNo === '') throw new Refused('shop.noTrackingNo', {}, { field: `${at}tracking_no` })
  const company = await rowOf(
    trx,
    sql<
      Pick<ShopDeliveryCompanyRow, 'id' | 'name' | 'status' | 'no_pattern'> & { fits: boolean }
    >`select id, name, status, no_pattern, no_pattern = '' or ${trackingNo} ~ no_pattern as fits
      from shop_delivery_company where id = ${companyId}`,
  )
  if (company?.status !== 1) throw new Refused('shop.badCompany', {}, { field: `${at}company_id` })
  if (!company.fits) {
    const example = exampleOf(company.no_pattern)
    const [code, params] =
      example === undefined
        ? (['shop.badTrackingNo', {}] as const)
        : (['shop.trackingNoLooks', { example, length: example.length }] as const)
    throw new Refused(code, { name: company.name, ...params }, { field: `${at}tracking_no` })
  }
  return company
}
