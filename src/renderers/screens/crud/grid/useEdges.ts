import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Marks a scrolling box whose content continues beyond its edges (`data-before`, `data-after`), for the borders of pinned columns.
 * Returns its width in px, updated on resize; 0 before the first render.
 */
export function useEdges(box: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const el = box.current
    if (!el) return
    const mark = () => {
      setRoom(el.clientWidth)
      el.toggleAttribute('data-before', el.scrollLeft > 0)
      el.toggleAttribute('data-after', el.scrollLeft + el.clientWidth < el.scrollWidth - 1)
    }
    mark()
    const sized = new ResizeObserver(mark)
    sized.observe(el)
    if (el.firstElementChild) sized.observe(el.firstElementChild)
    el.addEventListener('scroll', mark, { passive: true })
    return () => {
      sized.disconnect()
      el.removeEventListener('scroll', mark)
    }
  }, [box])
  return room
}
