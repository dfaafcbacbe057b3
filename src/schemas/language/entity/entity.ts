import type { Field } from '../../field.ts'
import type { Store } from '../../kinds/kind.ts'

/** A table joined to the row (one), or the rows of another table that belong to it (many). */
export type Relation =
  | { type: 'one'; name: string; table: string; key: string }
  | { type: 'many'; name: string; table: string; foreignKey: string; sort: readonly (readonly [string, 'asc' | 'desc'])[] }

/** Whole numbers of a row of which the sum never passes another, or is always that of others: the database holds every row to it. */
export type Bound = { sum: readonly string[]; atMost: string } | { sum: readonly string[]; equals: readonly string[] }

/** What the database notes of the changes of a table's rows. */
export interface HistoryOptions {
  /** Columns whose changes are not noted: counters, and what a ledger of its own keeps. */
  except: readonly string[]
  /** Rows belong to a record of this table: the column `key` has its key. Their changes are part of its history. */
  partOf: { table: string; key: string } | null
}

/** A table: what the database holds for a page, or for several, or for none. */
export interface Entity {
  table: string
  /** The key column; null when the table has none (the page is then read-only). */
  key: string | null
  /** Where a table of another system has a key of several columns: these. `key` is then the name of the field that is made of them. */
  keyParts?: readonly string[]
  /** The key is given by the person instead of counted by the database. */
  keyGiven: boolean
  tree: { parent: string; maxDepth: number } | null
  weigh: string | null
  softDelete: boolean
  owner: string | null
  unique: readonly (readonly string[])[]
  index: readonly (readonly string[])[]
  bounds?: readonly Bound[]
  /** Why no field of the table needs an index to be searched or sorted by. */
  unindexedBecause?: string
  sort: readonly (readonly [string, 'asc' | 'desc'])[]
  relations: Readonly<Record<string, Relation>>
  /** What the history of its rows has; null: it has none. */
  history: HistoryOptions | null
  /** The table is another system's: its structure is never changed by Kontor. */
  external: boolean
  /** Why rows cannot be written here: a word `readOnly.<reason>`; null when they can. */
  readOnly: string | null
  /** Every field of the table, stored or virtual, by name; includes id and times unless the table is external. */
  fields: Readonly<Record<string, Field>>
}

/** A column of the database, derived from an entity. */
export interface ColumnDefinition {
  name: string
  store: Store
  nullable: boolean
  /** Model value, 'identity' for counted keys. */
  default?: unknown
  identity: boolean
}
