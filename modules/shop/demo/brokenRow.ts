/** A row for which something does not hold that always should, as text. */
export interface BrokenRow {
  row: string
}
