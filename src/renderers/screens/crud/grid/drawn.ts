import type { GridColumn } from '../columns.ts'

/** Larger lists draw only what is in sight. */
export const maxRows = 60
export const maxColumns = 16

/** A column that is drawn, with its place among all (from 1), or the columns between two of them that are not. */
export type Drawn = (GridColumn & { place?: number }) | { id: string; gap: number }

/** What a row draws when only the columns at these places are drawn. `before` are the columns of the table before the first one. */
export function drawnColumns(columns: readonly GridColumn[], places: readonly number[], before = 0): readonly Drawn[] {
  const drawn: Drawn[] = []
  let next = 0
  for (const place of places) {
    const grid = columns[place]
    if (!grid) continue
    if (place > next) drawn.push({ id: `before ${grid.id}`, gap: place - next })
    drawn.push({ ...grid, place: before + place + 1 })
    next = place + 1
  }
  if (next < columns.length) drawn.push({ id: 'rest', gap: columns.length - next })
  return drawn
}
