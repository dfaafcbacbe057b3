import type { Field } from '../../field.ts'

/** What a form shows of the row that one of its remote fields names. */
export interface Lookup {
  /** The field of the form that names the row. */
  key: string
  table: string
  /** Fields of that row, in order. */
  fields: readonly string[]
  /** By field of that row: the field of the form that is added to it. What comes out is shown as well. */
  projected: Readonly<Record<string, string>>
  /** By field of that row: the field of the form that takes its value over when the person asks for it. */
  fill: Readonly<Record<string, string>>
  /** By field of that row: the read-only field of the form that has its value, whichever row is chosen. */
  copies: Readonly<Record<string, string>>
  /** The same fields as the other table has them; filled in when all tables are known. */
  shown: Readonly<Record<string, Field>>
}

/** Some fields of a form under one heading; on the tab or step of that name if the form has such. */
export interface FormSection {
  name: string
  fields: readonly string[]
  tab?: string
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
  /** By action: the tab or step whose fields it is about; it is offered there only. */
  actionTabs: Readonly<Record<string, string>>
  /** The form of a new record begins with further values that the server gives. */
  prepared: boolean
  /** Pages of kind `form`: sections below the fields that plugins draw, by name. */
  plugins: readonly string[]
}

/** The form of a page whose kind has none. */
export const noForm: Form = {
  size: 'page',
  sections: [],
  steps: false,
  columns: null,
  lookup: {},
  actions: [],
  actionTabs: {},
  prepared: false,
  plugins: [],
}
