import { defineKind, integerOf, nullableType } from './define.ts'
import { CodecError } from './kind.ts'

/** A year, 1 to 9999; a text on BuildAdmin's wire, a number inside. */
export const year = defineKind({
  help: 'Year.',
  options: { min: 'integer', max: 'integer' },
  store: () => ({ type: 'smallint' }),
  empty: null,
  schema: (field) => ({ type: nullableType('integer', field), minimum: field.min ?? 1, maximum: field.max ?? 9999 }),
  fromWire: (value) => {
    if (value === null || value === undefined || value === '') return null
    // A picker of years may send a whole day.
    const [, year = value] = /^(\d{4})-\d{2}-\d{2}(?:[T ].*)?$/.exec(String(value)) ?? []
    const read = integerOf(year)
    if (read === undefined) throw new CodecError('year')
    return read
  },
  toWire: (value) => (value === null || value === undefined ? null : String(value)),
  message: 'year',
  cell: 'text',
  operator: 'RANGE',
  input: 'range',
  comparable: 'number',
  sample: (_field, n) => 2000 + (n % 30),
})
