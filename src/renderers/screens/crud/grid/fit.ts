import type { GridColumn } from '../columns.ts'

/** px that each column but the first gives when its cells stand closer (grid.css, `data-tight`). */
const closer = 8
/** Cells whose texts may be cut, the whole of which the tooltip tells: never to less than this part of their column, or so many px. */
const prose = /^(text|url)$/
const part = 0.55
const readable = 84
/** Texts that are nothing when they are cut. */
const whole = /^(mobile|idnumber)$/
/** px that cells of a fixed size need, and those with several parts, whatever the page grants them. */
const sizes: Readonly<Record<string, number>> = { image: 60, progress: 96, color: 64, icon: 56, member: 128 }
/** Of a tag whose words nobody knows before, and px of a number and its title. */
const named = 0.85
const figures = 76

/**
 * Widths of the columns in a box of `room` px, of which `taken` belong to boxes to tick and actions: where some px are lacking, cells stand
 * closer, columns are no wider than what stands in them, and titles and texts are cut; where even that is not enough, nothing is cut and the
 * list scrolls. Undefined where nothing is lacking.
 */
export function tightWidths(columns: readonly GridColumn[], room: number, taken: number): number[] | undefined {
  let given = 0
  let lacking = taken - room
  const gives = columns.map((grid, i) => {
    // Without boxes to tick the first column begins at the edge of the page, whatever lies between cells.
    const gives = i && grid.width - closer > needOf(grid) ? grid.width - closer - needOf(grid) : 0
    given += gives
    lacking += grid.width
    return gives
  })
  const left = lacking - closer * (columns.length - 1)
  if (!room || lacking <= 0) return undefined
  const cut = left > 0 && left <= given ? left / given : 0
  return columns.map(({ width }, i) => width - (i && closer) - Math.ceil((gives[i] ?? 0) * cut))
}

/** px that a column needs once its cells stand closer. */
function needOf({ cell, column, field, main, width, least }: GridColumn): number {
  const fixed = Math.max(sizes[column.cell] ?? 0, cell.isOption || column.cell === 'switch' ? least : 0)
  if (fixed) return fixed - closer
  if (cell.isOption) return Math.max(readable, width * named)
  if (column.cell === 'number') return Math.max(least, Math.min(width, figures)) - closer
  if (!prose.test(column.cell) || column.copy || field?.mask || whole.test(field?.kind ?? '')) return least - closer
  return Math.max(main ? readable * 1.5 : readable, (least || width) * part)
}
