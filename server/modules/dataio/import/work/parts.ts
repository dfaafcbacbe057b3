import { importLimits, importStatus } from '../../../../../src/schemas/api/importing.ts'
import type { Writer } from '../../../../core/db/connect.ts'
import { authorOf, setAuthor, withoutHistory } from '../../../../core/history/author.ts'
import { inTransaction } from '../../../../core/transaction/transaction.ts'
import { batchesOf, type Group } from '../lines/groups.ts'
import { markSeen } from '../lines/row.ts'
import type { ImportStep } from '../record.ts'
import { end } from './end.ts'
import {
  dropPending,
  type Going,
  heldRights,
  linesIn,
  mustStep,
  noOutcome,
  type Outcome,
  recordsOf,
  roomAfter,
  sumOf,
  takeSome,
  tellEvery,
  tooMany,
  tried,
} from './going.ts'

/** Lines that are saved in one transaction, if that takes no longer than `tellEvery`. */
const batchSize = 500

/**
 * Checks a large file in parts, each in a transaction of at most a second that is rolled back: nobody waits for its rows longer than that.
 * Of lines in different parts it cannot say that they are in each other's way; the run does.
 */
export async function checkParts(going: Going): Promise<void> {
  const outcome = await eachPart(going, importLimits.part, async (groups, part) => {
    const taken = await tried(going, async (trx) => {
      await withoutHistory(trx)
      return takeWhile(going, trx, groups, part.outcome)
    })
    const step = stepOf(part, taken)
    await inTransaction(going.job.database, (trx) => mustStep(trx, going.record.id, step))
    return taken
  })
  await end(going, outcome, tooMany(outcome) ? importStatus.failed : importStatus.ready)
}

/**
 * Saves valid lines in batches of at most a second. Progress commits in the same transaction as the rows, so a restart after a crash
 * resumes exactly there, and the person sees the lines counted.
 */
export async function runParts(going: Going): Promise<void> {
  const { job, record, taking } = going
  const outcome = await eachPart(going, batchSize, (groups, part) =>
    inTransaction(job.database, async (trx) => {
      await setAuthor(trx, authorOf(taking.ctx))
      taking.cells.forget()
      const taken = await takeWhile(going, trx, groups)
      await mustStep(trx, record.id, stepOf(part, taken))
      return taken
    }),
  )
  const { failed, partly, done } = importStatus
  await end(going, outcome, tooMany(outcome) ? failed : outcome.failed > 0 ? partly : done)
}

/** How far an import is: the lines that are done, and what they came to. */
interface Part {
  done: number
  outcome: Outcome
}

/** What some records came to, and how many of them were taken. */
interface Some {
  records: number
  lines: number
  outcome: Outcome
}

/** Goes on where the record says that it is: what is done already is only read. The faults are kept with each step, and not returned. */
async function eachPart(
  going: Going,
  size: number,
  take: (groups: readonly Group[], part: Part) => Promise<Some>,
): Promise<Outcome> {
  const { job, record, taking } = going
  const { inserted, updated, skipped, failed } = record
  let outcome: Outcome = { inserted, updated, skipped, failed, faults: [] }
  let done = 0
  for await (const batch of batchesOf(recordsOf(going), () => size)) {
    let at = 0
    for (; at < batch.length && done < record.done; at++) {
      const group = batch[at]
      if (group) markSeen(taking, group[0])
      done += group?.length ?? 0
    }
    while (at < batch.length && !tooMany(outcome)) {
      job.signal.throwIfAborted()
      await heldRights(job, record)
      const some = await take(batch.slice(at), { done, outcome })
      outcome = { ...sumOf(outcome, some.outcome), faults: [] }
      done += some.lines
      at += some.records
    }
    if (tooMany(outcome)) break
  }
  return outcome
}

/** Takes the first of some records, as many as a second allows; those of a check, which say what came before, leave nothing to do. */
async function takeWhile(going: Going, trx: Writer, groups: readonly Group[], before?: Outcome): Promise<Some> {
  const began = performance.now()
  let some: Some = { records: 0, lines: 0, outcome: noOutcome() }
  while (some.records < groups.length && (some.records === 0 || performance.now() - began < tellEvery)) {
    going.job.signal.throwIfAborted()
    const next = groups.slice(some.records, some.records + going.pace.size)
    const left = before && roomAfter(sumOf(before, some.outcome))
    const outcome = sumOf(some.outcome, await takeSome(going, trx, next, left))
    if (before) dropPending(trx)
    some = { records: some.records + next.length, lines: some.lines + linesIn(next), outcome }
  }
  return some
}

function stepOf({ done, outcome }: Part, some: Some): ImportStep {
  return { from: done, done: done + some.lines, ...sumOf(outcome, some.outcome) }
}
