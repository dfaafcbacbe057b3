import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLong } from '../../../../tests/harness/sampling.ts'
import {
  countOf,
  type FreeRule,
  type FreightArea,
  type FreightLine,
  type FreightTemplate,
  freight,
  quantityText,
} from '../../server/delivery/freight.ts'

const [zhejiang, hangzhou, xihu, ningbo, beijing, tibet, lhasa] = [
  330_000, 330_100, 330_106, 330_200, 110_000, 540_000, 540_102,
] as const

const rest: FreightArea = {
  isDefault: true,
  regions: [],
  firstQuantity: 1,
  firstFee: 800,
  continueQuantity: 1,
  continueFee: 200,
}
const template = (more: Partial<FreightTemplate> = {}): FreightTemplate => ({
  billing: 1,
  areas: [rest],
  free: [],
  refused: [],
  ...more,
})
const line = (more: Partial<FreightLine> = {}): FreightLine => ({ quantity: 1, price: 1000, weight: 0, volume: 0, ...more })
const pieces = (quantity: number) => [line({ quantity })]
const fee = (of: Partial<FreightTemplate>, lines: FreightLine[], region: number = beijing) =>
  freight(template(of), lines, region).fee

describe('first and continue', () => {
  it('costs the first fee up to the first quantity, then the continue fee for every step begun', () => {
    const areas = [{ ...rest, firstQuantity: 2, continueQuantity: 3 }]
    expect([1, 2, 3, 5, 6, 8, 9].map((n) => fee({ areas }, pieces(n)))).toEqual([800, 800, 1000, 1000, 1200, 1200, 1400])
  })

  it('sums the lines of a template before it counts, by number, weight or volume', () => {
    expect(fee({}, [line({ quantity: 2 }), line({ quantity: 3 })])).toBe(800 + 4 * 200)
    const kilos = [{ ...rest, firstQuantity: '0.5', continueQuantity: '0.5' }]
    expect(fee({ billing: 2, areas: kilos }, [line({ weight: 300 }), line({ weight: 201 })])).toBe(800 + 200)
    const cubic = [{ ...rest, firstQuantity: 0.01, continueQuantity: 0.005 }]
    expect(fee({ billing: 3, areas: cubic }, [line({ quantity: 3, volume: 5_000 })])).toBe(800 + 200)
    expect(fee({ billing: 3, areas: cubic }, [line({ quantity: 3, volume: 5_001 })])).toBe(800 + 2 * 200)
  })

  it('counts decimals exactly: three times 0.1 Kg is 0.3 Kg and not a gram more', () => {
    const areas = [{ ...rest, firstQuantity: 0.3, continueQuantity: 0.1 }]
    expect(fee({ billing: 2, areas }, [line({ quantity: 3, weight: 100 })])).toBe(800)
    expect(fee({ billing: 2, areas }, [line({ quantity: 7, weight: 100 })])).toBe(800 + 4 * 200)
  })

  it('costs the first fee for goods without a weight, and nothing for no goods', () => {
    expect(fee({ billing: 2 }, pieces(4))).toBe(800)
    expect(freight(template(), [], beijing)).toEqual({ by: 'nothing', fee: 0, units: 0n })
    expect(fee({}, pieces(0))).toBe(0)
  })

  it('may cost nothing at all', () => {
    expect(fee({ areas: [{ ...rest, firstFee: 0, continueFee: 0 }] }, pieces(99))).toBe(0)
  })
})

describe('regions', () => {
  const areas = [rest, { ...rest, isDefault: false, regions: [zhejiang, lhasa - 2], firstFee: 500 }]

  it('a province covers its cities and districts, a city its districts, the default row all the rest', () => {
    expect([zhejiang, hangzhou, xihu, ningbo].map((region) => fee({ areas }, pieces(1), region))).toEqual([500, 500, 500, 500])
    expect([lhasa, tibet, beijing].map((region) => fee({ areas }, pieces(1), region))).toEqual([500, 800, 800])
    expect(freight(template({ areas }), pieces(1), xihu)).toMatchObject({ by: 'area', area: 1, steps: 0 })
  })

  it('what is refused is not delivered, whatever else would hold', () => {
    const refused = [tibet]
    const free: FreeRule[] = [{ regions: [], condition: 'amount', amount: 0, quantity: 0 }]
    expect(freight(template({ refused, free }), pieces(1), lhasa)).toEqual({ by: 'refused', fee: null, units: 1n, region: tibet })
    expect(fee({ refused: [xihu] }, pieces(1), xihu)).toBeNull()
    expect(fee({ refused: [xihu] }, pieces(1), hangzhou)).toBe(800)
  })

  it('without a row for the rest there is no fee to tell', () => {
    expect(freight(template({ areas: areas.slice(1) }), pieces(1), beijing)).toEqual({ by: 'nowhere', fee: null, units: 1n })
  })
})

