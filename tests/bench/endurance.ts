import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { loadSchema } from '../../codegen/load/pages.ts'
import { chromiumFlags, findChromium } from '../../scripts/chromium.ts'
import type { Client } from '../harness/client.ts'
import { signIn } from '../harness/server.ts'
import { type SignedIn, signedIn } from './compare/sides.ts'
import type { Figure } from './figures.ts'
import { watchPage } from './inPage.ts'
import { interpreting, liveBytes } from './shell.ts'

const tabs = 40
/** Rounds through all tabs before the first look, in which their code is loaded. */
const warmUp = 2
const minutes = Number(process.env.KONTOR_BENCH_MINUTES ?? 10)

/** What a page holds after forced collections. */
interface Held {
  heap: number
  nodes: number
  listeners: number
}

/** Works in forty tabs, one after the other, for as many minutes as are asked for, and compares what the page holds before and after. */
export async function measureTabs(url: string): Promise<Figure[]> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium or Chrome found: install one, or set CHROME_PATH to it.')
  const paths = await filledLists(await signIn(url, 'admin'))
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags, interpreting] })
  try {
    const { before, after, rounds } = await work(browser, url, paths, await signedIn(url))
    const note = `${minutes} minutes in ${paths.length} tabs, ${rounds} rounds, after forced collections`
    const more = (what: string, part: keyof Held, shown: (value: number) => string): Figure => ({
      name: `${what} after the work in many tabs`,
      value: (after[part] / before[part] - 1) * 100,
      unit: '% more',
      target: 5,
      note: `${shown(before[part])} → ${shown(after[part])}; ${note}`,
    })
    return [
      more('Heap', 'heap', (bytes) => `${(bytes / 1e6).toFixed(1)} MB`),
      more('Nodes of the document', 'nodes', String),
      more('Listeners', 'listeners', String),
    ]
  } finally {
    await browser.close()
  }
}

/** Addresses of lists that have rows. */
async function filledLists(owner: Client): Promise<string[]> {
  const { schema } = await loadSchema()
  const lists = [...schema.pages.values()].filter(({ area, kind }) => area === 'admin' && kind === 'crud')
  const paths: string[] = []
  for (const { id } of lists) {
    if (paths.length === tabs) break
    const { body } = await owner.get<{ list?: unknown[] }>(`/admin/${id.replaceAll('/', '.')}/index`, { limit: 1 })
    if (body.code === 1 && (body.data.list?.length ?? 0) > 0) paths.push(`/admin/${id}`)
  }
  return paths
}

async function work(browser: Browser, url: string, paths: readonly string[], storageState: SignedIn) {
  const context = await browser.newContext({ locale: 'zh-CN', storageState, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(watchPage)
  await page.goto(`${url}${paths[0]}`)
  await page.locator('tr[data-id]').first().waitFor()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Performance.enable')
  const round = () => page.evaluate((all) => window.watch.workThrough(all), paths)
  for (let at = 0; at < warmUp; at += 1) await round()
  const before = await heldBy(devTools, page)
  const end = Date.now() + minutes * 60_000
  let rounds = 0
  do {
    await round()
    rounds += 1
  } while (Date.now() < end)
  const after = await heldBy(devTools, page)
  await context.close()
  return { before, after, rounds }
}

async function heldBy(devTools: CDPSession, page: Page): Promise<Held> {
  const heap = await liveBytes(devTools, page)
  const { metrics } = await devTools.send('Performance.getMetrics')
  const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
  return { heap, nodes: of('Nodes'), listeners: of('JSEventListeners') }
}
