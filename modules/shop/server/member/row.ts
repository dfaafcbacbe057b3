import { sql } from 'kysely'
import { rowOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { ShopUserLevelRow, ShopUserRow } from '../rows.generated.ts'
import { forgetAddresses } from '../store/address.ts'

/** What steps read of a member of the shop; the key is that of the member's account. */
export type MemberRow = Pick<ShopUserRow, 'id' | 'level_id' | 'level_lock' | 'level_until' | 'growth'>

/** What steps read of a level. */
export type LevelRow = Pick<ShopUserLevelRow, 'id' | 'level' | 'growth' | 'keep_days' | 'coupon_ids' | 'status'>

/** SQL: the key of the lowest level, which every shop has and nobody can delete. */
const lowest = sql`(select id from shop_user_level order by level limit 1)`

/**
 * Makes the lowest level and the rule that completed orders give points, where there is no level yet; then the shop's row of every member
 * who has none. Done at each start.
 */
export async function seedShopMembers(trx: Writer, now: number): Promise<void> {
  const { rows } = await sql`select id from shop_user_level limit 1`.execute(trx)
  if (rows.length === 0) {
    const times = { create_time: now, update_time: now }
    await trx
      .insertInto('shop_user_level')
      .values({ name: '普通会员', level: 1, icon: 'pi pi-user', color: '#868e96', growth: 0, ...times })
      .execute()
    await trx
      .insertInto('points_rule')
      .values({ event: 'order_complete', title: '订单完成赠送', mode: 'ratio', ratio: '1.00', ladder: '[]', weigh: 6, ...times })
      .execute()
  }
  await sql`insert into shop_user (id, level_id, create_time, update_time)
    select u.id, ${lowest}, u.create_time, ${now}::bigint from "user" u where not exists (select 1 from shop_user s where s.id = u.id)`.execute(
    trx,
  )
}

/** The shop's row of a member who has just been made. */
export async function makeShopUser(trx: Writer, userId: number, now: number): Promise<void> {
  await sql`insert into shop_user (id, level_id, create_time, update_time) values (${userId}, ${lowest}, ${now}, ${now})
    on conflict do nothing`.execute(trx)
}

/** Reads the shop's row of a member and keeps it locked until the transaction ends; accounts are locked before it. */
export async function lockMember(trx: Writer, userId: number): Promise<MemberRow> {
  const member = await rowOf(trx, sql<MemberRow>`select * from shop_user where id = ${userId} for no key update`)
  if (!member) throw new Refused('shop.noMember')
  return member
}

/** Refuses a member whom the shop has blocked. They may sign in all the same. */
export async function requireNotBlocked(trx: Writer, userId: number): Promise<void> {
  const member = await rowOf(trx, sql<Pick<ShopUserRow, 'blocked'>>`select blocked from shop_user where id = ${userId}`)
  if (member?.blocked === 1) throw new Refused('shop.memberBlocked')
}

/** What the shop wrote down about a member who was deleted goes, and so do their addresses; the figures stay with their orders. */
export async function anonymizeMember(trx: Writer, userId: number, now: number): Promise<void> {
  await forgetAddresses(trx, userId)
  await sql`update shop_user set note = '', tags = '{}', block_reason = '', update_time = ${now} where id = ${userId}`.execute(
    trx,
  )
}
