import { sql } from 'kysely'
import { exportStatus } from '../../../src/schemas/api/exporting.ts'
import { importStatus } from '../../../src/schemas/api/importing.ts'
import { dbNow } from '../../core/clock.ts'
import type { Database } from '../../core/db/connect.ts'
import type { DataioExportRow, DataioImportRow } from '../../core/rows.generated.ts'
import type { PrivateFiles } from '../files/privateFiles.ts'

/** Milliseconds after which a file that no row names is nobody's: the longest that one is written. */
const settled = 6 * 3_600_000

/** Deletes expired export and import files, and those without a row. Returns how many. */
export async function purgePrivateFiles(database: Database, vault: PrivateFiles, now = Date.now()): Promise<number> {
  const expired = await sql<Pick<DataioExportRow, 'file'>>`
    with old as (select id, file from dataio_export where status = ${exportStatus.done} and expire_time < ${dbNow} for update skip locked)
    update dataio_export e set status = ${exportStatus.expired}, file = '', ticket = '', update_time = ${dbNow} from old
    where e.id = old.id returning old.file`.execute(database.write)
  for (const { file } of expired.rows) if (file !== '') await vault.remove(file)
  const gone = expired.rows.length + (await purgeImports(database, vault))
  const old = await vault.older(now - settled)
  if (old.length === 0) return gone
  const named = await sql<Pick<DataioExportRow, 'file'>>`select file from dataio_export where file = any(${old}::text[])
    union all select file from dataio_import where file = any(${old}::text[])
    union all select error_file from dataio_import where error_file = any(${old}::text[])`.execute(database.read)
  const kept = new Set(named.rows.map((row) => row.file))
  const lost = old.filter((name) => !kept.has(name))
  for (const name of lost) await vault.remove(name)
  return gone + lost.length
}

/** Files of imports that are neither checked nor run go when their time has run out; what waited to be run is called off. */
async function purgeImports(database: Database, vault: PrivateFiles): Promise<number> {
  const { draft, ready, cancelled, checking, running } = importStatus
  const expired = await sql<Pick<DataioImportRow, 'file' | 'error_file'>>`
    with old as (select id, file, error_file from dataio_import where expire_time < ${dbNow} and file <> ''
      and status <> all(${[checking, running]}::int[]) for update skip locked)
    update dataio_import i set file = '', error_file = '', ticket = '', update_time = ${dbNow},
      status = case when status = any(${[draft, ready]}::int[]) then ${cancelled}::int else status end
    from old where i.id = old.id returning old.file, old.error_file`.execute(database.write)
  const files = expired.rows.flatMap((row) => [row.file, row.error_file]).filter((name) => name !== '')
  for (const name of files) await vault.remove(name)
  return files.length
}
