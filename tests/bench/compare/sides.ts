import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { pagesKey } from '../../../src/runtime/pageMemory.ts'
import { adminInfoKey, layoutKey } from '../../../src/runtime/stores/keys.ts'
import { makeClient } from '../../harness/client.ts'
import { OWNER_PASSWORD } from '../../harness/database.ts'
import { watchPage } from '../inPage.ts'

/** One of the two front ends that are compared: where what is measured is on its screens. */
export interface Side {
  name: 'Kontor' | 'hand-written'
  /** The address of its screens, without their id. */
  base: string
  /** The first row of the list, and what of it is another after paging and sorting. */
  firstRow: string
  nextPage: string
  sort: string
  tick(row: number): string
  /** What is shown of a row that is ticked. */
  ticked: string
  /** What is scrolled sideways. */
  scroller: string
  /** The cells of a column. */
  cells(column: string): string
  add: string
}

export const kontor: Side = {
  name: 'Kontor',
  base: '/admin/bench',
  firstRow: 'table[aria-busy="false"] tbody tr[data-id]',
  nextPage: '.k-pager button:has(.pi-angle-right)',
  sort: 'th button[data-act=sort]',
  tick: (row) => `tbody tr[data-id]:nth-of-type(${row}) [data-act=select]`,
  ticked: 'tbody tr[data-id] input:checked',
  scroller: '.s-grid-box',
  cells: (column) => `td[data-col="${column}"]`,
  add: 'button:has(.pi-plus)',
}

export const handWritten: Side = {
  name: 'hand-written',
  base: '/handwritten',
  firstRow: '.p-datatable:not(:has(.p-datatable-loading-overlay)) .p-datatable-tbody > tr:not(.p-datatable-emptymessage)',
  nextPage: '.p-paginator-next',
  sort: 'th.p-sortable-column',
  tick: (row) => `.p-datatable-tbody > tr:nth-child(${row}) .p-checkbox input`,
  ticked: '.p-datatable-tbody > tr .p-checkbox input:checked',
  scroller: '.p-datatable-wrapper',
  cells: () => '.p-datatable-tbody td', // all of them are there always
  add: '.tools button:has(.pi-plus)',
}

/** The compared screens, served (screens/serve.ts). */
export interface Served {
  url: string
  /** Where the page of the hand-written front end is. */
  siteDir: string
}

/** A page of one side in a storage of its own, with the main thread's own clock. */
export interface Opened {
  side: Side
  page: Page
  devTools: CDPSession
  close(): Promise<void>
}

export type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>

/** What the browser of the owner keeps who has signed in and worked here before: who they are, and which screens there are. */
export async function workedBefore(browser: Browser, served: Served): Promise<SignedIn> {
  const { opened, load } = await openEmpty(browser, kontor, served, await signedIn(served.url))
  await load('list10')
  await opened.page.locator(kontor.firstRow).first().waitFor()
  const { origins } = await opened.page.context().storageState()
  await opened.close()
  const kept = origins.map(({ origin, localStorage }) => ({
    origin,
    localStorage: localStorage.filter(({ name }) => [adminInfoKey, layoutKey, pagesKey].includes(name)),
  }))
  return { cookies: [], origins: kept }
}

/** What the browser of the owner stores who has signed in. */
export async function signedIn(url: string): Promise<SignedIn> {
  const login = { username: 'admin', password: OWNER_PASSWORD, keep: false }
  const { body, text } = await makeClient(url).post<{ userInfo: object }>('/admin/Index/login', login)
  if (body.code !== 1) throw new Error(`the owner could not sign in: ${text}`)
  const value = JSON.stringify({ ...body.data.userInfo, super: false }) // what they may do is asked for at the start
  const inEnglish = { name: layoutKey, value: JSON.stringify({ lang: 'en' }) } // older versions do not follow the browser's language
  return { cookies: [], origins: [{ origin: url, localStorage: [{ name: adminInfoKey, value }, inEnglish] }] }
}

/** An empty page of a side, and the way to one of its screens. */
export async function openEmpty(browser: Browser, side: Side, served: Served, state: SignedIn) {
  const context = await browser.newContext({ locale: 'en-US', storageState: state, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.addInitScript(watchPage)
  const devTools = await context.newCDPSession(page)
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const opened: Opened = { side, page, devTools, close: () => context.close() }
  const load = async (id: string) => {
    const address = `${served.url}${side.base}/${id}`
    if (side === handWritten) await serveByHand(page, address, served)
    await page.goto(address)
  }
  return { opened, load }
}

/**
 * Kontor's server sends no page but its own: the hand-written one is put in its place, with the same headers. They cost time too: one of them
 * has the browser start another process. Only the one that asks for a nonce is left out.
 */
async function serveByHand(page: Page, address: string, { url, siteDir }: Served): Promise<void> {
  const answer = await page.request.get(`${url}${kontor.base}`)
  const { 'content-security-policy': _, 'content-length': __, ...headers } = answer.headers()
  const body = readFileSync(join(siteDir, 'handwritten/index.html'), 'utf8')
  await page.route(address, (route) => route.fulfill({ body, headers }), { times: 1 })
}

/** Opens a screen of a side and waits for what it begins with. */
export async function openSide(browser: Browser, side: Side, id: string, served: Served, state: SignedIn): Promise<Opened> {
  const { opened, load } = await openEmpty(browser, side, served, state)
  await load(id)
  await opened.page
    .locator(id.startsWith('form') ? side.add : side.firstRow)
    .locator('visible=true')
    .first()
    .waitFor()
  await opened.page.waitForLoadState('networkidle')
  return opened
}
