import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../harness/browser/browser.ts'
import type { Client } from '../harness/client.ts'
import { OWNER_PASSWORD, TEST_SECRET } from '../harness/database.ts'
import { longTest } from '../harness/longTest.ts'
import { everyNth, sampleOf } from '../harness/sampling.ts'
import { signIn } from '../harness/server.ts'

const root = resolve(import.meta.dirname, '../..')
/** What a developer changes lies in a copy; whatever is found there is not that of other tests. */
let dir: string
let child: ChildProcess
let output = ''
let port = 0
let url = ''
let owner: Client

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'kontor-dev-'))
  for (const name of [
    'src',
    'server',
    'modules',
    'codegen',
    'scripts',
    'public',
    'index.html',
    'vite.config.ts',
    'package.json',
    'tsconfig.json',
  ])
    cpSync(join(root, name), join(dir, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))
  port = await freePorts()
  url = `http://127.0.0.1:${port}`
  child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(dir, 'scripts/dev.ts')], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      FEED_PORT: String(port + 1),
      KONTOR_DATA: join(dir, 'data'),
      KONTOR_DEMO: '0',
      KONTOR_ADMIN_PASSWORD: OWNER_PASSWORD,
      KONTOR_SECRET: TEST_SECRET,
    },
  })
  await new Promise<void>((ready, failed) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data) => {
        output += String(data)
        if (output.includes('[dev] open ')) ready()
      })
    child.once('exit', () => failed(new Error(output)))
  })
  owner = await signIn(url, 'admin').catch((error: Error) => Promise.reject(new Error(`${error.message}\n${output}`)))
}, 120_000)
afterAll(async () => {
  const ended = new Promise((end) => child?.once('exit', end))
  child?.kill('SIGTERM')
  if (child) await ended
  if (dir) rmSync(dir, { recursive: true, force: true })
})

/**
 * A port whose next ones are free as well: the feed and the server behind get those. It lies below the ports that the system gives to the
 * servers of other tests, for while the server restarts anybody could take its port.
 */
async function freePorts(): Promise<number> {
  const taken = (at: number) =>
    new Promise<number>((end) => {
      const socket = createServer()
      socket.once('error', () => end(0))
      socket.listen(at, '127.0.0.1', () => {
        const address = socket.address()
        socket.close(() => end(typeof address === 'object' && address ? address.port : 0))
      })
    })
  for (let first = 10_000 + (process.pid % 5_000) * 4; ; first += 4) {
    const free = await Promise.all([first, first + 1, first + 2].map(taken))
    if (!free.includes(0)) return first
  }
}

/** Saves as vim, JetBrains and git do: a new file takes the place of the old one. */
function saveByRename(path: string, change: (text: string) => string): void {
  const file = join(dir, path)
  writeFileSync(`${file}~`, change(readFileSync(file, 'utf8')))
  renameSync(`${file}~`, file)
}
const menus = async () => JSON.stringify((await owner.get('/admin/Index/index')).body)
const served = async (path: string) => (await fetch(`${url}/${path}?import`)).text()
/** The server starts anew meanwhile, which takes a minute where the machine has much else to do. */
const slow = { timeout: 150_000, interval: 250 }

test('npm run dev says once which address to open, and its server leaves the port of the live feed alone', () => {
  expect(output.match(/http:\/\/[\w.:]+/g)).toEqual([url])
  expect(output).toContain(`[dev] open ${url}/admin`)
})

test('files that a module brings along are at the root of the site', async () => {
  const picture = await fetch(`${url}/demo/goods-01.svg`)
  expect(picture.headers.get('content-type')).toBe('image/svg+xml')
  expect(await picture.text()).toBe(readFileSync(join(root, 'modules/shop/public/demo/goods-01.svg'), 'utf8'))
  for (const path of ['demo/none.svg', 'demo/..%2f..%2fmodule.json'])
    expect((await fetch(`${url}/${path}`)).headers.get('content-type'), path).not.toBe('application/octet-stream')
})

