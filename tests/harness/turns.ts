/** Is everything tried (`npm run test:long`), and not a sample of it? */
export const isLong = Boolean(process.env.KONTOR_LONG)

/** Drawn for each run; `KONTOR_SEED` repeats one. */
export const seed = Number(process.env.KONTOR_SEED ?? Math.floor(Math.random() * 1000))

/** Of cases that take long every `parts`-th, which ones by the seed; all of them in the long run. */
export function byTurns<T>(cases: readonly T[], parts: number): T[] {
  return cases.filter((_, at) => isLong || at % parts === seed % parts)
}
