import type { JsonSchema } from '../jsonSchema.ts'
import {
  type CheckFinding,
  CodecError,
  type Kind,
  type KindField,
  type OptionShapes,
  type OptionsOf,
  type Store,
} from './kind.ts'

/** Shapes of options that several kinds share. */
export const lengthOptions = { minLength: 'count', maxLength: 'positive' } as const
export const numberOptions = { min: 'number', max: 'number', step: 'number' } as const
/** Limits of how many there are in a list. */
export const countOptions = { min: 'count', max: 'positive' } as const

type LengthField = KindField & OptionsOf<typeof lengthOptions>
type NumberField = KindField & OptionsOf<typeof numberOptions>
type CountField = KindField & OptionsOf<typeof countOptions>

/** What the functions of a kind with these options get: a field with these options and no others. */
type FieldWith<Shapes extends OptionShapes> = KindField & OptionsOf<Shapes>

/** A kind whose options are known to the type of its fields. */
type DefinedKind<Shapes extends OptionShapes> = Kind<FieldWith<Shapes>, Shapes>

/** Declares a field kind. `options` names the keys that the kind adds to a field; its functions see those and what every field has. */
export function defineKind<const Shapes extends OptionShapes>(kind: DefinedKind<Shapes>): DefinedKind<Shapes> {
  return kind
}

/** Text of a wire value: strings as they are, numbers in decimal; null for null and undefined. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  throw new CodecError('text')
}

/** Column for text of at most `field.maxLength` characters. */
export function textStore(field: LengthField, fallback: number): Store {
  return { type: 'varchar', length: field.maxLength ?? fallback }
}

/** JSON Schema of a text: a required one must not be empty. */
export function textSchema(field: LengthField, pattern?: string): JsonSchema {
  return {
    type: 'string',
    ...(field.required
      ? { minLength: Math.max(1, field.minLength ?? 0) }
      : field.minLength
        ? { minLength: field.minLength }
        : {}),
    ...(field.maxLength ? { maxLength: field.maxLength } : {}),
    ...(pattern ? { pattern: field.required ? pattern : `^$|${pattern}` } : {}),
  }
}

/** What a kind of text says of itself: whatever differs from a plain text. */
type TextKind<Shapes extends OptionShapes> = Partial<Omit<Kind<FieldWith<Shapes>>, 'help' | 'options'>> & {
  help: string
  options: Shapes
  fallbackLength?: number
  textPattern?: string
}

/** Declares a kind whose value is one line of text. */
export function textKind<const Shapes extends OptionShapes>(own: TextKind<Shapes>): DefinedKind<Shapes> {
  const { fallbackLength = 255, textPattern, ...rest } = own
  return {
    store: (field: LengthField) => textStore(field, fallbackLength),
    empty: '',
    schema: (field: LengthField) => textSchema(withLength(field, fallbackLength), textPattern),
    fromWire: (value) => textOf(value) ?? '',
    toWire: (value) => value ?? '',
    cell: 'text',
    operator: 'LIKE',
    input: 'text',
    comparable: 'text',
    sample: (field: LengthField, n) => `${field.name}${n}`.slice(0, field.maxLength ?? fallbackLength),
    ...rest,
  }
}

/** The field with the length of its column where it names none. */
export function withLength<Own extends LengthField>(field: Own, fallback: number): Own {
  if (field.maxLength) return field
  const stored = field.store?.type === 'varchar' || field.store?.type === 'char' ? field.store.length : undefined
  const length = stored ?? (field.store && field.store.type !== 'varchar' ? undefined : fallback)
  return length ? { ...field, maxLength: length } : field
}

/** A decimal as the wire writes it: no plus, exponent, blanks or leading zeros. */
export const decimalText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
const integerText = /^(?:0|-?[1-9]\d*)$/

/**
 * Number of a wire value: a finite number, or its plain decimal text (no sign +, exponent, hex, blanks, leading zeros); null for an empty
 * one.
 */
