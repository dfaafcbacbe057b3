import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeded } from '../../codegen/sample/random.ts'
import { whyNoSamples } from '../../codegen/sample/refused.ts'
import { sampleRow } from '../../codegen/sample/row.ts'
import { speeches } from '../../codegen/sample/speech.ts'
import type { Schema } from '../../codegen/schema/schema.ts'
import { readSettings } from '../../server/core/settings.ts'
import type { KontorServer } from '../../server/main/assemble.ts'
import { fillPage, NoSamples } from '../../server/main/sample/fill.ts'
import { createServer } from '../../server/main/server.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../harness/database.ts'
import { productSchema } from '../harness/schemas.ts'

type Row = Record<string, unknown>

let schema: Schema
let database: TestDatabase
let server: KontorServer
let dataDir = ''
beforeAll(async () => {
  schema = await productSchema()
  database = await freshDatabase('demo')
  dataDir = mkdtempSync(join(tmpdir(), 'kontor-sample-'))
  const settings = { ...readSettings({ KONTOR_PAYMENTS: 'none' }), databaseUrl: database.url, dataDir, secret: TEST_SECRET }
  server = await createServer({ databaseUrl: database.url, settings, schema })
})
afterAll(async () => {
  await server?.close()
  await database?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

function page(id: string): Page {
  const found = schema.pages.get(id)
  if (!found) throw new Error(`no page ${id}`)
  return found
}

const fill = (id: string, count: number, seed = 1) => fillPage(server, { page: page(id), count, seed })

/** Rows that were added last. */
async function last(table: string, count: number): Promise<Row[]> {
  return server.core.services.database.read.selectFrom(table).selectAll().orderBy('id', 'desc').limit(count).execute()
}

describe('sample rows', () => {
  test('are refused for lists that processes write, and for those that say who may do what', async () => {
    await expect(fill('shop/order/order', 1)).rejects.toThrow(
      'Rows of "shop/order/order" are written by processes (orders, payments, ledgers, logs) and added by nobody: make what they follow from.',
    )
    await expect(fill('auth/adminLog', 1)).rejects.toThrow(/written by processes/)
    await expect(fill('auth/admin', 1)).rejects.toThrow('Rows of "auth/admin" say who may do what: they are not made up.')
    await expect(fill('dashboard', 1)).rejects.toThrow(/page of kind dashboard/)
  })

  test('are valid for every list that people add to, or the list says what it refuses', async () => {
    const failed: Record<string, string> = {}
    for (const { id } of [...schema.pages.values()].filter((each) => whyNoSamples(each) === undefined))
      try {
        expect((await fill(id, 5)).added).toBeGreaterThan(0)
      } catch (error) {
        failed[id] = error instanceof Error ? error.message : String(error)
      }
    // One row for each event or table, all of which are taken; and lists whose rules are about other rows.
    const full = ['points/rule', 'security/dataRecycle', 'security/sensitiveData']
    const choosy = ['shop/coupon/center', 'shop/order/parcel', 'shop/team/competition', 'shop/user/level']
    expect(Object.keys(failed).filter((id) => ![...full, ...choosy].includes(id))).toEqual([])
    for (const reason of Object.values(failed)) expect(reason).toMatch(/^30 rows in a row were refused\. ./)
  }, 240_000)

  test('of members have names, numbers of their own and states over the options', async () => {
    const { added } = await fill('user/user', 150, 7)
    expect(added).toBe(150)
    const rows = await last('user', 150)
    expect(new Set(rows.map(({ username }) => username)).size).toBe(150)
    for (const row of rows) expect(String(row.nickname)).toMatch(/\p{Script=Han}/u)
    expect(new Set(rows.map(({ status }) => status)).size).toBeGreaterThan(1)
    // What only its own processes write is what it is for a new member.
    expect(new Set(rows.map(({ money }) => String(money)))).toEqual(new Set(['0']))
  }, 120_000)

  test('of a tree hang below rows that are there, within its depth', async () => {
    await fill('shop/goods/classify', 60, 3)
    const { tree, table } = page('shop/goods/classify').entity
    const rows = await server.core.services.database.read.selectFrom(table).selectAll().execute()
    const parents = new Map(rows.map((row) => [row.id, row[tree?.parent ?? '']]))
    const depth = (id: unknown): number => (id && parents.has(id) ? 1 + depth(parents.get(id)) : 0)
    const deepest = Math.max(...rows.map((row) => depth(row.id)))
    expect(deepest).toBeGreaterThan(1)
    expect(deepest).toBeLessThanOrEqual(tree?.maxDepth ?? 0)
  })

  test('leave nothing behind when the list takes none', async () => {
    const before = await server.core.services.database.read.selectFrom('shop_coupon').selectAll().execute()
    const coupon = page('shop/coupon/coupon')
    const impossible: Page = { ...coupon, check: [{ op: 'any', of: [] }] }
    await expect(fillPage(server, { page: impossible, count: 3, seed: 1 })).rejects.toThrow(NoSamples)
    expect(await server.core.services.database.read.selectFrom('shop_coupon').selectAll().execute()).toEqual(before)
  })

  test('are the same for the same seed, and others for another, in the language that is asked for', () => {
    const coupon = page('shop/delivery/company')
    const row = (seed: number, lang: 'en' | 'zh-cn') =>
      sampleRow(coupon, coupon.fields, {
        random: seeded(seed),
        speech: speeches[lang],
        table: 'shop_delivery_company',
        now: 1_780_000_000,
        selfId: 1,
        keysOf: () => [],
        filesOf: () => [],
      })
    expect(row(5, 'en')).toEqual(row(5, 'en'))
    expect(row(5, 'en')).not.toEqual(row(6, 'en'))
    expect(JSON.stringify(row(5, 'en'))).not.toMatch(/\p{Script=Han}/u)
    expect(JSON.stringify(row(5, 'zh-cn'))).toMatch(/\p{Script=Han}/u)
  })
})

describe('kontor sample', () => {
  const run = promisify(execFile)
  const sample = async (...args: string[]) => {
    const env = { ...process.env, KONTOR_DATA: dataDir, KONTOR_SECRET: TEST_SECRET, DATABASE_URL: '' }
    const failed = (error: unknown) => error as { code: number; stdout: string; stderr: string }
    return run(process.execPath, ['server/main/sample/cli.ts', ...args], { env }).then((done) => ({ ...done, code: 0 }), failed)
  }

  test('adds rows, or says in a sentence why it does not', async () => {
    expect(await sample('shop/delivery/company', '3', '--seed', '9', '--url', database.url)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('3 rows added to shop_delivery_company'),
    })
    expect(await sample('shop/order/order', '3', '--url', database.url)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('are written by processes'),
    })
    expect(await sample('user/user', 'many')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the count is a whole number from 1 to 100000'),
    })
  }, 180_000)
})
