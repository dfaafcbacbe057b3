import { HttpRefused } from '../refuse.ts'

/** Lets work through in turn. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/** At most `atOnce` pieces of work run and `waitingAtMost` wait; who comes then is turned away with HTTP 429. */
export function makeGate(atOnce: number, waitingAtMost: number): Gate {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost) throw new HttpRefused(429, 2)
      await new Promise<void>((resolve) => waiting.push(resolve)) // whoever ends hands its place on
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
