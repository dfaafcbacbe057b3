import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { readColumn } from '../../core/db/scalar.ts'
import { Refused } from '../../core/refuse.ts'
import { text } from '../../crud/search/listQuery.ts'

const mostTables = 500

/** Tables of the platform's own bookkeeping, which no screen is made of. */
const hidden = 'kontor\\_%'

/** Throws for another connection than the server's own. */
function requireMain(ctx: Context): void {
  const connection = text(ctx.query.connection, 'connection') ?? ''
  if (connection !== '' && connection !== 'main') throw new Refused('designer.connection', { name: connection.slice(0, 50) })
}

/** GET getDatabaseConnectionList: the one that there is. The name of the database is masked. */
export async function connectionList(ctx: Context) {
  const search = (text(ctx.query.quickSearch, 'quickSearch') ?? '').toLowerCase()
  const [found] = await readColumn(ctx.read, sql`select current_database()`)
  const name = String(found)
  const database = `${name.slice(0, 1)}****${name.slice(-1)}`
  return { list: 'main'.includes(search) ? [{ type: 'postgresql', database, key: 'main' }] : [] }
}

/** GET getTableList ?quickSearch&connection&excludeTable[]: tables by name and comment. */
export async function tableList(ctx: Context) {
  requireMain(ctx)
  const search = (text(ctx.query.quickSearch, 'quickSearch') ?? '').toLowerCase().slice(0, 100)
  const { excludeTable } = ctx.query
  const excluded = (Array.isArray(excludeTable) ? excludeTable : []).filter((each) => typeof each === 'string')
  const comment = sql`coalesce(obj_description(c.oid, 'pg_class'), '')`
  const list = await readColumn(
    ctx.read,
    sql`select json_build_object('table', c.relname, 'connection', 'main', 'prefix', '',
        'comment', c.relname || coalesce(' - ' || nullif(${comment}, ''), ''))
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like ${hidden}
        and not c.relname = any(${excluded}::text[])
        and (strpos(lower(c.relname), ${search}) > 0 or strpos(lower(${comment}), ${search}) > 0)
      order by c.relname limit ${sql.raw(String(mostTables))}`,
  )
  return { list }
}

/** GET getTablePk ?table&connection: the column of the key; '' where there is none, or several. */
export async function tableKey(ctx: Context) {
  return { pk: await keyOf(ctx, await requireTable(ctx)) }
}

/** GET getTableFieldList ?table&clean&connection: the columns, with their comments or with all that is known of them. */
export async function fieldList(ctx: Context) {
  const table = await requireTable(ctx)
  const isClean = !['0', 'false', ''].includes(text(ctx.query.clean, 'clean') ?? '1')
  const comment = sql`coalesce(col_description(a.attrelid, a.attnum), '')`
  const clean = sql`coalesce(nullif(substring(${comment} from '^[^:：]*'), ''), a.attname)`
  const full = sql`json_build_object('name', a.attname, 'comment', ${comment}, 'type', format_type(a.atttypid, a.atttypmod),
    'nullable', not a.attnotnull, 'default', pg_get_expr(d.adbin, d.adrelid))`
  const [fieldList] = await readColumn(
    ctx.read,
    sql`select json_object_agg(a.attname, ${isClean ? clean : full} order by a.attnum)
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = to_regclass('public.' || quote_ident(${table})) and a.attnum > 0 and not a.attisdropped`,
  )
  return { pk: await keyOf(ctx, table), fieldList }
}

/** The table that is asked for; refuses one that is not there. */
async function requireTable(ctx: Context): Promise<string> {
  requireMain(ctx)
  const table = text(ctx.query.table, 'table') ?? ''
  const found = await readColumn(
    ctx.read,
    sql`select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname not like ${hidden} and c.relname = ${table}`,
  )
  if (found.length === 0) throw new Refused('designer.noTable', { table: table.slice(0, 63) })
  return table
}

async function keyOf(ctx: Context, table: string): Promise<string> {
  const names = await readColumn(
    ctx.read,
    sql`select a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indisprimary and i.indrelid = to_regclass('public.' || quote_ident(${table}))`,
  )
  return names.length === 1 ? String(names[0]) : ''
}
