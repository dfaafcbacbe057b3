import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { folderOf, root } from './packages.ts'

const dir = await mkdtemp(join(tmpdir(), 'kontor-module-command-'))
afterAll(() => rm(dir, { recursive: true, force: true }))

/** Runs `npm run module -- …` in a folder of its own. */
function module(...args: string[]): Promise<{ code: number; out: string; error: string }> {
  const env = { ...process.env, KONTOR_MODULES: '' }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'codegen/module.ts'), ...args], { cwd: dir, env }, (error, out, said) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, error: said }),
    )
  })
}

test('a publisher makes keys and a module, packs it, and somebody else verifies and lists it', async () => {
  expect(await module('keygen', '--out', 'shop')).toMatchObject({ code: 0, out: expect.stringContaining('fingerprint') })
  expect((await stat(join(dir, 'shop.key'))).mode & 0o077).toBe(0)
  expect(await module('new', 'tool-loans', '--into', '.')).toMatchObject({ code: 0 })
  const packed = await module('pack', 'tool-loans', '--key', 'shop.key', '--out', 'a.zip')
  expect(packed).toMatchObject({
    code: 0,
    out: expect.stringMatching(/wrote a\.zip: 5 files, \d+ bytes, signed by [0-9a-f]{64}/),
  })
  expect(await module('verify', 'a.zip', '--key', 'shop.pub')).toMatchObject({
    code: 0,
    out: expect.stringContaining('no faults'),
  })
  expect(await module('list', 'a.zip')).toMatchObject({ code: 0, out: expect.stringContaining('pages/toolLoans/item/page.json') })
  await module('keygen', '--out', 'other')
  const refused = await module('verify', 'a.zip', '--key', 'other.pub')
  expect(refused).toMatchObject({ code: 1, error: expect.stringMatching(/^signature: the signature is of none of the keys/) })
})

test('keys are never overwritten', async () => {
  await writeFile(join(dir, 'old.key'), 'mine')
  expect(await module('keygen', '--out', 'old')).toMatchObject({ code: 1, error: expect.stringContaining('old.key') })
  expect(await readFile(join(dir, 'old.key'), 'utf8')).toBe('mine')
})

test('a module with faults is not packed', async () => {
  await cp(folderOf('suppliers'), join(dir, 'suppliers'), { recursive: true })
  const page = join(dir, 'suppliers/pages/suppliers/supplier/page.json')
  await writeFile(page, (await readFile(page, 'utf8')).replace('"kind": "mobile"', '"kind": "mobil"'))
  const refused = await module('pack', 'suppliers', '--out', 'b.zip')
  expect(refused).toMatchObject({ code: 1, error: expect.stringMatching(/supplier\/page\.json:\d+:\d+ fields\.mobile\.kind/) })
  await expect(stat(join(dir, 'b.zip'))).rejects.toThrow('ENOENT')
})

test('what it does not understand it says, with how it is used', async () => {
  expect(await module('--help')).toMatchObject({ code: 0, out: expect.stringContaining('npm run module') })
  expect(await module('pakc', 'a')).toMatchObject({ code: 1, error: expect.stringContaining('there is no command "pakc"') })
  expect(await module('pack')).toMatchObject({ code: 1, error: expect.stringContaining('"pack" takes one name') })
  expect(await module('new', 'Tool Loans')).toMatchObject({ code: 1, error: expect.stringContaining('no name of a module') })
  expect(await module('list', 'none.zip')).toMatchObject({ code: 1, error: expect.stringContaining('none.zip') })
})