test('a file that is saved by rename restarts the server each time', async () => {
  for (const title of sampleOf('saves by rename', ['Once', 'Twice'], everyNth(2))) {
    saveByRename('src/schemas/menus/admin.json', (text) => text.replace(/"title_en": "[^"]*"/, `"title_en": "${title}"`))
    await expect.poll(menus, slow).toContain(`"title":"${title}"`)
  }
}, 400_000)

test('words that are saved by rename reach the browser each time', async () => {
  const words = 'src/schemas/pages/auth/group/en.json'
  expect(await served(words)).not.toContain('Title ')
  for (const title of ['Title one', 'Title two']) {
    saveByRename(words, (text) => text.replace(/"title": "[^"]*"/, `"title": "${title}"`))
    await expect.poll(() => served(words), slow).toContain(title)
  }
}, 400_000)

longTest('the two tests before: a saved file restarts the server, and saved words reach the browser')(
  'a screen that is added is there as it is saved, in the browser and on the server',
  async () => {
    const page = 'src/schemas/pages/lab/note'
    const put = (path: string, json: object) => {
      mkdirSync(dirname(join(dir, path)), { recursive: true })
      writeFileSync(join(dir, path), JSON.stringify(json))
    }
    const fields = { name: { kind: 'string', required: true } }
    for (const locale of ['zh-cn', 'en'])
      put(`${page}/${locale}.json`, { title: 'Notes', noun: 'note', fields: { name: { label: 'Name' } } })
    put(`${page}/page.json`, {
      version: 1,
      kind: 'crud',
      entity: { table: 'lab_note', unindexedBecause: 'a table of tests' },
      fields,
      table: { columns: ['id', 'name'] },
    })
    const entry = { type: 'menu', name: 'lab/note', title: '笔记', title_en: 'Notes', buttons: ['index', 'add', 'edit', 'del'] }
    saveByRename('src/schemas/menus/admin.json', (text) => text.replace(/\s*\]\s*$/, `,\n${JSON.stringify(entry)}\n]\n`))
    await expect.poll(() => served(`${page}/en.json`), slow).toContain('"Notes"')
    await expect.poll(menus, slow).toContain('"lab/note"')
    await expect.poll(async () => (await owner.get('/admin/lab.Note/index')).body.code, slow).toBe(1)
  },
  500_000,
)

longTest(
  'tests/delivery/live.test.ts: a screen that changed says so and keeps what was typed; here the server restarts behind Vite',
)(
  'a page that is saved is offered in the browser, and what is typed into it stays',
  async () => {
    const browser = await openBrowser()
    try {
      // While the server restarts, calls and the feed end; that is said in the console.
      const page = await browser.page({ allow: [/WebSocket/, /Failed to load resource/] })
      page.setDefaultTimeout(slow.timeout)
      await page.goto(`${url}/admin/login`)
      await page.locator('input[name="username"]').fill('admin')
      await page.locator('input[name="password"]').fill(OWNER_PASSWORD)
      await page.locator('button[type="submit"]').click()
      await page.waitForURL(/\/admin\/(?!login|loading)/)
      await page.goto(`${url}/admin/routine/adminInfo`)
      const motto = page.getByLabel('签名')
      await motto.fill('Typed before the page was saved')
      // The live feed gives up after three tries, 5 s apart; it reconnects when the developer returns from the editor.
      const long = 'await new Promise((go) => setTimeout(go, 25_000))'
      saveByRename('server/main/main.ts', (text) => text.replace(/^const databaseName/m, `${long}\n$&`))
      const words = 'src/schemas/pages/routine/adminInfo/zh-cn.json'
      saveByRename(words, (text) => JSON.stringify({ ...JSON.parse(text), fields: { nickname: { label: '显示名称' } } }))
      const isTold = async () => {
        await page.evaluate(() => dispatchEvent(new Event('focus')))
        return page.getByText('此页面已更新').isVisible()
      }
      await expect.poll(isTold, slow).toBe(true)
      expect(await motto.inputValue()).toBe('Typed before the page was saved')
    } finally {
      await browser.close()
    }
  },
  400_000,
)
