import { sql } from 'kysely'
import type { Context } from '../../../../server/core/context.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { DeleteInput, FieldMessage, SaveInput, ScreenHooks } from '../../../../server/crud/domain.ts'
import { formatDateTime } from '../../../../src/schemas/kinds/clock.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { computesOf } from '../computes.ts'
import { ShopCouponReceiveStatus } from '../options.generated.ts'
import type { Reads } from '../reads.generated.ts'
import type { ShopCouponCenterRow, ShopCouponRow } from '../rows.generated.ts'
import { keptPercent, lockCoupon } from './row.ts'

/** Now, of a column of the list. */
const now = 'extract(epoch from now())'

export const couponHooks: ScreenHooks = {
  computes: computesOf('shop/coupon/coupon', {
    valueText: async ({ ctx, rows }) => rows.map((row) => valueText(ctx, row)),
    validText: async ({ ctx, rows }) => rows.map((row) => validText(ctx, row)),
    state: {
      sql: `case when t.receive_end <= ${now} or (t.valid_type = 1 and t.valid_end <= ${now}) then 'ended'
        when t.receive_start > ${now} then 'scheduled' when t.remaining = 0 then 'used_up' else 'running' end`,
    },
  }),
  validate: validateTotal,
  beforeSave: async ({ values, before }) => {
    if (values.total !== undefined) values.remaining = Number(values.total) - Number(before?.received ?? 0)
  },
  beforeDelete: requireNoneInUse,
}

/** Placeholders of texts about a coupon; each may have any value there. */
type CouponValue = Readonly<Partial<Record<keyof Reads['shop/coupon/coupon']['valueText'], unknown>>>
type CouponTime = Readonly<Partial<Record<keyof Reads['shop/coupon/coupon']['validText'], unknown>>>

/** What the coupon takes off, in a few words. */
export function valueText(ctx: Pick<Context, 'text' | 'lang'>, row: CouponValue): string {
  const money = (value: unknown) => formatFen(value).replace(/\.00$/, '')
  if (row.type === 1) return ctx.text('coupon.value.cut', { threshold: money(row.threshold), amount: money(row.amount) })
  if (row.type === 2) {
    // Chinese says what is left to pay, in tenths; other languages say what is taken off, in percent.
    const kept = keptPercent(row.discount)
    return ctx.text('coupon.value.discount', { discount: ctx.lang === 'zh-cn' ? kept / 10 : 100 - kept })
  }
  if (row.type === 3) return ctx.text('coupon.value.cash', { amount: money(row.amount) })
  if (row.max_amount === null) return ctx.text('coupon.value.delivery')
  return ctx.text('coupon.value.deliveryUpTo', { max: money(row.max_amount) })
}

/** When it can be used, in a few words. */
export function validText(ctx: Pick<Context, 'text'>, row: CouponTime): string {
  if (row.valid_type === 2) return ctx.text('coupon.valid.days', { days: Number(row.valid_days) })
  const day = (time: unknown) => formatDateTime(Number(time)).slice(0, 10)
  return ctx.text('coupon.valid.range', { from: day(row.valid_start), to: day(row.valid_end) })
}

/** Once a coupon was collected its number only grows. */
async function validateTotal({ before, values }: SaveInput): Promise<Record<string, FieldMessage>> {
  if (!before || values.total === undefined || Number(before.received) === 0) return {}
  if (Number(values.total) >= Number(before.total)) return {}
  return { total: { code: 'coupon.totalShrinks', params: { min: Number(before.total) } } }
}

async function requireNoneInUse({ ctx, trx, rows }: DeleteInput): Promise<void> {
  const found = await sql<
    Pick<ShopCouponRow, 'title'>
  >`select c.title from shop_coupon c where c.id = any(${rows.map((row) => Number(row.id))}::int[])
    and exists (select 1 from shop_coupon_receive r where r.coupon_id = c.id and r.status in (${ShopCouponReceiveStatus.unused}, ${ShopCouponReceiveStatus.locked})
      and r.valid_end > ${ctx.now})
    order by c.id limit 1`.execute(trx)
  const [used] = found.rows
  if (used) throw new Refused('coupon.inUse', { title: used.title })
}

/** shop/coupon/code: who exchanged it. */
export const codeHooks: ScreenHooks = {
  computes: computesOf('shop/coupon/code', {
    member: {
      sql: '(select u.nickname from shop_coupon_receive as r join "user" as u on u.id = r.user_id where r.id = t.receive_id)',
    },
  }),
}

export const centerHooks: ScreenHooks = {
  computes: computesOf('shop/coupon/center', {
    progress: {
      sql: '(select trunc(100.0 * c.received / nullif(c.total, 0), 1)::float8 from shop_coupon as c where c.id = t.coupon_id)',
    },
    state: {
      sql: `case when t.end_time <= ${now} then 'ended' when t.start_time > ${now} then 'scheduled' else 'running' end`,
    },
  }),
  validate: validateOffer,
}

/** An offer must be within its coupon's collection period, and the coupon's only one at its positions in that period. */
async function validateOffer({ trx, before, values }: SaveInput): Promise<Record<string, FieldMessage>> {
  // What is there is decoded by its kind; what may still be missing is looked at in the next lines.
  const offer = { status: 1, ...before, ...values } as unknown as ShopCouponCenterRow
  const isWhole = Number(offer.coupon_id) > 0 && Number(offer.start_time) > 0 && Number(offer.end_time) > 0
  if (!isWhole || !Array.isArray(offer.position)) return {}
  const coupon = await lockCoupon(trx, offer.coupon_id) // two who offer one coupon are judged one after another
  const found: Record<string, FieldMessage> = {}
  if (coupon.receive_start !== null && offer.start_time < coupon.receive_start) found.start_time = { code: 'coupon.outside' }
  if (coupon.receive_end !== null && offer.end_time > coupon.receive_end) found.end_time = { code: 'coupon.outside' }
  if (offer.status !== 1) return found
  const others = await sql<
    Pick<ShopCouponCenterRow, 'id'>
  >`select id from shop_coupon_center where coupon_id = ${offer.coupon_id} and status = 1
    and id <> ${Number(before?.id ?? 0)} and position && ${offer.position}::text[]
    and start_time < ${offer.end_time} and end_time > ${offer.start_time} limit 1`.execute(trx)
  if (others.rows.length > 0) found.position = { code: 'coupon.overlaps' }
  return found
}
