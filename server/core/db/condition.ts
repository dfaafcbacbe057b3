import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Comparison, Condition, Leaf, Operand, Quantified } from '../../../src/schemas/condition.ts'
import type { Field } from '../../../src/schemas/field.ts'
import { framesTo, readReference } from '../../../src/schemas/language/condition/condition.ts'
import type { Entity } from '../../../src/schemas/language/entity/entity.ts'
import { deleteColumn, isStored } from './columns.ts'
import { bind, bindList, emptySql, modelSql, typeOfField } from './modelSql.ts'

/** Who acts and what time it is, as for the predicate; and the alias of the row's table in the statement. */
export interface ConditionSqlEnvironment {
  selfId: number
  now: number
  alias?: string
  /** Other tables, for conditions over the rows of a relation of many. */
  entityOf?: (table: string) => Entity | undefined
}

type Sql = RawBuilder<SqlBool>
type ListLeaf = Extract<Condition, { values: readonly unknown[] }>

/** A row the condition may read: of a table, or one inside a column of JSON. */
type Frame = { alias: string; entity: Entity } | { json: RawBuilder<unknown>; fields: Readonly<Record<string, Field>> }
/** From the record to the nearest row. */
type Frames = readonly Frame[]

const yes: Sql = sql<SqlBool>`true`
const no: Sql = sql<SqlBool>`false`

/**
 * The condition as SQL over the entity's columns, with exactly the predicate's meaning (src/schemas/language/condition/predicate.ts): every leaf is
 * true or false, never NULL, so that `not` is plain negation. All values are bound. Rows inside are read from the column of JSON they are
 * kept in, or from the table of the relation. Throws for a field that has no column.
 */
export function conditionSql(condition: Condition, entity: Entity, env: ConditionSqlEnvironment): Sql {
  return write(condition, [{ alias: env.alias ?? 't', entity }], env)
}

function write(condition: Condition, frames: Frames, env: ConditionSqlEnvironment): Sql {
  const parts = (of: readonly Condition[]) => of.map((part) => write(part, frames, env))
  switch (condition.op) {
    case 'all':
      return joined(parts(condition.of), sql` and `, yes)
    case 'any':
      return joined(parts(condition.of), sql` or `, no)
    case 'not':
      return sql<SqlBool>`(not ${write(condition.of, frames, env)})`
    case 'some':
      return anyRow(condition, frames, env, (inner) => write(condition.of, inner, env))
    case 'every':
      return sql<SqlBool>`(not ${anyRow(condition, frames, env, (inner) => sql<SqlBool>`(not ${write(condition.of, inner, env)})`)})`
    default:
      return leafSql(condition, frames, env)
  }
}

function joined(parts: readonly Sql[], by: RawBuilder<unknown>, none: Sql): Sql {
  return parts.length === 0 ? none : sql<SqlBool>`(${sql.join(parts, by)})`
}

/** Is there a row inside that fulfils `test`? */
function anyRow(
  { rows }: Pick<Quantified, 'rows'>,
  frames: Frames,
  env: ConditionSqlEnvironment,
  test: (inner: Frames) => Sql,
): Sql {
  const reference = readReference(rows)
  const around = framesTo(reference, frames)
  const frame = around.at(-1)
  const alias = `i${around.length}`
  const field = frame && fieldIn(frame, reference.name)
  if (frame && field?.fields) {
    const list = jsonOf(frame, field)
    const value = sql.ref(`${alias}.value`)
    const inner: Frames = [...around, { json: value, fields: field.fields }]
    return sql<SqlBool>`exists (select 1 from jsonb_array_elements(case when jsonb_typeof(${list}) = 'array' then ${list} end) as ${sql.ref(alias)} where ${test(inner)})`
  }
  const owner = frame && 'entity' in frame ? frame : undefined
  const relation = owner?.entity.relations[reference.name]
  const target = relation?.type === 'many' ? env.entityOf?.(relation.table) : undefined
  if (!owner || relation?.type !== 'many' || !target) throw new Error(`condition on the rows of "${rows}": there is no such list`)
  const own = sql`${sql.ref(`${alias}.${relation.foreignKey}`)} = ${sql.ref(`${owner.alias}.${owner.entity.key ?? 'id'}`)}`
  const living = target.softDelete ? sql` and ${sql.ref(`${alias}.${deleteColumn}`)} is null` : sql``
  const inner: Frames = [...around, { alias, entity: target }]
  return sql<SqlBool>`exists (select 1 from ${sql.table(target.table)} as ${sql.ref(alias)} where ${own}${living} and ${test(inner)})`
}

/**
 * A value of the condition: as a number, as a text, or as either where only the row's JSON decides; lists and JSON are neither and never
 * equal to a value. `raw` is NULL exactly when the value is.
 */
interface Value {
  number?: RawBuilder<unknown>
  text?: RawBuilder<unknown>
  raw: RawBuilder<unknown>
}

function leafSql(leaf: Leaf, frames: Frames, env: ConditionSqlEnvironment): Sql {
  if (leaf.op === 'empty') return emptyOf(leaf.field, leaf.value, frames, env)
  const left = readValue(leaf.field, frames)
  return 'values' in leaf ? listSql(leaf, left) : comparisonSql(leaf, left, frames, env)
}

