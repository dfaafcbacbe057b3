import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '../../harness/browser/browser.ts'
import { OWNER_PASSWORD } from '../../harness/database.ts'
import { longTest } from '../../harness/longTest.ts'
import { everyNth, sampleOf } from '../../harness/sampling.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'

let server: TestServer
let browser: TestBrowser
let state: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  browser = await openBrowser()
  const page = await open('/admin/login', { signedIn: false })
  await signIn(page)
  await page.waitForURL(/\/admin\/(?!login|loading)/)
  state = await page.context().storageState()
  await page.context().close()
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await server?.close()
})
afterEach(() => browser.expectNoProblems())

/** What a browser writes on its console by itself when an address does not answer, and what the boundary of a screen writes. */
const expected = [/Failed to load resource/, /Failed to fetch dynamically imported module/, /ws:\/\//]

async function open(path: string, { signedIn = true, hours = 0 } = {}): Promise<Page> {
  const page = await browser.page({
    viewport: { width: 1440, height: 900 },
    allow: expected,
    ...(signedIn ? { storageState: state } : {}),
  })
  page.setDefaultTimeout(25_000)
  await page.addInitScript(() => {
    if (!localStorage.getItem('storeConfig_v2')) localStorage.setItem('storeConfig_v2', JSON.stringify({ lang: 'en' }))
  })
  await page.addInitScript(hurry)
  if (hours !== 0) await page.addInitScript(shiftClock, hours * 3_600_000)
  await page.goto(server.url + path)
  return page
}

/** Runs in the page: its clock is wrong by so many milliseconds. */
function shiftClock(by: number): void {
  const Real = Date
  const now = () => Real.now() + by
  globalThis.Date = new Proxy(Real, {
    construct: (target, given: unknown[]) => Reflect.construct(target, given.length === 0 ? [now()] : given),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Runs in the page: once it is `hasty`, whoever gives an answer ten seconds gives it half a one. */
function hurry(): void {
  const waits = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'timeout')
  Object.defineProperty(XMLHttpRequest.prototype, 'timeout', {
    ...waits,
    set(time: number) {
      waits?.set?.call(this, time === 10_000 && 'hasty' in globalThis ? 500 : time)
    },
  })
}

const frozen = () => new Promise<void>(() => undefined)

/** Makes every call fail in a way; `asked` counts them, `heal` ends it. Documents and files still come. */
async function sicken(page: Page, how: (route: Route) => Promise<void>) {
  const sick = {
    asked: 0,
    async heal() {
      await page.evaluate(() => delete (globalThis as { hasty?: boolean }).hasty)
      await page.unroute('**/*', handle)
    },
  }
  const handle = (route: Route) => {
    if (route.request().headers().server !== 'true') return route.fallback()
    sick.asked++
    return how(route)
  }
  await page.route('**/*', handle)
  if (how === frozen) await page.evaluate(() => Object.assign(globalThis, { hasty: true }))
  return sick
}

const rows = (page: Page) => page.locator('tr[data-id]')
const classes = '/admin/shop/goods/classify'

/** Ways in which a server fails, and what a person reads then. */
const failureModes: [name: string, how: (route: Route) => Promise<void>, text: string][] = [
  ['is down', (route) => route.abort('connectionrefused'), 'Server exception!'],
  ['breaks off', (route) => route.abort('connectionreset'), 'Server exception!'],
  ['is frozen', frozen, 'Network request timeout!'],
  [
    'answers with a page',
    (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><h1>Hello</h1>' }),
    'Abnormal problem',
  ],
  [
    'answers with half of an answer',
    (route) => route.fulfill({ contentType: 'application/json', body: '{"code":1,"msg":"","da' }),
    'Abnormal problem',
  ],
  ['answers 500', (route) => route.fulfill({ status: 500, body: 'broken' }), 'Server internal error!'],
  [
    'answers 502',
    (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    'Gateway error!',
  ],
]

/** One that no answer comes from: the others differ in the sentence only, which runtime/http.test reads. */
const chosen = sampleOf('failures of a server', failureModes, ([name]) => name === 'is frozen')

describe.each(chosen)('when the server %s', (_name, how, text) => {
  test('a start says so and can be tried again; nothing asks in a loop', async () => {
    const page = await open('/404')
    const sick = await sicken(page, how)
    await page.getByRole('button', { name: 'To the back office' }).click()
    const fault = page.getByRole('alert').filter({ hasText: 'The back office could not be opened' })
    await fault.getByText(text).waitFor()
    // A read is tried three times at most; beside it only the line of the feed may ask.
    expect(sick.asked).toBeLessThanOrEqual(6)
    await sick.heal()
    await fault.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('navigation', { name: 'Menu' }).waitFor()
    await page.context().close()
  })

  test('a list that is open says so in the place of its rows, and what was typed into a form stays; both go on when it is back', async () => {
    const page = await open(classes)
    await rows(page).first().waitFor()
    const sick = await sicken(page, how)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('log').or(page.getByRole('alert')).filter({ hasText: text }).first().waitFor()
    expect(sick.asked).toBeLessThanOrEqual(6)
    await sick.heal()
    await page
      .getByRole('button', { name: /^(Try again|Refresh)$/ })
      .first()
      .click()
    await expect.poll(() => rows(page).count()).toBeGreaterThan(5)
    await expect.poll(() => page.getByRole('button', { name: 'Try again' }).count()).toBe(0)

    await page.reload() // takes away what was said of the list
    await rows(page).first().waitFor()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const form = page.getByRole('dialog')
    const name = `Kept ${Math.random().toString(36).slice(2, 8)}`
    await form.getByLabel(/^Name/).first().fill(name)
    const again = await sicken(page, how)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(text).first().waitFor()
    expect(await form.getByLabel(/^Name/).first().inputValue()).toBe(name)
    expect(await server.query('select 1 from shop_goods_classify where name = $1', [name])).toEqual([])
    await again.heal()
    await form
      .getByRole('button', { name: /^(Save|Try again)$/ })
      .first()
      .click()
    await expect.poll(() => server.query('select 1 as n from shop_goods_classify where name = $1', [name])).toEqual([{ n: 1 }])
    await form.waitFor({ state: 'detached' })
    await page.context().close()
  })
})

longTest('walk.test keeps the input of a sign-in that fails; a start and a form fail and go on in this file')(
  'at the sign-in, what was typed stays while the server is down; then one is in',
  async () => {
    const page = await open('/admin/login', { signedIn: false })
    const sick = await sicken(page, (route) => route.abort('connectionrefused'))
    await signIn(page)
    await page.getByRole('alert').getByText('Server exception!').waitFor()
    expect(await page.getByLabel('Username').inputValue()).toBe('admin')
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(OWNER_PASSWORD)
    await sick.heal()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(/\/admin\/(?!login|loading)/)
    await page.context().close()
  },
)

test('being offline is shown for as long as it lasts', async () => {
  const page = await open(classes)
  await rows(page).first().waitFor()
  await page.context().setOffline(true)
  await page.getByText('You are offline. Changes cannot be saved now.').waitFor()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('You are disconnected!').first().waitFor()
  await page.context().setOffline(false)
  await expect.poll(() => page.getByText('You are offline.').count()).toBe(0)
  await page.context().close()
})

test.each(sampleOf('clocks that are wrong', [9, -9], everyNth(2)))(
  'with a clock that is wrong by %d hours one signs in, reads and saves; nobody is signed out',
  async (hours) => {
    const page = await open('/admin/login', { signedIn: false, hours })
    expect(Math.round((await page.evaluate(() => Date.now() - performance.timeOrigin)) / 3_600_000)).toBe(hours)
    const asked: string[] = []
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    await signIn(page)
    await page.waitForURL(/\/admin\/(?!login|loading)/)
    await page.goto(server.url + classes)
    await rows(page).first().waitFor()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const name = `Clock ${hours}`
    await page.getByRole('dialog').getByLabel(/^Name/).first().fill(name)
    await page.keyboard.press('Control+Enter')
    await rows(page).filter({ hasText: name }).waitFor()
    expect(asked.filter((path) => path.endsWith('/refreshToken'))).toEqual([])
    expect(asked.filter((path) => path === '/admin/Index/index').length).toBeLessThanOrEqual(4)
    await page.context().close()
  },
)

/** Code and words of the build, and screens that the server delivers. */
const files = /\/(?:assets\/[^/]+\.js|pages\/.+\.json)$/

/** Keeps the files of the front end whose text has this in it from coming; gives the way back. */
async function withhold(page: Page, part: string): Promise<() => Promise<void>> {
  const answer = async (route: Route) => {
    const response = await route.fetch()
    const body = await response.text()
    await (body.includes(part) ? route.abort('connectionreset') : route.fulfill({ response, body }))
  }
  // Given back meanwhile, the browser asks the server itself; files that are fetched ahead may come after the page was closed.
  const handle = (route: Route) => answer(route).catch(() => undefined)
  await page.route(files, handle)
  return () => page.unroute(files, handle)
}

describe('when a file of the front end does not come', () => {
  test('the words of the language: the error is shown in both languages, and the page once they load', async () => {
    const page = await open('/robots.txt', { signedIn: false })
    const back = await withhold(page, 'Operation successful')
    await page.goto(`${server.url}/admin/login`)
    await page.getByRole('heading', { name: '页面无法打开' }).waitFor()
    await page.getByRole('heading', { name: 'The page could not be opened' }).waitFor()
    await back()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('Username').waitFor()
    await page.context().close()
  })

  longTest('the words of the language before: the same page of the start')('the code of the start: the same', async () => {
    const page = await open('/robots.txt', { signedIn: false })
    const back = await withhold(page, 'kontor-refresh-')
    await page.goto(`${server.url}/admin/login`)
    await page.getByRole('heading', { name: '页面无法打开' }).waitFor()
    await back()
    await page.getByRole('button', { name: '重试' }).click()
    await page.getByLabel('Username').waitFor()
    await page.context().close()
  })

  test('the words of a screen: the rest of the back office goes on, and the screen comes when it is asked for again', async () => {
    const page = await open(classes)
    await rows(page).first().waitFor()
    const back = await withhold(page, 'Administrators')
    await page.goto(`${server.url}${classes}`)
    await page.evaluate(() => {
      history.pushState(null, '', '/admin/auth/admin')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    const fault = page.getByRole('alert').filter({ hasText: 'This screen cannot be opened' })
    await fault.waitFor()
    await page.getByRole('navigation', { name: 'Menu' }).waitFor()
    await back()
    await fault.getByRole('button').first().click()
    await rows(page).filter({ hasText: 'admin' }).first().waitFor()
    await page.context().close()
  })

  test('the code behind the buttons of a list: the error is shown, nothing is done, and the next click works', async () => {
    const page = await open('/robots.txt')
    const back = await withhold(page, 'ofAction')
    await page.goto(`${server.url}${classes}`)
    const add = page.getByRole('button', { name: 'Add', exact: true })
    await add.click()
    await page.getByText('This could not be loaded').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await back()
    await add.click()
    await page.getByRole('dialog').getByLabel(/^Name/).first().waitFor()
    await page.context().close()
  })

  test('the home page: the error is shown, and a retry loads it', async () => {
    const page = await open('/404', { signedIn: false })
    const back = await withhold(page, 'beian.miit.gov.cn')
    await page.getByRole('button', { name: 'To the home page' }).click()
    await page.getByText('This part could not be loaded').waitFor()
    await back()
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await page.getByRole('region', { name: 'Bestsellers' }).waitFor()
    await page.context().close()
  })

  test('the home page, which comes late: the page before stays under a line, address and all', async () => {
    const page = await open('/404', { signedIn: false })
    const home = page.getByRole('button', { name: 'To the home page' })
    await home.waitFor()
    let give = () => {}
    const given = new Promise<void>((done) => {
      give = done
    })
    await page.route(files, (route) => given.then(() => route.continue()))
    await home.click()
    await page.locator('.k-line').waitFor()
    expect(new URL(page.url()).pathname).toBe('/404')
    give()
    await page.getByRole('region', { name: 'Bestsellers' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await page.locator('.k-line').count()).toBe(0)
    await page.goBack()
    await home.waitFor()
    expect(new URL(page.url()).pathname).toBe('/404')
    await page.context().close()
  })
})
