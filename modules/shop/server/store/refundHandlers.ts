import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type CommandContext, rowOf } from '../../../../server/core/command.ts'
import { actorOf, type Context } from '../../../../server/core/context.ts'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import type { Handler } from '../../../../server/core/handler.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { entityOf } from '../../../../server/crud/tables.ts'
import { ownPictures } from '../../../../server/modules/files/validate.ts'
import { parseFen } from '../../../../src/schemas/kinds/money.ts'
import { textIn } from '../goods/names.ts'
import { linesOf, lockOrder } from '../order/row.ts'
import { applyRefund, type RefundRequest } from '../refund/apply.ts'
import { changeRefund } from '../refund/change.ts'
import { lockRefund } from '../refund/row.ts'
import { changeReturn, type ReturnParcel, sendReturn } from '../refund/sendParcel.ts'
import { withdrawRefund } from '../refund/withdraw.ts'
import type { ShopRefundGoodsRow, ShopRefundRow } from '../rows.generated.ts'
import { readRefundReasons } from '../settings/lists.ts'
import { settingDefaults } from '../settings/settings.ts'
import { keyOf, memberStep, readInput, rowId } from './call.ts'
import { moneyTexts, requireOwnOrder } from './order.ts'

const base = { app: 'api', controller: 'shop.Refund', access: { type: 'login' } } as const
/** Addresses of pictures; the attachments say who may use them. */
const images = (most: number) => z._default(z.array(z.string()).check(z.maxLength(most)), [])
const wished = {
  /** A key of the list in the settings. */
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  description: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
  images: images(6),
  /** Without an amount it is the units' part of what was paid for the line. */
  lines: z
    .array(
      z.object({
        id: rowId,
        quantity: z.int().check(z.gte(0), z.lte(9999)),
        amount: z.optional(z.string().check(z.regex(/^\d{1,13}(\.\d{1,2})?$/))),
      }),
    )
    .check(z.minLength(1), z.maxLength(100)),
  include_delivery: z._default(z.boolean(), false),
}
const applied = z.object({ ...wished, order_id: rowId, type: z.union([z.literal(1), z.literal(2)]) })
const changed = z.object({ ...wished, id: rowId })
const sent = z.object({
  id: rowId,
  company_id: z._default(z.nullable(rowId), null),
  tracking_no: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9-]{1,50}$/)),
  images: images(9),
})

/** What members do about refunds: E2, as the member. A refund of somebody else is none. */
export const refundHandlers: readonly Handler[] = [
  {
    ...base,
    action: 'index',
    method: 'GET',
    run: async (ctx) => ({
      list: await withReasons(
        ctx,
        (await readRefunds(ctx)).map((row) => moneyTexts({ ...row })),
      ),
    }),
  },
  { ...base, action: 'info', method: 'GET', run: readRefund },
  {
    ...base,
    action: 'apply',
    method: 'POST',
    run: memberStep(apply),
  },
  {
    ...base,
    action: 'change',
    method: 'POST',
    run: memberStep(change),
  },
  parcelStep('send', sendReturn),
  parcelStep('tracking', changeReturn),
  {
    ...base,
    action: 'withdraw',
    method: 'POST',
    run: memberStep(async (trx, userId, env, { body }) => {
      await withdrawRefund(trx, { refundId: await requireOwnRefund(trx, userId, keyOf(body.id)) }, env)
    }),
  },
]

/** What the member says of the parcel in which goods come back. */
function parcelStep(action: string, step: (trx: Writer, parcel: ReturnParcel, env: CommandContext) => Promise<void>): Handler {
  const run = memberStep(async (trx, userId, env, ctx) => {
    const { id: refundId, company_id: companyId, tracking_no: trackingNo, ...rest } = readInput(sent, ctx.body)
    await requireOwnRefund(trx, userId, refundId)
    const images = await picturesOf(ctx, trx, 'ship_images', rest.images)
    if (companyId !== null) await requireCompany(trx, companyId)
    await step(trx, { refundId, companyId, trackingNo, images }, env)
  })
  return { ...base, action, method: 'POST', run }
}

async function apply(trx: Writer, userId: number, env: CommandContext, ctx: Context) {
  const input = readInput(applied, ctx.body)
  const { order_id, include_delivery: includeDelivery, lines: asked, ...rest } = input
  const orderId = await requireOwnOrder(trx, userId, order_id)
  await requireReason(trx, ctx, input.reason)
  await picturesOf(ctx, trx, 'images', input.images)
  const lines = await askedLines(trx, orderId, asked)
  const made = await applyRefund(trx, { ...rest, orderId, lines, includeDelivery }, env)
  return { id: made.id, refund_no: made.refundNo }
}

async function change(trx: Writer, userId: number, env: CommandContext, ctx: Context): Promise<void> {
  const input = readInput(changed, ctx.body)
  const { id: refundId, include_delivery: includeDelivery, lines: asked, ...rest } = input
  await requireOwnRefund(trx, userId, refundId)
  await requireReason(trx, ctx, input.reason)
  await picturesOf(ctx, trx, 'images', input.images)
  const { order } = await lockRefund(trx, refundId)
  await changeRefund(trx, { ...rest, refundId, lines: await askedLines(trx, order.id, asked), includeDelivery }, env)
}

