import type { GridColumn } from './columns.ts'

/** px that each column but the first gives when its cells stand closer (grid.css, `data-tight`). */
const closer = 8
/** Cells whose texts may be cut, the whole of which the tooltip tells: never to less than this part of their column, or so many px. */
const prose = /^(text|member|tags|url)$/
const part = 0.55
const readable = 84
/** Texts that are nothing when they are cut. */
const whole = /^(mobile|idnumber)$/
/** px that cells of a fixed size need, whatever the page grants them. */
const sizes: Readonly<Record<string, number>> = { switch: 64, image: 60, progress: 96, color: 64, icon: 56 }
/** What tags need: part of their longest word, which few rows have. */
const longest = 0.92

/**
 * Widths of the columns in a box of `room` px, of which `taken` belong to boxes to tick and actions: where some px are lacking, cells stand
 * closer, columns are no wider than what stands in them, and titles and texts are cut. Undefined where nothing is lacking, and where even that
 * is not enough: then all keep their widths.
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
  if (!room || lacking <= 0 || left > given) return undefined
  return columns.map(({ width }, i) => width - (i && closer) - Math.ceil(left > 0 ? ((gives[i] ?? 0) * left) / given : 0))
}

/** px that a column needs once its cells stand closer. */
function needOf({ cell, column, field, main, width, least }: GridColumn): number {
  const fixed = sizes[column.cell] ?? (cell.isOption && least * longest)
  if (fixed) return fixed - closer
  if (!(prose.test(column.cell) || cell.isOption) || column.copy || field?.mask || whole.test(field?.kind ?? ''))
    return least - closer
  return Math.max(main ? readable * 1.5 : readable, (least || width) * part)
}
