import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { holdRequests } from '../../harness/browser/hold.ts'
import { openSite } from '../../harness/browser/site.ts'

const { server, enter } = await openSite({ database: 'seed' })

/** At the list of administrators, with the page's clock at a standstill: what the next screen is drawn for is not the time that passes. */
async function atAdministrators(): Promise<Page> {
  const page = await enter({ lang: 'en' })
  await page.clock.install()
  await page.goto(`${server.url}/admin/auth/admin`)
  await page.locator('tr[data-id]:visible').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
  return page
}

const groups = (page: Page) => page.getByRole('complementary').getByRole('link', { name: 'Admin groups' })

/** Clicks the entry, which must not wait for a frame. */
const open = (page: Page) => groups(page).dispatchEvent('click')

/** Lets React draw what there is to be drawn. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    for (let turn = 0; turn < 50; turn += 1)
      await new Promise((done) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = done
        port2.postMessage(0)
      })
  })

const inFront = async (page: Page) => ({
  address: new URL(page.url()).pathname,
  screen: await page.locator('.k-pane:visible').getAttribute('aria-label'),
  entry: await page.getByRole('complementary').locator('[aria-current="page"]').textContent(),
  title: (await page.title()).split(' - ')[0],
})

test('a screen whose page is there at once is drawn with the frame around it: nothing empty is shown before', async () => {
  const page = await atAdministrators()
  await page.evaluate(() => {
    const seen: (string | undefined)[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const pane = document.querySelector('.k-pane[aria-label="Admin groups"]')
      if (pane && seen.length === 0) seen.push(pane.querySelector('h1, h2')?.textContent)
    }).observe(document, { childList: true, subtree: true })
  })
  await open(page)
  await page.getByRole('heading', { name: 'Admin groups' }).waitFor()
  expect(await page.evaluate(() => (window as unknown as { seen: unknown }).seen)).toEqual(['Admin groups'])
  const here = { address: '/admin/auth/group', screen: 'Admin groups', entry: 'Admin groups', title: 'Admin groups' }
  expect(await inFront(page)).toEqual(here)
})

test('while the page of the next screen is on its way the one before stays for a moment, then the frame goes ahead', async () => {
  const page = await atAdministrators()
  const letThrough = await holdRequests(page, '**/pages/*/auth/group.en.json')
  await open(page)
  await drawn(page)
  const before = { screen: 'Administrators', entry: 'Administrators', title: 'Administrators' }
  expect(await inFront(page)).toEqual({ address: '/admin/auth/group', ...before })
  await page.clock.runFor(50)
  const after = { screen: 'Admin groups', entry: 'Admin groups', title: 'Admin groups' }
  await expect.poll(() => inFront(page)).toEqual({ address: '/admin/auth/group', ...after })
  letThrough()
  await page.getByRole('heading', { name: 'Admin groups' }).waitFor()
})

test('a double click is one step: Back leads to the screen before', async () => {
  const page = await atAdministrators()
  const letThrough = await holdRequests(page, '**/pages/*/auth/group.en.json')
  await open(page)
  await open(page)
  await page.clock.runFor(1000)
  letThrough()
  await page.getByRole('heading', { name: 'Admin groups' }).waitFor()
  await open(page)
  await drawn(page)
  await page.goBack()
  const before = { address: '/admin/auth/admin', screen: 'Administrators', entry: 'Administrators', title: 'Administrators' }
  await expect.poll(() => inFront(page)).toEqual(before)
})

test('who goes elsewhere meanwhile, or back, sees only that', async () => {
  const page = await atAdministrators()
  const letThrough = await holdRequests(page, '**/pages/*/auth/group.en.json')
  await open(page)
  await drawn(page)
  await page.goBack()
  await page.clock.runFor(1000)
  letThrough()
  await drawn(page)
  const here = { screen: 'Administrators', entry: 'Administrators', title: 'Administrators' }
  expect(await inFront(page)).toEqual({ address: '/admin/auth/admin', ...here })
  expect(await page.getByRole('link', { name: 'Admin groups', exact: true }).count()).toBe(1) // its entry: no tab of it has opened
})
