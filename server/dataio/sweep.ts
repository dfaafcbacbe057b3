import { sql } from 'kysely'
import { exportStatus } from '../../src/schemas/language/dataio.ts'
import { dbNow } from '../app/clock.ts'
import type { Database } from '../db/connect.ts'
import type { Vault } from '../files/vault.ts'

/** Milliseconds after which a file that no row names is nobody's: the longest that one is written. */
const settled = 6 * 3_600_000

/** Exports whose time has run out become expired, and files that no row names (any more) go. Gives how many files went. */
export async function sweepExports(database: Database, vault: Vault, now = Date.now()): Promise<number> {
  const expired = await sql<{ file: string }>`
    with old as (select id, file from dataio_export where status = ${exportStatus.done} and expire_time < ${dbNow} for update skip locked)
    update dataio_export e set status = ${exportStatus.expired}, file = '', ticket = '', update_time = ${dbNow} from old
    where e.id = old.id returning old.file`.execute(database.write)
  for (const { file } of expired.rows) if (file !== '') await vault.remove(file)
  const old = await vault.older(now - settled)
  if (old.length === 0) return expired.rows.length
  const named = await sql<{ file: string }>`select file from dataio_export where file = any(${old}::text[])`.execute(
    database.read,
  )
  const kept = new Set(named.rows.map((row) => row.file))
  const lost = old.filter((name) => !kept.has(name))
  for (const name of lost) await vault.remove(name)
  return expired.rows.length + lost.length
}
