import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freshDatabase } from '../harness/database.ts'

const run = promisify(execFile)
/** As scripts/bootstrap.mjs does. */
const compiled = join(resolve(import.meta.dirname, '../..'), 'node_modules/.cache/compiled')
async function migrate(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  try {
    const { stdout, stderr } = await run(process.execPath, ['server/main/migrate.ts', ...args], {
      env: { ...process.env, DATABASE_URL: '', KONTOR_DATA: '/nowhere/at/all', NODE_COMPILE_CACHE: compiled },
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
}, 60_000)

test('the command says how it is called when it is called wrongly', async () => {
  expect(await migrate('--aply', '--url', 'postgresql://x')).toMatchObject({
    code: 2,
    err: expect.stringContaining('No such option: --aply'),
  })
  expect(await migrate()).toMatchObject({ code: 2, err: expect.stringContaining('DATABASE_URL') })
})
