import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { holdRequests } from '../harness/browser/hold.ts'
import { openSite } from '../harness/browser/site.ts'

const { server, enter } = await openSite({ database: 'seed' }) // in the demo shop refunds come through meanwhile, which reads lists again

/** The addresses of the server's answers, without their queries; what a page keeps asking for by itself is left out. */
function watchRequests(page: Page): { taken(): string[] } {
  let asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/admin\/Index\/index$|^\/pages\/|\/index$/.test(pathname)) asked.push(pathname.replace(/^\/pages\/[^/]+/, '/pages'))
  })
  return {
    taken() {
      const all = asked
      asked = []
      return all.sort()
    },
  }
}

const rows = (page: Page) => page.locator('tr[data-id]:visible').first().waitFor()

test('who opens a screen asks once for its page and its list, by its address as from the menu, and for nothing when coming back to it', async () => {
  const page = await enter({ lang: 'en' })
  const requests = watchRequests(page)
  await page.goto(`${server.url}/admin/auth/admin`)
  await rows(page)
  await page.waitForLoadState('networkidle')
  expect(requests.taken()).toEqual(['/admin/Index/index', '/admin/auth.Admin/index', '/pages/auth/admin.en.json'])

  const listed = page.waitForResponse(/auth\.Group\/index/) // the rows of the list before are there until then
  await page.getByRole('complementary').getByRole('link', { name: 'Admin groups' }).click()
  await page.waitForURL(/auth\/group/)
  await listed
  await rows(page)
  await page.waitForLoadState('networkidle')
  expect(requests.taken()).toEqual(['/admin/auth.Group/index', '/pages/auth/group.en.json'])

  await page.goBack()
  await page.getByRole('heading', { name: 'Administrators' }).waitFor()
  await rows(page)
  await page.waitForLoadState('networkidle')
  expect(requests.taken()).toEqual([])

  await page.reload()
  await rows(page)
  await page.waitForLoadState('networkidle')
  expect(requests.taken()).toEqual(['/admin/Index/index', '/admin/auth.Admin/index', '/pages/auth/admin.en.json'])
})

test('what a link leads to is asked for while it is pressed, once', async () => {
  const page = await enter({ lang: 'en' })
  await page.goto(`${server.url}/admin/auth/admin`)
  await rows(page)
  await page.waitForLoadState('networkidle')
  const requests = watchRequests(page)
  const asked = page.waitForResponse(/auth\.Group\/index/)
  await page.getByRole('complementary').getByRole('link', { name: 'Admin groups' }).hover()
  await page.mouse.down()
  await asked
  expect(new URL(page.url()).pathname).toBe('/admin/auth/admin')
  await page.mouse.up()
  await page.waitForURL(/auth\/group/)
  await rows(page)
  await page.waitForLoadState('networkidle')
  expect(requests.taken()).toEqual(['/admin/auth.Group/index', '/pages/auth/group.en.json'])
})

test('who signs in asks once for the dashboard and its figures, and for the figures again when coming back to it', async () => {
  const page = await enter({ lang: 'en' })
  const requests = watchRequests(page)
  const figures = page.locator('.s-board-card').first()
  await page.goto(`${server.url}/admin/loading`)
  await figures.waitFor()
  await page.waitForLoadState('networkidle')
  const dashboard = (all: string[]) => all.filter((path) => /dashboard/i.test(path))
  expect(dashboard(requests.taken())).toEqual(['/admin/Dashboard/index', '/pages/dashboard.en.json'])

  await page.getByRole('complementary').getByRole('button', { name: 'Access' }).click()
  await page.getByRole('complementary').getByRole('link', { name: 'Admin groups' }).click()
  await rows(page)
  await page.waitForLoadState('networkidle')
  expect(dashboard(requests.taken())).toEqual([])

  await page.goBack()
  await figures.waitFor()
  await page.waitForLoadState('networkidle')
  expect(dashboard(requests.taken())).toEqual(['/admin/Dashboard/index'])
})

test('who is signed out asks for no screen that was seen there before', async () => {
  const page = await enter({ lang: 'en' })
  await page.goto(`${server.url}/admin/auth/admin`)
  await rows(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => localStorage.removeItem('adminInfo'))
  const requests = watchRequests(page)
  await page.reload()
  await page.waitForURL(/\/admin\/login/)
  await page.locator('input[name="username"]').waitFor()
  await page.waitForLoadState('networkidle')
  expect(requests.taken().filter((path) => path !== '/admin/Index/index')).toEqual([])
})

test('an answer that takes a minute is waited for, not asked for once more when its screen is drawn', async () => {
  const page = await enter({ lang: 'en' })
  await page.clock.install()
  const requests = watchRequests(page)
  const asked = (name: RegExp) => requests.taken().filter((path) => name.test(path))
  const figures = page.locator('.s-board-card').first()
  const giveScreen = await holdRequests(page, '**/DashboardScreen-*.js')
  const giveFigures = await holdRequests(page, '**/admin/Dashboard/index*')
  const askedFigures = page.waitForRequest(/\/admin\/Dashboard\/index/)
  await page.goto(`${server.url}/admin/loading`)
  await askedFigures
  await page.clock.fastForward(60_000)
  giveScreen()
  await page.locator('.s-board').waitFor()
  giveFigures()
  await figures.waitFor()
  expect(asked(/dashboard/i)).toEqual(['/admin/Dashboard/index', '/pages/dashboard.en.json'])

  const giveMenu = await holdRequests(page, '**/admin/Index/index*')
  const giveList = await holdRequests(page, '**/admin/auth.Group/index*')
  const askedList = page.waitForRequest(/\/admin\/auth\.Group\/index/)
  await page.goto(`${server.url}/admin/auth/group`)
  await askedList
  await page.clock.fastForward(60_000)
  giveMenu()
  await page.getByRole('heading', { name: 'Admin groups' }).waitFor()
  giveList()
  await rows(page)
  expect(asked(/group/i)).toEqual(['/admin/auth.Group/index', '/pages/auth/group.en.json'])
})