/** The pictures that a call names, which must be the member's own uploads. */
function picturesOf(ctx: Context, trx: Writer, name: 'images' | 'ship_images', value: readonly string[]): Promise<string[]> {
  const field = entityOf(ctx.schema, 'shop_refund').fields[name]
  return ownPictures(ctx, trx, { field, value, place: 'images', code: 'shop.picture' })
}

/** Refuses a reason that is not in the list of the settings. */
async function requireReason(trx: Writer, ctx: Context, reason: string): Promise<void> {
  const list = await readRefundReasons(trx, settingDefaults(ctx), ctx.lang)
  if (!list.some(({ value, mayTake }) => mayTake && value === reason))
    throw new Refused('shop.badReason', {}, { field: 'reason' })
}

/** What is asked for each line; without an amount it is the units' part of what was paid. The order is locked by it. */
async function askedLines(
  trx: Writer,
  orderId: number,
  asked: z.infer<typeof applied>['lines'],
): Promise<RefundRequest['lines']> {
  await lockOrder(trx, orderId) // the shares below are those that the step will judge
  const known = new Map((await linesOf(trx, orderId)).map((line) => [line.id, line]))
  return asked.map((line) => {
    const own = known.get(line.id)
    if (!own) throw new Refused('shop.noSuchLine')
    const part = Math.floor((own.pay_share * line.quantity) / own.quantity)
    const amount = line.amount === undefined ? Math.min(part, own.pay_share - own.refunded_amount) : (parseFen(line.amount) ?? 0)
    return { id: line.id, quantity: line.quantity, amount }
  })
}

/** Refuses a refund that is not the member's, as if it did not exist. */
async function requireOwnRefund(db: Reader, userId: number, refundId: number): Promise<number> {
  const { rows } = await sql`select 1 from shop_refund where id = ${refundId} and user_id = ${userId}`.execute(db)
  if (rows.length === 0) throw new Refused('shop.noRefund')
  return refundId
}

async function requireCompany(trx: Writer, companyId: number): Promise<void> {
  const company = await rowOf(trx, sql`select 1 from shop_delivery_company where id = ${companyId} and status = 1`)
  if (!company) throw new Refused('shop.badCompany', {}, { field: 'company_id' })
}

async function readRefunds(ctx: Context): Promise<ShopRefundRow[]> {
  const { rows } =
    await sql<ShopRefundRow>`select r.id, r.refund_no, r.order_id, o.order_no, r.type, r.reason, r.description, r.images, r.amount,
      r.agree_amount, r.audit_status, r.status, r.user_ship_status, r.money_status, r.audit_note, r.end_reason, r.return_address,
      r.company_id, r.tracking_no, r.apply_time, r.audit_time, r.user_ship_time, r.receive_time, r.money_time, r.deadline
    from shop_refund r join shop_order o on o.id = r.order_id where r.user_id = ${actorOf(ctx).id}
      and (${keyOf(ctx.query.id)} = 0 or r.id = ${keyOf(ctx.query.id)}) order by r.id desc limit 200`.execute(ctx.read)
  return rows
}

/** Rows with the words of their reasons beside these. */
async function withReasons(ctx: Context, rows: readonly Record<string, unknown>[]): Promise<Record<string, unknown>[]> {
  const list = await readRefundReasons(ctx.read, settingDefaults(ctx), ctx.lang)
  const words = new Map(list.map(({ value, label }) => [value, label]))
  return rows.map((row) => ({ ...row, reason_text: words.get(String(row.reason)) ?? row.reason }))
}

/** One refund of the member, with its lines, its timeline and what the member can do now. */
async function readRefund(ctx: Context): Promise<unknown> {
  const [refund] = keyOf(ctx.query.id) === 0 ? [] : await readRefunds(ctx)
  if (!refund) throw new Refused('shop.noRefund')
  const lines = await sql<
    Pick<ShopRefundGoodsRow, 'amount'>
  >`select g.order_goods_id, ${textIn(ctx.lang, 'l.name')} as name, l.spec_text, g.quantity, g.amount from shop_refund_goods g
    join shop_order_goods l on l.id = g.order_goods_id where g.refund_id = ${refund.id} order by g.id`.execute(ctx.read)
  const logs = await sql`select actor, action, "from", "to", note, create_time from shop_refund_log where refund_id = ${refund.id}
    order by id`.execute(ctx.read)
  const state = [refund.audit_status, refund.status, refund.user_ship_status].join('/')
  const next = { '1/1/0': ['change', 'withdraw'], '2/1/0': ['send', 'withdraw'], '2/1/1': ['tracking'] }[state] ?? []
  const [row] = await withReasons(ctx, [moneyTexts({ ...refund })])
  return { row, lines: lines.rows.map((line) => moneyTexts({ ...line })), logs: logs.rows, next }
}
