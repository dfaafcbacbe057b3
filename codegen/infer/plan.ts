import type { CommentFacts } from '../introspect/comment.ts'
import type { ColumnFacts, ForeignKey, TableFacts } from '../introspect/facts.ts'
import type { ColumnLimits } from './checks.ts'
import type { ColumnType } from './columnType.ts'
import type { Tag } from './meaning.ts'

/** What the generator knows of a screen that foreign keys may lead to. */
export interface KnownTable {
  page: string
  /** The field a row is called by, and one that says more. */
  show: string
  secondary?: string
  /** The column that other tables point at. */
  key: string
  isTree?: boolean
}

/** A value that can be chosen. */
export interface PlannedOption {
  value: string | number
  /** What the comment calls it; undefined where it says nothing. */
  label?: string
  tag?: Tag
}

/** What stands where in lists. */
export type Role =
  | 'title'
  | 'state'
  | 'person'
  | 'related'
  | 'amount'
  | 'date'
  | 'text'
  | 'number'
  | 'stamp'
  | 'several'
  | 'key'
  | 'technical'
  | 'long'

/** A column with everything that was decided about it. */
export interface ColumnPlan {
  column: ColumnFacts
  type: ColumnType
  comment: CommentFacts
  kind: string
  role: Role
  limits: ColumnLimits
  options?: readonly PlannedOption[]
  /** The row it points at. */
  remote?: KnownTable & ForeignKey
  isKey: boolean
  isSecret: boolean
  /** Only the database writes it. */
  isReadOnly: boolean
}

/** A decision of the generator, for `--explain`. */
export interface Choice {
  /** `table` or `table.column`. */
  of: string
  rule: string
  made: string
  because: string
}

/** A table of pairs that is a field of one of its two tables. */
export interface Join {
  table: TableFacts
  /** The table whose screen has the field, the field, and the columns of the pairs. */
  owner: string
  field: string
  own: ForeignKey
  other: ForeignKey
}

/** The tables of a run and what is around them. */
export interface World {
  /** Screens that there are and that are being made, by table. */
  screens: ReadonlyMap<string, KnownTable>
  /** Ids of the screens of the run, by table. */
  pages: ReadonlyMap<string, string>
  /** Tables of pairs without a screen of their own. */
  joins: readonly Join[]
  /** The tables that get a screen, with their columns. */
  plans: ReadonlyMap<string, { table: TableFacts; columns: readonly ColumnPlan[] }>
}
