import { type RefObject, useEffect } from 'react'

/** Marks a scrolling box with what lies beyond its edges (`data-before`, `data-after`), for the lines of the columns that stay. */
export function useEdges(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const el = box.current
    if (!el) return
    const mark = () => {
      el.toggleAttribute('data-before', el.scrollLeft > 0)
      el.toggleAttribute('data-after', el.scrollLeft + el.clientWidth < el.scrollWidth - 1)
    }
    const sized = new ResizeObserver(mark)
    sized.observe(el)
    if (el.firstElementChild) sized.observe(el.firstElementChild)
    el.addEventListener('scroll', mark, { passive: true })
    return () => {
      sized.disconnect()
      el.removeEventListener('scroll', mark)
    }
  }, [box])
}
