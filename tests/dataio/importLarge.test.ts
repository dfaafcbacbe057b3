import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/core/db/connect.ts'
import { brokenAuditRows } from '../../server/core/log/setup.ts'
import { importLimits } from '../../src/schemas/api/importing.ts'
import type { Client } from '../harness/client.ts'
import { longTest } from '../harness/longTest.ts'
import { everyNth, sampleOf } from '../harness/sampling.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { checked, csv, ends, ran, sendFile } from './imports.ts'

const companies = 'shop.delivery.Company'
const classes = 'shop.goods.Classify'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
}, 180_000)
afterAll(() => server?.close())

const codes = async (like: string) =>
  (await server.query<{ code: string }>('SELECT code FROM shop_delivery_company WHERE code LIKE $1 ORDER BY id', [like])).map(
    ({ code }) => code,
  )

/** Lines of companies; some of them with other cells. */
function lines(n: number, prefix: string, others: Readonly<Record<number, string>> = {}): string {
  return ['Name,Code', ...Array.from({ length: n }, (_, i) => others[i + 2] ?? `${prefix} ${i + 2},${prefix}${i + 2}`)].join('\n')
}

async function chainHolds(): Promise<void> {
  const database = openDatabase(server.databaseUrl)
  expect(await brokenAuditRows(database.read)).toEqual([])
  await database.close()
}

const audited = (importId: number) =>
  server.query<{ line: number; code: string; saved: string }>(
    `SELECT (a.detail::jsonb->>'line')::int AS line, a.detail::jsonb->'values'->>'code' AS code, c.code AS saved
     FROM audit a JOIN shop_delivery_company c ON c.id::text = a.row_key
     WHERE a.action = 'shop/delivery/company/add' AND a.detail::jsonb->>'import' = $1 ORDER BY a.id`,
    [String(importId)],
  )

describe('lines are taken many at a time', () => {
  test('and come to what they would come to one by one: those that are there, those that are twice, those that are wrong', async () => {
    await ran(owner, (await checked(owner, server, companies, csv(['Name', 'Code'], ['Old name', 'old_code']))).id)
    const file = lines(700, 'Many', {
      10: 'Many 10,old_code',
      20: ',Many20',
      21: 'Many 21,no code!',
      300: 'old NAME,Many300',
      301: 'Many 2,Many301',
      302: ',MANY303',
      400: 'Many 400,Many401',
      600: 'Many 600,many2',
    })
    const judged = await checked(owner, server, companies, file)
    const faults = [
      [10, 'code', 'old_code'],
      [20, 'name', ''],
      [21, 'code', 'no code!'],
      [300, 'name', 'old NAME'],
      [301, 'name', 'Many 2'],
      [302, 'name', ''],
      [401, 'code', 'Many401'],
      [600, 'code', 'many2'],
    ]
    expect(judged).toMatchObject({ status: 2, inserted: 692, updated: 0, failed: 8 })
    expect(judged.faults.map(({ line, field, value }) => [line, field, value])).toEqual(faults)
    expect(await codes('Many%')).toEqual([])
    const done = await ran(owner, judged.id)
    expect(done).toMatchObject({ status: 5, inserted: 692, failed: 8, done: 700 })
    expect(done.faults).toEqual(judged.faults)
    const saved = await codes('Many%')
    expect(saved.length).toBe(692)
    expect(saved.slice(0, 9)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 11].map((n) => `Many${n}`))
    const audits = await audited(judged.id)
    expect(audits.length).toBe(692)
    expect(audits.every(({ line, code, saved }) => code === saved && (line === 400 || code === `Many${line}`))).toBe(true)
    const [weights] = await server.query(`SELECT bool_and(weigh = id) AS own FROM shop_delivery_company WHERE code LIKE 'Many%'`)
    expect(weights).toEqual({ own: true })
    const [changes] = await server.query(
      `SELECT count(*)::int AS n, count(DISTINCT row_key)::int AS rows FROM record_change WHERE table_name = 'shop_delivery_company'
         AND operation = 1 AND row_key IN (SELECT id::text FROM shop_delivery_company WHERE code LIKE 'Many%')`,
    )
    expect(changes).toEqual({ n: 692, rows: 692 })
    await chainHolds()
  }, 120_000)

  test('also those that change rows, where a faulty one undoes itself alone', async () => {
    await ran(owner, (await checked(owner, server, companies, lines(100, 'Edit'))).id)
    const file = csv(
      ['Code', 'Name', 'Phone'],
      ...Array.from({ length: 100 }, (_, i) => [
        `Edit${i + 2}`,
        i === 40 ? 'Edit 2' : `Edited ${i + 2}`,
        i === 70 ? 'x'.repeat(30) : i,
      ]),
      ['Edit3', 'Again', '1'],
    )
    const judged = await checked(owner, server, companies, file, { mode: 'upsert', match: 'code' })
    expect(judged).toMatchObject({ inserted: 0, updated: 99, failed: 2 })
    expect(judged.faults.map(({ line, field }) => [line, field])).toEqual([
      [72, 'phone'],
      [102, 'code'],
    ])
    expect(await ran(owner, judged.id)).toMatchObject({ status: 5, updated: 99, failed: 2 })
    const [kept] = await server.query(
      `SELECT count(*)::int AS n FROM shop_delivery_company WHERE code LIKE 'Edit%' AND name NOT LIKE 'Edited%'`,
    )
    expect(kept).toEqual({ n: 2 }) // line 42, which takes the name that line 2 gave up, and line 72
  }, 120_000)

  test('with "save nothing" the first faulty one undoes them all', async () => {
    const judged = await checked(owner, server, companies, lines(600, 'Undo'), { on_error: 'stop' })
    await server.query(
      `INSERT INTO shop_delivery_company (name, code, status, create_time, update_time) VALUES ('U', 'undo500', 1, 1, 1)`,
    )
    expect(await ran(owner, judged.id)).toMatchObject({ status: 6, error: expect.stringContaining('Line 500') })
    expect(await codes('Undo%')).toEqual([])
  }, 120_000)
})

