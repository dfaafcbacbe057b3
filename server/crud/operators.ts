import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Field } from '../../src/schemas/field.ts'
import { foreignTypes } from '../../src/schemas/kinds/kind.ts'
import type { Operator } from '../../src/schemas/operators.ts'
import { comparesAsText } from '../core/db/columns.ts'
import { likePattern, textKeySql } from '../core/db/textSearch.ts'
import { Refused } from '../core/refuse.ts'

type Sql<T = unknown> = RawBuilder<T>

/** What a term compares with: its text for LIKE, its decoded database values for the rest. */
export interface Values {
  text: string
  list: readonly unknown[]
  low?: unknown
  high?: unknown
  /** The column has an index for searches by a part of its text. */
  hasTextIndex?: boolean
}

type Build = (column: Sql, values: Values, shape: Shape) => Sql<SqlBool>

/** How values are bound and columns compared, by group of column types. */
interface Shape {
  /** A single value with its type, so that the statement's text never depends on it. */
  bind(value: unknown): Sql
  bindList(values: readonly unknown[]): Sql
  /** Both sides of an equality. */
  same(column: Sql, value: Sql): Sql<SqlBool>
  sameAny(column: Sql, list: Sql): Sql<SqlBool>
  /** The column as text for LIKE. */
  text(column: Sql): Sql
  empty(column: Sql): Sql<SqlBool>
  /** Either side of a comparison of size. */
  sized(value: Sql): Sql
}

const typed = (type: string, convert: (value: unknown) => unknown = (value) => value): Shape => {
  const cast = sql.raw(`::${type}`)
  const castList = sql.raw(`::${type}[]`)
  return {
    bind: (value) => sql`${convert(value)}${cast}`,
    bindList: (values) => sql`${values.map(convert)}${castList}`,
    same: (column, value) => sql`${column} = ${value}`,
    sameAny: (column, list) => sql`${column} = any(${list})`,
    text: (column) => sql`${column}::text`,
    empty: (column) => sql`${column} is null`,
    sized: (value) => value,
  }
}

const text: Shape = {
  ...typed('text', String),
  same: (column, value) => sql`lower(${column}) = lower(${value})`,
  sameAny: (column, list) => sql`lower(${column}) = any(array(select lower(v) from unnest(${list}) v))`,
  text: (column) => column,
  empty: (column) => sql`(${column} is null or ${column} = '')`,
  sized: (value) => sql`lower(${value})`,
}

/** Whole numbers are compared as bigint (an index of a smaller type serves them), everything else as an exact decimal. */
const whole: Shape = {
  ...typed('bigint'),
  bind: (value) => (fitsBigint(value) ? sql`${String(value)}::bigint` : sql`${String(value)}::numeric`),
  bindList: (values) => (values.every(fitsBigint) ? sql`${values.map(String)}::bigint[]` : sql`${values.map(String)}::numeric[]`),
}

function fitsBigint(value: unknown): boolean {
  const digits = String(value)
  return /^-?\d{1,19}$/.test(digits) && BigInt.asIntN(64, BigInt(digits)) === BigInt(digits)
}

/** Columns that hold a list: equal means "holds it". */
const list = (type: string, convert: (value: unknown) => unknown = String): Shape => {
  const cast = sql.raw(`::${type}[]`)
  return {
    bind: (value) => sql`${[convert(value)]}${cast}`,
    bindList: (values) => sql`${values.map(convert)}${cast}`,
    same: (column, value) => sql`${column} @> ${value}`,
    sameAny: (column, values) => sql`${column} && ${values}`,
    text: (column) => sql`array_to_string(${column}, ',')`,
    empty: (column) => sql`(${column} is null or cardinality(${column}) = 0)`,
    sized: (value) => value,
  }
}

const json: Shape = {
  ...typed('jsonb', (value) => JSON.stringify(value)),
  empty: (column) => sql`(${column} is null or ${column}::text in ('[]', 'null', '""'))`,
}

/** Values of an enumerated type, or of another that is shown as text: as text they are compared with whatever somebody asks for. */
const enumerated: Shape = {
  ...text,
  same: (column, value) => sql`${column}::text = ${value}`,
  sameAny: (column, list) => sql`${column}::text = any(${list})`,
  text: (column) => sql`${column}::text`,
  empty: (column) => sql`${column} is null`,
  sized: (value) => value,
}

const shapes: Readonly<Record<string, Shape>> = {
  varchar: text,
  char: text,
  text,
  smallint: whole,
  integer: whole,
  bigint: whole,
  numeric: typed('numeric', String),
  real: typed('float8'),
  'double precision': typed('float8'),
  boolean: typed('boolean'),
  date: typed('date'),
  time: typed('time'),
  timestamp: typed('timestamp'),
  timestamptz: typed('timestamptz'),
  uuid: typed('uuid'),
  enum: enumerated,
  ...Object.fromEntries(foreignTypes.map((type) => [type, enumerated])),
  json,
  jsonb: json,
  bytea: typed('bytea'),
  'text[]': list('text'),
  'smallint[]': list('smallint', smallest(32_767)),
  'integer[]': list('integer', smallest(2_147_483_647)),
  'bigint[]': list('bigint'),
  'any[]': list('text'),
}

