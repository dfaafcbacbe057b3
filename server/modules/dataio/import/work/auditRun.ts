import type { Writer } from '../../../../core/db/connect.ts'
import { writeAudit } from '../../../../core/log/audit.ts'
import type { Counts, ImportRecord } from '../record.ts'

/** Notes in the audit what an import has done. */
export async function auditRun(trx: Writer, record: ImportRecord, { inserted, updated, skipped, failed }: Counts): Promise<void> {
  await writeAudit(trx, {
    adminId: record.admin_id,
    username: '',
    action: 'dataio/import/run',
    table: record.target,
    key: record.id,
    detail: { file: record.name, mode: record.mode, inserted, updated, skipped, failed },
  })
}
