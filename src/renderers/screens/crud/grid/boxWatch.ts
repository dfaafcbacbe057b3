import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** What is known of a scrolling box: but for the first one in a window from observers alone, so that reading it lays no rows out. */
export interface BoxWatch {
  /** Of the part in sight, without scroll bars; 0 before the first layout. */
  width: number
  height: number
  /** Width of the vertical scroll bar. */
  bar: number
  /** Height of the table in it. */
  table: number
  top: number
  left: number
  subscribe(changed: () => void): () => void
}

/** The size of the last box, for the next list in a window of the same width: its columns are right at their first render. */
let last = { window: 0, width: 0, height: 0 }

/** Watches the box of a list and the table in it. The first box in a window is measured before it is painted, while it has no rows. */
export function useBoxWatch(box: RefObject<HTMLElement | null>): BoxWatch {
  const [watch] = useState(createWatch)
  const [, setIsMeasured] = useState(false)
  useLayoutEffect(() => {
    const el = box.current
    if (!el) return undefined
    if (watch.width === 0 && el.clientWidth > 0) {
      takeSize(watch, { width: el.clientWidth, height: el.clientHeight }, el.offsetWidth)
      setIsMeasured(true)
    }
    return watch.start(el)
  }, [box, watch])
  return watch
}

/** Its width, for what is drawn by it. */
export function useBoxWidth(watch: BoxWatch): number {
  return useSyncExternalStore(watch.subscribe, () => watch.width)
}

interface StartableWatch extends BoxWatch {
  start(el: HTMLElement): () => void
}

function createWatch(): StartableWatch {
  const subscribers = new Set<() => void>()
  const known = last.window === innerWidth ? last : { width: 0, height: 0 }
  const watch: StartableWatch = {
    width: known.width,
    height: known.height,
    bar: 0,
    table: 0,
    top: 0,
    left: 0,
    subscribe(changed) {
      subscribers.add(changed)
      return () => subscribers.delete(changed)
    },
    start: (el) =>
      start(el, watch, () => {
        for (const changed of subscribers) changed()
      }),
  }
  return watch
}

function start(el: HTMLElement, watch: BoxWatch, changed: () => void): () => void {
  const scrolled = () => {
    watch.top = el.scrollTop
    watch.left = Math.abs(el.scrollLeft)
    changed()
  }
  // Called after a layout: what is read here is there already.
  const sized = new ResizeObserver((entries) => {
    const inSight = entries.filter(({ contentRect }) => contentRect.width > 0) // a tab in the back keeps its sizes
    for (const { target, contentRect, borderBoxSize } of inSight) {
      if (target === el) takeSize(watch, contentRect, borderBoxSize[0]?.inlineSize)
      else watch.table = contentRect.height
    }
    if (inSight.length > 0) scrolled()
  })
  sized.observe(el)
  if (el.firstElementChild) sized.observe(el.firstElementChild)
  el.addEventListener('scroll', scrolled, { passive: true })
  return () => {
    sized.disconnect()
    el.removeEventListener('scroll', scrolled)
  }
}

function takeSize(watch: BoxWatch, { width, height }: Pick<DOMRectReadOnly, 'width' | 'height'>, outer = width): void {
  Object.assign(watch, { width, height, bar: Math.max(0, outer - width) })
  last = { window: innerWidth, width, height }
}
