import { sql } from 'kysely'
import { type CommandContext, rowOf, rowsOf } from '../../../../server/core/command.ts'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { areAreas, areaText, regionOf } from '../../../../server/core/regions.ts'
import { maskText } from '../../../../src/schemas/language/wire/mask.ts'
import { orderFreight } from '../delivery/orderFreight.ts'
import { ShopOrderStatus } from '../options.generated.ts'
import type { ShopOrderGoodsRow, ShopOrderRow, ShopUserLevelRow } from '../rows.generated.ts'
import { adjustOrder } from './adjust.ts'
import { lockOrder, orderMachine } from './row.ts'

/** Where the form has the region. */
const atRegion = { field: 'receiver_city' }

export interface AddressChange {
  orderId: number
  name: string
  /** Empty keeps the number, which who changes the address may not see. */
  mobile: string
  /** Codes of province, city and district. */
  city: readonly number[]
  address: string
  /** Does an order that is not paid yet cost what delivery to the new region costs? */
  newFee: boolean
}

/**
 * Other receiver, other place: of an order that is not paid or not fully shipped yet. A region that its goods are not delivered to is refused
 * where the region changes. An unpaid order takes over the new fee, if wanted, as a change of its price; the amounts of a paid one stay, for
 * the member has paid what was agreed. The timeline has where it went before.
 */
export async function changeAddress(trx: Writer, change: AddressChange, env: CommandContext): Promise<void> {
  const { orderId, newFee, name, address } = change
  const order = await lockOrder(trx, orderId)
  orderMachine.require(order, 'address')
  const before = await receiverOf(trx, orderId)
  const mobile = change.mobile || before.receiver_mobile
  const city = regionText(change.city)
  const fee = city === before.receiver_city ? order.delivery_amount : await freightTo(trx, order, city)
  if (order.status === ShopOrderStatus.toPay && newFee && fee !== order.delivery_amount) {
    const price = { orderId, adjustAmount: order.adjust_amount, deliveryAmount: fee, reason: city }
    await adjustOrder(trx, price, env)
  }
  const set = { receiver_name: name, receiver_mobile: mobile, receiver_city: city, receiver_address: address }
  const note = `${receiverText(before)} → ${receiverText(set)}`.slice(0, 500)
  const columns = { ...set, receiver_region: regionOf(city) }
  await orderMachine.move(trx, order, { action: 'address', set: columns, note, data: { fee } }, env)
}

/** What delivering the order to a region costs now, in fen, and what its member was charged. Refuses a region that it is not delivered to. */
export async function freightThere(
  db: Reader,
  orderId: number,
  city: readonly number[],
): Promise<{ fee: number; charged: number; difference: number }> {
  const order = await rowOf(
    db,
    sql<
      Pick<ShopOrderRow, 'id' | 'user_id' | 'delivery_amount'>
    >`select id, user_id, delivery_amount from shop_order where id = ${orderId}`,
  )
  if (!order) throw new Refused('shop.noOrder')
  const fee = await freightTo(db, order, regionText(city))
  return { fee, charged: order.delivery_amount, difference: fee - order.delivery_amount }
}

function regionText(city: readonly number[]): string {
  if (!areAreas(city)) throw new Refused('shop.badRegion', {}, atRegion)
  return areaText(city).replaceAll(',', ' ')
}

type Receiver = Pick<ShopOrderRow, 'receiver_name' | 'receiver_mobile' | 'receiver_city' | 'receiver_address'>

/** What the timeline says of a receiver. Everybody who reads the order reads it, so the number is masked. */
function receiverText(to: Receiver): string {
  return [to.receiver_name, maskText(to.receiver_mobile, 'middle'), to.receiver_city, to.receiver_address].join(' ')
}

async function receiverOf(trx: Writer, orderId: number): Promise<Receiver> {
  const row = await rowOf(
    trx,
    sql<Receiver>`select receiver_name, receiver_mobile, receiver_city, receiver_address from shop_order where id = ${orderId}`,
  )
  if (!row) throw new Refused('shop.noOrder')
  return row
}

/** The fee for the units that are still part of the order; nothing for a member whose level is delivered free. */
async function freightTo(db: Reader, order: Pick<ShopOrderRow, 'id' | 'user_id'>, region: string): Promise<number> {
  const lines = await rowsOf(
    db,
    sql<
      Pick<ShopOrderGoodsRow, 'sku_id' | 'quantity'>
    >`select sku_id, quantity - refunded_quantity as quantity from shop_order_goods
      where order_id = ${order.id} and quantity > refunded_quantity order by id`,
  )
  const units = lines.map(({ sku_id, quantity }) => ({ skuId: sku_id, quantity }))
  const fee = await orderFreight(db, units, region).catch((error: unknown) => {
    throw error instanceof Refused ? new Refused(error.code, error.params, atRegion) : error
  })
  const level = await rowOf(
    db,
    sql<
      Pick<ShopUserLevelRow, 'free_delivery'>
    >`select l.free_delivery from shop_user s join shop_user_level l on l.id = s.level_id
      where s.id = ${order.user_id} and l.status = 1`,
  )
  return level?.free_delivery === 1 ? 0 : fee
}
