import { sql } from 'kysely'
import { Refused } from '../../../../server/core/refuse.ts'
import type { DeleteInput, ScreenHooks } from '../../../../server/crud/domain.ts'
import { type ActionInput, defineActions } from '../actions.ts'
import type { Counted } from '../command.ts'
import { computesOf } from '../computes.ts'
import type { ShopGoodsClassifyRow } from '../rows.generated.ts'

export const classifyHooks: ScreenHooks = {
  computes: computesOf('shop/goods/classify', {
    /** Goods of a class and of all classes below it; goods in the recycle bin do not count. */
    goodsCount: async ({ db, rows }) => {
      const found = await sql<Pick<ShopGoodsClassifyRow, 'id'> & Counted>`with recursive below as (
          select id as top, id from shop_goods_classify where id = any(${rows.map((row) => Number(row.id))}::int[])
          union select b.top, c.id from below b join shop_goods_classify c on c.pid = b.id)
        select b.top as id, count(distinct g.id)::int as n from below b
        join shop_goods g on g.classify_ids @> array[b.id] and g.delete_time is null group by b.top`.execute(db)
      const byClass = new Map(found.rows.map((row) => [row.id, row.n]))
      return rows.map((row) => byClass.get(Number(row.id)) ?? 0)
    },
  }),
  beforeDelete: requireNoGoods,
}

/** A class is not deleted while goods are in it, those of the recycle bin included. */
async function requireNoGoods({ trx, rows }: DeleteInput): Promise<void> {
  const found = await sql<
    Pick<ShopGoodsClassifyRow, 'name'> & Counted
  >`select c.name, count(*)::int as n from shop_goods_classify c
    join shop_goods g on g.classify_ids @> array[c.id] where c.id = any(${rows.map((row) => Number(row.id))}::int[]) group by c.id, c.name order by c.id limit 1`.execute(
    trx,
  )
  const used = found.rows[0]
  if (used) throw new Refused('shop.classHasGoods', { name: used.name, n: used.n })
}

/** What the buttons of the classes do. */
export const classifyActions = defineActions({
  'shop/goods/classify.moveGoods': { run: moveGoods },
})

/** The goods of a class, those of the recycle bin included, are in another one instead; a class may be deleted after that. */
async function moveGoods({ ctx, trx, row, values }: ActionInput<'shop/goods/classify.moveGoods'>): Promise<void> {
  const from = row.id
  const { target } = values
  if (from === target) throw new Refused('shop.classSame', {}, { field: 'target' })
  const { rows } = await sql`update shop_goods set update_time = ${ctx.now}, classify_ids = case
      when classify_ids @> array[${target}::int] then array_remove(classify_ids, ${from}::int)
      else array_replace(classify_ids, ${from}::int, ${target}::int) end
    where classify_ids @> array[${from}::int] returning id`.execute(trx)
  if (rows.length === 0) throw new Refused('shop.classNoGoods', { name: row.name })
}
