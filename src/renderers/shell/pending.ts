import { useEffect } from 'react'
import { proxy } from 'valtio/vanilla'

/** How many things the person waits for while going somewhere (code, words, page). The bar at the top shows above 0. */
export const pending = proxy({ count: 0, ended: false })

/** Counts a wait for as long as the component that shows it is mounted. */
export function usePending(): void {
  useEffect(() => {
    pending.count++
    return () => {
      pending.count--
    }
  }, [])
}

/** The first navigation has come to its end: the first-load overlay goes. */
export function navigationEnded(): void {
  pending.ended = true
}
