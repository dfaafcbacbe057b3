import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../harness/browser/browser.ts'

/**
 * An empty folder with the package in it, as `npm install ./kontor-<version>.tgz` leaves it: what Kontor needs lies beside it. (That npm
 * fetches these packages is not tried: tests have no network. They are those of this project.)
 */
const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'kontor-installed-'))
const kontor = join(folder, 'node_modules/kontor/bin/kontor.mjs')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
install()

function install(): void {
  const packed = spawnSync('npm', ['run', 'pack', '--silent', '--', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
  })
  const [file] = readdirSync(folder)
  if (!file) throw new Error(`no package was made:\n${packed.stdout}${packed.stderr}`)
  mkdirSync(join(folder, 'node_modules'))
  const extracted = spawnSync('tar', ['xzf', file], { cwd: folder, encoding: 'utf8' })
  if (extracted.status !== 0) throw new Error(extracted.stderr)
  rmSync(join(folder, file))
  renameSync(join(folder, 'package'), join(folder, 'node_modules/kontor'))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'office', scripts: { test: 'echo "Error: no test specified" && exit 1' } }),
  )
}

/** Runs the command in the folder as a person does. */
function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [kontor, ...args], { cwd: folder, encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}` }
}

const passwords = { KONTOR_ADMIN_PASSWORD: 'Office-owner-1', PORT: '0', FEED_PORT: '0', HOST: '127.0.0.1' }

/** Starts what `npx kontor start` starts; gives the address of the back office and a way to stop it. */
async function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [kontor, 'start'], { cwd: folder, env: { ...process.env, ...passwords, ...env } })
  let output = ''
  const ended = new Promise((done) => child.once('close', done))
  const address = await new Promise<string>((ready, failed) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        const found = /is ready at (\S+)/.exec(output)?.[1]
        if (found) ready(found)
      })
    void ended.then(() => failed(new Error(`Kontor ended before it was ready:\n${output}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { address, stop, output: () => output }
}

