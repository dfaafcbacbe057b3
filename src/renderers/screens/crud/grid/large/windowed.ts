import { observeElementOffset, type Rect, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { BoxWatch } from '../boxWatch.ts'
import { setTabs } from '../tabStops.ts'

/** The size of the box as the list knows it already: nothing is measured. */
export function observeBox(watch: BoxWatch) {
  return (_: unknown, changed: (rect: Rect) => void) => {
    let known: Rect = { width: 0, height: 0 }
    const tell = () => {
      const { width, height } = watch
      if (height === 0 || (known.width === width && known.height === height)) return
      known = { width, height }
      changed(known)
    }
    tell()
    return watch.subscribe(tell)
  }
}

/** Reports scrolling along the virtualizer's own axis only: what is in sight along it does not change while the box scrolls along the other. */
export function observeAxis<Item extends Element>(
  virtual: Virtualizer<HTMLDivElement, Item>,
  changed: (offset: number, isScrolling: boolean) => void,
) {
  let at = virtual.scrollOffset
  let moves = false
  return observeElementOffset(virtual, (offset, isScrolling) => {
    if (offset === at && !moves) return
    at = offset
    moves = isScrolling
    changed(offset, isScrolling)
  })
}

/** Scrolls the box, unless it is there already: setting the same place would make the browser lay out the table. */
export function scrollBox(now: () => number) {
  return <Item extends Element>(
    offset: number,
    { adjustments = 0, behavior }: { adjustments?: number; behavior?: ScrollBehavior },
    { scrollElement, options }: Virtualizer<HTMLDivElement, Item>,
  ): void => {
    const to = offset + adjustments
    if (Math.abs(to - now()) < 1) return
    scrollElement?.scrollTo({ [options.horizontal ? 'left' : 'top']: to, behavior })
  }
}

/** True while the page is printed: then everything is drawn. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}

/** Tab goes to the buttons of the row that has the focus, also to those that have just been drawn. */
export function useTabsOfNewCells(body: RefObject<HTMLTableSectionElement | null>, cells: unknown): void {
  useLayoutEffect(() => {
    const row = document.activeElement?.closest<HTMLElement>('tr[data-id]')
    if (cells && row && body.current?.contains(row)) setTabs(row, 0)
  }, [body, cells])
}
