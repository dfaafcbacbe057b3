import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long, the longest first: were one of them the last, the other workers would have nothing to do meanwhile. */
const longest = [
  'tests/kontor/installed.test.ts',
  'tests/dataio/importProcess.test.ts',
  'tests/crash/crash.test.ts',
  'tests/crash/twoProcesses.test.ts',
  'tests/dataio/process.test.ts',
  'tests/schemas/corpus.test.ts',
  'modules/shop/tests/history/history.test.ts',
  'modules/shop/tests/history/joinHistory.test.ts',
  'tests/renderers/looks/accessible.test.ts',
  'tests/e2e/shell.test.ts',
  'tests/dataio/export.test.ts',
  'tests/e2e/signIn/codes.test.ts',
  'tests/e2e/uploads.test.ts',
  'tests/e2e/actions/actions.test.ts',
  'tests/e2e/servers/faults.test.ts',
  'tests/e2e/edits/unsaved.test.ts',
  'tests/e2e/signIn/member.test.ts',
  'tests/db/postgres/cluster.test.ts',
]

/** Those that take long in the long run alone, before all others there. */
const longestInLongRun = [
  'tests/crash/crash.test.ts',
  'tests/crud/plans/plans.test.ts',
  'tests/renderers/looks/accessible.test.ts',
  'tests/e2e/actions/actions.test.ts',
  'tests/auth/lattice.test.ts',
  'tests/dataio/importMillion.test.ts',
  'tests/security/lens.test.ts',
  'tests/crud/injection.test.ts',
]

const isLong = process.env.KONTOR_LONG === '1'
const first = [...new Set(isLong ? [...longestInLongRun, ...longest] : longest)].map((name) => resolve(import.meta.dirname, name))

for (const path of first) if (!existsSync(path)) throw new Error(`vitest.config.ts names a test file that is gone: ${path}`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = first.indexOf(moduleId)
      return found < 0 ? first.length : found
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{tests,modules/*/tests}/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/harness/run/global.ts',
    setupFiles: 'tests/harness/run/worker.ts',
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    maxWorkers: 4,
    isolate: false, // loading the server again for each file took a fifth of the time; no module keeps what a test has done
    testTimeout: isLong ? 300_000 : 60_000, // one test of the long run has many times as many cases
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 180_000, // the first one that wants it makes the demo shop
  },
})
