import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../../server/core/db/connect.ts'
import { withoutHistory } from '../../../../server/core/history/author.ts'
import { DEMO_NOW } from '../../../../tests/harness/database.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { seedTraces } from '../../demo/platform/traces.ts'

/** What the staff of the demo shop left behind: their log, their changes, and what they deleted. */

let server: TestServer
let before: unknown
const touched = [
  'admin',
  'admin_group',
  'admin_rule',
  '"user"',
  'user_group',
  'user_rule',
  'sms_template',
  'shop_goods',
  'shop_goods_classify',
  'shop_coupon',
  'shop_contestant',
  'shop_delivery_address',
  'shop_user_level',
]
const rowsNow = async () =>
  Promise.all(touched.map((table) => server.query(`select to_jsonb(t) - 'version' as row from ${table} t order by id`)))

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  before = await rowsNow()
  const database = openDatabase(server.databaseUrl, { connections: 1, statementTimeout: 60_000 })
  await database.write.transaction().execute(async (trx) => {
    await withoutHistory(trx)
    await seedTraces(trx, DEMO_NOW)
  })
  await database.close()
}, 240_000)
afterAll(() => server?.close())

test('has the bin and the log of sensitive changes of the catalogue, by all who work there, and changes nothing of the shop', async () => {
  const [bin] = await server.query(
    `select count(*)::int as n, count(distinct recycle_id)::int as rules, (count(*) filter (where is_restore = 1))::int as restored,
      (count(*) filter (where not exists (select from security_data_recycle r where r.id = recycle_id)))::int as orphans
      from security_data_recycle_log`,
  )
  expect(bin).toEqual({ n: 25, rules: 9, restored: 2, orphans: 0 })
  const rules = `select row_title from security_data_recycle_log where data_table like '%_rule' order by id`
  expect(await server.query(rules)).toEqual(['旧报表', '快递查询', '周年庆'].map((row_title) => ({ row_title })))
  const [changes] = await server.query(
    `select count(*)::int as n, count(distinct sensitive_id)::int as rules, (count(*) filter (where is_rollback = 1))::int as undone,
      count(distinct admin_id)::int as people from security_sensitive_data_log`,
  )
  expect(changes).toEqual({ n: 40, rules: 5, undone: 1, people: 3 })
  for (const log of ['security_data_recycle_log', 'security_sensitive_data_log', 'record_change'])
    expect(
      await server.query(
        `select id from (select id, create_time, lag(create_time) over (order by id) as earlier from ${log}) x where earlier > create_time`,
      ),
      `${log} in the order of its times`,
    ).toEqual([])
  expect(await rowsNow()).toEqual(before)
})

test('all that lies in the bin can be put back, and what was changed last can be rolled back', async () => {
  const owner = await server.signIn('admin')
  const bin = await server.query<{ id: number }>('select id from security_data_recycle_log where is_restore = 0')
  const restored = await owner.post('/admin/security.DataRecycleLog/restore', { ids: bin.map(({ id }) => id) })
  expect(restored.body, restored.text).toMatchObject({ code: 1 })
  expect(await server.query('select 1 from security_data_recycle_log where is_restore = 0')).toEqual([])
  const open = await server.query<{ id: number; data_table: string; data_field: string }>(
    'select id, data_table, data_field from security_sensitive_data_log where is_rollback = 0 order by id desc',
  )
  for (const { id, data_table, data_field } of open) {
    const { body } = await owner.post('/admin/security.SensitiveDataLog/rollback', { ids: [id] })
    expect(body, `${data_table}.${data_field}`).toMatchObject({ code: 1 })
  }
})
