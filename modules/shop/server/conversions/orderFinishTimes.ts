import { sql } from 'kysely'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { settingsOf } from '../command.ts'
import { ShopOrderStatus } from '../options.generated.ts'

/**
 * Gives received orders of a time when they did not keep it the moment at which they complete by themselves, by the settings as they are now
 * (`now` in unix seconds), so that an index finds what is due. Does nothing where every order has it.
 */
export async function keepFinishTimes(trx: Writer, now: number): Promise<void> {
  const { autoEvaluateDays } = await settingsOf(trx, { now, actor: { type: 'system' } })
  await sql`update shop_order set auto_finish_time = receive_time + ${autoEvaluateDays * 86_400}
    where status = ${ShopOrderStatus.toEvaluate} and auto_finish_time is null`.execute(trx)
}