longTest('thousands of faulty lines are checked in parts in this file')(
  'a file that is too large for one check is checked in parts: what lines far apart have twice, the import finds',
  async () => {
    const n = importLimits.checked + 1000
    const file = lines(n, 'Part', { 5: ',Part5', 40: 'Part 3,Part40', 20500: 'Part 20500,Part2', 21001: 'Part 21001,bad code' })
    const judged = await checked(owner, server, companies, file, { timeout: 400_000 })
    expect(judged).toMatchObject({ status: 2, total: n, inserted: n - 3, failed: 3 })
    expect(judged.faults.map(({ line, field }) => [line, field])).toEqual([
      [5, 'name'],
      [40, 'name'],
      [21_001, 'code'],
    ])
    expect(await codes('Part%')).toEqual([])
    const [left] = await server.query(
      `SELECT (SELECT count(*) FROM audit WHERE detail::jsonb->>'import' = $1)::int AS audits,
       (SELECT count(*) FROM record_change WHERE table_name = 'shop_delivery_company' AND new_values::text LIKE '%Part 2"%')::int AS changes`,
      [String(judged.id)],
    )
    expect(left).toEqual({ audits: 0, changes: 0 })
    const done = await ran(owner, judged.id, 400_000)
    expect(done).toMatchObject({ status: 5, inserted: n - 4, failed: 4, done: n })
    expect(done.faults.map(({ line, field }) => [line, field])).toEqual([
      [5, 'name'],
      [40, 'name'],
      [20_500, 'code'],
      [21_001, 'code'],
    ])
    expect((await codes('Part%')).length).toBe(n - 4)
    expect((await audited(judged.id)).length).toBe(n - 4)
    await chainHolds()
  },
  900_000,
)

