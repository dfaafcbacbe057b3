import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type * as Axe from 'axe-core'
import type { Page } from 'playwright-core'
import { isLong } from '../sampling.ts'

/** Runs in every page itself: axe's own driver for Playwright asks each frame by turns and opens another page for the answer. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** WCAG 2.2 AA, as far as axe judges it for sure (its tag for 2.1 A has trial rules only). */
export const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** Rules about pixels, which take three quarters of the time: components are checked for them in the gallery, screens in accessible.test.ts. */
const pixelRules = ['color-contrast', 'target-size']

/**
 * Returns what axe finds wrong with what the page shows now, and where.
 *
 * @param only tags of axe, or names of single rules. Absent: WCAG 2.2 AA, in `npm test` without the rules about pixels.
 */
export async function axeFaults(page: Page, only?: Axe.RunOptions['runOnly']): Promise<string[]> {
  const skipped = only === undefined && !isLong ? pixelRules : []
  const options = {
    runOnly: only ?? wcagTags,
    rules: Object.fromEntries(skipped.map((rule) => [rule, { enabled: false }])),
  }
  await page.evaluate(source)
  const { violations } = await page.evaluate(async (chosen) => {
    // What fades in is paler until it is there.
    for (let frames = 2; frames > 0; frames--) await new Promise(requestAnimationFrame)
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    const ended = Promise.allSettled(ending.map(({ finished }) => finished))
    await Promise.race([ended, new Promise((done) => setTimeout(done, 2000))]) // one that is paused never ends
    const { axe } = globalThis as unknown as { axe: typeof Axe }
    return axe.run({ ...chosen, resultTypes: ['violations'], iframes: false })
  }, options)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