describe('an empty folder in which Kontor is installed', () => {
  test('has a command that says what it can do, and which command there is not', () => {
    expect(run().said).toMatch(/init .*start .*check .*codegen .*migrate /s)
    expect(run('--version').said.trim()).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
    const wrong = run('strat')
    expect(wrong.said).toContain('There is no command "strat".')
    expect(wrong.status).toBe(2)
  })

  test('becomes a workspace once: what is there is not written over', () => {
    const made = run('init')
    expect(made.status, made.said).toBe(0)
    for (const file of ['pages/work/task/page.json', 'menus/admin.json', 'tests/task.test.mjs', '.gitignore'])
      expect(existsSync(join(folder, file)), file).toBe(true)
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      name: 'office',
      scripts: { start: 'kontor start', test: 'node --test tests/*.test.mjs' },
    })
    writeFileSync(join(folder, 'menus/admin.json'), '[]\n')
    const again = run('init')
    expect(again.status).toBe(1)
    expect(again.said).toContain('pages/work/task/page.json')
    expect(readFileSync(join(folder, 'menus/admin.json'), 'utf8')).toBe('[]\n')
    for (const name of ['menus', 'pages', 'server', 'tests', '.vscode']) rmSync(join(folder, name), { recursive: true })
    expect(run('init').status).toBe(0)
  })

  test('has screens that are checked, and faults that are told at their place', () => {
    const right = run('check')
    expect(right.said).toMatch(/no faults/)
    const page = join(folder, 'pages/work/task/page.json')
    const text = readFileSync(page, 'utf8')
    writeFileSync(page, text.replace('"kind": "money"', '"kind": "mony"'))
    const wrong = run('check')
    writeFileSync(page, text)
    expect(wrong.status).toBe(1)
    expect(wrong.said).toMatch(/pages\/work\/task\/page\.json:\d+:\d+ fields\.budget\.kind: .*did you mean "money"/)
  })

  test('its own test passes on a server of its own', () => {
    const done = spawnSync(process.execPath, ['--test', 'tests/task.test.mjs'], { cwd: folder, encoding: 'utf8' })
    expect(done.status, `${done.stdout}${done.stderr}`).toBe(0)
    expect(done.stdout).toMatch(/pass 3/)
  }, 180_000)

  test('shows its screen in the browser, and nothing of a shop', async () => {
    const { address, stop } = await start()
    const browser = await openBrowser()
    try {
      const page = await signedIn(browser, address)
      const menu = page.getByRole('navigation').first()
      await menu.getByText('Work', { exact: true }).click()
      await menu.getByText('Tasks', { exact: true }).click()
      await page.getByRole('button', { name: 'Add', exact: true }).first().click()
      const form = page.getByRole('dialog', { name: 'New task' })
      await form.getByLabel('Task').fill('Order paper')
      await form.locator('[data-field=owner_id]').getByRole('combobox').click()
      const owner = page.getByRole('option').first()
      const name = (await owner.innerText()).trim()
      await owner.click()
      await form.getByRole('button', { name: /^(Create|Save|Add)/ }).click()
      const row = page.locator('tr[data-id]')
      await row.waitFor()
      expect(await row.innerText()).toMatch(new RegExp(`Order paper\\s+${name}`))
      expect(await menu.getByText('Shop').count()).toBe(0)
    } finally {
      await browser.close()
      await stop()
    }
  }, 120_000)

  test('has a plugin of the front end that is bundled at the start', async () => {
    write('browser/board.tsx', plugin)
    write('browser/board/Board.tsx', board)
    write('pages/work/board/page.json', JSON.stringify({ version: 1, kind: 'plugin', plugin: 'work-board' }))
    write('pages/work/board/en.json', JSON.stringify({ title: 'Board' }))
    write('words/en/board.json', JSON.stringify({ 'work-board': { done: 'Done: {count}' } }))
    write('pages/work/board/zh-cn.json', JSON.stringify({ title: '看板' }))
    write('words/zh-cn/board.json', JSON.stringify({ 'work-board': { done: '已完成：{count}' } }))
    const menu = JSON.parse(readFileSync(join(folder, 'menus/admin.json'), 'utf8'))
    const entry = { type: 'menu', name: 'work/board', parent: 'work', title: '看板', title_en: 'Board', buttons: ['index'] }
    write('menus/admin.json', JSON.stringify([...menu, entry]))
    expect(run('check').said).toMatch(/no faults/)

    write('browser/board.tsx', plugin.replace('export default', 'export const board ='))
    await expect(start()).rejects.toThrow(/browser\/board\.tsx/)

    write('browser/board.tsx', plugin)
    const { address, stop, output } = await start()
    const browser = await openBrowser()
    try {
      expect(output()).toContain('Building the front end')
      const page = await signedIn(browser, address)
      await page.getByRole('navigation').first().waitFor()
      await page.goto(new URL('/admin/work/board', address).href)
      await page.getByRole('button', { name: 'Done: 0' }).click()
      await page.getByRole('button', { name: 'Done: 1' }).waitFor()
    } finally {
      await browser.close()
      await stop()
    }
  }, 180_000)
})

const plugin = `import { defineShellPlugin, lazyComponent } from 'kontor/plugin'

export default defineShellPlugin({
  name: 'work-board',
  screens: { 'work-board': lazyComponent(() => import('./board/Board.tsx').then((module) => module.default)) },
})
`

const board = `import { defineScreen, type ScreenProps } from 'kontor/plugin'
import { useState } from 'react'

function Board({ loaded }: ScreenProps) {
  const [count, setCount] = useState(0)
  return <button type="button" onClick={() => setCount(count + 1)}>{loaded.t('work-board.done', { count })}</button>
}

export default defineScreen(Board)
`

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

async function signedIn(browser: Awaited<ReturnType<typeof openBrowser>>, address: string) {
  const page = await browser.page({ locale: 'en-US' })
  await page.goto(address)
  await page.getByLabel('Username').fill('admin')
  await page.getByRole('textbox', { name: 'Password' }).fill(passwords.KONTOR_ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  return page
}
