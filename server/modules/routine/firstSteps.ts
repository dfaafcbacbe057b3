import { sql } from 'kysely'
import type { Reader } from '../../core/db/connect.ts'
import { readMailSettings } from '../../core/mail/settings.ts'
import type { FirstStep } from '../firstSteps/module.ts'

/** What a new owner does first with any site. */
export const routineFirstSteps: readonly FirstStep[] = [
  { name: 'site', page: 'routine/config', done: (db) => hasRows(db, sql`config where name = 'site_name'`) },
  { name: 'timeZone', page: 'routine/config', done: (db) => hasRows(db, sql`config where name = 'time_zone'`) },
  { name: 'mail', page: 'routine/config', done: async (db) => (await readMailSettings(db)) !== null },
  { name: 'colleague', page: 'auth/admin', done: (db) => hasRows(db, sql`admin where status = 1 offset 1`) },
]

async function hasRows(db: Reader, from: ReturnType<typeof sql>): Promise<boolean> {
  return (await sql`select 1 from ${from} limit 1`.execute(db)).rows.length > 0
}
