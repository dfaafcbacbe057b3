/** Random choices that a seed repeats. */
export interface Random {
  /** A number from 0 to below 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  /** One of the list. Throws when it is empty. */
  pick<T>(list: readonly T[]): T
  /** One of the list, earlier ones more often. */
  pickEarly<T>(list: readonly T[]): T
  /** So many different ones of the list, in its order. */
  some<T>(list: readonly T[], count: number): T[]
  /** True in so many of one cases. */
  chance(share: number): boolean
  /** So many digits; the first is not 0. */
  digits(count: number): string
}

/** The choices of a seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const at = <T>(list: readonly T[], share: number): T => {
    if (list.length === 0) throw new Error('there is nothing to choose from')
    return list[Math.floor(share * list.length)] as T
  }
  const whole = (low: number, high: number) => low + Math.floor(next() * (Math.max(high, low) - low + 1))
  return {
    next,
    whole,
    pick: (list) => at(list, next()),
    pickEarly: (list) => at(list, next() ** 2),
    some(list, count) {
      const left = [...list.keys()]
      const taken = new Set<number>()
      while (taken.size < Math.min(count, list.length)) taken.add(left.splice(whole(0, left.length - 1), 1)[0] ?? 0)
      return list.filter((_, i) => taken.has(i))
    },
    chance: (share) => next() < share,
    digits: (count) => Array.from({ length: count }, (_, i) => String(whole(i === 0 ? 1 : 0, 9))).join(''),
  }
}
