import { sql } from 'kysely'
import { dbNow } from '../../core/clock.ts'
import type { Database } from '../../core/db/connect.ts'

/** Deletes captchas that nobody solved in time. */
export async function purgeCaptchas(database: Database): Promise<void> {
  await sql`DELETE FROM captcha WHERE expires_time < ${dbNow}`.execute(database.write)
}
