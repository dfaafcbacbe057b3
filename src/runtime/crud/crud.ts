import { proxy } from 'valtio/vanilla'
import type { Condition } from '../../schemas/condition.ts'
import { callAddress } from '../../schemas/language/area/area.ts'
import type { Page } from '../../schemas/language/page.ts'
import type { ColumnLayout } from '../../schemas/language/wire/columnLayout.ts'
import type { ChoicesPage } from '../dialect.ts'
import type { FormModel, Values } from '../form/form.ts'
import type { CallOptions } from '../http/client.ts'
import type { LoadedPage } from '../page.ts'
import type { Key, Row } from '../rows.ts'
import { lazyCrudActions } from './actions/lazyCrudActions.ts'
import type { Kept } from './actions/undo.ts'
import type { CellEdit } from './cellEdit.ts'
import type { CrudContext, CrudEvents, CrudOptions, CrudState } from './context.ts'
import { createHooks, type Hooks } from './hooks.ts'
import { type Address, createAddress } from './list/address.ts'
import { createList } from './list/list.ts'
import type { Views } from './list/views.ts'
import type { OptionsQuery } from './options.ts'
import { initialList } from './query.ts'
import { createRights, type Right } from './rights.ts'

/**
 * All operations of one CRUD screen. Code beyond the list is in a lazy chunk (crud/actions), loaded on first use. Methods that call the
 * server return true on success and report failures to the person.
 */
export interface Crud extends Address, Views {
  page: Page
  loaded: LoadedPage
  state: CrudState
  hooks: Hooks<CrudEvents>
  /** Reads the list again. Answers that arrive late never replace newer ones. */
  load(options?: CallOptions): Promise<boolean>
  /** Reads the totals and the counts on the tabs again, without the rows. */
  loadSummary(): Promise<void>
  /** Says which columns are shown, by name: rows carry only what these show and what the screen needs besides. Loads again where rows lack one. */
  showColumns(names: readonly string[]): void
  /** Keeps how the person has arranged the columns: sent at once, as they may leave the page, one after another, so that the last one counts. */
  saveColumns(columns: ColumnLayout): void
  /** What the person may do with deleted rows; empty: they are not shown. */
  deletedActions(): string[]
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
  /** What becomes of records that are deleted; null where the server does not say. */
  kept(): Promise<Kept | null>
  /** Deletes deleted rows for good. */
  destroy(ids: readonly Key[]): Promise<boolean>
  /** Moves a row before or after another of the same parent. */
  sort(move: Key, target: Key, direction: 'up' | 'down'): Promise<boolean>
  /** Sets a switch at once and back again when the server refuses. */
  switchField(key: Key, field: string, value: unknown): Promise<boolean>
  /** May values be edited in the list, as far as their rows allow it? */
  editsCells(): boolean
  /** Does the person hold this node of the screen? */
  holdsNode(node: string): boolean
  /** Opens a cell of the list to be edited. False where its record or field cannot be edited, which is said. */
  editCell(key: Key, field: string): Promise<boolean>
  /** Saves what was typed into a cell; the list shows it at once, and what is stored again when it is refused. */
  saveCell(cell: CellEdit): Promise<boolean>
  /** Leaves a cell as it is stored. */
  closeCell(cell: CellEdit): void
  /** Does an action that has no form. */
  run(action: string, ids: readonly Key[], values?: Values): Promise<boolean>
  /** Asks an action that only answers; `over` is the form whose values go along. One with fields of its own opens its form first. */
  ask(action: string, ids: readonly Key[], over?: FormModel): Promise<boolean>
  /** What an action answers about a form, without showing it; null when it was refused, which `quiet` does not tell. */
  figures(action: string, over: FormModel, quiet?: boolean): Promise<Row | null>
  closeAnswer(): void
  /** Reads what an action prints of rows, and opens it. */
  print(action: string, ids: readonly Key[]): Promise<boolean>
  closePrint(): void
  /** The whole record with its relations, in model values; null when it could not be read. */
  info(key: Key): Promise<Row | null>
  /** The same for a place that says itself what went wrong: rejects with the call's error, of which no message is shown. */
  record(key: Key): Promise<Row>
  /** Choices of a remote select. */
  options(field: string, query: OptionsQuery): Promise<ChoicesPage>
  /** What a form shows of the row that one of its fields names, in model values. Rejects with the call's error. */
  lookup(relation: string, key: Key, signal?: AbortSignal): Promise<Row>
  /** Where the list takes files in. */
  uploadAddress: string
  /** Does the server keep views of lists? */
  savesViews: boolean
  /** Can an action be done to all rows that the list finds? */
  takesAll: boolean
  /** Loads the code of all that is done beyond the list, so that it is there at the click. Settles when it is, or did not come. */
  preload(): Promise<void>
  /** Labels of the values the fields of a form hold now: one request for all that the record does not name itself. */
  labels(form: FormModel): Promise<Record<string, ChoicesPage['list']>>
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
    ...lazyCrudActions(context, list),
    savesViews: page.area === 'admin' && options.dialect.savesViews,
    takesAll: page.area === 'admin' && options.dialect.listActions,
    uploadAddress: context.url('upload'),
    select(keys) {
      state.selection = [...keys]
    },
  }
}

function emptyState(page: Page): CrudState {
  return proxy<CrudState>({
    rows: [],
    total: null,
    totalIs: 'exact',
    remark: '',
    summary: null,
    tabs: null,
    summaryIs: 'loading',
    extra: {},
    loading: false,
    loaded: false,
    error: null,
    selection: [],
    all: false,
    query: initialList(page),
    form: null,
    answer: null,
    bulk: null,
    cells: [],
    printing: null,
    queue: [],
    busy: {},
  })
}
