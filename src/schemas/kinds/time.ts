import { formatDateTime, parseTime } from './clock.ts'
import { defineKind, nullableType } from './define.ts'
import { momentOptions, outside } from './limits.ts'

/** A time of day, `HH:mm:ss`, without a zone. `min`, `max`: a time, or "now" in the wire's zone. */
export const time = defineKind({
  help: 'Time of day.',
  options: momentOptions,
  store: () => ({ type: 'time' }),
  empty: null,
  schema: (field) => ({ type: nullableType('string', field), pattern: '^\\d{2}:\\d{2}:\\d{2}$' }),
  fromWire: parseTime,
  toWire: (value) => value ?? null,
  check: (value, field, now) => outside(value, field, formatDateTime(now).slice(11), String),
  message: 'time',
  cell: 'text',
  operator: 'eq',
  input: 'text',
  comparable: 'text',
  sample: (_field, n) => `${String(n % 24).padStart(2, '0')}:30:00`,
})
