import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumFlags, findChromium } from '../../scripts/chromium.ts'
import { askedBefore, type Loaded, sumOf, weigh } from '../harness/browser/weigh.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { type Figure, median } from './figures.ts'
import { watchPage } from './inPage.ts'

const orders = '/shop/order/order'
const members = '/user/user'
const keysTyped = 30
const signInNote = 'all that is loaded until the network is idle'
const listNote =
  'all that is asked for until the first row is painted; the form and the detail view, fetched when idle after it, are not'

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** Measures the front end in Chromium against a running server: what people wait for, and what they download. */
export async function measureFrontEnd(url: string, times: number): Promise<Figure[]> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium or Chrome found: install one, or set CHROME_PATH to it.')
  const browser = await chromium.launch({ executablePath, args: chromiumFlags })
  try {
    const signedIn = await signIn(browser, url)
    const cold = await repeat(times, () => coldLoad(browser, url, signedIn.state))
    const clicks = await repeat(times, () => insideTheApp(browser, url, signedIn.state))
    const note = `median of ${times}`
    const time = (name: string, values: number[], target?: number): Figure => ({
      name,
      value: median(values),
      unit: 'ms',
      target,
      note,
    })
    return [
      time(
        'Cold load → first row of Orders',
        cold.map((each) => each.firstRow),
        700,
      ),
      time(
        'Menu click → 20 rows of Orders',
        clicks.map((each) => each.menu),
        150,
      ),
      time(
        '20 → 100 rows per page',
        clicks.map((each) => each.hundred),
        200,
      ),
      time(
        'Edit dialog of a member, first one',
        clicks.map((each) => each.firstDialog),
      ),
      time(
        'Edit dialog of a member',
        clicks.map((each) => each.dialog),
        120,
      ),
      time(
        'Key in a form → painted',
        clicks.flatMap((each) => each.keys),
      ),
      { name: 'JS to the sign-in page', value: signedIn.weight.js, unit: 'kB gz', target: 190, note: signInNote },
      { name: 'CSS to the sign-in page', value: signedIn.weight.css, unit: 'kB gz', note: signInNote },
      { name: 'JS to the first list', value: cold[0]?.weight.js ?? 0, unit: 'kB gz', target: 250, note: listNote },
      { name: 'CSS to the first list', value: cold[0]?.weight.css ?? 0, unit: 'kB gz', note: listNote },
    ]
  } finally {
    await browser.close()
  }
}

async function repeat<T>(times: number, once: () => Promise<T>): Promise<T[]> {
  await once() // the first one fills the caches of the system and of the server
  const results: T[] = []
  for (let round = 0; round < times; round += 1) results.push(await once())
  return results
}

type Weight = { js: number; css: number }

const sums = (loaded: readonly Loaded[]): Weight => ({ js: sumOf(loaded, 'js'), css: sumOf(loaded, 'css') })

async function signIn(browser: Browser, url: string): Promise<{ state: State; weight: Weight }> {
  const context = await browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  const weight = weigh(page)
  await page.goto(`${url}/admin/login`)
  await page.waitForSelector('input[name=username]')
  await page.waitForLoadState('networkidle')
  const atSignIn = sums(await weight())
  await page.fill('input[name=username]', 'admin')
  await page.fill('input[name=password]', OWNER_PASSWORD)
  await page.press('input[name=password]', 'Enter')
  await page.waitForURL((address) => !/\/(login|loading)/.test(address.pathname))
  await page.waitForLoadState('networkidle') // the browser keeps which screens there are, as that of anybody who has worked here
  const state = await context.storageState()
  await context.close()
  return { state, weight: atSignIn }
}

