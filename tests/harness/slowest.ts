import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const shown = 15

/** Tells at the end of a run where its time went: the slowest files with what they load and prepare, in seconds, and all together. */
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
  }
}
