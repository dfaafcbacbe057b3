import type { Condition } from '../../condition.ts'
import type { Operator } from '../../operators.ts'
import type { Severity } from '../severity.ts'

/** Ways of writing a value, for cells that know several; which cell knows which stands in parseTable.ts. */
export const columnFormats = ['date', 'minute', 'second', 'age', 'percent', 'bytes', 'signed', 'names'] as const
export type ColumnFormat = (typeof columnFormats)[number]

/** A colour that a value takes while a condition over its row holds. */
export interface Tone {
  as: Exclude<Severity, 'primary'>
  when: Condition
}

/** A way to another page: parameters of its address from fields of the row. */
export interface ColumnLink {
  page: string
  query: Readonly<Record<string, string>>
  /** Parameters that are the same from every row. */
  values?: Readonly<Record<string, string>>
  /** Only from rows that fulfil it. */
  when?: Condition
}

/** A column of a list. `field` may be one hop away: `user.nickname`. */
export interface Column {
  field: string
  cell: string
  width?: number
  /** Takes the room that the others leave; without one the column with the name, or else the first prose. */
  grow?: boolean
  fixed?: 'left' | 'right'
  sortable: boolean
  hidden: boolean
  align?: 'right'
  /** Fields shown in grey behind the value, or on a line of their own beneath it. */
  secondary: readonly string[]
  secondLine?: boolean
  /** The field that holds the colour of the tag. */
  color?: string
  /** One of the facts that a card shows below its title; where no column is, the first three are. */
  card?: boolean
  /** Where the value leads to: the first whose condition holds for the row and whose page the person may open. */
  links?: readonly ColumnLink[]
  /** The field with the address, outside of the product, that the value opens in a new window. */
  url?: string
  copy: boolean
  format?: ColumnFormat
  /** Model value that is shown where the row has none. */
  default?: unknown
  /** The first whose condition holds colours the value. */
  tone?: readonly Tone[]
  /** The cell is empty in rows that do not fulfil this. What is drawn, not a right. */
  when?: Condition
}

/** One figure over the whole result of a list, whatever the page in sight. */
export interface SummaryItem {
  /** Key in the answer, and of its word `summary.<name>` unless it is called as its field (then the field's label serves). */
  name: string
  /** Of the table; of `one`, behind a relation: `user.money`. */
  field: string
  /** `one`: what the record has that the list is narrowed to by the relation's key; nothing in other lists. */
  as: 'sum' | 'avg' | 'min' | 'max' | 'count' | 'one'
  /** Only rows that fulfil it count. */
  when: Condition | null
  /** The node without which nobody sees it, whole: `dashboard/sales`; null: whoever sees the list. */
  right: string | null
}

/** Ready-made narrowings above the list: one for each option of a field, or filters of the page by name. */
export type Tabs = { field: string } | { filters: readonly string[] }

/** A file that is made of the list: its rows, or those inside a subtable of them. */
export interface Sheet {
  /** The subtable whose rows are the lines of the file; null: a line for each row, with the columns of the list. */
  rows: string | null
  /** Only records that fulfil it. */
  where: Condition | null
  /** Only rows of the subtable that fulfil it. */
  when: Condition | null
  /** Fields of the record, of the relations that the list shows, and of the subtable (`items.name`); [] for those of the list. */
  columns: readonly string[]
}

/** One input of the search panel. `field` may be one hop away, also through a relation of many (`lines.title`). */
export interface SearchField {
  field: string
  operator: Operator
  /** Values of a tree mean everything below them too. */
  below?: boolean
  /** Another name of it in the address of the list. */
  alias?: string
}

/** Built-in actions of deleted rows, which stand in a list of their own (`table.deleted`). */
export const deletedActions = ['restore', 'destroy'] as const

/** How a list is drawn on a wide window; on a narrow one it is always cards. */
export const listViews = ['table', 'cards'] as const
export type ListView = (typeof listViews)[number]

/** A named filter that a function of the server makes: what no condition over the row can say. */
export interface ComputedFilter {
  compute: string
}

export interface Table {
  columns: readonly Column[]
  search: readonly SearchField[]
  quickSearch: readonly string[]
  toolbar: readonly string[]
  row: readonly string[]
  bulk: readonly string[]
  /** The ways the person may choose from, the first of them at first. */
  view: readonly ListView[]
  /** What can be done with deleted rows (soft delete), in a list of their own; empty: nobody sees them again. */
  deleted: readonly string[]
  pageSize: number
  /** Rows of a tree are open at first. */
  expanded: boolean
  /** Conditions that the list can be narrowed by under a name of their own (`?low_stock=1`); words `filters.<name>`. */
  filters: Readonly<Record<string, Condition | ComputedFilter>>
  /** Sections of `detail` that a row of the list opens to. */
  expand: readonly string[]
  summary: readonly SummaryItem[]
  tabs: Tabs | null
  /** Filters of a list whose address says nothing: name → value, or values of a list or range, as the address writes them. */
  preset: Readonly<Record<string, string | readonly string[]>>
  /** What an export can be of, by name (words `sheets.<name>`), the usual one first; {}: the rows of the list. */
  sheets: Readonly<Record<string, Sheet>>
  /** The list is reloaded whenever a job of the person makes progress. */
  live: boolean
  /** What Enter, a click on the row and the naming column do; null: nothing; undefined: they open the record. */
  open?: string | null
  /** The field that says in which state a record is; without it the first tag called `status` or `state`, else the first tag. */
  state?: string
}
