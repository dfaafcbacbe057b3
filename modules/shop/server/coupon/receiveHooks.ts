import { sql } from 'kysely'
import { actorColumns, stepEnv } from '../../../../server/core/command.ts'
import type { ScreenHooks } from '../../../../server/crud/domain.ts'
import { notifyOfCoupons, plannedReceipt } from './grant.ts'

/** A receipt that is added, by the form or a line of a file, is a coupon sent to one member. */
export const receiveHooks: ScreenHooks = {
  beforeSave: async ({ ctx, trx, values }) => {
    const wish = { couponId: Number(values.coupon_id), userId: Number(values.user_id) }
    Object.assign(values, await plannedReceipt(trx, wish, stepEnv(ctx)))
  },
  afterSave: async ({ ctx, trx, key, values }) => {
    const env = stepEnv(ctx)
    const { actor, now } = env
    const { type, id, name } = actorColumns(actor)
    await sql`insert into shop_coupon_log (receive_id, actor, actor_id, actor_name, action, "to", note, create_time, update_time)
      values (${Number(key)}, ${type}, ${id}::int, ${name}, 'send', ${Number(values.status)}::smallint, '', ${now}, ${now})`.execute(
      trx,
    )
    const told = { users: [Number(values.user_id)], ids: [Number(key)] }
    await notifyOfCoupons(trx, { id: Number(values.coupon_id) }, told, env)
  },
}
