import { useEffect, useRef } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import { indexOf, listedBy, neighbourOf, placeIn } from '../../../../runtime/crud/list/neighbours.ts'
import { pressed } from '../../../shortcuts.ts'
import { countText } from '../../../ui/countText.ts'
import { modalOnTop } from '../../../ui/overlays/layers.ts'
import { useValue } from '../../../useValue.ts'
import type { RecordMoves } from '../useRecordPlace.ts'

export interface Neighbours {
  /** "12 of 1,200"; '' where the list does not hold the record. */
  position: string
  previous: boolean
  next: boolean
  step(by: 1 | -1): void
}

/** Where a record is in its list, and the way to the one before and behind it, over the ends of pages too. */
export function useNeighbours(crud: Crud, address: string, moves: RecordMoves): Neighbours {
  const rows = useValue(crud.state, (s) => s.rows)
  const query = useValue(crud.state, (s) => s.query)
  const total = useValue(crud.state, (s) => s.total)
  const isAbout = useValue(crud.state, (s) => s.totalIs === 'estimate')
  const last = useRef(-1)
  const stepping = useRef(false)
  const listed = { ...listedBy(crud), query, total }
  const at = rows.length === 0 ? -1 : indexOf(listed.keys, address)
  if (at >= 0) last.current = at
  const { position, previous, next } = placeIn(listed, address, last.current)
  const step = async (by: 1 | -1) => {
    if (stepping.current) return
    stepping.current = true
    const key = await neighbourOf(crud, address, by, last.current).finally(() => {
      stepping.current = false
    })
    if (key !== null) moves.show(key)
  }
  const said = { at: countText(position ?? 0), total: countText(total ?? 0) }
  return {
    position: position === null ? '' : crud.loaded.t(isAbout ? 'ui.detail.positionAbout' : 'ui.detail.position', said),
    previous,
    next,
    step: (by) => void step(by),
  }
}

/** Alt with ↑ and ↓ goes through the list; not while a form or a question lies over the record, nor while something is typed. */
export function useStepKeys({ previous, next, step }: Neighbours, part: { current: HTMLElement | null }): void {
  const latest = useRef({ previous, next, step })
  latest.current = { previous, next, step }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const by = ([-1, 1] as const)[pressed(event, 'records.neighbours')]
      if (by === undefined || isTyping(event.target)) return
      const above = modalOnTop()
      if (above && !above.contains(part.current)) return
      event.preventDefault()
      const now = latest.current
      if (by < 0 ? now.previous : now.next) now.step(by)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [part])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.matches('input,textarea,select') || target.isContentEditable)
}
