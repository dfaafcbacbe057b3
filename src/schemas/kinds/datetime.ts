import { formatDateTime, parseDateTime } from './clock.ts'
import { defineKind, nullableType } from './define.ts'
import { momentOptions, outside } from './limits.ts'

/**
 * An instant: unix seconds inside and on the wire; `wire: "datetime"` sends `YYYY-MM-DD HH:mm:ss` in the wire's zone (decision 8).
 * `min`, `max`: a text of that form, or "now". */
export const datetime = defineKind({
  help: 'Moment, stored as unix seconds.',
  options: momentOptions,
  store: () => ({ type: 'bigint' }),
  empty: null,
  schema: (field) => ({ type: nullableType('integer', field), minimum: -99_999_999_999, maximum: 99_999_999_999 }),
  fromWire: parseDateTime,
  toWire: (value, field) => {
    if (typeof value !== 'number') return null
    return field.wire === 'datetime' ? formatDateTime(value) : value
  },
  check: (value, field, now) => outside(value, field, now, formatDateTime),
  message: 'datetime',
  cell: 'datetime',
  operator: 'RANGE',
  input: 'dateRange',
  comparable: 'number',
  sample: (_field, n) => 1_770_000_000 + n * 3600,
})
