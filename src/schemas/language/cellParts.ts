/** How a value is read from several columns of a file, each called `<field>.<column>`. Titles: words `kinds.<kind>.column.<column>`. */
export interface CellParts<Field> {
  /** By column: a text that it takes, and whether a new row needs it. */
  columns: Readonly<Record<string, { sample: string; required?: true }>>
  /**
   * The wire value out of the cells that hold something, by column, over the model value that is there (null for a new row); `line` are the
   * wire values of the other columns. Throws CodecError for what no columns can say.
   */
  join(cells: Readonly<Record<string, string>>, before: unknown, field: Field, line: Readonly<Record<string, unknown>>): unknown
}
