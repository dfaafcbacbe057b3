import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeFaults } from '../../harness/browser/axe.ts'
import { openSite, shot, soon } from '../../harness/browser/site.ts'

const { server, enter } = await openSite()
const page = await enter({ lang: 'en' })

/** Pastes a text where the focus is, as a spreadsheet leaves it in the clipboard. True when the page took it. */
function paste(page: Page, text: string): Promise<boolean> {
  return page.evaluate((block) => {
    const data = new DataTransfer()
    data.setData('text/plain', block)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    return document.activeElement?.dispatchEvent(event) === false
  }, text)
}

const valuesOf = (page: Page, name: RegExp) =>
  page
    .getByRole('dialog')
    .getByRole('textbox', { name })
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))

describe('a block of a spreadsheet', () => {
  test('fills one line after the other of a form with a line for each row', async () => {
    await page.goto(`${server.url}/admin/shop/order/order?status=2`)
    await page.locator('tr[data-id]').nth(2).waitFor()
    for (const n of [0, 1, 2]) await page.locator('tr[data-id]').nth(n).getByRole('checkbox').click()
    const bar = page.getByRole('toolbar', { name: '3 selected', exact: true })
    await bar.getByRole('button', { name: 'Ship', exact: true }).click()
    const numbers = page.getByRole('dialog').getByRole('textbox', { name: /^Tracking number \d$/ })
    await numbers.first().focus()
    expect(await paste(page, 'SF1001\r\nSF1002\r\nSF1003\r\nSF1004\r\n')).toBe(true)
    await page.getByRole('status').filter({ hasText: '3 cells filled, 1 did not fit' }).waitFor()
    expect(await valuesOf(page, /^Tracking number \d$/)).toEqual(['SF1001', 'SF1002', 'SF1003'])
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'paste-lines')
    await page.keyboard.press('Control+z')
    await soon(() => valuesOf(page, /^Tracking number \d$/)).toEqual(['', '', ''])
    await page.getByRole('status').filter({ hasText: 'Paste undone.' }).waitFor()
    // One value is pasted by the browser.
    expect(await paste(page, 'SF2001\n')).toBe(false)
  }, 90_000)

  test('fills a table of rows to the right and down, adds rows, and marks what is no number', async () => {
    const [ladder] = await server.query("select id from points_rule where mode = 'ladder' limit 1")
    await page.goto(`${server.url}/admin/points/rule`)
    const row = page.locator(`tr[data-id="${ladder?.id}"]`)
    await row.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const days = dialog.getByRole('textbox', { name: /^Day \d+$/ })
    await days.first().waitFor()
    const before = await days.count()
    await days.first().focus()
    const lines = Array.from({ length: before + 2 }, (_, i) => `${i + 1}\t${(i + 1) * 10}.0`)
    lines[1] = '2\tmany'
    await paste(page, lines.join('\n'))
    const filled = `${(before + 2) * 2 - 1} cells filled, 2 rows added, 1 did not fit`
    await page.getByRole('status').filter({ hasText: filled }).waitFor()
    expect(await days.count()).toBe(before + 2)
    expect((await valuesOf(page, /^Points \d+$/))[0]).toBe('10')
    await dialog.getByText('“many” does not fit here.', { exact: true }).waitFor()
    await shot(page, 'paste-rows')
    await dialog.getByRole('button', { name: 'Undo paste' }).click()
    await soon(() => days.count()).toBe(before)
  }, 90_000)
})
