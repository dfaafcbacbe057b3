import { type RawBuilder, sql } from 'kysely'
import { formatFen } from '../../../src/schemas/kinds/money.ts'
import type { ShopWindow, WindowClass, WindowGoods } from '../../../src/schemas/language/shopWindow.ts'
import { dbNow } from '../../app/clock.ts'
import type { Reader } from '../../db/connect.ts'
import type { ShopGoodsRow } from '../../rows.generated.ts'

/** Tiles of a row on a wide window, twice. */
const goodsShown = 8
const classesShown = 12

/** Reads what stands in the window now: only what is on sale at this moment, and nothing that is not for everybody. */
export async function readShopWindow(db: Reader): Promise<ShopWindow> {
  const [classes, newest, hot] = await Promise.all([
    sql<WindowClass>`select id, name, name_en, image from shop_goods_classify
      where status = 1 and is_nav = 1 order by weigh desc, id limit ${classesShown}`.execute(db),
    readGoods(db, sql`coalesce(on_sale_time, create_time) desc nulls last, id desc`),
    readGoods(db, sql`sales + virtual_sales desc, id desc`),
  ])
  return { classes: classes.rows, newest, hot }
}

async function readGoods(db: Reader, order: RawBuilder<unknown>): Promise<WindowGoods[]> {
  type Found = Pick<ShopGoodsRow, 'id' | 'name' | 'subtitle' | 'images' | 'price' | 'price_max'>
  const { rows } = await sql<Found>`select id, name, subtitle, images, price, price_max from shop_goods
    where status = 1 and delete_time is null
      and (on_sale_time is null or on_sale_time <= ${dbNow}) and (off_sale_time is null or off_sale_time > ${dbNow})
    order by ${order} limit ${goodsShown}`.execute(db)
  return rows.map(({ images, price, price_max, ...row }) => ({
    ...row,
    image: images[0] ?? '',
    price: formatFen(price),
    price_max: formatFen(price_max),
  }))
}
