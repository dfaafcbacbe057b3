import { sql } from 'kysely'
import { type CommandContext, rowOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { classesOf } from './cart.ts'
import { type Judgement, judgeCoupons } from './judge.ts'
import { type CouponGrantRow, type CouponRow, couponGrantMachine, judged, lockReceipt, reasonParams } from './row.ts'

/** What an order wants a coupon taken off: amounts in fen, as they stand before it. */
export interface CouponWish {
  receiptId: number
  userId: number
  lines: readonly { goodsId: number; amount: number }[]
  delivery: number
  withScore: boolean
  /** The amounts are after the discount of the member's level. */
  withLevel: boolean
}

/** The member's receipt, locked, and what it takes off. Refuses a receipt that is not theirs, not unused, or does not apply, with why. */
export async function couponOf(
  trx: Writer,
  wish: CouponWish,
  env: CommandContext,
): Promise<{ receipt: CouponGrantRow; judgement: Judgement }> {
  const receipt = await lockReceipt(trx, wish.receiptId)
  if (receipt.user_id !== wish.userId) throw new Refused('coupon.noReceipt')
  couponGrantMachine.require(receipt, 'put_in')
  const coupon = await rowOf(trx, sql<CouponRow>`select * from shop_coupon where id = ${receipt.coupon_id}`)
  if (!coupon) throw new Refused('coupon.none')
  const classes = await classesOf(
    trx,
    wish.lines.map((line) => line.goodsId),
  )
  const lines = wish.lines.map((line) => ({ ...line, classIds: classes.get(line.goodsId) ?? [] }))
  const cart = { lines, delivery: wish.delivery, withLevel: wish.withLevel, withScore: wish.withScore, now: env.now }
  const [judgement] = judgeCoupons(cart, [judged(coupon, receipt)])
  const [reason] = judgement?.reasons ?? []
  if (!judgement || reason) throw new Refused(`coupon.why.${reason?.code ?? 'empty'}`, reasonParams(reason))
  return { receipt, judgement }
}
