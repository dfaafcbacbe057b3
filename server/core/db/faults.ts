import { sql } from 'kysely'
import { codeOf, textOf } from '../../../src/schemas/errors.ts'
import { quoteTable } from './columns.ts'
import { isOfDatabase, type Reader } from './connect.ts'

/** What the database said of a write that it refused. */
export interface DatabaseFault {
  code: string
  message: string
  detail: string
  table: string
  column: string
  constraint: string
  /** It is a sentence of a trigger or function (RAISE), whatever its code. */
  raised: boolean
}

/** The error as PostgreSQL's; undefined for every other one. */
export function faultOf(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof Error)) return undefined
  const text = (name: string) => textOf(error, name) ?? ''
  const code = text('code')
  if (!/^[0-9A-Z]{5}$/.test(code) || !/\d/.test(code)) return undefined
  return {
    code,
    message: error.message,
    detail: text('detail'),
    table: tableOf(text('schema'), text('table')),
    column: text('column'),
    constraint: text('constraint'),
    raised: text('routine') === 'exec_stmt_raise',
  }
}

/** As pages call a table: those of another schema after it. */
function tableOf(schema: string, table: string): string {
  return schema === '' || schema === 'public' || table === '' ? table : `${schema}.${table}`
}

/** A rule of a table, as the catalogue has it. */
export interface RuleFacts {
  table: string
  /** Columns that it reads, in its order; of a foreign key the referring ones. */
  columns: string[]
  /** Of a foreign key: the referenced table and its columns. */
  parent: string | null
  parentColumns: string[]
}

/** The constraint or unique index of this name on the table; undefined when there is none. */
export async function ruleFacts(db: Reader, table: string, name: string): Promise<RuleFacts | undefined> {
  const columns = (
    of: string,
    keys: string,
  ) => sql`array(select a.attname::text from unnest(${sql.ref(keys)}) with ordinality u(n, o)
    join pg_attribute a on a.attrelid = ${sql.ref(of)} and a.attnum = u.n order by u.o)`
  const called = (of: string) => {
    const own = sql.ref(`${of}.relnamespace`)
    return sql`case when ${own} = current_schema()::regnamespace then '' else (select nspname || '.' from pg_namespace where oid = ${own}) end || ${sql.ref(`${of}.relname`)}`
  }
  const { rows } = await sql<RuleFacts>`
    select ${called('c')} as "table", ${called('r')} as parent, ${columns('k.conrelid', 'k.conkey')} as columns,
      ${columns('k.confrelid', 'k.confkey')} as "parentColumns"
    from pg_constraint k join pg_class c on c.oid = k.conrelid left join pg_class r on r.oid = k.confrelid
    where k.conname = ${name} and c.oid = to_regclass(${quoteTable(table)})
    union all
    select ${called('c')}, null, array(select a.attname::text from pg_attribute a where a.attrelid = x.indrelid and (a.attnum = any(x.indkey)
      or exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = x.indexrelid
        and d.refclassid = 'pg_class'::regclass and d.refobjid = x.indrelid and d.refobjsubid = a.attnum)) and a.attnum > 0 order by a.attnum), '{}'
    from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    where i.relname = ${name} and c.oid = to_regclass(${quoteTable(table)}) limit 1`.execute(db)
  return rows[0]
}

/**
 * Whether a foreign-key violation means that the referenced row is missing; else existing references block the change. The detail names
 * the columns of the written table, in every language.
 */
export function isParentMissing(
  { detail, message }: DatabaseFault,
  { table, parent, columns, parentColumns }: RuleFacts,
): boolean {
  const named = /\(([^=]*)\)=\(/
    .exec(detail)?.[1]
    ?.split(', ')
    .map((name) => name.replace(/^"|"$/g, ''))
  const [own, other] = [columns.join(), parentColumns.join()]
  if (named && own !== other) return named.join() === own
  // A table is named once where it refers, and both where it is referred to.
  const names = (text: string) => message.split(text).length - 1
  return parent === table || parent === null ? !/still/.test(detail) : names(`"${parent.split('.').at(-1)}"`) === 0
}

/** What PostgreSQL says of one value and the column it was meant for; nothing where it takes it. */
export interface ValueFault {
  column: string
  code: string
  /** The column's type as people know it. */
  type: string
  /** Characters that fit, where it is a text that is too long. */
  length: number | null
}

/** Tries values one by one against the types of their columns, without writing anything: which of them the database would not take. */
export async function valueFaults(db: Reader, table: string, values: Readonly<Record<string, unknown>>): Promise<ValueFault[]> {
  const names = Object.keys(values)
  const { rows } = await sql<Omit<ValueFault, 'code'>>`
    select a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      case when coalesce(nullif(t.typbasetype, 0), t.oid) in ('varchar'::regtype, 'bpchar'::regtype)
        then nullif(greatest(coalesce(nullif(t.typtypmod, -1), a.atttypmod), 3), 3) - 4 end as length
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = to_regclass(${quoteTable(table)}) and a.attnum > 0 and a.attname = any(${names}::text[]) order by a.attnum`.execute(
    db,
  )
  const faults: ValueFault[] = []
  for (const { column, type, length } of rows) {
    const value = values[column]
    if (value === null || value === undefined) continue
    const isLong = length !== null && length > 0 && [...String(value).trimEnd()].length > length
    const code = isLong ? '22001' : await castFault(db, value, type)
    if (code !== undefined) faults.push({ column, code, type, length: isLong ? length : null })
  }
  return faults
}

/** `type` comes from the catalogue, never from a request. */
async function castFault(db: Reader, value: unknown, type: string): Promise<string | undefined> {
  try {
    await sql`select ${value}::${sql.raw(type)}`.execute(db)
    return undefined
  } catch (error) {
    return faultOf(error)?.code
  }
}

/** SQLSTATEs after which the same transaction may simply be run again: serialization failure, deadlock. */
const repeatable = new Set(['40001', '40P01'])

/** What the database says of a value that another row has, where it is one column's and ends in 18 digits: such numbers are drawn by chance. */
const drawnTwice = /^[^,]*=\([^,]*\d{18}\)/

/**
 * Whether a transaction that failed so had no effect and may be run again at once: it will find another order, or draw another number than
 * the one that somebody has drawn before.
 */
export function isRepeatable(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  return repeatable.has(code) || (code === '23505' && drawnTwice.test(textOf(error, 'detail') ?? ''))
}

/** What the network says where nobody answers. */
const network = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Is there no database at the address, or one that is on its way down or up (57P0x)? */
export function isUnreachable(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  return isOfDatabase(error) && (network.has(code) || /^57P0[1-3]$/.test(code))
}
