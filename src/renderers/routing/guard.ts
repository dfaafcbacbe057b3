import type { Location, NavigationType } from 'react-router-dom'
import type { RouterHistory } from './history.ts'

/** Asked before the address changes. True stops it; `proceed` lets it go on later. */
export type Guard = (next: Location, proceed: () => void) => boolean

/**
 * Has a guard asked before a step is taken. Steps through the history have been taken by the browser when it says so: a guard that stops one
 * sends the browser back to where it was, which is no step of the person's. Entries that others than the router made have no number, so
 * how far they are is unknown: nothing stops a step to them.
 */
export function guarded(history: RouterHistory, go: (location: Location, cameBy: NavigationType) => void) {
  let guard: Guard | undefined
  /** Set while a step that was stopped goes on. */
  let isFree = false
  /** Called when the browser is back where it was. */
  let undone: (() => void) | undefined

  function stops(next: Location, proceed: () => void): boolean {
    if (isFree || !guard) return false
    return guard(next, () => {
      isFree = true
      proceed()
    })
  }

  history.listen(({ action, location, delta }) => {
    if (undone) {
      const then = undone
      undone = undefined
      return then()
    }
    const back = delta === null ? undefined : waitable()
    if (delta === null || !back || !stops(location, () => void back.done.then(() => history.go(delta))))
      return go(location, action)
    undone = back.resolve
    history.go(-delta)
  })

  return {
    add(next: Guard): () => void {
      guard = next
      return () => {
        if (guard === next) guard = undefined
      }
    },
    /** Takes the step unless the guard stops it, then later or never. */
    pass(next: Location, step: () => void): void {
      if (!stops(next, step)) step()
    },
    /** The step has been taken: the next one is asked about again. */
    arrived(): void {
      isFree = false
    },
  }
}

function waitable(): { done: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const done = new Promise<void>((resolved) => {
    resolve = resolved
  })
  return { done, resolve }
}
