import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  const lasting = tmpdir()
  const notes = mkdtempSync(join(lasting, 'kontor-samples-'))
  process.env.KONTOR_SAMPLES = join(notes, 'samples.txt') // written by sampleOf, printed by slowest.ts
  const scratch = await takeScratch(clearKilledRuns)
  if (scratch) process.env.TMPDIR = scratch.dir // for the workers, which start later, and all that they start
  const { cluster, end } = await startRunCluster(lasting)
  project.provide('superUrl', cluster.superUrl('{database}'))
  project.provide('appUrl', cluster.url('{database}'))
  return async () => {
    rmSync(notes, { recursive: true, force: true })
    await end()
    scratch?.end()
  }
}
