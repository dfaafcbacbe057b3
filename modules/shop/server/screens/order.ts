import { sql } from 'kysely'
import type { Lang } from '../../../../server/core/context.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import type { ExportEnd, Row, ScreenHooks } from '../../../../server/crud/domain.ts'
import { defaultLocale } from '../../../../src/schemas/language/words.ts'
import { computesOf } from '../computes.ts'
import { nameIn } from '../goods/names.ts'
import { notify } from '../notices/notify.ts'
import { ShopOrderStatus, ShopRefundStatus, ShopRefundUserShipStatus } from '../options.generated.ts'
import { type LineRow, openUnits } from '../order/row.ts'
import type { Reads } from '../reads.generated.ts'

/** Pictures of an order shown in the list. */
const shownImages = 3

/** The first pictures of an order's lines. */
export const orderImages = {
  sql: `array(select g.image from shop_order_goods as g where g.order_id = t.id and g.image <> '' order by g.id limit ${shownImages})`,
}

/** What was ordered, by picture and name. */
const orderGoods = {
  sql: `(select coalesce(json_agg(json_build_object('image', g.image, 'title', g.name, 'quantity', g.quantity) order by g.id), '[]')
    from shop_order_goods as g where g.order_id = t.id)`,
}

export const orderHooks: ScreenHooks = {
  narrowList: true,
  computes: computesOf('shop/order/order', {
    goods: orderGoods,
    goodsImages: orderImages,
    items: ({ db, rows }) => orderItems(db, rows),
    memberOrders: { sql: '(select count(*)::int from shop_order as o where o.user_id = t.user_id and o.pay_time is not null)' },
    memberPaid: {
      sql: '(select coalesce(sum(o.pay_amount - o.refund_amount), 0)::float8 from shop_order as o where o.user_id = t.user_id and o.pay_time is not null)',
    },
  }),
  exported: notifyExportEnd,
}

/** Whoever asked for an export of orders is told that it is there, or is not. */
async function notifyExportEnd({ trx, id, name, adminId, done, now }: ExportEnd): Promise<void> {
  const texts = done ? { 'zh-cn': '已完成', en: 'is ready' } : { 'zh-cn': '未能完成', en: 'could not be made' }
  const message = { type: 'order_export', data: { name }, texts, key: `${id} ${now}`, admins: [adminId] } as const
  await notify(trx, message, { now, actor: { type: 'system' } })
}

type Item = LineRow & { refund: 'open' | 'receipt' | 'done' | null }

/**
 * The lines of orders: what was ordered, what is still to be shipped, what came back, what was paid and given back for each. A member
 * reads the names in their language, the shop as they were when ordered.
 */
export async function orderItems(
  db: Reader,
  rows: readonly Reads['shop/order/order']['items'][],
  lang: Lang = defaultLocale,
): Promise<Row[][]> {
  const ids = rows.map((row) => Number(row.id))
  const found = await sql<Item>`select l.*, case when r.id is null then null when r.status = ${ShopRefundStatus.done} then 'done'
      when r.user_ship_status = ${ShopRefundUserShipStatus.sent} then 'receipt' else 'open' end as refund
    from shop_order_goods l left join shop_refund r on r.id = l.refund_id where l.order_id = any(${ids}::int[]) order by l.id`.execute(
    db,
  )
  const ended = new Set(rows.flatMap((row) => (row.status === ShopOrderStatus.cancelled ? [Number(row.id)] : [])))
  const byOrder = new Map<number, Row[]>(ids.map((id) => [id, []]))
  for (const line of found.rows)
    byOrder
      .get(line.order_id)
      ?.push({ ...line, name: nameIn(lang, line), to_ship: ended.has(line.order_id) ? 0 : openUnits(line) })
  return ids.map((id) => byOrder.get(id) ?? [])
}
