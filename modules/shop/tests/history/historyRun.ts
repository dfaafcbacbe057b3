import { randomFrom } from '../../demo/random.ts'
import { actors as orderActors } from './historyActors.ts'
import { attempt, makeHistoryWorld } from './historyWorld.ts'
import { deskActors } from './staffActions.ts'
import { purseActors } from './walletActions.ts'

/** Everybody who acts in a history, with how often. */
export const actors = [...orderActors, ...deskActors, ...purseActors]
/** Actors that act at the same time. */
export const parallel = 8

export interface HistoryOptions {
  url: string
  steps: number
  seed: number
  /** Where the clock of the history begins. */
  now: number
}

/** What came of each actor's steps: `done`, or the codes of refusals. */
export type HistoryCounts = Record<string, Record<string, number>>

/** Lets actors act, some at the same time, and looks after each batch whether everything adds up; throws with what does not. */
export async function runHistory({ url, steps, seed, now }: HistoryOptions): Promise<HistoryCounts> {
  const world = await makeHistoryWorld(url, randomFrom(seed), now, parallel)
  const weighted = actors.map(([name, act, weight]) => [{ name, act }, weight] as const)
  const counts: HistoryCounts = {}
  try {
    for (let done = 0; done < steps; done += parallel) {
      world.now += world.random.int(world.random.chance(6) ? 2 * 86_400 : 400)
      world.settings = {
        ...world.settings,
        stockMode: world.random.chance(30) ? 'pay' : 'create',
        refundTarget: world.random.chance(15) ? 'balance' : 'original',
      }
      const scene = await world.look()
      const chosen = Array.from({ length: parallel }, () => world.random.weighted(weighted))
      const acts = chosen.map(({ act }) => act(world, scene))
      const results = await Promise.all(acts.map((step, i) => attempt(world, chosen[i]?.name ?? '', step)))
      const faults = await world.faults()
      if (faults.length > 0) {
        const told = chosen.map(({ name }, i) => `${name}: ${results[i]}`)
        throw new Error(`after step ${done + parallel} (seed ${seed}): ${told.join('; ')}\n${faults.join('\n')}`)
      }
      for (const [i, { name }] of chosen.entries()) {
        counts[name] ??= {}
        counts[name][results[i] ?? ''] = (counts[name][results[i] ?? ''] ?? 0) + 1
      }
    }
    return counts
  } finally {
    await world.close()
  }
}
