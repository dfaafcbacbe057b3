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

/** A function that computes one field of a page: it receives from each row the fields named in `reads`, and returns one value per row. */
export type ComputeOf<Row> =
  | ((input: ComputeInput<Row>) => Promise<unknown[]>)
  | { readonly sql: string; readonly order?: string }

/** The function that makes the computed fields of a page of `All`, the `Reads` of a folder of schemas. */
export function computesFor<All>() {
  return <Id extends keyof All>(
    _page: Id,
    computes: { readonly [Name in keyof All[Id]]: ComputeOf<All[Id][Name]> },
  ): Readonly<Record<string, Compute>> =>
    // The rows that the engine hands over hold the declared fields with the values of their kinds: the types come from the same schema.
    computes as Readonly<Record<string, Compute>>
}

/** The computed fields of a page, one for each that it names. Reading a field that the page does not declare does not compile. */
export const computesOf = computesFor<Reads>()
