import type { RawBuilder, SqlBool } from 'kysely'
import type { Field } from '../../src/schemas/field.ts'
import type { Tag } from '../../src/schemas/kinds/kind.ts'
import type { Action } from '../../src/schemas/language/action/action.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Context, Lang } from '../core/context.ts'
import type { Reader, Writer } from '../core/db/connect.ts'
import type { Key } from '../core/db/rowKey.ts'
import type { Handler } from '../core/handler.ts'
import type { HandlerMethod } from '../core/route.ts'

/** A record by field name: model values (money in fen, times in unix seconds, options in their own type) unless said otherwise. */
export type Row = Record<string, unknown>

/** Message of one field: a key below `validate.` and its placeholders (`label` is always set). */
export interface FieldMessage {
  code: string
  params?: Readonly<Record<string, string | number>>
}

/** One call of a declared action on one row. */
export interface ActionInput<A extends Action = Action> {
  ctx: Context
  trx: Writer
  page: Page
  action: A
  /** The row as it was before this action, locked FOR UPDATE; `when` holds for it and it is in the actor's scope. */
  row: Row
  /** Values of the action's own form, decoded and validated. */
  values: Row
  /** Over several rows: fields of the form that were not filled in. `set` leaves what each row has there. */
  keeps?: readonly string[]
}

/** One question of an action that only answers. */
export interface AnswerInput extends Omit<ActionInput, 'trx' | 'row'> {
  db: Reader
  /** The row as it is, without its secrets (of a form of settings with them); {} where it is about none. */
  row: Row
  /**
   * What is entered in the form around it and not saved: model values of the fields that are filled in, each right by itself; what is
   * missing is the action's to say. {} for an action of a list.
   */
  entered: Row
  /** What is previewed: the rows the action would be done to, as they are; `values` are those of its form. [] for all others. */
  rows: readonly Row[]
}

/**
 * What a page's action does beyond its declarative effects. Registered in `rowActions` under `<page id>.<call>`. Order of a call: lock
 * and check `when` → `refuse` rules in the page's order → `set`, `log`, `notify` → `run` → log of requests; all in one transaction. A
 * thrown `Refused` rolls everything back.
 */
export interface RowAction {
  /** Runs once, after the values were found to be right and before any row is locked; throws Refused to refuse. */
  before?(input: Pick<ActionInput, 'ctx' | 'page' | 'action' | 'values'>): Promise<void>
  /**
   * Locks what its steps lock before the rows with these keys (the order of a refund, before the refund): two steps that meet on the same
   * rows then wait for each other and never deadlock.
   */
  lock?(trx: Writer, keys: readonly Key[]): Promise<void>
  /** Executes the action; the result is the answer's data. Absent when the page declares everything. */
  run?(input: ActionInput): Promise<unknown>
  /** In place of `run`: executes once for all selected rows; its result is in the answer, next to the number of rows (`done`). */
  runAll?(input: Omit<ActionInput, 'row'> & { rows: readonly Row[] }): Promise<Row>
  /** Result of an action with an `answer`: model values of its fields. It runs in a read-only session. */
  answer?(input: AnswerInput): Promise<Row>
  /** Has an external side effect (mail, SMS): audit it as a write, delivered or not. */
  sends?: true
  /** The rules named in the page's `refuse`: true refuses with the words `actions.<name>.refuse.<rule>`. */
  refuse?: Readonly<Record<string, (input: ActionInput) => Promise<boolean>>>
  /** First values of the action's form (model values by field name) for GET <call>?id=, beside defaults and `from` relations. */
  prepare?(input: { ctx: Context; db: Reader; page: Page; action: Action; row: Row }): Promise<Row>
}

/** What rows are asked for: to show, to offer as options, to change, to delete. */
export type ScopePurpose = 'read' | 'options' | 'edit' | 'delete'

/** A save in progress. Hooks may change `values`. */
export interface SaveInput {
  ctx: Context
  trx: Writer
  page: Page
  mode: 'add' | 'edit'
  /** The row before the edit, locked; null when adding. */
  before: Row | null
  /** Only what is going to be written, by field name; when adding with defaults filled in. Link fields hold their list. */
  values: Row
  /** The raw request body: for validation, never for writing. */
  body: Readonly<Record<string, unknown>>
  /** Members of `values` that repeat what the record already has, as posted: not validated, and written only when a hook changes them. */
  unchanged?: Readonly<Row>
  /** The row is added with others at once: what other rows have already, the database says of all of them. */
  together?: true
}

export interface DeleteInput {
  ctx: Context
  trx: Writer
  page: Page
  /** The rows, locked, all in scope, children before parents. */
  rows: readonly Row[]
}

