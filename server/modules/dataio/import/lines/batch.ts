import { sql } from 'kysely'
import { importParts } from '../../../../../src/schemas/api/importing.ts'
import type { Writer } from '../../../../core/db/connect.ts'
import { faultOf } from '../../../../core/db/faults.ts'
import { Refused } from '../../../../core/refuse.ts'
import type { Row } from '../../../../crud/domain.ts'
import type { Screen } from '../../../../crud/screen/screen.ts'
import { readableError } from '../../../../crud/validate/refusal.ts'
import { addNew, addsTogether, judgeNew, type NewRow } from '../../../../crud/write/together.ts'
import { LineFaults } from './faults.ts'
import type { Group, Line } from './groups.ts'
import { auditLine, bodyOf, noted, readLines, saveLines, type Taken, type Taking, takeLines } from './row.ts'

/** How many records are tried together. */
export interface Pace {
  size: number
  readonly most: number
}

/** Records that are added by one statement, or saved under one savepoint. */
const sizes = { added: 250, saved: 64 } as const

/** The pace of an import that begins. */
export function paceOf({ adds }: Taking): Pace {
  const most = adds ? sizes.added : sizes.saved
  return { size: most, most }
}

/** Are all lines new rows, one each, of a list whose rows may be added at once? */
export function addsAll(screen: Screen, { mapping, match }: Pick<Taking, 'mapping' | 'match'>): boolean {
  return match.length === 0 && importParts(screen.page).every(({ name }) => !mapping.includes(name)) && addsTogether(screen)
}

/**
 * Takes records as `takeLines` does one after the other, with the same results, in fewer statements: they are tried together, and where
 * that fails what was done is undone and each is taken alone. Where many fail fewer are tried.
 */
export async function takeBatch(taking: Taking, trx: Writer, groups: readonly Group[], pace: Pace): Promise<Taken[]> {
  const undo = noted(trx)
  await sql`savepoint import_lines`.execute(trx)
  try {
    const taken = taking.adds ? await addAll(taking, trx, groups) : await saveAll(taking, trx, groups)
    await sql`release savepoint import_lines`.execute(trx)
    pace.size = Math.min(pace.most, pace.size * 2)
    return taken
  } catch (error) {
    if (!(await isOfLines(taking, error))) throw error
    await sql`rollback to savepoint import_lines`.execute(trx)
    undo()
    taking.cells.forget()
  }
  pace.size = Math.max(1, Math.floor(pace.size / 2))
  const taken: Taken[] = []
  for (const group of groups) taken.push(await takeLines(taking, trx, group))
  return taken
}

/** What the database says of every statement after one that failed. */
const failedBefore = '25P02'

/** Is it what is wrong with lines? */
async function isOfLines(taking: Taking, error: unknown): Promise<boolean> {
  if (error instanceof LineFaults || faultOf(error)?.code === failedBefore) return true
  return (await readableError(error, taking)) instanceof Refused
}

async function saveAll(taking: Taking, trx: Writer, groups: readonly Group[]): Promise<Taken[]> {
  const taken: Taken[] = []
  for (const group of groups) taken.push(await saveLines(taking, trx, group, { lineOf: () => 0 }))
  return taken
}

/** A line about a new row that nothing is wrong with, as far as can be said before the rows above it are written. */
interface Judged {
  line: Line
  wire: Row
  row: NewRow
}

/** Adds new rows, those between two faulty lines at once. */
async function addAll(taking: Taking, trx: Writer, groups: readonly Group[]): Promise<Taken[]> {
  const judged: (Judged | undefined)[] = []
  for (const group of groups) judged.push(await judge(taking, trx, group))
  const taken: Taken[] = []
  while (taken.length < groups.length) {
    const at = taken.length
    const group = groups[at]
    const end = judged.indexOf(undefined, at)
    const run = judged.slice(at, end < 0 ? undefined : end).filter((each) => each !== undefined)
    const added = run.length > 0 ? await addRun(taking, trx, run) : 0
    for (let i = 0; i < added; i++) taken.push('inserted')
    // What follows the lines that were added is faulty, or has what another row has: it says itself what is wrong.
    if (added < run.length) judged[at + added] = undefined
    else if (added === 0 && group) taken.push(await takeLines(taking, trx, group))
  }
  return taken
}

async function judge(taking: Taking, trx: Writer, group: Group): Promise<Judged | undefined> {
  const { screen, ctx } = taking
  try {
    const wire = await readLines(taking, trx, group)
    const row = await judgeNew(screen, { ...ctx, body: bodyOf(screen, wire) }, trx)
    return row && { line: group[0], wire, row }
  } catch (error) {
    // Errors of the database have ended what was tried together; these have not.
    if (error instanceof LineFaults || error instanceof Refused) return undefined
    throw error
  }
}

/** Adds rows at once, up to the first that has what another row has already. Returns how many. */
async function addRun(taking: Taking, trx: Writer, run: readonly Judged[]): Promise<number> {
  await sql`savepoint import_line`.execute(trx)
  const rows = run.map(({ row }) => row)
  const keys = await addNew(taking.screen, trx, rows)
  const left = keys.indexOf(null)
  if (left >= 0) {
    await sql`rollback to savepoint import_line`.execute(trx)
    return left === 0 ? 0 : addRun(taking, trx, run.slice(0, left))
  }
  await sql`release savepoint import_line`.execute(trx)
  for (const [i, { line, wire }] of run.entries())
    await auditLine({ taking, trx, line }, { done: 'add', key: keys[i] ?? null, wire })
  return run.length
}
