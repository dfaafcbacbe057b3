import { startTransition, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { whenIdle } from '../../whenIdle.ts'
import type { GridBodyProps } from '../body.ts'
import { useBoxWidth } from '../boxWatch.ts'
import { maxColumns } from '../drawn.ts'
import type { Lines } from '../lines.ts'

/** Columns drawn beyond those in sight. */
const more = 2
/** ms without a move until the list is at rest. */
const rest = 200
/** Up to so many columns all are drawn then: more would cost each page and sort more than they save. */
const most = 24

type Columns = GridBodyProps['columns']
type Options = Pick<GridBodyProps, 'columns' | 'lines' | 'watch' | 'before' | 'actionsWidth'>

/** What columns were drawn for, ahead of a jump. */
interface Ahead {
  lines: Lines | null
  top: number
  places: readonly number[]
}

const none: Ahead = { lines: null, top: -1, places: [] }

/**
 * The places of the columns to draw: those in sight, a few beside them, and those that stay at an edge; all of them while they are few. Once the
 * list is at rest, also those that a jump sideways leads to, so that their cells are there already: all columns up to a limit, else those at
 * both ends. While the list is scrolled down, no more than what is in sight. `top` is the first line drawn.
 */
export function useColumnsInSight({ columns, lines, watch, before, actionsWidth }: Options, top: number): readonly number[] {
  const isOn = columns.length > maxColumns
  const all = useMemo(() => columns.map((_, place) => place), [columns])
  const width = useBoxWidth(watch)
  const ends = useMemo(() => {
    if (columns.length <= most) return all
    return merged(filling(columns, all, width - before), filling(columns, all.toReversed(), width - actionsWidth))
  }, [columns, all, width, before, actionsWidth])
  const [ahead, setAhead] = useState(none)
  const isNew = ahead.lines !== lines
  const isAhead = isOn && !isNew && ahead.top === top && ahead.places === ends
  useEffect(() => {
    if (!isOn || isAhead) return
    return whenIdle(() => startTransition(() => setAhead({ lines, top, places: ends })), isNew ? 0 : rest)
  }, [isOn, isAhead, lines, top, ends, isNew])
  const drawn = useMemo(() => new Set(isAhead ? ends : []), [isAhead, ends])

  /** The first and last place in sight, as text; '' while nothing has to be drawn for them. */
  const inSight = () => {
    if (!isOn) return ''
    const [first, last] = span(columns, watch.left - before, watch.width || innerWidth)
    return drawn.size > 0 && all.slice(first, last + 1).every((place) => drawn.has(place)) ? '' : `${first} ${last}`
  }
  const seen = useSyncExternalStore(watch.subscribe, inSight)
  return useMemo(() => {
    if (!isOn) return all
    if (seen === '') return ends
    const [first = 0, last = 0] = seen.split(' ').map(Number)
    const beside = all.slice(Math.max(0, first - more), last + 1 + more)
    const pinned = all.filter((place) => columns[place]?.main || columns[place]?.stick)
    return merged([...beside, ...pinned], [...drawn])
  }, [isOn, seen, all, ends, columns, drawn])
}

/** The first and the last column in sight, with so many px scrolled away to the left. */
function span(columns: Columns, left: number, width: number): [number, number] {
  let [start, first, last] = [0, 0, 0]
  for (const [place, column] of columns.entries()) {
    if (start <= left) first = place
    if (start < left + width) last = place
    start += column.width
  }
  return [first, last]
}

/** As many of these places as it takes columns to fill this width (px). */
function filling(columns: Columns, places: readonly number[], width: number): readonly number[] {
  let filled = 0
  const end = places.findIndex((place) => {
    filled += columns[place]?.width ?? 0
    return filled >= width
  })
  return end < 0 ? places : places.slice(0, end + 1)
}

/** Both, in order, each once. */
export function merged(some: readonly number[], others: readonly number[]): number[] {
  return [...new Set([...some, ...others])].sort((a, b) => a - b)
}