export interface DecorateInput {
  ctx: Context
  db: Reader
  page: Page
  purpose: 'list' | 'edit' | 'info' | 'select'
  /** Model rows as read, in the order of `wire`; secret fields are not in them. */
  rows: readonly Row[]
  /** The rows to send, in Kontor's form: may be changed in place. */
  wire: Row[]
}

/** What BuildAdmin's client reads differently of a screen (decision 77). */
export interface BuildAdminHooks {
  /** What it posted to save a form of names and values, as Kontor's front end would have. */
  settings?(ctx: Context): Row
  /** Its form of the rows, in place, after the screen's `decorate`. */
  rows?(input: DecorateInput): Promise<void> | void
  /** Its names of values, in place, where the server is set up for them (decision 51). Icons need no hook. */
  names?(wire: Row[]): void
  /** Members that only it reads beside `list`, or beside the `row` of a form. */
  listExtra?(ctx: Context, db: Reader): Promise<Row>
  /** Members that only it reads beside the `row` of a form to add or edit a record. */
  formExtra?(ctx: Context, db: Reader): Promise<Row>
}

/**
 * How a computed field gets its value: a function that returns one value per row, in order; or SQL, an expression over the columns of `t`
 * that is part of the list's statement. With `"sql": true` in the page the list can be searched and sorted by it; `order` is the sort
 * expression where it differs.
 */
export type Compute =
  | ((input: { ctx: Context; db: Reader; rows: readonly Row[] }) => Promise<unknown[]>)
  | { readonly sql: string; readonly order?: string }

/** What a screen does that its page cannot declare. Registered in `screenHooks` under the page's id. Every member is optional. */
export interface ScreenHooks {
  /**
   * Which rows the actor may meet: a condition on the table's columns, written with `sql.ref('t.<column>')` or sql`t.id …` (the table's
   * alias is always `t`); null: every row. Without this hook the rows of an entity with an `owner` are limited by the data scope of the
   * actor's groups, which is `own`. Asked for by every read, write, delete, sort, action and remote select.
   */
  rowScope?(
    ctx: Context,
    purpose: ScopePurpose,
    db: Reader,
    own: RawBuilder<SqlBool> | null,
  ): Promise<RawBuilder<SqlBool> | null> | RawBuilder<SqlBool> | null
  /** Converts another client's form of the body to ours before decoding (returns a new object). */
  receive?(ctx: Context, body: Readonly<Record<string, unknown>>, mode: 'add' | 'edit'): Record<string, unknown>
  /** Further findings by field, shown together with those of the schema. Runs inside the transaction. */
  validate?(input: SaveInput): Promise<Readonly<Record<string, FieldMessage>>>
  /** Last change of `values` before they are written (hash a password, derive an amount); throws Refused to refuse. */
  beforeSave?(input: SaveInput): Promise<void>
  /** Of a form that keeps names and values: values that the server's own settings decide, in the place of those that are kept. */
  decided?(ctx: Context): Readonly<Row>
  /** Of a form that keeps names and values: members of the answer to a save. */
  saved?(input: SaveInput): Promise<Row>
  /** After the row is written, in the same transaction. */
  afterSave?(input: SaveInput & { key: string | number }): Promise<void>
  /**
   * New rows may be judged and then added several at once, as imports do: `receive`, `validate` and `beforeSave` read nothing that another
   * new row of the screen changes, and to `afterSave` it is the same whether the next rows are there already.
   */
  judgesAlone?: true
  beforeDelete?(input: DeleteInput): Promise<void>
  afterDelete?(input: DeleteInput): Promise<void>
  /** Before deleted rows (soft delete) are deleted for good, and after they were brought back. */
  beforeDestroy?(input: DeleteInput): Promise<void>
  afterRestore?(input: DeleteInput): Promise<void>
  /** By relation: which of its rows the record shows, where not all of them are for those who read this screen. */
  showsRelated?: Readonly<Record<string, (row: Row) => boolean>>
  /** Completes or changes what is sent; one call per answer, so that it can ask the database once for all rows. */
  decorate?(input: DecorateInput): Promise<void>
  /**
   * By row, in the order of `wire`: actions that the server would refuse whatever the row's state, with the reason. Kontor's client takes the
   * buttons away; the server refuses all the same.
   */
  denied?(input: DecorateInput): Promise<readonly (Row | undefined)[]>
  /** What BuildAdmin's client reads differently. */
  buildAdmin?: BuildAdminHooks
  /** By language: fields that rows show, and are searched by, in the place of others: `{ en: { message: 'message_en' } }`. */
  inLanguage?: Readonly<Partial<Record<Lang, Readonly<Record<string, string>>>>>
  /** Values of `virtual: { compute: name }` fields. */
  computes?: Readonly<Record<string, Compute>>
  /** Named filters `{ compute: name }` of the list: SQL, a condition over the columns of `t`. */
  filters?: Readonly<Record<string, { readonly sql: string }>>
  /** By computed field that is written too: what of its value counts for the version of a record, without what moves by itself. */
  steady?: Readonly<Record<string, (value: unknown) => unknown>>
  /** Model values that a new record begins with beside the defaults; the form asks where the page says `"prepared"`. */
  prepare?(ctx: Context, db: Reader): Promise<Row>
  /** After a file of the list was made, or came to nothing, in the transaction that says so. */
  exported?(input: ExportEnd): Promise<void>
  /** Changes what a copy of a row begins with: wire values by field, in place. */
  copied?(wire: Row): void
  /** Stored fields that `decorate` and `denied` read of rows; without this, rows of the list carry all, whatever columns are asked for. */
  rowReads?: readonly string[]
  /** Rows of the list carry only what the page shows or needs of them; for screens that no other client than Kontor's knows. */
  narrowList?: boolean
  /** Members beside `list`, `total`, `remark` in the answer of a list, and beside `row` in that of a form. */
  listExtra?(ctx: Context, db: Reader): Promise<Row>
  /** By call: names by which BuildAdmin's client calls actions of a form that only answer. */
  otherCalls?: Readonly<Record<string, OtherCall>>
  /** Members beside `row` (the defaults) in the answer of GET add. */
  addExtra?(ctx: Context, db: Reader): Promise<Row>
  /** Answer to GET index?select=true in another shape than the list or the tree of options; null: the standard one. */
  select?(ctx: Context, db: Reader): Promise<Row | null>
}

