import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { loadSchema } from '../../codegen/load/pages.ts'
import { openBrowser, type TestBrowser } from '../harness/browser/browser.ts'
import { follow, shot, soon } from '../harness/browser/site.ts'
import { freshDatabase, OWNER_PASSWORD, type TestDatabase } from '../harness/database.ts'
import { copySchemas } from '../harness/schemas.ts'
import { prepareAgain, startTestServer, type TestServer } from '../harness/server.ts'

let browser: TestBrowser
let database: TestDatabase
let server: TestServer
let dir: string
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'kontor-live-'))
  database = await freshDatabase('demo')
  server = await startTestServer({ on: kept() })
  browser = await openBrowser()
}, 240_000)
afterEach(() => browser.expectNoProblems())
afterAll(async () => {
  await browser?.close()
  await server?.close()
  await database?.drop()
  rmSync(dir, { recursive: true, force: true })
})

/** The database, which outlives one server. */
const kept = (): TestDatabase => ({ ...database, drop: async () => {} })

function edit(path: string, change: (json: Record<string, unknown>) => unknown): void {
  const file = join(dir, path)
  const json = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  writeFileSync(file, JSON.stringify(change(json) ?? json))
}

function write(path: string, json: object): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), JSON.stringify(json))
}

/** The product with another word on one screen, and one screen more: no front end is built for it. */
function nextPages(): string[] {
  const dirs = copySchemas(dir)
  for (const [lang, label] of [
    ['en', 'Display name'],
    ['zh-cn', '显示名称'],
  ])
    edit(`pages/routine/adminInfo/${lang}.json`, (words) => ({ ...words, fields: { nickname: { label } } }))
  for (const [lang, label] of [
    ['en', 'Name of the group'],
    ['zh-cn', '分组名称'],
  ])
    edit(`pages/user/group/${lang}.json`, (words) => ({ ...words, fields: { ...(words.fields as object), name: { label } } }))
  write('pages/memo/page.json', {
    version: 1,
    kind: 'crud',
    entity: { table: 'memo', unindexedBecause: 'a few memos' },
    fields: { text: { kind: 'string', required: true, maxLength: 60 } },
    table: { columns: ['id', 'text', 'create_time'], row: ['edit', 'delete'] },
  })
  write('pages/memo/en.json', { title: 'Memos', noun: 'memo', fields: { text: { label: 'Memo' } } })
  write('pages/memo/zh-cn.json', { title: '备忘', noun: '备忘', fields: { text: { label: '内容' } } })
  const buttons = ['index', 'add', 'edit', 'del']
  const rule = {
    type: 'menu',
    name: 'memo',
    title: '备忘',
    title_en: 'Memos',
    icon: 'pi pi-file',
    menu_type: 'tab',
    component: 'memo',
  }
  edit('menus/admin.json', (menu) => [...(menu as unknown as object[]), { ...rule, keepalive: 1, buttons }])
  return dirs
}

async function enter(): Promise<Page> {
  const page = await browser.page({ viewport: { width: 1440, height: 900 }, allow: [/ws:\/\/127/, /WebSocket/] })
  page.setDefaultTimeout(30_000)
  await page.addInitScript(
    () => localStorage.getItem('storeConfig_v2') ?? localStorage.setItem('storeConfig_v2', JSON.stringify({ lang: 'en' })),
  )
  await page.goto(`${server.url}/admin/login`)
  await page.locator('input[name="username"]').fill('admin')
  await page.locator('input[name="password"]').fill(OWNER_PASSWORD)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL(/\/admin\/(?!login|loading)/)
  return page
}

