import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { type KindName, kindNames, kinds } from '../../src/schemas/kinds/index.ts'
import { CodecError, type Field, type Kind } from '../../src/schemas/language/field.ts'
import { fieldSchema } from '../../src/schemas/language/formSchema.ts'
import type { Issue } from '../../src/schemas/language/issue.ts'
import { parseField } from '../../src/schemas/language/parseField.ts'

const ajv = new Ajv({ strict: false })
const optionLists = { options: [{ value: 1, tag: 'info' }, { value: 2 }] }
/** What a field of a kind must say besides its kind. */
const needed: Partial<Record<KindName, object>> = {
  password: { secret: true },
  select: optionLists,
  radio: optionLists,
  checkbox: optionLists,
  multiselect: optionLists,
  remoteSelect: { table: 'user', show: 'name' },
  remoteMultiSelect: { table: 'user', show: 'name' },
}
/** Wire values that a field of a kind must refuse: by its codec, or by its schema. */
const bad: Partial<Record<KindName, unknown[]>> = {
  account: ['ab', '1abc', 'a b c', 'a'.repeat(16)],
  password: ['12345', 'a'.repeat(33), 'abc<def', "it's-me"],
  mobile: ['12345678901', '1380013800', '138001380001'],
  email: ['nobody', 'a@b', '@example.com'],
  url: ['javascript:alert(1)', '//evil.example', 'ftp://x', 'data:text/html,x', '/\\evil'],
  varname: ['1a', 'a-b'],
  number: ['1,5', 'abc', {}],
  integer: ['1.5', 1.5, 'x', '9007199254740993'],
  float: ['1e'],
  money: ['1.005', '1e3', 'x', '12345678901234567.00'],
  weigh: ['x'],
  date: ['2026-02-30', '30.1.2026'],
  time: ['25:00', 'noon'],
  datetime: ['2026-02-30 00:00:00', 'yesterday'],
  year: ['20x6', 20000],
  switch: ['maybe', 7],
  radio: ['3'],
  select: ['3', 'x'],
  checkbox: ['1,3'],
  multiselect: [['1', '9']],
  remoteSelect: ['abc'],
  remoteMultiSelect: [['abc']],
  image: ['javascript:alert(1)', '//evil.example/x.png'],
  images: [['javascript:alert(1)']],
  file: ['file:///etc/passwd'],
  files: [['data:text/html,x']],
  icon: ['<svg>'],
  color: ['red', '#12', 'url(x)'],
  array: ['{', 7, [1]],
  subtable: ['x'],
}

function fieldOf(name: KindName, more: object = {}): Field {
  const issues: Issue[] = []
  const field = parseField('value', { kind: name, ...needed[name], ...more }, ['fields', 'value'], issues)
  expect(issues).toEqual([])
  if (!field) throw new Error(`a field of kind ${name} could not be made`)
  return field
}

/** The codec's and the schema's verdict on a wire value. */
function accepts(kind: Kind, field: Field, wire: unknown): boolean {
  try {
    return ajv.validate(fieldSchema(field, field.required), kind.fromWire(wire, field))
  } catch (error) {
    if (error instanceof CodecError) return false
    throw error
  }
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
    if (['switch', 'json'].includes(name)) return // always have a value; or are never entered
    const required = fieldOf(name, { required: true })
    expect(ajv.validate(fieldSchema(required, true), kind.fromWire('', required))).toBe(false)
  })

  it('refuses values that are none of its kind', () => {
    const field = fieldOf(name)
    for (const wire of bad[name] ?? []) expect(accepts(kind, field, wire), JSON.stringify(wire)).toBe(false)
    expect((bad[name] ?? []).length > 0 || ['string', 'textarea', 'json'].includes(name)).toBe(true)
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
