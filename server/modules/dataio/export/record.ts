import { sql, type Transaction } from 'kysely'
import { exportStatus } from '../../../../src/schemas/api/exporting.ts'
import { dbClock } from '../../../core/clock.ts'
import type { Lang } from '../../../core/context.ts'
import type { Db, Reader } from '../../../core/db/connect.ts'
import type { DataioExportRow } from '../../../core/rows.generated.ts'
import { notifyWork } from '../news.ts'

/** Kind of its job. */
export const exportJob = 'export'

/** A row of `dataio_export`, as the job and the download read it. */
export type ExportRecord = Pick<
  DataioExportRow,
  | 'id'
  | 'name'
  | 'target'
  | 'scope'
  | 'mask_sensitive'
  | 'format'
  | 'columns'
  | 'filters'
  | 'sort'
  | 'zone'
  | 'status'
  | 'total'
  | 'file'
  | 'admin_id'
> & { lang: Lang }

/** What a list was narrowed to when the export was asked for. */
export interface Asked {
  search: { field: string; operator: string; val: string | string[]; render?: string }[]
  quickSearch: string
}

/** The row; undefined when it is gone. */
export async function exportOf(db: Reader, id: number): Promise<ExportRecord | undefined> {
  const { rows } = await sql<ExportRecord>`select * from dataio_export where id = ${id}`.execute(db)
  return rows[0]
}

/** What of a running export has changed. */
export interface Step {
  status?: number
  done?: number
  total?: number
  file?: string
  size?: number
  error?: string
  /** Seconds that the file is kept. */
  keep?: number
}

/** Writes progress of a waiting or running export, and notifies the person's screens. False when it is neither: it was cancelled. */
export async function takeStep(trx: Transaction<Db>, id: number, step: Step): Promise<boolean> {
  const { keep, ...columns } = step
  const { rows } = await sql<Pick<DataioExportRow, 'admin_id' | 'status' | 'done' | 'total'>>`
    update dataio_export set status = ${columns.status ?? exportStatus.running}, update_time = ${dbClock},
      done = coalesce(${columns.done ?? null}::bigint, done), total = coalesce(${columns.total ?? null}::bigint, total),
      file = coalesce(${columns.file ?? null}::text, file), size = coalesce(${columns.size ?? null}::bigint, size),
      error = coalesce(${columns.error ?? null}::text, error),
      progress = ${percent(columns)},
      finish_time = case when ${columns.status ?? exportStatus.running}::int = any(${[exportStatus.done, exportStatus.failed]}::int[]) then ${dbClock} end,
      expire_time = case when ${keep ?? null}::bigint is null then expire_time else ${dbClock} + ${keep ?? 0}::bigint end
    where id = ${id} and status in (${exportStatus.waiting}, ${exportStatus.running})
    returning admin_id, status, done, total`.execute(trx)
  const [row] = rows
  if (!row) return false
  await notifyWork(trx, row.admin_id, {
    kind: 'export',
    id,
    status: row.status,
    progress: percent(columns),
    done: row.done,
    total: row.total,
  })
  return true
}

/** How far it is; the last percent is the file. */
function percent({ status, done = 0, total }: Step): number {
  if (status === exportStatus.done) return 100
  return total ? Math.min(99, Math.floor((done / total) * 100)) : 0
}