/** A signed-in person with an empty cache opens the address of the order list. */
async function coldLoad(browser: Browser, url: string, storageState: State): Promise<{ firstRow: number; weight: Weight }> {
  const context = await browser.newContext({ locale: 'zh-CN', storageState })
  const page = await context.newPage()
  const weight = weigh(page)
  await page.addInitScript(watchPage)
  await page.goto(`${url}/admin${orders}`)
  const firstRow = await firstRowOf(page)
  const loaded = sums(await weight(await askedBefore(page, firstRow))) // what comes later is fetched ahead of the next click
  await context.close()
  return { firstRow, weight: loaded }
}

/** The page may be loaded twice (once through /admin/loading), which ends the first watch. */
async function firstRowOf(page: Page): Promise<number> {
  try {
    await page.waitForSelector('table tbody tr[data-id]')
  } catch (cause) {
    const text = ((await page.textContent('body')) ?? '').replace(/\s+/g, ' ').slice(0, 300)
    throw new Error(`no list at ${page.url()}, but: ${text}`, { cause })
  }
  return page.evaluate(() => window.watch.firstRow)
}

/** Works in the app: opens the orders from the menu, asks for more rows, edits a member. */
async function insideTheApp(browser: Browser, url: string, storageState: State) {
  const context = await browser.newContext({ locale: 'zh-CN', storageState, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(watchPage)
  await page.goto(`${url}/admin${members}`)
  await firstRowOf(page)
  await page.waitForLoadState('networkidle')
  const [firstDialog, dialog, keys] = await editMembers(page)
  const link = page.locator(`a[href$="${orders}"]`)
  if (!(await link.isVisible())) await openMenusAbove(page)
  const menu = await timed(
    page.evaluate((path) => window.watch.clickToRows(path, 20), orders),
    () => link.click(),
  )
  await page.locator('.k-pager-size:visible').getByRole('combobox').click()
  const hundred = await timed(
    // Drawn are those in sight; how many there are, the table says.
    page.evaluate(() => window.watch.clickTo('table[aria-busy="false"][aria-rowcount="101"]')),
    () => page.getByRole('option', { name: /\b100\b/ }).click(),
  )
  await context.close()
  return { menu, hundred, firstDialog, dialog, keys }
}

/** Opens every folded directory of the menu, level by level. */
async function openMenusAbove(page: Page): Promise<void> {
  const folded = page.locator('nav button[aria-expanded=false], aside button.k-side-dir[aria-expanded=false]')
  for (let level = 0; level < 4 && (await folded.count()) > 0; level += 1) {
    for (const button of await folded.all()) await button.click({ timeout: 1000 }).catch(() => {})
  }
}

async function editMembers(page: Page): Promise<[number, number, number[]]> {
  const opened: number[] = []
  let keys: number[] = []
  for (let row = 0; row < 4; row += 1) {
    const line = page.locator('table tbody tr[data-id]').nth(row)
    await line.hover()
    const direct = line.locator('[data-act=run][data-name=edit]')
    const isDirect = (await direct.count()) > 0
    if (!isDirect) await line.locator('[data-act=more]').click()
    const button = isDirect ? direct : page.getByRole('menuitem', { name: /edit|编辑/i })
    opened.push(
      await timed(
        page.evaluate(() => window.watch.clickToDialog()),
        () => button.click(),
      ),
    )
    if (row === 3) {
      const watching = page.evaluate((count) => window.watch.keys(count), keysTyped)
      await page.locator('[role=dialog] input[type=text]').nth(1).focus()
      for (let key = 0; key < keysTyped; key += 1) await page.keyboard.press('a', { delay: 25 })
      keys = await watching
    } else await page.keyboard.press('Escape')
    if (row < 3) await page.locator('[role=dialog]').waitFor({ state: 'detached' })
  }
  await page.reload() // what was typed is not to be saved
  await firstRowOf(page)
  await page.waitForLoadState('networkidle')
  return [opened[0] ?? Number.NaN, median(opened.slice(1)), keys]
}

/** Begins to watch, then acts: the watch is in place before the click arrives, as both go through the same channel in order. */
async function timed(watching: Promise<number>, act: () => Promise<void>): Promise<number> {
  await act()
  return watching
}
