import { type ImportFault, importLimits, importStatus } from '../../../../src/schemas/api/importing.ts'
import { isConfidential } from '../../../../src/schemas/field.ts'
import { takesFiles } from '../../../../src/schemas/language/action/builtInActions.ts'
import type { Context } from '../../../core/context.ts'
import type { Writer } from '../../../core/db/connect.ts'
import { authorOf, setAuthor } from '../../../core/history/author.ts'
import type { Core } from '../../../core/http/makeContext.ts'
import { jobContext } from '../../../core/jobs/context.ts'
import { type Job, type JobKind, JobLost } from '../../../core/jobs/runner.ts'
import { Refused } from '../../../core/refuse.ts'
import { loadRights } from '../../../core/session/access.ts'
import { inTransaction } from '../../../core/transaction/transaction.ts'
import type { Domains } from '../../../crud/engine/domains.ts'
import { makeScreen } from '../../../crud/screen/screen.ts'
import { auditRun } from './auditRun.ts'
import { withoutSecrets } from './columns.ts'
import { keptRows } from './formats/csvRows.ts'
import { batchesOf, type Group, groupsOf, linesOf } from './lines/groups.ts'
import { markSeen, type Taking, takeLines } from './lines/row.ts'
import { makeCellReader } from './lines/values.ts'
import { type Counts, type ImportRecord, type ImportStep, importOf, isUnderWay, takeStep } from './record.ts'
import { writeReport } from './report.ts'
import { mayImport } from './rights.ts'

/** What an import is made with. */
export interface ImportWork {
  core: Core
  domains: Domains
  log: Context['log']
}

/** Lines that are saved in one transaction, if that takes no longer than `tellEvery`. */
const batchSize = 500
/** Milliseconds between two words on how far it is. */
const tellEvery = 1000

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

/** An import under way. */
interface Going {
  work: ImportWork
  job: Job
  record: ImportRecord
  taking: Taking
  path: string
  /** Once a second: reports progress, and checks that the rights are still held. */
  tell(done: number): Promise<void>
}

async function run(work: ImportWork, job: Job): Promise<void> {
  const record = await importOf(job.database.read, job.ref)
  if (!record || !isUnderWay(record.status)) throw new JobLost()
  const taking = await takingOf(work, job, record)
  const { privateFiles } = work.core.services
  if ((await privateFiles.size(record.file)) === undefined) throw new Refused('import.gone')
  const going: Going = { work, job, record, taking, path: privateFiles.path(record.file), tell: teller(job, record) }
  if (record.status === importStatus.checking) return check(going)
  return record.on_error === 'stop' ? runWhole(going) : runBatches(going)
}

/** The rights of now: who lost the list, or a right to write it, imports nothing. */
async function heldRights(job: Job, { admin_id, target, mode }: ImportRecord) {
  const rights = await loadRights(job.database.read, 'admin', admin_id)
  if (!rights || !mayImport({ ...rights, sessionId: '' }, target, mode)) throw new Refused('import.noRight')
  return rights
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
  return { screen, ctx, cells: makeCellReader(screen, ctx), mapping, mode, match, seen: new Map(), importId: record.id }
}

function teller(job: Job, record: ImportRecord): Going['tell'] {
  let told = performance.now()
  return async (done) => {
    if (performance.now() - told < tellEvery) return
    await heldRights(job, record)
    await inTransaction(job.database, async (trx) => {
      await mustStep(trx, record.id, { done })
      await job.hold(trx)
    })
    told = performance.now()
  }
}

async function mustStep(trx: Writer, id: number, step: ImportStep): Promise<void> {
  if (!(await takeStep(trx, id, step))) throw new JobLost()
}

/** What lines came to, and what is wrong with them. */
interface Outcome extends Counts {
  faults: ImportFault[]
}

const noOutcome = (): Outcome => ({ inserted: 0, updated: 0, skipped: 0, failed: 0, faults: [] })

async function add(outcome: Outcome, taking: Taking, trx: Writer, group: Group): Promise<readonly ImportFault[]> {
  const taken = await takeLines(taking, trx, group)
  if (typeof taken === 'string') {
    outcome[taken]++
    return []
  }
  outcome.skipped += taken.skipped
  outcome.failed += group.length - taken.skipped
  outcome.faults.push(...taken.faults)
  return taken.faults
}

/** Thrown to roll back a transaction that has reported its would-be result. */
class Undone extends Error {}

/**
 * Saves every line like a run, in a transaction that is rolled back: conflicts between lines (a name used twice, a row created further
 * up) are detected too, and nothing is written.
 */
async function check(going: Going): Promise<void> {
  const { job, taking, tell } = going
  let outcome = noOutcome()
  await inTransaction(job.database, async (trx) => {
    outcome = noOutcome()
    taking.seen.clear()
    let done = 0
    for await (const group of recordsOf(going)) {
      job.signal.throwIfAborted()
      await add(outcome, taking, trx, group)
      done += group.length
      await tell(done)
      if (tooMany(outcome)) break
    }
    throw new Undone()
  }).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  await end(going, outcome, tooMany(outcome) ? importStatus.failed : importStatus.ready)
}

