import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { kindNames, kinds } from '../../src/schemas/kinds/index.ts'
import type { Kind } from '../../src/schemas/kinds/kind.ts'
import { parseField } from '../../src/schemas/language/entity/parseField.ts'
import { fieldSchema } from '../../src/schemas/language/form/formSchema.ts'
import type { Issue } from '../../src/schemas/language/issue.ts'
import { bad, needed, neverMissing } from './kindFacts.ts'
import { byBrowser, byServer, fieldOf, limits, type Verdict } from './verdicts.ts'

const ajv = new Ajv({ strict: false })

describe.each(kindNames)('a field of kind %s', (name) => {
  const kind: Kind = kinds[name]

  it('takes its own samples, and gets them back from the wire unchanged', () => {
    const field = fieldOf(name)
    for (const n of [1, 2, 17]) {
      const value = kind.sample(field, n)
      expect(ajv.validate(fieldSchema(field, false), value), JSON.stringify(ajv.errors)).toBe(true)
      if (name === 'password') continue // never sent back
      expect(kind.fromWire(kind.toWire(value, field), field)).toEqual(value)
      expect(kind.fromWire(JSON.parse(JSON.stringify(kind.toWire(value, field))), field)).toEqual(value)
    }
  })

  it('takes an empty value where it may be empty, and refuses it where it is required', () => {
    const optional = fieldOf(name)
    const empty = kind.fromWire('', optional)
    expect(ajv.validate(fieldSchema(optional, false), empty), JSON.stringify(ajv.errors)).toBe(true)
    if (neverMissing.includes(name)) return // always have a value; or are never entered
    const required = fieldOf(name, { required: true })
    expect(ajv.validate(fieldSchema(required, true), kind.fromWire('', required))).toBe(false)
    const code = kind.requiredMessage ?? 'required'
    expect(byBrowser(required, '')).toEqual({ value: code })
    expect(byServer(required, '')).toEqual({ value: code })
    expect(byBrowser(optional, '')).toEqual({})
    expect(byServer(optional, '')).toEqual({})
  })

  it('refuses values that are none of its kind, the browser and the server with the same message', () => {
    const field = fieldOf(name)
    for (const wire of bad[name] ?? []) {
      const said = byBrowser(field, wire)
      expect(Object.keys(said).length, JSON.stringify(wire)?.slice(0, 80)).toBeGreaterThan(0)
      expect(byServer(field, wire), JSON.stringify(wire)?.slice(0, 80)).toEqual(said)
    }
    expect((bad[name] ?? []).length > 0 || name === 'json').toBe(true)
  })

  it('refuses an unknown key with the nearest word', () => {
    const issues: Issue[] = []
    parseField('value', { kind: name, ...needed[name], requird: true }, ['fields', 'value'], issues)
    expect(issues).toMatchObject([{ path: ['fields', 'value', 'requird'], what: 'unknown key', fix: 'did you mean "required"?' }])
  })
})

describe('values on the wire', () => {
  it('keep money exact: no floats between yuan and fen', () => {
    const field = fieldOf('money')
    for (const text of ['0.10', '0.29', '1.15', '8.41', '999999999999.99', '-0.01']) {
      expect(kinds.money.toWire(kinds.money.fromWire(text, field), field)).toBe(text)
    }
    expect(kinds.money.fromWire('0.29', field)).toBe(29)
    expect(kinds.money.fromWire(0.29, field)).toBe(29)
    expect(kinds.money.fromWire('12.5', field)).toBe(1250)
  })

  it('read the same instant from seconds, milliseconds and text of the zone', () => {
    const field = fieldOf('datetime', { wire: 'datetime' })
    for (const wire of [1774929600, '1774929600', 1774929600000, '2026-03-31 12:00:00', '2026-03-31T12:00:00']) {
      expect(kinds.datetime.fromWire(wire, field)).toBe(1774929600)
    }
    expect(kinds.datetime.toWire(1774929600, field)).toBe('2026-03-31 12:00:00')
    expect(kinds.datetime.toWire(1774929600, fieldOf('datetime'))).toBe(1774929600)
  })

  it('read durations with and without hours and parts of seconds, and write them whole', () => {
    const field = fieldOf('duration')
    for (const [text, milliseconds, written] of [
      ['12:03.4', 723_400, '00:12:03.400'],
      ['00:12:03,456', 723_456, '00:12:03.456'],
      ['1:00:00', 3_600_000, '01:00:00.000'],
      ['0:00', 0, '00:00:00.000'],
      ['99:59:59.999', 359_999_999, '99:59:59.999'],
    ] as const) {
      expect(kinds.duration.fromWire(text, field)).toBe(milliseconds)
      expect(kinds.duration.toWire(milliseconds, field)).toBe(written)
    }
  })

  it('carry option values as text unless the field says numbers', () => {
    expect(kinds.select.toWire(2, fieldOf('select'))).toBe('2')
    expect(kinds.select.toWire(2, fieldOf('select', { wire: 'number' }))).toBe(2)
    expect(kinds.select.fromWire('2', fieldOf('select'))).toBe(2)
  })
})

