import { sql } from 'kysely'
import type { Reader } from './connect.ts'

/** How many rows a table has, as the database remembers it; 0 for one that was never looked at. Costs no reading of the table. */
export async function estimatedRows(db: Reader, table: string): Promise<number> {
  const found = await sql<{ rows: number }>`select reltuples::float8 as rows from pg_class
    where relname = ${table} and relnamespace = current_schema()::regnamespace`.execute(db)
  return Math.max(0, Number(found.rows[0]?.rows ?? 0))
}
