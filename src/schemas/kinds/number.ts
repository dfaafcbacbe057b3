import type { JsonSchema } from '../jsonSchema.ts'
import { decimalText, defineKind, numberOf, numberOptions, numberSchema, tooManyDecimals } from './define.ts'
import { beyond, exactNumber, isWide, wideSchema } from './exact.ts'
import { CodecError, type KindField, type OptionsOf } from './kind.ts'

const options = { ...numberOptions, scale: 'decimals' } as const
type NumberField = KindField & OptionsOf<typeof options>

/**
 * A number, whole or not: stored as numeric with `scale` decimals (2 unless said). In columns of another type or precision it has as many as
 * the column holds; what a JavaScript number cannot hold exactly is kept as decimal text.
 */
export const number = defineKind({
  help: 'Number, exact.',
  options,
  store: (field) => ({ type: 'numeric', precision: 18, scale: field.scale ?? 2 }),
  empty: null,
  schema: schemaOf,
  fromWire: (value, field) => {
    if (isWide(field) && typeof value === 'string' && value.length <= longest && decimalText.test(value))
      return exactNumber(value)
    return numberOf(value, 'number')
  },
  toWire: (value) => {
    if (typeof value === 'string' && !decimalText.test(value)) throw new CodecError('number') // NaN, Infinity
    return value ?? null
  },
  check: (value, field) => {
    if (typeof value === 'string') {
      const { minimum, maximum } = schemaOf(field)
      return tooManyDigits(value, field) ?? beyond(value, minimum, maximum)
    }
    const scale = scaleOf(field)
    return scale === undefined ? undefined : tooManyDecimals(value, scale)
  },
  message: 'number',
  cell: 'number',
  operator: 'RANGE',
  input: 'range',
  align: 'right',
  comparable: 'number',
  sample: (field, n) => Math.min(field.max ?? 1e9, Math.max(field.min ?? 0, n % 100)),
})

/** Longest text of a number that is taken. */
const longest = 400

/** Decimals the field may have; undefined: any number of them. */
export function scaleOf({ scale, store }: Pick<NumberField, 'scale' | 'store'>): number | undefined {
  if (scale !== undefined) return scale
  if (store?.type === 'numeric') return store.precision === undefined ? undefined : (store.scale ?? 0)
  return store?.type === 'real' || store?.type === 'double precision' ? undefined : 2
}

function tooManyDigits(value: string, field: NumberField) {
  const scale = scaleOf(field)
  const decimals = value.split('.')[1]?.replace(/0+$/, '').length ?? 0
  return scale !== undefined && decimals > scale ? { code: 'decimals', params: { scale } } : undefined
}

/** Limits of the field, else those of its column; numbers of the common column end at 10^15. */
function schemaOf(field: NumberField): JsonSchema {
  const schema = numberSchema(field, 'number', columnLimits(field))
  return isWide(field) ? wideSchema(schema, '^-?\\d+(?:\\.\\d+)?$') : schema
}

function columnLimits({ store }: NumberField): { min?: number; max?: number } {
  if (store?.type === 'real' || store?.type === 'double precision') return {}
  if (store?.type !== 'numeric' || store.precision === 18) return { min: -1e15, max: 1e15 }
  if (isWide({ store })) return {}
  const { precision = 0, scale = 0 } = store
  const max = Number(`${'9'.repeat(Math.max(0, precision - scale)) || '0'}.${'9'.repeat(scale)}`)
  return { min: -max, max }
}
