import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFaults } from '../harness/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../harness/browser/browser.ts'
import { type Gallery, serveGallery } from '../harness/browser/gallery.ts'

let gallery: Gallery
let browser: TestBrowser
let page: Page

beforeAll(async () => {
  // The form of the gallery needs no server behind it.
  gallery = await serveGallery()
  browser = await openBrowser()
  page = await browser.page({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  page.setDefaultTimeout(20_000)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await gallery?.close()
})

async function open(count: number, lang = 'en'): Promise<void> {
  await page.goto(`${gallery.url}?goods=${count}&lang=${lang}`)
  if (count > 0) await page.getByRole('button', { name: lang === 'en' ? 'Open' : '打开' }).click()
  await page.getByRole('grid').waitFor()
}

const cell = (row: number, column: string) => page.locator(`[role=row][aria-rowindex="${row + 1}"] .p-cell-${column}`)
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const focused = () => page.evaluate(() => document.activeElement?.closest('[data-row]')?.getAttribute('data-row') ?? '')
const column = (name: string) => page.locator(`.p-grid-body .p-cell-${name}`).allTextContents()

/** What was sent by the form, or nothing yet. */
async function saved(): Promise<{ spec: { attributes: unknown[]; skus: Record<string, unknown>[] }; spec_type: string }> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  return JSON.parse((await page.locator('[data-saved]').getAttribute('data-saved')) ?? 'null')
}

async function putClipboard(text: string): Promise<void> {
  await page.evaluate((block) => {
    const data = new DataTransfer()
    data.setData('text/plain', block)
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)
}

/** A node of the browser's accessibility tree. */
interface AxNode {
  role?: { value: unknown }
  name?: { value: unknown }
  description?: { value: unknown }
  properties?: { name: string; value: { value: unknown } }[]
}

const has = (node: AxNode | undefined, name: string, value: unknown) =>
  node?.properties?.some((each) => each.name === name && each.value.value === value) === true

describe('the specs of a goods', { timeout: 90_000 }, () => {
  it('of a single spec are one row, filled in by the keyboard alone', async () => {
    await open(0)
    await page.getByLabel('Name').fill('Tee')
    await cell(1, 'price').click()
    await page.keyboard.type('9.9')
    await press('Tab', 'ArrowRight')
    await press('ArrowRight', 'Enter')
    await page.keyboard.type('5')
    await press('Enter')
    expect(await column('price')).toEqual(['9.90'])
    const { spec } = await saved()
    expect(spec).toMatchObject({
      attributes: [],
      skus: [{ values: [], price: '9.90', stock: 5, origin_price: '', low_stock: null }],
    })
  })

  it('are cleared by another type only when the person says so', async () => {
    const dialog = page.getByRole('alertdialog')
    await page.getByRole('radio', { name: 'Multi spec' }).check()
    await dialog.getByRole('button').first().waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('radio', { name: 'Single spec' }).isChecked()).toBe(true)
    expect(await column('price')).toEqual(['9.90'])
    await page.getByRole('radio', { name: 'Multi spec' }).check()
    await page.getByRole('button', { name: 'Clear and switch' }).click()
    await page.getByRole('grid').waitFor({ state: 'detached' })
    await page.getByText('No specs yet').waitFor()
  })

  it('come from a template or by hand, and wait for being generated', async () => {
    await page.getByLabel('Spec template').click()
    await page.getByRole('option', { name: 'No. 1', exact: true }).click()
    await page.getByRole('button', { name: 'Use template specs' }).click()
    await page.getByRole('status').getByText('6 SKUs: 6 new, 0 removed').waitFor()
    await page.getByRole('button', { name: 'Generate SKUs' }).click()
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('7')
    expect(await page.locator('.p-grid-title').allTextContents()).toEqual([
      'Red / S',
      'Red / M',
      'Red / L',
      'Blue / S',
      'Blue / M',
      'Blue / L',
    ])
    await page.getByLabel('Add values to Colour').fill('Green, Black')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('12 SKUs: 6 new, 0 removed').waitFor()
    await page.getByRole('button', { name: 'Set all 6' }).click()
    await page.getByText('SKU data must be generated before batch setting.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => page.getByLabel(/^Value (Green|Black)$/).count()).toBe(0)
    await page.getByLabel('Value Red').fill('Crimson')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.p-grid-title').first().textContent()).toBe('Crimson / S')
  })

  it('are set at once, filled down, pasted and undone', async () => {
    await page.getByLabel('Value to set').fill('12')
    await page.getByRole('button', { name: 'Set all 6' }).click()
    expect(await column('price')).toEqual(Array(6).fill('12.00'))
    await cell(1, 'stock').click()
    await putClipboard('3\t0.5\n4\n\u00a5x\n5\n6\n7\n8')
    await page.getByText(/Cells pasted: 7\. With errors: 1\. Lines left out below the last SKU: 1\./).waitFor()
    expect(await column('stock')).toEqual(['3', '4', '¥x', '5', '6', '7'])
    await page.getByRole('button', { name: /#3 Crimson \/ L: the stock/ }).waitFor()
    await press('Control+z')
    expect(await column('stock')).toEqual(Array(6).fill(''))
    await page.keyboard.type('8')
    await press('Enter', 'ArrowUp', 'Shift+Control+ArrowDown', 'Control+d')
    expect(await column('stock')).toEqual(Array(6).fill('8'))
    await press('Control+z', 'Control+y')
    expect(await column('stock')).toEqual(Array(6).fill('8'))
  })

  it('are copied as a spreadsheet takes them', async () => {
    await cell(1, 'price').click()
    await press('Shift+ArrowDown', 'Shift+ArrowRight')
    const copied = await page.evaluate(() => {
      const data = new DataTransfer()
      const event = new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
      return data.getData('text/plain')
    })
    expect(copied).toBe('12.00\t\n12.00\t')
  })

  it('have pictures, of a value and of a SKU', async () => {
    const dialog = page.getByRole('dialog')
    const choose = async (title: string, url: string) => {
      await dialog.getByRole('heading', { name: title }).waitFor()
      await dialog.getByRole('button', { name: 'From address' }).click()
      await dialog.getByRole('textbox').fill(url)
      await press('Enter')
      await dialog.getByRole('button', { name: 'Done' }).click()
    }
    await page.getByRole('button', { name: 'More for Crimson' }).click()
    await page.getByRole('menuitem', { name: 'Picture' }).click()
    await choose('Picture of Crimson', '/demo/goods-01.svg')
    await page.locator('.p-spec-value img').waitFor()
    await cell(2, 'price').click()
    await press('ArrowLeft', 'Enter')
    await choose('Picture of Crimson / M', '/demo/goods-02.svg')
    await cell(2, 'image').locator('img').waitFor()
    await expect.poll(focused).toBe('1')
    await press('Control+z', 'Control+z')
    await expect.poll(() => page.locator('.p-spec-value img, .p-cell-image img').count()).toBe(0)
  })

  it('tell what is wrong at its cell, and lead there', async () => {
    await cell(2, 'weight').click()
    await page.keyboard.type('heavy')
    await press('Enter')
    const link = page.getByRole('button', { name: /#2 Crimson \/ M: the weight/ }).last()
    await link.waitFor()
    expect(await cell(2, 'weight').getAttribute('aria-invalid')).toBe('true')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .locator('.s-form-summary')
      .getByRole('button', { name: /the weight/ })
      .click()
    await expect.poll(focused).toBe('1')
    expect(await axeFaults(page)).toEqual([])
    await press('Delete')
    await expect.poll(() => link.count()).toBe(0)
    const { spec, spec_type } = await saved()
    expect(spec_type).toBe('multi')
    expect(spec.skus.map(({ values, price, stock, weight }) => [values, price, stock, weight])[1]).toEqual([
      ['Crimson', 'M'],
      '12.00',
      8,
      '',
    ])
  })

  it('of two specs are made, filled in and saved without a mouse', async () => {
    await open(0)
    await page.getByRole('radio', { name: 'Single spec' }).focus()
    await press('ArrowRight')
    const add = page.getByRole('button', { name: 'Add spec' })
    await add.focus()
    // Each step leaves the focus where the next one begins.
    await press('Enter')
    await page.keyboard.type('Colour')
    await press('Enter')
    await page.keyboard.type('Red, Blue')
    await press('Enter', 'Tab', 'Enter')
    await page.keyboard.type('Size')
    await press('Enter')
    await page.keyboard.type('S')
    await press('Enter')
    await page.keyboard.type('M')
    await press('Enter')
    await page.getByRole('button', { name: 'Generate SKUs' }).focus()
    await press('Enter')
    await expect.poll(focused).toBe('0')
    await page.keyboard.type('9.9')
    await press('Enter', 'ArrowUp', 'Control+Shift+ArrowDown', 'Control+d', 'Control+Home', 'ArrowRight')
    await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight')
    await page.keyboard.type('7')
    await press('Enter', 'ArrowUp', 'Control+Shift+ArrowDown', 'Control+d')
    await page.getByLabel('Name').first().fill('Tee')
    const { spec } = await saved()
    expect(spec.skus.map(({ values, price, stock }) => [values, price, stock])).toEqual(
      ['Red', 'Blue'].flatMap((colour) => ['S', 'M'].map((size) => [[colour, size], '9.90', 7])),
    )
  })

  it('have codes and pictures set for many at once', async () => {
    const column = page.getByRole('combobox', { name: 'Column to set' })
    const choose = async (name: string) => {
      await column.click()
      await page.getByRole('option', { name, exact: true }).click()
    }
    await choose('SKU code')
    await page.getByLabel('SKU code pattern').fill('T-$1')
    await press('Enter')
    await page.getByText('Two SKUs would have the same code').waitFor()
    await page.getByLabel('SKU code pattern').fill('T-$1-##')
    await press('Enter')
    await page.getByText('SKU codes set for 4 SKUs: T-Red-01 … T-Blue-04.').waitFor()
    await choose('Picture')
    await page.getByRole('button', { name: 'Set all 4' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'Picture of 4 SKUs' }).waitFor()
    await dialog.getByRole('button', { name: 'From address' }).click()
    await dialog.getByRole('textbox').fill('/demo/goods-01.svg')
    await press('Enter')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect.poll(() => page.locator('.p-cell-image img').count()).toBe(4)
  })

  it('are a grid to a screen reader, with names, places and what is wrong', async () => {
    await cell(2, 'price').click()
    await page.keyboard.type('dear')
    await press('Enter', 'ArrowUp')
    await page.getByRole('button', { name: /#2 Red \/ M: the price/ }).waitFor()
    const cdp = await page.context().newCDPSession(page)
    const { nodes } = (await cdp.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] }
    const grid = nodes.find(({ role }) => role?.value === 'grid')
    expect(grid?.name?.value).toBe('SKUs')
    expect(nodes.filter(({ role }) => role?.value === 'row')).toHaveLength(5)
    expect(nodes.filter(({ role }) => role?.value === 'columnheader')).toHaveLength(11)
    const headers = nodes.filter(({ role }) => role?.value === 'rowheader').map(({ name }) => name?.value)
    expect(headers).toEqual(['1 Red / S new', '2 Red / M new', '3 Blue / S new', '4 Blue / M new'])
    const focus = nodes.filter((node) => node.role?.value === 'gridcell' && has(node, 'focused', true))
    expect(focus.map(({ name }) => name?.value)).toEqual(['dear'])
    expect(focus[0]?.description?.value).toContain('#2 Red / M: the price must be 0.01 or more')
    expect(has(focus[0], 'invalid', 'true')).toBe(true)
    await press('Delete')
  })

  it('of a thousand SKUs are walked through to the end, each where it is', async () => {
    await open(1000, 'zh-cn')
    await cell(1, 'sku_code').click()
    await press('Control+End')
    await expect.poll(focused).toBe('999')
    expect(await page.locator('[data-row="999"] .p-grid-title').textContent()).toBe('Colour 50 / Size 20')
    expect(await page.locator('.p-grid-body [role=row]').count()).toBeLessThan(60)
    await press('PageUp', 'Control+Home')
    await expect.poll(focused).toBe('0')
    browser.expectNoProblems()
  })
})
