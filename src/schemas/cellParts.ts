/**
 * How a value is read from several columns of a file, each called `<field>.<column>`. Titles: words `kinds.<kind>.column.<column>`. What they
 * come to together is `server/modules/dataio/import/lines/joins.ts`.
 */
export interface CellParts {
  /** By column: texts that it takes, in the lines of an example, and whether a new row needs it. */
  columns: Readonly<Record<string, { samples: readonly string[]; required?: true }>>
  /** The column that identifies nested rows: when filled, several lines may belong to one record. */
  rows?: string
  /** The option of the field which names another field that follows from these columns. */
  follows?: 'type'
}
