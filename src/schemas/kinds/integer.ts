import { CodecError, type Kind } from '../language/field.ts'
import { numberOf, numberOptions, numberSchema } from './define.ts'

/** A whole number that JavaScript holds exactly. */
export const integer: Kind = {
  options: numberOptions,
  store: (field) => ({ type: (field.max ?? 0) > 2_147_483_647 ? 'bigint' : 'integer' }),
  empty: null,
  schema: (field) => numberSchema(field, 'integer', limits[field.store?.type ?? ''] ?? limits.integer),
  fromWire: (value) => {
    const read = numberOf(value, 'integer')
    if (read !== null && !Number.isSafeInteger(read)) throw new CodecError('integer')
    return read
  },
  toWire: (value) => value ?? null,
  message: 'integer',
  cell: 'number',
  operator: 'RANGE',
  input: 'range',
  align: 'right',
  comparable: 'number',
  sample: (field, n) => Math.min(field.max ?? 30_000, Math.max(field.min ?? 0, n % 100)),
}

const limits: Record<string, { min: number; max: number }> = {
  smallint: { min: -32_768, max: 32_767 },
  integer: { min: -2_147_483_648, max: 2_147_483_647 },
  bigint: { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER },
}
