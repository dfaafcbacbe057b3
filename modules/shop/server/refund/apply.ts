import { sql } from 'kysely'
import { type CommandContext, rowOf } from '../../../../server/core/command.ts'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { type Counted, changed, numberOf, settingsOf } from '../command.ts'
import { notify } from '../notices/notify.ts'
import {
  ShopOrderPayStatus,
  ShopOrderShipStatus,
  ShopOrderStatus,
  ShopRefundAuditStatus,
  ShopRefundMoneyStatus,
  ShopRefundStatus,
  ShopRefundType,
  ShopRefundUserShipStatus,
} from '../options.generated.ts'
import { type LineRow, linesOf, lockOrder, type OrderRow, openUnits, requireStatus } from '../order/row.ts'
import type { ShopRefundLogRow, ShopRefundRow } from '../rows.generated.ts'
import { refundMachine, refundState } from './row.ts'

export interface RefundRequest {
  orderId: number
  type: ShopRefundRow['type']
  reason: NonNullable<ShopRefundRow['reason']>
  description: string
  images: readonly string[]
  /** `at`: the place of the line in the form that asked, where others were left out. */
  lines: readonly { id: number; quantity: number; amount: number; at?: number }[]
  /** Ask for the delivery fee too. */
  includeDelivery: boolean
}

/**
 * E2 apply: a member asks for money back, – → 1/1/0. Each line may ask for what is left of its share; of goods not shipped units are given
 * up, goods to return must have been shipped, 0 units is a compensation. Tells customer service. Gives id and number.
 */
export async function applyRefund(
  trx: Writer,
  input: RefundRequest,
  env: CommandContext,
): Promise<{ id: number; refundNo: string }> {
  const order = await lockOrder(trx, input.orderId)
  requireStatus(order, ShopOrderStatus.toShip, ShopOrderStatus.toReceive, ShopOrderStatus.toEvaluate, ShopOrderStatus.complete)
  if (order.pay_status !== ShopOrderPayStatus.paid && order.pay_status !== ShopOrderPayStatus.partlyRefunded)
    throw new Refused('shop.notPaid')
  const until = await refundDeadline(trx, order, env)
  if (until !== null && env.now > until) throw new Refused('shop.refundTooLate')
  const lines = await linesOf(trx, order.id)
  requireLines(input, lines)
  await requireNotRefusedTwice(trx, input)
  const { id, refundNo, amount } = await openRefund(trx, { order, lines, request: input, agreed: false }, env)
  await notify(
    trx,
    {
      type: 'order_refund',
      data: { order_no: order.order_no, amount: formatFen(amount) },
      userId: order.user_id,
      key: refundNo,
    },
    env,
  )
  return { id, refundNo }
}

/** Until when money can be asked back: what the order has kept, else by the settings; null before it was received. */
export async function refundDeadline(
  trx: Writer,
  order: Pick<OrderRow, 'refund_until' | 'receive_time'>,
  env: CommandContext,
): Promise<number | null> {
  if (order.refund_until !== null || order.receive_time === null) return order.refund_until
  return order.receive_time + (await settingsOf(trx, env)).refundDays * 86_400
}

/** Refuses lines that ask for more than is left of them, that have a refund already, or none at all. */
export function requireLines(input: RefundRequest, lines: readonly LineRow[]): void {
  for (const [i, asked] of input.lines.entries())
    requireLine(
      asked,
      lines.find((line) => line.id === asked.id),
      { type: input.type, place: `lines.${asked.at ?? i}` },
    )
  if (input.lines.length === 0 || new Set(input.lines.map((line) => line.id)).size !== input.lines.length)
    throw new Refused('shop.noLines')
}

/** A refund to write: of an order and its lines, what is asked for, and whether the shop agreed to it already. */
export interface NewRefund {
  order: OrderRow
  lines: readonly LineRow[]
  request: RefundRequest
  agreed: boolean
}

/**
 * Writes the refund of an order and lines that were judged, asked for (1/1/0) or agreed to already (2/2/0), and marks the lines with it. The delivery fee is in it when it is asked
 * for, or when the last units are given up before anything was shipped, and once in an order.
 */
export async function openRefund(
  trx: Writer,
  refund: NewRefund,
  env: CommandContext,
): Promise<{ id: number; refundNo: string; amount: number }> {
  const { order, lines, request, agreed } = refund
  const withDelivery = (request.includeDelivery || givesUpAll(order, request, lines)) && !(await deliveryRefunded(trx, order.id))
  const amount = request.lines.reduce((sum, line) => sum + line.amount, 0) + (withDelivery ? order.delivery_amount : 0)
  if (amount <= 0 || order.refund_amount + amount > order.pay_amount)
    throw new Refused('shop.refundTooMuch', {}, { field: 'lines' })
  const refundNo = `R${numberOf(env)}`
  const deadline = agreed ? null : env.now + (await settingsOf(trx, env)).refundAuditHours * 3600
  const id = await insert(trx, refund, { refundNo, amount, withDelivery, deadline }, env)
  await sql`update shop_order_goods set refund_id = ${id}, update_time = ${env.now} where id = any(${request.lines.map((line) => line.id)}::int[])`.execute(
    trx,
  )
  return { id, refundNo, amount }
}

