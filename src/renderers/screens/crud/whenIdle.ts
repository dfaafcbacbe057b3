/** Calls back once what was changed is painted. */
export function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act))
}

/** Calls back when idle after the next paint, or one so many ms later; 2 s after that at the latest. Returns the function that cancels. */
export function whenIdle(act: () => void, after = 0): () => void {
  let idle = 0
  let frame = 0
  const begin = () => {
    frame = requestAnimationFrame(() => {
      if (typeof requestIdleCallback === 'function') idle = requestIdleCallback(act, { timeout: 2000 })
      else idle = window.setTimeout(act, 500)
    })
  }
  const timer = after > 0 ? setTimeout(begin, after) : undefined
  if (after === 0) begin()
  return () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    if (typeof cancelIdleCallback === 'function') cancelIdleCallback(idle)
    else clearTimeout(idle)
  }
}
