import { sql } from 'kysely'
import { actorOf, type Context } from '../../../../server/core/context.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { Counted } from '../command.ts'
import { textIn } from '../goods/names.ts'
import { ShopOrderShipStatus, ShopOrderStatus } from '../options.generated.ts'
import { openUnits } from '../order/row.ts'
import type { ShopOrderDeliveryRow, ShopOrderGoodsRow, ShopOrderRow, ShopRefundRow } from '../rows.generated.ts'
import { trackingUrl } from '../screens/company.ts'
import { readShopSettings } from '../settings/settings.ts'
import { keyOf } from './call.ts'
import { moneyTexts } from './order.ts'

const perPage = 20

const shown = sql.raw(
  [
    'id',
    'order_no',
    'status',
    'pay_status',
    'ship_status',
    'goods_amount',
    'delivery_amount',
    'level_amount',
    'coupon_amount',
    'score_amount',
    'adjust_amount',
    'pay_amount',
    'refund_amount',
    'score',
    'give_score',
    'pay_type',
    'create_time',
    'pay_time',
    'ship_time',
    'receive_time',
    'cancel_time',
    'auto_close_time',
    'auto_receive_time',
    'auto_finish_time',
    'refund_until',
    'receiver_name',
    'receiver_mobile',
    'receiver_city',
    'receiver_address',
    'user_remark',
    'cancel_reason',
  ].join(', '),
)

/** The member's orders, newest first, with their lines; `status` narrows to one state. */
export async function readOrders(ctx: Context): Promise<unknown> {
  const userId = actorOf(ctx).id
  const status = keyOf(ctx.query.status)
  const page = Math.min(Math.max(keyOf(ctx.query.page), 1), 1000)
  const mine = sql`user_id = ${userId} and (${status} = 0 or status = ${status})`
  const { rows } = await sql<ShopOrderRow>`select ${shown} from shop_order where ${mine}
    order by create_time desc, id desc limit ${perPage} offset ${(page - 1) * perPage}`.execute(ctx.read)
  const { rows: counts } = await sql<Counted>`select count(*)::int as n from shop_order where ${mine}`.execute(ctx.read)
  const lines = await readLines(
    ctx,
    rows.map((row) => row.id),
  )
  const list = rows.map((row) => ({
    ...moneyTexts({ ...row }),
    lines: lines.filter((line) => line.order_id === row.id).map((line) => moneyTexts({ ...line })),
  }))
  return { list, total: counts[0]?.n ?? 0 }
}

/** One order of the member: lines, parcels, refunds, timeline, and what the member can do now. */
export async function readOrder(ctx: Context): Promise<unknown> {
  const id = keyOf(ctx.query.id)
  const { rows } =
    await sql<ShopOrderRow>`select ${shown} from shop_order where id = ${id} and user_id = ${actorOf(ctx).id}`.execute(ctx.read)
  const [order] = rows
  if (!order) throw new Refused('shop.noOrder')
  const lines = await readLines(ctx, [id])
  const parcels = await sql<
    Pick<ShopOrderDeliveryRow, 'tracking_no'> & { page: string | null }
  >`select d.company_name, d.tracking_no, d.lines, d.create_time, d.receive_time, c.tracking_url as page from shop_order_delivery d
    left join shop_delivery_company c on c.id = d.company_id where d.order_id = ${id} order by d.id`.execute(ctx.read)
  const refunds = await sql<
    Pick<ShopRefundRow, 'amount' | 'agree_amount'>
  >`select id, refund_no, type, amount, agree_amount, audit_status, status,
      user_ship_status, money_status, create_time from shop_refund where order_id = ${id} order by id`.execute(ctx.read)
  const logs =
    await sql`select actor, action, "from", "to", create_time from shop_order_log where order_id = ${id} and action <> 'remark'
    order by id`.execute(ctx.read)
  const settings = await readShopSettings(ctx.read)
  return {
    row: moneyTexts({ ...order }),
    lines: lines.map((line) => ({ ...moneyTexts({ ...line }), open: openUnits(line), returnable: line.shipped - line.returned })),
    parcels: parcels.rows.map(({ page, ...parcel }) => ({
      ...parcel,
      tracking_url: trackingUrl(page ?? '', parcel.tracking_no),
    })),
    refunds: refunds.rows.map((refund) => moneyTexts({ ...refund })),
    logs: logs.rows,
    next: nextOf(order, settings.allowApplyCancel),
  }
}

/** What the machine lets the member do in this state; each step asks for itself again. */
function nextOf({ status, ship_status, pay_status }: ShopOrderRow, allowApplyCancel: boolean): string[] {
  const refundable =
    (pay_status === 1 || pay_status === 2) && status >= ShopOrderStatus.toShip && status <= ShopOrderStatus.complete
  const steps: Readonly<Record<string, boolean>> = {
    pay: status === ShopOrderStatus.toPay,
    cancel: status === ShopOrderStatus.toPay,
    applyCancel: allowApplyCancel && status === ShopOrderStatus.toShip && ship_status === ShopOrderShipStatus.none,
    withdrawCancel: status === ShopOrderStatus.applyCancel,
    receive: status === ShopOrderStatus.toReceive,
    refund: refundable,
  }
  return Object.keys(steps).filter((step) => steps[step])
}

type Line = Pick<
  ShopOrderGoodsRow,
  | 'id'
  | 'order_id'
  | 'goods_id'
  | 'sku_id'
  | 'name'
  | 'image'
  | 'spec_text'
  | 'price'
  | 'quantity'
  | 'shipped'
  | 'returned'
  | 'refunded_quantity'
  | 'amount'
  | 'pay_share'
  | 'refunded_amount'
  | 'refund_id'
>

async function readLines(ctx: Context, orderIds: readonly number[]): Promise<Line[]> {
  const { rows } =
    await sql<Line>`select id, order_id, goods_id, sku_id, ${textIn(ctx.lang, 'l.name')} as name, image, spec_text, price, quantity, shipped, returned,
      refunded_quantity, amount, pay_share, refunded_amount, refund_id
    from shop_order_goods l where order_id = any(${orderIds}::int[]) order by id`.execute(ctx.read)
  return rows
}
