import { formatDateTime, parseDate } from './clock.ts'
import { defineKind, nullableType } from './define.ts'
import { momentOptions, outside } from './limits.ts'

/** A calendar day, `YYYY-MM-DD`, without a zone. `min`, `max`: a day, or "now" for today in the wire's zone. */
export const date = defineKind({
  help: 'Day.',
  options: momentOptions,
  store: () => ({ type: 'date' }),
  empty: null,
  schema: (field) => ({ type: nullableType('string', field), pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  fromWire: parseDate,
  toWire: (value) => value ?? null,
  check: (value, field, now) => outside(value, field, formatDateTime(now).slice(0, 10), String),
  message: 'date',
  cell: 'date',
  operator: 'RANGE',
  input: 'dateRange',
  comparable: 'text',
  sample: (_field, n) => `2026-01-${String((n % 28) + 1).padStart(2, '0')}`,
})
