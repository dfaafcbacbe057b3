import type { Page } from '../page.ts'

type Listed = Pick<Page, 'table' | 'entity'>

/** The field a person knows a record by, for titles and questions: the column fixed to the left, or else the first text. */
export function titleField(page: Listed): string {
  const { columns } = page.table
  const fixed = columns.find((column) => column.fixed === 'left')
  return (fixed ?? columns.find((column) => column.cell === 'text' && column.field !== page.entity.key))?.field ?? mainField(page)
}

/** The pinned column: the one fixed to the left, or else the first. */
export function mainField(page: Listed): string {
  const { columns } = page.table
  return (columns.find((column) => column.fixed === 'left') ?? columns[0])?.field ?? ''
}

/** Members of the row of a relation by which a person is known, and their picture: all that is drawn of a person, whichever the column names. */
export const personNames = ['nickname', 'name', 'username', 'title'] as const
export const personFields = ['id', ...personNames, 'avatar'] as const
