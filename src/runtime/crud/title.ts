import { isObject } from '../../schemas/isObject.ts'
import type { Page } from '../../schemas/language/page.ts'
import type { Row } from '../rows.ts'

/** The field a person knows a record by, for titles and questions: the column fixed to the left, or else the first text. */
export function titleField(page: Page): string {
  const { columns } = page.table
  const fixed = columns.find((column) => column.fixed === 'left')
  return (fixed ?? columns.find((column) => column.cell === 'text' && column.field !== page.entity.key))?.field ?? mainField(page)
}

/** What a record is called, by its `titleField`; undefined when it has no such text. */
export function titleText(page: Page, row: Row | undefined): string | undefined {
  const [own = '', inner] = titleField(page).split('.')
  const value = row?.[own]
  const name = inner === undefined || !isObject(value) ? value : value[inner]
  return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined
}

/** The pinned column: the one fixed to the left, or else the first. */
export function mainField(page: Page): string {
  const { columns } = page.table
  return (columns.find((column) => column.fixed === 'left') ?? columns[0])?.field ?? ''
}
