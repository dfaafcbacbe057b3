import { CodecError, type Kind } from '../language/field.ts'
import { nullableType, numberOf } from './define.ts'

/** A year, 1 to 9999; a text on BuildAdmin's wire, a number inside. */
export const year: Kind = {
  options: { min: 'integer', max: 'integer' },
  store: () => ({ type: 'smallint' }),
  empty: null,
  schema: (field) => ({ type: nullableType('integer', field), minimum: field.min ?? 1, maximum: field.max ?? 9999 }),
  fromWire: (value) => {
    const read = numberOf(typeof value === 'string' ? value.slice(0, 4) : value, 'year')
    if (read !== null && !Number.isInteger(read)) throw new CodecError('year')
    return read
  },
  toWire: (value) => (value === null || value === undefined ? null : String(value)),
  message: 'year',
  cell: 'text',
  operator: 'RANGE',
  input: 'range',
  comparable: 'number',
  sample: (_field, n) => 2000 + (n % 30),
}
