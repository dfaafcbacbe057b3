import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long, the longest first: were one of them the last, the other workers would have nothing to do meanwhile. */
const longest = [
  'e2e/actions',
  'crash/crash',
  'schemas/corpus',
  'renderers/accessible',
  'dataio/importProcess',
  'dataio/process',
  'crash/twoProcesses',
  'postgres/cluster',
  'e2e/faults',
  'e2e/codes',
  'e2e/feed',
  'history/history',
  'history/joinHistory',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return found < 0 ? longest.length : found
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{tests,modules/*/tests}/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/harness/run/global.ts',
    setupFiles: 'tests/harness/seed.ts',
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2,
    isolate: false, // to load the server anew for each file took a fifth of the time; no module keeps what a test has done
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 180_000, // the first one that wants it makes the demo shop
  },
})
