import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { adminInfoKey } from '../../src/runtime/stores/keys.ts'
import type { PlanAnswer } from '../../src/schemas/api/designer.ts'
import { openBrowser } from '../harness/browser/browser.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { startProcess } from '../harness/process.ts'
import { signIn } from '../harness/server.ts'
import { shelfDraft } from './shelf.ts'

const dir = mkdtempSync(join(tmpdir(), 'kontor-designer-walk-'))
const workspace = join(dir, 'workspace')
mkdirSync(join(workspace, 'pages'), { recursive: true })
const server = await startProcess(join(dir, 'data'), { KONTOR_MODULES: '', KONTOR_DEMO: '0', KONTOR_WORKSPACE: workspace })
const browser = await openBrowser()
const owner = await signIn(server.url, 'admin', OWNER_PASSWORD)
await owner.post('/admin/routine.Config/edit', { allow_generator: 1 })
afterEach(() => browser.expectNoProblems())
afterAll(async () => {
  await browser.close().finally(() => server.child.kill('SIGTERM'))
  await server.ended
  rmSync(dir, { recursive: true, force: true })
})

const patience = 300_000
const shots = process.env.KONTOR_SHOTS

async function openDesigner(lang: 'en' | 'zh-cn', viewport = { width: 1440, height: 900 }) {
  const { body } = await owner.post<{ userInfo: object }>('/admin/Index/login', {
    username: 'admin',
    password: OWNER_PASSWORD,
    keep: false,
  })
  const value = JSON.stringify({ ...body.data.userInfo, super: false }) // what they may do is asked for at the start
  const storageState = { cookies: [], origins: [{ origin: server.url, localStorage: [{ name: adminInfoKey, value }] }] }
  const page = await browser.page({
    viewport,
    storageState,
    allow: [/ws:\/\//, /404 \(Not Found\)/],
  })
  page.setDefaultTimeout(60_000)
  await page.addInitScript(
    (layout) => localStorage.getItem('storeConfig_v2') ?? localStorage.setItem('storeConfig_v2', layout),
    JSON.stringify({ lang, isDark: false }),
  )
  await page.goto(`${server.url}/admin/crud/crud`)
  return page
}

/** Drags with the mouse, from the middle of one to the middle of another, or so far down in it (0 to 1), and lets go once `line` shows. */
async function dragTo(
  page: Page,
  from: Locator,
  to: Locator,
  { down = 0.5, line }: { down?: number; line?: Locator },
): Promise<void> {
  const boxOf = async (of: Locator) => (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  // Until what was put down before has moved to its place.
  await page
    .locator('.d-columns')
    .evaluate((columns) => Promise.allSettled(columns.getAnimations({ subtree: true }).map(({ finished }) => finished)))
  const [start, end] = [await boxOf(from), await boxOf(to)]
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width / 2, end.y + end.height * down, { steps: 12 })
  await line?.waitFor()
  await page.mouse.up()
}

describe('designing a screen', () => {
  test('from nothing to a row in its list, the order by keyboard alone', { timeout: patience }, async () => {
    const page = await openDesigner('en')
    await page.getByLabel('Title (English)').fill('Shelves')
    await page.getByLabel('Address').fill('store/shelf')
    await page.getByRole('button', { name: 'Start designing' }).click()

    // Nothing to preview yet, and no word that is missing.
    await page.getByText('Choose a kind to add a field.').waitFor()
    await page.getByText('No errors').waitFor()
    expect(await page.locator('.d-columns').innerText()).not.toMatch(/preview|\b(?:ui|designer)\.[a-z]+/i)
    const palette = page.getByRole('navigation', { name: 'Kinds of fields' })
    await palette.getByRole('button', { name: 'Text', exact: true }).click()
    await page.getByRole('textbox', { name: 'Label English' }).fill('Place')
    await page.getByRole('checkbox', { name: 'Required', exact: true }).check()
    await palette.getByRole('button', { name: 'Whole number' }).click()
    const list = page.getByRole('table', { name: 'List preview' })
    await expect
      .poll(() => list.getByRole('columnheader').allTextContents(), { timeout: 60_000 })
      .toEqual(['Place', 'Whole number'])
    await page.getByRole('region', { name: 'Form preview' }).getByLabel('Place').waitFor()

    if (shots) await page.screenshot({ path: join(shots, 'designer-fields.png'), fullPage: true })

    const fields = page.getByRole('region', { name: 'Fields' }).getByRole('listitem')
    await page.getByRole('button', { name: 'Move Whole number', exact: true }).focus()
    for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key)
    await expect.poll(() => fields.first().textContent()).toContain('Whole number')
    await expect.poll(() => list.getByRole('columnheader').first().textContent(), { timeout: 60_000 }).toBe('Whole number')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => fields.first().textContent()).toContain('Place')
    await page.getByRole('button', { name: 'Redo' }).click()

    const source = page.getByRole('textbox', { name: 'page.json' })
    const written = await source.inputValue()
    expect(Object.keys(JSON.parse(written).fields)).toEqual(['integer', 'string'])
    await source.fill(written.replace('"kind": "integer"', '"kind": "integr"'))
    await page
      .getByRole('region', { name: 'Checks' })
      .getByText(/integr/)
      .first()
      .waitFor()
    await source.fill(written)
    await page.getByRole('status').filter({ hasText: 'No errors' }).waitFor()
    if (shots) await page.screenshot({ path: join(shots, 'designer-en.png'), fullPage: true })

    await page.getByRole('button', { name: 'Review and save' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Create the table store_shelf').waitFor()
    expect(await dialog.locator('summary', { hasText: 'pages/store/shelf/page.json' }).count()).toBe(1)
    if (shots) await page.screenshot({ path: join(shots, 'designer-plan.png') })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Screen saved and live').waitFor({ timeout: 120_000 })
    expect(JSON.parse(readFileSync(join(workspace, 'pages/store/shelf/page.json'), 'utf8')).fields.string.required).toBe(true)
    // A label begins with what the kind is called in each language, and changes in one alone.
    const words = (lang: string) => JSON.parse(readFileSync(join(workspace, `pages/store/shelf/${lang}.json`), 'utf8')).fields
    expect([words('en').string.label, words('zh-cn').string.label]).toEqual(['Place', '单行文本'])
    expect([words('en').integer.label, words('zh-cn').integer.label]).toEqual(['Whole number', '整数'])

    await page.goto(`${server.url}/admin/store/shelf`)
    await page.getByRole('button', { name: 'Add', exact: true }).first().click()
    await page.getByRole('dialog').getByLabel('Place').fill('North')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('row', { name: /North/ }).waitFor()
    await page.context().close()
  })

  test('by mouse: kinds from the palette to a place, and fields to another', { timeout: patience }, async () => {
    const page = await openDesigner('en')
    await page.getByLabel('Title (English)').fill('Boxes')
    await page.getByLabel('Address').fill('store/box')
    await page.getByRole('button', { name: 'Start designing' }).click()
    const palette = page.getByRole('navigation', { name: 'Kinds of fields' })
    const canvas = page.getByRole('region', { name: 'Fields' })
    const names = async () => canvas.getByRole('listitem').locator('code').allTextContents()
    const kind = (name: string) => palette.getByRole('button', { name, exact: true })

    const [above, below] = [canvas.locator('[data-behind]'), page.locator('.d-canvas[data-over]')]

    // A press adds one too, also by keys.
    await kind('Switch').press('Enter')
    await expect.poll(names).toEqual(['switch'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(names).toEqual([])

    // Onto the empty canvas; then above a field, below all of them, and beside the canvas, where nothing is added.
    await dragTo(page, kind('Text'), canvas, { line: below })
    await expect.poll(names).toEqual(['string'])
    await expect.poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('string')
    await dragTo(page, kind('Amount'), canvas.getByRole('listitem').first(), { down: 0.2, line: above })
    await expect.poll(names).toEqual(['money', 'string'])
    await dragTo(page, kind('Date'), canvas.getByRole('listitem').last(), { down: 0.9, line: below })
    await expect.poll(names).toEqual(['money', 'string', 'date'])
    await dragTo(page, kind('Switch'), kind('Rich text'), {})
    expect(await names()).toEqual(['money', 'string', 'date'])

    const held = canvas.locator('[data-held]')
    await dragTo(page, page.getByRole('button', { name: 'Move Date', exact: true }), canvas.getByRole('listitem').first(), {
      line: held,
    })
    await expect.poll(names).toEqual(['date', 'money', 'string'])
    const written = JSON.parse(await page.getByRole('textbox', { name: 'page.json' }).inputValue())
    expect([Object.keys(written.fields), written.table.columns, written.form.fields]).toEqual(
      Array.from({ length: 3 }, () => ['date', 'money', 'string']),
    )
    await page.context().close()
  })

  test.each([
    ['en', ['Text', 'Amount', 'Select', 'Date and time']],
    ['zh-cn', ['单行文本', '金额', '下拉单选', '日期时间']],
  ] as const)('fits a window of 1024 pixels, in %s', { timeout: patience }, async (lang, kinds) => {
    const page = await openDesigner(lang, { width: 1024, height: 768 })
    const inputs = page.getByRole('main').locator('form').getByRole('textbox')
    for (const [at, text] of ['Goods on hand', '库存商品', 'store/narrow'].entries()) await inputs.nth(at).fill(text)
    await inputs.nth(2).press('Enter')
    const palette = page.locator('.d-palette')
    for (const kind of kinds) await palette.getByRole('button', { name: kind, exact: true }).click()
    const list = page.locator('.d-list-box')
    await expect.poll(() => list.getByRole('columnheader').count(), { timeout: 60_000 }).toBe(4)
    if (shots) await page.screenshot({ path: join(shots, `designer-1024-${lang}.png`) })

    // The fields begin in the upper half, where a kind is dragged to without scrolling, and nothing is wider than its place.
    expect((await page.locator('.d-field').first().boundingBox())?.y).toBeLessThan(768 / 2)
    const wide = await page
      .locator('.d-designer')
      .evaluate((designer) =>
        [designer, ...designer.querySelectorAll('.d-palette, .d-middle, .d-canvas, .d-properties, .d-files')].flatMap((part) =>
          part.scrollWidth > part.clientWidth ? [part.className] : [],
        ),
      )
    expect(wide).toEqual([])
    if (shots) {
      await page.locator('.d-preview').evaluate((preview) => preview.scrollIntoView())
      await page.screenshot({ path: join(shots, `designer-1024-${lang}-preview.png`) })
    }
    await page.context().close()
  })

  test('is taken back in the history', { timeout: patience }, async () => {
    const shelf = shelfDraft()
    const rack = { ...shelf, id: 'store/rack', page: shelf.page.replace('store_shelf', 'store_rack') }
    const { seen } = (await owner.post<PlanAnswer>('/admin/crud.Crud/preview', rack)).body.data
    expect((await owner.post('/admin/crud.Crud/generate', { ...rack, seen })).body.code).toBe(1)
    const page = await openDesigner('zh-cn')
    await page.getByRole('heading', { name: '新建页面' }).waitFor()
    // Its own title, also before the server serves it.
    await page.getByRole('region', { name: '工作区的页面' }).getByRole('button', { name: '货架 store/rack' }).waitFor()
    if (shots) await page.screenshot({ path: join(shots, 'designer-start.png') })
    await page.getByRole('main').getByRole('link', { name: '生成记录' }).click()
    const row = page.getByRole('row', { name: /store\/rack/ })
    await row.waitFor()
    if (shots) await page.screenshot({ path: join(shots, 'designer-log.png') })
    await row.getByRole('button', { name: '详情' }).click()
    await page.getByRole('dialog').getByText('store_rack').first().waitFor()
    await page.keyboard.press('Escape')
    await row.getByRole('button', { name: /更多/ }).click()
    await page.getByRole('menuitem', { name: '恢复' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '恢复' }).click()
    await expect.poll(() => existsSync(join(workspace, 'pages/store/rack')), { timeout: 60_000 }).toBe(false)
    await page.context().close()
  })

  test('begins with a record of the history, and is deleted from there', { timeout: patience }, async () => {
    const shelf = shelfDraft()
    const crate = { ...shelf, id: 'store/crate', page: shelf.page.replace('store_shelf', 'store_crate') }
    const { seen } = (await owner.post<PlanAnswer>('/admin/crud.Crud/preview', crate)).body.data
    expect((await owner.post('/admin/crud.Crud/generate', { ...crate, seen })).body.code).toBe(1)
    const page = await openDesigner('en')
    await page.getByRole('main').getByRole('link', { name: 'History' }).click()
    const row = page.getByRole('row', { name: /store\/crate/ })
    const choose = async (action: string) => {
      await row.getByRole('button', { name: /More/ }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await row.getByRole('button', { name: 'Details' }).click()
    const details = page.getByRole('dialog')
    await details.getByText('Table settings').waitFor()
    if (shots) await page.screenshot({ path: join(shots, 'designer-record.png') })
    await page.keyboard.press('Escape')

    await choose('Copy to a new design')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Open the designer' }).click()
    await page.getByRole('heading', { name: 'Shelves store/crate' }).waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).first().click()
    await page.getByRole('heading', { name: 'New screen' }).waitFor()

    // The designer is open in its tab by now: the link reaches it there.
    await page.getByRole('main').getByRole('link', { name: 'History' }).click()
    await choose('Delete code')
    const plan = page.getByRole('dialog', { name: 'Delete store/crate' })
    await plan.locator('summary', { hasText: 'pages/store/crate/page.json' }).waitFor()
    await plan.getByText('The table store_crate stays with its rows').waitFor()
    if (shots) await page.screenshot({ path: join(shots, 'designer-delete.png') })
    expect(existsSync(join(workspace, 'pages/store/crate'))).toBe(true)
    await plan.getByRole('button', { name: 'Delete screen' }).click()
    await plan.getByText('Screen deleted. Its table stays.').waitFor({ timeout: 120_000 })
    expect(existsSync(join(workspace, 'pages/store/crate'))).toBe(false)
    await page.context().close()
  })
})