test('a screen that changed says so and keeps what was typed; a new screen is in the menu, without a reload or a build', async () => {
  const page = await enter()
  const loads: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()))
  const bar = page.getByText('This screen has changed')
  const asked = page.getByRole('alertdialog')
  await page.locator('.k-user').click()
  await page.getByRole('menuitem', { name: 'My account' }).click()
  const nickname = page.locator('#main').getByRole('textbox', { name: 'Nickname' })
  await soon(() => nickname.inputValue()).not.toBe('')
  await nickname.fill('Typed before the change')
  await soon(() => page.evaluate(() => document.body.innerText.includes('Memos'))).toBe(false)
  // Another screen in front, with a form over it.
  await follow(page, '/admin/user/group')
  const row = page.locator('tr[data-id]').first()
  await row.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed in a form')

  const { port } = new URL(server.url)
  const feedPort = new URL(server.feedUrl).port
  const schemaDir = nextPages()
  const { schema, issues } = await loadSchema(schemaDir)
  expect(issues).toEqual([])
  await prepareAgain(database.url, { schemaDir })
  // The next server is there before browsers give up looking for it.
  await server.close()
  const settings = { port: Number(port), feedPort: Number(feedPort) }
  server = await startTestServer({ on: kept(), database: 'empty', schemaDir, schema, settings })

  const reload = page.getByRole('button', { name: 'Reload', exact: true })
  await form.getByText('This screen has changed').waitFor()
  await shot(page, 'page-changed-form')
  await reload.focus()
  await page.keyboard.press('Enter')
  await asked.getByRole('button', { name: 'Keep editing' }).click()
  await soon(() => asked.count()).toBe(0)
  expect(await form.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Typed in a form')
  await reload.click()
  await asked.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('Name of the group').first().waitFor()
  await soon(() => page.locator('tr[data-id]').first().isVisible()).toBe(true)
  expect(await bar.filter({ visible: true }).count()).toBe(0)

  await follow(page, '/admin/routine/adminInfo')
  await bar.waitFor()
  const fresh = page.getByRole('navigation').getByRole('link', { name: 'Memos' }).first()
  await fresh.waitFor()
  await shot(page, 'page-changed')
  expect(await nickname.inputValue()).toBe('Typed before the change')
  await reload.click()
  await asked.getByRole('button', { name: 'Keep editing' }).click()
  await soon(() => asked.count()).toBe(0)
  expect(await nickname.inputValue()).toBe('Typed before the change')
  await reload.click()
  await asked.getByRole('button', { name: 'Discard' }).click()
  const renamed = page.locator('#main').getByRole('textbox', { name: 'Display name' })
  await soon(() => renamed.inputValue()).not.toBe('')
  expect(await renamed.inputValue()).not.toBe('Typed before the change')
  expect(await bar.count()).toBe(0)

  await fresh.click()
  await page.getByText('Nothing here yet').waitFor()
  await page.getByRole('columnheader', { name: 'Memo', exact: true }).waitFor()
  expect(await bar.count()).toBe(0)
  expect(loads).toEqual([])
}, 300_000)

test('a field and a cell that this front end does not know say so, and the rest of the screen works', async () => {
  const page = await enter()
  // What a newer server would deliver.
  await page.route(/\/pages\/[^/]+\/user\/group\.en\.json/, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    const { fields, table } = json.data.page.packed
    fields.status.kind = 'hologram'
    table.columns.find((column: { field: string }) => column.field === 'name').cell = 'hologram'
    await route.fulfill({ response, json })
  })
  await page.goto(`${server.url}/admin/user/group`)
  const row = page.locator('tr[data-id]').first()
  await row.getByText('Cannot be shown').first().waitFor()
  await row.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByText('Cannot be shown').waitFor()
  await shot(page, 'unknown-kind')
  const id = await row.getAttribute('data-id')
  const [before] = await server.query('SELECT status FROM user_group WHERE id = $1', [id])
  await form.getByRole('textbox', { name: 'Name' }).fill('Renamed beside it')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await soon(() => server.query('SELECT name, status FROM user_group WHERE id = $1', [id])).toEqual([
    { name: 'Renamed beside it', status: before?.status },
  ])
}, 120_000)
