import type { TestProject } from 'vitest/node'
import { startRunCluster } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URLs of the run's PostgreSQL, with `{database}` where the name of the database goes. */
    superUrl: string
    appUrl: string
  }
}

/** One PostgreSQL for the whole run; every test file takes databases of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { cluster, end } = await startRunCluster()
  project.provide('superUrl', cluster.superUrl('{database}'))
  project.provide('appUrl', cluster.url('{database}'))
  return end
}
