import type { Field } from '../../../../../src/schemas/field.ts'
import type { Row } from '../../../../crud/domain.ts'

/** The cells of one line that say a value together, those that hold something, by column. */
export interface PartLine {
  /** As a spreadsheet counts. */
  line: number
  cells: Readonly<Record<string, string>>
}

/** What is wrong in a column of the n-th of these lines (from 0). */
export interface PartFault {
  at: number
  column: string
  code: string
  params?: Readonly<Record<string, string | number>>
}

export interface Joined {
  /** Of the wire. */
  value: unknown
  /** Wire values of other fields that follow from it. */
  beside: Row
  /** Which of the lines, from 0, contained a position inside the value. */
  lineOf(path: readonly string[]): number
}

/**
 * The value that lines about one record say together, over the one that is there (a model value, null for a new row); `record` are the wire
 * values of the other columns. Or what is wrong with them.
 */
export type Join = (lines: readonly PartLine[], before: unknown, field: Field, record: Readonly<Row>) => Joined | PartFault[]

/** By kind, for the kinds that have `parts`; modules add theirs (`importLines` of a manifest). */
declare module '../../../module.ts' {
  interface ServerModule {
    /** How lines of an imported file become the value of a field, by its kind. */
    readonly importLines?: Readonly<Record<string, Join>>
  }
}

const joins = new Map<string, Join>()

/** Adds what reads the lines of kinds. */
export function registerJoins(more: Readonly<Record<string, Join>>): void {
  for (const [kind, join] of Object.entries(more)) joins.set(kind, join)
}

/** What reads the lines of a kind. Throws where no module that is on does. */
export function joinOf(kind: string): Join {
  const join = joins.get(kind)
  if (!join) throw new Error(`no module reads the columns of "${kind}"`)
  return join
}
