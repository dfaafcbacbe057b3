import { sql } from 'kysely'
import type { Lang } from '../../../../server/core/context.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import type { Row, ScreenHooks } from '../../../../server/crud/domain.ts'
import { defaultLocale } from '../../../../src/schemas/language/words.ts'
import { computesOf } from '../computes.ts'
import { nameIn } from '../goods/names.ts'
import { ShopRefundAuditStatus, ShopRefundMoneyStatus, ShopRefundStatus, ShopRefundUserShipStatus } from '../options.generated.ts'
import type { Reads } from '../reads.generated.ts'
import type { ShopOrderGoodsRow, ShopRefundGoodsRow } from '../rows.generated.ts'

/** Pictures of a refund shown in the list. */
const shownImages = 3

/** What lists of refunds compute alike for the shop and for members. */
export const refundComputes = {
  goods: {
    sql: `(select coalesce(json_agg(json_build_object('image', l.image, 'title', l.name, 'quantity', g.quantity) order by g.id), '[]')
      from shop_refund_goods as g join shop_order_goods as l on l.id = g.order_goods_id where g.refund_id = t.id)`,
  },
  goodsImages: {
    sql: `array(select l.image from shop_refund_goods as g join shop_order_goods as l on l.id = g.order_goods_id
        where g.refund_id = t.id and l.image <> '' order by g.id limit ${shownImages})`,
  },
  stage: {
    sql: `case when t.status = ${ShopRefundStatus.done} then 'done' when t.status = ${ShopRefundStatus.ended} then 'ended'
        when t.user_ship_status = ${ShopRefundUserShipStatus.sent} then 'receipt' else 'open' end`,
  },
  returnTo: {
    sql: `concat_ws(' ', t.return_address->>'name', t.return_address->>'mobile', t.return_address->>'tel', t.return_address->>'city',
        t.return_address->>'address', t.return_address->>'zip')`,
  },
}

export const refundHooks: ScreenHooks = {
  narrowList: true,
  computes: computesOf('shop/order/refund', {
    ...refundComputes,
    // What was paid, less what went back and what is agreed to and on its way.
    refundable: {
      sql: `(select o.pay_amount - o.refund_amount - coalesce((select sum(r.agree_amount) from shop_refund as r where r.order_id = o.id
        and r.audit_status = ${ShopRefundAuditStatus.agree} and (r.status = ${ShopRefundStatus.open}
          or (r.status = ${ShopRefundStatus.done} and r.money_status in (${ShopRefundMoneyStatus.sending}, ${ShopRefundMoneyStatus.failed})))), 0) from shop_order as o where o.id = t.order_id)::float8`,
    },
    items: ({ db, rows }) => refundItems(db, rows),
  }),
}

type Item = Pick<ShopRefundGoodsRow, 'refund_id' | 'quantity' | 'amount' | 'restock'> &
  Pick<ShopOrderGoodsRow, 'image' | 'name' | 'name_en' | 'spec_text' | 'shipped' | 'pay_share'> & {
    ordered: number
    refunded: number
  }

/** The lines of refunds with what was ordered and paid for them, and with the names in the language of a member. */
export async function refundItems(
  db: Reader,
  rows: readonly Reads['shop/order/refund']['items'][],
  lang: Lang = defaultLocale,
): Promise<Row[][]> {
  const ids = rows.map((row) => Number(row.id))
  const found =
    await sql<Item>`select g.refund_id, g.quantity, g.amount, g.restock, l.image, l.name, l.name_en, l.spec_text, l.quantity as ordered,
      l.shipped, l.pay_share, l.refunded_amount as refunded
    from shop_refund_goods g join shop_order_goods l on l.id = g.order_goods_id where g.refund_id = any(${ids}::int[]) order by g.id`.execute(
      db,
    )
  return ids.map((id) =>
    found.rows.filter((item) => item.refund_id === id).map((item) => ({ ...item, name: nameIn(lang, item) })),
  )
}
