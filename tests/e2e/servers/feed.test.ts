import type { BrowserContext, Page, WebSocketRoute } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { placeDemoOrder } from '../../../modules/shop/demo/orders/order.ts'
import { openDatabase } from '../../../server/core/db/connect.ts'
import { openBrowser, type TestBrowser } from '../../harness/browser/browser.ts'
import { OWNER_PASSWORD } from '../../harness/database.ts'
import { longTest } from '../../harness/longTest.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { person } from '../../security/people.ts'

let server: TestServer
let browser: TestBrowser
const contexts: BrowserContext[] = []
beforeAll(async () => {
  browser = await openBrowser()
})
beforeEach(async () => {
  server = await startTestServer({ database: 'demo' })
}, 180_000)
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
  await server?.close()
})
afterAll(() => browser?.close())

const counted = { timeout: 20_000 }

/** A member orders and pays. */
async function order(): Promise<string> {
  const database = openDatabase(server.databaseUrl, { connections: 1 })
  try {
    const now = Math.floor(Date.now() / 1000)
    return (await database.write.transaction().execute((trx) => placeDemoOrder(trx, now))).orderNo
  } finally {
    await database.close()
  }
}

/** What a tab did: sockets it opened, sounds it asked for, warnings on its console. */
interface Seen {
  page: Page
  sockets: string[]
  /** How often the server has agreed to who this is: from then on it tells what happens. */
  bound: number
  sounds: string[]
  warnings: string[]
}

/** Watches a tab. Its sounds end at once: a machine of tests has no loudspeaker. */
async function watch(page: Page): Promise<Seen> {
  const seen: Seen = { page, sockets: [], bound: 0, sounds: [], warnings: [] }
  page.setDefaultTimeout(20_000)
  page.on('websocket', (socket) => {
    seen.sockets.push(socket.url())
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith('{"type":"bind"')) seen.bound++
    })
  })
  page.on('console', (message) => {
    if (message.type() === 'warning') seen.warnings.push(message.text())
    if (message.text().startsWith('sound:')) seen.sounds.push(message.text())
  })
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.play = function play(this: HTMLMediaElement) {
      console.info(`sound: ${this.src}`)
      setTimeout(() => this.dispatchEvent(new Event('ended')))
      return Promise.resolve()
    }
  })
  return seen
}

/** @param clock the page's time can be made to pass: what takes a minute is over in a moment. */
async function signedIn(
  username: string,
  password: string,
  { clock = false, ...options }: { allow?: RegExp[]; clock?: boolean } = {},
): Promise<Seen> {
  const page = await browser.page({
    reducedMotion: 'no-preference',
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    ...options,
  })
  contexts.push(page.context())
  const seen = await watch(page)
  if (clock) await page.clock.install()
  await page.goto(`${server.url}/admin/login`)
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/\/admin\/(?!login|loading)/)
  return seen
}

/** Another tab of the same browser. */
async function anotherTab(first: Seen): Promise<Seen> {
  const seen = await watch(await first.page.context().newPage())
  await seen.page.goto(`${server.url}/admin/shop/delivery/company`)
  return seen
}

const bell = (page: Page, unread: number) =>
  page.locator('.k-header').getByRole('button', { name: unread === 0 ? '消息通知' : `消息通知，${unread} 条未读`, exact: true })
const popups = (page: Page) => page.locator('.k-toast', { hasText: '新订单' })

async function soundOn({ page }: Seen) {
  await page
    .getByRole('button', { name: '显示设置' })
    .or(page.getByRole('button', { name: '显示' }))
    .first()
    .click()
  await page.getByRole('menuitem', { name: /设置/ }).click()
  await page.getByLabel('通知时播放声音').click()
  await page.keyboard.press('Escape')
}

