import { sql } from 'kysely'
import { actorOf } from '../../../../server/core/context.ts'
import type { FieldMessage, SaveInput, ScreenHooks } from '../../../../server/crud/domain.ts'
import type { PointsRuleRow } from '../rows.generated.ts'

/** points/goods: its kind stays once somebody has it; what is put in at first stands in the log of the stock. */
export const pointsGoodsHooks: ScreenHooks = {
  async validate({ trx, before, values }: SaveInput): Promise<Record<string, FieldMessage>> {
    if (!before || values.type === undefined || values.type === before.type) return {}
    const { rows } = await sql`select 1 from points_order where goods_id = ${Number(before.id)} limit 1`.execute(trx)
    return rows.length > 0 ? { type: { code: 'points.typeStays' } } : {}
  },
  async afterSave({ ctx, trx, mode, key, values }) {
    const stock = Number(values.stock ?? 0)
    if (mode !== 'add' || stock === 0) return
    const { nickname, username } = actorOf(ctx)
    await sql`insert into points_stock_log (goods_id, delta, before, after, reason, admin_name, create_time, update_time)
      values (${Number(key)}, ${stock}, 0, ${stock}, 'manual', ${nickname || username}, ${ctx.now}, ${ctx.now})`.execute(trx)
  },
}

/** points/rule: each day of a ladder stands once, and what a mode does not use is left empty. */
export const pointsRuleHooks: ScreenHooks = {
  async validate({ values }: SaveInput): Promise<Record<string, FieldMessage>> {
    const days = ((values.ladder ?? []) as PointsRuleRow['ladder']).map((step) => step.day)
    return new Set(days).size === days.length ? {} : { ladder: { code: 'points.dayTwice' } }
  },
  async beforeSave({ values }) {
    if (values.mode === undefined) return
    if (values.mode !== 'fixed') values.value = null
    if (values.mode !== 'ratio') values.ratio = null
    if (values.mode !== 'ladder') values.ladder = []
  },
}
