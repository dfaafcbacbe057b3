import { sql } from 'kysely'
import { stepEnv } from '../../../../server/core/command.ts'
import { actorOf, type Context, can } from '../../../../server/core/context.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import type { Row } from '../../../../server/crud/domain.ts'
import { type ActionValues, defineActions } from '../actions.ts'
import { ShopRefundType } from '../options.generated.ts'
import type { ShopDeliveryAddressRow, ShopRefundGoodsRow } from '../rows.generated.ts'
import { auditRefund } from './audit.ts'
import { retryRefundMoney } from './money.ts'
import { receiveReturn } from './receive.ts'
import { remarkRefund } from './remark.ts'
import { lockOrdersOf } from './row.ts'

/** What the buttons of the refund list do: the steps of E2, as the administrator who pressed them. */
export const refundActions = defineActions({
  'shop/order/refund.audit': {
    lock: lockOrdersOf,
    refuse: { over: async ({ ctx, row, values }) => asksForMore(values, row.amount) && !mayGoOver(ctx) },
    prepare: async ({ db, row }) => ({
      agree_amount: row.amount,
      address_id: row.type === ShopRefundType.goods ? await usualReturnAddress(db) : null,
      audit_note: '',
      [row.type === ShopRefundType.goods ? 'goods' : 'lines']: await formLines(db, row.id),
    }),
    run: ({ ctx, trx, row, values }) => {
      const audit = {
        refundId: row.id,
        result: values.result,
        agreeAmount: values.agree_amount ?? 0,
        over: mayGoOver(ctx),
        includeDelivery: values.include_delivery === 1,
        addressId: values.address_id,
        noRestock: keptOut(values.lines),
        seen: seenLines(values),
        note: values.audit_note.trim(),
      }
      return auditRefund(trx, audit, stepEnv(ctx))
    },
  },
  'shop/order/refund.receive': {
    lock: lockOrdersOf,
    prepare: async ({ db, row }) => ({ lines: (await formLines(db, row.id)).map((line) => ({ ...line, restock: 1 })) }),
    run: ({ ctx, trx, row, values }) => {
      const { result, lines, images, note } = values
      const receipt = { refundId: row.id, result, noRestock: keptOut(lines), images, note: note.trim() }
      return receiveReturn(trx, receipt, stepEnv(ctx))
    },
  },
  'shop/order/refund.retry': {
    lock: lockOrdersOf,
    run: ({ ctx, trx, row }) => retryRefundMoney(trx, { refundId: row.id }, stepEnv(ctx)),
  },
  'shop/order/refund.remark': {
    lock: lockOrdersOf,
    run: ({ ctx, trx, row, values }) => remarkRefund(trx, { refundId: row.id, remark: values.admin_remark.trim() }, stepEnv(ctx)),
  },
})

type Audit = ActionValues<'shop/order/refund.audit'>

function asksForMore({ result, agree_amount }: Partial<Audit>, asked: number): boolean {
  return result === 'agree' && (agree_amount ?? 0) > asked
}

/** Who holds it may agree to more than was asked for. */
function mayGoOver(ctx: Context): boolean {
  return can(actorOf(ctx), 'shop/order/refund/refund-over')
}

/** Ids of the lines of the request that the form showed; undefined where a client sends none. */
function seenLines({ lines, goods }: Audit): number[] | undefined {
  const ids = [...lines, ...goods].map(({ id }) => id ?? 0)
  return ids.length > 0 ? ids : undefined
}

/** Ids of the form's lines whose units do not go back into stock. */
function keptOut(lines: Audit['lines']): number[] {
  return lines.flatMap(({ id, restock }) => (restock === 0 ? [id ?? 0] : []))
}

/** The lines of a refund as the forms show them; units that were not shipped go back into stock unless somebody says no. */
async function formLines(db: Reader, refundId: number): Promise<Row[]> {
  const { rows } = await sql<Pick<ShopRefundGoodsRow, 'id' | 'quantity' | 'amount'> & { line: string }>`
    select g.id, concat_ws(' ', l.name, nullif(l.spec_text, '')) as line, g.quantity, g.amount
    from shop_refund_goods g join shop_order_goods l on l.id = g.order_goods_id where g.refund_id = ${refundId} order by g.id`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, amount: Number(row.amount), restock: row.quantity > 0 ? 1 : 0 }))
}

/** The address goods are usually returned to; null when none is set. */
async function usualReturnAddress(db: Reader): Promise<number | null> {
  const { rows } = await sql<
    Pick<ShopDeliveryAddressRow, 'id'>
  >`select id from shop_delivery_address where status = 1 and 'return' = any(types) order by default_return desc, id limit 1`.execute(
    db,
  )
  return rows[0]?.id ?? null
}
