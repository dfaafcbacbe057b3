import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { chromiumFlags, findChromium } from '../../scripts/chromium.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { type Figure, median } from './figures.ts'
import { watchPage } from './inPage.ts'

const routeChanges = 500
/** Rounds through the screens before the first look, in which code is loaded and compiled. */
const warmUp = 5
/** Screens that are gone through in turn; fewer than tabs are kept alive, so that each change shows what is there already. */
const screens = [
  '/shop/order/order',
  '/user/user',
  '/shop/goods/classify',
  '/auth/admin',
  '/auth/group',
  '/shop/delivery/company',
]

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** Measures the frame around the screens in Chromium: signing in, the language, and what many changes of route leave behind. */
export async function measureShell(url: string, times: number): Promise<Figure[]> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium or Chrome found: install one, or set CHROME_PATH to it.')
  const browser = await chromium.launch({ executablePath, args: chromiumFlags })
  try {
    const signIns: SignIn[] = []
    for (let round = 0; round <= times; round += 1) signIns.push(await signIn(browser, url)) // the first one fills caches
    const state = signIns[0]?.state
    if (!state) throw new Error('nobody signed in')
    const switches: number[] = []
    for (let round = 0; round <= times; round += 1) switches.push(await switchLanguage(browser, url, state))
    const heap = await measureHeap(executablePath, url, state)
    const note = `median of ${times}`
    const time = (name: string, values: number[], target: number): Figure => {
      return { name, value: median(values.slice(1)), unit: 'ms', target, note }
    }
    const signInNote = `${note}, empty cache`
    const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
    return [
      {
        ...time(
          'Sign-in page → can be typed into',
          signIns.map((each) => each.interactive),
          500,
        ),
        note: signInNote,
      },
      time(
        'Sign in → first screen',
        signIns.map((each) => each.firstScreen),
        600,
      ),
      time('Language chosen → list in the other language', switches, 700),
      {
        name: `Heap after ${routeChanges} changes of route`,
        value: (heap.after / heap.before - 1) * 100,
        unit: '% more',
        target: 10,
        note: `${megabytes(heap.before)} → ${megabytes(heap.after)} MB after forced collections, without compiled code, all that is fetched ahead being there, ${screens.length} screens in turn`,
      },
    ]
  } finally {
    await browser.close()
  }
}

type SignIn = { interactive: number; firstScreen: number; state: State }

/** Opens the sign-in page with an empty cache and signs in. */
async function signIn(browser: Browser, url: string): Promise<SignIn> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(watchPage)
  await page.goto(`${url}/admin/login`)
  const interactive = await page.evaluate(() => window.watch.firstField)
  await page.waitForLoadState('networkidle') // a person takes longer to type than the rest takes to come
  await page.fill('input[name=username]', 'admin')
  await page.fill('input[name=password]', OWNER_PASSWORD)
  const shown = page.evaluate(() => window.watch.clickToScreen())
  await page.click('button[type=submit]')
  const firstScreen = await shown
  const state = await context.storageState()
  await context.close()
  return { interactive, firstScreen, state }
}

/** From the choice of the other language to the first row of the reloaded list, by the clock of the machine. */
async function switchLanguage(browser: Browser, url: string, storageState: State): Promise<number> {
  const context = await browser.newContext({ locale: 'zh-CN', storageState, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(watchPage)
  await page.goto(`${url}/admin${screens[0]}`)
  await page.evaluate(() => window.watch.firstRow)
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: '语言' }).click()
  const entry = page.getByRole('menu').getByText('English')
  await entry.waitFor()
  await page.evaluate(() => {
    document.addEventListener('click', () => sessionStorage.setItem('chosen', `${performance.timeOrigin + performance.now()}`), {
      capture: true,
      once: true,
    })
  })
  const loaded = page.waitForEvent('load')
  await entry.click()
  await loaded
  const shown = await page.evaluate(async () => {
    const painted = (await window.watch.firstRow) + performance.timeOrigin
    return painted - Number(sessionStorage.getItem('chosen'))
  })
  await context.close()
  return shown
}

/**
 * The same browser, but interpreting: compiled code comes and goes as the browser thinks fit (here by more than a megabyte), and objects
 * that are kept are what a leak is made of.
 */
export const interpreting = '--js-flags=--jitless --no-flush-bytecode'

async function measureHeap(executablePath: string, url: string, state: State): Promise<{ before: number; after: number }> {
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags, interpreting] })
  try {
    return await changeRoutes(browser, url, state)
  } finally {
    await browser.close()
  }
}

/** Bytes of live JavaScript objects before and after many changes of route. */
async function changeRoutes(browser: Browser, url: string, storageState: State): Promise<{ before: number; after: number }> {
  const context = await browser.newContext({ locale: 'zh-CN', storageState, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(watchPage)
  await page.goto(`${url}/admin${screens[0]}`)
  await page.locator('tr[data-id]').first().waitFor()
  const devTools = await context.newCDPSession(page)
  const goThrough = (count: number) =>
    page.evaluate(([paths, times]) => window.watch.goThrough(paths, times), [
      screens.map((path) => `/admin${path}`),
      count,
    ] as const)
  await goThrough(screens.length * warmUp)
  const before = await liveBytes(devTools, page)
  await goThrough(routeChanges)
  const after = await liveBytes(devTools, page)
  await context.close()
  return { before, after }
}

/** Bytes of live JavaScript objects once all that is loaded ahead is there. */
export async function liveBytes(devTools: CDPSession, page: Page): Promise<number> {
  await page.evaluate(quiet)
  // What one collection frees may let the next free more (finalisers, weak references).
  for (let round = 0; round < 3; round += 1) await devTools.send('HeapProfiler.collectGarbage')
  return (await devTools.send('Runtime.getHeapUsage')).usedSize
}

/**
 * Runs in the page: waits until nothing has been loaded for longer than a list takes to fetch ahead what its next clicks need (the form
 * engine and the detail view, half a megabyte once they are parsed): code that comes between the two looks is not what changes of route
 * leave behind.
 */
function quiet(): Promise<void> {
  return new Promise((done) => {
    let known = -1
    let same = 0
    const look = () => {
      const count = performance.getEntriesByType('resource').length
      same = count === known ? same + 1 : 0
      known = count
      if (same === 3) done()
      else setTimeout(() => requestIdleCallback(look), 2500)
    }
    look()
  })
}
