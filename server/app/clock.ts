import { sql } from 'kysely'

/** The database's clock in unix seconds: begin of the transaction. Expiries compare with it, not with the clock of a node. */
export const dbNow = sql<number>`floor(extract(epoch from now()))::bigint`

/** The same at this very moment, also inside a long transaction. */
export const dbClock = sql<number>`floor(extract(epoch from clock_timestamp()))::bigint`
