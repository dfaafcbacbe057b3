import type { BulkReview } from '../../schemas/api/bulk.ts'
import type { Field } from '../../schemas/field.ts'
import type { Page } from '../../schemas/language/page.ts'
import type { Dialect } from '../dialect.ts'
import type { Actor } from '../form/fieldRules.ts'
import type { FormModel, Values } from '../form/form.ts'
import type { HttpClient } from '../http/client.ts'
import type { Words } from '../i18n/words.ts'
import type { Notices } from '../notices.ts'
import type { LoadedPage } from '../page.ts'
import type { Platform } from '../platform.ts'
import type { Key, Row } from '../rows.ts'
import type { Columns } from '../stores/columns.ts'
import type { CellEdit } from './cellEdit.ts'
import type { Hooks } from './hooks.ts'
import type { ListState } from './query.ts'

/** What a list shows. Rows are replaced, never changed in place. */
export interface CrudState {
  rows: readonly Row[]
  /** Rows on all pages; null while unknown. */
  total: number | null
  totalIs: 'exact' | 'estimate'
  remark: string
  /** Figures over all pages, in model values; null while unknown. */
  summary: Readonly<Record<string, unknown>> | null
  /** How many rows each tab would show, with `all`; null while unknown. */
  tabs: Readonly<Record<string, number>> | null
  /** Do `summary` and `tabs` belong to the filters in force? They stay while those of other filters are under way. */
  summaryIs: 'loading' | 'ready' | 'failed'
  /** Further members of the list's answer (for example the groups one belongs to). */
  extra: Readonly<Record<string, unknown>>
  loading: boolean
  /** At least one answer has come. */
  loaded: boolean
  /** Why the last load gave nothing; null when it gave something. */
  error: string | null
  selection: readonly Key[]
  /** The selection stands for all rows that the list finds. */
  all: boolean
  query: ListState
  /** The open form, if any. */
  form: FormModel | null
  /** The question that is open, with what was answered. */
  answer: Answer | null
  /** The change of all rows that is reviewed, or under way in sight. */
  bulk: BulkAsked | null
  /** Cells of the list that are being edited, or could not be saved. */
  cells: readonly CellEdit[]
  /** The sheets that are open to be printed. */
  printing: Printing | null
  /** Keys still to be edited after the open form, one after another. */
  queue: readonly Key[]
  /** Actions under way, as `<action>:<key>`; a switch as `switch:<field>:<key>`. */
  busy: Readonly<Record<string, true>>
}

/** Steps that plugins may stop or follow. */
export interface CrudEvents {
  load: { query: ListState; data?: unknown }
  openForm: { action: string; ids: readonly Key[] }
  submit: { action: string; form: FormModel; data?: unknown }
  delete: { ids: readonly Key[] }
  run: { action: string; ids: readonly Key[]; data?: unknown }
}

/** A question to the server that changes nothing, and what it answered. */
export interface Answer {
  action: string
  ids: readonly Key[]
  /** The form of the action's own fields; null where it has none. */
  form: FormModel | null
  /** Model values of what was answered last; null while nothing was. */
  values: Values | null
}

/** A change of all rows that the list finds: one to review, with what was entered in its form, or one that was started. */
export type BulkAsked = { action: string; entered?: Row; review?: BulkReview } | { id: number }

/** What is about to be printed: the records with the related rows that the sheets show. */
export interface Printing {
  action: string
  rows: readonly Row[]
}

/** What a screen of records needs of the runtime. */
export interface CrudOptions {
  loaded: LoadedPage
  dialect: Dialect
  http: HttpClient
  /** May this node be used on this screen? */
  can: (node: string) => boolean
  words: Words
  notices: Notices
  platform: Platform
  actor: () => Actor
  /** How the person has arranged lists. */
  arranged: Columns
}

/** What the parts of a screen share. */
export interface CrudContext extends CrudOptions {
  page: Page
  state: CrudState
  hooks: Hooks<CrudEvents>
  /** Address of an action of the screen. */
  url: (call: string) => string
  fields: Readonly<Record<string, Field>>
}
