import { describe, expect, it } from 'vitest'
import { CodecError } from '../../src/schemas/kinds/kind.ts'
import { specEditor } from '../../src/schemas/kinds/specEditor.ts'
import { checkSpec, formatUnits, parseUnits, type SpecValue } from '../../src/schemas/kinds/specRules.ts'
import { fieldOf } from '../contract/verdicts.ts'

const field = fieldOf('specEditor')
const sku = { price: '9.90', stock: 5 }
const two = (name: string, ...values: string[]) => ({ name, values: values.map((value) => ({ value })) })

function read(wire: object): SpecValue {
  return specEditor.fromWire(wire, field) as SpecValue
}

/** `place code` of each fault. */
function faults(wire: object, type?: unknown, max?: number): string[] {
  return checkSpec(read(wire), { type, max }).map(({ path, code }) => `${path.join('.')} ${code}`.trim())
}

describe('the specs of a goods', () => {
  it('may be saved with one SKU for a single spec, and with one for each combination for several', () => {
    expect(faults({ skus: [sku] }, 'single')).toEqual([])
    const attributes = [two('Colour', 'Red', 'Blue'), two('Size', 'S', 'M')]
    const skus = ['Red', 'Blue'].flatMap((colour) => ['S', 'M'].map((size) => ({ ...sku, values: [colour, size] })))
    expect(faults({ attributes, skus }, 'multi')).toEqual([])
    expect(faults({ attributes, skus })).toEqual([])
  })

  const colour = [two('Colour', 'Red', 'Blue')]
  const red = { ...sku, values: ['Red'] }
  const blue = { ...sku, values: ['Blue'] }
  it.each<[string, object, unknown, string[]]>([
    ['a type that there is not', { skus: [sku] }, 'some', ['specType']],
    ['a single spec without a SKU', {}, 'single', ['skus specIncomplete']],
    ['a single spec with attributes', { attributes: colour, skus: [red, blue] }, 'single', ['skus specIncomplete']],
    ['several specs without any', {}, 'multi', ['attributes specNone', 'skus specNone']],
    ['a spec without values', { attributes: [two('Colour')], skus: [] }, 'multi', ['attributes specNone', 'skus specNone']],
    ['a spec without a name', { attributes: [two(' ', 'Red')], skus: [red] }, 'multi', ['attributes.0.name specName']],
    [
      'an empty value',
      { attributes: [two('Colour', 'Red', '')], skus: [red, { ...sku, values: [''] }] },
      'multi',
      ['attributes.0.values.1.value specValue'],
    ],
    [
      'a value twice, whatever its case',
      { attributes: [two('Colour', 'Red', 'RED ')], skus: [red] },
      'multi',
      ['attributes.0.values.1.value specValueTwice'],
    ],
    [
      'a spec twice',
      { attributes: [two('A', 'x'), two('a', 'y')], skus: [{ ...sku, values: ['x', 'y'] }] },
      'multi',
      ['attributes.1.name specNameTwice'],
    ],
    ['a combination that is missing', { attributes: colour, skus: [red] }, 'multi', ['skus specIncomplete']],
    ['a combination twice', { attributes: colour, skus: [red, blue, red] }, 'multi', ['skus.2.values specIncomplete']],
    [
      'a combination of other values',
      { attributes: colour, skus: [red, { ...sku, values: ['Green'] }] },
      'multi',
      ['skus.1.values specIncomplete'],
    ],
    ['no price', { skus: [{ stock: 1 }] }, 'single', ['skus.0.price specPrice']],
    ['a price of nothing', { skus: [{ ...sku, price: '0.00' }] }, 'single', ['skus.0.price specPrice']],
    ['a price that is none', { skus: [{ ...sku, price: 'ten' }] }, 'single', ['skus.0.price specPrice']],
    ['half a fen', { skus: [{ ...sku, price: '1.005' }] }, 'single', ['skus.0.price specPrice']],
    [
      'an original price below the price',
      { skus: [{ ...sku, origin_price: '9.89' }] },
      'single',
      ['skus.0.origin_price specOrigin'],
    ],
    ['a negative cost', { skus: [{ ...sku, cost_price: '-1' }] }, 'single', ['skus.0.cost_price specCost']],
    ['no stock', { skus: [{ price: '1' }] }, 'single', ['skus.0.stock specStock']],
    ['a negative stock', { skus: [{ ...sku, stock: -1 }] }, 'single', ['skus.0.stock specStock']],
    ['half a piece', { skus: [{ ...sku, stock: 1.5 }] }, 'single', ['skus.0.stock specStock']],
    ['more decimals than grams', { skus: [{ ...sku, weight: '0.0005' }] }, 'single', ['skus.0.weight specWeight']],
    ['a negative volume', { skus: [{ ...sku, volume: '-0.1' }] }, 'single', ['skus.0.volume specVolume']],
    ['a long SKU code', { skus: [{ ...sku, sku_code: 'x'.repeat(65) }] }, 'single', ['skus.0.sku_code specCode']],
    [
      'a SKU code twice',
      {
        attributes: colour,
        skus: [
          { ...red, sku_code: 'A1' },
          { ...blue, sku_code: 'a1' },
        ],
      },
      'multi',
      ['skus.1.sku_code specCodeTwice'],
    ],
    [
      'five specs',
      {
        attributes: ['a', 'b', 'c', 'd', 'e'].map((name) => two(name, name)),
        skus: [{ ...sku, values: ['a', 'b', 'c', 'd', 'e'] }],
      },
      'multi',
      ['attributes specAttributesMax'],
    ],
  ])('are told %s', (_what, wire, type, said) => {
    expect(faults(wire, type)).toEqual(said)
  })

  it('may have 20 values in a spec and 1 000 SKUs, or as many as the field says', () => {
    const values = (count: number) => Array.from({ length: count }, (_, i) => `v${i}`)
    const of = (...counts: number[]) => {
      const lists = counts.map(values)
      const combos = lists.reduce<string[][]>((all, list) => all.flatMap((one) => list.map((each) => [...one, each])), [[]])
      return { attributes: lists.map((list, i) => two(`s${i}`, ...list)), skus: combos.map((each) => ({ ...sku, values: each })) }
    }
    expect(faults(of(20, 10, 5), 'multi')).toEqual([])
    expect(faults(of(21), 'multi')).toEqual(['attributes.0 specValuesMax'])
    expect(faults(of(20, 17, 3), 'multi')).toEqual(['skus specSkusMax'])
    expect(faults(of(20, 16), 'multi', 300)).toEqual(['skus specSkusMax'])
    expect(faults(of(20, 16), 'multi', 320)).toEqual([])
  })

  it('are validated by the type that the form names', () => {
    const typed = { ...field, type: 'spec_type' }
    const value = read({ skus: [sku] })
    expect(specEditor.check?.(value, typed, 0, { spec_type: 'single' })).toEqual([])
    expect(specEditor.check?.(value, typed, 0, { spec_type: 'multi' })).toMatchObject([{ code: 'specNone' }])
    expect(specEditor.check?.(value, typed, 0, { spec_type: 7 })).toMatchObject([{ code: 'specType' }])
  })
})

