import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLong } from '../../../../tests/harness/sampling.ts'
import { bestOf, type Cart, type JudgedCoupon, judgeCoupons } from '../../server/coupon/judge.ts'

const runs = isLong ? 50_000 : 1_000
const now = 1_800_000_000

const coupon = (more: Partial<JudgedCoupon> = {}): JudgedCoupon => ({
  id: 1,
  type: 3,
  threshold: 0,
  amount: 1000,
  keptPercent: 100,
  maxAmount: null,
  scope: 'all',
  classIds: [],
  goodsIds: [],
  stackLevel: true,
  stackScore: true,
  validStart: null,
  validEnd: null,
  ...more,
})
const cart = (more: Partial<Cart> = {}): Cart => ({
  lines: [
    { goodsId: 1, classIds: [10, 1], amount: 10_000 },
    { goodsId: 2, classIds: [20, 2], amount: 5_000 },
    { goodsId: 3, classIds: [20, 2], amount: 1 },
  ],
  delivery: 800,
  withLevel: false,
  withScore: false,
  now,
  ...more,
})
const validate = (its: Partial<JudgedCoupon>, what: Partial<Cart> = {}) => {
  const [judgement] = judgeCoupons(cart(what), [coupon(its)])
  if (!judgement) throw new Error('nothing judged')
  return judgement
}
const codes = (its: Partial<JudgedCoupon>, what: Partial<Cart> = {}) => validate(its, what).reasons.map((reason) => reason.code)

describe('what a coupon takes off', () => {
  test('an amount from a threshold on, to the fen: at it, and not a fen below it', () => {
    expect(validate({ type: 1, threshold: 15_001, amount: 3000 })).toMatchObject({
      applies: true,
      discount: 3000,
      inScope: 15_001,
    })
    const below = validate({ type: 1, threshold: 15_002, amount: 3000 })
    expect(below).toMatchObject({ applies: false, discount: 0, lines: [0, 0, 0] })
    expect(below.reasons).toEqual([{ code: 'belowThreshold', missing: 1, threshold: 15_002 }])
  })

  test('a percentage, parts of a fen for the shop, up to its maximum', () => {
    expect(validate({ type: 2, keptPercent: 85 }).discount).toBe(2250) // 15 % of 150.01 is 22.5015
    expect(validate({ type: 2, keptPercent: 85, maxAmount: 2000 }).discount).toBe(2000)
    expect(validate({ type: 2, keptPercent: 1 }).discount).toBe(14_850)
  })

  test('an amount, never more than the goods in scope cost', () => {
    expect(validate({ amount: 99_999 }).discount).toBe(15_001)
    expect(validate({ amount: 99_999, scope: 'goods', goodsIds: [2] })).toMatchObject({ discount: 5000, lines: [0, 5000, 0] })
  })

  test('the delivery fee, up to its maximum, and nothing off the goods', () => {
    expect(validate({ type: 4 })).toMatchObject({ discount: 800, delivery: 800, lines: [0, 0, 0] })
    expect(validate({ type: 4, maxAmount: 500 })).toMatchObject({ discount: 500, delivery: 500 })
    expect(codes({ type: 4 }, { delivery: 0 })).toEqual(['noDelivery'])
  })

  test('spread over the lines in scope by their amounts, the odd fen to the largest remainder', () => {
    expect(validate({ amount: 1000 }).lines).toEqual([667, 333, 0])
    expect(validate({ amount: 1000, scope: 'classify', classIds: [2] }).lines).toEqual([0, 1000, 0])
    expect(validate({ amount: 1000, scope: 'exclude', goodsIds: [1] }).lines).toEqual([0, 1000, 0])
  })
})

