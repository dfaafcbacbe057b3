import { sql } from 'kysely'
import { Refused } from '../../../app/refuse.ts'
import { areaText } from '../../../area/areas.ts'
import type { Writer } from '../../../db/connect.ts'
import type { ShopDeliveryAddressRow } from '../../../rows.generated.ts'
import { linesOf, type OrderRow, openUnits, orderStatus, requireStatus } from '../order/row.ts'
import { rowOf, type StepEnv, settingsOf, shares } from '../step.ts'
import { lockSkus, moveStock } from '../stock.ts'
import { releaseOrder } from './end.ts'
import { sendRefundMoney } from './money.ts'
import { lockRefund, moveRefund, type RefundRow, refundLines, refundType, requireState } from './row.ts'

export interface Audit {
  refundId: number
  result: 'agree' | 'refuse'
  /** Fen, from 1 to the amount asked for. Only when agreeing. */
  agreeAmount: number
  /** Where goods are to be returned to; needed when agreeing to a return. */
  addressId: number | null
  /** Ids of lines of the refund whose units, not shipped, do not go back into stock. */
  noRestock?: readonly number[]
  note: string
}

/**
 * E2 audit, from 1/1/0. Refuse (with a note) → 3/3/0. Agree to money only → 2/2/0: units that were given up go back into stock, the money is
 * sent. Agree to a return → 2/1/0 with the address and the day until which the goods must be sent.
 */
export async function auditRefund(trx: Writer, audit: Audit, env: StepEnv): Promise<void> {
  const { refund, order } = await lockRefund(trx, audit.refundId)
  requireState(refund, [1, 1, 0])
  if (audit.result === 'refuse') return refuse(trx, refund, audit.note, env)
  requireStatus(order, orderStatus.toShip, orderStatus.toReceive, orderStatus.toEvaluate, orderStatus.complete)
  if (!Number.isSafeInteger(audit.agreeAmount) || audit.agreeAmount < 1 || audit.agreeAmount > refund.amount)
    throw new Refused('shop.refundTooMuch')
  if (order.refund_amount + audit.agreeAmount > order.pay_amount) throw new Refused('shop.refundTooMuch')
  await shareOut(trx, refund, order, audit.agreeAmount, env)
  const set = { agree_amount: audit.agreeAmount, audit_time: env.now, audit_note: audit.note }
  if (refund.type === refundType.goods) {
    const address = await returnAddress(trx, audit.addressId)
    const deadline = env.now + (await settingsOf(trx, env)).refundShipDays * 86_400
    const columns = { ...set, return_address: JSON.stringify(address), deadline }
    return moveRefund(trx, refund, [2, 1, 0], columns, { action: 'agree', note: audit.note }, env)
  }
  await giveUpUnits(trx, refund, order, new Set(audit.noRestock ?? []), env)
  await moveRefund(trx, refund, [2, 2, 0], set, { action: 'agree', note: audit.note }, env)
  await sendRefundMoney(trx, refund.id, env)
}

async function refuse(trx: Writer, refund: RefundRow, note: string, env: StepEnv): Promise<void> {
  if (note.trim() === '') throw new Refused('shop.reasonNeeded')
  await moveRefund(trx, refund, [3, 3, 0], { audit_time: env.now, audit_note: note }, { action: 'refuse', note }, env)
  await releaseOrder(trx, refund, env)
}

/** Splits the agreed amount over the lines and the delivery fee as they were asked for; no part grows. */
async function shareOut(trx: Writer, refund: RefundRow, order: OrderRow, agreed: number, env: StepEnv): Promise<void> {
  const lines = await refundLines(trx, refund.id)
  const asked = [...lines.map((line) => line.amount), refund.include_delivery === 1 ? order.delivery_amount : 0]
  const parts = shares(agreed, asked)
  await sql`update shop_refund_goods g set amount = d.amount, update_time = ${env.now}
    from unnest(${lines.map((line) => line.id)}::int[], ${parts.slice(0, lines.length)}::bigint[]) as d(id, amount) where g.id = d.id`.execute(
    trx,
  )
}

/** Units that were never shipped leave the order; shipped meanwhile, they are paid for as a compensation. */
async function giveUpUnits(
  trx: Writer,
  refund: RefundRow,
  order: OrderRow,
  noRestock: ReadonlySet<number>,
  env: StepEnv,
): Promise<void> {
  const byId = new Map((await linesOf(trx, order.id)).map((line) => [line.id, line]))
  const given = (await refundLines(trx, refund.id)).flatMap((part) => {
    const line = byId.get(part.order_goods_id)
    return line ? [{ part, line, units: Math.min(part.quantity, openUnits(line)), restock: noRestock.has(part.id) ? 0 : 1 }] : []
  })
  const skus = await lockSkus(
    trx,
    given.map((g) => g.line.sku_id),
  )
  const back = given.map((g) => ({ skuId: g.line.sku_id, stock: g.units * g.restock, sales: -g.units }))
  await moveStock(trx, skus, back, { reason: 'refund', refNo: refund.refund_no }, env)
  await sql`with d as (select * from unnest(${given.map((g) => g.part.id)}::int[], ${given.map((g) => g.line.id)}::int[], ${given.map((g) => g.units)}::int[],
        ${given.map((g) => (g.units > 0 ? g.restock : 0))}::int[]) as d(part, line, units, restock)),
    parts as (update shop_refund_goods g set quantity = d.units, restock = d.restock, update_time = ${env.now} from d where g.id = d.part)
    update shop_order_goods l set refunded_quantity = l.refunded_quantity + d.units, update_time = ${env.now} from d where l.id = d.line`.execute(
    trx,
  )
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
  if (!address) throw new Refused('shop.badReturnAddress')
  return { ...address, city: areaText(address.city).replaceAll(',', ' ') }
}