describe('two tabs of one browser', () => {
  longTest('runtime/feed: one tab holds the socket for all; e2e/tabs opens five tabs')(
    'share one socket, both show a new order, one sounds; the other goes on when it closes',
    async () => {
      const first = await signedIn('admin', OWNER_PASSWORD)
      await expect.poll(() => first.bound, counted).toBe(1)
      const second = await anotherTab(first)
      await soundOn(first)
      await soundOn(second)
      const orderNo = await order()
      await Promise.all([first, second].map(({ page }) => popups(page).getByText(orderNo).waitFor()))
      await expect.poll(() => [...first.sounds, ...second.sounds].length, counted).toBe(1)
      expect([first.sockets.length, second.sockets.length]).toEqual([1, 0])
      for (const { page } of [first, second]) await bell(page, 10).waitFor()

      await first.page.close()
      await expect.poll(() => second.bound, counted).toBe(1)
      const next = await order()
      await popups(second.page).getByText(next).waitFor()
      await popups(second.page).filter({ hasText: next }).getByRole('button').first().click()
      await second.page.waitForURL(new RegExp(`/admin/shop/order/order\\?status=2&order_no=${next}`))
      expect([first.sounds.length + second.sounds.length, second.sockets.length]).toEqual([2, 1])
      browser.expectNoProblems()
    },
    180_000,
  )
})

describe('two administrators', () => {
  longTest('security/feed.test holds rights over the wire; two tabs of one browser hear here')(
    'hear what their rights let them hear, and sounds are off after every start',
    async () => {
      const owner = await signedIn('admin', OWNER_PASSWORD)
      const { username } = await person(server, ['shop', 'shop/notify', 'shop/notify/notify', 'shop/notify/notify/index'])
      const packer = await signedIn(username, OWNER_PASSWORD)
      await expect.poll(() => [owner.bound, packer.bound], counted).toEqual([1, 1])
      await popups(owner.page)
        .getByText(await order())
        .waitFor()
      await bell(packer.page, 0).waitFor()
      expect(await popups(packer.page).count()).toBe(0)
      expect([...owner.sounds, ...packer.sounds]).toEqual([])
      browser.expectNoProblems()
    },
    180_000,
  )
})

describe('a connection', () => {
  it('that freezes is noticed, and the page goes on with another one that tells what was missed', async () => {
    // Its clock is the test's own: what takes a minute is over in a moment, and nothing runs out while the machine is slow.
    const page = await browser.page({ reducedMotion: 'no-preference', viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
    contexts.push(page.context())
    const seen = await watch(page)
    let frozen = false
    let bound = 0
    const routes: WebSocketRoute[] = []
    await page.routeWebSocket(/.*/, (route) => {
      routes.push(route)
      const first = routes.length === 1
      const real = route.connectToServer()
      route.onMessage((message) => {
        if (!(frozen && first)) real.send(message)
      })
      real.onMessage((message) => {
        if (String(message).startsWith('{"type":"bind"')) bound++
        if (!(frozen && first)) route.send(message)
      })
    })
    await page.clock.install()
    await page.goto(`${server.url}/admin/login`)
    await page.getByLabel('用户名').fill('admin')
    await page.getByLabel('密码', { exact: true }).fill(OWNER_PASSWORD)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.waitForURL(/\/admin\/(?!login|loading)/)
    await expect.poll(() => bound, counted).toBe(1)
    const heard = await order()
    await popups(page).getByText(heard).waitFor()
    frozen = true
    const missed = await order()
    await page.clock.runFor(50_000)
    await page.clock.runFor(10_000)
    await page.clock.runFor(5_000)
    await expect.poll(() => routes.length, counted).toBe(2)
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000)
        return popups(page).getByText(missed).count()
      }, counted)
      .toBe(1)
    expect(seen.warnings).toEqual([])
    browser.expectNoProblems()
  }, 180_000)

  longTest('runtime/feed tests count the tries; here a frozen one is replaced')(
    'whose server is gone is given up after three more tries, with one warning',
    async () => {
      // Whatever a browser says of a server that is gone; some of it has no text at all.
      const seen = await signedIn('admin', OWNER_PASSWORD, { allow: [/^/], clock: true })
      await expect.poll(() => seen.bound, counted).toBe(1)
      const heard = await order()
      await popups(seen.page).getByText(heard).waitFor()
      await server.close()
      const gaveUp = () => seen.warnings.filter((text) => text.includes('实时') || text.includes('通知'))
      await expect
        .poll(async () => {
          await seen.page.clock.runFor(1_000)
          return gaveUp()
        }, counted)
        .toHaveLength(1)
      expect(seen.sockets).toHaveLength(4)
      await bell(seen.page, 10).waitFor()
      server = await startTestServer({ database: 'seed' })
    },
    180_000,
  )
})
