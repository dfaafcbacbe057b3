import { sql } from 'kysely'
import type { Reader, Writer } from '../../core/db/connect.ts'
import type { ModuleDueRow } from '../../core/rows.generated.ts'

/** Notes packages that are still to be installed, so that a start that is killed before is continued by the next one. */
export async function noteDue(trx: Writer, uids: readonly string[], now: number): Promise<void> {
  const rows = uids.map((uid) => ({ uid, create_time: now, update_time: now }))
  if (rows.length > 0) await trx.insertInto('module_due').values(rows).execute()
}

/** Packages that are still to be installed: not those that somebody has installed or removed meanwhile. */
export async function listDue(db: Reader): Promise<string[]> {
  const { rows } = await sql<Pick<ModuleDueRow, 'uid'>>`
    select uid from module_due where not exists (select from module_log where module_log.uid = module_due.uid) order by id`.execute(
    db,
  )
  return rows.map(({ uid }) => uid)
}

/** Nothing is to be installed any more. */
export async function clearDue(trx: Writer): Promise<void> {
  await trx.deleteFrom('module_due').execute()
}
