import { expect, test } from 'vitest'
import { openSite } from '../harness/browser/site.ts'

const { server, enter } = await openSite({ database: 'seed' })

declare global {
  interface Window {
    /** Widths of columns that were changed under the rows. */
    changed: string[]
  }
}

/** Runs in the page: notes each width of a column that is changed once rows have been drawn. */
function watchColumns(): void {
  window.changed = []
  let hasRows = false
  const observer = new MutationObserver((changes) => {
    if (hasRows)
      for (const { target } of changes) if (target instanceof HTMLTableColElement) window.changed.push(target.style.width)
    hasRows ||= document.querySelector('tbody tr[data-id]') !== null
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['style'] })
}

test('the font of the icons is asked for by the page, not by the first icon', async () => {
  const page = await enter({ lang: 'en' })
  await page.goto(`${server.url}/admin/auth/admin`)
  await page.locator('tr[data-id]:visible').first().waitFor()
  const askedBy = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .flatMap(({ name, initiatorType }) => (name.endsWith('.woff2') ? [initiatorType] : [])),
  )
  expect(askedBy).toEqual(['link'])
})

test('the first list of a window has its columns before it has rows', async () => {
  const page = await enter({ lang: 'en' })
  await page.setViewportSize({ width: 1024, height: 800 }) // too narrow for columns as wide as they want to be
  await page.goto(`${server.url}/admin/dashboard`)
  await page.waitForLoadState('networkidle')
  await page.evaluate(watchColumns)
  const menu = page.getByRole('complementary')
  await menu.getByRole('button', { name: 'Access' }).click()
  await menu.getByRole('link', { name: 'Administrators' }).hover()
  const answer = page.waitForResponse(/auth\.Admin\/index/)
  await page.mouse.down() // asks for the list, which is there when the screen is drawn
  await (await answer).finished()
  await page.mouse.up()
  await page.locator('tr[data-id]:visible').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => window.changed)).toEqual([])
})
