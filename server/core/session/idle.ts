import { sql } from 'kysely'
import { dbNow } from '../clock.ts'
import type { Writer } from '../db/connect.ts'
import { readColumn } from '../db/scalar.ts'
import type { Services } from '../services.ts'
import { numberOf, type SiteConfig } from '../siteConfig.ts'
import { inTransaction } from '../transaction/transaction.ts'
import { endSession } from './sessions.ts'

/** Seconds without a request of the person after which an administrator's session ends; 0: never. */
export function idleLimit(config: SiteConfig): number {
  return 60 * numberOf(config, 'idle_logout_minutes', 0, 1440)
}

/** A request in a session. `counts`: the person made it, not the browser by itself. */
interface Use {
  sessionId: string
  counts: boolean
}

/** When this node last wrote that a session is in use (milliseconds of its own clock). */
const written = new Map<string, number>()
const writtenAtMost = 5000

/**
 * Is an administrator's session in use, and may this request go on in it? Notes the use, a few times a minute at most; a session that was
 * left alone for too long is ended.
 */
export async function isInUse({ database, site }: Services, { sessionId, counts }: Use): Promise<boolean> {
  const limit = idleLimit(await site.config())
  if (limit === 0) return true
  const grain = Math.min(30, limit / 10) * 1000
  if (performance.now() - (written.get(sessionId) ?? Number.NEGATIVE_INFINITY) < grain) return true
  const noting = sql`
    WITH found AS (SELECT id, ${dbNow} - coalesce(active_time, create_time) AS idle FROM admin_session WHERE id = ${sessionId}),
      noted AS (UPDATE admin_session s SET active_time = ${dbNow} FROM found
        WHERE ${counts} AND s.id = found.id AND found.idle < ${limit}::bigint)
    SELECT idle::float8 AS idle FROM found`
  const [found] = await readColumn(database.write, noting)
  const idle = Number(found ?? limit)
  if (idle < limit) {
    if (counts) note(sessionId)
    return true
  }
  written.delete(sessionId)
  await inTransaction(database, (trx) => endSession(trx, sessionId, 'admin'))
  return false
}

function note(sessionId: string): void {
  if (written.size >= writtenAtMost) written.clear()
  written.set(sessionId, performance.now())
}

/** Everybody who is signed in starts to count from now: nobody was idle while nothing was counted. */
export async function startCounting(trx: Writer): Promise<void> {
  await sql`UPDATE admin_session SET active_time = ${dbNow}`.execute(trx)
}