describe('numbers of a SKU', () => {
  it('are whole units inside, exact whatever their decimals, and written as the wire has them', () => {
    const wire = { price: '9.9', origin_price: '', cost_price: '0.29', stock: 5, weight: '0.5', volume: '0.001', low_stock: null }
    const value = read({ skus: [wire] })
    expect(value.skus[0]).toMatchObject({ price: 990, origin_price: null, cost_price: 29, stock: 5, weight: 500, volume: 10 })
    expect(specEditor.toWire(value, field)).toMatchObject({
      skus: [
        {
          price: '9.90',
          origin_price: '',
          cost_price: '0.29',
          stock: 5,
          weight: '0.500',
          volume: '0.0010',
          low_stock: null,
          status: 1,
        },
      ],
    })
    for (const [text, scale, units] of [
      ['8.41', 2, 841],
      ['0.0001', 4, 1],
      ['-0.001', 3, -1],
      ['12', 0, 12],
    ] as const) {
      expect(parseUnits(text, scale)).toBe(units)
      expect(formatUnits(units, scale)).toBe(text)
    }
    expect(() => parseUnits('0.00001', 4)).toThrow(CodecError)
  })

  it('that are none stay as they were typed', () => {
    expect(specEditor.toWire(read({ skus: [{ price: 'ten', stock: '1.5' }] }), field)).toMatchObject({
      skus: [{ price: 'ten', stock: '1.5' }],
    })
  })
})
