import { sql } from 'kysely'
import { type CommandContext, rowsOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { ShopGoodsRow } from '../rows.generated.ts'

type Times = Pick<ShopGoodsRow, 'on_sale_time' | 'off_sale_time'>

/** The next moment after `now` at which goods change by themselves; null where none is to come. */
export function nextSaleTime({ on_sale_time: on, off_sale_time: off }: Partial<Times>, now: number): number | null {
  const coming = [on, off].filter((time): time is number => typeof time === 'number' && time > now)
  return coming.length > 0 ? Math.min(...coming) : null
}

/** Goods whose moment has come and that no other server has taken, the earliest first. */
export function dueSales(trx: Writer, env: CommandContext, limit: number): Promise<{ id: number }[]> {
  return rowsOf(
    trx,
    sql<Pick<ShopGoodsRow, 'id'>>`select id from shop_goods where next_sale_time <= ${env.now} and delete_time is null
      order by next_sale_time nulls first, id limit ${limit} for no key update skip locked`,
  )
}

/** E8: goods whose time has come go on sale (sold out where no unit is left) or off, as the last of their moments says. */
export async function changeSale(trx: Writer, id: number, env: CommandContext): Promise<void> {
  const [row] = await rowsOf(
    trx,
    sql<Times>`select on_sale_time, off_sale_time from shop_goods where id = ${id} for no key update`,
  )
  if (!row) return
  const isOver = row.off_sale_time !== null && row.off_sale_time <= env.now
  const isOn = row.on_sale_time !== null && row.on_sale_time <= env.now
  await sql`update shop_goods set next_sale_time = ${nextSaleTime(row, env.now)}::bigint, update_time = ${env.now},
      status = case when ${isOver} then 0 when ${isOn} and status = 0 then case when stock > 0 then 1 else 2 end else status end
    where id = ${id}`.execute(trx)
}