function requireLine(
  asked: RefundRequest['lines'][number],
  line: LineRow | undefined,
  { type, place }: { type: number; place: string },
): void {
  if (!line) throw new Refused('shop.noSuchLine')
  if (line.refund_id !== null) throw new Refused('shop.refundOpen', { name: line.name })
  if (!Number.isSafeInteger(asked.amount) || asked.amount < 0 || asked.amount > line.pay_share - line.refunded_amount)
    throw new Refused('shop.refundTooMuch', {}, { field: `${place}.amount` })
  const units = type === ShopRefundType.goods ? line.shipped - line.returned : openUnits(line)
  const least = type === ShopRefundType.goods ? 1 : 0
  if (!Number.isSafeInteger(asked.quantity) || asked.quantity < least || asked.quantity > units)
    throw new Refused('shop.refundUnits', { name: line.name, max: units }, { field: `${place}.quantity` })
}

/** Giving up the last units of an order of which nothing was shipped always gives the delivery fee back. */
export function givesUpAll(
  order: OrderRow,
  input: { type: number; lines: readonly { id: number; quantity: number }[] },
  lines: readonly LineRow[],
): boolean {
  if (order.ship_status !== ShopOrderShipStatus.none || input.type !== ShopRefundType.money) return false
  const asked = new Map(input.lines.map((line) => [line.id, line.quantity]))
  return lines.every((line) => (asked.get(line.id) ?? 0) === openUnits(line))
}

/** Is the delivery fee in a refund of the order that was not refused or ended, other than this one? */
export async function deliveryRefunded(trx: Reader, orderId: number, refundId = 0): Promise<boolean> {
  const row = await rowOf(
    trx,
    sql<
      Pick<ShopRefundRow, 'id'>
    >`select id from shop_refund where order_id = ${orderId} and id <> ${refundId} and include_delivery = 1
      and audit_status <> ${ShopRefundAuditStatus.refuse} and status <> ${ShopRefundStatus.ended} limit 1`,
  )
  return row !== undefined
}

/** After a refusal a member may ask once more, not again and again. */
async function requireNotRefusedTwice(trx: Writer, input: RefundRequest): Promise<void> {
  const row = await rowOf(
    trx,
    sql<Counted>`select coalesce(max(n), 0)::int as n from (select count(*) as n from shop_refund_goods g join shop_refund r on r.id = g.refund_id
      where r.audit_status = ${ShopRefundAuditStatus.refuse} and coalesce(r.end_reason, '') = '' and g.order_goods_id = any(${input.lines.map((line) => line.id)}::int[]) group by g.order_goods_id) x`,
  )
  if ((row?.n ?? 0) >= 2) throw new Refused('shop.refusedTwice')
}

async function insert(
  trx: Writer,
  { order, request: input, agreed }: NewRefund,
  made: { refundNo: string; amount: number; withDelivery: boolean; deadline: number | null },
  env: CommandContext,
): Promise<number> {
  const [action, to] = agreed ? (['shop', refundState.agreed] as const) : (['apply', refundState.asked] as const)
  const audit = agreed
    ? { status: ShopRefundAuditStatus.agree, amount: made.amount, at: env.now }
    : { status: ShopRefundAuditStatus.wait, amount: 0, at: null }
  const row = await rowOf(
    trx,
    sql<
      Pick<ShopRefundLogRow, 'refund_id'>
    >`with made as (insert into shop_refund (refund_no, order_id, user_id, type, reason, description, images, amount, agree_amount,
          include_delivery, audit_status, status, user_ship_status, money_status, apply_time, audit_time, deadline, create_time, update_time)
        values (${made.refundNo}, ${order.id}, ${order.user_id}, ${input.type}, ${input.reason}, ${input.description}, ${input.images}::text[],
          ${made.amount}, ${audit.amount}, ${made.withDelivery ? 1 : 0}, ${audit.status}, ${agreed ? ShopRefundStatus.done : ShopRefundStatus.open}, ${ShopRefundUserShipStatus.none}, ${ShopRefundMoneyStatus.none}, ${env.now}, ${audit.at}, ${made.deadline}, ${env.now}, ${env.now}) returning id),
      rows as (insert into shop_refund_goods (refund_id, order_goods_id, quantity, amount, restock, create_time, update_time)
        select made.id, d.line, d.quantity, d.amount, 0, ${env.now}::bigint, ${env.now}::bigint from made, unnest(${input.lines.map((l) => l.id)}::int[],
          ${input.lines.map((l) => l.quantity)}::int[], ${input.lines.map((l) => l.amount)}::bigint[]) with ordinality as d(line, quantity, amount, n) order by d.n)
      ${refundMachine.started(sql.ref('made'), { action, to, note: input.description }, env)} returning refund_id`,
  )
  if (!row) throw changed()
  return row.refund_id
}
