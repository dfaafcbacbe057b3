import type { Field } from '../../schemas/field.ts'
import { isObject } from '../../schemas/isObject.ts'
import type { Column } from '../../schemas/language/list/table.ts'

/** A value that a cell cannot show; it is drawn as an error cell and the row stays. */
export class CellError extends Error {}

/** True for what is shown as "nothing". 0 and false are values. */
export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Does a value say more than that there is none? 0, ¥0.00 and a switch that is off do not. */
export function saysSomething(value: unknown): boolean {
  return !isNothing(value) && value !== false && !(typeof value === 'object' ? false : Number(value) === 0)
}

/** Text of a scalar; anything else is refused, and so is a number that is none. */
export function scalarText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' && !Number.isFinite(value)) throw new CellError('not a number')
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  throw new CellError(`not a text: ${Object.prototype.toString.call(value)}`)
}

/** Longest text of a name, a code, an address: what is longer is none. */
const longest = 2048

/** Text of a scalar that names something: longer ones are refused. */
export function nameText(value: unknown, most = 300): string {
  const text = scalarText(value)
  if (text.length > most) throw new CellError(`too long: ${text.length} characters`)
  return text
}

/** Text of an address. */
export function addressText(value: unknown): string {
  return nameText(value, longest)
}

/** The beginning of a text: a list draws no more of it than fits a line. */
export function excerpt(text: string, most = 300): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}

/** Finite number of a number or a decimal text; anything else is refused. */
export function finite(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new CellError('not a number')
  return number
}

/** The two ends of a made range; null for every other value. */
export function rangeOf(value: unknown): readonly [unknown, unknown] | null {
  return Array.isArray(value) && value.length === 2 ? [value[0], value[1]] : null
}

/** The items of a list value: an array, or comma-separated text. */
export function items(value: unknown): unknown[] {
  if (isNothing(value)) return []
  if (Array.isArray(value)) return value
  if (typeof value === 'string') return value.split(',').filter(Boolean)
  return [value]
}

/** The value a path of one or two names leads to: `user.nickname`. */
export function valueAt(row: Readonly<Record<string, unknown>>, path: string): unknown {
  const dot = path.indexOf('.')
  if (dot < 0) return row[path]
  const related = row[path.slice(0, dot)]
  const rest = path.slice(dot + 1)
  if (Array.isArray(related)) return related.map((item) => (isObject(item) ? item[rest] : undefined))
  return isObject(related) ? related[rest] : undefined
}

/** Kinds whose texts say nothing when they are cut. */
const codes: readonly string[] = ['mobile', 'idnumber']

/** Does the field hold such a text? */
export function isCode({ kind }: Field): boolean {
  return codes.includes(kind)
}

/** Is this text read like prose? Codes, masked values and what is there to be copied are shown whole. */
export function isProse(column: Column, field: Field | null): boolean {
  return !column.copy && !field?.mask && !(field && isCode(field))
}
