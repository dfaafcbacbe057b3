import { useEffect, useState } from 'react'
import { useMedia } from '../../../../src/renderers/useMedia.ts'

/** Long enough to read a line and a picture (ms). */
const stay = 6000

/** Things that take turns in one place. */
export interface Turns {
  /** Index of the visible item, from 0. */
  at: number
  count: number
  /** Do they move by themselves at the moment? */
  moving: boolean
  /** May they move at all? Not where people asked their system for less motion. */
  mayMove: boolean
  setMoving(moving: boolean): void
  step(by: 1 | -1): void
  /** For the element around them: they wait while the pointer or the focus is in it. */
  held: {
    onPointerEnter(): void
    onPointerLeave(): void
    onFocus(): void
    onBlur(): void
  }
}

/** Shows `count` items in rotation. Stepping manually or pausing stops it (WCAG 2.2, 2.2.2). */
export function useTurns(count: number): Turns {
  const mayMove = !useMedia('(prefers-reduced-motion: reduce)')
  const [wanted, setWanted] = useState(true)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const [place, setPlace] = useState(0)
  const at = place < count ? place : 0
  const moving = mayMove && wanted && count > 1
  const runs = moving && !pointed && !focused
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(() => setPlace((at + 1) % count), stay)
    return () => clearInterval(timer)
  }, [runs, count, at])
  return {
    at,
    count,
    moving,
    mayMove,
    setMoving: setWanted,
    step(by) {
      setWanted(false)
      setPlace((at + by + count) % count)
    },
    held: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  }
}
