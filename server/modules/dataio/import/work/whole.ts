import { importStatus } from '../../../../../src/schemas/api/importing.ts'
import { authorOf, setAuthor, withoutHistory } from '../../../../core/history/author.ts'
import { Refused } from '../../../../core/refuse.ts'
import { inTransaction } from '../../../../core/transaction/transaction.ts'
import { batchesOf } from '../lines/groups.ts'
import { auditRun } from './auditRun.ts'
import { end, forgetting } from './end.ts'
import {
  dropPending,
  type Going,
  linesIn,
  mustStep,
  noOutcome,
  recordsOf,
  roomAfter,
  sumOf,
  takeSome,
  teller,
  tooMany,
  tried,
} from './going.ts'

/**
 * Saves every line like a run, in one transaction that is rolled back: conflicts between lines (a name used twice, a row created further
 * up) are detected too, and nothing is written.
 */
export async function checkWhole(going: Going): Promise<void> {
  const { job, taking, pace } = going
  const tell = teller(going)
  const outcome = await tried(going, async (trx) => {
    await withoutHistory(trx)
    taking.seen.clear()
    let outcome = noOutcome()
    let done = 0
    for await (const groups of batchesOf(recordsOf(going), () => pace.size)) {
      job.signal.throwIfAborted()
      outcome = sumOf(outcome, await takeSome(going, trx, groups, roomAfter(outcome)))
      dropPending(trx)
      done += linesIn(groups)
      await tell(done)
      if (tooMany(outcome)) break
    }
    return outcome
  })
  await end(going, outcome, tooMany(outcome) ? importStatus.failed : importStatus.ready)
}

/** All lines or none: the first faulty one undoes what was done. */
export async function runWhole(going: Going): Promise<void> {
  const { job, record, taking, pace } = going
  const tell = teller(going)
  const { forget, remove } = forgetting(going)
  await inTransaction(job.database, async (trx) => {
    await setAuthor(trx, authorOf(taking.ctx))
    taking.cells.forget()
    taking.seen.clear()
    let outcome = noOutcome()
    let done = 0
    for await (const groups of batchesOf(recordsOf(going), () => pace.size)) {
      job.signal.throwIfAborted()
      outcome = sumOf(outcome, await takeSome(going, trx, groups))
      const [fault] = outcome.faults
      if (fault) throw new Refused('import.undone', { line: fault.line, message: fault.message })
      done += linesIn(groups)
      await tell(done)
    }
    await job.finish(trx)
    const { faults: _none, ...counts } = outcome
    await mustStep(trx, record.id, { status: importStatus.done, done, ...counts, ...forget })
    await auditRun(trx, record, counts)
  })
  await remove()
}
