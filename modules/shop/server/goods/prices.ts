import { sql } from 'kysely'
import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { StoredSku } from './specRows.ts'
import { followSkus } from './storeSpec.ts'

/** How prices go up or down: by hundredths of a percent, or by fen. */
export type Raise = { by: 'percent'; hundredths: number } | { by: 'amount'; fen: number }

/** New prices of SKUs in fen; an original price that is no longer above is left out. */
export interface NewPrice {
  id: number
  price: number
  origin_price: number | null
}

/** The raised price in fen, rounded half up; refused where nothing would be left of it. */
export function raised(price: number, raise: Raise): number {
  if (raise.by === 'amount') return price + raise.fen
  return Math.floor((price * (10_000 + raise.hundredths) + 5_000) / 10_000)
}

/** What the SKUs of goods would cost. */
export function raisedPrices(name: string, skus: readonly StoredSku[], raise: Raise): NewPrice[] {
  return skus.map(({ id, price: before, origin_price }) => {
    const price = raised(before, raise)
    if (price < 1) throw new Refused('shop.priceTooLow', { name })
    return { id, price, origin_price: origin_price !== null && origin_price >= price ? origin_price : null }
  })
}

/** Writes prices of SKUs of one goods whose row is locked; its own prices follow. */
export async function writePrices(trx: Writer, goodsId: number, prices: readonly NewPrice[], env: CommandContext): Promise<void> {
  await sql`update shop_goods_sku s set price = d.price, origin_price = d.origin_price, update_time = ${env.now}
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as d(id int, price bigint, origin_price bigint)
    where s.id = d.id and s.goods_id = ${goodsId} and s.delete_time is null
      and (s.price, s.origin_price) is distinct from (d.price, d.origin_price)`.execute(trx)
  await followSkus(trx, [goodsId], env)
}
