import { tmpdir } from 'node:os'
import type { TestProject } from 'vitest/node'
import { clearKilledRuns, startRunCluster } from './cluster.ts'
import { takeScratch } from './scratch.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URLs of the run's PostgreSQL, with `{database}` where the name of the database goes. */
    superUrl: string
    appUrl: string
  }
}

/** One PostgreSQL for the whole run; every test file takes databases of its own in it. Temporary files are in memory if they can be. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.env.KONTOR_SEED ??= String(Math.floor(Math.random() * 1000)) // one for all workers: turns.ts
  if (!process.env.KONTOR_LONG)
    process.stdout.write(`What takes long is tried by turns; KONTOR_SEED=${process.env.KONTOR_SEED} repeats these.\n`)
  const lasting = tmpdir()
  const scratch = await takeScratch(clearKilledRuns)
  if (scratch) process.env.TMPDIR = scratch.dir // for the workers, which start later, and all that they start
  const { cluster, end } = await startRunCluster(lasting)
  project.provide('superUrl', cluster.superUrl('{database}'))
  project.provide('appUrl', cluster.url('{database}'))
  return async () => {
    await end()
    scratch?.end()
  }
}