describe('free delivery', () => {
  const rule = (more: Partial<FreeRule>): FreeRule => ({ regions: [], condition: 'amount', amount: 9900, quantity: 3, ...more })
  const by = (condition: FreeRule['condition'], lines: FreightLine[]) => fee({ free: [rule({ condition })] }, lines)

  it('from an amount, from a number of pieces, or from both; the limit itself is enough', () => {
    expect(by('amount', [line({ price: 9900 })])).toBe(0)
    expect(by('amount', [line({ price: 9899 })])).toBe(800)
    expect(by('quantity', pieces(3))).toBe(0)
    expect(by('quantity', pieces(2))).toBe(1000)
    expect(by('both', [line({ quantity: 3, price: 3300 })])).toBe(0)
    expect(by('both', [line({ quantity: 3, price: 3299 })])).toBe(1200)
    expect(by('both', [line({ quantity: 2, price: 9900 })])).toBe(1000)
  })

  it('counts pieces whatever the template counts', () => {
    expect(fee({ billing: 2, free: [rule({ condition: 'quantity' })] }, [line({ quantity: 3, weight: 90_000 })])).toBe(0)
  })

  it('holds in its regions, everywhere where it names none; the first matching rule is reported', () => {
    const free = [rule({ regions: [zhejiang], amount: 0 }), rule({ amount: 5000 })]
    expect(freight(template({ free }), pieces(5), xihu)).toEqual({ by: 'free', fee: 0, units: 5n, rule: 0 })
    expect(freight(template({ free }), pieces(5), beijing)).toEqual({ by: 'free', fee: 0, units: 5n, rule: 1 })
    expect(fee({ free }, pieces(4), beijing)).toBe(800 + 3 * 200)
  })
})

describe('quantities', () => {
  it('are read and written without loss', () => {
    expect([countOf(1.25, 2), countOf('0.001', 2), countOf('2.500', 2), countOf(3, 1), countOf('0.000001', 3)]).toEqual([
      1250n,
      1n,
      2500n,
      3n,
      1n,
    ])
    expect([quantityText(1250n, 2), quantityText(1n, 2), quantityText(0n, 3), quantityText(7n, 1)]).toEqual([
      '1.25',
      '0.001',
      '0',
      '7',
    ])
    for (const [wrong, billing] of [
      ['1.5', 1],
      ['0.0001', 2],
      ['-1', 2],
      ['1e3', 2],
      ['', 1],
    ] as const)
      expect(() => countOf(wrong, billing)).toThrow(RangeError)
  })

  it('that are no whole numbers from 0 are refused, and so is a fee that no number holds exactly', () => {
    for (const quantity of [-1, 0.5, Number.NaN, 2 ** 60]) expect(() => fee({}, pieces(quantity))).toThrow(RangeError)
    expect(() => fee({ areas: [{ ...rest, continueFee: 2 ** 50 }] }, pieces(2 ** 40))).toThrow(RangeError)
  })
})

