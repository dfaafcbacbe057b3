import type { ColumnLayout } from '../../../../schemas/language/wire/columnLayout.ts'
import type { GridColumn } from '../columns.ts'

/** All columns of a list, and how the person has arranged them. */
export interface OwnColumns {
  columns: readonly GridColumn[]
  layout: ColumnLayout
  setLayout(change: (layout: ColumnLayout) => ColumnLayout): void
  /** Those that the window has no room for. */
  leftOut: readonly string[]
}

/** All columns in the person's order: the pinned ones first, behind the one that names the record. New ones follow their neighbour in the page. */
export function inOrder(columns: readonly GridColumn[], { order = [], pinned = [] }: ColumnLayout): readonly GridColumn[] {
  const sorted = columns.filter(({ id }) => order.includes(id)).sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
  for (const [place, grid] of columns.entries()) {
    if (sorted.includes(grid)) continue
    const before = columns[place - 1]
    sorted.splice(before ? sorted.indexOf(before) + 1 : 0, 0, grid)
  }
  const rank = (grid: GridColumn) => (pinned.length === 0 ? 0 : grid.main ? -1 : pinned.indexOf(grid.id) + 1 || pinned.length + 1)
  return sorted.sort((a, b) => rank(a) - rank(b))
}

/** The column that names the record always stays. */
export function isShown({ id, main, column }: GridColumn, { hidden }: ColumnLayout): boolean {
  return main || !(hidden?.[id] ?? column.hidden)
}

/** Did the person choose columns or widths? Then the list has them, and scrolls where they do not fit. */
export function isChosen({ hidden = {}, sizes = {} }: ColumnLayout): boolean {
  return Object.values(hidden).includes(false) || Object.keys(sizes).length > 0
}

/** The columns as they are drawn. */
export function arranged(columns: readonly GridColumn[], layout: ColumnLayout): readonly GridColumn[] {
  return inOrder(columns, layout)
    .filter((grid) => isShown(grid, layout))
    .map((grid) => {
      const size = layout.sizes?.[grid.id]
      const isPinned = !grid.main && layout.pinned?.includes(grid.id)
      return size || isPinned
        ? { ...grid, width: size ?? grid.width, isSized: size !== undefined, isPinned: isPinned === true }
        : grid
    })
}