test('each of thousands of faulty lines is in the file of them, and the first are shown', async () => {
  const n = importLimits.checked + 1000
  const wrong = Array.from({ length: n / 20 }, (_, i) => 20 * i + 20)
  const file = lines(n, 'Wrong', Object.fromEntries(wrong.map((line) => [line, `,Wrong${line}`])))
  const judged = await checked(owner, server, companies, file, { timeout: 400_000 })
  expect(judged).toMatchObject({ status: 2, inserted: n - wrong.length, failed: wrong.length, error: '' })
  expect(judged.faults.map(({ line }) => line)).toEqual(wrong.slice(0, 100))
  const { body } = await owner.post<{ url: string }>('/admin/dataio.Import/fetch', { id: judged.id })
  const told = (await (await fetch(`${server.url}${body.data.url}`)).text()).trim().split('\n')
  expect(told.slice(1).map((line) => line.split(',')[1])).toEqual(wrong.map((line) => `Wrong${line}`))
  expect(await server.query('SELECT 1 FROM dataio_import_fault'), 'no line is quoted after the end').toEqual([])
  expect((await owner.post('/admin/dataio.Import/stop', { id: judged.id })).body.code).toBe(1)
}, 600_000)

test.each(sampleOf('lines of another file', [1500, importLimits.checked + 1000], everyNth(2)))(
  'another file, of %d lines, is told after its first thousand',
  async (n) => {
    const { stray } = importLimits
    const wrong = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [i + 2, `,Stray${i + 2}`]))
    const other = await checked(owner, server, companies, lines(n, 'Stray', wrong(stray)))
    expect(other).toMatchObject({ status: 6, failed: stray, error: expect.stringMatching(/^None of the first 1,000 rows/) })
    // One right line is enough to go on.
    const own = await checked(owner, server, companies, lines(n, 'Stray', wrong(stray - 1)), { timeout: 100_000 })
    expect(own).toMatchObject({ status: 2, failed: stray - 1, inserted: n - stray + 1, error: '' })
    await owner.post('/admin/dataio.Import/stop', { id: own.id })
  },
  200_000,
)

describe('more than may be is refused with its number', () => {
  const check = async (id: number, asked: object) =>
    (await owner.post('/admin/dataio.Import/check', { id, mode: 'insert', match: '', on_error: 'skip', ...asked })).body

  test('lines of a file that is saved as a whole or not at all', async () => {
    const { data } = await sendFile(owner, server, companies, lines(importLimits.whole + 1, 'Whole'))
    expect(data.rows).toBe(importLimits.whole + 1)
    expect(await check(data.id, { mapping: data.mapping, on_error: 'stop' })).toMatchObject({
      code: 0,
      msg: expect.stringMatching(/up to 50,000 lines; this one has 50,001/),
    })
    expect((await check(data.id, { mapping: data.mapping })).code).toBe(1)
    expect((await owner.post('/admin/dataio.Import/stop', { id: data.id })).body.code).toBe(1)
    await ends(owner, data.id, 1)
  }, 120_000)

  test('lines that name rows of the same list, or make one row together', async () => {
    const many = importLimits.together + 1
    const named = await sendFile(owner, server, classes, ['Name,pid', ...Array(many).fill('x,y')].join('\n'))
    expect(await check(named.data.id, { mapping: ['name', 'pid'] })).toMatchObject({
      code: 0,
      msg: expect.stringMatching(/at most 20,000 lines; this one has 20,001/),
    })
    const specs = await sendFile(owner, server, 'shop.goods.Goods', ['a,b', ...Array(many).fill('x,Colour:Red')].join('\n'))
    const asked = { mapping: ['goods_no', 'spec.spec'], mode: 'update', match: 'goods_no' }
    expect(await check(specs.data.id, asked)).toMatchObject({ code: 0, msg: expect.stringMatching(/at most 20,000 lines/) })
  }, 120_000)

  test('bytes of a file, before they are sent; the limit of public files is another', async () => {
    const { hostname, port } = new URL(server.url)
    const answer = await new Promise<string>((resolve, reject) => {
      const headers = {
        batoken: owner.token ?? '',
        server: 'true',
        origin: server.url,
        'think-lang': 'en',
        'x-kontor-strict': '1',
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(importLimits.bytes + 1024 ** 2),
      }
      const asked = request({ hostname, port, method: 'POST', path: `/admin/${companies}/import`, headers }, (message) => {
        let text = ''
        message.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        message.on('end', () => {
          asked.destroy()
          resolve(text)
        })
      })
      asked.on('error', reject)
      asked.write('--x\r\n')
    })
    expect(JSON.parse(answer)).toMatchObject({ code: 0, msg: expect.stringMatching(/large|size/i) })
  })
})
