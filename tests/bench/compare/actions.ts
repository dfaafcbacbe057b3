import type { CDPSession, Page } from 'playwright-core'
import type { Opened } from './sides.ts'

/**
 * What something costs, in ms: until it is painted by the clock, and what the main thread worked for it by its own clock. What was not
 * measured is NaN.
 */
export interface Cost {
  wall: number
  task: number
  script: number
  layout: number
  /** MiB of live JavaScript objects, where only these are looked at. */
  heap: number
}

/** Nothing was measured. */
export const unmeasured: Cost = { wall: Number.NaN, task: Number.NaN, script: Number.NaN, layout: Number.NaN, heap: Number.NaN }

type Metrics = Record<string, number>

/** What the main thread did for a page from the start until `seen` was painted and it came to rest. */
export async function costOfLoading<Given>(
  { page, devTools }: Opened,
  load: () => Promise<unknown>,
  seen: (given: Given) => boolean,
  given: Given,
): Promise<Cost> {
  await load()
  const wall = await page.evaluate<number>(`window.watch.until(() => (${seen})(${JSON.stringify(given)}))`)
  await settled(page)
  return { ...unmeasured, wall, ...difference({}, await metricsOf(devTools)) }
}

/** MiB of live JavaScript objects after forced collections. */
export async function liveHeap({ devTools }: Opened): Promise<number> {
  for (let round = 0; round < 3; round += 1) await devTools.send('HeapProfiler.collectGarbage')
  return (await devTools.send('Runtime.getHeapUsage')).usedSize / 2 ** 20
}

/** Does something that a click begins, and measures until `seen` (runs in the page, with `given`) is true and painted. */
export async function costOf<Given>(
  { side, page, devTools }: Opened,
  act: () => Promise<void>,
  seen: (given: Given) => boolean,
  given: Given,
): Promise<Cost> {
  await settled(page)
  const watching = page.evaluate<number>(`window.watch.clickUntil(() => (${seen})(${JSON.stringify(given)}))`)
  const before = await metricsOf(devTools)
  await act()
  const wall = await within(watching, `${side.name}: ${seen.name} of ${JSON.stringify(given)}`)
  await settled(page)
  return { ...unmeasured, wall, ...difference(before, await metricsOf(devTools)) }
}

/** What is watched in the page would be waited for without end. */
function within<T>(watching: Promise<T>, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not seen within a minute: ${what}`)), 60_000)
    watching.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** What each of these keys costs the main thread, on average. */
export async function costOfKeys({ page, devTools }: Opened, keys: readonly string[]): Promise<Cost> {
  await settled(page)
  const before = await metricsOf(devTools)
  for (const key of keys) await page.keyboard.press(key, { delay: 25 })
  await settled(page)
  const all = difference(before, await metricsOf(devTools))
  const per = (sum: number) => sum / keys.length
  return { ...unmeasured, task: per(all.task), script: per(all.script), layout: per(all.layout) }
}

/** Lets what was begun end: two frames, and an idle moment after them. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => done(), { timeout: 2000 })))
      }),
  )
}

async function metricsOf(devTools: CDPSession): Promise<Metrics> {
  const { metrics } = await devTools.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

function difference(before: Metrics, after: Metrics): Pick<Cost, 'task' | 'script' | 'layout'> {
  const spent = (name: string) => ((after[name] ?? 0) - (before[name] ?? 0)) * 1000
  return {
    task: spent('TaskDuration'),
    script: spent('ScriptDuration'),
    layout: spent('LayoutDuration') + spent('RecalcStyleDuration'),
  }
}