describe('for any template and cart', () => {
  const runs = { numRuns: isLong ? 5000 : 300 }
  const billing = fc.constantFrom<1 | 2 | 3>(1, 2, 3)
  const amount = fc.integer({ min: 0, max: 1_000_000 })
  const quantity = (of: 1 | 2 | 3) =>
    of === 1 ? fc.integer({ min: 1, max: 50 }) : fc.integer({ min: 1, max: 50_000 }).map((n) => `${n / 1000}`)
  const area = (of: 1 | 2 | 3, regions: number[]): fc.Arbitrary<FreightArea> =>
    fc.record({
      isDefault: fc.constant(regions.length === 0),
      regions: fc.constant(regions),
      firstQuantity: quantity(of),
      firstFee: amount,
      continueQuantity: quantity(of),
      continueFee: amount,
    })
  const priced = billing.chain((of) =>
    fc.record<FreightTemplate>({
      billing: fc.constant(of),
      areas: fc.tuple(area(of, []), area(of, [zhejiang])),
      free: fc.constant([]),
      refused: fc.constant([]),
    }),
  )
  const rule: fc.Arbitrary<FreeRule> = fc.record({
    regions: fc.subarray([zhejiang, beijing]),
    condition: fc.constantFrom('amount', 'quantity', 'both'),
    amount,
    quantity: fc.integer({ min: 1, max: 40 }),
  })
  const cart = fc.array(
    fc.record<FreightLine>({
      quantity: fc.integer({ min: 0, max: 99 }),
      price: amount,
      weight: fc.integer({ min: 0, max: 30_000 }),
      volume: fc.integer({ min: 0, max: 900_000 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  const region = fc.constantFrom(xihu, hangzhou, zhejiang, beijing, lhasa)

  it('the fee is a whole number of fen, at least the first fee, and more of anything never costs less', () => {
    fc.assert(
      fc.property(priced, cart, region, fc.nat(5), fc.integer({ min: 1, max: 50 }), (of, lines, to, at, more) => {
        const told = freight(of, lines, to)
        const grown = lines.map((each, i) => (i === at % lines.length ? { ...each, quantity: each.quantity + more } : each))
        const after = freight(of, grown, to)
        expect(Number.isSafeInteger(told.fee) && (told.fee ?? -1) >= 0).toBe(true)
        expect(after.fee).toBeGreaterThanOrEqual(told.fee ?? 0)
        if (told.by === 'area') expect(told.fee).toBeGreaterThanOrEqual(of.areas[told.area]?.firstFee ?? 0)
      }),
      runs,
    )
  })

  it('the first fee and the steps are just enough for what is counted', () => {
    fc.assert(
      fc.property(priced, cart, region, (of, lines, to) => {
        const told = freight(of, lines, to)
        if (told.by !== 'area') return
        const used = of.areas[told.area] ?? rest
        const first = countOf(used.firstQuantity, of.billing)
        const next = countOf(used.continueQuantity, of.billing)
        const paid = first + BigInt(told.steps) * next
        expect(told.fee).toBe(used.firstFee + told.steps * used.continueFee)
        expect(paid >= told.units).toBe(true)
        if (told.steps > 0) expect(paid - next < told.units).toBe(true)
      }),
      runs,
    )
  })

  it('only the sum counts: lines split in two cost the same', () => {
    fc.assert(
      fc.property(priced, cart, region, (of, lines, to) => {
        const split = lines.flatMap((each) => [
          { ...each, quantity: each.quantity >> 1 },
          { ...each, quantity: each.quantity - (each.quantity >> 1) },
        ])
        expect(freight(of, split, to)).toEqual(freight(of, lines, to))
      }),
      runs,
    )
  })

  it('a free rule that is met wins over every row, one that is not changes nothing; once free, more stays free', () => {
    fc.assert(
      fc.property(priced, cart, region, rule, (of, lines, to, free) => {
        const told = freight({ ...of, free: [free] }, lines, to)
        const count = lines.reduce((all, each) => all + each.quantity, 0)
        const worth = lines.reduce((all, each) => all + each.quantity * each.price, 0)
        const here = free.regions.length === 0 || free.regions.some((code) => Math.floor(to / 10_000) === code / 10_000)
        const enough = { amount: worth >= free.amount, quantity: count >= free.quantity }
        const met = free.condition === 'both' ? enough.amount && enough.quantity : enough[free.condition]
        if (count > 0 && here && met) {
          expect(told).toMatchObject({ by: 'free', fee: 0 })
          const grown = lines.map((each) => ({ ...each, quantity: each.quantity + 1 }))
          expect(freight({ ...of, free: [free] }, grown, to)).toMatchObject({ by: 'free', fee: 0 })
        } else expect(told).toEqual(freight(of, lines, to))
      }),
      runs,
    )
  })

  it('a refused region is refused whatever is in the cart', () => {
    fc.assert(
      fc.property(priced, cart, rule, (of, lines, free) => {
        expect(freight({ ...of, free: [free], refused: [zhejiang] }, lines, xihu)).toMatchObject({ by: 'refused', fee: null })
      }),
      runs,
    )
  })
})
