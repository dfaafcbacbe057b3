/** What a database says about a table; the input of inference, the same for every kind of database. */
export interface TableFacts {
  name: string
  comment: string
  columns: readonly ColumnFacts[]
  /** Columns of the primary key in order; empty when there is none. */
  primaryKey: readonly string[]
  /** Unique constraints and indexes besides the primary key. */
  unique: readonly (readonly string[])[]
  foreignKeys: readonly { column: string; table: string; refColumn: string }[]
}

export interface ColumnFacts {
  name: string
  /** Type as the database writes it: `character varying(40)`, `numeric(10,2)`, `timestamp without time zone`. */
  type: string
  /** The type under a domain; absent for all other columns. */
  base?: string
  nullable: boolean
  /** Default expression, null when there is none. */
  default: string | null
  /** The database counts the value itself (identity, serial, generated). */
  counted: boolean
  comment: string
  /** Values of an enumerated type in order; null for other types. */
  enumValues: readonly string[] | null
}
