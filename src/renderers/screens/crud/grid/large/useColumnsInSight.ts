import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import type { GridBodyProps } from '../body.ts'
import { maxColumns } from '../drawn.ts'
import { observeBox, scrollBox } from './windowed.ts'

/** Columns drawn beyond those in sight. */
const more = 2

type Options = Pick<GridBodyProps, 'columns' | 'watch' | 'box' | 'before'>

/** Places of columns. */
export interface ColumnsInSight {
  /** Those in sight and those that stay at an edge; `all` while they are few. */
  places: readonly number[]
  all: readonly number[]
}

/** The columns of the list that are in sight. */
export function useColumnsInSight({ columns, watch, box, before }: Options): ColumnsInSight {
  const isOn = columns.length > maxColumns
  const pinned = useMemo(() => columns.flatMap((grid, place) => (grid.main || grid.stick ? [place] : [])), [columns])
  const rangeExtractor = useCallback((range: Range) => merged(defaultRangeExtractor(range), pinned), [pinned])
  const observeElementRect = useMemo(() => observeBox(watch), [watch])
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    horizontal: true,
    enabled: isOn,
    count: columns.length,
    getScrollElement: () => box.current,
    estimateSize: (place) => columns[place]?.width ?? 0,
    paddingStart: before,
    overscan: more,
    initialRect: { width: watch.width || innerWidth, height: watch.height },
    initialOffset: () => watch.left,
    observeElementRect,
    scrollToFn: scrollBox(() => watch.left),
    rangeExtractor,
  })
  const measured = useRef(columns)
  useLayoutEffect(() => {
    if (measured.current === columns) return
    measured.current = columns
    virtual.measure()
  }, [columns, virtual])
  const all = useMemo(() => columns.map((_, place) => place), [columns])
  return { places: isOn ? virtual.getVirtualIndexes() : all, all }
}

/** Both, in order, each once. */
export function merged(some: readonly number[], others: readonly number[]): number[] {
  return [...new Set([...some, ...others])].sort((a, b) => a - b)
}
