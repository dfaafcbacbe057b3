/** A counter that says whether one more is allowed: at most `perSecond` in any window of one second. */
export function makeRate(perSecond: number, clock: () => number = () => performance.now()): () => boolean {
  const times: number[] = []
  return () => {
    const now = clock()
    while ((times[0] ?? now) <= now - 1000) times.shift()
    times.push(now)
    return times.length <= perSecond
  }
}
