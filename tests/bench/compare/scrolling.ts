import type { Browser, Page } from 'playwright-core'
import type { Figure } from '../figures.ts'
import { kontor, openSide, type Served, type SignedIn } from './sides.ts'

const rows = 100_000
const frames = 300
/** A frame is in time up to this, in ms: one of 60 a second with a third of its length to spare. */
const inTime = 22
const ways = [
  { name: 'by the wheel', step: 120 },
  { name: 'by its bar', step: 10_000 },
]

/** Scrolls a list of a hundred thousand rows, all of them in the browser, and counts the frames that come in time. */
export async function measureScrolling(browser: Browser, served: Served, state: SignedIn): Promise<Figure[]> {
  const opened = await openSide(browser, kontor, 'form30', served, state)
  const { page } = opened
  try {
    await answerWithMany(page)
    await page.evaluate((path) => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    }, `${kontor.base}/list10`)
    await page.locator(kontor.firstRow).locator('visible=true').first().waitFor()
    await page.waitForLoadState('networkidle')
    const figures: Figure[] = []
    for (const { name, step } of ways) {
      const all = await page.evaluate(scroll, { selector: kontor.scroller, step, frames })
      const good = all.filter((time) => time <= inTime).length
      figures.push({
        name: `${rows.toLocaleString('en')} rows scrolled ${name}: frames of ≤ ${inTime} ms`,
        value: (100 * good) / all.length,
        unit: '%',
        target: 95,
        atLeast: true,
        note: `${all.length} frames of ${step} px each, the longest ${Math.round(Math.max(...all))} ms`,
      })
    }
    return figures
  } finally {
    await opened.close()
  }
}

/** The server sends 200 rows at most: its answer is lengthened on the way. */
async function answerWithMany(page: Page): Promise<void> {
  await page.route('**/bench.list10/index**', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { list: Record<string, unknown>[]; total: number } }
    const { list } = body.data
    const many = Array.from({ length: rows }, (_, i) => ({ ...list[i % list.length], id: rows - i }))
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, list: many, total: rows } } })
  })
}

/** Runs in the page: scrolls on with every frame; the time from each frame to the next. */
function scroll({ selector, step, frames }: { selector: string; step: number; frames: number }): Promise<number[]> {
  const box = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility())
  return new Promise((done) => {
    const times: number[] = []
    let before = performance.now()
    const next = (now: number) => {
      times.push(now - before)
      before = now
      box?.scrollBy({ top: step })
      if (times.length <= frames) requestAnimationFrame(next)
      else done(times.slice(1))
    }
    requestAnimationFrame(next)
  })
}
