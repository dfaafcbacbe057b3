import { sql } from 'kysely'
import { dbNow } from '../../core/clock.ts'
import type { Database } from '../../core/db/connect.ts'
import type { Timer } from '../../core/jobs/timers.ts'
import { defineModule } from '../module.ts'
import { securityActions } from './actions.ts'
import { historyAddresses } from './history/addresses.ts'
import { keepWords } from './history/words.ts'
import { securityHooks } from './hooks.ts'
import { sensitiveNotices } from './notices.ts'
import { seedSecurity } from './seed.ts'
import { setupSecurity } from './setup.ts'
import { undeleteAddresses } from './undelete.ts'

/** The recycle bin, and the log of changes of sensitive fields. */
export const security = defineModule({
  name: 'security',
  rowActions: securityActions,
  screenHooks: securityHooks,
  setup: setupSecurity,
  listAddresses: [historyAddresses, undeleteAddresses],
  async seed(trx, input) {
    await seedSecurity(trx, input)
    await keepWords(trx, input.schema, input.now)
  },
  timers: ({ notify }): Readonly<Record<string, Timer>> => (notify ? { sensitive: sensitiveNotices(notify) } : {}),
  purges: { recycleBin: ({ database }) => purgeBin(database) },
})

/** What the bin has kept for as long as its rule says; of a rule that is gone the default 90 days. */
async function purgeBin(database: Database): Promise<void> {
  await sql`delete from security_data_recycle_log l
    where l.create_time < ${dbNow} - 86400 * coalesce((select r.keep_days from security_data_recycle r where r.id = l.recycle_id), 90)`.execute(
    database.write,
  )
}
