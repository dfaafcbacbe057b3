import type { JsonSchema } from '../jsonSchema.ts'
import { defineKind, integerOf, numberOptions, numberSchema } from './define.ts'
import { beyond, exactNumber, isWide, wideSchema } from './exact.ts'
import { CodecError, type KindField, type OptionsOf } from './kind.ts'

type IntegerField = KindField & OptionsOf<typeof numberOptions>

/** A whole number: a JavaScript number, or decimal text where a bigint column holds one beyond 2^53. */
export const integer = defineKind({
  help: 'Whole number.',
  options: numberOptions,
  store: (field) => ({ type: (field.max ?? 0) > 2_147_483_647 ? 'bigint' : 'integer' }),
  empty: null,
  schema: schemaOf,
  fromWire: (value, field) => {
    if (value === null || value === undefined || value === '') return null
    if (isWide(field) && typeof value === 'string' && /^-?[1-9]\d{15,29}$/.test(value)) return exactNumber(value)
    const read = integerOf(value)
    if (read === undefined) throw new CodecError('integer')
    return read
  },
  toWire: (value) => value ?? null,
  check: (value, field) =>
    typeof value === 'string' ? beyond(value, field.min ?? bigint.min, field.max ?? bigint.max) : undefined,
  message: 'integer',
  cell: 'number',
  operator: 'RANGE',
  input: 'range',
  align: 'right',
  comparable: 'number',
  sample: (field, n) => Math.min(field.max ?? 30_000, Math.max(field.min ?? 0, n % 100)),
})

const limits: Record<string, { min: number; max: number }> = {
  smallint: { min: -32_768, max: 32_767 },
  integer: { min: -2_147_483_648, max: 2_147_483_647 },
  bigint: { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER },
}

/** What the column itself holds; beyond JavaScript's numbers values are text. */
const bigint = { min: '-9223372036854775808', max: '9223372036854775807' }

function schemaOf(field: IntegerField): JsonSchema {
  const schema = numberSchema(field, 'integer', limits[field.store?.type ?? ''] ?? limits.integer)
  return isWide(field) ? wideSchema(schema, '^-?\\d{16,19}$') : schema
}
