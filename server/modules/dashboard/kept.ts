import { actorOf, type Context } from '../../core/context.ts'

/** Answers kept at a time; the oldest is forgotten first. */
const room = 500

/** What was worked out, and when (unix seconds). */
export interface KeptAnswer<T> {
  value: T
  at: number
}

/**
 * Keeps answers for so many seconds, each for one person with the rights they hold now: nobody is ever given what was made for another,
 * nor what they may no longer see by their nodes and groups. 0 seconds keep nothing.
 */
export function keeper<T>(seconds: number) {
  const kept = new Map<string, KeptAnswer<T>>()
  return async (ctx: Context, what: string, fresh: boolean, make: () => Promise<T>): Promise<KeptAnswer<T>> => {
    const key = JSON.stringify([rightsOf(ctx), ctx.lang, what])
    const known = kept.get(key)
    if (known && !fresh && ctx.now - known.at < seconds && ctx.now >= known.at) return known
    const made = { value: await make(), at: ctx.now }
    if (seconds > 0) {
      kept.delete(key)
      kept.set(key, made)
      const [oldest] = kept.keys()
      if (kept.size > room && oldest !== undefined) kept.delete(oldest)
    }
    return made
  }
}

function rightsOf(ctx: Context): unknown[] {
  const { area, id, super: all, nodes, groups } = actorOf(ctx)
  return [area, id, all, [...nodes].sort(), [...groups].sort((a, b) => a - b)]
}
