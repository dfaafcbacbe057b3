import { sql } from 'kysely'
import { memberEnv } from '../../../../server/core/command.ts'
import type { Lang } from '../../../../server/core/context.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import type { Row } from '../../../../server/crud/domain.ts'
import { type ActionInput, type ActionValues, defineActions } from '../actions.ts'
import { readLines, refundableLines } from '../order/rules.ts'
import { changeRefund } from '../refund/change.ts'
import { changeReturn, type ReturnParcel, sendReturn } from '../refund/sendParcel.ts'
import { withdrawRefund } from '../refund/withdraw.ts'
import type { ShopRefundGoodsRow, ShopRefundRow } from '../rows.generated.ts'
import { refundLine } from './lines.ts'

/** What members do with their own refunds (E2). */
export const memberRefundActions = defineActions({
  'shop/account/refund.change': {
    prepare: async ({ ctx, db, row }) => {
      const { reason, description, images, include_delivery } = row
      return { reason, description, images, include_delivery, lines: await changeableLines(db, row, ctx.lang) }
    },
    run: async ({ ctx, trx, row, values }) => {
      const { reason, description, images, lines, include_delivery } = values
      const asked = lines.map(({ id, quantity, amount }, at) => ({ at, id: id ?? 0, quantity, amount }))
      const change = {
        refundId: row.id,
        reason,
        description: description.trim(),
        images,
        lines: asked.filter((line) => line.quantity > 0 || line.amount > 0),
        includeDelivery: include_delivery === 1,
      }
      await changeRefund(trx, change, memberEnv(ctx))
    },
  },
  'shop/account/refund.withdraw': {
    run: ({ ctx, trx, row }) => withdrawRefund(trx, { refundId: row.id }, memberEnv(ctx)),
  },
  'shop/account/refund.send': {
    run: ({ ctx, trx, row, values }) => sendReturn(trx, parcelOf(row, values), memberEnv(ctx)),
  },
  'shop/account/refund.tracking': {
    prepare: async ({ row }) => ({
      company: row.company_id === null ? null : String(row.company_id),
      tracking_no: row.tracking_no,
      images: row.ship_images,
    }),
    run: ({ ctx, trx, row, values }) => changeReturn(trx, parcelOf(row, values), memberEnv(ctx)),
  },
})

/** The lines that a request may ask for, with what it asks for now. */
async function changeableLines(db: Reader, { id, order_id }: Pick<ShopRefundRow, 'id' | 'order_id'>, lang: Lang): Promise<Row[]> {
  const { rows: asked } = await sql<Pick<ShopRefundGoodsRow, 'order_goods_id' | 'quantity' | 'amount'>>`
    select order_goods_id, quantity, amount from shop_refund_goods where refund_id = ${id}`.execute(db)
  const lines = (await readLines(db, order_id)).map((line) => (line.refund_id === id ? { ...line, refund_id: null } : line))
  return refundableLines(lines).map((line) => {
    const own = asked.find(({ order_goods_id }) => order_goods_id === line.id)
    return { ...refundLine(line, false, lang), quantity: own?.quantity ?? 0, amount: own?.amount ?? 0 }
  })
}

function parcelOf(
  row: Pick<ActionInput<'shop/account/refund.send'>['row'], 'id'>,
  { company, tracking_no, images }: ActionValues<'shop/account/refund.send'>,
): ReturnParcel {
  return { refundId: row.id, companyId: Number(company), trackingNo: tracking_no.trim(), images }
}