describe('why a coupon does not apply', () => {
  test.each([
    ['before its time', { validStart: now + 1 }, {}, ['notYetValid']],
    ['at its end', { validEnd: now }, {}, ['noLongerValid']],
    ['nothing in scope', { scope: 'goods' as const, goodsIds: [9] }, {}, ['outOfScope']],
    ['an empty cart', {}, { lines: [] }, ['empty']],
    ['with a level discount', { stackLevel: false }, { withLevel: true }, ['notWithLevel']],
    ['with points', { stackScore: false }, { withScore: true }, ['notWithScore']],
    [
      'too little to take a percentage of',
      { type: 2 as const, keptPercent: 99 },
      { lines: [{ goodsId: 1, classIds: [], amount: 99 }] },
      ['nothingOff'],
    ],
    [
      'for several reasons at once',
      { validEnd: now, threshold: 1e9, stackScore: false },
      { withScore: true },
      ['noLongerValid', 'notWithScore', 'belowThreshold'],
    ],
  ])('%s', (_what, its, what, expected) => {
    expect(codes(its, what)).toEqual(expected)
  })
})

test('the best of several takes off most; of those alike the first', () => {
  const judgements = judgeCoupons(cart(), [
    coupon({ id: 1, validEnd: now, amount: 9000 }),
    coupon({ id: 2, amount: 500 }),
    coupon({ id: 3 }),
    coupon({ id: 4 }),
  ])
  expect(bestOf(judgements)?.id).toBe(3)
  expect(bestOf(judgements.slice(0, 1))).toBeUndefined()
})

const fen = fc.oneof(fc.integer({ min: 0, max: 50_000 }), fc.integer({ min: 0, max: 100_000_000_000 }))
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 6 }))
const anyCart: fc.Arbitrary<Cart> = fc.record({
  lines: fc.array(fc.record({ goodsId: fc.integer({ min: 1, max: 6 }), classIds: ids, amount: fen }), { maxLength: 8 }),
  delivery: fen,
  withLevel: fc.boolean(),
  withScore: fc.boolean(),
  now: fc.constant(now),
})
const time = fc.option(fc.integer({ min: now - 2, max: now + 2 }))
const anyCoupon: fc.Arbitrary<JudgedCoupon> = fc.record({
  id: fc.nat(),
  type: fc.constantFrom(1, 2, 3, 4),
  threshold: fc.oneof(fc.constant(0), fen),
  amount: fen,
  keptPercent: fc.integer({ min: 1, max: 99 }),
  maxAmount: fc.option(fen),
  scope: fc.constantFrom('all', 'classify', 'goods', 'exclude'),
  classIds: ids,
  goodsIds: ids,
  stackLevel: fc.boolean(),
  stackScore: fc.boolean(),
  validStart: time,
  validEnd: time,
})

describe('for any cart and any coupon', () => {
  test('the discount is never more than the amount and is spread exactly, no line below nothing or out of scope', () => {
    fc.assert(
      fc.property(anyCart, anyCoupon, (its, one) => {
        const [found] = judgeCoupons(its, [one])
        if (!found) throw new Error('nothing judged')
        const goods = its.lines.reduce((sum, line) => sum + line.amount, 0)
        expect(found.inScope).toBeLessThanOrEqual(goods)
        expect(found.discount).toBeLessThanOrEqual(one.type === 4 ? its.delivery : found.inScope)
        expect(found.lines).toHaveLength(its.lines.length)
        expect(found.lines.reduce((sum, off) => sum + off, 0) + found.delivery).toBe(found.discount)
        for (const [i, off] of found.lines.entries()) {
          expect(Number.isSafeInteger(off) && off >= 0).toBe(true)
          expect(off).toBeLessThanOrEqual(its.lines[i]?.amount ?? 0)
        }
        expect(found.applies).toBe(found.reasons.length === 0)
        expect(found.discount > 0).toBe(found.applies)
        if (one.maxAmount !== null && (one.type === 2 || one.type === 4))
          expect(found.discount).toBeLessThanOrEqual(one.maxAmount)
      }),
      { numRuns: runs },
    )
  })

  test('validating one coupon does not depend on the others', () => {
    fc.assert(
      fc.property(anyCart, fc.array(anyCoupon, { maxLength: 5 }), (its, many) => {
        expect(judgeCoupons(its, many)).toEqual(many.flatMap((one) => judgeCoupons(its, [one])))
      }),
      { numRuns: 200 },
    )
  })
})
