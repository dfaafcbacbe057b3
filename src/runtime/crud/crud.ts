import { proxy } from 'valtio/vanilla'
import type { Field } from '../../schemas/field.ts'
import { callAddress } from '../../schemas/language/area/area.ts'
import type { Condition } from '../../schemas/language/condition/condition.ts'
import type { Page } from '../../schemas/language/page.ts'
import type { SavedView } from '../../schemas/language/wire/envelope.ts'
import type { Actor } from '../form/fieldRules.ts'
import type { FormModel, Values } from '../form/form.ts'
import type { CallOptions, HttpClient } from '../http/client.ts'
import type { Words } from '../i18n/words.ts'
import type { Notices } from '../notices.ts'
import type { LoadedPage } from '../page.ts'
import type { Platform } from '../platform.ts'
import { type Dialect, dialects } from '../wire/dialect.ts'
import type { Answer } from './actions/answers.ts'
import { laterActs } from './actions/laterActs.ts'
import type { Printing } from './actions/print.ts'
import { createHooks, type Hooks } from './hooks.ts'
import { createAddress } from './list/address.ts'
import { createList } from './list/list.ts'
import { type Filter, initialList, type ListState } from './list/query.ts'
import type { OptionsPage, OptionsQuery } from './options.ts'
import { createRights, type Right } from './rights.ts'

export type Key = string | number

/** A record: model values by field name, relations nested, children of trees under `children`. */
export type Row = Readonly<Record<string, unknown>>

