import type { QueryResultRow } from 'pg'
import type { ColumnFacts, TableFacts } from './facts.ts'

/** Runs one SQL text with parameters and returns its rows. */
export type Query = <Row extends QueryResultRow>(sql: string, params: unknown[]) => Promise<Row[]>

/** What pages call a table: those outside of `public` after their schema. */
const called = (table: string, schema: string) =>
  `case when ${schema}.nspname = 'public' then ${table}.relname::text else ${schema}.nspname || '.' || ${table}.relname end`

/** The domains that a domain stands on, itself first, and the type below all of them with what is said of it there. */
const domainsSql = `
  with recursive levels as (
    select oid as domain, oid as level, typbasetype as base, typtypmod as modifier, typnotnull as required, 1 as depth
    from pg_type where typtype = 'd'
    union all
    select l.domain, t.oid, t.typbasetype, t.typtypmod, t.typnotnull or l.required, l.depth + 1
    from levels l join pg_type t on t.oid = l.base and t.typtype = 'd'
  ), domains as (select distinct on (domain) domain, base, modifier, required from levels order by domain, depth desc)`

const columnsSql = `${domainsSql}
  select ${called('c', 'n')} as "table", c.relkind in ('v', 'm') as "isView", coalesce(obj_description(c.oid, 'pg_class'), '') as "tableComment",
         a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not (a.attnotnull or coalesce(o.required, false)) as nullable,
         format_type(o.base, o.modifier) as base,
         coalesce(pg_get_expr(d.adbin, d.adrelid), t.typdefault) as "default",
         (a.attidentity <> '' or a.attgenerated <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval(%', false)) as counted,
         coalesce(col_description(c.oid, a.attnum), '') as comment,
         (select array_agg(e.enumlabel::text order by e.enumsortorder) from pg_enum e
            where e.enumtypid in (coalesce(o.base, a.atttypid), (select b.typelem from pg_type b where b.oid = coalesce(o.base, a.atttypid)))) as "enumValues"
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join domains o on o.domain = t.oid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition and n.nspname = any($1)
    and not exists (select 1 from pg_depend x where x.classid = 'pg_class'::regclass and x.objid = c.oid and x.deptype = 'e')
  order by 1, a.attnum`

const keysSql = `
  select ${called('c', 'n')} as "table", i.indisprimary as "primary",
         (select array_agg(a.attname::text order by k.ord) from unnest(i.indkey) with ordinality k(attnum, ord)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum) as columns
  from pg_index i
  join pg_class c on c.oid = i.indrelid
  join pg_namespace n on n.oid = c.relnamespace
  where i.indisunique and i.indpred is null and i.indexprs is null and n.nspname = any($1)`

const foreignSql = `
  select ${called('c', 'n')} as "table", a.attname as column, ${called('r', 'm')} as "refTable", ra.attname as "refColumn"
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_namespace n on n.oid = c.relnamespace
  join pg_class r on r.oid = k.confrelid
  join pg_namespace m on m.oid = r.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
  join pg_attribute ra on ra.attrelid = r.oid and ra.attnum = k.confkey[1]
  where k.contype = 'f' and cardinality(k.conkey) = 1 and not c.relispartition and n.nspname = any($1)
  order by 1, k.conkey[1]`

const checksSql = `${domainsSql}
  select ${called('c', 'n')} as "table", pg_get_expr(k.conbin, k.conrelid) as expression, null::text as column
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where k.contype = 'c' and k.convalidated and n.nspname = any($1)
  union all
  select ${called('c', 'n')}, pg_get_constraintdef(k.oid), a.attname::text
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  join levels l on l.domain = a.atttypid
  join pg_constraint k on k.contypid = l.level and k.contype = 'c' and k.convalidated
  where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p') and n.nspname = any($1)
  order by 1, 2`

interface ColumnRow extends Omit<ColumnFacts, 'base'> {
  table: string
  tableComment: string
  isView: boolean
  base: string | null
}

interface CheckRow {
  table: string
  expression: string
  column: string | null
}

/**
 * Facts of every table and view of schemas of PostgreSQL, by name; outside of `public` the schema comes first: `stock.items`. A partitioned
 * table is one table, and what an extension brought is none.
 */
export async function introspectPostgres(
  query: Query,
  schemas: readonly string[] = ['public'],
): Promise<Map<string, TableFacts>> {
  const columns = await query<ColumnRow>(columnsSql, [schemas])
  const keys = await query<{ table: string; primary: boolean; columns: string[] }>(keysSql, [schemas])
  const foreign = await query<{ table: string; column: string; refTable: string; refColumn: string }>(foreignSql, [schemas])
  const checks = await query<CheckRow>(checksSql, [schemas])
  const byTable = new Map<string, ColumnRow[]>()
  for (const column of columns) byTable.set(column.table, [...(byTable.get(column.table) ?? []), column])
  const tables = new Map<string, TableFacts>()
  for (const [name, own] of byTable) {
    tables.set(name, {
      name,
      comment: own[0]?.tableComment ?? '',
      columns: own.map(({ table: _table, tableComment: _comment, isView: _isView, base, ...column }) => ({
        ...column,
        ...(base === null ? {} : { base }),
      })),
      ...(own[0]?.isView ? { isView: true } : {}),
      primaryKey: keys.find((k) => k.table === name && k.primary)?.columns ?? [],
      unique: keys.filter((k) => k.table === name && !k.primary).map((k) => k.columns),
      foreignKeys: foreign
        .filter((f) => f.table === name)
        .map((f) => ({ column: f.column, table: f.refTable, refColumn: f.refColumn })),
      checks: checks.filter((c) => c.table === name).map(expressionOf),
    })
  }
  return tables
}

/** The rule of a domain says VALUE where it means the column. */
function expressionOf({ expression, column }: CheckRow): string {
  if (column === null) return expression
  const quoted = /^[a-z_][a-z0-9_]*$/.test(column) ? column : `"${column.replaceAll('"', '""')}"`
  return expression.replace(/^CHECK\s*/, '').replace(/\bVALUE\b/g, () => quoted)
}