/** Numbers that no element can be become one that none is. */
function smallest(max: number): (value: unknown) => unknown {
  return (value) => (Math.abs(Number(value)) <= max ? Number(value) : null)
}

/** A list operand yields all its values, a single one the first. */
const first = (values: Values) => values.list[0]
const compare =
  (symbol: Sql): Build =>
  (column, values, shape) =>
    sql`${shape.sized(column)} ${symbol} ${shape.sized(shape.bind(first(values)))}`
const like = (column: Sql, values: Values, shape: Shape): Sql<SqlBool> =>
  sql`${shape.text(column)} ilike ${likePattern(values.text)}::text`

/** The fifteen operators (protocol 1.6). A column that is NULL fits none of them but NULL. */
const builds: Readonly<Record<Operator, Build>> = {
  eq: (column, values, shape) => shape.same(column, shape.bind(first(values))),
  ne: (column, values, shape) => sql`(not ${shape.same(column, shape.bind(first(values)))})`,
  gt: compare(sql`>`),
  egt: compare(sql`>=`),
  lt: compare(sql`<`),
  elt: compare(sql`<=`),
  LIKE: (column, values, shape) => {
    const indexed = values.hasTextIndex ? textKeySql(column, values.text) : []
    return indexed.length === 0
      ? like(column, values, shape)
      : sql`(${sql.join([like(column, values, shape), ...indexed], sql` and `)})`
  },
  'NOT LIKE': (column, values, shape) => sql`(not ${like(column, values, shape)})`,
  IN: (column, values, shape) => shape.sameAny(column, shape.bindList(values.list)),
  'NOT IN': (column, values, shape) => sql`(not ${shape.sameAny(column, shape.bindList(values.list))})`,
  FIND_IN_SET: (column, values, shape) => shape.sameAny(column, shape.bindList(values.list)),
  RANGE: (column, { low, high }, shape) => {
    const [own, from, to] = [shape.sized(column), shape.sized(shape.bind(low)), shape.sized(shape.bind(high))]
    if (low === undefined) return sql`${own} <= ${to}`
    return high === undefined ? sql`${own} >= ${from}` : sql`${own} between ${from} and ${to}`
  },
  'NOT RANGE': (column, { low, high }, shape) => {
    const [own, from, to] = [shape.sized(column), shape.sized(shape.bind(low)), shape.sized(shape.bind(high))]
    if (low === undefined) return sql`${own} > ${to}`
    return high === undefined ? sql`${own} < ${from}` : sql`${own} not between ${from} and ${to}`
  },
  NULL: (column, _values, shape) => shape.empty(column),
  'NOT NULL': (column, _values, shape) => sql`(not ${shape.empty(column)})`,
}

/** Operators that mean nothing on lists and documents. */
const ordered: readonly Operator[] = ['gt', 'egt', 'lt', 'elt', 'RANGE', 'NOT RANGE']

/** One comparison over one column; values are bound with the column's type. Throws Refused where the operator means nothing. */
export function operatorSql(field: Field, stored: Sql, operator: Operator, values: Values): Sql<SqlBool> {
  const type = field.store?.type ?? 'text'
  const column = type === 'any[]' ? sql`${stored}::text[]` : stored
  const shape = shapes[type] ?? text
  const isList = type.endsWith('[]')
  if ((isList || shape === json || type === 'bytea') && ordered.includes(operator))
    throw new Refused('crud.operator', { name: operator })
  if (operator === 'FIND_IN_SET')
    return isList ? sql`${column} @> ${shape.bindList(values.list)}` : findInSet(field, column, values, shape)
  const built = builds[operator](column, values, shape)
  return isFilledText(field, operator, values) ? sql`(${built} and ${column} <> '')` : built
}

/** Texts that may be empty are unique where they are not: a comparison with one that is not empty says so, for the index to serve it. */
function isFilledText(field: Field, operator: Operator, { list }: Values): boolean {
  const isSame = operator === 'eq' || operator === 'IN'
  return isSame && comparesAsText(field) && !field.required && list.every((value) => String(value) !== '')
}

/** All values are in a text's list of commas; a column of any other type equals one of them. */
function findInSet(field: Field, column: Sql, values: Values, shape: Shape): Sql<SqlBool> {
  if (comparesAsText(field))
    return sql`string_to_array(lower(${column}), ',') @> array(select lower(v) from unnest(${values.list.map(String)}::text[]) v)`
  return builds.FIND_IN_SET(column, values, shape)
}
