import { type RefObject, useLayoutEffect, useState } from 'react'
import type { GridColumn } from './columns.ts'

/** px that each column gives when its cells stand closer (grid.css, `data-tight`). */
const closer = 8
/** Cells whose texts may be cut, down to this part of their column: the whole of them is told by the tooltip. */
const prose: readonly string[] = ['text', 'member', 'tags', 'url']
const kept = 0.55
/** Kinds whose texts are nothing when they are cut. */
const figures: readonly string[] = ['mobile', 'idnumber', 'integer', 'number']
/** px that a text keeps, and one that names the record. */
const readable = { text: 84, main: 128 }
/** px that cells of a fixed size need, whatever the page grants them, and one with a tag. */
const tag = 60
/** Part that a column of tags keeps of what its longest word needs: few rows have that one. */
const longest = 0.92
const sizes: Readonly<Record<string, number>> = { switch: 64, image: 60, progress: 96, color: 64, icon: 56 }

/**
 * The columns for a box of `room` px, of which `taken` belong to boxes to tick and actions: where some px are lacking, cells stand closer,
 * columns are no wider than what stands in them, and titles and texts are cut. Where even that is not enough they stay as they are, and the box scrolls.
 */
export function fitted(
  columns: readonly GridColumn[],
  room: number,
  taken: number,
): { columns: readonly GridColumn[]; tight: boolean } {
  const lacking = columns.reduce((sum, { width }) => sum + width, taken) - room
  // Without boxes to tick the first column begins at the edge of the page, whatever lies between cells.
  const gives = columns.map((grid, i) => (i === 0 ? 0 : givesOf(grid)))
  const given = gives.reduce((sum, each) => sum + each, 0)
  const left = lacking - closer * (columns.length - 1)
  if (room === 0 || lacking <= 0 || left > given) return { columns, tight: false }
  const share = left > 0 ? left / given : 0
  return {
    columns: columns.map((grid, i) => {
      const less = i === 0 ? 0 : closer + Math.ceil((gives[i] ?? 0) * share)
      return { ...grid, width: grid.width - less }
    }),
    tight: true,
  }
}

/** px that a column can do without once its cells stand closer. */
function givesOf({ cell, column, field, main, width, least }: GridColumn): number {
  const isWhole = column.copy || field?.mask !== undefined || figures.includes(field?.kind ?? '')
  const isProse = (prose.includes(column.cell) && !isWhole) || (cell.isOption && least === 0)
  const text = Math.max(main ? readable.main : readable.text, Math.ceil((least || width) * kept)) + closer
  return Math.max(
    0,
    width - (isProse ? text : (sizes[column.cell] ?? (cell.isOption ? Math.max(tag, Math.ceil(least * longest)) : least))),
  )
}

/** Width in px of a box, anew when it changes; 0 before the first drawing. */
export function useRoom(box: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const el = box.current
    if (!el) return
    const look = () => setRoom(el.clientWidth)
    look()
    const sized = new ResizeObserver(look)
    sized.observe(el)
    return () => sized.disconnect()
  }, [box])
  return room
}
