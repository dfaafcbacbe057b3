import { sql } from 'kysely'
import { type CommandContext, rowOf, systemContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { areAreas } from '../../../../server/core/regions.ts'
import type { UserRow } from '../../../../server/core/rows.generated.ts'
import { postMoney, postScore } from '../../../../server/modules/user/ledger.ts'
import { mobilePattern } from '../../../../src/schemas/kinds/mobile.ts'
import { chainOf } from '../../../../src/schemas/kinds/regions.ts'
import { changed, numberOf } from '../command.ts'
import { grantPointsCoupon } from '../coupon/grant.ts'
import { requireNotBlocked } from '../member/row.ts'
import { PointsOrderStatus } from '../options.generated.ts'
import type { PointsOrderRow } from '../rows.generated.ts'
import { type GoodsRow, lockGoods, moveGoods, pointsOrderMachine } from './row.ts'

/** Where goods are sent to; regions as codes. */
export interface Receiver {
  name: string
  mobile: string
  city: readonly number[]
  address: string
}

export interface Exchange {
  userId: number
  goodsId: number
  quantity: number
  /** Needed for goods that are sent. */
  receiver?: Receiver
}

/**
 * E8 create: a member exchanges points (and, where the goods ask for it, money of their balance) for goods, – → 1. Coupons and money are given at once,
 * → 3. Refuses what is not offered now, not for their level, above the limit per member, out of stock, and members with too few points.
 */
export async function exchangePoints(
  trx: Writer,
  input: Exchange,
  env: CommandContext,
): Promise<{ id: number; orderNo: string; status: number }> {
  if (!Number.isSafeInteger(input.quantity) || input.quantity < 1 || input.quantity > 9999) throw new Refused('shop.badQuantity')
  const goods = await lockGoods(trx, input.goodsId)
  await requireOffer(trx, goods, input, env)
  const receiver = goods.type === 'goods' ? requireReceiver(input.receiver) : undefined
  const orderNo = `P${numberOf(env)}`
  const order = await insertOrder(trx, goods, { ...input, orderNo, receiver }, env)
  const { quantity, userId } = input
  await moveGoods(trx, { goodsId: goods.id, delta: -quantity, sales: quantity, reason: 'exchange', refNo: orderNo }, env)
  const spent = { userId, refNo: orderNo, memo: goods.title }
  await postScore(trx, { ...spent, score: -goods.score * quantity, source: 'exchange' }, env)
  await postMoney(trx, { ...spent, fen: -goods.money * quantity, source: 'points', memo: orderNo }, env)
  if (goods.type === 'goods') return { id: order.id, orderNo, status: PointsOrderStatus.toShip }
  await pointsOrderMachine.move(trx, order, { action: 'give', set: { finish_time: env.now } }, systemContext(env))
  await give(trx, goods, { userId, quantity, orderNo }, env)
  return { id: order.id, orderNo, status: PointsOrderStatus.complete }
}

/** Coupons are locked after goods and members, as everywhere. */
async function give(
  trx: Writer,
  goods: GoodsRow,
  { userId, quantity, orderNo }: { userId: number; quantity: number; orderNo: string },
  env: CommandContext,
): Promise<void> {
  if (goods.type === 'coupon') return grantPointsCoupon(trx, { couponId: goods.coupon_id ?? 0, userId, quantity }, env)
  const fen = (goods.money_value ?? 0) * quantity
  await postMoney(trx, { userId, fen, source: 'points', refNo: `G${orderNo}`, memo: orderNo }, systemContext(env))
}

type Member = Pick<UserRow, 'status' | 'score' | 'money'> & { level_id: number | null; had: number }

/** The member's row is locked: points, limit and level are judged as they stay until the end. */
async function requireOffer(trx: Writer, goods: GoodsRow, { userId, quantity }: Exchange, env: CommandContext): Promise<void> {
  if (goods.status !== 1) throw new Refused('points.notOffered', { title: goods.title })
  if (goods.start_time !== null && env.now < goods.start_time) throw new Refused('points.notYet', { title: goods.title })
  if (goods.end_time !== null && env.now >= goods.end_time) throw new Refused('points.over', { title: goods.title })
  if (goods.stock < quantity) throw new Refused('points.outOfStock')
  const member = await rowOf(
    trx,
    sql<Member>`select u.status, u.score, u.money, (select s.level_id from shop_user s where s.id = u.id) as level_id,
        (select coalesce(sum(o.quantity), 0)::int from points_order o where o.user_id = u.id and o.goods_id = ${goods.id}
          and o.status <> ${PointsOrderStatus.cancelled}) as had
      from "user" u where u.id = ${userId} and u.delete_time is null for no key update of u`,
  )
  if (!member) throw new Refused('shop.noMember')
  if (member.status !== 'enable') throw new Refused('points.memberDisabled')
  await requireNotBlocked(trx, userId)
  const { level_ids: levels } = goods
  if (levels.length > 0 && !levels.includes(member.level_id ?? 0))
    throw new Refused('points.notYourLevel', { title: goods.title })
  if (goods.per_limit > 0 && member.had + quantity > goods.per_limit)
    throw new Refused('points.perLimit', { max: goods.per_limit })
  if (member.score < goods.score * quantity) throw new Refused('member.scoreTooLow')
  if (member.money < goods.money * quantity) throw new Refused('member.balanceTooLow')
}

function requireReceiver(receiver: Receiver | undefined): Receiver {
  if (!receiver || receiver.name.trim() === '' || receiver.address.trim() === '') throw new Refused('points.noReceiver')
  if (!new RegExp(mobilePattern).test(receiver.mobile)) throw new Refused('points.noReceiver')
  const { city } = receiver
  if (!areAreas(city) || chainOf(city[2] ?? 0).join() !== city.join()) throw new Refused('points.noReceiver')
  return receiver
}

async function insertOrder(
  trx: Writer,
  goods: GoodsRow,
  { userId, quantity, orderNo, receiver }: Omit<Exchange, 'receiver'> & { orderNo: string; receiver: Receiver | undefined },
  env: CommandContext,
): Promise<{ id: number; status: 1 }> {
  const row = await rowOf(
    trx,
    sql<
      Pick<PointsOrderRow, 'id'>
    >`with made as (insert into points_order (order_no, user_id, goods_id, title, image, type, quantity, score, money, receiver_name,
          receiver_mobile, receiver_city, receiver_address, status, create_time, update_time)
        values (${orderNo}, ${userId}, ${goods.id}, ${goods.title}, ${goods.image}, ${goods.type}, ${quantity}, ${goods.score * quantity},
          ${goods.money * quantity}, ${receiver?.name ?? ''}, ${receiver?.mobile ?? ''}, ${receiver?.city ?? []}::int[], ${receiver?.address ?? ''},
          ${PointsOrderStatus.toShip}, ${env.now}, ${env.now}) returning id)
      ${pointsOrderMachine.started(sql.ref('made'), { action: 'create', to: PointsOrderStatus.toShip }, env)} returning order_id as id`,
  )
  if (!row) throw changed()
  return { id: row.id, status: PointsOrderStatus.toShip }
}
