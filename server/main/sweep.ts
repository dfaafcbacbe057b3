import { sql } from 'kysely'
import { dbNow } from '../core/clock.ts'
import type { Database } from '../core/db/connect.ts'
import { idempotencyLife } from '../core/idempotency.ts'
import { holders } from '../core/session/holders.ts'
import { numberOf, readSiteConfig } from '../core/siteConfig.ts'
import { sweepVisits } from '../modules/auth/visits.ts'
import { sweepCodes } from '../modules/codes/codes.ts'

const day = 86_400

/**
 * Deletes what is no longer needed: records of the administrators' log that are older than the site's settings say, ended sessions, captchas nobody solved, old codes, visits and keys of idempotency, counters nobody touched for two
 * days, keys of second factors nobody confirmed within one.
 */
export async function sweep(database: Database): Promise<void> {
  for (const { sessions } of Object.values(holders))
    await sql`DELETE FROM ${sql.table(sessions)} WHERE expires_time < ${dbNow}`.execute(database.write)
  await sql`DELETE FROM captcha WHERE expires_time < ${dbNow}`.execute(database.write)
  await sweepCodes(database)
  await sweepVisits(database)
  await sql`DELETE FROM idempotency WHERE create_time < ${dbNow} - ${idempotencyLife}::bigint`.execute(database.write)
  await sql`DELETE FROM login_throttle WHERE last_time < ${dbNow} - ${2 * day}::bigint AND until_time < ${dbNow}`.execute(
    database.write,
  )
  const keptDays = numberOf(await readSiteConfig(database.read), 'log_keep_days', 7, 3650)
  await sql`DELETE FROM admin_log WHERE create_time < ${dbNow} - ${keptDays * day}::bigint`.execute(database.write)
  await sql`DELETE FROM admin_second_factor f USING admin a
    WHERE a.id = f.admin_id AND a.second_factor = 0 AND f.update_time < ${dbNow} - ${day}::bigint`.execute(database.write)
}
