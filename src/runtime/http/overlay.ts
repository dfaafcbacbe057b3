import { proxy } from 'valtio/vanilla'

/** The loading overlay: up as long as at least one call that wants it is under way. */
export interface Overlay {
  state: { count: number }
  /** Counts one call in; returns the function that counts it out (only its first call counts). */
  open(): () => void
}

/** Makes an overlay that is down. */
export function createOverlay(): Overlay {
  const state = proxy({ count: 0 })
  return {
    state,
    open() {
      let open = true
      state.count++
      return () => {
        if (open) state.count--
        open = false
      }
    },
  }
}
