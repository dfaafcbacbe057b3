import { sql } from 'kysely'
import type { Writer } from './connect.ts'

/** The counted key of a table goes on after the ids that were given, at least from `from`. */
export async function continueAfter(trx: Writer, table: string, from: number): Promise<void> {
  const highest = sql`(select coalesce(max(id), 1) from ${sql.table(table)})`
  await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), 'id'), greatest(${from}::bigint, ${highest}))`.execute(
    trx,
  )
}