function tooMany({ skipped, failed }: Counts): boolean {
  return skipped + failed >= importLimits.faults
}

/** All lines or none: the first faulty one undoes what was done. */
async function runWhole(going: Going): Promise<void> {
  const { job, record, taking, tell } = going
  const { forget, remove } = forgetting(going)
  await inTransaction(job.database, async (trx) => {
    await setAuthor(trx, authorOf(taking.ctx))
    const outcome = noOutcome()
    taking.seen.clear()
    let done = 0
    for await (const group of recordsOf(going)) {
      job.signal.throwIfAborted()
      const [fault] = await add(outcome, taking, trx, group)
      if (fault) throw new Refused('import.undone', { line: fault.line, message: fault.message })
      done += group.length
      await tell(done)
    }
    await job.finish(trx)
    const { faults: _none, ...counts } = outcome
    await mustStep(trx, record.id, { status: importStatus.done, done, ...counts, ...forget })
    await auditRun(trx, record, counts)
  })
  await remove()
}

/**
 * Saves valid lines in batches of at most a second. Progress commits in the same transaction as the rows, so a restart after a crash
 * resumes exactly there, and the person sees the lines counted.
 */
async function runBatches(going: Going): Promise<void> {
  const { job, record, taking } = going
  const { inserted, updated, skipped, failed, faults } = record
  let outcome: Outcome = { inserted, updated, skipped, failed, faults: [...faults] }
  let done = 0
  for await (const batch of batchesOf(recordsOf(going), batchSize)) {
    let left = batch
    while (left.length > 0 && done < record.done) {
      const [group, ...others] = left
      if (group) markSeen(taking, group[0])
      done += group?.length ?? 0
      left = others
    }
    while (left.length > 0 && !tooMany(outcome)) {
      job.signal.throwIfAborted()
      await heldRights(job, record)
      const saved = await inTransaction(job.database, (trx) => saveSome(going, trx, left, { outcome, from: done }))
      outcome = saved.outcome
      done = saved.done
      left = left.slice(saved.records)
    }
    if (tooMany(outcome)) break
  }
  await end(going, outcome, tooMany(outcome) ? importStatus.failed : outcome.failed > 0 ? importStatus.partly : importStatus.done)
}

/** Saves the first records of a batch, as many as a second allows, and says how far it is. */
async function saveSome(
  { job, record, taking }: Going,
  trx: Writer,
  groups: readonly Group[],
  { outcome, from }: { outcome: Outcome; from: number },
): Promise<{ outcome: Outcome; done: number; records: number }> {
  await setAuthor(trx, authorOf(taking.ctx))
  const next = { ...outcome, faults: [...outcome.faults] }
  const began = performance.now()
  let [done, records] = [from, 0]
  for (const group of groups) {
    if (records > 0 && performance.now() - began > tellEvery) break
    job.signal.throwIfAborted()
    await add(next, taking, trx, group)
    done += group.length
    records++
  }
  await mustStep(trx, record.id, { from, done, ...next })
  return { outcome: next, done, records }
}

/** The lines of the file, titles included, as they may be handed out. */
async function* tellable({ path, taking }: Going): AsyncGenerator<string[]> {
  let line = 0
  for await (const cells of keptRows(path)) yield line++ === 0 ? cells : withoutSecrets(taking.screen.page, taking.mapping, cells)
}

/** A file with secrets in it is not kept once they are saved: the change that forgets it, and what takes it away afterwards. */
function forgetting({ work, record, taking }: Going): { forget: Pick<ImportStep, 'file'>; remove(): Promise<void> } {
  const secret = taking.mapping.some((name) => isConfidential(taking.screen.page.fields[name]))
  if (!secret || record.status !== importStatus.running) return { forget: {}, remove: async () => {} }
  return { forget: { file: '' }, remove: () => work.core.services.privateFiles.remove(record.file) }
}

/** Ends the job with a file of the faulty lines. */
async function end(going: Going, outcome: Outcome, status: number): Promise<void> {
  const { job, record, work } = going
  const { forget, remove } = forgetting(going)
  const { privateFiles } = work.core.services
  const report =
    outcome.failed > 0
      ? await writeReport(privateFiles, tellable(going), { faults: outcome.faults, added: addedLines(record) }, going.taking.ctx)
      : ''
  const error = tooMany(outcome) ? going.taking.ctx.text('errors.import.tooManyFaults', { max: importLimits.faults }) : ''
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

/** Lines that the kept file has before those that were sent: titles, where there were none. */
function addedLines({ has_header }: Pick<ImportRecord, 'has_header'>): number {
  return has_header === 0 ? 1 : 0
}

/** The records that the lines are about. */
function recordsOf({ path, record, taking }: Going): AsyncGenerator<Group> {
  const { screen, mapping, match } = taking
  return groupsOf(linesOf(path, addedLines(record)), { page: screen.page, mapping, match })
}
