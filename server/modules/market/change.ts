import type { Kysely } from 'kysely'
import type { OpenedPackage } from '../../../codegen/package/open.ts'
import type { Schema } from '../../../codegen/schema/schema.ts'
import { formatIssue, SchemaError } from '../../../src/schemas/language/issue.ts'
import type { Db, Writer } from '../../core/db/connect.ts'
import { Refused } from '../../core/refuse.ts'
import type { PackageRef, Revising } from '../../core/revising.ts'
import { makePlan, type Planning } from './plan.ts'
import { requireFaultless, type Trust } from './refusals.ts'
import {
  type By,
  enabledOf,
  type Installed,
  listInstalled,
  lockInstalled,
  type moduleState,
  type Noted,
  noteStep,
} from './store.ts'

/** What operations on packages need: of a server that runs, or of a command beside it. */
export interface Market {
  read: Kysely<Db>
  revising: Revising
  trust: Trust
  kontorVersion: string
  by: By
  /** Runs one transaction, in which this step is done. */
  write<T>(step: Omit<Noted, 'detail'>, work: (trx: Writer) => Promise<T>): Promise<T>
}

/** What became of a package. */
export interface Outcome {
  uid: string
  version: string
  state: (typeof moduleState)[keyof typeof moduleState]
  /** It was so already: nothing was done. */
  already: boolean
}

/** A change of the installed packages that has been prepared. */
export interface Change {
  outcome: Omit<Outcome, 'already'>
  /** What is served afterwards, if that changes. */
  schema?: Schema
  /** What is written, but for the note of it. Returns what is noted beside. */
  write(trx: Writer): Promise<Readonly<Record<string, unknown>>>
  noted: Omit<Noted, 'detail'>
}

/** What is so already. */
export interface Already {
  already: Omit<Outcome, 'already'>
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
): Promise<Outcome> {
  for (let n = 1; ; n++) {
    const installed = await listInstalled(market.read)
    const next = await prepare(installed)
    if ('already' in next) {
      const { uid, version, state } = next.already
      return { uid, version, state, already: true }
    }
    const isDone = await market.write(next.noted, async (trx) => {
      await lockInstalled(trx)
      if (stateOf(await listInstalled(trx)) !== stateOf(installed)) return false
      const detail = await next.write(trx)
      await noteStep(trx, { ...next.noted, detail }, market.by)
      await market.revising.announce(trx)
      return true
    })
    if (isDone) {
      if (next.schema) await market.revising.follow()
      return { ...next.outcome, already: false }
    }
    if (n === tries) throw new Refused('module.changed', {}, { type: 'conflict' })
  }
}

const stateOf = (installed: readonly Installed[]) => installed.map(({ uid, hash, state }) => `${uid} ${hash} ${state}`).join('\n')

/** What a plan is made with. */
export const planningOf = ({ read, revising, kontorVersion }: Market, installed: readonly Installed[]): Planning => ({
  db: read,
  revising,
  installed,
  kontorVersion,
})

/** What is served with the package in its place, if it has no faults and loses no data. */
export async function prepareWith(market: Market, opened: OpenedPackage, installed: readonly Installed[]): Promise<Schema> {
  const { uid, version } = opened.manifest
  requireFaultless(
    uid,
    (await makePlan(opened, planningOf(market, installed))).issues.map(({ text }) => text),
  )
  const own = { uid, version, hash: opened.hash, files: opened.files }
  const enabled = enabledOf(installed)
  const packages = enabled.some((each) => each.uid === uid)
    ? enabled.map((each) => (each.uid === uid ? own : each))
    : [...enabled, own]
  return prepared(market, uid, packages)
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
    return (await market.revising.prepare(enabledOf(installed).filter((each) => each.uid !== uid))).schema
  } catch (error) {
    if (error instanceof SchemaError) throw new Refused('module.needed', { uid, what: error.message.split('\n')[0] ?? '' })
    throw error
  }
}
