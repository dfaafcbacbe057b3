import { type TestAPI, test } from 'vitest'
import { isLong } from './sampling.ts'

/**
 * A test of `npm run test:long` alone, for what is too long for `npm test`. `npm test` counts it among those it leaves out.
 *
 * @param why what proves the same behaviour in `npm test`
 */
export function longTest(why: string): TestAPI {
  if (why === '') throw new Error('say what proves the behaviour in npm test')
  return test.runIf(isLong) as TestAPI
}
