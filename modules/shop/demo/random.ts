/** Numbers by chance that are the same at every run: everything the demo shop decides is drawn from one of these, in a fixed order. */
export interface Random {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from 0 to below `limit`. */
  int(limit: number): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean
  pick<T>(list: readonly T[]): T
  /** An entry of a list of [entry, weight]. */
  weighted<T>(list: readonly (readonly [T, number])[]): T
  /** A new list in another order. */
  shuffled<T>(list: readonly T[]): T[]
}

/** mulberry32: small, fast, good enough for a shop that does not exist. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(list: readonly T[]): T => {
    const entry = list[int(list.length)]
    if (entry === undefined) throw new Error('nothing to pick from')
    return entry
  }
  return {
    next,
    int,
    between: (low, high) => low + int(high - low + 1),
    chance: (percent) => next() * 100 < percent,
    pick,
    weighted: <T>(list: readonly (readonly [T, number])[]): T => {
      let at = next() * list.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [entry, weight] of list) {
        at -= weight
        if (at < 0) return entry
      }
      return pick(list.map(([entry]) => entry))
    },
    shuffled: <T>(list: readonly T[]): T[] => {
      const out = [...list]
      for (let i = out.length - 1; i > 0; i--) {
        const j = int(i + 1)
        const [a, b] = [out[i], out[j]] as [T, T]
        out[i] = b
        out[j] = a
      }
      return out
    },
  }
}
