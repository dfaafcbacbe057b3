import { sql } from 'kysely'
import { type CommandContext, rowOf, systemContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { formatDateTime } from '../../../../src/schemas/kinds/clock.ts'
import { ShopCouponReceiveStatus } from '../options.generated.ts'
import type { ShopCouponRow } from '../rows.generated.ts'
import { type CouponGrantRow, couponGrantMachine, lockReceipt } from './row.ts'

/** E5 revoke: 1 → 5; what was collected stays counted. */
export async function revokeReceipt(
  trx: Writer,
  input: { receiptId: number; reason: string },
  env: CommandContext,
): Promise<void> {
  const receipt = await lockReceipt(trx, input.receiptId)
  await couponGrantMachine.move(trx, receipt, { action: 'revoke', note: input.reason }, env)
}

/** E5 extend: 1 or 4 → 1, to a later time that is still to come. */
export async function extendReceipt(
  trx: Writer,
  input: { receiptId: number; validEnd: number },
  env: CommandContext,
): Promise<void> {
  const receipt = await lockReceipt(trx, input.receiptId)
  couponGrantMachine.require(receipt, 'extend')
  const after = Math.max(receipt.valid_end, env.now)
  if (input.validEnd <= after) throw new Refused('coupon.notLater', { time: formatDateTime(after) }, { field: 'valid_end' })
  const note = `${formatDateTime(receipt.valid_end)} → ${formatDateTime(input.validEnd)}`
  const set = { valid_end: input.validEnd, remind_time: null }
  await couponGrantMachine.move(trx, receipt, { action: 'extend', set, note }, env)
}

/** E5 expire: 1 → 4, by the clock. */
export async function expireReceipt(trx: Writer, receiptId: number, env: CommandContext): Promise<void> {
  const receipt = await lockReceipt(trx, receiptId)
  if (receipt.status !== ShopCouponReceiveStatus.unused || receipt.valid_end > env.now) return
  await couponGrantMachine.move(trx, receipt, { action: 'expire' }, env)
}

/** The receipt that an order holds, locked; one order holds at most one. */
async function receiptOf(trx: Writer, orderNo: string, ...states: readonly number[]): Promise<CouponGrantRow | undefined> {
  return rowOf(
    trx,
    sql<CouponGrantRow>`select * from shop_coupon_receive where order_no = ${orderNo} and status = any(${states}::int[]) for no key update`,
  )
}

/** E5 put into an order: 1 → 2, with what it takes off in fen. */
export async function putIntoOrder(
  trx: Writer,
  receipt: CouponGrantRow,
  order: { orderNo: string; amount: number },
  env: CommandContext,
): Promise<void> {
  const set = { order_no: order.orderNo, amount: order.amount }
  await couponGrantMachine.move(trx, receipt, { action: 'put_in', set, note: order.orderNo }, env)
}

/** E5 order paid: 2 → 3; the coupon counts it and what it cost. Nothing where the order has none. */
export async function spendReceipt(trx: Writer, orderNo: string, env: CommandContext): Promise<void> {
  const receipt = await receiptOf(trx, orderNo, ShopCouponReceiveStatus.locked)
  if (!receipt) return
  await couponGrantMachine.move(trx, receipt, { action: 'use', set: { use_time: env.now }, note: orderNo }, systemContext(env))
  await count(trx, receipt, 1, env.now)
}

/**
 * E5 order unpaid closed, cancelled or wholly refunded: 2 or 3 → 1, or → 4 when its time is over. One that was used comes back only if its
 * coupon is returned on refunds. Nothing where the order has none.
 */
export async function returnReceipt(trx: Writer, orderNo: string, env: CommandContext): Promise<void> {
  const receipt = await receiptOf(trx, orderNo, ShopCouponReceiveStatus.locked, ShopCouponReceiveStatus.used)
  if (!receipt) return
  const wasUsed = receipt.status === ShopCouponReceiveStatus.used
  if (wasUsed && !(await isReturned(trx, receipt.coupon_id))) return
  const to = receipt.valid_end > env.now ? ShopCouponReceiveStatus.unused : ShopCouponReceiveStatus.expired
  const action = wasUsed ? 'give_back' : 'release'
  const set = { order_no: null, amount: null, use_time: null }
  await couponGrantMachine.move(trx, receipt, { action, to, set, note: orderNo }, systemContext(env))
  if (wasUsed) await count(trx, receipt, -1, env.now)
}

async function isReturned(trx: Writer, couponId: number): Promise<boolean> {
  const coupon = await rowOf(
    trx,
    sql<Pick<ShopCouponRow, 'return_on_refund'>>`select return_on_refund from shop_coupon where id = ${couponId}`,
  )
  return coupon?.return_on_refund === 1
}

async function count(trx: Writer, receipt: CouponGrantRow, by: 1 | -1, now: number): Promise<void> {
  await sql`update shop_coupon set used = used + ${by}::int, cost = cost + ${by * (receipt.amount ?? 0)}::bigint, update_time = ${now}
    where id = ${receipt.coupon_id}`.execute(trx)
}
