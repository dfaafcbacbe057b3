import { sql } from 'kysely'
import { type CommandContext, rowsOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { countOrder, growthOf } from '../member/growth.ts'
import { memberPoints } from '../member/level.ts'
import { earn } from '../points/earn.ts'
import type { ShopOrderRow } from '../rows.generated.ts'
import { type LineRow, linesOf, lockOrder, type OrderRow, orderMachine } from './row.ts'

/**
 * E1 evaluate: the member has written about these lines; when every line is written about or refunded, 4 → 5. Gives whether the order is
 * complete now.
 */
export async function evaluateLines(
  trx: Writer,
  input: { orderId: number; lineIds: readonly number[] },
  env: CommandContext,
): Promise<boolean> {
  const order = await lockOrder(trx, input.orderId)
  orderMachine.require(order, 'evaluate')
  const done = await rowsOf(
    trx,
    sql<Pick<LineRow, 'id'>>`update shop_order_goods set evaluated = 1, update_time = ${env.now}
      where order_id = ${order.id} and id = any(${input.lineIds}::int[]) and evaluated = 0 returning id`,
  )
  if (done.length !== new Set(input.lineIds).size) throw new Refused('shop.noSuchLine')
  const lines = await linesOf(trx, order.id)
  for (const { id } of done) {
    const fen = lines.find((line) => line.id === id)?.pay_share ?? 0
    await earn(trx, { userId: order.user_id, event: 'evaluate', ref: String(id), fen, memo: order.order_no }, env)
  }
  const left = lines.some((line) => line.evaluated === 0 && line.returned + line.refunded_quantity < line.quantity)
  if (!left) await complete(trx, order, { action: 'evaluate', set: { evaluate_time: env.now } }, env)
  return !left
}

/** E1 time-out after receipt: 4 → 5, without an evaluation nobody wrote. */
export async function finishOrder(trx: Writer, input: { orderId: number }, env: CommandContext): Promise<void> {
  const order = await lockOrder(trx, input.orderId)
  orderMachine.require(order, 'finish')
  await complete(trx, order, { action: 'finish' }, env)
}

/** On entering 5: the member gets the points of the order, as many times as their level says, and the growth. */
async function complete(
  trx: Writer,
  order: OrderRow,
  { action, set }: { action: 'evaluate' | 'finish'; set?: Partial<ShopOrderRow> },
  env: CommandContext,
): Promise<void> {
  const columns = { ...set, finish_time: env.now, auto_finish_time: null }
  await orderMachine.move(trx, order, { action, set: columns, data: { growth: growthOf(order) } }, env)
  const points = await memberPoints(trx, order.user_id, order.give_score)
  const ref = { ref: order.order_no, memo: order.order_no }
  await earn(trx, { userId: order.user_id, event: 'order_complete', points, ...ref }, env)
  await countOrder(trx, order, env)
}
