import type { GridColumn } from '../columns.ts'

/** px that each column but the first saves with tighter cell padding (grid.css, `data-tight`). */
const closer = 8
/** A text is cut to this part of its column, a tag of unknown words to that, and never to less than so many px. */
const textPart = 0.55
const tagPart = 0.85
const readable = 84

/**
 * Column widths for a box of `room` px, of which tick boxes and actions take `taken`. When space is short, padding is tightened, columns
 * shrink to their content, and titles and texts are truncated; if that is not enough, nothing is truncated and the list scrolls.
 * Undefined when everything fits.
 */
export function tightWidths(columns: readonly GridColumn[], room: number, taken: number): number[] | undefined {
  let given = 0
  let lacking = taken - room
  let tightened = 0
  const gives = columns.map((grid, i) => {
    // Without tick boxes the first column starts at the page edge, regardless of cell padding; a width that a person chose stays.
    const isKept = i === 0 || grid.isSized
    const gives = !isKept && grid.width - closer > needOf(grid) ? grid.width - closer - needOf(grid) : 0
    given += gives
    lacking += grid.width
    tightened += isKept ? 0 : closer
    return gives
  })
  const left = lacking - tightened
  if (!room || lacking <= 0) return undefined
  const cut = left > 0 && left <= given ? left / given : 0
  return columns.map(({ width, isSized }, i) => width - (i === 0 || isSized ? 0 : closer) - Math.ceil((gives[i] ?? 0) * cut))
}

/** The column that takes the room that is left: the one with the record's name, or else a text. A width that a person chose stays. */
export function growingColumn(columns: readonly GridColumn[]): string | undefined {
  const free = columns.filter((grid) => !grid.isSized && !grid.align)
  const text = free.find(({ cell, column, field }) => cell.mayCut?.(column, field))
  return (free.find((grid) => grid.names) ?? text)?.id
}

/** px that a column needs with tighter padding. */
function needOf({ cell, column, field, main, width, content }: GridColumn): number {
  if (cell.optionsOf && content === 0) return Math.max(readable, width * tagPart)
  if (cell.mayCut?.(column, field)) return Math.max(main ? readable * 1.5 : readable, (content || width) * textPart)
  const need = typeof cell.minWidth === 'function' ? cell.minWidth({ width, content }) : (cell.minWidth ?? content)
  return need - closer
}
