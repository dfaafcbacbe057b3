import type { Schema } from '../../../../codegen/schema/schema.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { updateRow } from '../../../../server/core/db/rows.ts'
import { entityOf } from '../../../../server/crud/tables.ts'
import { lockSkus, moveStock } from '../../server/stock.ts'
import { day, hour, minute } from '../clock.ts'
import { settleInboxes } from '../platform/inbox.ts'
import type { World } from '../world.ts'
import type { OrderPlan } from './orders.ts'

/** Goods that nearly ran out, that ran out, and that the shop took off sale. */
const low = 6
const soldOut = 3
const offSale = 5
const disabledMembers = 4

/** The last hours before the demo's own time: a stock-taking leaves some goods low or sold out, some go off sale, messages are read. */
export function settleStock(world: World, plans: readonly OrderPlan[], schema: Schema): void {
  const { random, now, skus } = world
  const busy = new Set(plans.filter((plan) => isMoving(plan, now)).flatMap((plan) => plan.lines.map((line) => line.skuId)))
  const goods = random.shuffled(
    [...new Set(skus.map((sku) => sku.goodsId))].filter((id) => !skus.some((sku) => sku.goodsId === id && busy.has(sku.id))),
  )
  const short = goods.slice(0, low + soldOut)
  for (const [i, goodsId] of short.entries()) {
    const time = now - 3 * hour + i * minute
    const left = i < low ? random.between(2, 9) : 0
    const ids = skus.filter((sku) => sku.goodsId === goodsId).map((sku) => sku.id)
    world.at(time, (trx) => count(world, trx, { ids, left, time }))
  }
  const off = goods.slice(low + soldOut, low + soldOut + offSale)
  world.press({ page: 'shop/goods/goods', action: 'offSale', keys: () => off, now })
  const disabled = random
    .shuffled(world.members)
    .slice(0, disabledMembers)
    .map((member) => member.id)
  const user = entityOf(schema, 'user')
  for (const id of disabled) world.at(now, (trx) => updateRow(trx, { entity: user, key: id }, { status: 'disable' }, now))
  world.at(now, (trx) => settleInboxes(trx))
}

/** Orders placed, or with units that come back, after the stock-taking. */
function isMoving(plan: OrderPlan, now: number): boolean {
  const cancelled = ['timedOut', 'memberCancelled', 'cancelAgreed', 'closedPaid', 'closedUnpaid'].includes(plan.outcome)
  return plan.time > now - 4 * hour || (cancelled && plan.time > now - 5 * day) || plan.outcome.startsWith('refunded')
}

/** Stock-taking: what is missing is booked out, so that the first SKU has `left` units and, at 0, the others none either. */
async function count(
  world: World,
  trx: Writer,
  { ids, left, time }: { ids: readonly number[]; left: number; time: number },
): Promise<void> {
  const skus = await lockSkus(trx, left === 0 ? ids : ids.slice(0, 1))
  const changes = [...skus.values()].map((sku) => ({ skuId: sku.id, stock: left - sku.stock, sales: 0 }))
  await moveStock(trx, skus, { changes, reason: 'manual', refNo: '月度盘点' }, world.asStaff(time, 'manager'))
}
