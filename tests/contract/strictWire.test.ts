import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { idOf, integerOf, plainNumber } from '../../src/schemas/kinds/define.ts'
import { type KindName, kinds } from '../../src/schemas/kinds/index.ts'
import { byBrowser, byServer, fieldOf, type Verdict } from './verdicts.ts'

/** Kinds of one number, option or key, with a value that each of them takes. */
const single: Partial<Record<KindName, string>> = {
  integer: '1',
  weigh: '1',
  number: '1',
  float: '1',
  money: '1',
  select: '1',
  radio: '1',
  switch: '1',
  remoteSelect: '1',
  year: '2026',
}
/** Kinds of a list of options, keys or codes. */
const lists: Partial<Record<KindName, string>> = { checkbox: '1', multiselect: '1', remoteMultiSelect: '1', regions: '330000' }

/** Ways to write a number that are not its one decimal form. */
function disguises(text: string): readonly unknown[] {
  const number = Number(text)
  return [
    [[number]],
    [text],
    [number],
    true,
    { value: number },
    `0x${number.toString(16)}`,
    `${text}e0`,
    ` ${text}`,
    `${text} `,
    `${text}\n`,
    `+${text}`,
    `0${text}`,
    `${text}n`,
    '１',
  ]
}

const isRefused = (verdict: Verdict) => Object.keys(verdict).length > 0

describe('numbers, options and keys on the wire', () => {
  it.each(Object.entries(single))(
    'a field of kind %s takes %j as text and as a number, and no other way to write it',
    (name, text) => {
      const field = fieldOf(name as KindName)
      for (const wire of [text, Number(text)]) expect([byBrowser(field, wire), byServer(field, wire)]).toEqual([{}, {}])
      const isDecimal = ['number', 'float', 'money'].includes(name)
      const others = disguises(text).filter((wire) => name !== 'switch' || typeof wire !== 'boolean')
      for (const wire of [...others, ...(isDecimal ? [] : [`${text}.0`])]) {
        expect(isRefused(byServer(field, wire)), JSON.stringify(wire)).toBe(true)
        expect(byBrowser(field, wire)).toEqual(byServer(field, wire))
      }
    },
  )

  it.each(Object.entries(lists))('a field of kind %s takes them inside its list only', (name, text) => {
    const field = fieldOf(name as KindName)
    for (const wire of [[text], [Number(text)], text]) expect([byBrowser(field, wire), byServer(field, wire)]).toEqual([{}, {}])
    for (const item of [...disguises(text), `${text}.0`])
      expect(isRefused(byServer(field, [item])), JSON.stringify([item])).toBe(true)
    for (const wire of [true, {}]) expect(isRefused(byServer(field, wire)), JSON.stringify(wire)).toBe(true)
  })

  it('a list of options of texts takes no list in place of one of them', () => {
    const field = fieldOf('select', { options: [{ value: 'agree' }, { value: 'refuse' }] })
    expect(byServer(field, 'agree')).toEqual({})
    for (const wire of [['agree'], [['agree']], true, 1, {}]) expect(byServer(field, wire)).toEqual({ value: 'option' })
  })

  it('rows of subtables and pairs are objects of texts and numbers', () => {
    expect(byServer(fieldOf('subtable'), [[1]])).toEqual({ value: 'array' })
    for (const row of [{ key: ['a'], value: 'b' }, { key: 'a', value: {} }, ['a']])
      expect(isRefused(byServer(fieldOf('array'), [row])), JSON.stringify(row)).toBe(true)
    for (const sku of [{ id: [1] }, { id: '0x1' }, { id: true }, { status: true }, { status: ['1'] }])
      expect(isRefused(byServer(fieldOf('specEditor'), { attributes: [], skus: [{ price: '1', stock: 1, ...sku }] }))).toBe(true)
    for (const stock of ['+1', '01', ' 1', '1.0', '0x1', [1], true])
      expect(isRefused(byServer(fieldOf('specEditor'), { attributes: [], skus: [{ price: '1', stock }] })), String(stock)).toBe(
        true,
      )
  })

  it('an integer has one text: what is read as one is written so', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.jsonValue(), fc.integer().map(String), fc.maxSafeInteger()), (wire) => {
        const read = integerOf(wire)
        if (read !== undefined) expect(typeof wire === 'number' ? wire : String(read)).toBe(wire)
        const id = idOf(wire)
        if (id !== undefined) expect(id >= 1 && id <= 2_147_483_647).toBe(true)
      }),
    )
  })

  it('what people and spreadsheets write for a number is brought into its one form first', () => {
    const written = {
      ' 12 ': '12',
      '+5': '5',
      '007': '7',
      '1e3': '1000',
      '1.5E-2': '0.015',
      '.5': '0.5',
      '5.': '5',
      '-0': '0',
      '-01.50': '-1.50',
    }
    for (const [text, plain] of Object.entries(written)) expect(plainNumber(text)).toBe(plain)
    for (const text of ['1,5', '0x1', '', 'e1', '1 2']) expect(plainNumber(text)).toBe(text)
    fc.assert(
      fc.property(fc.integer({ min: -999, max: 999 }), fc.integer({ min: -12, max: 12 }), (digits, exponent) => {
        expect(kinds.number.fromWire(plainNumber(`${digits}e${exponent}`), fieldOf('number'))).toBe(
          digits === 0 ? 0 : Number(`${digits}e${exponent}`),
        )
      }),
    )
  })
})
