import { sql } from 'kysely'
import type { Reader } from './db/connect.ts'

/** The database's clock in unix seconds: begin of the transaction. Expiries compare with it, not with the clock of a node. */
export const dbNow = sql<number>`floor(extract(epoch from now()))::bigint`

/** The same at this very moment, also inside a long transaction. */
export const dbClock = sql<number>`floor(extract(epoch from clock_timestamp()))::bigint`

/** What the database's clock says at this very moment, in unix seconds. */
export async function readClock(db: Reader): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${dbClock} as now`.execute(db)
  if (!rows[0]) throw new Error('the database told no time')
  return Number(rows[0].now)
}
