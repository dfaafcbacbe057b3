import { foreignTypes } from '../../src/schemas/kinds/kind.ts'
import type { ColumnFacts } from '../introspect/facts.ts'

/** The families of column types that inference distinguishes. */
export type Family =
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'varchar'
  | 'char'
  | 'text'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'json'
  | 'uuid'
  | 'enum'
  | 'array'
  | 'special'
  | 'other'

export interface ColumnType {
  family: Family
  /** The type as `store` of a field writes it. */
  store: string
  length?: number
  scale?: number
}

/** Types by how PostgreSQL writes them. Anything else is a text to pages, but bytes, which nobody enters. */
const types: readonly (readonly [RegExp, Family, string])[] = [
  [/^text\[\]$/, 'array', 'text[]'],
  [/^character varying(?:\(\d+\))?\[\]$/, 'array', 'text[]'],
  [/^smallint\[\]$/, 'array', 'smallint[]'],
  [/^integer\[\]$/, 'array', 'integer[]'],
  [/^bigint\[\]$/, 'array', 'bigint[]'],
  [/\[\]$/, 'array', 'any[]'],
  [/^smallint$/, 'integer', 'smallint'],
  [/^integer$/, 'integer', 'integer'],
  [/^bigint$/, 'integer', 'bigint'],
  [/^numeric/, 'decimal', 'numeric'],
  [/^real$/, 'decimal', 'real'],
  [/^double precision$/, 'decimal', 'double precision'],
  [/^boolean$/, 'boolean', 'boolean'],
  [/^character varying/, 'varchar', 'varchar'],
  [/^(?:character|bpchar)/, 'char', 'char'],
  [/^(?:text|citext|name)$/, 'text', 'text'],
  [/^date$/, 'date', 'date'],
  [/^time(?:\(\d\))? without/, 'time', 'time'],
  [/^timestamp(?:\(\d\))? without/, 'timestamp', 'timestamp'],
  [/^timestamp(?:\(\d\))? with /, 'timestamp', 'timestamptz'],
  [/^json$/, 'json', 'json'],
  [/^jsonb$/, 'json', 'jsonb'],
  [/^uuid$/, 'uuid', 'uuid'],
  ...foreignTypes.map((type) => [new RegExp(`^${type}(?:\\(\\d\\))?$`), 'special', type] as const),
]

/** What inference needs to know of a column's type. */
export function columnType(column: ColumnFacts): ColumnType {
  const type = column.base ?? column.type
  if (column.enumValues) return type.endsWith('[]') ? { family: 'array', store: 'any[]' } : { family: 'enum', store: 'enum' }
  const found = types.find(([pattern]) => pattern.test(type))
  if (!found) return type === 'bytea' ? { family: 'other', store: '' } : { family: 'special', store: 'any' }
  const [, family, store] = found
  const [, first, second] = /\((\d+)(?:,\s*(\d+))?\)/.exec(type) ?? []
  if (family === 'array' || first === undefined) return { family, store }
  if (store === 'numeric') return { family, store: `numeric(${first},${second ?? 0})`, scale: Number(second ?? 0) }
  if (family === 'special') return { family, store }
  return family === 'varchar' || family === 'char'
    ? { family, store: `${store}(${first})`, length: Number(first) }
    : { family, store }
}

/** Decimals that the page language can name; a column with more says itself how many it has. */
export const scaleLimit = 10
