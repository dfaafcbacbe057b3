import type { Kind } from '../language/field.ts'
import { parseTime } from './clock.ts'
import { nullableType } from './define.ts'

/** A time of day, `HH:mm:ss`, without a zone. */
export const time: Kind = {
  options: {},
  store: () => ({ type: 'time' }),
  empty: null,
  schema: (field) => ({ type: nullableType('string', field), pattern: '^\\d{2}:\\d{2}:\\d{2}$' }),
  fromWire: parseTime,
  toWire: (value) => value ?? null,
  message: 'time',
  cell: 'text',
  operator: 'eq',
  input: 'text',
  comparable: 'text',
  sample: (_field, n) => `${String(n % 24).padStart(2, '0')}:30:00`,
}