function listSql(leaf: ListLeaf, left: Value): Sql {
  const numbers = leaf.values.filter((value) => typeof value === 'number')
  const texts = leaf.values.filter((value) => typeof value === 'string')
  const found = either([
    left.number && numbers.length > 0 ? sql<SqlBool>`${left.number} = any(${bindList(numbers, 'number')})` : undefined,
    left.text && texts.length > 0 ? sql<SqlBool>`${left.text} = any(${bindList(texts, 'string')})` : undefined,
  ])
  return leaf.op === 'in' ? found : sql<SqlBool>`(${left.raw} is not null and not ${found})`
}

function comparisonSql(leaf: Comparison, left: Value, frames: Frames, env: ConditionSqlEnvironment): Sql {
  const right = operandOf(leaf.operand, frames, env)
  if (!right) return no
  if (leaf.op === 'ne') {
    // Values of different types are never equal; both must be there for `ne` to hold.
    return sql<SqlBool>`(${left.raw} is not null and ${right.raw} is not null and not ${compared('eq', left, right)})`
  }
  return compared(leaf.op, left, right)
}

/** Numbers are compared with numbers, texts with texts. */
function compared(op: Comparison['op'], left: Value, right: Value): Sql {
  const by = symbols[op]
  return either([
    left.number && right.number ? sql<SqlBool>`${left.number} ${by} ${right.number}` : undefined,
    left.text && right.text ? sql<SqlBool>`${left.text} ${by} ${right.text}` : undefined,
  ])
}

const symbols: Readonly<Record<Comparison['op'], RawBuilder<unknown>>> = {
  eq: sql`=`,
  ne: sql`<>`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
}

/** One of the parts is true; NULL counts as not fulfilled, at the leaf, before any negation sees it. */
function either(parts: readonly (Sql | undefined)[]): Sql {
  const sound = parts.flatMap((part) => (part ? [sql<SqlBool>`coalesce(${part}, false)`] : []))
  return sound.length === 0 ? no : sql<SqlBool>`(${sql.join(sound, sql` or `)})`
}

function operandOf(operand: Operand, frames: Frames, env: ConditionSqlEnvironment): Value | undefined {
  if ('field' in operand) return readValue(operand.field, frames)
  const value = 'value' in operand ? operand.value : 'self' in operand ? env.selfId : env.now + operand.now
  if (value === null) return undefined
  if (typeof value === 'boolean') return { raw: sql`${String(value)}::text` }
  const bound = bind(value, typeof value === 'number' ? 'number' : 'string')
  return typeof value === 'number' ? { number: bound, raw: bound } : { text: bound, raw: bound }
}

/** The field of a row, if it has one of this name. */
function fieldIn(frame: Frame, name: string): Field | undefined {
  const { fields } = 'entity' in frame ? frame.entity : frame
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

/** The value of a name in the condition. */
function readValue(text: string, frames: Frames): Value {
  const reference = readReference(text)
  const frame = framesTo(reference, frames).at(-1)
  const field = frame && fieldIn(frame, reference.name)
  if (frame && field && 'json' in frame) return jsonValue(frame.json, field)
  if (!frame || !field || !('entity' in frame) || !isStored(field)) return unknownField(text)
  const raw = sql.ref(`${frame.alias}.${field.name}`)
  const type = typeOfField(field)
  const value = modelSql(field, raw)
  return type === 'number' ? { number: value, raw } : type === 'string' ? { text: value, raw } : { raw }
}

/** A value inside JSON is what JSON says it is: `raw` is its text, NULL for null. */
function jsonValue(row: RawBuilder<unknown>, field: Field): Value {
  const part = sql`(${row} -> ${field.name}::text)`
  const raw = sql`(${row} ->> ${field.name}::text)`
  return {
    number: sql`(case when jsonb_typeof(${part}) = 'number' then ${raw}::numeric end)`,
    text: sql`(case when jsonb_typeof(${part}) = 'string' then ${raw} end) collate "C"`,
    raw,
  }
}

/** The JSON of a list of rows: of a column, or of a part of a row inside one. */
function jsonOf(frame: Frame, field: Field): RawBuilder<unknown> {
  if ('json' in frame) return sql`(${frame.json} -> ${field.name}::text)`
  return sql`${sql.ref(`${frame.alias}.${field.name}`)}::jsonb`
}

/** Empty is NULL, '' and the empty list; of a relation, no rows. */
function emptyOf(text: string, wanted: boolean, frames: Frames, env: ConditionSqlEnvironment): Sql {
  const reference = readReference(text)
  const frame = framesTo(reference, frames).at(-1)
  const field = frame && fieldIn(frame, reference.name)
  if (frame && !field) {
    const some = anyRow({ rows: text }, frames, env, () => yes)
    return wanted ? sql<SqlBool>`(not ${some})` : some
  }
  const { raw } = readValue(text, frames)
  if (!frame || !field || 'entity' in frame) return emptySql(field ?? unknownField(text), raw, wanted)
  const empty = sql<SqlBool>`(${raw} is null or (${jsonOf(frame, field)})::text in ('""', '[]'))`
  return wanted ? empty : sql<SqlBool>`(not ${empty})`
}

function unknownField(text: string): never {
  throw new Error(`condition on "${text}": there is no such column`)
}
