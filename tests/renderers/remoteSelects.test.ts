import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { kontorPages } from '../../codegen/vitePlugin.ts'
import { rule, std } from '../crud/labPages.ts'
import { openBrowser, type TestBrowser } from '../harness/browser.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

/** A record that names rows of five other tables, one of them from a tree, one several, one narrowed by another. */
const links = {
  version: 1,
  kind: 'crud',
  entity: { table: 'lab_links' },
  fields: {
    name: { kind: 'string', required: true },
    user_id: { kind: 'remoteSelect', page: 'user/user', show: 'nickname' },
    group_id: { kind: 'remoteSelect', page: 'user/group', show: 'name' },
    classify_id: { kind: 'remoteSelect', page: 'shop/goods/classify', show: 'name', tree: true },
    company_ids: { kind: 'remoteMultiSelect', page: 'shop/delivery/company', show: 'name' },
    member_id: { kind: 'remoteSelect', page: 'user/user', show: 'username', depends: ['group_id'] },
  },
  table: { columns: ['id', 'name'], toolbar: ['add'], row: ['edit'], open: 'edit' },
}

let dir: string
let server: TestServer
let browser: TestBrowser
let page: Page
/** Questions for choices and labels, as they were asked. */
const asked: URL[] = []

beforeAll(async () => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'kontor-links-')))
  // The front end knows the pages of its own sources: it is built from a copy that has this one too.
  for (const part of ['src', 'public', 'index.html', 'package.json']) cpSync(part, join(dir, part), { recursive: true })
  symlinkSync(realpathSync('node_modules'), join(dir, 'node_modules'))
  const schemaDir = join(dir, 'src/schemas')
  const put = (path: string, json: unknown) => writeFileSync(join(schemaDir, path), JSON.stringify(json))
  mkdirSync(join(schemaDir, 'pages/lab/links'), { recursive: true })
  put('pages/lab/links/page.json', links)
  const words = { title: 'Links', fields: Object.fromEntries(Object.keys(links.fields).map((name) => [name, { label: name }])) }
  for (const locale of ['zh-cn', 'en']) put(`pages/lab/links/${locale}.json`, words)
  put('menus/admin.json', [
    ...JSON.parse(readFileSync(join(schemaDir, 'menus/admin.json'), 'utf8')),
    rule(9301, 'lab/links', std),
  ])
  const siteDir = join(dir, 'dist')
  await build({
    configFile: false,
    root: dir,
    logLevel: 'error',
    plugins: [kontorPages(schemaDir), react()],
    build: { outDir: siteDir, assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
  })
  server = await startTestServer({ database: 'demo', schemaDir, siteDir })
  await server.query(
    `insert into lab_links (name, user_id, group_id, classify_id, company_ids, member_id) values ('all five', 7, 1, 10, '{2,3}', 9)`,
  )
  browser = await openBrowser()
  page = await browser.page({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN', allow: [earlySocket] })
  page.setDefaultTimeout(20_000)
  page.on('request', (request) => {
    if (request.url().includes('/lab.Links/options')) asked.push(new URL(request.url()))
  })
  await page.goto(`${server.url}/admin/login`)
  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(OWNER_PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/\/admin\/(?!login|loading)/)
}, 180_000)
afterEach(() => browser.expectNoProblems())
afterAll(async () => {
  await browser?.close()
  await server?.close()
  if (dir) rmSync(dir, { recursive: true, force: true })
})

/** Before the server has told its port the live feed tries the usual one, which the tests' policy does not allow. */
const earlySocket = /ws:\/\/127\.0\.0\.1:2828/

const dialog = () => page.getByRole('dialog')
const field = (name: string) => dialog().locator(`[data-field=${name}]`)
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 })

async function openForm() {
  await page.goto(`${server.url}/admin/lab/links`)
  await page.locator('tr[data-id]').first().waitFor()
  asked.length = 0
  await page.locator('tr[data-id]').first().getByRole('button', { name: '编辑' }).click()
  await dialog().getByRole('textbox', { name: 'name' }).waitFor()
}

it('names what five remote selects hold with one request', async () => {
  const [names] = await server.query<Record<string, string>>(`select (select nickname from "user" where id = 7) as user_id,
    (select name from user_group where id = 1) as group_id, (select name from shop_goods_classify where id = 10) as classify_id,
    (select name from shop_delivery_company where id = 2) as company_ids, (select username from "user" where id = 9) as member_id`)
  await openForm()
  for (const [name, label] of Object.entries(names ?? {})) await soon(() => field(name).innerText()).toContain(label)
  expect(
    asked.map((url) => [...new Set([...url.searchParams.keys()].map((key) => key.replace(/^labels\[(\w+)\].*$/, '$1')))]),
  ).toEqual([['user_id', 'group_id', 'classify_id', 'company_ids', 'member_id', 'action']])
  await page.keyboard.press('Escape')
})

it('searches on the server, and brings more choices at the end of the list', async () => {
  await openForm()
  await field('user_id').getByRole('combobox').click()
  await soon(() => page.getByRole('option').count()).toBe(20)
  await page.getByRole('option').last().scrollIntoViewIfNeeded()
  await soon(() => page.getByRole('option').count()).toBeGreaterThan(20)
  const [member] = await server.query<{ nickname: string }>('select nickname from "user" order by id limit 1')
  await page.keyboard.type(member?.nickname ?? '')
  await soon(() => page.getByRole('option', { name: member?.nickname ?? '' }).count()).toBeGreaterThan(0)
  await soon(() => asked.some((url) => url.searchParams.get('quickSearch') === member?.nickname)).toBe(true)
  await page.keyboard.press('Escape')
})

it('empties a choice when what it depends on is changed, and offers only what fits then', async () => {
  const [other] = await server.query<{ id: number; name: string }>(
    'select id, name from user_group where id <> 1 order by id limit 1',
  )
  await openForm()
  await soon(() => field('member_id').innerText()).toContain('user')
  await field('group_id').getByRole('combobox').click()
  await page.getByRole('option', { name: other?.name ?? '' }).click()
  await soon(() => field('member_id').innerText()).not.toMatch(/user\d/)
  await field('member_id').getByRole('combobox').click()
  const fits = await server.query<{ username: string }>(
    'select username from "user" where group_id = $1 and delete_time is null order by id desc limit 20',
    [other?.id],
  )
  await soon(() => page.getByRole('option').allInnerTexts()).toEqual(fits.map((row) => row.username))
  await page.getByRole('option').first().click()
  await dialog().getByRole('button', { name: '保存' }).click()
  await dialog().waitFor({ state: 'detached' })
  const [saved] = await server.query<{ username: string }>(
    'select u.username from lab_links l join "user" u on u.id = l.member_id where l.group_id = $1',
    [other?.id],
  )
  expect(saved?.username).toBe(fits[0]?.username)
})
