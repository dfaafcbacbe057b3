import { sql } from 'kysely'
import { dbNow } from '../../core/clock.ts'
import type { Database } from '../../core/db/connect.ts'

const day = 86_400

/** Deletes keys of second factors that nobody confirmed within a day. */
export async function purgeSecondFactors(database: Database): Promise<void> {
  await sql`DELETE FROM admin_second_factor f USING admin a
    WHERE a.id = f.admin_id AND a.second_factor = 0 AND f.update_time < ${dbNow} - ${day}::bigint`.execute(database.write)
}
