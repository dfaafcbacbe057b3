import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { giveSignUpCoupons } from '../coupon/give.ts'
import { earn } from '../points/earn.ts'
import { makeShopUser } from './row.ts'

/** What the shop does for a member who has just signed up: their row of the shop, points, coupons. Signing up never fails by it. */
export async function welcomeMember(trx: Writer, userId: number, env: CommandContext): Promise<void> {
  await makeShopUser(trx, userId, env.now)
  await earn(trx, { userId, event: 'register', ref: String(userId) }, env)
  await giveSignUpCoupons(trx, userId, env)
}
