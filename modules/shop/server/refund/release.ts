import { sql } from 'kysely'
import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { linesOf, type OrderRow, openUnits } from '../order/row.ts'
import { lockSkus, moveStock } from '../stock.ts'
import { type RefundRow, refundLines } from './row.ts'

/** Which units leave an order: those of the refund's lines. */
export interface GivenUp {
  refund: Pick<RefundRow, 'id' | 'refund_no'>
  order: Pick<OrderRow, 'id'>
  /** Ids of the refund's lines whose units do not go back into stock. */
  noRestock: ReadonlySet<number>
}

/**
 * Units that were never shipped leave the order, and go back into stock but for the lines of `noRestock`; shipped meanwhile, they are paid
 * for as a compensation.
 */
export async function releaseUnits(trx: Writer, { refund, order, noRestock }: GivenUp, env: CommandContext): Promise<void> {
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
  await moveStock(trx, skus, { changes: back, reason: 'refund', refNo: refund.refund_no }, env)
  await sql`with d as (select * from unnest(${given.map((g) => g.part.id)}::int[], ${given.map((g) => g.line.id)}::int[], ${given.map((g) => g.units)}::int[],
        ${given.map((g) => (g.units > 0 ? g.restock : 0))}::int[]) as d(part, line, units, restock)),
    parts as (update shop_refund_goods g set quantity = d.units, restock = d.restock, update_time = ${env.now} from d where g.id = d.part)
    update shop_order_goods l set refunded_quantity = l.refunded_quantity + d.units, update_time = ${env.now} from d where l.id = d.line`.execute(
    trx,
  )
}
