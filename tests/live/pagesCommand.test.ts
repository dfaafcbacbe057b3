import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { startProcess } from '../harness/process.ts'
import { signIn } from '../harness/server.ts'

const root = resolve(import.meta.dirname, '../..')
const dir = mkdtempSync(join(tmpdir(), 'kontor-pages-'))
/** Its workspace is in the database. */
const env = { KONTOR_MODULES: '', KONTOR_DEMO: '0' }
const server = await startProcess(join(dir, 'data'), env)
const owner = await signIn(server.url, 'admin', OWNER_PASSWORD)
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  rmSync(dir, { recursive: true, force: true })
})

const run = promisify(execFile)
/** Runs `kontor pages` on the database of the running server. */
async function pages(...args: string[]): Promise<{ code: number; said: string }> {
  const compiled = join(root, 'node_modules/.cache/compiled')
  const options = {
    cwd: dir,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, KONTOR_DATA: join(dir, 'data'), ...env },
  }
  try {
    const { stdout } = await run(process.execPath, [join(root, 'server/main/pagesCommand.ts'), ...args], options)
    return { code: 0, said: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, said: stdout + stderr }
  }
}
const own = join(dir, 'own')
const page = join(own, 'pages/lab/note/page.json')
const titles = async (folder: string) => readFileSync(join(dir, folder, 'pages/lab/note/en.json'), 'utf8')
const code = async () => (await owner.get('/admin/lab.Note/index')).body.code

test('a folder is pushed into the database of a running server, which serves it; faults are told and change nothing', async () => {
  expect(await pages('pull', 'own')).toMatchObject({ code: 1, said: expect.stringContaining('no workspace yet') })
  cpSync(join(import.meta.dirname, 'example'), own, { recursive: true })
  const whole = readFileSync(page, 'utf8')
  writeFileSync(page, whole.replace('"maxLength"', '"maxLenght"'))
  const faulty = await pages('push', 'own')
  expect(faulty.code).toBe(1)
  expect(faulty.said).toMatch(/pages\/lab\/note\/page\.json:\d+:\d+ .*did you mean "maxLength"\?[\s\S]*Nothing was pushed/)
  expect(await code()).not.toBe(1)

  writeFileSync(page, whole)
  expect(await pages('push', 'own', '--dry-run')).toMatchObject({ code: 0, said: expect.stringContaining('Nothing was changed') })
  const pushed = await pages('push', 'own')
  expect(pushed, pushed.said).toMatchObject({ code: 0 })
  expect(pushed.said).toContain('+ pages/lab/note/page.json')
  await expect.poll(code, { timeout: 10_000, interval: 100 }).toBe(1)
})

test('another folder pulls it; who pushes last does not take away what others have pushed since', async () => {
  const pulled = await pages('pull', 'other')
  expect(pulled, pulled.said).toMatchObject({ code: 0 })
  expect(await titles('other')).toBe(await titles('own'))

  const rename = async (folder: string, title: string) => {
    const words = await titles(folder)
    writeFileSync(join(dir, folder, 'pages/lab/note/en.json'), words.replace(/"title": "[^"]*"/, `"title": "${title}"`))
  }
  await rename('own', 'First')
  expect((await pages('push', 'own')).code).toBe(0)
  await rename('other', 'Second')
  const refused = await pages('push', 'other')
  expect(refused).toMatchObject({
    code: 1,
    said: expect.stringMatching(/not pulled[\s\S]*~ pages\/lab\/note\/en\.json[\s\S]*--force/),
  })
  const kept = await pages('pull', 'other')
  expect(kept).toMatchObject({ code: 1, said: expect.stringMatching(/not pushed[\s\S]*--force/) })
  expect(await titles('other')).toContain('"Second"')
  expect((await pages('pull', 'other', '--force')).code).toBe(0)
  expect(await titles('other')).toContain('"First"')
})

test('a wrong call says how it is called', async () => {
  expect(await pages('pul')).toMatchObject({ code: 2, said: expect.stringContaining('kontor pages pull|push') })
})
