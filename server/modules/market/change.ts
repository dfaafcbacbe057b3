import type { Kysely } from 'kysely'
import type { OpenedPackage } from '../../../codegen/package/open.ts'
import type { Schema } from '../../../codegen/schema/schema.ts'
import type { MarketStep, ModuleOutcome } from '../../../src/schemas/api/market.ts'
import { formatIssue, SchemaError } from '../../../src/schemas/language/issue.ts'
import type { Db, Writer } from '../../core/db/connect.ts'
import { Refused } from '../../core/refuse.ts'
import type { PackageRef, Revising } from '../../core/revising.ts'
import type { Solution } from './conflicts.ts'
import { makePlan, type Planning, type Settled, settle } from './plan.ts'
import { requireFaultless, type Trust } from './refusals.ts'
import { type By, enabledOf, type Installed, listInstalled, lockInstalled, type Noted, noteStep } from './store.ts'

/** What operations on packages need: of a server that runs, or of a command beside it. */
export interface Market {
  read: Kysely<Db>
  revising: Revising
  trust: Trust
  kontorVersion: string
  by: By
  /** Runs one transaction, in which this step is done. */
  write<T>(step: Omit<Noted, 'detail'>, work: (trx: Writer) => Promise<T>): Promise<T>
  /** Told how far a change is. */
  progress?(step: MarketStep): void
}

/** What a person has agreed to. */
export interface Agreement {
  /** The hash of the package that was looked at. */
  hash: string
  /** What was chosen for its conflicts. */
  solutions: readonly Solution[]
  /** Bring its sample rows as well. */
  withDemo: boolean
}

/** A change of the installed packages that has been prepared. */
export interface Change {
  outcome: Omit<ModuleOutcome, 'already'>
  /** What is served afterwards, if that changes. */
  schema?: Schema
  /** What is written, but for the note of it. Returns what is noted beside. */
  write(trx: Writer): Promise<Readonly<Record<string, unknown>>>
  noted: Omit<Noted, 'detail'>
}

/** What is so already. */
export interface Already {
  already: Omit<ModuleOutcome, 'already'>
}

/** How often a change is prepared anew because another one came first. */
const tries = 3

/**
 * Prepares a change, then does all of it in one transaction: what was prepared for is asked again there, under a lock, so that no two changes
 * are made from one state. The server serves it when this settles; a server that is killed serves the old state or the new one at its next start.
 */
export async function change(
  market: Market,
  prepare: (installed: readonly Installed[]) => Promise<Change | Already>,
): Promise<ModuleOutcome> {
  for (let n = 1; ; n++) {
    market.progress?.('check')
    const installed = await listInstalled(market.read)
    const next = await prepare(installed)
    if ('already' in next) {
      const { uid, version, state } = next.already
      return { uid, version, state, already: true }
    }
    market.progress?.('write')
    const isDone = await market.write(next.noted, async (trx) => {
      await lockInstalled(trx)
      if (stateOf(await listInstalled(trx)) !== stateOf(installed)) return false
      const detail = await next.write(trx)
      await noteStep(trx, { ...next.noted, detail }, market.by)
      await market.revising.announce(trx)
      return true
    })
    if (isDone) {
      market.progress?.('serve')
      if (next.schema) await market.revising.follow()
      market.progress?.('done')
      return { ...next.outcome, already: false }
    }
    if (n === tries) throw new Refused('module.changed', {}, { type: 'conflict' })
  }
}

/** What a change is prepared for. */
export const stateOf = (installed: readonly Installed[]) =>
  installed.map(({ uid, hash, state, yields }) => `${uid} ${hash} ${state} ${JSON.stringify(yields)}`).join('\n')

/** What a plan is made with. */
export const planningOf = ({ read, revising, kontorVersion }: Market, installed: readonly Installed[]): Planning => ({
  db: read,
  revising,
  installed,
  kontorVersion,
})

/** What is served with the package in its place, if it has no faults, its conflicts are settled and it loses no data. */
export async function prepareWith(
  market: Market,
  opened: OpenedPackage,
  { installed, solutions }: { installed: readonly Installed[]; solutions: readonly Solution[] },
): Promise<{ schema: Schema; settled: Settled }> {
  const { uid, version } = opened.manifest
  const planning = planningOf(market, installed)
  const settled = await settle(opened, planning, solutions)
  const { open } = settled
  if (open) throw new Refused('module.conflict', { uid, with: open.with, page: open.page, path: open.path })
  requireFaultless(
    uid,
    (await makePlan(opened, planning, solutions)).issues.map(({ text }) => text),
  )
  const without = settled.yields.length > 0 ? { without: settled.yields } : {}
  const own = { uid, version, hash: opened.hash, files: opened.files, ...without }
  const at = enabledOf(installed).findIndex((each) => each.uid === uid)
  const packages = at < 0 ? [...settled.around, own] : settled.around.toSpliced(at, 0, own)
  return { schema: await prepared(market, uid, packages), settled }
}

export async function prepared(market: Market, uid: string, packages: readonly PackageRef[]): Promise<Schema> {
  try {
    return (await market.revising.prepare(packages)).schema
  } catch (error) {
    if (error instanceof SchemaError) requireFaultless(uid, error.issues.map(formatIssue))
    throw error
  }
}

/** What is served without the package. Throws `Refused` where others need it. */
export async function preparedWithout(market: Market, uid: string, installed: readonly Installed[]): Promise<Schema> {
  try {
    return (await market.revising.prepare(enabledOf(installed.filter((each) => each.uid !== uid)))).schema
  } catch (error) {
    if (error instanceof SchemaError) throw new Refused('module.needed', { uid, what: error.message.split('\n')[0] ?? '' })
    throw error
  }
}
