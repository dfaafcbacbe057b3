import { type RefObject, useLayoutEffect } from 'react'
import { rowIn } from '../grid/tabStops.ts'

/** px that a control needs, however narrow its column is. */
const least = 128
/** px of what is said of a refusal (cellEdit.css). */
const beside = 330

/** Keeps an element over a cell: while the table is scrolled, its columns are sized and its rows are drawn anew. */
export function useCellPlace(own: RefObject<HTMLElement | null>, table: HTMLElement, id: string, column: string): void {
  useLayoutEffect(() => {
    const place = () => {
      const cell = rowIn(table, id)?.querySelector(`td[data-col="${CSS.escape(column)}"]`)
      if (!cell || !own.current) return
      const at = cell.getBoundingClientRect()
      const around = table.getBoundingClientRect()
      const width = Math.max(least, at.width)
      const left = at.left - around.left + table.scrollLeft
      own.current.dataset.side = left + width + beside > table.scrollWidth ? 'before' : 'after'
      Object.assign(own.current.style, {
        left: `${Math.max(0, Math.min(left, table.scrollWidth - width))}px`,
        top: `${at.top - around.top + table.scrollTop}px`,
        width: `${width}px`,
        minHeight: `${at.height}px`,
      })
    }
    place()
    const changed = new MutationObserver(place)
    const sized = new ResizeObserver(place)
    const grid = table.querySelector('table')
    if (grid) {
      changed.observe(grid, { childList: true, subtree: true })
      sized.observe(grid)
    }
    table.addEventListener('scroll', place, { passive: true })
    return () => {
      changed.disconnect()
      sized.disconnect()
      table.removeEventListener('scroll', place)
    }
  }, [own, table, id, column])
}
