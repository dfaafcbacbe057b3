import { sql } from 'kysely'
import type { Reader } from './connect.ts'
import { readNumber } from './scalar.ts'

/** How many rows a table has, as the database remembers it; 0 for one that was never looked at. Costs no reading of the table. */
export async function estimatedRows(db: Reader, table: string): Promise<number> {
  const guess = sql`select reltuples::float8 from pg_class
    where relname = ${table} and relnamespace = current_schema()::regnamespace`
  return Math.max(0, await readNumber(db, guess))
}
