import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Entity } from '../../../src/schemas/language/entity/entity.ts'
import { separator, splitKey, writtenSigns } from '../../../src/schemas/language/entity/madeKey.ts'
import { keyColumns, literal, quote } from './columns.ts'

/** What names a row. */
export type Key = string | number

type Sql<T = unknown> = RawBuilder<T>

/*
 * The table is called `alias` in the statement, and by its own name where that is ''. A key of several columns is compared part by part, so
 * that the index of the table's own primary key serves.
 */

/** What names the rows of a table. */
export function keyColumn(entity: Entity, alias = 't'): Sql {
  return entity.keyParts ? sql.raw(madeKeyText(entity, alias)) : columnSql(alias, entity.key ?? 'id')
}

/** This row: the one with the key. */
export function isRow(entity: Entity, key: Key, alias = 't'): Sql<SqlBool> {
  if (!entity.keyParts) return sql<SqlBool>`${keyColumn(entity, alias)} = ${keySql(entity, key)}`
  const values = partsSql(entity, key)
  if (!values) return sql<SqlBool>`false`
  const equal = columnsOfKey(entity, alias).map((column, i) => sql`${column} = ${values[i]}`)
  return sql<SqlBool>`(${sql.join(equal, sql` and `)})`
}

/** These rows: those with one of the keys. */
export function isOneOf(entity: Entity, keys: readonly Key[], alias = 't'): Sql<SqlBool> {
  if (!entity.keyParts) return sql<SqlBool>`${keyColumn(entity, alias)} = any(${keysSql(entity, keys)})`
  const rows = keys.flatMap((key) => rowSql(entity, key))
  return rows.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(columnsOfKey(entity, alias))}) in (${sql.join(rows)})`
}

/** The rows that a statement finds; it is all behind `select <key> from`, and calls the table `t` as well. */
export function isFoundBy(entity: Entity, from: Sql): Sql<SqlBool> {
  const key = keyColumn(entity)
  if (!entity.keyParts) return sql<SqlBool>`${key} = any(array(select ${key} from ${from}))`
  const columns = sql.join(columnsOfKey(entity, 't'))
  return sql<SqlBool>`(${columns}) in (select ${columns} from ${from})`
}

/** The columns that rows are put in order by to be in the order of their keys. */
export function keyOrder(entity: Entity, alias = 't'): Sql {
  return sql.join(columnsOfKey(entity, alias))
}

/** Types whose values hold none of the signs that a key writes in another way. */
const withoutSigns: ReadonlySet<string> = new Set([
  ...['smallint', 'integer', 'bigint', 'numeric', 'boolean', 'uuid', 'macaddr'],
  ...['date', 'timestamp', 'timestamptz'],
])

/** The key that is made of the parts, as `joinKey` makes it. */
export function madeKeyText({ keyParts = [], fields }: Entity, alias = 't'): string {
  const parts = keyParts.map((name) => {
    const text = `${alias === '' ? '' : `${alias}.`}${quote(name)}::text`
    if (withoutSigns.has(fields[name]?.store?.type ?? '')) return text
    return writtenSigns.reduce((made, [sign, written]) => `replace(${made}, ${literal(sign)}, ${literal(written)})`, text)
  })
  return `(${parts.join(` || ${literal(separator)} || `)})`
}

function columnsOfKey(entity: Entity, alias: string): Sql[] {
  return keyColumns(entity).map((name) => columnSql(alias, name))
}

const whole: ReadonlySet<string> = new Set(['smallint', 'integer', 'bigint'])

/** The parts of a key, bound as values of their columns; numbers with a type in which every one fits. */
function partsSql({ keyParts = [], fields }: Entity, key: Key): Sql[] | undefined {
  return splitKey(String(key), keyParts.length)?.map((text, i) => {
    if (!whole.has(fields[keyParts[i] ?? '']?.store?.type ?? '')) return sql`${text}`
    return Number.isSafeInteger(Number(text)) ? sql`${text}::bigint` : sql`${text}::numeric`
  })
}

function rowSql(entity: Entity, key: Key): Sql[] {
  const values = partsSql(entity, key)
  return values ? [sql`(${sql.join(values)})`] : []
}

/** Types of keys of which every key that was decoded is a value: the column says itself what the parameter is. */
const asColumn: ReadonlySet<string> = new Set(['boolean', 'date', 'enum', 'numeric', 'macaddr'])

/** Bound with a type in which every key fits, so that a number that is too large finds nothing instead of failing. */
export function keySql(entity: Entity, key: Key): Sql {
  const type = entity.fields[entity.key ?? '']?.store?.type ?? 'integer'
  if (type === 'uuid') return sql`${key}::uuid`
  if (type === 'varchar' || type === 'text' || type === 'char') return sql`${key}::text`
  if (asColumn.has(type)) return sql`${String(key)}`
  return Number.isSafeInteger(key) ? sql`${key}::bigint` : sql`${String(key)}::numeric`
}

export function keysSql(entity: Entity, keys: readonly Key[]): Sql {
  const type = entity.fields[entity.key ?? '']?.store?.type ?? 'integer'
  if (type === 'uuid') return sql`${keys}::uuid[]`
  if (type === 'varchar' || type === 'text' || type === 'char') return sql`${keys}::text[]`
  if (asColumn.has(type)) return sql`${keys.map(String)}`
  return sql`${keys.map(String)}::numeric[]::bigint[]`
}

function columnSql(alias: string, name: string): Sql {
  return sql.ref(alias === '' ? name : `${alias}.${name}`)
}