/** An action that only answers, called by another name and with another form of body. */
export interface OtherCall {
  /** The action's name. */
  action: string
  /** The body as the action takes it. */
  receive(body: Readonly<Row>): Row
  /** The caller's name for a place that a refusal names. */
  place(name: string): string
  /** What is said when it worked. */
  message: string
}

/** How an export of a list has ended. */
export interface ExportEnd {
  trx: Writer
  /** Key and name of the export, and who asked for it. */
  id: number
  name: string
  adminId: number
  done: boolean
  /** Unix seconds. */
  now: number
}

/** The notification text of a row, for actions with `notify`. */
export interface Notice {
  page: string
  action: string
  /** The row: name and value of its key. */
  key: string
  value: string | number
  /** Audience: holders of this node, limited to these groups (by name) if any are given. */
  node: string
  groups: readonly string[]
  texts: Readonly<Record<Lang, string>>
  /** It mentions these administrators, and only they are notified. */
  admins?: readonly number[]
}

/** Puts a notice before its recipients, in the transaction of what it tells of. */
export type NotifyInput = (trx: Writer, notice: Notice, env: Pick<Context, 'now'>) => Promise<void>

/** Makes one address of a screen, with the screen's node `node`. A message of success is added to what it returns. */
export type At = (method: HandlerMethod, action: string, node: string, run: Handler['run']) => Handler

/** Runs a write once for each idempotency key. */
export type Writing = (action: string, work: (ctx: Context, trx: Writer) => Promise<unknown>) => Handler['run']

/** What the values of fields are checked for beyond their kinds: what they are saved as, and what the row had before (null: a new one). */
export interface CheckedValues {
  fields: readonly Field[]
  values: Readonly<Row>
  before: Readonly<Row> | null
}

/** Errors by place: `cover`, or `lines.0.image` inside a subtable. */
export type ValueCheck = (ctx: Context, trx: Writer, checked: CheckedValues) => Promise<Readonly<Record<string, FieldMessage>>>

/** A choice. One that this person may not take is listed all the same: values that others chose are shown by its label. */
export interface Choice {
  value: string
  label: string
  mayTake: boolean
  /** The colour of its cells. */
  tag?: Tag
  /** Chosen by default. */
  preselected?: boolean
}

/** All choices of a source; `given` are the values of the fields that it depends on, in the source's order, '' where one is empty. */
export type OptionSource = (ctx: Context, given: readonly string[]) => readonly Choice[] | Promise<readonly Choice[]>

/** What the modules that are on add to the screens of pages. */
export interface PageCode {
  /** `<page id>.<call>` → what it does. */
  rowActions: Readonly<Record<string, RowAction>>
  /** Page id → hooks. */
  screenHooks: Readonly<Record<string, ScreenHooks>>
  /** Absent where there is no inbox. */
  notify?: NotifyInput
}
