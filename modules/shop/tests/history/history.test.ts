import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_NOW, freshDatabase, type TestDatabase } from '../../../../tests/harness/database.ts'
import { isLong } from '../../../../tests/harness/sampling.ts'
import { actors, type HistoryCounts, type HistoryOptions, runHistory } from './historyRun.ts'

const steps = Number(process.env.KONTOR_STEPS ?? (isLong ? 10_000 : 320))
const seed = Number(process.env.KONTOR_SEED ?? 20260331)
/** A long history happens in two processes on one database. */
const processes = isLong ? 2 : 1

let shop: TestDatabase
beforeAll(async () => {
  shop = await freshDatabase('demo')
}, 180_000)
afterAll(async () => {
  await shop.drop()
})

/** The history of another process, with chances of its own. */
async function elsewhere(options: HistoryOptions): Promise<HistoryCounts> {
  const script = join(import.meta.dirname, 'historyProcess.ts')
  const args = ['--disable-warning=ExperimentalWarning', script, JSON.stringify(options)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 10_000_000 })
  return JSON.parse(stdout) as HistoryCounts // written by historyProcess.ts
}

test(
  `whatever members, administrators, the provider and the clock do at the same time, everything adds up (${steps} steps, seed ${seed})`,
  async () => {
    const share = Math.ceil(steps / processes)
    const options = { url: shop.url, steps: share, seed, now: DEMO_NOW + 3600 }
    const others = Array.from({ length: processes - 1 }, (_, i) => elsewhere({ ...options, seed: seed + i + 1 }))
    const all = await Promise.all([runHistory(options), ...others])
    const taken = (name: string) => all.map((counts) => counts[name]?.done ?? 0).reduce((sum, n) => sum + n, 0)
    if (isLong) for (const counts of all) console.log(JSON.stringify(counts, null, 1))
    // Nearly everybody got something done (in a long history everybody), or it says little of what they do: what needs a failure is rare.
    const idle = actors.map(([name]) => name).filter((name) => taken(name) === 0)
    expect(idle.length, idle.join(', ')).toBeLessThanOrEqual(steps < 2000 ? 10 : steps < 10_000 ? 2 : 0)
  },
  steps * 400 + 60_000,
)
