import { allocate } from '../command.ts'

/** A line of a cart. */
export interface CartLine {
  goodsId: number
  /** Its classes and all classes above them. */
  classIds: readonly number[]
  /** Fen, for all units of the line, after a level discount if there is one. */
  amount: number
}

/** What a coupon is validated against. */
export interface Cart {
  lines: readonly CartLine[]
  /** Delivery fee in fen. */
  delivery: number
  /** The prices hold a discount of the member's level already. */
  withLevel: boolean
  /** Points pay for a part. */
  withScore: boolean
  /** Unix seconds. */
  now: number
}

/** A coupon as far as judging it goes; of one that a member holds the times are those of the receipt. */
export interface JudgedCoupon {
  id: number
  /** 1 cuts an amount from a threshold on, 2 a percentage, 3 an amount, 4 the delivery fee. */
  type: 1 | 2 | 3 | 4
  /** Fen that the goods in scope must reach; 0 for none. */
  threshold: number
  /** Fen off, of types 1 and 3. */
  amount: number
  /** Percent of the price that is left to pay, of type 2: 85 for a discount of "8.5折". */
  keptPercent: number
  /** The most that types 2 and 4 take off, in fen. */
  maxAmount: number | null
  scope: 'all' | 'classify' | 'goods' | 'exclude'
  classIds: readonly number[]
  goodsIds: readonly number[]
  stackLevel: boolean
  stackScore: boolean
  /** Unix seconds; null: always. */
  validStart: number | null
  validEnd: number | null
}

/** Why a coupon does not apply: words `errors.coupon.why.<code>`; amounts in fen. */
export interface Reason {
  code:
    | 'empty'
    | 'notYetValid'
    | 'noLongerValid'
    | 'outOfScope'
    | 'belowThreshold'
    | 'noDelivery'
    | 'notWithLevel'
    | 'notWithScore'
    | 'nothingOff'
  missing?: number
  threshold?: number
}

export interface Judgement {
  id: number
  applies: boolean
  /** Every reason against it; empty exactly when it applies. */
  reasons: readonly Reason[]
  /** Fen of the goods in scope. */
  inScope: number
  /** Fen it takes off in all; 0 when it does not apply. */
  discount: number
  /** Of that, off each line, in the cart's order, and off the delivery fee: together exactly `discount`. */
  lines: readonly number[]
  delivery: number
}

/** Validates each coupon by itself against the cart: an order takes one. Pure; whole fen throughout. */
export function judgeCoupons(cart: Cart, coupons: readonly JudgedCoupon[]): Judgement[] {
  return coupons.map((coupon) => judgeCoupon(cart, coupon))
}

/** The judgement that takes off most, the first of several alike; undefined when none applies. */
export function bestOf(judgements: readonly Judgement[]): Judgement | undefined {
  return judgements
    .filter((each) => each.applies)
    .reduce<Judgement | undefined>((best, each) => (best && best.discount >= each.discount ? best : each), undefined)
}

function judgeCoupon(cart: Cart, coupon: JudgedCoupon): Judgement {
  const weights = cart.lines.map((line) => (isInScope(line, coupon) ? line.amount : 0))
  const inScope = weights.reduce((sum, weight) => sum + weight, 0)
  const off = amountOff(cart, coupon, inScope)
  const reasons = reasonsAgainst(cart, coupon, inScope, off)
  const applies = reasons.length === 0
  const ofDelivery = applies && coupon.type === 4
  return {
    id: coupon.id,
    applies,
    reasons,
    inScope,
    discount: applies ? off : 0,
    lines: applies && !ofDelivery ? allocate(off, weights) : weights.map(() => 0),
    delivery: ofDelivery ? off : 0,
  }
}

function isInScope(line: CartLine, { scope, classIds, goodsIds }: JudgedCoupon): boolean {
  if (scope === 'classify') return line.classIds.some((id) => classIds.includes(id))
  if (scope === 'goods') return goodsIds.includes(line.goodsId)
  return scope === 'all' || !goodsIds.includes(line.goodsId)
}

/** Never more than what it is taken off, nor than the coupon's maximum; parts of a fen are the shop's. */
function amountOff(cart: Cart, coupon: JudgedCoupon, inScope: number): number {
  const most = coupon.maxAmount ?? Number.MAX_SAFE_INTEGER
  if (coupon.type === 4) return Math.min(cart.delivery, most)
  if (coupon.type === 2) return Math.min(percentOf(inScope, 100 - coupon.keptPercent), most)
  return Math.min(coupon.amount, inScope)
}

function percentOf(amount: number, percent: number): number {
  return Number((BigInt(amount) * BigInt(percent)) / 100n)
}

function reasonsAgainst(cart: Cart, coupon: JudgedCoupon, inScope: number, off: number): Reason[] {
  const reasons: Reason[] = []
  if (coupon.validStart !== null && cart.now < coupon.validStart) reasons.push({ code: 'notYetValid' })
  if (coupon.validEnd !== null && cart.now >= coupon.validEnd) reasons.push({ code: 'noLongerValid' })
  if (cart.withLevel && !coupon.stackLevel) reasons.push({ code: 'notWithLevel' })
  if (cart.withScore && !coupon.stackScore) reasons.push({ code: 'notWithScore' })
  if (cart.lines.length === 0) reasons.push({ code: 'empty' })
  else if (inScope === 0) reasons.push({ code: 'outOfScope' })
  else if (inScope < coupon.threshold)
    reasons.push({ code: 'belowThreshold', missing: coupon.threshold - inScope, threshold: coupon.threshold })
  if (coupon.type === 4 && cart.delivery === 0) reasons.push({ code: 'noDelivery' })
  if (reasons.length === 0 && off === 0) reasons.push({ code: 'nothingOff' })
  return reasons
}
