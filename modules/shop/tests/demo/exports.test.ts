import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../../server/core/db/connect.ts'
import { csvRows } from '../../../../tests/dataio/files.ts'
import { DEMO_NOW } from '../../../../tests/harness/database.ts'
import { productSchema } from '../../../../tests/harness/schemas.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { seedExports } from '../../demo/platform/exports.ts'
import { seedImports } from '../../demo/platform/imports.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'demo', jobs: { every: 0.2 } })
}, 240_000)
afterAll(() => server?.close())

test('the demo shop’s exports are made by the server that finds them: files, two called off, one refused, one expired', async () => {
  const database = openDatabase(server.databaseUrl, { connections: 1, statementTimeout: 60_000 })
  const schema = await productSchema()
  const count = await database.write.transaction().execute((trx) => seedExports(trx, { schema, now: DEMO_NOW }))
  await database.close()
  expect(count).toBe(17)
  const states = async () =>
    server.query<{ state: string; n: string }>(
      `select (target like 'shop/order/order') || ' ' || status as state, count(*) as n from dataio_export group by 1 order by 1`,
    )
  await expect
    .poll(async () => Object.fromEntries((await states()).map(({ state, n }) => [state, Number(n)])), { timeout: 60_000 })
    .toEqual({ 'false 2': 7, 'false 3': 1, 'false 4': 1, 'false 5': 1, 'true 2': 6, 'true 4': 1 })
  const files = await server.query<{ total: number; size: number }>('select total, size from dataio_export where status = 2')
  expect(files.every(({ total, size }) => total > 0 && size > 100)).toBe(true)
  // With what they told of them the owner has the sixty messages of the catalogue, of all six types.
  const [inbox] = await server.query(
    `select count(*)::int as n, (count(*) filter (where n.status = 0))::int as unread, (count(*) filter (where message_type = 'order_export'))::int as exports,
      count(distinct message_type)::int as types from shop_notify n join admin a on a.id = n.admin_id where a.username = 'admin'`,
  )
  expect(inbox).toEqual({ n: 60, unread: 9, exports: 6, types: 6 })
})

test('its imports are sent, checked and run: each way one can stand, a report of 14 lines, and nothing in the shop changed', async () => {
  const lists = [
    '"user"',
    'shop_goods_classify',
    'shop_delivery_company',
    'points_goods',
    'shop_contestant',
    'shop_coupon_receive',
  ]
  const counted = () =>
    server.query(lists.map((list) => `select '${list}' as list, count(*) as n from ${list}`).join(' union all '))
  const before = await counted()
  const database = openDatabase(server.databaseUrl, { connections: 1, statementTimeout: 60_000 })
  await database.write.transaction().execute(seedImports)
  await database.close()
  const states = async () =>
    (await server.query<{ status: number }>('select status from dataio_import order by status')).map(({ status }) => status)
  await expect.poll(async () => (await server.query('select 1 from job')).length, { timeout: 60_000 }).toBe(0)
  expect(await states()).toEqual([0, 2, 4, 4, 4, 5, 6, 7])
  expect(await counted()).toEqual(before)
  const owner = await server.signIn('admin')
  const [partly] = await server.query<{ id: number; failed: number; updated: number }>(
    'select id, failed, updated from dataio_import where status = 5',
  )
  expect(partly).toMatchObject({ failed: 14, updated: 19 })
  const ticket = await owner.post<{ url: string }>('/admin/dataio.Import/report', { id: partly?.id })
  const report = csvRows(Buffer.from(await (await fetch(server.url + ticket.body.data.url)).arrayBuffer()))
  expect(report.length).toBe(1 + 14)
  const shown = await owner.get<{ row: { fault_rows: unknown[] } }>('/admin/dataio.Import/info', { id: partly?.id })
  expect(shown.body.data.row.fault_rows).toHaveLength(14)
  const run = await owner.post('/admin/dataio.Import/run', {
    id: (await server.query<{ id: number }>('select id from dataio_import where status = 2'))[0]?.id,
  })
  expect(run.body.code).toBe(1) // what waits can be run
})
