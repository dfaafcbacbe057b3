import { appendFileSync } from 'node:fs'

/** Is this `npm run test:long`, which runs every case? `npm test` runs the same chosen ones each time. */
export const isLong = process.env.KONTOR_LONG === '1'

/**
 * The cases of this run: all of them in the long run, in `npm test` those that `isChosen` picks. What is left out is counted in the run's
 * last lines, under the name `what`.
 */
export function sampleOf<T>(what: string, cases: readonly T[], isChosen: (one: T, at: number) => boolean): T[] {
  if (isLong) return [...cases]
  const chosen = cases.filter(isChosen)
  if (chosen.length === 0) throw new Error(`${what}: none of ${cases.length} cases is chosen for npm test`)
  const { KONTOR_SAMPLES } = process.env
  if (KONTOR_SAMPLES && chosen.length < cases.length)
    appendFileSync(KONTOR_SAMPLES, `${what}: ${chosen.length} of ${cases.length}\n`)
  return chosen
}

/** Picks the first case of each key, for cases that differ in it alone. */
export function firstOfEach<T>(keyOf: (one: T) => string): (one: T) => boolean {
  const seen = new Set<string>()
  return (one) => {
    const key = keyOf(one)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  }
}

/** Picks every `n`-th case, beginning with the first. */
export function everyNth(n: number): (one: unknown, at: number) => boolean {
  return (_, at) => at % n === 0
}
