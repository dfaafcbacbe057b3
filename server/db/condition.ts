import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { wireZone } from '../../src/schemas/kinds/clock.ts'
import { kindOf } from '../../src/schemas/kinds/index.ts'
import { onOff } from '../../src/schemas/kinds/switch.ts'
import type { Comparison, Condition, Operand } from '../../src/schemas/language/condition.ts'
import type { Entity } from '../../src/schemas/language/entity.ts'
import type { Field } from '../../src/schemas/language/field.ts'
import { isStored } from './columns.ts'
import { hasDecimalWire } from './values.ts'

/** Who acts and what time it is, as for the predicate; and the alias of the row's table in the statement. */
export interface ConditionSqlEnvironment {
  selfId: number
  now: number
  alias?: string
}

type Sql = RawBuilder<SqlBool>
type Leaf = Exclude<Condition, { op: 'all' | 'any' | 'not' }>
type ListLeaf = Extract<Condition, { values: readonly unknown[] }>

const yes: Sql = sql<SqlBool>`true`
const no: Sql = sql<SqlBool>`false`

/**
 * The condition as SQL over the entity's columns, with exactly the predicate's meaning (src/schemas/language/predicate.ts): every leaf is
 * true or false, never NULL, so that `not` is plain negation. All values are bound. Throws for a field that has no column.
 */
export function conditionSql(condition: Condition, entity: Entity, env: ConditionSqlEnvironment): Sql {
  switch (condition.op) {
    case 'all':
      return joined(condition.of, entity, env, sql` and `, yes)
    case 'any':
      return joined(condition.of, entity, env, sql` or `, no)
    case 'not':
      return sql<SqlBool>`(not ${conditionSql(condition.of, entity, env)})`
    default:
      return leafSql(condition, entity, env)
  }
}

function joined(
  parts: readonly Condition[],
  entity: Entity,
  env: ConditionSqlEnvironment,
  by: RawBuilder<unknown>,
  none: Sql,
): Sql {
  if (parts.length === 0) return none
  return sql<SqlBool>`(${sql.join(
    parts.map((part) => conditionSql(part, entity, env)),
    by,
  )})`
}

/** Kind of JavaScript value a field's model value is; lists and JSON are never equal to a value. */
type ValueType = 'number' | 'string' | 'other'

function leafSql(leaf: Leaf, entity: Entity, env: ConditionSqlEnvironment): Sql {
  const field = fieldOf(leaf.field, entity)
  const column = sql.ref(`${env.alias ?? 't'}.${field.name}`)
  if (leaf.op === 'empty') return emptySql(field, column, leaf.value)
  const own = { left: modelSql(field, column), column, type: typeOfField(field) }
  return 'values' in leaf ? listSql(leaf, own) : comparisonSql(leaf, own, entity, env)
}

interface Left {
  left: RawBuilder<unknown>
  column: RawBuilder<unknown>
  type: ValueType
}

function listSql(leaf: ListLeaf, { left, column, type }: Left): Sql {
  const values = leaf.values.filter((value) => value !== null && typeof value === type)
  const found = values.length > 0 ? sql<SqlBool>`${left} = any(${bindList(values, type)})` : no
  return leaf.op === 'in' ? sound(found) : sql<SqlBool>`(${column} is not null and not ${sound(found)})`
}

function comparisonSql(leaf: Comparison, own: Left, entity: Entity, env: ConditionSqlEnvironment): Sql {
  const right = operandSql(leaf.operand, entity, env)
  if (!right) return no
  const isItself = 'field' in leaf.operand && leaf.operand.field === leaf.field
  if (isItself && own.type === 'other') return leaf.op === 'eq' ? sql<SqlBool>`(${own.column} is not null)` : no
  const comparable = right.type === own.type && own.type !== 'other'
  if (!comparable) {
    // Values of different types are never equal and never in order; both must be there for `ne` to hold.
    return leaf.op === 'ne' ? sql<SqlBool>`(${own.column} is not null and ${right.raw} is not null)` : no
  }
  return sound(sql<SqlBool>`${own.left} ${symbols[leaf.op]} ${right.value}`)
}

const symbols: Readonly<Record<Comparison['op'], RawBuilder<unknown>>> = {
  eq: sql`=`,
  ne: sql`<>`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
}

/** NULL counts as not fulfilled, at the leaf, before any negation sees it. */
function sound(expression: Sql): Sql {
  return sql<SqlBool>`coalesce(${expression}, false)`
}

function operandSql(operand: Operand, entity: Entity, env: ConditionSqlEnvironment) {
  if ('field' in operand) {
    const field = fieldOf(operand.field, entity)
    const raw = sql.ref(`${env.alias ?? 't'}.${field.name}`)
    return { type: typeOfField(field), value: modelSql(field, raw), raw }
  }
  const value = 'value' in operand ? operand.value : 'self' in operand ? env.selfId : env.now + operand.now
  if (value === null) return undefined
  const type: ValueType = typeof value === 'number' ? 'number' : typeof value === 'string' ? 'string' : 'other'
  const bound = bind(value, type)
  return { type, value: bound, raw: bound }
}

function bind(value: unknown, type: ValueType): RawBuilder<unknown> {
  if (type === 'number') return Number.isSafeInteger(value) ? sql`${value}::bigint` : sql`${String(value)}::numeric`
  return sql`${String(value)}::text`
}

function bindList(values: readonly unknown[], type: ValueType): RawBuilder<unknown> {
  if (type === 'number')
    return values.every(Number.isSafeInteger) ? sql`${values}::bigint[]` : sql`${values.map(String)}::numeric[]`
  return sql`${values}::text[]`
}

function fieldOf(name: string, entity: Entity): Field {
  const field = entity.fields[name]
  if (!field || !isStored(field)) throw new Error(`condition on "${name}": table ${entity.table} has no such column`)
  return field
}

function typeOfField(field: Field): ValueType {
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

/** Empty is NULL, '' and the empty list. */
function emptySql(field: Field, column: RawBuilder<unknown>, wanted: boolean): Sql {
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
