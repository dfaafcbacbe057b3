import { importLimits, importStatus } from '../../../../../src/schemas/api/importing.ts'
import { takesFiles } from '../../../../../src/schemas/language/action/builtInActions.ts'
import { jobContext } from '../../../../core/jobs/context.ts'
import { type Job, type JobKind, JobLost } from '../../../../core/jobs/runner.ts'
import { Refused } from '../../../../core/refuse.ts'
import { makeScreen } from '../../../../crud/screen/screen.ts'
import { addsAll, paceOf } from '../lines/batch.ts'
import type { Taking } from '../lines/row.ts'
import { Seen } from '../lines/seen.ts'
import { makeCellReader } from '../lines/values.ts'
import { type ImportRecord, importOf, isUnderWay, takeStep } from '../record.ts'
import { type Going, heldRights, type ImportWork } from './going.ts'
import { checkParts, runParts } from './parts.ts'
import { checkWhole, runWhole } from './whole.ts'

/** The job that checks the lines of a file, or saves them, with the rights that its owner has while it runs. */
export function importKind(work: ImportWork): JobKind {
  return {
    run: (job) => run(work, job),
    async fail(trx, ref, error) {
      const row = await importOf(trx, ref)
      const { words } = work.core.schema
      const lang = row?.lang ?? 'zh-cn'
      const text = error instanceof Refused ? words.text(lang, null, `errors.${error.code}`, error.params) : ''
      const unknown = words.text(lang, null, 'errors.dataio.broken')
      await takeStep(trx, ref, { status: importStatus.failed, error: (text || unknown).slice(0, 255) })
    },
  }
}

async function run(work: ImportWork, job: Job): Promise<void> {
  const record = await importOf(job.database.read, job.ref)
  if (!record || !isUnderWay(record.status)) throw new JobLost()
  const taking = await takingOf(work, job, record)
  const { privateFiles } = work.core.services
  if ((await privateFiles.size(record.file)) === undefined) throw new Refused('import.gone')
  const going: Going = { work, job, record, taking, pace: paceOf(taking), path: privateFiles.path(record.file) }
  if (record.status === importStatus.checking) return record.total > importLimits.checked ? checkParts(going) : checkWhole(going)
  return record.on_error === 'stop' ? runWhole(going) : runParts(going)
}

async function takingOf({ core, domains, log }: ImportWork, job: Job, record: ImportRecord): Promise<Taking> {
  const actor = await heldRights(job, record)
  const page = core.schema.pages.get(record.target)
  if (!page || !takesFiles(page)) throw new Refused('import.noList')
  const screen = makeScreen(page, core.schema, domains)
  const ctx = jobContext({
    core,
    actor,
    lang: record.lang,
    controller: 'dataio.Import',
    action: 'run',
    database: job.database,
    read: job.database.read,
    log,
  })
  const match = record.mode === 'insert' ? [] : record.match_field.split('+')
  const { mapping, mode } = record
  const cells = makeCellReader(screen, ctx)
  const adds = addsAll(screen, { mapping, match })
  return { screen, ctx, cells, mapping, mode, match, adds, seen: new Seen(), importId: record.id }
}
