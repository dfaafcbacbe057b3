import type { GridColumn } from '../columns.ts'

/** px that each column but the first saves with tighter cell padding (grid.css, `data-tight`), and what is left of it. */
const closer = 8
const padding = 16
/** A text is cut to this part of its column, a tag of unknown words to that, and never to less than so many px. */
const textPart = 0.55
const tagPart = 0.85
const readable = 84
/**
 * px at which most texts are whole. Columns whose page names no width grow to it before one alone takes what is left; of that they get this
 * part, in steps of so many px, so that a box a little wider has the same columns.
 */
const roomy = 260
const shared = 0.8
const grain = 8

/**
 * The columns that a box of `room` px has room for, of which tick boxes and actions take `taken`: before anything is scrolled sideways the last
 * ones are left out, and only then the state of the record. What names the record, takes the slack or is pinned stays.
 */
export function fitting(columns: readonly GridColumn[], room: number, taken: number): readonly GridColumn[] {
  let need = columns.reduce((sum, grid, i) => sum + leastOf(grid, i), taken)
  if (!room || need <= room) return columns
  const grows = growingColumn(columns)
  const out = new Set<string>()
  const lastFirst = [...columns.entries()].reverse()
  const states = lastFirst.filter(([, grid]) => grid.isState)
  for (const [i, grid] of [...lastFirst.filter(([, grid]) => !grid.isState), ...states]) {
    if (need <= room) break
    if (grid.main || grid.names || grid.stays || grid.isPinned || grid.column.fixed || grid.id === grows) continue
    out.add(grid.id)
    need -= leastOf(grid, i)
  }
  return columns.filter(({ id }) => !out.has(id))
}

/**
 * Column widths for such a box. When space is short, padding is tightened, columns shrink to their titles and content, and texts are
 * truncated; if that is not enough, nothing is truncated and the list scrolls. Undefined when everything fits.
 */
export function tightWidths(columns: readonly GridColumn[], room: number, taken: number): number[] | undefined {
  let given = 0
  let lacking = taken - room
  const gives = columns.map((grid, i) => {
    const gives = fullOf(grid, i) - leastOf(grid, i)
    given += gives
    lacking += grid.width
    return gives
  })
  if (!room || lacking <= 0) return undefined
  const left = lacking - columns.reduce((sum, grid, i) => sum + grid.width - fullOf(grid, i), 0)
  const cut = left > 0 && left <= given ? left / given : 0
  return columns.map((grid, i) => fullOf(grid, i) - Math.ceil((gives[i] ?? 0) * cut))
}

/**
 * Column widths for a box with room left: columns whose texts would be cut share it with the one that grows. Undefined when there is nothing to
 * share.
 */
export function roomyWidths(columns: readonly GridColumn[], room: number, taken: number): number[] | undefined {
  const left = columns.reduce((sum, { width }) => sum - width, room - taken)
  if (!room || left < grain) return undefined
  const grows = growingColumn(columns)
  const wants = columns.map((grid) => (grid.id === grows || !isOpen(grid) ? 0 : Math.max(0, roomy - grid.width)))
  const wanted = wants.reduce((sum, want) => sum + want, 0)
  if (wanted === 0) return undefined
  const part = Math.min(1, (left * shared) / wanted)
  return columns.map(({ width }, i) => width + Math.floor(((wants[i] ?? 0) * part) / grain) * grain)
}

/** Nobody gave it a width, and its texts are of any length. */
function isOpen({ cell, column, field, content, isSized }: GridColumn): boolean {
  if (isSized || column.width !== undefined) return false
  return cell.mayCut?.(column, field) === true || (cell.optionsOf !== undefined && content === 0)
}

/**
 * The column that takes the room that is left: the one that the page says, or else the one with the record's name, or else a text. Numbers and
 * codes never do, and a width that a person chose stays.
 */
export function growingColumn(columns: readonly GridColumn[]): string | undefined {
  const free = columns.filter((grid) => !grid.isSized && !grid.align)
  const texts = free.filter(({ cell, column, field }) => cell.mayCut?.(column, field))
  const grows = free.find(({ column }) => column.grow) ?? texts.find(({ names }) => names) ?? texts[0]
  return (grows ?? free.find(({ names }) => names))?.id
}

/** Without tick boxes the first column starts at the page edge, regardless of cell padding; a width that a person chose stays. */
function isKept({ isSized }: GridColumn, i: number): boolean {
  return i === 0 || isSized === true
}

/** px of a column with tighter padding. */
function fullOf(grid: GridColumn, i: number): number {
  return isKept(grid, i) ? grid.width : grid.width - closer
}

/** px that it cannot do without. */
function leastOf(grid: GridColumn, i: number): number {
  if (isKept(grid, i)) return grid.width
  return Math.min(fullOf(grid, i), Math.max(needOf(grid), grid.title + padding, (grid.below ?? 0) + padding))
}

/** px that what it shows needs with tighter padding. */
function needOf({ cell, column, field, main, width, content }: GridColumn): number {
  if (cell.optionsOf && content === 0) return Math.max(readable, width * tagPart)
  if (cell.mayCut?.(column, field)) return Math.max(main ? readable * 1.5 : readable, (content || width) * textPart)
  const need = typeof cell.minWidth === 'function' ? cell.minWidth({ width, content }) : (cell.minWidth ?? content)
  return need - closer
}
