import { sql } from 'kysely'
import type { Reader } from '../../../../server/core/db/connect.ts'

/** Classes of goods with all classes above them, by the goods' key. */
export async function classesOf(db: Reader, goodsIds: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ goods_id: number; ids: number[] }>`with recursive above as (
      select g.id as goods_id, c.id, c.pid from shop_goods g join shop_goods_classify c on c.id = any(g.classify_ids)
        where g.id = any(${[...new Set(goodsIds)]}::int[])
      union select a.goods_id, c.id, c.pid from above a join shop_goods_classify c on c.id = a.pid)
    select goods_id, array_agg(id) as ids from above group by goods_id`.execute(db)
  return new Map(rows.map((row) => [row.goods_id, row.ids]))
}
