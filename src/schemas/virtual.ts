/**
 * A value that is not stored but made: from a relation of many (`count`: rows; `sum`: a column, `lines.quantity`; `range`: its smallest and
 * largest, a list of two), as a percentage of two parts (`ratio`: each a field, a relation to be counted or a column of one to be summed),
 * as what other numbers of the row leave of one (`left`), as an address with values of the row in its places (`address`: a field, of a
 * relation of one too; `fill`: for each `{place}` the field that is put there; only http and https, and nothing where a value is missing or
 * holds more than letters, digits and `.-_~`), as the names of what a remote field holds (`labels`), or by a named function of the server
 * (`reads`: the stored fields of the row that it gets, and no others; `sql`: an expression of the database, by which the list can be searched and
 * sorted; `write`: the form sends it too, and the screen's hooks keep it).
 */
export type Virtual =
  | { count: string }
  | { sum: string }
  | { range: string }
  | { ratio: readonly [string, string] }
  | { left: readonly string[] }
  | { address: string; fill: Readonly<Record<string, string>> }
  | { labels: string }
  | { compute: string; reads?: readonly string[] | undefined; sql?: boolean | undefined; write?: boolean | undefined }

/** Is the value computed by an expression of the database? */
export function isExpression({ virtual }: { virtual?: Virtual | undefined }): boolean {
  return virtual !== undefined && 'compute' in virtual && virtual.sql === true
}

/** Names of the stored fields that the function of a computed field reads; none for all other fields. */
export function readsOf({ virtual }: { virtual?: Virtual | undefined }): readonly string[] {
  return virtual !== undefined && 'compute' in virtual ? (virtual.reads ?? []) : []
}
