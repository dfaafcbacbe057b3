import { type Browser, chromium, type Page } from 'playwright-core'
import { chromiumFlags, findChromium } from '../../scripts/chromium.ts'
import { serveGallery } from '../harness/browser/gallery.ts'
import { type Figure, median } from './figures.ts'
import { watchPage } from './inPage.ts'

const skus = 1000
const keysPressed = 30

/** Measures the editor of specs with a thousand SKUs, in the form of the gallery as it is built. */
export async function measureSpecs(times: number): Promise<Figure[]> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium or Chrome found: install one, or set CHROME_PATH to it.')
  const gallery = await serveGallery()
  const browser = await chromium.launch({ executablePath, args: chromiumFlags })
  try {
    const url = `${gallery.url}?goods=${skus}&lang=en`
    await once(browser, url) // the first one fills the caches of the system
    const rounds: Awaited<ReturnType<typeof once>>[] = []
    for (let round = 0; round < times; round += 1) rounds.push(await once(browser, url))
    const note = `median of ${times}, ${skus} SKUs`
    const time = (name: string, values: number[], target: number): Figure => ({
      name,
      value: median(values),
      unit: 'ms',
      target,
      note,
    })
    return [
      time(
        'Form of a goods → its SKUs painted',
        rounds.map((each) => each.opened),
        1000,
      ),
      time(
        'Arrow key in the SKUs, work of the main thread',
        rounds.flatMap((each) => each.moves),
        16,
      ),
      time(
        'Key typed into a cell of the SKUs, work of the main thread',
        rounds.flatMap((each) => each.typed),
        16,
      ),
      time(
        'Enter that changes a cell of the SKUs, work of the main thread',
        rounds.flatMap((each) => each.changes),
        16,
      ),
    ]
  } finally {
    await browser.close()
    await gallery.close()
  }
}

/** Opens the form in a page of its own, moves about in the table and fills cells. */
async function once(browser: Browser, url: string) {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(watchPage)
  await page.goto(url)
  const button = page.getByRole('button', { name: 'Open' })
  await button.waitFor()
  await page.waitForLoadState('networkidle')
  const watching = page.evaluate(() => window.watch.clickTo('.p-grid-body [role=row]'))
  await button.click()
  const opened = await watching
  await page.locator('[data-row="2"] .p-cell-price').click()
  const moves = await keys(page, Array<string>(keysPressed).fill('ArrowDown'))
  const typed: number[] = []
  const changes: number[] = []
  for (let cell = 0; cell < 6; cell += 1) {
    typed.push(...(await keys(page, ['1', '2', '3', '4', String(cell)])))
    changes.push(...(await keys(page, ['Enter'])))
  }
  await context.close()
  return { opened, moves, typed, changes }
}

async function keys(page: Page, list: readonly string[]): Promise<number[]> {
  await page.evaluate((count) => window.watch.watchWork(count), list.length)
  for (const key of list) await page.keyboard.press(key, { delay: 25 })
  return page.evaluate(() => window.watch.work)
}
