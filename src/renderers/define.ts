import type { ComponentType, ReactNode } from 'react'
import type { FormModel } from '../runtime/form/form.ts'
import type { Params } from '../runtime/i18n/words.ts'
import type { LoadedPage } from '../runtime/page.ts'
import type { Areas } from '../runtime/regions.ts'
import type { Condition } from '../schemas/condition.ts'
import type { Field } from '../schemas/field.ts'
import type { JsonSchema } from '../schemas/jsonSchema.ts'
import type { Option } from '../schemas/kinds/kind.ts'
import type { Column } from '../schemas/language/list/table.ts'
import type { Page } from '../schemas/language/page.ts'

export type Row = Readonly<Record<string, unknown>>

/** What every cell of a list may ask for: words, time zone and addresses. One object per list, never per cell. */
export interface CellEnvironment {
  /** Word of the page; the key itself when there is none. */
  t(key: string, params?: Params): string
  /** Word of a page's key if there is one. */
  word(key: string): string | undefined
  lang: string
  /** IANA name of the zone times are shown in. */
  zone: string
  /** Full address of a stored picture or file; undefined when the value is no address that may be opened. */
  asset(value: string): string | undefined
  /** Class names of an icon stored by name. */
  iconClass(name: string): string
  /** Does a condition over the row hold for the acting person, now? */
  holds?(condition: Condition, row: Row): boolean
  /** The regions of China. */
  areas: Areas
  /** May rich text be edited? */
  editor: boolean
  /** May this field of the row be changed in the list by the person? */
  canSwitch(row: Row, field: string): boolean
  /** May the person see masked values in full? */
  canReveal?(): boolean
}

/** One value of one row. `field` is null for values of relations whose kind the page does not know. */
export interface CellInput {
  value: unknown
  row: Row
  column: Column
  field: Field | null
  env: CellEnvironment
}

/**
 * How a value is shown. `render` returns plain elements only (no components, no hooks), so that a list of a thousand cells is one element
 * tree. A cell that throws becomes an error cell; the row survives. Clickable parts carry `data-act`, which the list handles.
 */
export interface Cell {
  render(input: CellInput): ReactNode
  /** The value as one line of text, for titles, cards and copying. */
  text(input: CellInput): string
  /** What a tooltip adds to the text; asked for only when the pointer rests on the cell. */
  hint?(input: CellInput): string
  /** Width in px of a column that names none. */
  width: number
  align?: 'right'
  /** px that a column of this format needs, whatever its page grants. */
  formatWidth?(format: Column['format']): number
  /** The options whose words it shows: its column is as wide as the longest. */
  optionsOf?(field: Field | null): readonly Option[]
  /** px of an `optionsOf` cell where no option has words; without it the words are unknown and may be cut. */
  bareWidth?: number
  /** px that its column needs where a list is short of room; the width of what it shows unless said otherwise. */
  minWidth?: number | ((column: ColumnWidth) => number)
  /** Its text may be cut where a list is short of room: the tooltip has the whole. */
  mayCut?(column: Column, field: Field | null): boolean
}

/** Width of a column as its page and words want it, and of what its cells show, in px. */
export interface ColumnWidth {
  width: number
  content: number
}

/** Declares a cell; the name is the file's. */
export function defineCell(cell: Cell): Cell {
  return cell
}

/** What a field of a form is given. The value is a model value. */
export interface FieldProps {
  id: string
  name: string
  label: string
  field: Field
  schema: JsonSchema
  value: unknown
  onChange(value: unknown): void
  onBlur(): void
  /** Changes another field of the form. */
  putField?(field: string, value: unknown): void
  required: boolean
  disabled: boolean
  readOnly: boolean
  invalid: boolean
  /** Id of the visible label, for controls that are groups. */
  labelledBy: string
  /** Ids of help and error, for aria-describedby. */
  describedBy: string | undefined
  autoFocus: boolean
  /** Path of the field's words: `fields.status`, `actions.deliver.fields.lines.fields.quantity`. */
  words: string
  /** Path of the row that holds the value: subtables and row indexes, `['lines', 0]`; absent for the form's own fields. */
  within?: readonly (string | number)[] | undefined
  /** Messages of parts of the value by path below it: `0.quantity`. */
  partErrors: Readonly<Record<string, string>>
  placeholder: string | undefined
  /** Values of the options that are offered now; absent when all are. */
  offered?: readonly (string | number)[] | undefined
  form: FormContext
}

/** The props that every control of a field shares, besides its name and value. */
export function controlOf({ onBlur, required, disabled, readOnly, invalid, describedBy, autoFocus }: FieldProps) {
  return { onBlur, required, disabled, readOnly, invalid, describedBy, autoFocus }
}

/** What the fields of one form share. */
export interface FormContext {
  page: Page
  /** Values, states of fields and messages, outside React. */
  model: FormModel
  t(key: string, params?: Params): string
  word(key: string): string | undefined
  /** Path of the words of a form field: `fields.status`, `actions.deliver.fields.mode`. */
  wordsAt(field: string): string
  /** The control of a kind, for fields that hold other fields. */
  control(kind: string): FieldRenderer
  /** Submits the form; true when it was saved. Refusals are in the model. */
  submit(): Promise<boolean>
  /** Fields that people made and may take away again. */
  drop?:
    | { has(field: string): boolean; label(title: string): string; run(field: string, title: string): Promise<void> }
    | undefined
  /** Choices of a remote select. */
  options(field: string, request: OptionsRequest): Promise<OptionsPage>
  /** Draws a value of a field to be read, such as what somebody else saved; `words` is the path of its words. */
  show?(field: Field, words: string, row: Row): ReactNode
  /** Display data of rows that form fields reference; absent when the server sends none. */
  lookup?: LookupPreview | undefined
  asset(value: string): string | undefined
  /** IANA name of the zone times are typed and shown in. */
  zone: string
  /** Language of the person. */
  lang: string
  /** The regions of China. */
  areas: Areas
  /** May rich text be edited? */
  editor: boolean
}

/** Facts of a row that a field of the form names. */
export interface LookupPreview {
  read(relation: string, key: string | number, signal: AbortSignal): Promise<Row>
  draw(relation: string, field: string, row: Row): ReactNode
}

export interface OptionsRequest {
  search: string
  page: number
  limit: number
  /** What the choices see, where it is more than the form's own values: those of a row, and around it. */
  form?: Readonly<Record<string, unknown>>
  /** Values whose labels are asked for. */
  values?: readonly (string | number)[]
  signal?: AbortSignal
}

export interface RemoteOption {
  value: string | number
  label: string
  pid?: number
  disabled?: boolean
}

export interface OptionsPage {
  list: readonly RemoteOption[]
  total: number
}

/** How a field kind is edited. */
export interface FieldRenderer {
  Control: ComponentType<FieldProps>
  /** Takes the whole width of a form in two columns. */
  wide?: boolean
  /** The control names itself (a group, a table): the label is a legend instead of a <label for>. */
  group?: boolean
}

/** Declares the control of a field kind; the name is the file's. */
export function defineField(renderer: FieldRenderer): FieldRenderer {
  return renderer
}

/** What a screen is given: a page that has been loaded, with its words. */
export interface ScreenProps {
  loaded: LoadedPage
  /** Reads what stands around it again: of what a plugin draws on a dashboard. */
  reload?: () => void
}

/** What is drawn for a kind of page. */
export type Screen = ComponentType<ScreenProps>

/** Declares the screen of a kind of page; the name is the folder's. */
export function defineScreen(screen: Screen): Screen {
  return screen
}
