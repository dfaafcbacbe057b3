import { type ImportFault, importLimits } from '../../../../../src/schemas/api/importing.ts'
import type { Context } from '../../../../core/context.ts'
import type { Writer } from '../../../../core/db/connect.ts'
import type { Core } from '../../../../core/http/makeContext.ts'
import { type Job, JobLost } from '../../../../core/jobs/runner.ts'
import { Refused } from '../../../../core/refuse.ts'
import { loadRights } from '../../../../core/session/access.ts'
import { inTransaction, pendingOf } from '../../../../core/transaction/transaction.ts'
import type { Domains } from '../../../../crud/engine/domains.ts'
import { type Pace, takeBatch } from '../lines/batch.ts'
import { type Group, groupsOf, linesOf } from '../lines/groups.ts'
import type { Taking } from '../lines/row.ts'
import { type Counts, type ImportRecord, type ImportStep, takeStep } from '../record.ts'
import { mayImport } from '../rights.ts'

/** What an import is made with. */
export interface ImportWork {
  core: Core
  domains: Domains
  log: Context['log']
}

/** An import under way. */
export interface Going {
  work: ImportWork
  job: Job
  record: ImportRecord
  taking: Taking
  pace: Pace
  path: string
}

/** Milliseconds between two words on how far it is, and of one transaction of a batch. */
export const tellEvery = 1000

/** What lines came to, and what is wrong with them. */
export interface Outcome extends Counts {
  faults: ImportFault[]
}

export const noOutcome = (): Outcome => ({ inserted: 0, updated: 0, skipped: 0, failed: 0, faults: [] })

/** Takes some records and counts what they came to, up to as many faulty lines as `room` says. */
export async function takeSome(
  { taking, pace }: Going,
  trx: Writer,
  groups: readonly Group[],
  room = Number.POSITIVE_INFINITY,
): Promise<Outcome> {
  const outcome = noOutcome()
  const taken = await takeBatch(taking, trx, groups, pace)
  for (const [i, each] of taken.entries()) {
    if (outcome.skipped + outcome.failed >= room) break
    if (typeof each === 'string') outcome[each]++
    else {
      outcome.skipped += each.skipped
      outcome.failed += (groups[i]?.length ?? 0) - each.skipped
      outcome.faults.push(...each.faults)
    }
  }
  return outcome
}

/** Both together. */
export function sumOf(a: Outcome, b: Outcome): Outcome {
  return {
    inserted: a.inserted + b.inserted,
    updated: a.updated + b.updated,
    skipped: a.skipped + b.skipped,
    failed: a.failed + b.failed,
    faults: b.faults.length === 0 ? a.faults : [...a.faults, ...b.faults],
  }
}

/** Has no line been right so far? */
export function isStray({ inserted, updated }: Counts): boolean {
  return inserted + updated === 0
}

/** Faulty lines that may follow these. */
export function roomAfter(counts: Counts): number {
  return (isStray(counts) ? importLimits.stray : importLimits.faults) - counts.skipped - counts.failed
}

export function tooMany(counts: Counts): boolean {
  return roomAfter(counts) <= 0
}

export const linesIn = (groups: readonly Group[]): number => groups.reduce((n, group) => n + group.length, 0)

/** Thrown to roll back a transaction that has reported its would-be result. */
class Undone extends Error {}

/** Tries something in a transaction that is rolled back; returns what it came to. */
export async function tried<T>({ job, taking }: Going, work: (trx: Writer) => Promise<T>): Promise<T> {
  let value: { is: T } | undefined
  try {
    await inTransaction(job.database, async (trx) => {
      taking.cells.forget()
      value = { is: await work(trx) }
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone) || !value) throw error
  }
  if (!value) throw new Error('what was tried came to nothing')
  return value.is
}

/** What a check would have to do before it commits, it never does. */
export function dropPending(trx: Writer): void {
  const pending = pendingOf(trx)
  if (!pending) return
  pending.audits = []
  pending.after = []
  pending.changed.clear()
}

/** The rights of now: who lost the list, or a right to write it, imports nothing. */
export async function heldRights(job: Job, { admin_id, target, mode }: ImportRecord) {
  const rights = await loadRights(job.database.read, 'admin', admin_id)
  if (!rights || !mayImport({ ...rights, sessionId: '' }, target, mode)) throw new Refused('import.noRight')
  return rights
}

/** Once a second: reports progress, and checks that the rights are still held. */
export function teller({ job, record }: Pick<Going, 'job' | 'record'>): (done: number) => Promise<void> {
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

export async function mustStep(trx: Writer, id: number, step: ImportStep): Promise<void> {
  if (!(await takeStep(trx, id, step))) throw new JobLost()
}

/** Lines that the kept file has before those that were sent: titles, where there were none. */
export function addedLines({ has_header }: Pick<ImportRecord, 'has_header'>): number {
  return has_header === 0 ? 1 : 0
}

/** The records that the lines are about. */
export function recordsOf({ path, record, taking }: Going): AsyncGenerator<Group> {
  const { screen, mapping, match } = taking
  return groupsOf(linesOf(path, addedLines(record)), { page: screen.page, mapping, match })
}
