import type { Kind } from '../language/field.ts'
import { numberOf, numberOptions, numberSchema, tooManyDecimals } from './define.ts'

/** A number, whole or not: stored as numeric with `scale` decimals (2 unless said). */
export const number: Kind = {
  options: { ...numberOptions, scale: 'decimals' },
  store: (field) => ({ type: 'numeric', precision: 18, scale: field.scale ?? 2 }),
  empty: null,
  schema: (field) => numberSchema(field, 'number', { min: -1e15, max: 1e15 }),
  fromWire: (value) => numberOf(value, 'number'),
  toWire: (value) => value ?? null,
  check: (value, field) => tooManyDecimals(value, field.scale ?? 2),
  message: 'number',
  cell: 'number',
  operator: 'RANGE',
  input: 'range',
  align: 'right',
  comparable: 'number',
  sample: (field, n) => Math.min(field.max ?? 1e9, Math.max(field.min ?? 0, n % 100)),
}
