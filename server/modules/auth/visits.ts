import { sql } from 'kysely'
import { formatDateTime } from '../../../src/schemas/kinds/clock.ts'
import { dbNow } from '../../core/clock.ts'
import type { Context } from '../../core/context.ts'
import type { Database } from '../../core/db/connect.ts'
import { addressName } from '../../core/session/throttle.ts'

/** Days that visits are kept: as far back as figures are compared. */
const keptDays = 200

/**
 * Counts who opens the public part or the member centre: a member, else an address, once a day. Neither is kept, only that it was one more.
 * It is written after the answer, and what goes wrong with it is nobody's concern but the log's.
 */
export function noteVisit({ actor, ip, now, services, log }: Context): void {
  const day = formatDateTime(now).slice(0, 10)
  const who = actor ? `member ${actor.id}` : `address ${addressName(ip)}`
  services.background.post(async () => {
    const visitor = await services.secretBox.mac('visit', `${day} ${who}`)
    await sql`insert into site_visit (day, visitor, create_time, update_time) values (${day}::date, ${visitor}, ${now}, ${now})
      on conflict do nothing`
      .execute(services.database.write)
      .catch((error: unknown) => log.warn({ err: error }, 'a visit was not counted'))
  })
}

/** Deletes visits that no figure looks at any more. */
export async function purgeVisits(database: Database): Promise<void> {
  await sql`delete from site_visit where create_time < ${dbNow} - ${keptDays * 86_400}::bigint`.execute(database.write)
}
