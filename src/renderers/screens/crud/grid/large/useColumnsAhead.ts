import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from '../../whenIdle.ts'
import type { Lines } from '../lines.ts'
import type { ColumnsInSight } from './useColumnsInSight.ts'

/** ms without a move until the list is at rest. */
const rest = 200
/** Up to so many columns all are drawn then: more would cost each page and sort more than they save. */
const most = 24

/** What all columns were drawn for. */
interface Ahead {
  lines: Lines | null
  top: number
  columns: readonly number[]
}

const none: Ahead = { lines: null, top: -1, columns: [] }

/**
 * The columns that are drawn: those in sight, and all of them once the list is at rest and they are not too many, so that a jump sideways
 * finds its cells. Who scrolls down draws no more than what is in sight. `top` is the first line that is drawn.
 */
export function useColumnsAhead({ places, all }: ColumnsInSight, lines: Lines, top: number): readonly number[] {
  const [ahead, setAhead] = useState(none)
  const isOn = all.length <= most && places !== all
  const isNew = ahead.lines !== lines
  useEffect(() => {
    if (!isOn) return
    return whenIdle(() => startTransition(() => setAhead({ lines, top, columns: all })), isNew ? 0 : rest)
  }, [isOn, lines, top, all, isNew])
  return isOn && !isNew && ahead.top === top && ahead.columns === all ? all : places
}
