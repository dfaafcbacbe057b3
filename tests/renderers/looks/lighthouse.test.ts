import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFaults } from '../../harness/browser/axe.ts'
import { openSite } from '../../harness/browser/site.ts'
import { everyNth, sampleOf } from '../../harness/sampling.ts'

/** The rules of axe that Lighthouse's score of accessibility is made of: some are no part of WCAG. */
const rules =
  `accesskeys aria-allowed-attr aria-allowed-role aria-command-name aria-conditional-attr aria-deprecated-role aria-dialog-name
  aria-hidden-body aria-hidden-focus aria-input-field-name aria-meter-name aria-progressbar-name aria-prohibited-attr aria-required-attr
  aria-required-children aria-required-parent aria-roles aria-text aria-toggle-field-name aria-tooltip-name aria-treeitem-name
  aria-valid-attr aria-valid-attr-value button-name bypass color-contrast definition-list dlitem document-title duplicate-id-aria
  empty-heading form-field-multiple-labels frame-title heading-order html-has-lang html-lang-valid html-xml-lang-mismatch
  identical-links-same-purpose image-alt image-redundant-alt input-button-name input-image-alt label label-content-name-mismatch
  landmark-one-main link-in-text-block link-name list listitem meta-refresh meta-viewport object-alt select-name skip-link tabindex
  table-duplicate-name table-fake-caption target-size td-has-header td-headers-attr th-has-data-cells valid-lang video-caption`.split(
    /\s+/,
  )

const { server, open, signIn } = await openSite()

const findings = (page: Page) => axeFaults(page, { type: 'rule', values: rules })

/** What Lighthouse adds to WCAG is no matter of words or colours, which accessible.test.ts and publicPages.test.ts read in both themes. */
const looks = (['zh-cn', 'en'] as const).flatMap((lang) => [false, true].map((isDark) => ({ lang, isDark })))

describe.each(sampleOf('looks that Lighthouse judges', looks, everyNth(4)))(
  'Lighthouse would find nothing in $lang, dark: $isDark,',
  ({ lang, isDark }) => {
    let page: Page
    beforeAll(async () => {
      page = await open({ lang, dark: isDark, reducedMotion: 'reduce' })
    })
    afterAll(() => page.context().close())

    test('at the sign-in', async () => {
      await page.goto(`${server.url}/admin/login`)
      await page.locator('input[name="username"]').fill('admin')
      expect(await findings(page)).toEqual([])
      await signIn(page)
    })

    test('in a list', async () => {
      await page.goto(`${server.url}/admin/shop/order/order`)
      await page.locator('tr[data-id]').first().waitFor()
      await expect.poll(() => page.locator('.k-skeleton:visible').count()).toBe(0)
      expect(await findings(page)).toEqual([])
    })

    test('in a form', async () => {
      await page.goto(`${server.url}/admin/user/user`)
      await page.locator('tr[data-id]').first().waitFor()
      await page.getByRole('button', { name: lang === 'en' ? 'Add' : '添加', exact: true }).click()
      await page.getByRole('dialog').getByRole('textbox').first().waitFor()
      await expect.poll(() => page.locator('.k-skeleton:visible').count()).toBe(0)
      expect(await findings(page)).toEqual([])
    })

    test('on the home page', async () => {
      await page.goto(`${server.url}/`)
      await page.locator('.h-tile h3').first().waitFor()
      expect(await findings(page)).toEqual([])
    })
  },
)
