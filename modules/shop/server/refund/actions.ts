import { sql } from 'kysely'
import { stepEnv } from '../../../../server/core/command.ts'
import { actorOf, type Context, can } from '../../../../server/core/context.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import type { ActionInput, Row, RowAction } from '../../../../server/crud/domain.ts'
import { ShopRefundType } from '../options.generated.ts'
import type { ShopDeliveryAddressRow, ShopRefundGoodsRow } from '../rows.generated.ts'
import { auditRefund } from './audit.ts'
import { retryRefundMoney } from './money.ts'
import { receiveReturn } from './receive.ts'
import { remarkRefund } from './remark.ts'
import { lockOrdersOf } from './row.ts'

const id = (input: ActionInput) => Number(input.row.id)
const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** What the buttons of the refund list do: the steps of E2, as the administrator who pressed them. */
export const refundActions: Readonly<Record<string, RowAction>> = {
  'shop/order/refund.audit': {
    lock: lockOrdersOf,
    refuse: { over: async ({ ctx, row, values }) => asksForMore(values, row) && !mayGoOver(ctx) },
    prepare: async ({ db, row }) => ({
      agree_amount: row.amount,
      address_id: row.type === ShopRefundType.goods ? await usualReturnAddress(db) : null,
      audit_note: '',
      [row.type === ShopRefundType.goods ? 'goods' : 'lines']: await formLines(db, Number(row.id)),
    }),
    run: (input) => {
      const { result, agree_amount, include_delivery, address_id, audit_note } = input.values
      const audit = {
        refundId: id(input),
        result: result === 'agree' ? ('agree' as const) : ('refuse' as const),
        agreeAmount: Number(agree_amount ?? 0),
        over: mayGoOver(input.ctx),
        includeDelivery: include_delivery === 1,
        addressId: address_id === null || address_id === undefined ? null : Number(address_id),
        noRestock: keptOut(input.values.lines),
        seen: seenLines(input.values),
        note: text(audit_note),
      }
      return auditRefund(input.trx, audit, stepEnv(input.ctx))
    },
  },
  'shop/order/refund.receive': {
    lock: lockOrdersOf,
    prepare: async ({ db, row }) => ({ lines: (await formLines(db, Number(row.id))).map((line) => ({ ...line, restock: 1 })) }),
    run: (input) => {
      const { result, lines, images, note } = input.values
      const receipt = {
        refundId: id(input),
        result: result === 'reject' ? ('reject' as const) : ('accept' as const),
        noRestock: keptOut(lines),
        images: (images ?? []) as string[],
        note: text(note),
      }
      return receiveReturn(input.trx, receipt, stepEnv(input.ctx))
    },
  },
  'shop/order/refund.retry': {
    lock: lockOrdersOf,
    run: (input) => retryRefundMoney(input.trx, { refundId: id(input) }, stepEnv(input.ctx)),
  },
  'shop/order/refund.remark': {
    lock: lockOrdersOf,
    run: (input) => remarkRefund(input.trx, { refundId: id(input), remark: text(input.values.admin_remark) }, stepEnv(input.ctx)),
  },
}

function asksForMore(values: Row, row: Row): boolean {
  return values.result === 'agree' && Number(values.agree_amount ?? 0) > Number(row.amount)
}

/** Who holds it may agree to more than was asked for. */
function mayGoOver(ctx: Context): boolean {
  return can(actorOf(ctx), 'shop/order/refund/refund-over')
}

/** Ids of the lines of the request that the form showed; undefined where a client sends none. */
function seenLines({ lines, goods }: Row): number[] | undefined {
  const rows = [lines, goods].flatMap((value) => (Array.isArray(value) ? (value as Row[]) : []))
  return rows.length > 0 ? rows.map((row) => Number(row.id)) : undefined
}

/** Ids of the form's lines whose units do not go back into stock. */
function keptOut(lines: unknown): number[] {
  const rows = Array.isArray(lines) ? (lines as Row[]) : []
  return rows.flatMap((row) => (row.restock === 0 ? [Number(row.id)] : []))
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
