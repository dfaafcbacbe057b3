import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const shown = 15

/**
 * Prints at the end of a run where its time went (the slowest files with what they load and prepare, in seconds, and all together) and
 * which cases were left to `npm run test:long`.
 */
export default class Slowest implements Reporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    const times = files.map((file) => {
      const { duration, collectDuration } = file.diagnostic()
      return { name: relative('.', file.moduleId), seconds: (duration + collectDuration) / 1000 }
    })
    const all = Math.round(times.reduce((sum, { seconds }) => sum + seconds, 0))
    const lines = times
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, shown)
      .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}\n`)
    process.stdout.write(`\nThe slowest of ${files.length} files, which took ${all} s together:\n${lines.join('')}`)
    const samples = process.env.KONTOR_SAMPLES ?? ''
    if (existsSync(samples))
      process.stdout.write(`\nChosen cases; npm run test:long runs all of them:\n${readFileSync(samples, 'utf8')}`)
  }
}
