import type { Kind } from '../language/field.ts'
import { formatDateTime, parseDateTime } from './clock.ts'
import { nullableType } from './define.ts'

/** An instant: unix seconds inside and on the wire; `wire: "datetime"` sends `YYYY-MM-DD HH:mm:ss` in the wire's zone (decision 8). */
export const datetime: Kind = {
  options: {},
  store: () => ({ type: 'bigint' }),
  empty: null,
  schema: (field) => ({ type: nullableType('integer', field), minimum: -99_999_999_999, maximum: 99_999_999_999 }),
  fromWire: parseDateTime,
  toWire: (value, field) => {
    if (typeof value !== 'number') return null
    return field.wire === 'datetime' ? formatDateTime(value) : value
  },
  message: 'datetime',
  cell: 'datetime',
  operator: 'RANGE',
  input: 'dateRange',
  comparable: 'number',
  sample: (_field, n) => 1_770_000_000 + n * 3600,
}
