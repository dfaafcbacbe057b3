import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/harness/global.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 180_000, // the first one that wants it makes the demo shop
  },
})
