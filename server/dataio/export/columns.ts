import type { Field } from '../../../src/schemas/language/field.ts'
import type { Column, Page } from '../../../src/schemas/language/page.ts'

/** A column of an exported file: one of the list, or a field that stands in grey behind the value of one. */
export interface ExportColumn {
  /** `pay_amount`, `user.nickname` */
  name: string
  column: Column
  field: Field | null
}

/** Everything that the list of a page can show, so that a file never holds more than a list; in its order. */
export function exportColumns(page: Page): ExportColumn[] {
  const found = new Map<string, ExportColumn>()
  for (const column of page.table.columns) {
    add(page, found, column)
    for (const name of column.sub) add(page, found, { ...plain, field: name, cell: 'text' })
  }
  return [...found.values()]
}

const plain: Omit<Column, 'field' | 'cell'> = { sortable: false, hidden: false, sub: [], copy: false }

function add(page: Page, found: Map<string, ExportColumn>, column: Column): void {
  const field = fieldAt(page, column.field)
  if (found.has(column.field) || field?.secret) return
  found.set(column.field, { name: column.field, column, field })
}

function fieldAt(page: Page, name: string): Field | null {
  const [first = '', second] = name.split('.')
  return (second === undefined ? page.fields[first] : page.related[first]?.[second]) ?? null
}

/** Where the words of a column's field stand: `fields.status`, `related.user.nickname`. */
export function wordsOf(name: string): string {
  return name.includes('.') ? `related.${name}` : `fields.${name}`
}
