import { sql } from 'kysely'
import type { ImportFault } from '../../../../src/schemas/api/importing.ts'
import type { Reader, Writer } from '../../../core/db/connect.ts'
import type { DataioImportFaultRow } from '../../../core/rows.generated.ts'

/** Faults that are shown of an import, and stand in its row; the file of the faulty lines has them all. */
export const shownFaults = 100

/** Keeps further faults of an import that is under way: it may end in another process than the one that found them. */
export async function keepFaults(trx: Writer, id: number, faults: readonly ImportFault[]): Promise<void> {
  if (faults.length === 0) return
  await sql`insert into dataio_import_fault (import_id, faults) values (${id}, ${JSON.stringify(faults)}::jsonb)`.execute(trx)
}

/** The faults that were kept, in the order in which they were found. */
export async function keptFaults(db: Reader, id: number): Promise<ImportFault[]> {
  const { rows } = await sql<Pick<DataioImportFaultRow, 'faults'>>`
    select faults from dataio_import_fault where import_id = ${id} order by id`.execute(db)
  return rows.flatMap(({ faults }) => faults as ImportFault[])
}

/** Deletes the faults of an import that has ended: they quote its lines, and the file of the faulty lines has them by then. */
export async function deleteFaults(trx: Writer, id: number): Promise<void> {
  await sql`delete from dataio_import_fault where import_id = ${id}`.execute(trx)
}
