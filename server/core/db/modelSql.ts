import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Field } from '../../../src/schemas/field.ts'
import { wireZone } from '../../../src/schemas/kinds/clock.ts'
import { kindOf } from '../../../src/schemas/kinds/index.ts'
import { onOff } from '../../../src/schemas/kinds/switch.ts'
import { hasDecimalWire } from './values.ts'

type Sql = RawBuilder<SqlBool>

/** Kind of JavaScript value a column's model value is; lists and JSON are never equal to a value. */
export type ValueType = 'number' | 'string' | 'other'

/** A value bound with its type. */
export function bind(value: unknown, type: ValueType): RawBuilder<unknown> {
  if (type === 'number') return Number.isSafeInteger(value) ? sql`${value}::bigint` : sql`${String(value)}::numeric`
  return sql`${String(value)}::text`
}

/** A list of values bound with their type. */
export function bindList(values: readonly unknown[], type: ValueType): RawBuilder<unknown> {
  if (type === 'number')
    return values.every(Number.isSafeInteger) ? sql`${values}::bigint[]` : sql`${values.map(String)}::numeric[]`
  return sql`${values}::text[]`
}

/** What a column's model value is. */
export function typeOfField(field: Field): ValueType {
  const type = field.store?.type ?? 'text'
  if (type === 'boolean') return typeof onOff(field).on === 'number' ? 'number' : 'string'
  if (type.endsWith('[]') || type === 'json' || type === 'jsonb' || type === 'bytea') return 'other'
  if (['smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision'].includes(type)) return 'number'
  if (['timestamp', 'timestamptz', 'date'].includes(type) && isNumber(field)) return 'number'
  return 'string'
}

function isNumber(field: Field): boolean {
  return kindOf(field).comparable === 'number'
}

/** Unix seconds of a wall clock in the wire's zone. */
function secondsSql(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`floor(extract(epoch from ${column} at time zone ${wireZone()}::text))`
}

/** The column as the model sees it: numbers as exact numbers, texts in the order of their code points. */
export function modelSql(field: Field, column: RawBuilder<unknown>): RawBuilder<unknown> {
  const write = modelForms[field.store?.type ?? 'text']
  if (write) return write(column, field)
  return typeOfField(field) === 'string' ? sql`${column}::text collate "C"` : column
}

const modelForms: Readonly<Partial<Record<string, (column: RawBuilder<unknown>, field: Field) => RawBuilder<unknown>>>> = {
  boolean: (column, field) => {
    const { on, off } = onOff(field)
    const type = typeof on === 'number' ? 'number' : 'string'
    return sql`(case ${column} when true then ${bind(on, type)} when false then ${bind(off, type)} end)`
  },
  numeric: (column, field) => (hasDecimalWire(field) ? sql`(${column} * 100)` : column),
  real: (column) => sql`${column}::text::numeric`,
  'double precision': (column) => sql`${column}::text::numeric`,
  char: (column) => sql`rtrim(${column}::text) collate "C"`,
  time: (column) => sql`to_char(${column}, 'HH24:MI:SS') collate "C"`,
  timestamp: (column, field) => (isNumber(field) ? secondsSql(column) : sql`${column}::text collate "C"`),
  date: (column, field) => (isNumber(field) ? secondsSql(sql`${column}::timestamp`) : sql`${column}::text collate "C"`),
  timestamptz: (column, field) =>
    isNumber(field) ? sql`floor(extract(epoch from ${column}))` : sql`${column}::text collate "C"`,
}

/** Whether the column is empty: NULL, '' or the empty list. */
export function emptySql(field: Field, column: RawBuilder<unknown>, wanted: boolean): Sql {
  const type = field.store?.type ?? 'text'
  const isText = typeOfField(field) === 'string' && ['varchar', 'char', 'text'].includes(type)
  const empty = type.endsWith('[]')
    ? sql<SqlBool>`(${column} is null or cardinality(${column}) = 0)`
    : type === 'json' || type === 'jsonb'
      ? sql<SqlBool>`(${column} is null or ${column}::text in ('[]', '""', 'null'))`
      : isText
        ? sql<SqlBool>`(${column} is null or ${column} = '')`
        : sql<SqlBool>`(${column} is null)`
  return wanted ? empty : sql<SqlBool>`(not ${empty})`
}
