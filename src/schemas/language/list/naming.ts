import type { Table } from './table.ts'

/** What a page says of how its records are called. */
export interface Named {
  table: Table
  entity: { key: string | null }
}

/** The pinned column: the one fixed to the left, or else the first. */
export function mainField({ table }: Named): string {
  return (table.columns.find((column) => column.fixed === 'left') ?? table.columns[0])?.field ?? ''
}

/** The field a person knows a record by, for titles, questions and messages: the column fixed to the left, or else the first text. */
export function titleField(page: Named): string {
  const { columns } = page.table
  const fixed = columns.find((column) => column.fixed === 'left')
  return (fixed ?? columns.find((column) => column.cell === 'text' && column.field !== page.entity.key))?.field ?? mainField(page)
}

/** What a record is called, by its `titleField`; undefined when it has no such text. */
export function titleText(page: Named, row: Readonly<Record<string, unknown>> | undefined): string | undefined {
  let name: unknown = row
  for (const part of titleField(page).split('.'))
    name = name !== null && typeof name === 'object' ? Reflect.get(name, part) : undefined
  return (typeof name === 'string' && name !== '') || typeof name === 'number' ? String(name) : undefined
}

/** Members of the row of a relation by which a person is known, and their picture: all that is drawn of a person, whichever the column names. */
export const personNames = ['nickname', 'name', 'username', 'title'] as const
export const personFields = ['id', ...personNames, 'avatar'] as const