describe('limits of fields', () => {
  it.each(limits)(
    '%s %j refuses %j with %s and takes %j, in the browser and on the server',
    (kind, options, refused, code, taken) => {
      const field = fieldOf(kind, options)
      expect(byBrowser(field, refused)).toEqual({ value: code })
      expect(byServer(field, refused)).toEqual({ value: code })
      expect(byBrowser(field, taken)).toEqual({})
      expect(byServer(field, taken)).toEqual({})
    },
  )

  it('that are none of their kind are refused with their place', () => {
    const issues: Issue[] = []
    parseField('day', { kind: 'date', min: 'soon' }, ['fields', 'day'], issues)
    parseField('at', { kind: 'city', level: 4 }, ['fields', 'at'], issues)
    expect(issues.map(({ path }) => path.join('.'))).toEqual(['fields.day.min', 'fields.at.level'])
  })
})

describe('rows of a subtable', () => {
  const field = fieldOf('subtable')
  it.each<[string, unknown, Verdict]>([
    ['a field required in all rows', [{ title: '' }], { 'value.0.title': 'required' }],
    [
      'a field required only where its condition holds',
      [{ title: 'a' }, { title: 'b', quantity: 6 }],
      { 'value.1.reason': 'required' },
    ],
    ['the own rule of a kind inside', [{ title: 'a', card: '110101199003074515' }], { 'value.0.card': 'idnumber' }],
    ['limits of a field inside', [{ title: 'a', quantity: 10, reason: 'x' }], { 'value.0.quantity': 'max' }],
    ['nothing, when all is well', [{ title: 'a', quantity: 6, reason: 'large' }, { title: 'b' }], {}],
  ])('are told %s', (_what, rows, said) => {
    expect(byBrowser(field, rows)).toEqual(said)
    expect(byServer(field, rows)).toEqual(said)
  })
})

describe('rich text', () => {
  it.each(['<p></p>', '<p><br></p>', '<p>&nbsp;</p>', ' ', '<p>\u200b</p><p><br></p>'])('of no words (%j) is empty', (html) => {
    expect(kinds.richtext.fromWire(html, fieldOf('richtext'))).toBe('')
  })

  it('keeps what is a picture, and shows its words as plain text', () => {
    const field = fieldOf('richtext')
    expect(kinds.richtext.fromWire('<p><img src="/storage/a.png"></p>', field)).not.toBe('')
    expect(kinds.richtext.plain?.('<h2>A &amp; B</h2><p>one<br>two</p><ul><li>x</li></ul>', field)).toBe('A & B one two x')
  })
})

it('an identity number may end in a small x, and is checked by checksum and birthday', () => {
  const field = fieldOf('idnumber')
  expect(kinds.idnumber.fromWire('11010519491231002x', field)).toBe('11010519491231002X')
  expect(byServer(field, '11010519491231002x')).toEqual({})
  expect(byServer(field, '110105194912310021')).toEqual({ value: 'idnumber' })
  expect(byServer(field, '110105194913310025')).toEqual({ value: 'idnumber' })
})

it('a region is read from numbers, texts and text with commas, and written as the field says', () => {
  for (const wire of [[330_000, 330_100, 330_106], ['330000', '330100', '330106'], '330000,330100,330106'])
    expect(kinds.city.fromWire(wire, fieldOf('city'))).toEqual([330_000, 330_100, 330_106])
  expect(kinds.city.fromWire('', fieldOf('city'))).toEqual([])
  expect(kinds.city.toWire([330_000], fieldOf('city', { wire: 'string' }))).toEqual(['330000'])
})
