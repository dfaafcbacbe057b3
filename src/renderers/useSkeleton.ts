import { useEffect, useState } from 'react'

/** Most answers come sooner: what is drawn and thrown away at once costs more than it tells. */
const patience = 150
/** A skeleton that takes the place of another one is drawn at once. */
const followsWithin = 100
let lastShown = Number.NEGATIVE_INFINITY

/** Is it time to draw a skeleton for what is awaited? */
export function useSkeleton(waiting: boolean): boolean {
  const [late, setLate] = useState(() => waiting && performance.now() - lastShown < followsWithin)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), patience)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [waiting])
  const isShown = waiting && late
  useEffect(() => {
    if (!isShown) return
    return () => {
      lastShown = performance.now()
    }
  }, [isShown])
  return isShown
}