/** What a list shows. Rows are replaced, never changed in place. */
export interface CrudState {
  rows: readonly Row[]
  /** The same rows as the server sent them. */
  wireRows: readonly Row[]
  /** Rows on all pages; null while unknown. */
  total: number | null
  totalIs: 'exact' | 'estimate'
  remark: string
  /** Figures over all pages, in model values; null while unknown. */
  summary: Readonly<Record<string, unknown>> | null
  /** How many rows each tab would show, with `all`; null while unknown. */
  tabs: Readonly<Record<string, number>> | null
  /** Further members of the list's answer (for example the groups one belongs to). */
  extra: Readonly<Record<string, unknown>>
  loading: boolean
  /** At least one answer has come. */
  loaded: boolean
  /** Why the last load gave nothing; null when it gave something. */
  error: string | null
  selection: readonly Key[]
  query: ListState
  /** The open form, if any. */
  form: FormModel | null
  /** The question that is open, with what was answered. */
  answer: Answer | null
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

/** Everything one screen of records can do. What it does beyond its list is code of its own (crud/acts.ts), loaded when it is first used. Methods that call the server give true when it was done; failures are said to the person. */
export interface Crud {
  page: Page
  loaded: LoadedPage
  state: CrudState
  hooks: Hooks<CrudEvents>
  /** Reads the list again. Answers that arrive late never replace newer ones. */
  load(options?: CallOptions): Promise<boolean>
  setPage(page: number): Promise<boolean>
  setLimit(limit: number): Promise<boolean>
  /** null is the screen's own order. */
  setSort(sort: ListState['sort']): Promise<boolean>
  /** Replaces all filters and goes to the first page. */
  setSearch(filters: readonly Filter[]): Promise<boolean>
  quickSearch(text: string): Promise<boolean>
  /** Filters, quick search and order as nobody had changed them. */
  reset(): Promise<boolean>
  /** Shows the rows that were deleted, or the others again; from the first page, without filters. */
  showDeleted(deleted: boolean): Promise<boolean>
  /** What the person may do with deleted rows; empty: they are not shown. */
  deletedActions(): string[]
  /** The state as the query of an address, without '?'. */
  address(): string
  /** Takes the state from the query of an address (does not load). False when it is the same already. */
  readAddress(query: string): boolean
  select(keys: readonly Key[]): void
  /** Key of a row. */
  keyOf(row: Row): Key
  rowOf(key: Key): Row | undefined
  /** May an action be used, on this row (or at all)? `why` says in words what is missing. */
  can(action: string, row?: Row): Right
  /** Does a condition over a row hold for the acting person, now? */
  holds(condition: Condition, row: Row): boolean
  /** Is this field known to the server (against BuildAdmin only those that its rows have shown), and with `search`, searchable? */
  supports(field: string, use?: 'search'): boolean
  /** Opens a form: 'add', 'edit' (several keys: one after another) or an action. `preset` are model values set at first. */
  openForm(action: string, ids?: readonly Key[], preset?: Values): Promise<FormModel | null>
  closeForm(): void
  /** Submits the open form (after taking `values`), reads the list again and goes on with the queue. */
  submit(values?: Values): Promise<boolean>
  del(ids: readonly Key[]): Promise<boolean>
  /** The whole value of a masked field of one row (noted by the server), which the list then shows too; null when it was refused. */
  reveal(key: Key, field: string): Promise<string | null>
  /** Brings deleted rows back. */
  restore(ids: readonly Key[]): Promise<boolean>
  /** Deletes deleted rows for good. */
  destroy(ids: readonly Key[]): Promise<boolean>
  /** Moves a row before or after another of the same parent. */
  sort(move: Key, target: Key, direction: 'up' | 'down'): Promise<boolean>
  /** Sets a switch at once and back again when the server refuses. */
  switchField(key: Key, field: string, value: unknown): Promise<boolean>
  /** Does an action that has no form. */
  run(action: string, ids: readonly Key[], values?: Values): Promise<boolean>
  /** Asks an action that only answers; `over` is the form whose values go along. One with fields of its own opens its form first. */
  ask(action: string, ids: readonly Key[], over?: FormModel): Promise<boolean>
  /** What an action answers about a form, without showing it; null when it was refused. */
  figures(action: string, over: FormModel): Promise<Row | null>
  closeAnswer(): void
  /** Reads what an action prints of rows, and opens it. */
  print(action: string, ids: readonly Key[]): Promise<boolean>
  closePrint(): void
  /** The whole record with its relations, in model values; null when it could not be read. */
  info(key: Key): Promise<Row | null>
  /** Choices of a remote select. */
  options(field: string, query: OptionsQuery): Promise<OptionsPage>
  /** What a form shows of the row that one of its fields names, in model values. Rejects with the call's error. */
  beside(relation: string, key: Key, signal?: AbortSignal): Promise<Row>
  /** Where the list takes files in. */
  uploadAddress: string
  /** Does the server keep views of lists? */
  savesViews: boolean
  /** The saved views of the list; null when they could not be read. */
  views(): Promise<readonly SavedView[] | null>
  /** Keeps what the list shows under a name, for oneself or (super administrators) for everybody. */
  saveView(view: { name: string; columns: Readonly<Record<string, boolean>>; all: boolean }): Promise<boolean>
  deleteView(id: number): Promise<boolean>
  /** Loads the code of all that is done beyond the list, so that it is there at the click. Settles when it is, or did not come. */
  ahead(): Promise<void>
  /** Labels of the values the fields of a form hold now: one request for all that the record does not name itself. */
  labels(form: FormModel): Promise<Record<string, OptionsPage['list']>>
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

/** Makes a screen of records with nothing loaded. */
export function createCrud(options: CrudOptions): Crud {
  const { page } = options.loaded
  const state = emptyState(page)
  const context: CrudContext = {
    ...options,
    page,
    state,
    hooks: createHooks<CrudEvents>(),
    fields: page.fields,
    url: (call) => callAddress(page, call),
  }
  const list = createList(context)
  return {
    page,
    loaded: options.loaded,
    state,
    hooks: context.hooks,
    ...list,
    ...createAddress(context, list),
    ...createRights(context),
    ...laterActs(context, list),
    savesViews: page.area === 'admin' && dialects[options.dialect].ownEndpoints,
    uploadAddress: context.url('upload'),
    select(keys) {
      state.selection = [...keys]
    },
  }
}

function emptyState(page: Page): CrudState {
  return proxy<CrudState>({
    rows: [],
    wireRows: [],
    total: null,
    totalIs: 'exact',
    remark: '',
    summary: null,
    tabs: null,
    extra: {},
    loading: false,
    loaded: false,
    error: null,
    selection: [],
    query: initialList(page),
    form: null,
    answer: null,
    printing: null,
    queue: [],
    busy: {},
  })
}
