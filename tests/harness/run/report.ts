import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

const shown = 15

/**
 * Prints what failed as soon as it has: a run may take an hour, or be cut off. At the end prints where the time went (the slowest files with
 * what they load and prepare, in seconds, and all together), which cases were left to `npm run test:long`, and last what failed outside of a
 * test: hooks and errors that nobody caught.
 */
export default class RunReport implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { errors = [] } = test.result()
    for (const error of errors)
      process.stdout.write(`\nFAILED ${relative('.', test.module.moduleId)}: ${test.fullName}\n${withStack(error)}`)
  }

  onTestRunEnd(files: readonly TestModule[], errors: readonly SerializedError[] = []): void {
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
      process.stdout.write(`\nChosen cases; npm run test:long runs all of them:\n${counted(readFileSync(samples, 'utf8'))}`)
    for (const file of files)
      for (const error of file.errors()) process.stdout.write(`\n${relative('.', file.moduleId)}: ${withStack(error)}`)
    for (const error of errors) process.stdout.write(`\nError outside of the tests: ${withStack(error)}`)
  }
}

/** Each line once, with the number of times it was written. */
function counted(text: string): string {
  const times = new Map<string, number>()
  for (const line of text.split('\n').filter(Boolean)) times.set(line, (times.get(line) ?? 0) + 1)
  return [...times].map(([line, count]) => (count > 1 ? `${line} (${count} times)\n` : `${line}\n`)).join('')
}

/** An error with where it was thrown and, where something was expected, how it differs. */
function withStack({ message, stack, diff }: SerializedError): string {
  return `${stack ?? message}\n${diff ? `${diff}\n` : ''}`
}
