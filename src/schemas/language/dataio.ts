import type { Field } from './field.ts'
import type { Column, Page } from './page.ts'

/** Rows of one export at most. */
export const exportRows = 2_000_000
/** Exports of one person that wait or run at once. */
export const exportsAtOnce = 2
/** Days that the file of an export is kept. */
export const exportDays = 7
/** Kinds of files that a list is exported to. */
export const exportFormats = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** States of an export (screens, E3). */
export const exportStatus = { waiting: 0, running: 1, done: 2, failed: 3, cancelled: 4, expired: 5 } as const

/** Kinds of work that a person waits for. */
export const workKinds = ['export', 'import', 'couponSend'] as const
export type WorkKind = (typeof workKinds)[number]

/** How a job of a person stands, as the live feed and the polling tell it. */
export interface WorkNews {
  kind: WorkKind
  id: number
  status: number
  /** Percent. */
  progress: number
  /** Rows done, and rows in all as far as that is known. */
  done: number
  total: number
}

/** A column of an exported file: one of the list, or a field that stands in grey behind the value of one. */
export interface ExportColumn {
  /** `pay_amount`, `user.nickname` */
  name: string
  column: Column
  field: Field | null
  /** The column of the list that it belongs to: its own, or the one it stands behind. */
  of: Column
}

/** Everything that the list of a page can show, in its order: a file never holds more than a list. */
export function exportColumns(page: Page): ExportColumn[] {
  const found = new Map<string, ExportColumn>()
  const add = (column: Column, of: Column) => {
    const [first = '', second] = column.field.split('.')
    const field = (second === undefined ? page.fields[first] : page.related[first]?.[second]) ?? null
    if (!found.has(column.field) && !field?.secret) found.set(column.field, { name: column.field, column, field, of })
  }
  for (const column of page.table.columns) {
    add(column, column)
    for (const name of column.sub) add({ ...plain, field: name }, column)
  }
  return [...found.values()]
}

const plain: Omit<Column, 'field'> = { cell: 'text', sortable: false, hidden: false, sub: [], copy: false }

/** Titles of columns by name; where two are called the same, the later one says its field as well. */
export function columnTitles(columns: readonly ExportColumn[], word: (key: string) => string | undefined): Map<string, string> {
  const titles = new Map<string, string>()
  for (const { name } of columns) {
    const label = word(`${columnWords(name)}.label`) ?? name
    titles.set(name, [...titles.values()].includes(label) ? `${label} (${name})` : label)
  }
  return titles
}

/** Where the words of a column's field stand: `fields.status`, or `related.user.nickname` one hop away. */
export function columnWords(name: string): string {
  return name.includes('.') ? `related.${name}` : `fields.${name}`
}
