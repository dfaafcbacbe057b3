import { sql } from 'kysely'
import type { Reader } from '../connect.ts'

/** A column as the database has it. */
export interface LiveColumn {
  name: string
  /** As format_type() says it: `character varying(32)`. */
  type: string
  /** What it is a kind of, as the page language says it: of a domain the type under it, `enum` of an enumerated type; else the type. */
  base: string
  notNull: boolean
  identity: boolean
  /** Expression of the default, or null. */
  default: string | null
}

export interface LiveTable {
  name: string
  columns: Map<string, LiveColumn>
  primaryKey: string[]
  /** Names of indexes that are no constraint's. */
  indexes: Set<string>
  /** Check constraints: name → was every row checked? */
  checks: Map<string, boolean>
}

/** What a table is called: bare in the schema that names without one mean, elsewhere after its schema. */
const called = sql`case when c.relnamespace = current_schema()::regnamespace then c.relname::text
  else (select nspname from pg_namespace where oid = c.relnamespace) || '.' || c.relname end`

/** Not what the database keeps for itself. */
const isOpen = sql<boolean>`c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`

/** Every table of the schema that names without one mean, and the tables and views that pages can show besides. */
export async function introspect(db: Reader): Promise<Map<string, LiveTable>> {
  const tables = new Map<string, LiveTable>()
  const columns = await sql<LiveColumn & { table: string }>`
    select ${called} as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull",
      case when t.typtype = 'e' or b.typtype = 'e' then 'enum'
        when coalesce(b.typcategory, t.typcategory) = 'A' then case coalesce(b.typelem, t.typelem)
          when 'text'::regtype then 'text[]' when 'varchar'::regtype then 'text[]' when 'int2'::regtype then 'smallint[]'
          when 'int4'::regtype then 'integer[]' when 'int8'::regtype then 'bigint[]' else 'any[]' end
        when t.typtype = 'd' then format_type(t.typbasetype, t.typtypmod)
        when t.typname = 'citext' then 'text' when t.typname = 'bpchar' then 'character'
        else format_type(a.atttypid, a.atttypmod) end as base,
      a.attidentity <> '' as identity, pg_get_expr(d.adbin, d.adrelid) as default
    from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_type t on t.oid = a.atttypid
    left join pg_type b on b.oid = t.typbasetype
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${isOpen}
    order by 1, a.attnum`.execute(db)
  for (const { table, ...column } of columns.rows) {
    const live = tables.get(table) ?? { name: table, columns: new Map(), primaryKey: [], indexes: new Set(), checks: new Map() }
    tables.set(table, live)
    if (column.name) live.columns.set(column.name, column)
  }
  await addIndexes(db, tables)
  return tables
}

async function addIndexes(db: Reader, tables: Map<string, LiveTable>): Promise<void> {
  const indexes = await sql<{ table: string; name: string; primary: boolean; columns: string[] }>`
    select ${called} as table, i.relname as name, x.indisprimary as primary,
      array(select a.attname::text from unnest(x.indkey) with ordinality k(n, o)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.n order by k.o) as columns
    from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    where ${isOpen}`.execute(db)
  for (const { table, name, primary, columns } of indexes.rows) {
    const live = tables.get(table)
    if (primary && live) live.primaryKey = columns
    else live?.indexes.add(name)
  }
  const checks = await sql<{ table: string; name: string; valid: boolean }>`
    select ${called} as table, k.conname as name, k.convalidated as valid from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'c' and ${isOpen}`.execute(db)
  for (const { table, name, valid } of checks.rows) tables.get(table)?.checks.set(name, valid)
}
