import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSchema } from '../../codegen/pages.ts'
import { openDatabase } from '../../server/db/connect.ts'
import { seedExports } from '../../server/demo/exports.ts'
import { DEMO_NOW } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
}, 240_000)
afterAll(() => server?.close())

test('the demo shop’s exports are made by the server that finds them: files, two called off, one refused', async () => {
  const database = openDatabase(server.databaseUrl, { connections: 1, statementTimeout: 60_000 })
  const { schema } = await loadSchema()
  const count = await database.write.transaction().execute((trx) => seedExports(trx, { schema, now: DEMO_NOW }))
  await database.close()
  expect(count).toBe(17)
  const states = async () =>
    server.query<{ state: string; n: string }>(
      `select (target like 'shop/order/order') || ' ' || status as state, count(*) as n from dataio_export group by 1 order by 1`,
    )
  await expect
    .poll(async () => Object.fromEntries((await states()).map(({ state, n }) => [state, Number(n)])), { timeout: 60_000 })
    .toEqual({ 'false 2': 8, 'false 3': 1, 'false 4': 1, 'true 2': 6, 'true 4': 1 })
  const files = await server.query<{ total: number; size: number }>('select total, size from dataio_export where status = 2')
  expect(files.every(({ total, size }) => total > 0 && size > 100)).toBe(true)
  // With what they told of them the owner has the sixty messages of the catalogue, of all six types.
  const [inbox] = await server.query(
    `select count(*)::int as n, (count(*) filter (where n.status = 0))::int as unread, (count(*) filter (where message_type = 'order_export'))::int as exports,
      count(distinct message_type)::int as types from shop_notify n join admin a on a.id = n.admin_id where a.username = 'admin'`,
  )
  expect(inbox).toEqual({ n: 60, unread: 9, exports: 6, types: 6 })
})
