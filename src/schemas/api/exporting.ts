import type { Field } from '../field.ts'
import { kindOf } from '../kinds/index.ts'
import type { Column, Sheet } from '../language/list/table.ts'
import type { Page } from '../language/page.ts'

/** Rows of one export at most. */
export const exportRows = 2_000_000
/** Exports of one person that wait or run at once. */
export const exportsAtOnce = 2
/** Days that the file of an export is kept. */
export const exportDays = 7
/** Kinds of files that a list is exported to. */
export const exportFormats = ['xlsx', 'csv', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** States of an export (screens, E3). */
export const exportStatus = { waiting: 0, running: 1, done: 2, failed: 3, cancelled: 4, expired: 5 } as const

/** A column of an exported file: one of the list, the grey text behind one, or one of a sheet. */
export interface ExportColumn {
  /** `pay_amount`, `user.nickname`, `items.sku_code` */
  name: string
  column: Column
  field: Field | null
  /** Its list column: its own, or the one whose grey text it is. */
  of: Column
  /** Where its value is: in the row, or with `inside` in a row of the subtable. */
  path: readonly string[]
  /** It is a field of the subtable whose rows are the lines of the file. */
  inside: boolean
  /** Path of its field's words: `fields.status`, `related.user.nickname`, `fields.items.fields.sku_code`. */
  words: string
}

/** What an export can be of, the usual one first; [''] where the page says nothing of it. */
export function exportScopes({ table }: Page): string[] {
  const names = Object.keys(table.sheets)
  return names.length === 0 ? [''] : names
}

/** The sheet of that name, if its lines are others than the rows of the list. */
export function sheetOf({ table }: Page, scope: string): Sheet | undefined {
  return Object.hasOwn(table.sheets, scope) ? table.sheets[scope] : undefined
}

/** Everything that a file of that scope can hold, in its order: what the list can show, or what the page says of the sheet. */
export function exportColumns(page: Page, scope = exportScopes(page)[0] ?? ''): ExportColumn[] {
  const sheet = sheetOf(page, scope)
  const found = new Map<string, ExportColumn>()
  const add = (column: Column, of: Column) => {
    const made = columnOf(page, sheet, column, of)
    if (!found.has(column.field) && !made.field?.secret) found.set(column.field, made)
  }
  if (sheet?.rows) {
    for (const name of sheet.columns) {
      const known = page.table.columns.find((column) => column.field === name)
      const { field } = columnOf(page, sheet, { ...plain, field: name }, { ...plain, field: name })
      const column = known ?? { ...plain, field: name, cell: field ? kindOf(field).cell : 'text' }
      add(column, column)
    }
  } else
    for (const column of page.table.columns) {
      add(column, column)
      for (const name of column.secondary) add({ ...plain, field: name }, column)
    }
  return [...found.values()]
}

function columnOf(page: Page, sheet: Sheet | undefined, column: Column, of: Column): ExportColumn {
  const name = column.field
  const [first = '', second] = name.split('.')
  if (second === undefined)
    return { name, column, field: page.fields[name] ?? null, of, path: [name], inside: false, words: `fields.${name}` }
  if (first === sheet?.rows) {
    const field = page.fields[first]?.fields?.[second] ?? null
    return { name, column, field, of, path: [second], inside: true, words: `fields.${first}.fields.${second}` }
  }
  const field = page.related[first]?.[second] ?? null
  return { name, column, field, of, path: [first, second], inside: false, words: `related.${name}` }
}

/** Does it hold what is a person's own (a mobile number), so that a file may hide the middle of it? */
export function isPersonal({ field }: Pick<ExportColumn, 'field'>): boolean {
  return field !== null && kindOf(field).personal === true
}

const plain: Omit<Column, 'field'> = { cell: 'text', sortable: false, hidden: false, secondary: [], copy: false }

/** Titles of columns by name; where two are called the same, the later one says its field as well. */
export function columnTitles(columns: readonly ExportColumn[], word: (key: string) => string | undefined): Map<string, string> {
  const titles = new Map<string, string>()
  for (const { name, words } of columns) {
    const label = word(`${words}.label`) ?? name
    titles.set(name, [...titles.values()].includes(label) ? `${label} (${name})` : label)
  }
  return titles
}
