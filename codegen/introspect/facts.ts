/** What a database says about a table; the input of inference, the same for every kind of database. */
export interface TableFacts {
  name: string
  comment: string
  /** It is a view or a materialized one: its rows can only be read. */
  isView?: boolean
  columns: readonly ColumnFacts[]
  /** Columns of the primary key in order; empty when there is none. */
  primaryKey: readonly string[]
  /** Unique constraints and indexes besides the primary key. */
  unique: readonly (readonly string[])[]
  foreignKeys: readonly ForeignKey[]
  /** Conditions that every row keeps, as the database writes them; those of domains name their column. */
  checks: readonly string[]
  /** Conditions and references of another database that PostgreSQL would refuse, or may not know, as that database has them. */
  leftOut?: readonly string[]
}

/** A column that points at one row of a table. */
export interface ForeignKey {
  column: string
  table: string
  refColumn: string
  /** Of a table that points at itself: do its rows fit on the screen of a tree, and does each have a root above it? */
  isTree?: boolean
  /** Of a table of pairs: the most rows that have the same value; of others unknown. */
  most?: number
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
  /** The expression by which the database is to compute it; told only of tables that are still to be made. */
  computed?: string
  /** Values of an enumerated type in order; null for other types. */
  enumValues: readonly string[] | null
  /** Values that a few rows have, at most 500 of them; only of texts and whole numbers. */
  stored?: readonly string[]
}
