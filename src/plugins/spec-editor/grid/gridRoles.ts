/**
 * What the parts of the table of SKUs are to assistive technology. Its rows are positioned one by one in the height of all of them, which the
 * elements of a table cannot be, so its parts are boxes with the roles of an ARIA grid. Only cells take the focus, never rows or headings.
 */
export function gridRole(label: string, rows: number, columns: number, isReadOnly: boolean) {
  return {
    role: 'grid',
    'aria-label': label,
    'aria-rowcount': rows,
    'aria-colcount': columns,
    'aria-multiselectable': true,
    'aria-readonly': isReadOnly || undefined,
  } as const
}

export const bodyRole = { role: 'rowgroup' } as const

/** A row by its number, counted from 1 with the heading. */
export function rowRole(number: number) {
  return { role: 'row', 'aria-rowindex': number } as const
}

/** The heading of a column by its number, counted from 1 with the SKU itself. */
export function headingRole(number: number) {
  return { role: 'columnheader', 'aria-colindex': number } as const
}

/** The SKU itself, at the start of its row. */
export function rowHeadingRole(isSelected: boolean) {
  return { role: 'rowheader', 'aria-colindex': 1, 'aria-selected': isSelected } as const
}

export function cellRole(number: number, isSelected: boolean, isReadOnly: boolean) {
  return {
    role: 'gridcell',
    'aria-colindex': number,
    'aria-selected': isSelected,
    'aria-readonly': isReadOnly || undefined,
  } as const
}
