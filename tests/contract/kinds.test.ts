import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { judgeFields } from '../../server/crud/validate.ts'
import { checkForm } from '../../src/renderers/fields/check.ts'
import { type KindName, kindNames, kinds } from '../../src/schemas/kinds/index.ts'
import { decodeRow } from '../../src/schemas/language/codec.ts'
import type { Field, Kind } from '../../src/schemas/language/field.ts'
import { fieldSchema } from '../../src/schemas/language/formSchema.ts'
import type { Issue } from '../../src/schemas/language/issue.ts'
import { parseFields } from '../../src/schemas/language/parseEntity.ts'
import { parseField } from '../../src/schemas/language/parseField.ts'
import { bad, needed, neverMissing } from './kindFacts.ts'

const ajv = new Ajv({ strict: false })
const now = 1_770_000_000

function fieldOf(name: KindName, more: object = {}): Field {
  const issues: Issue[] = []
  const { value: field } = parseFields({ value: { kind: name, ...needed[name], ...more } }, ['fields'], issues)
  expect(issues).toEqual([])
  if (!field) throw new Error(`a field of kind ${name} could not be made`)
  return field
}

type Verdict = Readonly<Record<string, string>>

/** What the browser says of a wire value: its codec, then the form's check with the interpreter. Codes by place. */
function byBrowser(field: Field, wire: unknown): Verdict {
  const { values, errors } = decodeRow({ value: field }, { value: wire })
  if (Object.keys(errors).length > 0) return codes(errors)
  const states = { value: { visible: true, required: field.required, disabled: false } }
  const found = checkForm([field], values, states, { sight: { values, selfId: 1, now } })
  return Object.fromEntries(found.map(({ path, error }) => [place(path, field), error.code]))
}

/** What the server says of it: the same codec, then ajv and its own rules. */
function byServer(field: Field, wire: unknown): Verdict {
  const { values, errors } = decodeRow({ value: field }, { value: wire })
  if (Object.keys(errors).length > 0) return codes(errors)
  return codes(judgeFields({ fields: [field], record: values, selfId: 1, now }))
}

function codes(errors: Readonly<Record<string, { code: string }>>): Verdict {
  return Object.fromEntries(Object.entries(errors).map(([name, { code }]) => [name, code]))
}

/** Both tell a fault inside a list at the list itself, and one inside a row at the row's field. */
function place(path: readonly (string | number)[], field: Field): string {
  return path.slice(0, field.fields ? 3 : 1).join('.')
}

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

  it('carry option values as text unless the field says numbers', () => {
    expect(kinds.select.toWire(2, fieldOf('select'))).toBe('2')
    expect(kinds.select.toWire(2, fieldOf('select', { wire: 'number' }))).toBe(2)
    expect(kinds.select.fromWire('2', fieldOf('select'))).toBe(2)
  })
})

/** Options of kinds, a value each refuses with the code of its message, and one that each takes. */
const limits: readonly [kind: KindName, options: object, refused: unknown, code: string, taken: unknown][] = [
  ['string', { minLength: 3 }, 'ab', 'minLength', 'abc'],
  ['string', { maxLength: 3 }, 'abcd', 'maxLength', 'abc'],
  ['string', { pattern: '^[0-9]{6}$' }, '12', 'wrong', '310000'],
  ['string', { rule: 'name' }, '王', 'name', '王小明'],
  ['string', { rule: 'name' }, '王 3', 'name', 'Anne-Marie O·Neill'.replace("'", '')],
  ['string', { rule: 'name' }, ' 王小明', 'name', '阿卜杜拉·买买提'],
  ['textarea', { maxLength: 3 }, 'abcd', 'maxLength', 'a\nb'],
  ['integer', { min: 2 }, 1, 'min', 2],
  ['integer', { max: 2 }, 3, 'max', 2],
  ['number', { min: 0.5 }, 0.4, 'min', 0.5],
  ['float', { scale: 3 }, 0.1234, 'decimals', 0.123],
  ['number', { scale: 0 }, 1.5, 'decimals', 2],
  ['money', { min: '1.00' }, '0.99', 'min', '1.00'],
  ['money', { max: '1.00' }, '1.01', 'max', '1.00'],
  ['year', { min: 2000 }, 1999, 'min', 2000],
  ['date', { min: '2026-01-10' }, '2026-01-09', 'earliest', '2026-01-10'],
  ['date', { max: '2026-01-10' }, '2026-01-11', 'latest', '2026-01-10'],
  ['date', { max: 'now' }, '2026-02-03', 'future', '2026-02-02'],
  ['date', { min: 'now' }, '2026-02-01', 'past', '2026-02-02'],
  ['time', { min: '08:00' }, '07:59:59', 'earliest', '08:00:00'],
  ['time', { max: '18:00' }, '18:00:01', 'latest', '18:00:00'],
  ['datetime', { min: 'now' }, now - 1, 'past', now],
  ['datetime', { max: 'now' }, now + 1, 'future', now],
  ['datetime', { max: '2026-01-01 00:00:00' }, '2026-01-01 00:00:01', 'latest', '2026-01-01 00:00:00'],
  ['checkbox', { min: 2 }, [1], 'minItems', [1, 2]],
  ['multiselect', { max: 1 }, [1, 2], 'maxItems', [2]],
  ['remoteMultiSelect', { max: 1 }, [1, 2], 'maxItems', [2]],
  [
    'array',
    { min: 2 },
    [{ key: 'a', value: 'b' }],
    'minItems',
    [
      { key: 'a', value: 'b' },
      { key: 'c', value: 'd' },
    ],
  ],
  [
    'array',
    { max: 1 },
    [
      { key: 'a', value: 'b' },
      { key: 'c', value: 'd' },
    ],
    'maxItems',
    [{ key: 'a', value: 'b' }],
  ],
  ['subtable', { min: 2 }, [{ title: 'a' }], 'minItems', [{ title: 'a' }, { title: 'b' }]],
  ['subtable', { max: 1 }, [{ title: 'a' }, { title: 'b' }], 'maxItems', [{ title: 'a' }]],
  ['color', {}, '#11223380', 'color', '#112233'],
  ['color', { alpha: true }, '#1122338', 'color', '#11223380'],
  ['color', { alpha: true }, 'rgba(1,2,3)', 'color', 'rgba(1, 2, 3, 0.5)'],
  ['city', { level: 1 }, [330_000, 330_100], 'maxItems', [330_000]],
  ['city', { level: 2 }, [330_000], 'city', [330_000, 330_100]],
  ['regions', { level: 1 }, [330_100], 'regions', [330_000]],
  ['regions', { max: 1 }, [330_000, 320_500], 'maxItems', [320_500]],
  ['regions', {}, [330_000, 330_106], 'regionsOverlap', [330_106, 330_105]],
  ['idnumber', {}, '110101199003074515', 'idnumber', '110101900307451'],
  ['password', {}, 'Password', 'commonPassword', 'Kontor-7-pass'],
]

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

it('an identity number is read with a small x, and told by its checksum and birthday', () => {
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
