import { sql } from 'kysely'
import { type CommandContext, rowOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { ShopMoneyBackStatus } from '../options.generated.ts'
import type { ShopMoneyBackRow } from '../rows.generated.ts'

/**
 * Sends money of a recharge back to the channel it came by, once for each `backNo`; what was taken by hand is given back by hand. Through a
 * gateway it is under way until `settleMoneyBack` hears the outcome. False when this number was sent before.
 */
export async function startRechargeBack(
  trx: Writer,
  rechargeId: number,
  back: Pick<ShopMoneyBackRow, 'amount' | 'channel' | 'total'> & { backNo: string; tradeNo: string | null },
  env: CommandContext,
): Promise<boolean> {
  const status = back.channel === 'offline' ? ShopMoneyBackStatus.sent : ShopMoneyBackStatus.sending
  const row = await rowOf(
    trx,
    sql<
      Pick<ShopMoneyBackRow, 'id'>
    >`insert into shop_money_back (back_no, recharge_id, kind, amount, channel, trade_no, total, status, tries, create_time, update_time)
      values (${back.backNo}, ${rechargeId}, 'recharge', ${back.amount}, ${back.channel}, ${back.tradeNo}, ${back.total}, ${status}, 1, ${env.now}, ${env.now})
      on conflict do nothing returning id`,
  )
  return row !== undefined
}
