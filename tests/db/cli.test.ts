import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freshDatabase } from '../harness/database.ts'
import { everyNth, sampleOf } from '../harness/sampling.ts'

const run = promisify(execFile)
/** As scripts/bootstrap.mjs does. */
const compiled = join(resolve(import.meta.dirname, '../..'), 'node_modules/.cache/compiled')
const migrate = (...args: string[]) => command(['server/main/migrate.ts', ...args], '/nowhere/at/all')

async function command(args: readonly string[], dataDir: string): Promise<{ code: number; out: string; err: string }> {
  try {
    const { stdout, stderr } = await run(process.execPath, args, {
      env: { ...process.env, DATABASE_URL: '', KONTOR_DATA: dataDir, NODE_COMPILE_CACHE: compiled },
    })
    return { code: 0, out: stdout, err: stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, out: stdout, err: stderr }
  }
}

test('the command shows what has to be done, does it, and then has nothing left to do', async () => {
  const base = await freshDatabase('empty')
  const planned = await migrate('--url', base.url)
  expect(planned).toMatchObject({ code: 1, out: expect.stringContaining('+ create table admin (') })
  const done = await migrate('--url', base.url, '--apply')
  expect(done).toMatchObject({ code: 0, out: expect.stringMatching(/Done: \d+ steps, in one transaction\./) })
  expect(await migrate('--url', base.url)).toMatchObject({ code: 0, out: 'The database fits the schema.\n' })
  await base.drop()
})

test('the command says how it is called when it is called wrongly', async () => {
  expect(await migrate('--aply', '--url', 'postgresql://x')).toMatchObject({
    code: 2,
    err: expect.stringContaining('No such option: --aply'),
  })
  expect(await migrate()).toMatchObject({ code: 2, err: expect.stringContaining('DATABASE_URL') })
})

const commands = [
  ['migrate', ['server/main/migrate.ts'], 2],
  ['module', ['server/main/moduleCommand.ts', 'list'], 1],
  ['pages', ['server/main/pagesCommand.ts', 'pull', 'pages'], 1],
  ['sample', ['server/main/sample/cli.ts', 'user/user', '1'], 2],
  ['demo:order', ['scripts/demoOrder.ts'], 1],
] as const

test.each(sampleOf('commands beside a killed server', commands, everyNth(3)))(
  'where the server was killed, %s says that nobody answers, and how to go on',
  async (_, args, code) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kontor-killed-'))
    for (const each of ['postgres', 'storage']) mkdirSync(join(dataDir, each))
    const url = `postgresql://kontor:x@localhost/kontor?host=${encodeURIComponent(join(dataDir, 'postgres/run'))}`
    writeFileSync(join(dataDir, 'postgres/connection.json'), JSON.stringify({ url }))
    const { err, ...ended } = await command(args, dataDir)
    rmSync(dataDir, { recursive: true })
    expect(ended).toEqual({ code, out: '' })
    expect(err).toBe('The database does not answer (ENOENT). Is the server running? Start it (npm start), then try again.\n')
  },
)
