import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type CommandContext, rowOf } from '../../../../server/core/command.ts'
import type { Context } from '../../../../server/core/context.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { defineMachine } from '../machine.ts'
import { ShopCouponReceiveStatus, ShopOrderStatus } from '../options.generated.ts'
import type { ShopCouponLogRow, ShopCouponReceiveRow, ShopCouponRow } from '../rows.generated.ts'
import type { JudgedCoupon, Reason } from './judge.ts'

/** A coupon, of a statement or as the model of its page. */
export type CouponRow = Omit<ShopCouponRow, 'discount' | 'delete_time'> & { discount: string | number | null }
export type CouponGrantRow = ShopCouponReceiveRow

/**
 * Reads a coupon and keeps it locked until the transaction ends: whatever counts its receipts starts here, so receipts of one coupon are
 * given one after another. Receipts are locked before their coupon.
 */
export async function lockCoupon(trx: Writer, couponId: number): Promise<CouponRow> {
  const coupon = await rowOf(
    trx,
    sql<CouponRow>`select * from shop_coupon where id = ${couponId} and delete_time is null for no key update`,
  )
  if (!coupon) throw new Refused('coupon.none')
  return coupon
}

/** Reads a receipt and keeps it locked until the transaction ends. */
export async function lockReceipt(trx: Writer, receiptId: number): Promise<CouponGrantRow> {
  const receipt = await rowOf(
    trx,
    sql<CouponGrantRow>`select * from shop_coupon_receive where id = ${receiptId} for no key update`,
  )
  if (!receipt) throw new Refused('coupon.noReceipt')
  return receipt
}

const { unused, locked, used, expired, revoked } = ShopCouponReceiveStatus

/** The transitions of a member's coupon, by what its log calls them. */
export const couponGrantMachine = defineMachine<CouponGrantRow, 'status', ShopCouponLogRow['action'], CouponGrantRow['status']>({
  table: 'shop_coupon_receive',
  log: { table: 'shop_coupon_log', key: 'receive_id' },
  state: { of: (receipt) => receipt.status, columns: (status) => ({ status }) },
  transitions: {
    collect: [[null, unused]],
    exchange: [[null, unused]],
    send: [[null, unused]],
    register: [[null, unused]],
    recharge: [[null, unused]],
    put_in: [[unused, locked]],
    release: [
      [locked, unused],
      [locked, expired],
    ],
    use: [[locked, used]],
    give_back: [
      [used, unused],
      [used, expired],
    ],
    expire: [[unused, expired]],
    extend: [
      [unused, unused],
      [expired, unused],
    ],
    revoke: [[unused, revoked]],
  },
  notPossible: (status) => new Refused(`coupon.notPossible.${status}`, {}, { type: 'conflict' }),
})

/** Letters and digits that are not mistaken for one another. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A code that nobody guesses: `length` characters of 32. */
export function codeOf(env: CommandContext, length: number): string {
  const draw = env.random ?? randomInt
  return Array.from({ length }, () => alphabet[draw(alphabet.length)]).join('')
}

/** SQL: the member of `u` has no order that is paid or open. */
export const isNewMember = (userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from shop_order o where o.user_id = ${userId} and o.status <> ${ShopOrderStatus.cancelled})`

/** A coupon as `judgeCoupons` reads it, with its own times or those of a receipt. */
export function judged(coupon: CouponRow, receipt?: Pick<CouponGrantRow, 'valid_start' | 'valid_end'>): JudgedCoupon {
  const isFixed = coupon.valid_type === 1
  return {
    id: coupon.id,
    type: coupon.type,
    threshold: coupon.threshold,
    amount: coupon.amount ?? 0,
    keptPercent: keptPercent(coupon.discount),
    maxAmount: coupon.max_amount,
    scope: coupon.scope,
    classIds: coupon.classify_ids,
    goodsIds: coupon.goods_ids,
    stackLevel: coupon.stack_level === 1,
    stackScore: coupon.stack_score === 1,
    validStart: receipt?.valid_start ?? (isFixed ? coupon.valid_start : null),
    validEnd: receipt?.valid_end ?? (isFixed ? coupon.valid_end : null),
  }
}

/** A discount has one decimal, so ten of it are whole: "8.5" leaves 85 % to pay. Nothing is left out without one. */
export function keptPercent(discount: unknown): number {
  return discount === null || discount === undefined ? 100 : Math.round(Number(discount) * 10)
}

/** Reasons in words. */
export function whyNot(ctx: Pick<Context, 'text'>, reasons: readonly Reason[]): string[] {
  return reasons.map((reason) => ctx.text(`errors.coupon.why.${reason.code}`, reasonParams(reason)))
}

/** Amounts in the words of a reason. */
export function reasonParams(reason: Reason | undefined): Record<string, string> {
  return { missing: formatFen(reason?.missing ?? 0), threshold: formatFen(reason?.threshold ?? 0) }
}
