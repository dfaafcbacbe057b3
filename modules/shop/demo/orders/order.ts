import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { type CommandContext, systemContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { areaText } from '../../../../server/core/regions.ts'
import type { UserRow } from '../../../../server/core/rows.generated.ts'
import { onSale } from '../../server/home/goods.ts'
import { createOrder } from '../../server/order/create.ts'
import { startPayment, takePayment } from '../../server/payment/intent.ts'
import type { ShopGoodsSkuRow } from '../../server/rows.generated.ts'
import { ownAddresses } from '../../server/store/address.ts'
import { place } from '../members/people.ts'
import { randomFrom } from '../random.ts'

/** One SKU and one member of the shop, if there are any that can trade. */
async function chance<T>(trx: Writer, from: ReturnType<typeof sql<T>>): Promise<T | undefined> {
  return (await from.execute(trx)).rows[0]
}

/**
 * A member of the demo shop orders something and pays: the steps people take, so that everybody who is signed in hears of it. Gives number
 * and amount (fen). Throws when the shop has no member or nothing on sale.
 */
export async function placeDemoOrder(
  trx: Writer,
  now: number,
): Promise<{ id: number; orderNo: string; payAmount: number; member: string }> {
  const member = await chance(
    trx,
    sql<Pick<UserRow, 'id' | 'nickname' | 'mobile'>>`select u.id, u.nickname, u.mobile from "user" u
    left join shop_user m on m.id = u.id
    where u.status = 'enable' and u.delete_time is null and coalesce(m.blocked, 0) = 0 order by random() limit 1`,
  )
  const sku = await chance(
    trx,
    sql<Pick<ShopGoodsSkuRow, 'id' | 'price'>>`select s.id, s.price from shop_goods_sku s join shop_goods g on g.id = s.goods_id
    where ${sql.raw(onSale('g'))} and s.status = 1 and s.delete_time is null and s.stock >= 2 order by random() limit 1`,
  )
  if (!member || !sku)
    throw new Error(
      'The shop has no member who could order, or nothing on sale: demo data is made at the first start with KONTOR_DEMO=1.',
    )
  const env: CommandContext = { now, actor: { type: 'member', id: member.id, name: member.nickname } }
  const [kept] = await ownAddresses(trx, member.id)
  const receiver = kept
    ? { name: kept.name, mobile: kept.mobile, city: areaText(kept.city).replaceAll(',', ' '), address: kept.address }
    : { name: member.nickname.slice(0, 20), mobile: member.mobile, ...place(randomFrom(randomInt(2 ** 31))) }
  const lines = [{ skuId: sku.id, quantity: 1 + randomInt(2) }]
  const made = await createOrder(trx, { userId: member.id, lines, receiver, source: 'mini' }, env)
  const { payNo } = await startPayment(trx, { orderId: made.id, channel: 'wechat' }, env)
  const paid = { payNo, channel: 'wechat' as const, amount: made.payAmount, tradeNo: `demo${now}${randomInt(10 ** 9)}` }
  await takePayment(trx, paid, systemContext(env))
  return { ...made, member: member.nickname }
}