export function numberOf(value: unknown, code: string): number | null {
  if (value === null || value === undefined || value === '') return null
  const isNumber = typeof value === 'number' || (typeof value === 'string' && decimalText.test(value))
  const number = isNumber ? Number(value) : Number.NaN
  if (!Number.isFinite(number)) throw new CodecError(code)
  return number
}

/**
 * A number as people and spreadsheets write it in the form that the wire has: without blanks around it, sign +, leading zeros, a point
 * without digits behind it, and exponent. Another text as it is.
 */
export function plainNumber(text: string): string {
  const [, sign = '', whole = '', decimals = '', exponent = ''] =
    /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,2}))?\s*$/i.exec(text) ?? []
  if (whole === '' && decimals === '') return text
  const shift = Number(exponent)
  const digits = shift < 0 ? whole.padStart(-shift + 1, '0') + decimals : whole + decimals.padEnd(Math.max(shift, 0), '0')
  const point = (shift < 0 ? Math.max(whole.length, -shift + 1) : whole.length) + shift
  const bare = digits.slice(0, point).replace(/^0+(?=\d)/, '') || '0'
  const rest = digits.slice(point)
  const isZero = !/[1-9]/.test(bare + rest)
  return `${sign === '-' && !isZero ? '-' : ''}${bare}${rest === '' ? '' : `.${rest}`}`
}

/** Integer of a wire value: a safe integer or its canonical decimal text. Undefined for everything else: lists, booleans, "0x1", "1.0". */
export function integerOf(value: unknown): number | undefined {
  const isInteger = typeof value === 'number' || (typeof value === 'string' && integerText.test(value))
  const number = isInteger ? Number(value) : Number.NaN
  return Number.isSafeInteger(number) ? number : undefined
}

/** Largest key that a column of type integer holds. */
const largestId = 2_147_483_647

/** Key of a row that the database counts, from the wire: 1 to 2147483647. Undefined for everything else. */
export function idOf(value: unknown): number | undefined {
  const id = integerOf(value)
  return id !== undefined && id > 0 && id <= largestId ? id : undefined
}

/** At most so many decimals: what has more would be rounded by the column without a word. */
export function tooManyDecimals(value: unknown, scale: number): CheckFinding | undefined {
  if (typeof value !== 'number' || Math.abs(value) >= 1e15) return undefined
  const rounded = Number(value.toFixed(scale))
  return rounded === value ? undefined : { code: 'decimals', params: { scale } }
}

/** Limits of the length of a list; an optional empty list always passes. */
export function countSchema(field: CountField, max?: number): Pick<JsonSchema, 'minItems' | 'maxItems'> {
  const least = Math.max(field.required ? 1 : 0, field.min ?? 0)
  const most = field.max ?? max
  return { ...(least > 0 ? { minItems: least } : {}), ...(most !== undefined ? { maxItems: most } : {}) }
}

/** JSON Schema of a number between the field's limits. */
export function numberSchema(
  field: NumberField,
  type: 'integer' | 'number',
  limits: { min?: number; max?: number } = {},
): JsonSchema {
  const minimum = field.min ?? limits.min
  const maximum = field.max ?? limits.max
  return {
    type: nullableType(type, field),
    ...(minimum !== undefined ? { minimum } : {}),
    ...(maximum !== undefined ? { maximum } : {}),
  }
}

/** The type, with null added where the field may be left empty. */
export function nullableType(type: string, field: Pick<KindField, 'required'>): string | readonly string[] {
  return field.required ? type : [type, 'null']
}

/** The values of a list on the wire: an array, or comma-separated text; [] for an empty one. */
export function listOf(value: unknown): unknown[] {
  if (value === null || value === undefined || value === '') return []
  if (Array.isArray(value)) return value
  if (typeof value === 'string') return value.split(',').filter(Boolean)
  if (typeof value === 'number') return [value]
  throw new CodecError('list')
}
