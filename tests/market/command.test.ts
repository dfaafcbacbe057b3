import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../packages/packages.ts'
import { startMarket } from './market.ts'

let market: Awaited<ReturnType<typeof startMarket>>
const dir = mkdtempSync(join(tmpdir(), 'kontor-module-'))
beforeAll(async () => {
  market = await startMarket()
  writeFileSync(join(dir, 'suppliers.zip'), await market.pack('suppliers'))
}, 120_000)
afterAll(async () => {
  await market?.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Runs `npm run module -- …` beside the running server. */
function module(...args: string[]): Promise<{ code: number; said: string }> {
  const env = { ...process.env, ...market.env, KONTOR_DATA: join(dir, 'data') }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'server/main/moduleCommand.ts'), ...args], { cwd: dir, env }, (error, out, wrong) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: out + wrong }),
    )
  })
}
const serves = async () => (await market.first.owner.get('/admin/suppliers.Supplier/index')).body.code === 1

test('a command installs a package once it is told to, lists it and removes it, and the running server follows', async () => {
  const looked = await module('install', 'suppliers.zip')
  expect(looked).toMatchObject({
    code: 1,
    said: expect.stringMatching(/create table supplier_company[\s\S]*Nothing was changed\. Add --yes/),
  })
  expect(await market.query('select uid from module')).toEqual([])
  expect(await module('install', 'suppliers.zip', '--yes')).toMatchObject({
    code: 0,
    said: expect.stringContaining('suppliers 1.0.0 is installed'),
  })
  await expect.poll(serves, { timeout: 20_000 }).toBe(true)
  expect(await module('list')).toMatchObject({ code: 0, said: expect.stringMatching(/^suppliers +1\.0\.0 +on/) })
  expect(await module('list', 'suppliers.zip')).toMatchObject({
    code: 0,
    said: expect.stringContaining('suppliers/supplier/page.json'),
  })
  expect(await module('remove', 'supliers')).toMatchObject({
    code: 1,
    said: expect.stringContaining('supliers is not installed'),
  })
  expect(await module('remove', 'suppliers', '--drop', 'suppliers')).toMatchObject({
    code: 0,
    said: expect.stringContaining('with its tables'),
  })
  await expect.poll(serves, { timeout: 20_000 }).toBe(false)
  expect(await market.query(`select to_regclass('supplier_company') as there`)).toEqual([{ there: null }])
}, 240_000)
