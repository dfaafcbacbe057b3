/** Height of a line of the table (px); the style sheet says the same. */
export const lineHeight = 36

/** A cell of the table by row in sight and column; column 0 is the SKU itself. */
export interface Spot {
  row: number
  column: number
}

/** How large the table is, and how many rows a page of it holds. */
export interface Size {
  rows: number
  columns: number
  page: number
}

/** Where a key goes in a grid (WAI-ARIA: grid); undefined for keys that go nowhere. `far`: Ctrl or Cmd is held. */
export function moveBy(key: string, { row, column }: Spot, { rows, columns, page }: Size, far: boolean): Spot | undefined {
  const last = { row: rows - 1, column: columns - 1 }
  const to: Readonly<Record<string, Spot>> = {
    ArrowUp: { row: far ? 0 : row - 1, column },
    ArrowDown: { row: far ? last.row : row + 1, column },
    ArrowLeft: { row, column: far ? 0 : column - 1 },
    ArrowRight: { row, column: far ? last.column : column + 1 },
    Home: { row: far ? 0 : row, column: 0 },
    End: { row: far ? last.row : row, column: last.column },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
  }
  const next = Object.hasOwn(to, key) ? to[key] : undefined
  return next && within(next, { rows, columns, page })
}

/** The spot, moved into the table. */
export function within({ row, column }: Spot, { rows, columns }: Size): Spot {
  return { row: Math.max(0, Math.min(rows - 1, row)), column: Math.max(0, Math.min(columns - 1, column)) }
}

/** The block between two cells, both included. */
export interface Block {
  top: number
  bottom: number
  left: number
  right: number
}

export function blockOf(a: Spot, b: Spot): Block {
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  }
}
