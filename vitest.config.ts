import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/harness/sequencer.ts'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/harness/global.ts',
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2,
    isolate: false, // to load the server anew for each file took a fifth of the time; no module keeps what a test has done
    testTimeout: 60_000,
    retry: process.env.CI ? 1 : 0, // a browser on a busy machine; the report names what passed at the second try only
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 180_000, // the first one that wants it makes the demo shop
  },
})
