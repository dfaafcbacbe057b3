import { importLimits, importStatus } from '../../../../../src/schemas/api/importing.ts'
import { isConfidential } from '../../../../../src/schemas/field.ts'
import { inTransaction } from '../../../../core/transaction/transaction.ts'
import { withoutSecrets } from '../columns.ts'
import { keptFaults } from '../faults.ts'
import { figure } from '../figure.ts'
import { keptRows } from '../formats/csvRows.ts'
import type { ImportStep } from '../record.ts'
import { auditRun } from './auditRun.ts'
import { addedLines, type Going, isStray, mustStep, type Outcome, tooMany } from './going.ts'
import { writeReport } from './report.ts'

/** The lines of the file, titles included, as they may be handed out. */
async function* tellable({ path, taking }: Going): AsyncGenerator<string[]> {
  let line = 0
  for await (const cells of keptRows(path)) yield line++ === 0 ? cells : withoutSecrets(taking.screen.page, taking.mapping, cells)
}

/** A file with secrets in it is not kept once they are saved: the change that forgets it, and what takes it away afterwards. */
export function forgetting({ work, record, taking }: Going): { forget: Pick<ImportStep, 'file'>; remove(): Promise<void> } {
  const secret = taking.mapping.some((name) => isConfidential(taking.screen.page.fields[name]))
  if (!secret || record.status !== importStatus.running) return { forget: {}, remove: async () => {} }
  return { forget: { file: '' }, remove: () => work.core.services.privateFiles.remove(record.file) }
}

function whyStopped({ taking }: Going, outcome: Outcome): string {
  return isStray(outcome)
    ? taking.ctx.text('errors.import.noneRight', { max: figure(importLimits.stray) })
    : taking.ctx.text('errors.import.tooManyFaults', { max: figure(importLimits.faults) })
}

/** Ends the job with a file of the faulty lines: those that its steps kept, and those of the outcome. */
export async function end(going: Going, outcome: Outcome, status: number): Promise<void> {
  const { job, record, work } = going
  const { forget, remove } = forgetting(going)
  const { privateFiles } = work.core.services
  const faults = [...(await keptFaults(job.database.read, record.id)), ...outcome.faults]
  const report =
    outcome.failed > 0
      ? await writeReport(privateFiles, tellable(going), { faults, added: addedLines(record) }, going.taking.ctx)
      : ''
  const error = tooMany(outcome) ? whyStopped(going, outcome) : ''
  try {
    await inTransaction(job.database, async (trx) => {
      await job.finish(trx)
      await mustStep(trx, record.id, { status, error, error_file: report, ...outcome, ...forget })
      if (record.status === importStatus.running) await auditRun(trx, record, outcome)
    })
  } catch (thrown) {
    if (report !== '') await privateFiles.remove(report)
    throw thrown
  }
  if (record.error_file !== '') await privateFiles.remove(record.error_file)
  await remove()
}
