import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useImperativeHandle, useLayoutEffect, useMemo, useState } from 'react'
import type { GridBodyProps } from '../body.ts'
import { focusLine, rowIn } from '../tabStops.ts'
import { merged } from './useColumnsInSight.ts'
import { observeAxis, observeBox, scrollBox } from './windowed.ts'

/** Lines drawn beyond those in sight. */
const more = 6
/** px of a panel that was never in sight. */
const panelHeight = 240

interface Options extends Pick<GridBodyProps, 'lines' | 'box' | 'watch' | 'rowHeight' | 'goTo' | 'initialTop'> {
  /** The row that is being dragged. */
  held: string | null
}

type Lines = Virtualizer<HTMLDivElement, HTMLTableRowElement>

/**
 * The lines that are drawn: those in sight, open panels (what they loaded stays), the row that has the focus or takes Tab, and the one that
 * is being dragged.
 */
export function useLinesInSight(props: Options, body: RefObject<HTMLTableSectionElement | null>) {
  const { lines, held, box, watch, rowHeight } = props
  const [wanted, setWanted] = useState<string | null>(null)
  useImperativeHandle(props.goTo, () => (id: string) => {
    if (lines.indexOf(id) < 0) return false
    setWanted(id)
    return true
  })
  const tabStop = useCallback(() => Math.max(0, lines.indexOf(atIn(box.current))), [lines, box])
  const rangeExtractor = useCallback(
    (range: Range) => {
      const kept = [tabStop(), ...[wanted, held].map((id) => (id === null ? -1 : lines.indexOf(id))), ...lines.panels]
      return merged(
        defaultRangeExtractor(range),
        kept.filter((index) => index >= 0 && index < range.count),
      )
    },
    [lines, tabStop, wanted, held],
  )
  const observeElementRect = useMemo(() => observeBox(watch), [watch])
  const virtual = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: lines.count,
    getScrollElement: () => box.current,
    getItemKey: (index) => lines.at(index)?.key ?? index,
    estimateSize: (index) => (lines.panels.includes(index) ? panelHeight : rowHeight),
    overscan: more,
    initialRect: { width: watch.width, height: watch.height || innerHeight },
    initialOffset: props.initialTop,
    observeElementOffset: observeAxis,
    observeElementRect,
    measureElement,
    scrollToFn: scrollBox(() => watch.top),
    rangeExtractor,
  })
  useLayoutEffect(() => {
    const row = wanted === null ? null : rowIn(body.current, wanted)
    if (!row) return
    setWanted(null)
    focusLine(row)
  })
  return {
    items: virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    measure: virtual.measureElement,
    tabStop: tabStop(),
  }
}

/** The id of the row that had the focus last (useGridEvents notes it). */
function atIn(box: HTMLElement | null): string {
  return box?.closest<HTMLElement>('[data-at]')?.dataset.at ?? ''
}

/** Heights come from the observer only, after a layout that there was anyway; until then what is known or likely. */
function measureElement(row: HTMLTableRowElement, entry: ResizeObserverEntry | undefined, virtual: Lines): number {
  const size = entry?.borderBoxSize[0]
  if (size && size.blockSize > 0) return size.blockSize
  const index = virtual.indexFromElement(row)
  return virtual.itemSizeCache.get(virtual.options.getItemKey(index)) ?? virtual.options.estimateSize(index)
}
