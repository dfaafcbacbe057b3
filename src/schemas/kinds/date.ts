import type { Kind } from '../language/field.ts'
import { parseDate } from './clock.ts'
import { nullableType } from './define.ts'

/** A calendar day, `YYYY-MM-DD`, without a zone. */
export const date: Kind = {
  options: {},
  store: () => ({ type: 'date' }),
  empty: null,
  schema: (field) => ({ type: nullableType('string', field), pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  fromWire: parseDate,
  toWire: (value) => value ?? null,
  message: 'date',
  cell: 'date',
  operator: 'RANGE',
  input: 'dateRange',
  comparable: 'text',
  sample: (_field, n) => `2026-01-${String((n % 28) + 1).padStart(2, '0')}`,
}
