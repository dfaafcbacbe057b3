import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, expect } from 'vitest'
import { adminInfoKey } from '../../../src/runtime/stores/keys.ts'
import { DEMO_PASSWORD, OWNER_PASSWORD } from '../database.ts'
import { isLong } from '../sampling.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../server.ts'
import { openBrowser, type TestBrowser } from './browser.ts'
import type { Variant } from './variant.ts'

/** How a page is looked at: in Chinese, light and 1440 px wide unless said otherwise; the rest is Playwright's. */
export type Look = BrowserContextOptions & {
  lang?: 'zh-cn' | 'en'
  dark?: boolean
  width?: number
  /** Lines on the console that are no problem here. */
  allow?: RegExp[]
}

export interface Site {
  server: TestServer
  browser: TestBrowser
  /** A page with a storage of its own; what is stored of language and theme stays what somebody chooses in it. */
  open(look?: Look): Promise<Page>
  /** The same, of an administrator who is signed in, before their first address; the owner when nobody is named. */
  enter(look?: Look, username?: string): Promise<Page>
  /** The same, at their first screen. */
  enterHome(look?: Look, username?: string): Promise<Page>
  /** Signs an administrator in and waits for their first screen. */
  signIn(page: Page, username?: string): Promise<void>
}

/** Before the server has told its port the live feed tries the usual one, which the tests' policy does not allow. */
const earlySocket = /ws:\/\/127\.0\.0\.1:2828/

/**
 * A server with the demo shop and a browser, for all tests of the file that awaits this at its top; both are closed after the last one.
 * A test fails with what the browser reported in it. A `variant` is served in the place of the product, and removed at the end.
 */
export async function openSite({ variant, ...options }: TestServerOptions & { variant?: Variant } = {}): Promise<Site> {
  const server = await startTestServer({
    database: 'demo',
    ...(variant ? { schemaDir: variant.schemaDir, siteDir: variant.siteDir } : {}),
    ...options,
  })
  const browser = await openBrowser().catch(async (error: unknown) => {
    await server.close()
    throw error
  })
  afterEach(() => browser.expectNoProblems())
  afterAll(async () => {
    await browser.close().finally(() => server.close())
    variant?.remove()
  })

  async function openWith(stored: Stored, { lang = 'zh-cn', dark = false, width = 1440, allow = [], ...look }: Look = {}) {
    const locale = lang === 'zh-cn' ? 'zh-CN' : 'en-US'
    const viewport = { width, height: 900 }
    const page = await browser.page({ viewport, locale, ...look, allow: [earlySocket, ...allow] })
    page.setDefaultTimeout(20_000)
    const layout = { storeConfig_v2: JSON.stringify({ lang, isDark: dark }) }
    await page.addInitScript(storeAtFirst, { ...layout, ...stored })
    return page
  }
  const enter = async (look?: Look, username = 'admin') => openWith(await storedSession(server, username), look)
  async function signIn(page: Page, username = 'admin'): Promise<void> {
    await page.goto(`${server.url}/admin/login`)
    await page.locator('input[name="username"]').fill(username)
    await page.locator('input[name="password"]').fill(username === 'admin' ? OWNER_PASSWORD : DEMO_PASSWORD)
    await page.locator('button[type="submit"]').click()
    await page.waitForURL(/\/admin\/(?!login|loading)/)
  }
  return {
    server,
    browser,
    open: (look) => openWith({}, look),
    signIn,
    enter,
    async enterHome(look, username) {
      const page = await enter(look, username)
      await page.goto(`${server.url}/admin`)
      await page.waitForURL(/\/admin\/(?!login|loading)/)
      return page
    },
  }
}

type Stored = Record<string, string>

/** Runs in the page, at each of its addresses: what it or somebody has stored since stays. */
function storeAtFirst(stored: Stored): void {
  if (localStorage.getItem('storeConfig_v2') !== null) return
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
}

/** What the browser of an administrator stores who has signed in: a call in place of the page of signing in, which has tests of its own. */
async function storedSession(server: TestServer, username: string): Promise<Stored> {
  const password = username === 'admin' ? OWNER_PASSWORD : DEMO_PASSWORD
  const { body, text } = await server
    .guest()
    .post<{ userInfo: object }>('/admin/Index/login', { username, password, keep: false })
  if (body.code !== 1) throw new Error(`${username} could not sign in: ${text}`)
  return { [adminInfoKey]: JSON.stringify({ ...body.data.userInfo, super: false }) } // what they may do is asked for at the start
}

/** The back office in one page, with the owner signed in. */
export interface Office {
  server: TestServer
  browser: TestBrowser
  page: Page
  /** Goes to a screen by its address below /admin/ and waits for its rows. */
  openList(path: string): Promise<void>
}

/** A site (see openSite) with the owner signed in. */
export async function openOffice(options: Parameters<typeof openSite>[0] & { look?: Look } = {}): Promise<Office> {
  const { look, ...rest } = options
  const { server, browser, enter } = await openSite(rest)
  const page = await enter(look)
  return {
    server,
    browser,
    page,
    async openList(path) {
      await page.goto(`${server.url}/admin/${path}`)
      await page.locator('[data-id]').first().waitFor()
    },
  }
}

/**
 * Goes to an address of the site as a link would, without loading the product again, and waits until rows of the screen before are out of sight: a
 * list stays there until the next one is drawn.
 */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const [at, next] = [location.pathname, new URL(to, location.href).pathname]
    const isSameScreen = next.startsWith(at) || at.startsWith(next)
    const rows = [...document.querySelectorAll('[data-id], .s-grid-box')]
    Object.assign(window, { left: isSameScreen ? [] : rows.filter((each) => each.checkVisibility()) })
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
  await page.waitForFunction(() => {
    const { left } = window as unknown as { left: Element[] }
    return left.every((each) => !each.isConnected || !each.checkVisibility())
  })
}

/** `openSite` for a file whose tests are all left to the long run: elsewhere nothing is started, and whoever uses it fails. */
export const openLongSite: typeof openSite = async (options) => (isLong ? openSite(options) : notOpened)

/** The same of `openOffice`. */
export const openLongOffice: typeof openOffice = async (options) => (isLong ? openOffice(options) : notOpened)

function fail(): never {
  throw new Error('nothing is open here but in the long run')
}
const notOpened = new Proxy({} as Site & Office, { get: (_, name) => (name === 'then' ? undefined : fail) })

/** Waits until what is read becomes what is expected. */
export const soon = <T>(read: () => T) => expect.poll(read)

/** A picture of what is there, for whoever asks for one: KONTOR_SHOTS names the folder. */
export async function shot(page: Page, name: string): Promise<void> {
  if (process.env.KONTOR_SHOTS) await page.screenshot({ path: `${process.env.KONTOR_SHOTS}/${name}.png` })
}
