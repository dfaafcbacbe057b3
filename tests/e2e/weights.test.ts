import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '../harness/browser/browser.ts'
import { askedBefore, type Loaded, sumOf, weigh } from '../harness/browser/weigh.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { everyNth, sampleOf } from '../harness/sampling.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

/** kB of scripts, compressed by gzip, that a person may have to wait for. */
const limits = { signIn: 167, firstList: 225 }

let server: TestServer
let browser: TestBrowser
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await server?.close()
})
afterEach(() => browser.expectNoProblems())

function heaviest(loaded: readonly Loaded[]): Loaded[] {
  return loaded.filter(({ kind }) => kind === 'js').sort((a, b) => b.size - a.size)
}

/** The first lines of scripts: what is said there has the browser compile them while they load (codegen/build/chunks.ts). */
function headsOf(scripts: readonly Loaded[]): Promise<(string | undefined)[]> {
  return Promise.all(scripts.map(async ({ url }) => (await (await fetch(url)).text()).split('\n')[0]))
}

/** The scripts, heaviest first, and their sum: what is read when there are too many. */
function told(loaded: readonly Loaded[]): string {
  const lines = heaviest(loaded).map(({ url, size }) => `${size.toFixed(1).padStart(7)} kB  ${new URL(url).pathname}`)
  return [...lines, `${sumOf(loaded, 'js').toFixed(1).padStart(7)} kB`].join('\n')
}

async function signIn(page: Page): Promise<void> {
  await page.fill('input[name=username]', 'admin')
  await page.fill('input[name=password]', OWNER_PASSWORD)
  await page.press('input[name=password]', 'Enter')
  await page.waitForURL(/\/admin\/(?!login|loading)/)
}

/** Runs in the page: notes when the first row of a list is there. What is fetched ahead of the next click comes after it. */
function noteFirstRow(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('table[aria-busy="false"] tbody tr[data-id]')) return
    observer.disconnect()
    document.documentElement.dataset.firstRow = String(performance.now())
  })
  observer.observe(document, { childList: true, subtree: true, attributes: true })
}

/** Runs in the page: notes each use of Intl until the first row is there. The first one takes about 20 ms. */
function noteFormats(): void {
  const asked: string[] = []
  const note = (name: string) => {
    if (!document.documentElement.dataset.firstRow) asked.push(`${name} ${new Error().stack?.split('\n')[3] ?? ''}`)
  }
  const watch = (owner: object, name: string) => {
    const own = Reflect.get(owner, name) as (...args: unknown[]) => unknown
    const noted = {
      apply(target: typeof own, self: unknown, args: unknown[]) {
        note(name)
        return Reflect.apply(target, self, args)
      },
      construct(target: typeof own, args: unknown[]) {
        note(name)
        return Reflect.construct(target, args) as object
      },
    }
    Reflect.set(owner, name, new Proxy(own, noted))
  }
  for (const name of ['DateTimeFormat', 'NumberFormat', 'PluralRules', 'Collator', 'RelativeTimeFormat']) watch(Intl, name)
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) watch(Date.prototype, name)
  watch(Number.prototype, 'toLocaleString')
  watch(String.prototype, 'localeCompare')
  Object.assign(window, { askedOfFormats: asked })
}

test.each(sampleOf('languages whose scripts are weighed', ['zh-cn', 'en'], everyNth(2)))(
  `in %s the sign-in page loads at most ${limits.signIn} kB of scripts, a list opened by its address ${limits.firstList} kB`,
  async (lang) => {
    const page = await browser.page()
    await page.addInitScript((chosen) => {
      if (!localStorage.getItem('storeConfig_v2')) localStorage.setItem('storeConfig_v2', JSON.stringify({ lang: chosen }))
    }, lang)
    const all = weigh(page)
    await page.goto(`${server.url}/admin/login`)
    await page.locator('input[name=username]').waitFor()
    await page.waitForLoadState('networkidle')
    const atSignIn = await all()
    expect(atSignIn.length).toBeGreaterThan(3)
    expect(sumOf(atSignIn, 'js'), told(atSignIn)).toBeLessThanOrEqual(limits.signIn)
    await signIn(page)
    const storageState = await page.context().storageState()
    await page.context().close()

    const list = await browser.page({ storageState })
    await list.addInitScript(noteFirstRow)
    const loaded = weigh(list)
    await list.goto(`${server.url}/admin/shop/order/order`)
    await list.locator('html[data-first-row]').waitFor()
    const until = Number(await list.locator('html').getAttribute('data-first-row'))
    const asked = await askedBefore(list, until)
    await list.waitForLoadState('networkidle')
    const first = await loaded(asked)
    expect(first.length).toBeGreaterThan(atSignIn.length)
    expect(sumOf(first, 'js'), told(first)).toBeLessThanOrEqual(limits.firstList)
    expect(await headsOf(heaviest(first).slice(0, 3))).toEqual(Array(3).fill('//# allFunctionsCalledOnLoad'))
    await list.context().close()
  },
)

test('a first list writes its figures and times without Intl, which the browser takes long to load', async () => {
  const before = await browser.page()
  await before.goto(`${server.url}/admin/login`)
  await signIn(before)
  const page = await browser.page({ storageState: await before.context().storageState() })
  await before.context().close()
  await page.addInitScript(noteFirstRow)
  await page.addInitScript(noteFormats)
  await page.goto(`${server.url}/admin/shop/order/order`)
  await page.locator('html[data-first-row]').waitFor()
  await expect.poll(() => page.locator('table td[data-col=create_time]').first().innerText()).toMatch(/^\d{4}-\d\d-\d\d/)
  expect(await page.evaluate('askedOfFormats')).toEqual([])
  await page.context().close()
})
