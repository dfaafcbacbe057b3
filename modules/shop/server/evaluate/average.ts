import { sql } from 'kysely'
import type { Writer } from '../../../../server/core/db/connect.ts'

/** Stars of goods, to one decimal, and how many evaluations they are made of: those that are shown and not deleted. */
export async function refreshGoodsScore(trx: Writer, goodsIds: readonly unknown[]): Promise<void> {
  const ids = [...new Set(goodsIds.map(Number))].sort((a, b) => a - b)
  if (ids.length === 0) return
  await sql`select id from shop_goods where id = any(${ids}::int[]) order by id for no key update`.execute(trx)
  await sql`update shop_goods g set score = e.score, evaluate_count = coalesce(e.n, 0)
    from unnest(${ids}::int[]) as d(id) left join (
      select goods_id, round(avg(score), 1) as score, count(*)::int as n from shop_evaluate
      where goods_id = any(${ids}::int[]) and status = 1 and delete_time is null group by goods_id) e on e.goods_id = d.id
    where g.id = d.id`.execute(trx)
}
