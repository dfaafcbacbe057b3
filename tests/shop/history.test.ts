import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomFrom } from '../../server/demo/random.ts'
import { DEMO_NOW, freshDatabase, type TestDatabase } from '../harness/database.ts'
import { actors } from './historyActors.ts'
import { attempt, type HistoryWorld, makeHistoryWorld } from './historyWorld.ts'

const steps = Number(process.env.KONTOR_STEPS ?? (process.env.KONTOR_LONG ? 10_000 : 320))
const seed = Number(process.env.KONTOR_SEED ?? 20260331)
/** Actors that act at the same time. */
const parallel = 8

let shop: TestDatabase
let world: HistoryWorld
beforeAll(async () => {
  shop = await freshDatabase('demo')
  world = await makeHistoryWorld(shop.url, randomFrom(seed), DEMO_NOW + 3600, parallel)
}, 180_000)
afterAll(async () => {
  await world.close()
  await shop.drop()
})

test(
  `whatever members, administrators, the provider and the clock do at the same time, everything adds up (${steps} steps, seed ${seed})`,
  async () => {
    const weighted = actors.map(([name, act, weight]) => [{ name, act }, weight] as const)
    const counts = new Map<string, Map<string, number>>()
    for (let done = 0; done < steps; done += parallel) {
      world.now += world.random.int(world.random.chance(6) ? 2 * 86_400 : 400)
      const scene = await world.look()
      const chosen = Array.from({ length: parallel }, () => world.random.weighted(weighted))
      const acts = chosen.map(({ act }) => act(world, scene))
      const results = await Promise.all(acts.map((step, i) => attempt(world, chosen[i]?.name ?? '', step)))
      const told = chosen.map(({ name }, i) => `${name}: ${results[i]}`)
      expect(await world.faults(), `after step ${done + parallel}: ${told.join('; ')}`).toEqual([])
      for (const [i, { name }] of chosen.entries()) {
        const of = counts.get(name) ?? counts.set(name, new Map()).get(name)
        of?.set(results[i] ?? '', (of.get(results[i] ?? '') ?? 0) + 1)
      }
    }
    if (process.env.KONTOR_LONG)
      for (const [name, results] of counts) console.log(name, JSON.stringify(Object.fromEntries(results)))
    // Nearly everybody got something done (in a long history everybody), or it says little of what they do.
    const idle = actors.map(([name]) => name).filter((name) => !counts.get(name)?.get('done'))
    expect(idle.length, idle.join(', ')).toBeLessThanOrEqual(steps < 2000 ? 4 : 0)
  },
  steps * 400 + 60_000,
)
