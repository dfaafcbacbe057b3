import type { Context } from '../core/context.ts'
import type { Reader } from '../core/db/connect.ts'
import type { Compute } from './domain.ts'
import type { Reads } from './reads.generated.ts'

/** What such a function gets. */
export interface ComputeInput<Row> {
  ctx: Context
  db: Reader
  rows: readonly Row[]
}

/** A function that computes one field of a page: it gets of each row what the field declares with `reads`, and gives a value for each. */
export type ComputeOf<Row> =
  | ((input: ComputeInput<Row>) => Promise<unknown[]>)
  | { readonly sql: string; readonly order?: string }

/** The computed fields of a page, one for each that it names. Reading a field that the page does not declare does not compile. */
export function computesOf<Id extends keyof Reads>(
  _page: Id,
  computes: { readonly [Name in keyof Reads[Id]]: ComputeOf<Reads[Id][Name]> },
): Readonly<Record<string, Compute>> {
  // The rows that the engine hands over hold the declared fields with the values of their kinds: the types are made of the same schema.
  return computes as Readonly<Record<string, Compute>>
}
