import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

async function openDesigner(lang: 'en' | 'zh-cn') {
  const { body } = await owner.post<{ userInfo: object }>('/admin/Index/login', {
    username: 'admin',
    password: OWNER_PASSWORD,
    keep: false,
  })
  const value = JSON.stringify({ ...body.data.userInfo, super: false }) // what they may do is asked for at the start
  const storageState = { cookies: [], origins: [{ origin: server.url, localStorage: [{ name: adminInfoKey, value }] }] }
  const page = await browser.page({
    viewport: { width: 1440, height: 900 },
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
    for (const key of ['Space', 'ArrowUp', 'Space']) {
      await page.keyboard.press(key)
      await page.waitForTimeout(300) // the parts are measured between keys
    }
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
