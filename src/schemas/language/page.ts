import type { Condition } from '../condition.ts'
import type { Field } from '../field.ts'
import type { Operator } from '../operators.ts'
import type { Action } from './action/action.ts'
import type { Area } from './area/area.ts'
import type { Dashboard } from './dashboard/dashboard.ts'
import type { Entity } from './entity/entity.ts'
import type { FormSource } from './form/formSource.ts'
import type { Lookup } from './form/lookup.ts'

export const pageKinds = ['crud', 'form', 'detail', 'dashboard', 'plugin'] as const
export type PageKind = (typeof pageKinds)[number]

/** Ways of writing a value, for cells that know several; which cell knows which stands in parseTable.ts. */
export const columnFormats = ['date', 'minute', 'age', 'percent', 'bytes', 'signed'] as const
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
  field: string
  as: 'sum' | 'avg' | 'min' | 'max' | 'count'
  /** Only rows that fulfil it count. */
  when: Condition | null
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

/** How a list is drawn on a wide window; on a narrow one it is always cards. */
export const listViews = ['table', 'cards'] as const
export type ListView = (typeof listViews)[number]

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
  /** The list is read anew whenever a job of the person moves on. */
  live: boolean
  /** What Enter, a double click and the naming column do; null: nothing; undefined: look at the record, else edit it. */
  open?: string | null
}

/** Some fields of a form under one heading; on the tab or step of that name if the form has such. */
export interface FormSection {
  name: string
  fields: readonly string[]
  tab?: string
}

/** A named filter that a function of the server makes: what no condition over the row can say. */
export interface ComputedFilter {
  compute: string
}

/** Where a form is shown, and its fields in order, in sections. */
export interface Form {
  /** `page` is a drawer over the whole screen; a page of kind `form` needs none, it is drawn where its address is. */
  size: 'dialog' | 'drawer' | 'page'
  sections: readonly FormSection[]
  /** Its tabs are steps, done one after another. */
  steps: boolean
  /** Columns of the grid; null: one up to twelve fields, then two. */
  columns: 1 | 2 | null
  /** By relation: what is shown of the row that a field of the form names. */
  lookup: Readonly<Record<string, Lookup>>
  /** Actions over what is entered and not saved; each only answers. */
  actions: readonly string[]
  /** The form of a new record begins with further values that the server gives. */
  prepared: boolean
  /** Pages of kind `form`: sections below the fields that plugins draw, by name. */
  plugins: readonly string[]
}

/**
 * Rows of a relation; `links` are the ways that their values lead, by field, with filters from the related row. Of more than `limit` the first
 * are shown, and `more` leads to the list of all, with filters from the record.
 */
export interface RowsSection {
  name: string
  as: 'table' | 'timeline'
  relation: string
  fields: readonly string[]
  links: Readonly<Record<string, ColumnLink>>
  /** By field: the one of the related row whose address the value opens. */
  urls: Readonly<Record<string, string>>
  limit?: number
  more?: ColumnLink
}

/** One part of the read-only view of a record: fields, what differs between two of them, or the rows of a relation as a table or a timeline. */
export type DetailSection =
  | { name: string; as: 'fields'; fields: readonly string[]; copy?: true }
  | RowsSection
  /** Two texts of the record, the first as it was before, with what differs marked. */
  | { name: string; as: 'difference'; fields: readonly [before: string, after: string] }
  /** A computed field whose value is a list of records of other screens: `[{ page, key, title, note }]`. */
  | { name: string; as: 'links'; fields: readonly [string] }
  /** What can be done with the record now, and why the rest cannot. */
  | { name: string; as: 'actions'; fields: readonly []; actions: readonly string[] }

export type Severity = 'primary' | 'success' | 'info' | 'warning' | 'danger'

/** A screen after parsing: frozen, every default filled in, every reference checked. */
export interface Page {
  /** Screen id = path of its folder: `auth/group`. */
  id: string
  version: 1
  kind: PageKind
  /** Who it is for; members meet their own rows only. */
  area: Area
  /** `auth.Group`: the address is /admin/<controller>/<call>, of members' screens /api/<controller>/<call>. */
  controller: string
  entity: Entity
  /** Fields that forms and columns may name, in the order of the page. */
  fields: Readonly<Record<string, Field>>
  /** Fields of other tables that this page shows or compares, by relation and name; filled in when all tables are known. */
  related: Readonly<Record<string, Readonly<Record<string, Field>>>>
  table: Table
  form: Form
  detail: readonly DetailSection[] | null
  actions: Readonly<Record<string, Action>>
  /** Rules between fields of a record; words `check.<index>`. */
  check: readonly Condition[]
  /** Pages of kind `form`: where their one record is kept. */
  source: FormSource | null
  /** Pages of kind `form` that keep names and values: the table of further fields that people make at run time. */
  items: { table: string } | null
  /** Pages of kind `dashboard`: what they show. */
  dashboard: Dashboard | null
  /** Pages of kind `plugin`: the name of the plugin screen that draws them. */
  plugin: string | null
}

/** `auth/group` → `auth.Group`; `dashboard` → `Dashboard`. */
export function controllerOf(pageId: string): string {
  const parts = pageId.split('/')
  const last = parts.pop() ?? ''
  return [...parts, last.charAt(0).toUpperCase() + last.slice(1)].join('.')
}
