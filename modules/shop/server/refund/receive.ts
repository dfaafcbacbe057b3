import { sql } from 'kysely'
import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { notifyOfOrder } from '../notices/members.ts'
import { linesOf, type OrderRow } from '../order/row.ts'
import { lockSkus, moveStock } from '../stock.ts'
import { releaseOrder } from './end.ts'
import { sendRefundMoney } from './money.ts'
import { lockRefund, type RefundRow, refundLines, refundMachine } from './row.ts'

export interface ReturnReceipt {
  refundId: number
  result: 'accept' | 'reject'
  /** Ids of lines of the refund whose units do not go back into stock. */
  noRestock?: readonly number[]
  /** Pictures of what came back. */
  images?: readonly string[]
  note: string
}

/** E2 receive, from 2/1/1. Accept → 2/2/2: units are returned (into stock unless told not to) and the money is sent. Reject (with a note) → 2/3/2. */
export async function receiveReturn(trx: Writer, input: ReturnReceipt, env: CommandContext): Promise<void> {
  const { refund, order } = await lockRefund(trx, input.refundId)
  refundMachine.require(refund, input.result)
  if (input.result === 'reject') {
    if (input.note.trim() === '') throw new Refused('shop.reasonNeeded')
    const set = { receive_time: env.now, receive_images: input.images ?? [], end_reason: 'rejected' as const }
    await refundMachine.move(trx, refund, { action: 'reject', set, note: input.note }, env)
    await releaseOrder(trx, refund, env)
    return notifyOfOrder(trx, order, { event: 'refund_rejected', data: { reason: input.note } }, env)
  }
  await takeUnits(trx, { refund, order, noRestock: new Set(input.noRestock ?? []) }, env)
  const set = { receive_time: env.now, receive_images: input.images ?? [] }
  await refundMachine.move(trx, refund, { action: 'accept', set, note: input.note }, env)
  await sendRefundMoney(trx, refund.id, env)
}

async function takeUnits(
  trx: Writer,
  { refund, order, noRestock }: { refund: RefundRow; order: OrderRow; noRestock: ReadonlySet<number> },
  env: CommandContext,
): Promise<void> {
  const byId = new Map((await linesOf(trx, order.id)).map((line) => [line.id, line]))
  const taken = (await refundLines(trx, refund.id)).flatMap((part) => {
    const line = byId.get(part.order_goods_id)
    return line ? [{ part, line, restock: noRestock.has(part.id) ? 0 : 1 }] : []
  })
  const skus = await lockSkus(
    trx,
    taken.map((t) => t.line.sku_id),
  )
  const back = taken.map((t) => ({ skuId: t.line.sku_id, stock: t.part.quantity * t.restock, sales: -t.part.quantity }))
  await moveStock(trx, skus, { changes: back, reason: 'refund', refNo: refund.refund_no }, env)
  await sql`with d as (select * from unnest(${taken.map((t) => t.part.id)}::int[], ${taken.map((t) => t.line.id)}::int[], ${taken.map((t) => t.part.quantity)}::int[],
        ${taken.map((t) => t.restock)}::int[]) as d(part, line, units, restock)),
    parts as (update shop_refund_goods g set restock = d.restock, update_time = ${env.now} from d where g.id = d.part)
    update shop_order_goods l set returned = l.returned + d.units, update_time = ${env.now} from d where l.id = d.line`.execute(
    trx,
  )
}
