import { sql } from 'kysely'
import { rowsOf } from '../../../../server/core/command.ts'
import type { Context } from '../../../../server/core/context.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { Row } from '../../../../server/crud/domain.ts'
import type { AnswerInput } from '../actions.ts'
import { type AskedLine, type GoodsLine, goodsOf } from '../goods/sampleLine.ts'
import { levelOff } from '../member/level.ts'
import { ShopCouponReceiveStatus } from '../options.generated.ts'
import type { ShopGoodsSkuRow } from '../rows.generated.ts'
import { classesOf } from './cart.ts'
import { requireGivable, requireMay, requireOpen } from './grant.ts'
import { valueText } from './hooks.ts'
import { type Cart, type CartLine, judgeCoupons } from './judge.ts'
import { type CouponGrantRow, type CouponRow, judged, whyNot } from './row.ts'

/** Other coupons that are looked at beside the one. */
const othersShown = 50

/** A line of the sample cart as the coupon meets it: `full` before, `amount` after the level's discount, in fen. */
type Line = CartLine & Pick<GoodsLine, 'name' | 'spec' | 'quantity'> & { full: number }

/**
 * Whether and how a coupon applies to a cart, by the same judgement as an order's, and which others would. For a member it counts with the
 * discount of their level, and with the times of what they hold.
 */
export async function dryRun({ ctx, db, row: coupon, values }: AnswerInput<'shop/coupon/coupon.try'>): Promise<Row> {
  const userId = values.user_id || undefined
  const lines = await cartLines(db, values.lines, userId)
  const delivery = values.delivery_amount ?? 0
  const goods = sum(lines, (line) => line.full)
  const levelTotal = sum(lines, (line) => line.full - line.amount)
  const withLevel = userId ? levelTotal > 0 : values.with_level === 1
  const cart: Cart = { lines, delivery, withLevel, withScore: values.with_score === 1, now: ctx.now }
  const held = userId ? await receiptsOf(db, userId, ctx.now) : []
  const own = held.filter((receipt) => receipt.coupon_id === coupon.id)
  const [judgement] = judgeCoupons(cart, [judged(coupon, own[0])])
  if (!judgement) throw new Refused('coupon.none')
  return {
    result: judgement.applies ? 'applies' : 'not',
    reasons: whyNot(ctx, judgement.reasons).join('\n'),
    collect: await collecting(ctx, db, coupon, userId),
    holds: userId ? own.length : null,
    goods_amount: goods,
    level_off: userId ? levelTotal : null,
    in_scope: judgement.inScope,
    discount: judgement.discount,
    delivery_off: judgement.delivery,
    pay: goods - levelTotal + delivery - judgement.discount,
    lines: lines.map(({ name, spec, quantity, amount }, i) => {
      const off = judgement.lines[i] ?? 0
      return { goods: name, spec, quantity, amount, off, left: amount - off }
    }),
    others: await others(ctx, db, { coupon, cart, held, userId }),
  }
}

/** A cart to begin with: a piece of the first goods on sale, of those in the coupon's scope if there are any. */
export async function sampleCart({ db, row }: Pick<AnswerInput<'shop/coupon/coupon.try'>, 'db' | 'row'>): Promise<Row> {
  const { scope, classify_ids, goods_ids } = row
  const goods = await rowsOf(
    db,
    sql<Pick<ShopGoodsSkuRow, 'goods_id'>>`select id as goods_id from shop_goods where delete_time is null and status = 1
      order by case ${scope}::text when 'classify' then classify_ids && ${[...classify_ids]}::int[]
        when 'goods' then id = any(${[...goods_ids]}::int[]) when 'exclude' then not id = any(${[...goods_ids]}::int[]) else true end desc, id limit 1`,
  )
  return { lines: goods.map((each) => ({ ...each, sku_code: '', quantity: 1 })) }
}

/** The lines with their classes, at the price of their SKU. */
async function cartLines(db: Reader, asked: readonly AskedLine[], userId: number | undefined): Promise<Line[]> {
  const goods = await Promise.all(asked.map((line, i) => goodsOf(db, line, i)))
  const classes = await classesOf(
    db,
    goods.map((line) => line.goodsId),
  )
  const full = goods.map(({ goodsId, price, quantity }) => ({ goodsId, amount: price * quantity }))
  const off = userId ? await levelOff(db, userId, full) : undefined
  return goods.map(({ goodsId, name, spec, quantity }, i) => {
    const amount = full[i]?.amount ?? 0
    return {
      goodsId,
      name,
      spec,
      quantity,
      full: amount,
      amount: amount - (off?.lines[i] ?? 0),
      classIds: classes.get(goodsId) ?? [],
    }
  })
}

type Held = Pick<CouponGrantRow, 'coupon_id' | 'valid_start' | 'valid_end'>

/** What the member could put into an order now; of one coupon first what ends first. */
function receiptsOf(db: Reader, userId: number, now: number): Promise<Held[]> {
  return rowsOf(
    db,
    sql<Held>`select coupon_id, valid_start, valid_end from shop_coupon_receive
      where user_id = ${userId} and status = ${ShopCouponReceiveStatus.unused} and valid_end > ${now} order by valid_end, id`,
  )
}

/** Whether the coupon can be collected now, by this member or by anybody, in words. */
async function collecting(ctx: Context, db: Reader, coupon: CouponRow, userId: number | undefined): Promise<string> {
  try {
    requireGivable(coupon, 1, ctx.now)
    if (userId) await requireMay(db, coupon, { userId }, { now: ctx.now, actor: { type: 'system' } })
    else requireOpen(coupon, ctx.now)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return ctx.text(`errors.${error.code}`, error.params)
  }
  return ctx.text(`coupon.collect.${coupon.code_mode === 'code' ? 'code' : 'yes'}`)
}

interface Compared {
  coupon: CouponRow
  cart: Cart
  held: readonly Held[]
  userId: number | undefined
}

/** Other coupons that are given out now, or that the member holds, what takes off most first. */
async function others(ctx: Context, db: Reader, { coupon, cart, held, userId }: Compared): Promise<Row[]> {
  const ids = held.map((receipt) => receipt.coupon_id)
  const found = await rowsOf(
    db,
    sql<CouponRow>`select * from shop_coupon where id <> ${coupon.id} and delete_time is null
      and (id = any(${ids}::int[]) or (status = 1 and remaining > 0 and (receive_end is null or receive_end > ${ctx.now})
        and (valid_type = 2 or valid_end > ${ctx.now}))) order by id desc limit ${othersShown}`,
  )
  const judgedOf = (each: CouponRow) => judged(each, userId ? held.find((receipt) => receipt.coupon_id === each.id) : undefined)
  return judgeCoupons(cart, found.map(judgedOf))
    .map((judgement, i) => ({
      title: found[i]?.title,
      value: valueText(ctx, { ...found[i] }),
      discount: judgement.discount,
      why: whyNot(ctx, judgement.reasons).join(ctx.lang === 'en' ? '; ' : '；'),
    }))
    .sort((a, b) => b.discount - a.discount)
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}
