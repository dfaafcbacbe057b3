import { sql } from 'kysely'
import { type CommandContext, rowOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { areaText } from '../../../../server/core/regions.ts'
import { formatDateTime } from '../../../../src/schemas/kinds/clock.ts'
import { changed, settingsOf } from '../command.ts'
import { notifyOfOrder } from '../notices/members.ts'
import { ShopOrderStatus, ShopRefundType } from '../options.generated.ts'
import { type LineRow, linesOf, type OrderRow, requireStatus } from '../order/row.ts'
import type { ShopDeliveryAddressRow } from '../rows.generated.ts'
import { deliveryRefunded, givesUpAll } from './apply.ts'
import { releaseOrder } from './end.ts'
import { sendRefundMoney } from './money.ts'
import { releaseUnits } from './release.ts'
import { lockRefund, type RefundLine, type RefundRow, refundLines, refundMachine, refundState } from './row.ts'
import { agreedParts } from './share.ts'

export interface Audit {
  refundId: number
  result: 'agree' | 'refuse'
  /** Fen, from 1 to the amount asked for, or with `over` to what can be refunded. Only when agreeing. */
  agreeAmount: number
  /** May more be agreed to than was asked for? */
  over?: boolean
  /** Is the delivery fee in it? Absent: as it was asked for. */
  includeDelivery?: boolean
  /** Where goods are to be returned to; needed when agreeing to a return. */
  addressId: number | null
  /** Ids of lines of the refund whose units, not shipped, do not go back into stock. */
  noRestock?: readonly number[]
  /** Ids of the lines of the refund that whoever agrees has seen; absent: nobody says. */
  seen?: readonly number[] | undefined
  note: string
}

/** Where in the form a wrong amount stands. */
const atAmount = { field: 'agree_amount' }

/**
 * E2 audit, from 1/1/0. Refuse (with a note) → 3/3/0. Agree to money only → 2/2/0: units that were given up go back into stock, the money is
 * sent. Agree to a return → 2/1/0 with the address and the day until which the goods must be sent.
 */
export async function auditRefund(trx: Writer, audit: Audit, env: CommandContext): Promise<void> {
  const { refund, order } = await lockRefund(trx, audit.refundId)
  refundMachine.require(refund, audit.result)
  if (audit.result === 'refuse') return refuse(trx, { refund, order }, audit.note, env)
  requireStatus(order, ShopOrderStatus.toShip, ShopOrderStatus.toReceive, ShopOrderStatus.toEvaluate, ShopOrderStatus.complete)
  if (audit.seen) await requireSeen(trx, refund, audit.seen)
  const agreed = audit.agreeAmount
  if (!Number.isSafeInteger(agreed) || agreed < 1) throw new Refused('shop.refundTooMuch', {}, atAmount)
  if (agreed > refund.amount && !audit.over) throw new Refused('shop.refundTooMuch', {}, atAmount)
  if (order.refund_amount + agreed > order.pay_amount) throw new Refused('shop.refundTooMuch', {}, atAmount)
  const delivery = await shareOut(trx, { refund, order, audit }, env)
  const set = { agree_amount: agreed, include_delivery: delivery ? 1 : 0, audit_time: env.now, audit_note: audit.note } as const
  if (refund.type === ShopRefundType.goods) {
    const address = await returnAddress(trx, audit.addressId)
    const deadline = env.now + (await settingsOf(trx, env)).refundShipDays * 86_400
    const columns = { ...set, return_address: JSON.stringify(address), deadline }
    await refundMachine.move(trx, refund, { action: 'agree', to: refundState.toReturn, set: columns, note: audit.note }, env)
    const { name, mobile, tel, city, address: street } = address
    const where = [city, street, name, mobile || tel].filter(Boolean).join(' ')
    const data = { address: where, deadline: formatDateTime(deadline).slice(0, 16) }
    return notifyOfOrder(trx, order, { event: 'refund_return', data }, env)
  }
  await releaseUnits(trx, { refund, order, noRestock: new Set(audit.noRestock ?? []) }, env)
  const columns = { ...set, deadline: null }
  await refundMachine.move(trx, refund, { action: 'agree', to: refundState.agreed, set: columns, note: audit.note }, env)
  await sendRefundMoney(trx, refund.id, env)
}

/** Refuses to agree to a request that the member changed meanwhile: its lines are others then. */
async function requireSeen(trx: Writer, refund: RefundRow, seen: readonly number[]): Promise<void> {
  const lines = await refundLines(trx, refund.id)
  if (lines.some((line) => !seen.includes(line.id))) throw changed()
}

async function refuse(trx: Writer, { refund, order }: Omit<Judged, 'audit'>, note: string, env: CommandContext): Promise<void> {
  if (note.trim() === '') throw new Refused('shop.reasonNeeded')
  const set = { audit_time: env.now, audit_note: note, deadline: null }
  await refundMachine.move(trx, refund, { action: 'refuse', set, note }, env)
  await releaseOrder(trx, refund, env)
  await notifyOfOrder(trx, order, { event: 'refund_refused', data: { reason: note } }, env)
}

interface Judged {
  refund: RefundRow
  order: OrderRow
  audit: Audit
}

/** Splits the agreed amount over the lines and the delivery fee and keeps the lines' parts. Gives whether the fee is in it. */
async function shareOut(trx: Writer, { refund, order, audit }: Judged, env: CommandContext): Promise<boolean> {
  const parts = await refundLines(trx, refund.id)
  const lines = await linesOf(trx, order.id)
  const asked = audit.includeDelivery ?? refund.include_delivery === 1
  const all = parts.map((part) => ({ id: part.order_goods_id, quantity: part.quantity }))
  const wanted = asked || givesUpAll(order, { type: refund.type, lines: all }, lines)
  const delivery = wanted && !(await deliveryRefunded(trx, order.id, refund.id))
  const rooms = [...parts.map((part) => ({ asked: part.amount, most: leftOf(part, lines) })), feeOf(refund, order, delivery)]
  const amounts = agreedParts(audit.agreeAmount, rooms)
  if (!amounts) throw new Refused('shop.refundTooMuch', {}, atAmount)
  await sql`update shop_refund_goods g set amount = d.amount, update_time = ${env.now}
    from unnest(${parts.map((part) => part.id)}::int[], ${amounts.slice(0, parts.length)}::bigint[]) as d(id, amount) where g.id = d.id`.execute(
    trx,
  )
  return delivery
}

/** What is left of the share of a line. */
function leftOf(part: RefundLine, lines: readonly LineRow[]): number {
  const line = lines.find((each) => each.id === part.order_goods_id)
  return line ? line.pay_share - line.refunded_amount : 0
}

/** The delivery fee as a part of the amount: asked for by the member, or only allowed by whoever judges. */
function feeOf(refund: RefundRow, order: OrderRow, included: boolean): { asked: number; most: number } {
  const most = included ? order.delivery_amount : 0
  return { asked: refund.include_delivery === 1 ? most : 0, most }
}

/** Where the member sends goods to, as the refund keeps it. */
type ReturnAddress = Omit<KeptAddress, 'city'> & { city: string }
type KeptAddress = Pick<ShopDeliveryAddressRow, 'id' | 'name' | 'mobile' | 'tel' | 'city' | 'address' | 'zip'>

async function returnAddress(trx: Writer, addressId: number | null): Promise<ReturnAddress> {
  const address = await rowOf(
    trx,
    sql<KeptAddress>`select id, name, mobile, tel, city, address, zip from shop_delivery_address
      where id = ${addressId} and status = 1 and 'return' = any(types)`,
  )
  if (!address) throw new Refused('shop.badReturnAddress', {}, { field: 'address_id' })
  return { ...address, city: areaText(address.city).replaceAll(',', ' ') }
}
