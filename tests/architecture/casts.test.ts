import { expect, test } from 'vitest'
import { readSources } from './sources.ts'

/**
 * What a cast claims nobody checks: a guard (src/schemas/isObject.ts, errors.ts), a generic or a type where the value comes from says the
 * same and is checked. Lower it when fewer are left.
 */
const mostInThousandLines = 2.3

test(`at most ${mostInThousandLines} in 1 000 lines cast a value to a type`, () => {
  const sources = readSources('codegen', 'modules', 'server', 'src').filter(({ path }) => !/(^|\/)tests\//.test(path))
  const lines = sources.reduce((sum, source) => sum + source.lines, 0)
  const casts = sources.flatMap(({ path, casts }) => casts.map((line) => `${path}:${line}`))
  expect(casts.length).toBeGreaterThan(0)
  expect(casts.length, casts.join('\n')).toBeLessThanOrEqual((lines / 1000) * mostInThousandLines)
})
