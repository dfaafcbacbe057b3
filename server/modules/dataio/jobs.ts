import type { JobKind } from '../../core/jobs/runner.ts'
import { exportJob } from './export/record.ts'
import { type ExportWork, exportKind } from './export/run.ts'
import { importJob } from './import/record.ts'
import { importKind } from './import/run.ts'

/** Long work of exports and imports, by the name it has in the table `job`. */
export function dataioJobs(work: ExportWork): Readonly<Record<string, JobKind>> {
  return { [exportJob]: exportKind(work), [importJob]: importKind(work) }
}
