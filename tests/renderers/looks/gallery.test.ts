import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cells } from '../../../src/renderers/cells/index.ts'
import { kindNames } from '../../../src/schemas/kinds/index.ts'
import { axeFaults, wcagTags } from '../../harness/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../../harness/browser/browser.ts'
import { type Gallery, serveGallery } from '../../harness/browser/gallery.ts'
import { everyNth, sampleOf } from '../../harness/sampling.ts'

let gallery: Gallery
let browser: TestBrowser
let page: Page

beforeAll(async () => {
  gallery = await serveGallery()
  browser = await openBrowser()
  page = await browser.page({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  page.setDefaultTimeout(50_000)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await gallery?.close()
})

const looks = ['en', 'zh-cn'].flatMap((lang) => ['light', 'dark'].map((theme) => [lang, theme] as const))

describe.each(sampleOf('looks of the gallery', looks, everyNth(4)))('in %s and the %s theme the gallery', (lang, theme) => {
  it('shows every kind of field in every state, and every cell, with a name for everything', async () => {
    await page.goto(`${gallery.url}?lang=${lang}&theme=${theme}`)
    await page.locator('.g-kind').last().waitFor()
    const kinds = await page.locator('.g-kind').evaluateAll((all) => all.map((one) => one.getAttribute('data-kind')))
    expect(kinds.sort()).toEqual([...kindNames].sort())
    const shown = await page.locator('[data-cell]').evaluateAll((all) => all.map((one) => one.getAttribute('data-cell')))
    expect(shown.sort()).toEqual(Object.keys(cells).sort())
    // A word that is nowhere would be read as its key.
    expect(await page.locator('main').textContent()).not.toMatch(/\b(?:fields|ui|validate|state)\.[a-z]+\.?\w*/)
    // What is loaded when it is used has arrived.
    await expect.poll(() => page.locator('.g-state .k-skeleton').count()).toBe(0)
    if (process.env.KONTOR_SHOTS)
      await page.screenshot({ path: `${process.env.KONTOR_SHOTS}/gallery-${lang}-${theme}.png`, fullPage: true })
    browser.expectNoProblems()
  }, 120_000)

  it('draws an error for every broken value, and for no other', async () => {
    const refused = await page.locator('[data-cell]').evaluateAll((all) =>
      all.map((row) => ({
        cell: row.getAttribute('data-cell'),
        looks: [...row.querySelectorAll('td')].filter((td) => td.querySelector('.s-cell-error')).map((td) => td.dataset.look),
      })),
    )
    expect(refused).toEqual(Object.keys(cells).map((cell) => ({ cell, looks: ['poison'] })))
  })

  it('says beside each wrong field what is wrong, and nothing beside the others', async () => {
    const counts = await page.locator('.g-state').evaluateAll((all) =>
      all.map((one) => ({
        kind: one.closest('.g-kind')?.getAttribute('data-kind'),
        state: one.getAttribute('data-state'),
        errors: one.querySelectorAll('.k-error').length,
      })),
    )
    expect(counts.length).toBe(kindNames.length * 5)
    // A switch is always on or off, and what only the server writes is never refused.
    const never = ['switch', 'json', 'weigh', 'subtable']
    const wrong = counts.filter(({ kind, state, errors }) =>
      state === 'wrong' && !never.includes(kind ?? '') ? errors !== 1 : state !== 'wrong' && errors > 0,
    )
    expect(wrong).toEqual([])
  })

  it('has no fault of WCAG 2.2 AA', async () => {
    expect(await axeFaults(page, wcagTags)).toEqual([])
  })

  it('has texts that stand out from what is behind them in the other theme too', async () => {
    await page.evaluate(() => document.documentElement.classList.toggle('dark'))
    expect(await axeFaults(page, { type: 'rule', values: ['color-contrast'] })).toEqual([])
  })
})
