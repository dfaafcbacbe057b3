import type { Field } from '../../../src/schemas/field.ts'
import type { JsonSchema } from '../../../src/schemas/jsonSchema.ts'
import { kindOf } from '../../../src/schemas/kinds/index.ts'
import type { Entity } from '../../../src/schemas/language/entity/entity.ts'
import { comparesAsText, literal, ownNameFor, quote, storedFields } from './columns.ts'
import { postgresPattern } from './pattern.ts'

/** A check constraint Kontor makes. */
export interface CheckDefinition {
  name: string
  table: string
  /** The field whose values it checks. */
  field: string
  /** Other fields that it reads. */
  others?: readonly string[]
  sql: string
}

/**
 * What a table declares about single values, and about sums of whole numbers (`bounds`), as far as the database can enforce it: options,
 * limits of numbers and times, lengths and patterns of texts, lengths and options of lists, and that a JSON list is a list. A constraint
 * equals the kind's schema (tests/contract) and accepts empty values, because being required can depend on the row. Rules over other
 * fields, the current time or list elements are in server/crud.
 */
export function checksOf(entity: Entity): readonly CheckDefinition[] {
  const checks = known.get(entity) ?? makeChecks(entity)
  known.set(entity, checks)
  return checks
}

const known = new WeakMap<Entity, readonly CheckDefinition[]>()

function makeChecks(entity: Entity): CheckDefinition[] {
  const named = (field: string, sql: string) => ({
    name: ownNameFor(entity.table, field, `check ${sql}`),
    table: entity.table,
    field,
    sql,
  })
  const single = storedFields(entity).flatMap((field) => {
    const sql = checkOf(field)
    return sql ? [named(field.name, sql)] : []
  })
  const sums = (entity.bounds ?? []).map((bound) => {
    const [field = '', ...more] = bound.sum
    const other = 'atMost' in bound ? [bound.atMost] : bound.equals
    const sql = `${added(bound.sum)} ${'atMost' in bound ? '<=' : '='} ${added(other)}`
    return { ...named(field, sql), others: [...more, ...other] }
  })
  return [...single, ...sums]
}

const added = (names: readonly string[]) => names.map(quote).join(' + ')

/** SQL of all that is declared of a field's column; null when there is nothing. */
export function checkOf(field: Field): string | null {
  // What is kept of a secret of its kind (a password) is not what was typed.
  if (kindOf(field).secret) return null
  // Nor is the mask of what is kept encrypted.
  if (field.sealed !== undefined) return null
  const schema = kindOf(field).schema({ ...field, required: false })
  const parts = partsOf(field, schema)
  if (parts.length < 2) return parts[0] ?? null
  return parts.map((part) => (part.includes(' OR ') ? `(${part})` : part)).join(' AND ')
}

const numbers = ['smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision']

function partsOf(field: Field, schema: JsonSchema): string[] {
  const type = field.store?.type ?? 'text'
  if (type.endsWith('[]')) return listParts(field, schema)
  if (type === 'json' || type === 'jsonb') return jsonParts(field, schema)
  if (type === 'boolean') return []
  const values = valuesOf(schema)
  if (values.length > 0) return [`${quote(field.name)} IN (${values.map(literal).join(', ')})`]
  if (comparesAsText(field)) return schema.type === 'string' ? textParts(field, schema) : []
  return limitParts(field, type, schema)
}

/** The values a schema names, without the one that means none. */
function valuesOf(schema: JsonSchema | undefined): unknown[] {
  return (schema?.enum ?? []).filter((value) => value !== null)
}

/** Whole numbers that a column takes: a limit of a kind that is wider says nothing. */
const widest: Readonly<Record<string, number>> = { smallint: 32_767, integer: 2_147_483_647 }

/** Limits of numbers, and of moments that do not move. */
function limitParts(field: Field, type: string, schema: JsonSchema): string[] {
  const isNumber = numbers.includes(type) && !isScaled(field)
  const isMoment = type === 'date' || type === 'time' || type === 'bigint'
  const limit = (key: 'min' | 'max') => {
    const moment = field.limits?.[key]
    if (isMoment && moment !== undefined && moment !== 'now') return [moment]
    if (!isNumber) return []
    const ofKind = key === 'min' ? schema.minimum : schema.maximum
    const isNarrower = ofKind !== undefined && Math.abs(ofKind) < (widest[type] ?? 0)
    return typeof field[key] === 'number' ? [field[key]] : isNarrower ? [ofKind] : []
  }
  const column = quote(field.name)
  return [
    ...limit('min').map((value) => `${column} >= ${literal(value)}`),
    ...limit('max').map((value) => `${column} <= ${literal(value)}`),
  ]
}

/** Amounts kept as decimals have limits in another unit than their column. */
function isScaled(field: Field): boolean {
  return field.store?.type === 'numeric' && String(kindOf(field).toWire(1, field)).includes('.')
}

function textParts(field: Field, schema: JsonSchema): string[] {
  const column = quote(field.name)
  const ofColumn = field.store?.length ?? Number.POSITIVE_INFINITY
  const pattern = schema.pattern === undefined ? null : postgresPattern(schema.pattern)
  return [
    ...(field.minLength ? [`${column} = '' OR char_length(${column}) >= ${field.minLength}`] : []),
    ...(schema.maxLength !== undefined && schema.maxLength < ofColumn ? [`char_length(${column}) <= ${schema.maxLength}`] : []),
    ...(pattern === null ? [] : [`${column} ~ ${literal(pattern)}`]),
  ]
}

function listParts(field: Field, schema: JsonSchema): string[] {
  const column = quote(field.name)
  const values = valuesOf(schema.items)
  const most = values.length > 0 ? `ARRAY[${values.map(literal).join(', ')}]::${field.store?.type}` : null
  return [...(most ? [`${column} <@ ${most}`] : []), ...countParts(`cardinality(${column})`, schema)]
}

function jsonParts(field: Field, schema: JsonSchema): string[] {
  if (schema.type !== 'array') return []
  const column = quote(field.name)
  const type = field.store?.type
  const isList = `${type}_typeof(${column}) = 'array'`
  const counts = countParts(`${type}_array_length(${column})`, schema)
  // What is counted has to be a list first; CASE alone promises that order.
  return counts.length === 0
    ? [isList]
    : [`CASE WHEN ${isList} THEN ${counts.map((part) => `(${part})`).join(' AND ')} ELSE ${column} IS NULL END`]
}

/** Limits of a list's length; an empty list always passes. */
function countParts(count: string, { minItems = 0, maxItems }: JsonSchema): string[] {
  return [
    ...(minItems > 1 ? [`${count} = 0 OR ${count} >= ${minItems}`] : []),
    ...(maxItems === undefined ? [] : [`${count} <= ${maxItems}`]),
  ]
}
