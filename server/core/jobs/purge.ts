import { sql } from 'kysely'
import { dbNow } from '../clock.ts'
import type { Database } from '../db/connect.ts'
import { idempotencyLife } from '../http/idempotency.ts'
import { accountTypes } from '../session/accountTypes.ts'
import { numberOf, readSiteConfig } from '../siteConfig.ts'

/** Deletes what nobody needs any more: the core's rows and those of the modules that are on. */
export interface Purges {
  /** Rows that have expired. */
  rows(): Promise<void>
  /** Files that nothing refers to, one kind after the other, with how many were deleted. */
  files(): AsyncGenerator<{ kind: string; count: number }>
}

const day = 86_400

/**
 * Deletes expired sessions and idempotency keys, records of the administrators' log that are older than the site's settings say, changes of records likewise, and sign-in
 * counters that nobody touched for two days.
 */
export async function purgeCore(database: Database): Promise<void> {
  for (const { sessions } of Object.values(accountTypes))
    await sql`DELETE FROM ${sql.table(sessions)} WHERE expires_time < ${dbNow}`.execute(database.write)
  await sql`DELETE FROM idempotency WHERE create_time < ${dbNow} - ${idempotencyLife}::bigint`.execute(database.write)
  await sql`DELETE FROM login_throttle WHERE last_time < ${dbNow} - ${2 * day}::bigint AND until_time < ${dbNow}`.execute(
    database.write,
  )
  const config = await readSiteConfig(database.read)
  const keptDays = numberOf(config, 'log_keep_days', 7, 3650)
  await sql`DELETE FROM admin_log WHERE create_time < ${dbNow} - ${keptDays * day}::bigint`.execute(database.write)
  const changesFor = numberOf(config, 'history_keep_days', 7, 3650) * day
  await sql`DELETE FROM record_change WHERE create_time < ${dbNow} - ${changesFor}::bigint`.execute(database.write)
}

declare module '../services.ts' {
  interface Services {
    /** Deletes what nobody needs any more. */
    purges: Purges
  }
}
