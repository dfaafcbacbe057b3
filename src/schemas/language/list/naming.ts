import type { Page } from '../page.ts'

type Listed = { table: { columns: readonly Pick<Page['table']['columns'][number], 'field' | 'fixed' | 'cell'>[] } }

/** The pinned column: the one fixed to the left, or else the first. */
export function mainField({ table }: Listed): string {
  const { columns } = table
  return (columns.find((column) => column.fixed === 'left') ?? columns[0])?.field ?? ''
}

/** The field a person knows a record by, for titles, questions and the palette: the column fixed to the left, or else the first text. */
export function titleField(page: Listed & { entity: Pick<Page['entity'], 'key'> }): string {
  const { columns } = page.table
  const fixed = columns.find((column) => column.fixed === 'left')
  return (fixed ?? columns.find((column) => column.cell === 'text' && column.field !== page.entity.key))?.field ?? mainField(page)
}
