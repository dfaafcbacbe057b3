import { sql } from 'kysely'
import { isObject } from '../../../src/schemas/isObject.ts'
import { rowsOf } from '../../core/command.ts'
import type { Database } from '../../core/db/connect.ts'
import type { RecordCommentRow } from '../../core/rows.generated.ts'

/**
 * Deletes the comments of records that are gone for good: neither in their table nor in the recycle bin. Those of a record that can still be
 * brought back wait for it, and those of tables that are not there now stay.
 */
export async function purgeComments({ write }: Database): Promise<void> {
  const tables = await rowsOf(
    write,
    sql<Pick<RecordCommentRow, 'table_name'>>`select distinct table_name from record_comment order by 1`,
  )
  for (const { table_name: table } of tables) {
    const key = await keyOf(write, table)
    if (!key) continue
    await sql`delete from record_comment c where c.table_name = ${table}
      and not exists (select 1 from ${sql.table(table)} t where ${sql.ref(`t.${key.name}`)} = c.row_key::${sql.raw(key.type)})
      and not exists (select 1 from security_data_recycle_log l
        where l.data_table = ${table} and l.row_key = c.row_key and l.is_restore = 0)`.execute(write)
  }
}

/** The key column of a table and its type; undefined where there is no such table. */
async function keyOf(db: Database['write'], table: string): Promise<{ name: string; type: string } | undefined> {
  const found = await sql`select a.attname as name, format_type(a.atttypid, null) as type
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indisprimary and i.indnatts = 1 and i.indrelid = to_regclass(quote_ident(${table}))`.execute(db)
  const [row] = found.rows
  return isObject(row) ? { name: String(row.name), type: String(row.type) } : undefined
}
