import { sql } from 'kysely'
import { quoteTable } from './columns.ts'
import type { Reader } from './connect.ts'
import { readNumber } from './scalar.ts'

/** How many rows a table has, as the database remembers it; 0 for one that was never looked at. Costs no reading of the table. */
export async function estimatedRows(db: Reader, table: string): Promise<number> {
  const guess = sql`select reltuples::float8 from pg_class
    where oid = to_regclass(${quoteTable(table)})`
  return Math.max(0, await readNumber(db, guess))
}
